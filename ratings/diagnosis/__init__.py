"""Everything that a board tells besides its table, computed with the statistics' pure core."""

from ratings.details import StoredDetails
from ratings.diagnosis.alternatives import alternatives, order_effect
from ratings.diagnosis.comparisons import comparisons
from ratings.diagnosis.crowd import cyclic_triples, influential
from ratings.diagnosis.subject import Field, Poll, Subject, field_of, poll_of, rate_slices
from ratings.diagnosis.tables import islands, neighbours, pair_table, tally
from ratings.slices import OVERALL
from ratings.statistics.goodness import pair_variances

__all__ = ["Field", "Poll", "Subject", "diagnose", "field_of", "poll_of", "rate_slices"]


def diagnose(subject: Subject) -> StoredDetails:
    """The details of one board; the costly ones only overall."""
    is_overall, analysis = subject.part.key == OVERALL, subject.analysis
    variances = pair_variances(analysis, analysis.fit) if is_overall and analysis.fit else None
    details: StoredDetails = {
        "tally": tally(subject),
        "pair_table": pair_table(subject, variances),
        "neighbours": neighbours(subject),
        "order_effect": None,
        "cyclic_triples": None,
        "listeners": None,
        "comparisons": None,
        "alternatives": None,
        "islands": islands(subject),
    }
    if not is_overall:
        return details
    others = alternatives(subject)
    return {
        **details,
        "order_effect": order_effect(others),
        "cyclic_triples": cyclic_triples(subject, variances),
        "listeners": influential(subject),
        "comparisons": comparisons(subject),
        "alternatives": [other for _, other in others],
    }
