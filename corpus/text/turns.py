"""A prompt is one turn of one speaker, on one line."""

import re
from collections.abc import Iterator

from corpus.text.findings import Finding, found
from corpus.text.patterns import Pattern, Rule

_ROLES = (
    r"(?:speaker|caller|agent|customer|client|operator|host|guest|interviewer|interviewee|"
    r"interviewer|moderator|participant|representative|assistant|user|system|narrator|male|female|"
    r"man|woman|doctor|patient|spk|s|channel)"
)
_LABEL = re.compile(
    rf"(?:^|(?<=[.!?…\n])|(?<=[.!?…][\"”’\s])|(?<=\s[-–—]))\s*"
    rf"(?P<span>[\[(<*]{{0,2}}(?:{_ROLES}[ _-]?(?:[A-D]|\d{{1,2}})?|[A-Z]|[A-Z]\d)[\])>*]{{0,2}}"
    r":[*]{0,2}(?=\s|$)\s*)",
    re.IGNORECASE,
)
_LABEL_IS_CASED = re.compile(r"[A-Z]")


def speaker_labels(text: str) -> Iterator[Finding]:
    """Yield "Agent:" and "B:" at the start of a turn; from the second on, the turns are several."""
    labels = [match for match in _LABEL.finditer(text) if _LABEL_IS_CASED.search(match["span"])]
    for match in labels:
        start, end = match.span("span")
        if start == 0 or not text[:start].strip():
            yield found("speaker-label", start, end, "A label is not spoken. Leave it out.", "")
        else:
            sentence = "Another speaker's turn. A prompt is one turn: keep one of them."
            yield found("several-turns", start, end, sentence)


TURNS: tuple[Rule, ...] = (
    speaker_labels,
    Pattern(
        "line-break",
        re.compile(
            r"^\s*[\n\r\v\f\x85\u2028\u2029]\s*|\s*[\n\r\v\f\x85\u2028\u2029]\s*$|\s*[\n\r\v\f\x85\u2028\u2029]\s*"
        ),
        lambda match: "" if match.start() == 0 or match.end() == len(match.string) else " ",
        "A prompt is one line.",
    ),
)
