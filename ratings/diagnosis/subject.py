"""What a diagnosis is about: one slice of a study's votes, rated."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from corpus.models import System
from ratings.reading import BoardVotes
from ratings.slices import Slice
from ratings.statistics.analysis import Analysis, analyse
from ratings.statistics.blas import single_threaded
from ratings.statistics.islands import islands_of
from ratings.statistics.standings import Method, Ratings
from ratings.statistics.summary import summarise
from ratings.statistics.votes import BoolArray, Ties, Votes

LEVEL = 0.95
SEED = 20_260_101  # of rank sets, simulations and bootstraps; stored with every board


@dataclass(frozen=True, slots=True)
class Field:
    """The systems of a study, by index: how the statistics name them, and their slugs."""

    names: tuple[str, ...]
    slugs: tuple[str, ...]
    anchor: str | None

    def slug(self, index: int) -> str:
        """Of the system with an index."""
        return self.slugs[index]

    def slug_of(self, name: str) -> str:
        """Of the system with a name."""
        return self.slugs[self.names.index(name)]


def field_of(systems: Sequence[System], labels: Sequence[str]) -> Field:
    """The field of a study; systems and labels in the order in which votes number them."""
    anchors = [label for label, system in zip(labels, systems, strict=True) if system.is_human]
    slugs = tuple(system.slug for system in systems)
    return Field(tuple(labels), slugs, anchors[0] if anchors else None)


@dataclass(frozen=True, slots=True, eq=False)
class Subject:
    """One slice, rated.

    everything: all votes of the study; inside: which of them lie in the slice, excluded or not;
    votes: those of the slice that count.
    """

    part: Slice
    field: Field
    everything: BoardVotes
    inside: BoolArray
    votes: Votes
    analysis: Analysis
    ratings: Ratings

    @property
    def order(self) -> list[int]:
        """Indices of the systems in the order of the board's rows."""
        return [row.index for row in self.ratings.standings]


@single_threaded
def rate_slice(part: Slice, field: Field, everything: BoardVotes) -> Subject:
    """Rate the votes of a slice. Errors as for `ratings.statistics.rate`."""
    inside = part.of(everything)
    votes = everything.votes.where(inside & everything.counted)
    analysis = analyse(votes, systems=field.names, anchor=field.anchor)
    method = Method(Ties.HALF, False, analysis.clustering, LEVEL, SEED, field.anchor)  # noqa: FBT003
    ratings = replace(summarise(analysis, method), islands=islands_of(votes, analysis, method))
    return Subject(part, field, everything, inside, votes, analysis, ratings)
