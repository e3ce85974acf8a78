"""Who found it first: the text is searched by one rule after another, each span told once."""

from collections.abc import Iterable, Iterator

from corpus.text.findings import Finding
from corpus.text.patterns import Rule


def unclaimed(
    text: str, rules: Iterable[Rule], claims: bytearray | None = None
) -> Iterator[Finding]:
    """Yield the findings of *rules* in turn, without those that touch an earlier one's span.

    *claims* has one byte per character, not zero where taken; it is updated.
    """
    taken = bytearray(len(text)) if claims is None else claims
    for rule in rules:
        for finding in rule(text):
            if not any(taken[finding.start : finding.end]):
                taken[finding.start : finding.end] = b"\1" * (finding.end - finding.start)
                yield finding
