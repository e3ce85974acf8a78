"""Whether the listeners agree among each other, and whether one of them decides."""

from ratings.details import CyclicTriples, InfluentialListener
from ratings.diagnosis.subject import SEED, Subject
from ratings.statistics.goodness import PairVariances
from ratings.statistics.influence import influential_listeners
from ratings.statistics.transitivity import intransitivity


def cyclic_triples(subject: Subject, variances: PairVariances | None) -> CyclicTriples | None:
    """Rock-paper-scissors triples against what chance brings."""
    found = intransitivity(subject.analysis, seed=SEED, variances=variances)
    if found is None:
        return None
    return {
        "cyclic": found.cyclic,
        "expected": found.expected,
        "p_value": found.p_value,
        "simulations": found.simulations,
    }


def influential(subject: Subject) -> list[InfluentialListener]:
    """Who changes most by staying away; numbered, so that the board names nobody."""
    slug = subject.field.slug
    return [
        {
            "number": number,
            "votes": round(one.votes),
            "system": slug(one.system),
            "one_step": one.one_step,
            "refitted": one.refitted,
            "moved": [slug(index) for index in one.moved],
            "disconnects": one.disconnects,
        }
        for number, one in enumerate(influential_listeners(subject.analysis), start=1)
    ]
