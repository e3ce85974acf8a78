"""Whether the systems compare differently in different registers, voices, difficulties."""

from ratings.details import SliceComparison
from ratings.diagnosis.subject import Subject
from ratings.reading import Labels
from ratings.slices import Slice, labels_of
from ratings.statistics.analysis import Analysis
from ratings.statistics.interaction import Interaction, SliceError, compare_slices

KINDS = ("register", "gender", "difficulty")
GAPS = 20  # kept of each comparison


def comparisons(subject: Subject) -> list[SliceComparison]:
    """One for each kind of slices of which there are several."""
    every = ((kind, labels_of(subject.poll.traits, kind)) for kind in KINDS)
    return [_comparison(subject, kind, labels) for kind, labels in every if len(labels.names) > 1]


def _comparison(subject: Subject, kind: str, labels: Labels) -> SliceComparison:
    try:
        found = compare_slices(_analyses(subject, kind, labels))
    except SliceError as error:
        return _refused(kind, str(error))
    return _told(subject, kind, labels, found)


def _analyses(subject: Subject, kind: str, labels: Labels) -> dict[int, Analysis]:
    """Of every slice of a kind, by its code; made now where the slice has not been rated."""
    poll = subject.poll
    parts = {code: Slice(f"{kind}:{name}", "", "") for code, name in enumerate(labels.names)}
    found = {
        code: subject.others[part.key] for code, part in parts.items() if part.key in subject.others
    }
    missing = [code for code in parts if code not in found]
    made = poll.analyses([poll.cells(parts[code]) for code in missing])
    return found | dict(zip(missing, made, strict=True))


def _told(subject: Subject, kind: str, labels: Labels, found: Interaction) -> SliceComparison:
    slug = subject.field.slug
    return {
        "kind": kind,
        "slices": [f"{kind}:{labels.names[code]}" for code in found.slices],
        "systems": [slug(index) for index in found.systems],
        "listeners": found.listeners,
        "p_value": found.smallest_p,
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
