"""Error rates from counted errors: of one clip, pooled over clips, and averaged over clips.

An error is a substitution, a deletion or an insertion in a minimal alignment (Levenshtein) of the
hypothesis with the reference, as jiwer finds it. A rate is errors / length of the reference; it may
exceed 1.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass

import jiwer


class NoReference(ValueError):  # noqa: N818 - the name says what is wrong
    """The references hold nothing, so that there is no rate."""


@dataclass(frozen=True, slots=True)
class Errors:
    """Counts of one clip. reference: words, or characters, of the reference."""

    substitutions: int
    deletions: int
    insertions: int
    reference: int

    @property
    def total(self) -> int:
        """All errors."""
        return self.substitutions + self.deletions + self.insertions

    @property
    def rate(self) -> float:
        """Errors / reference. Raises NoReference where that is 0."""
        if not self.reference:
            raise NoReference("There is no rate without a reference.")
        return self.total / self.reference


def errors_in(reference: Sequence[str], hypothesis: Sequence[str]) -> Errors:
    """Count the errors of *hypothesis*, both as words or both as characters, none of them a space.

    Against an empty reference everything heard is an insertion (jiwer 4 counts so too).
    """
    aligned = jiwer.process_words(" ".join(reference), " ".join(hypothesis))
    return Errors(
        aligned.substitutions, aligned.deletions, aligned.insertions, reference=len(reference)
    )


def pooled_rate(clips: Iterable[Errors]) -> float:
    """Errors of all clips / length of all references: long clips weigh more.

    Raises NoReference if all references are empty. One that is empty adds its insertions.
    """
    counted = list(clips)
    length = sum(clip.reference for clip in counted)
    if not length:
        raise NoReference("There is no rate without a reference.")
    return sum(clip.total for clip in counted) / length


def mean_rate(clips: Iterable[Errors]) -> float:
    """The mean of the clips' rates: each weighs the same; those without reference do not count.

    Raises NoReference if none is left.
    """
    rates = [clip.rate for clip in clips if clip.reference]
    if not rates:
        raise NoReference("There is no rate without a reference.")
    return sum(rates) / len(rates)


def as_details(errors: Errors, unit: str) -> dict[str, int]:
    """Return the counts as they are stored with a value; *unit* is "words" or "characters"."""
    counts = asdict(errors)
    counts[f"reference_{unit}"] = counts.pop("reference")
    return counts


def from_details(details: Mapping[str, object]) -> Errors:
    """Return the counts that were stored with a value, to pool them.

    Raises KeyError or ValueError for details of other metrics.
    """
    unit = "words" if "reference_words" in details else "characters"
    names = "substitutions", "deletions", "insertions", f"reference_{unit}"
    return Errors(*(int(str(details[name])) for name in names))
