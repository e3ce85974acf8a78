"""Who wins against whom: a square table whose cells are coloured by the share won."""

from collections.abc import Sequence
from dataclasses import dataclass

from ratings.pairs import Pair
from ratings.presentation.numbers import counted, percent
from ratings.statistics.standings import Standing

FEW_PAIR_VOTES = 10
STEPS = 9  # of the colour scale, from always lost to always won; the middle is even
MIDDLE = STEPS // 2


@dataclass(frozen=True, slots=True)
class Cell:
    """What the row's system did against the column's.

    tone: class of the colour: “tone-0” to “tone-8”, “few” when the votes are too few for a colour,
    “never” without votes, “same” on the diagonal. won: in whole percent, None without votes.
    """

    tone: str
    won: int | None
    votes: int


@dataclass(frozen=True, slots=True)
class HeatRow:
    """One system against all."""

    system: str
    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class HeatMap:
    """All systems that met another, in the order of the board.

    few: below so many votes a pair has no colour. tones: classes of the scale, in order.
    """

    rows: tuple[HeatRow, ...]
    sentence: str
    few: int = FEW_PAIR_VOTES
    tones: tuple[str, ...] = tuple(f"tone-{step}" for step in range(STEPS))


NEVER = Cell("never", None, 0)
SAME = Cell("same", None, 0)


def heat_map(
    pairs: Sequence[Pair],
    standings: Sequence[Standing],
    labels: dict[str, str],
    *,
    islands: int = 1,
) -> HeatMap | None:
    """The table of ``pairs``; ``None`` when nobody met.

    standings: in the order of the page, island after island. labels: names by slug.
    """
    cells: dict[tuple[str, str], Cell] = {}
    for pair in pairs:
        first, second = labels[pair["first"]], labels[pair["second"]]
        won = pair["won_left"] + pair["won_right"]
        lost = pair["lost_left"] + pair["lost_right"]
        cells[first, second] = _cell(won, won + lost)
        cells[second, first] = _cell(lost, won + lost)
    met = {system for pair in cells for system in pair}
    systems = [s.system for s in standings if s.system in met]
    if not systems:
        return None
    cells |= {(system, system): SAME for system in systems}
    rows = tuple(
        HeatRow(system, tuple(cells.get((system, other), NEVER) for other in systems))
        for system in systems
    )
    return HeatMap(rows, _sentence(pairs, len(systems), islands))


def tone_of(share: float) -> int:
    """Step of the colour scale: 0 always lost, 4 about even (45 to 55 %), 8 always won."""
    steps_from_even = round(10 * abs(share - 0.5) - 1e-9)
    away = min(steps_from_even, MIDDLE)
    return MIDDLE + away if share > 0.5 else MIDDLE - away


def _cell(won: int, votes: int) -> Cell:
    if not votes:
        return NEVER
    tone = "few" if votes < FEW_PAIR_VOTES else f"tone-{tone_of(won / votes)}"
    return Cell(tone, percent(won / votes), votes)


def _sentence(pairs: Sequence[Pair], systems: int, islands: int) -> str:
    possible = systems * (systems - 1) // 2
    well_known = [pair for pair in pairs if _votes(pair) >= FEW_PAIR_VOTES]
    if not well_known:
        return f"No pair has {FEW_PAIR_VOTES} votes yet."
    if islands > 1:  # nobody stands above or below a system of another island
        return f"{len(pairs):,} of {counted(possible, 'pair')} met, on {islands} islands."
    if len(pairs) < possible:
        return f"{len(pairs):,} of {counted(possible, 'pair')} have met so far."
    upsets = sum(1 for pair in well_known if pair["share"] < 0.5)
    even = sum(1 for pair in well_known if pair["share"] == 0.5)
    known = "" if len(well_known) == len(pairs) else f" with {FEW_PAIR_VOTES} votes"
    if upsets:
        return (
            f"In {upsets} of {counted(len(well_known), 'pair')}{known}, "
            "the system that stands lower won the majority."
        )
    if even:
        return (
            f"In {even} of {counted(len(well_known), 'pair')}{known}, each won half; "
            "in no pair did the system that stands lower win the majority."
        )
    return f"In every pair{known}, the system that stands higher won the majority."


def _votes(pair: Pair) -> int:
    return pair["won_left"] + pair["won_right"] + pair["lost_left"] + pair["lost_right"]
