"""One thing that a board tells besides its table: a sentence, and the numbers behind it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ratings.details import Details
from ratings.statistics.standings import Standing


@dataclass(frozen=True, slots=True)
class NumberTable:
    """Rows of cells as text. The first ``words`` columns hold words, the others numbers."""

    caption: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    words: int = 1


@dataclass(frozen=True, slots=True)
class Finding:
    """key: its fragment. sentence: the answer. notes: how to read the numbers."""

    key: str
    title: str
    sentence: str
    tables: tuple[NumberTable, ...] = ()
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Subject:
    """What findings are made from.

    labels: names of systems by slug; slices: names of slices by key; reasons: of exclusions, by
    value. level: of the board's intervals. human: name of the human anchor.
    islands: rows of the tables that stand apart, largest first.
    """

    details: Details
    standings: Sequence[Standing]
    labels: Mapping[str, str]
    slices: Mapping[str, str]
    reasons: Mapping[str, str]
    level: float
    human: str | None = None
    islands: Sequence[Sequence[Standing]] = ()

    @property
    def alpha(self) -> float:
        """Below it a p value is beyond chance."""
        return 1 - self.level

    @property
    def together(self) -> str:
        """Of which systems ranks hold at once."""
        return "of an island together" if self.islands else "together"

    def names(self, slugs: Sequence[str]) -> list[str]:
        """Names of systems."""
        return [self.labels[slug] for slug in slugs]

    def spoken(self, system: str) -> str:
        """A system within a sentence."""
        return "the human reader" if system == self.human else system
