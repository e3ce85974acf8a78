"""What a diagnosis is about: one slice of a study's votes, rated."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from corpus.models import System
from ratings.reading import BoardVotes, Traits
from ratings.slices import Slice
from ratings.statistics.analysis import Analysis, analyse_slices
from ratings.statistics.blas import single_threaded
from ratings.statistics.islands import islands_of
from ratings.statistics.standings import Method, Ratings
from ratings.statistics.summary import summarise
from ratings.statistics.tabulation import Tabulation, tabulate
from ratings.statistics.votes import BoolArray, IntArray, Ties, Votes

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
class Poll:
    """All votes of a study, sorted into cells of votes that are alike in every trait.

    traits, sizes: (cells,), excluded votes too. prompts: (cells, prompts), whether a cell has votes
    on a prompt.
    """

    field: Field
    traits: Traits
    sizes: IntArray
    prompts: BoolArray
    table: Tabulation

    def cells(self, part: Slice) -> BoolArray:
        """Those of a slice whose votes count: (cells,)."""
        return part.of(self.traits) & self.traits.counted

    def votes(self, cells: BoolArray) -> int:
        """How many there are in some cells."""
        return int(self.sizes[cells].sum())

    def analyses(self, parts: Sequence[BoolArray], *, order_effect: bool = False) -> list[Analysis]:
        """Of sets of cells."""
        return analyse_slices(
            self.table,
            parts,
            systems=self.field.names,
            anchor=self.field.anchor,
            order_effect=order_effect,
        )


def poll_of(field: Field, votes: BoardVotes) -> Poll:
    """Sort and count the votes of a study. Raises VoteError for an unusable vote."""
    cells, traits = votes.by_cell()
    prompt = votes.votes.prompt
    prompts = 0 if prompt is None else int(prompt.max(initial=-1)) + 1
    met = np.zeros((len(traits), prompts), dtype=bool)
    if prompt is not None:
        met.reshape(-1)[cells * prompts + prompt] = True
    return Poll(
        field=field,
        traits=traits,
        sizes=np.bincount(cells, minlength=len(traits)),
        prompts=met,
        table=tabulate(
            votes.votes,
            systems=len(field.names),
            ties=Ties.HALF,
            cells=cells,
            cell_count=len(traits),
        ),
    )


@dataclass(frozen=True, slots=True, eq=False)
class Subject:
    """One slice, rated. cells: which cells of the poll lie in it, excluded votes too.

    others: the analyses of other slices, by key, as far as they are at hand.
    """

    part: Slice
    poll: Poll
    cells: BoolArray
    analysis: Analysis
    ratings: Ratings
    others: dict[str, Analysis]

    @property
    def field(self) -> Field:
        """The systems."""
        return self.poll.field

    @property
    def vote_count(self) -> int:
        """How many votes of the slice count."""
        return self.poll.votes(self.cells & self.poll.traits.counted)

    @property
    def votes(self) -> Votes:
        """Those of the slice that count; made anew each time."""
        return self.poll.table.votes_in(self.cells & self.poll.traits.counted)

    @property
    def order(self) -> list[int]:
        """Indices of the systems in the order of the board's rows."""
        return [row.index for row in self.ratings.standings]


@single_threaded
def rate_slices(parts: Sequence[Slice], poll: Poll) -> list[Subject]:
    """Rate the votes of slices. What comes out for one does not depend on the others."""
    analyses = poll.analyses([poll.cells(part) for part in parts])
    others = {part.key: analysis for part, analysis in zip(parts, analyses, strict=True)}
    return [
        Subject(
            part=part,
            poll=poll,
            cells=part.of(poll.traits),
            analysis=analysis,
            ratings=_ratings(poll.field, analysis),
            others=others,
        )
        for part, analysis in zip(parts, analyses, strict=True)
    ]


def _ratings(field: Field, analysis: Analysis) -> Ratings:
    method = method_of(field, analysis)
    return replace(summarise(analysis, method), islands=islands_of(analysis, method))


def method_of(field: Field, analysis: Analysis, *, order_effect: bool = False) -> Method:
    """How boards are rated."""
    return Method(Ties.HALF, order_effect, analysis.clustering, LEVEL, SEED, field.anchor)
