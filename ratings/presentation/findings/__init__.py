"""What a board tells besides its table, in the order in which its page shows it."""

from dataclasses import replace

from ratings.presentation.findings.choices import choices, left_out
from ratings.presentation.findings.finding import Finding, NumberTable, Subject
from ratings.presentation.findings.listeners import influential_listeners
from ratings.presentation.findings.model import cycles, goodness_of_fit
from ratings.presentation.findings.ranks import ranks, votes_needed
from ratings.presentation.findings.sides import sides
from ratings.presentation.findings.slices import slices_compared

__all__ = ["Finding", "NumberTable", "Subject", "findings_of"]

ALL = (
    ranks,
    votes_needed,
    slices_compared,
    sides,
    goodness_of_fit,
    cycles,
    influential_listeners,
    choices,
    left_out,
)

ONE_SCALE = {"ranks", "needed", "fit", "cycles", "listeners", "choices"}


def findings_of(subject: Subject) -> list[Finding]:
    """Every finding that this board has something on."""
    found = [finding for make in ALL if (finding := make(subject)) is not None]
    return [_of_first_island(finding) for finding in found] if subject.islands else found


def _of_first_island(finding: Finding) -> Finding:
    """Say of what is told of the largest island alone that it is."""
    if finding.key not in ONE_SCALE:
        return finding
    sentence = f"On island 1, {finding.sentence[:1].lower()}{finding.sentence[1:]}"
    return replace(finding, sentence=sentence)
