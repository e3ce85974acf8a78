"""Proposals accepted: the words that take the place of a span."""

from collections.abc import Iterable

from corpus.text.findings import Finding


def apply(text: str, finding: Finding) -> str:
    """Return *text* with the finding's proposal in place of its span; unchanged without one.

    Raises ValueError if the span lies outside of *text*, as after an edit.
    """
    if finding.proposal is None:
        return text
    if not 0 <= finding.start <= finding.end <= len(text):
        raise ValueError("The text has changed since this was found. Check the prompt again.")
    return text[: finding.start] + finding.proposal + text[finding.end :]


def apply_all(text: str, findings: Iterable[Finding]) -> str:
    """Return *text* with every proposal accepted; of two that overlap, the first.

    Raises ValueError as `apply` does.
    """
    proposed = (finding for finding in findings if finding.proposal is not None)
    kept: list[Finding] = []
    for finding in sorted(proposed, key=lambda finding: (finding.start, finding.end)):
        if not kept or finding.start >= kept[-1].end:
            kept.append(finding)
    for finding in reversed(kept):
        text = apply(text, finding)
    return text
