"""How much of a source passage is still in a prompt: shared words, unswapped names and numbers."""

import re
from collections import defaultdict
from dataclasses import dataclass

from corpus.text.findings import Finding, found
from corpus.text.kept import Kept, unswapped
from corpus.text.words import WORD

GRAM = 4  # words
LONGEST_RUN = 8  # words
LARGEST_SHARE = 0.4
_SHOWN_FROM = 3  # words; shorter runs are the small change of a language


@dataclass(frozen=True, slots=True)
class SharedRun:
    """Consecutive words that prompt and passage share; spans in characters of each."""

    words: int
    start: int
    end: int
    passage_start: int
    passage_end: int


@dataclass(frozen=True, slots=True)
class PassageOverlap:
    """What a prompt has kept of its source passage.

    `runs`: maximal shared runs of three words or more, in the prompt's order. `longest_run`: in
    words. `share`: of the prompt's 4-grams of words, those also in the passage, 0 to 1 (of shorter
    prompts, the whole counts as one n-gram).
    """

    runs: tuple[SharedRun, ...]
    longest_run: int
    share: float
    kept: tuple[Kept, ...]
    is_too_close: bool


def compare_with_passage(text: str, passage: str) -> PassageOverlap:
    """Return what *text* shares with *passage*; case, punctuation and apostrophes do not count.

    Too close: a run of 8 words (no idiom is that long, so it was copied), or two fifths of
    the 4-grams (a swapped word spoils four of them, so that one in seven was swapped at most).
    """
    ours, theirs = _Words(text), _Words(passage)
    runs = _shared_runs(ours, theirs)
    longest = max((run.words for run in runs), default=0)
    share = _share(ours.words, theirs.words)
    too_close = longest >= LONGEST_RUN or share >= LARGEST_SHARE
    return PassageOverlap(runs, longest, share, unswapped(text, passage), too_close)


def passage_findings(text: str, passage: str) -> tuple[Finding, ...]:
    """Return what stands between *text* and its approval, and what a reviewer should look at."""
    overlap = compare_with_passage(text, passage)
    findings = [_too_close(text, overlap)] if overlap.is_too_close else []
    for run in overlap.runs:
        sentence = f"{run.words} words in a row are as in the source passage."
        findings.append(found("shared-words", run.start, run.end, sentence))
    for kept in overlap.kept:
        sentence = f"This {kept.kind} is as in the source passage. Swap it for another."
        findings.append(found("unswapped", kept.start, kept.end, sentence))
    return tuple(sorted(findings, key=lambda finding: (finding.start, finding.end, finding.code)))


def _too_close(text: str, overlap: PassageOverlap) -> Finding:
    sentence = (
        f"Too close to the source passage: {overlap.longest_run} words in a row and "
        f"{overlap.share:.0%} of the {GRAM}-word sequences are the same. Rewrite it."
    )
    return found("too-close", 0, len(text), sentence)


class _Words:
    """The words of a text as they compare, and where they stand."""

    def __init__(self, text: str) -> None:
        matches = list(WORD.finditer(text))
        self.words = [re.sub(r"['’‐‑-]", "", match[0]).casefold() for match in matches]
        self.spans = [match.span() for match in matches]


def _share(ours: list[str], theirs: list[str]) -> float:
    size = min(GRAM, len(ours))
    if not size:
        return 0.0
    known = set(_grams(theirs, size))
    grams = _grams(ours, size)
    return sum(gram in known for gram in grams) / len(grams)


def _grams(words: list[str], size: int) -> list[tuple[str, ...]]:
    return [tuple(words[index : index + size]) for index in range(len(words) - size + 1)]


def _shared_runs(ours: _Words, theirs: _Words) -> tuple[SharedRun, ...]:
    """From each place the longest run, then on behind it."""
    places: dict[tuple[str, ...], list[int]] = defaultdict(list)
    for place, gram in enumerate(_grams(theirs.words, _SHOWN_FROM)):
        places[gram].append(place)
    runs: list[SharedRun] = []
    index = 0
    while index <= len(ours.words) - _SHOWN_FROM:
        gram = tuple(ours.words[index : index + _SHOWN_FROM])
        lengths = [(_common(ours, theirs, index, at), -at) for at in places.get(gram, ())]
        length, at = max(lengths, default=(0, 0))
        if length:
            runs.append(_run(ours, theirs, index, -at, length))
        index += length or 1
    return tuple(runs)


def _common(ours: _Words, theirs: _Words, index: int, at: int) -> int:
    length = 0
    for one, other in zip(
        ours.words[index:], theirs.words[at : at + len(ours.words)], strict=False
    ):
        if one != other:
            break
        length += 1
    return length


def _run(ours: _Words, theirs: _Words, index: int, at: int, length: int) -> SharedRun:
    start, end = ours.spans[index][0], ours.spans[index + length - 1][1]
    passage_start, passage_end = theirs.spans[at][0], theirs.spans[at + length - 1][1]
    return SharedRun(length, start, end, passage_start, passage_end)
