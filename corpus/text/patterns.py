"""A rule of thumb for one sort of finding: a pattern, and what to say instead."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from corpus.text.findings import Finding, found
from corpus.text.words import sentence_case

Rule = Callable[[str], Iterator[Finding]]
Match = re.Match[str]


@dataclass(frozen=True, slots=True)
class Pattern:
    """Finds what *regex* matches; *propose* gives the words to stand there, or None if unclear.

    *needs* is a character without which the text need not be searched. *unclear* replaces the
    explanation where there is no proposal. A group named "span" narrows what is replaced.
    """

    code: str
    regex: re.Pattern[str]
    propose: Callable[[Match], str | None]
    explanation: str
    unclear: str = ""
    needs: str = ""

    def __call__(self, text: str) -> Iterator[Finding]:
        """Yield one finding per match."""
        if self.needs and self.needs not in text:
            return
        group = "span" if "span" in self.regex.groupindex else 0
        for match in self.regex.finditer(text):
            start, end = match.span(group)
            proposal = self.propose(match)
            if proposal is None:
                yield found(self.code, start, end, self.unclear or self.explanation)
            else:
                words = sentence_case(text, start, proposal)
                yield found(self.code, start, end, self.explanation, words)


def no_proposal(_match: Match) -> None:
    """Leave the words to the curator."""


def removal(text: str, start: int, end: int) -> tuple[int, int, str]:
    """Return the span to replace, and by what, so that text[start:end] goes without a trace.

    The spaces around go with it; one stays if words would run together.
    """
    left, right = start, end
    while left and text[left - 1] == " ":
        left -= 1
    while right < len(text) and text[right] == " ":
        right += 1
    at_an_edge = left == 0 or right == len(text) or text[right] in ".,;:!?)"
    return left, right, "" if at_an_edge else " "
