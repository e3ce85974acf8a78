"""Whether the systems compare differently in different registers, voices, difficulties."""

from dataclasses import replace

import numpy as np

from ratings.details import SliceComparison
from ratings.diagnosis.subject import SEED, Subject
from ratings.reading import UNKNOWN, Labels
from ratings.slices import labels_of
from ratings.statistics.interaction import Interaction, SliceError, interaction

KINDS = ("register", "gender", "difficulty")
GAPS = 20  # kept of each comparison
REPLICATES = 1000  # no p value can be smaller than one in this many


def comparisons(subject: Subject) -> list[SliceComparison]:
    """One for each kind of slices of which there are several."""
    every = ((kind, labels_of(subject.everything, kind)) for kind in KINDS)
    return [_comparison(subject, kind, labels) for kind, labels in every if len(labels.names) > 1]


def _comparison(subject: Subject, kind: str, labels: Labels) -> SliceComparison:
    chosen = subject.inside & subject.everything.counted
    codes = labels.codes[chosen].astype(np.int64)
    known = codes != UNKNOWN
    votes = replace(subject.votes, prompt=None)
    if not known.all():
        votes, codes = votes.where(known), codes[known]
    try:
        found = interaction(
            votes, codes, replicates=REPLICATES, seed=SEED, systems=subject.field.names
        )
    except SliceError as error:
        return _refused(kind, str(error))
    return _told(subject, kind, labels, found)


def _told(subject: Subject, kind: str, labels: Labels, found: Interaction) -> SliceComparison:
    slug = subject.field.slug
    return {
        "kind": kind,
        "slices": [f"{kind}:{labels.names[code]}" for code in found.slices],
        "systems": [slug(index) for index in found.systems],
        "listeners": found.listeners,
        "p_value": found.max_t_p,
        "wald_p": found.wald_p,
        "gaps": [
            {
                "slice": f"{kind}:{labels.names[gap.slice]}",
                "system": slug(gap.system),
                "difference": gap.difference,
                "error": gap.error,
                "adjusted": gap.adjusted,
            }
            for gap in found.differences[:GAPS]
        ],
        "refusal": "",
    }


def _refused(kind: str, refusal: str) -> SliceComparison:
    return {
        "kind": kind,
        "slices": [],
        "systems": [],
        "listeners": None,
        "p_value": None,
        "wald_p": None,
        "gaps": [],
        "refusal": refusal,
    }
