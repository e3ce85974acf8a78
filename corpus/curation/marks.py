"""A prompt's text as pages show it: what was found stands where it was found."""

import itertools
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from corpus.models import Prompt
from corpus.services.prompts import lint_prompt
from corpus.services.prompts.linting import LINT_VERSION
from corpus.text.findings import Finding, Kind, Severity
from corpus.text.passages import compare_with_passage

_ORDER = (Severity.ERROR, Severity.WARNING, Severity.NOTE)


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of text. kind: of what was found in it; empty: nothing was."""

    text: str
    kind: str = ""
    severity: str = ""


@dataclass(frozen=True, slots=True)
class Shown:
    """One finding as listed. place: among the stored ones. key: accepts its proposal."""

    place: int
    finding: Finding
    quoted: str
    key: str = ""

    @property
    def is_removal(self) -> bool:
        """Whether the proposal is to leave the words out."""
        return self.finding.proposal is not None and not self.finding.proposal.strip()


@dataclass(frozen=True, slots=True)
class Marked:
    """A text and its passage in pieces, and everything that was found, worst first."""

    pieces: tuple[Piece, ...]
    shown: tuple[Shown, ...]
    passage: tuple[Piece, ...] = ()
    share: float = 0.0
    longest_run: int = 0

    @property
    def has_errors(self) -> bool:
        """Whether something keeps the prompt from approval."""
        return any(shown.finding.severity is Severity.ERROR for shown in self.shown)

    @property
    def proposals(self) -> int:
        """How many findings have words to accept."""
        return sum(shown.finding.proposal is not None for shown in self.shown)


def marked(prompt: Prompt) -> Marked:
    """A prompt with what linting found; linted now if the rules have changed since."""
    if prompt.lint_version < LINT_VERSION:
        lint_prompt(prompt=prompt)
    findings = [Finding.from_record(record) for record in prompt.findings]
    pieces = tuple(_pieces(prompt.text, findings))
    shown = tuple(_shown(prompt.text, findings))
    if not prompt.passage:
        return Marked(pieces, shown)
    overlap = compare_with_passage(prompt.text, prompt.passage)
    runs = [(run.passage_start, run.passage_end) for run in overlap.runs]
    return Marked(
        pieces,
        shown,
        passage=tuple(_runs(prompt.passage, runs)),
        share=overlap.share,
        longest_run=overlap.longest_run,
    )


def _shown(text: str, findings: list[Finding]) -> Iterator[Shown]:
    places = sorted(
        range(len(findings)),
        key=lambda place: (_ORDER.index(findings[place].severity), findings[place].start),
    )
    keys = iter("123456789")
    for place in places:
        finding = findings[place]
        quoted = "" if _is_whole(finding, text) else text[finding.start : finding.end].strip()
        key = next(keys, "") if finding.proposal is not None else ""
        yield Shown(place, finding, quoted, key)


def _pieces(text: str, findings: Iterable[Finding]) -> Iterator[Piece]:
    """Each stretch belongs to the worst finding, of equal ones to the shortest."""
    inner = [finding for finding in findings if not _is_whole(finding, text)]
    cuts = sorted({0, len(text), *(f.start for f in inner), *(f.end for f in inner)})
    for start, end in itertools.pairwise(cuts):
        over = [f for f in inner if f.start <= start and end <= f.end]
        worst = min(over, key=lambda f: (_ORDER.index(f.severity), f.end - f.start), default=None)
        if worst is None:
            yield Piece(text[start:end])
        else:
            yield Piece(text[start:end], worst.kind.value, worst.severity.value)


def _runs(passage: str, runs: Iterable[tuple[int, int]]) -> Iterator[Piece]:
    at = 0
    for start, end in sorted(runs):
        if start >= at:
            yield Piece(passage[at:start])
            yield Piece(passage[start:end], Kind.SOURCE.value, Severity.NOTE.value)
            at = end
    yield Piece(passage[at:])


def _is_whole(finding: Finding, text: str) -> bool:
    return finding.start == 0 and finding.end >= len(text)
