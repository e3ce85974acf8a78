"""What a board tells besides its table, in the order in which its page shows it."""

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


def findings_of(subject: Subject) -> list[Finding]:
    """Every finding that this board has something on."""
    return [finding for make in ALL if (finding := make(subject)) is not None]
