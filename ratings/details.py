"""What a board tells besides its table: the schema of what `details_of(board)` returns.

Systems are named by slug, numbers are in full, and `None` stands where a number does not exist.
Ratings, shifts and differences are in Elo points. Parts that are costly are made for the slice
`overall` only and are `None` on every other board; each says so. Tier, probability of being best
and one-sided bounds are columns of the standings.

`Board.details` holds the same as plain JSON, with the pairs as a table of counts
(`ratings.pairs`): written out for every slice of every board they would fill the disk.
"""

from typing import TYPE_CHECKING, Any, NotRequired, TypedDict, cast

from ratings.pairs import Pair, PairTable, pairs_of

if TYPE_CHECKING:
    from ratings.models import Board


class Interval(TypedDict):
    """An estimate; error, low and high are None when the votes do not allow an interval."""

    value: float
    error: float | None
    low: float | None
    high: float | None


class Tally(TypedDict):
    """How much a board stands on.

    excluded: votes left out, by reason (`arena.models.Exclusion.Reason`); a vote with two reasons
    counts under both. left_share: share of the votes that chose the left clip, None without votes.
    """

    votes: int
    listeners: int
    prompts: int
    simulated: int
    excluded: dict[str, int]
    left_share: float | None


class CyclicTriples(TypedDict):
    """Rock-paper-scissors triples: observed, expected under the model, and how unusual.

    p_value: share of simulations with at least as many; never 0.
    """

    cyclic: int
    expected: float
    p_value: float
    simulations: int


class InfluentialListener(TypedDict):
    """What leaving out one listener does. number: 1, 2, … in this list; it names nobody.

    one_step, refitted: shift of the most affected `system`, first approximated, then refitted;
    refitted is None when the votes of the others cannot be fitted: they do not connect the systems
    (`disconnects`), or the likelihood has no finite maximum.
    moved: systems whose position changes.
    """

    number: int
    votes: int
    system: str
    one_step: float
    refitted: float | None
    moved: list[str]
    disconnects: bool


class SliceGap(TypedDict):
    """One system in one slice against its mean over the slices compared.

    adjusted: p value for all systems and slices together.
    """

    slice: str
    system: str
    difference: float
    error: float
    adjusted: float


class SliceComparison(TypedDict):
    """Do the systems compare differently in slices of one kind?

    kind: register, gender or difficulty. slices: keys of those compared. p_value: by the largest
    single gap, the one to show. wald_p: of the joint test, None with too few listeners.
    gaps: the twenty most significant, in that order. refusal: a sentence when there is no
    answer; all else is then None or empty.
    """

    kind: str
    slices: list[str]
    systems: list[str]
    listeners: int | None
    p_value: float | None
    wald_p: float | None
    gaps: list[SliceGap]
    refusal: str


class Neighbours(TypedDict):
    """Two neighbours on the board. votes: further votes on the whole board that would separate
    them at today's spread; 0 when they are separated, None when that would never end.
    """

    better: str
    worse: str
    difference: float
    error: float | None
    votes: int | None


class OtherRating(TypedDict):
    """A system rated another way. shift: against this board; None unless rated both ways."""

    system: str
    rating: float
    low: float | None
    high: float | None
    rank: int
    shift: float | None


class Alternative(TypedDict):
    """The same systems, rated another way that could be defended as well.

    key: `excluded` (the votes that somebody left out are put back; practice never is), `cap` (no
    listener has more than a set share of a pair's votes) or `order-effect` (with an advantage of
    one side in the model). label: a few words. votes: that entered. share: of the cap, else None.
    largest_shift: of a rating, on `system`. moved: systems whose position changes.
    refusal: a sentence when this way has no answer; all else is then None or empty.
    """

    key: str
    label: str
    votes: int | None
    share: float | None
    ratings: list[OtherRating]
    largest_shift: float | None
    system: str | None
    moved: list[str]
    refusal: str


class IslandDetails(TypedDict):
    """Systems with a scale of their own, apart from the board's table.

    rows: best first, then those without a rating, each with the columns of a standing and its
    `system`; all of them stand on the board too, without a rating. facts: what holds for this
    island alone, as `ratings.leaderboard.facts.island_facts` tells it.
    """

    rows: list[dict[str, Any]]
    facts: dict[str, Any]


class Details(TypedDict):
    """The whole. Present on every board: tally, pairs, neighbours, islands. The rest only overall.

    order_effect: in natural-log odds for the left clip, from the alternative `order-effect`; None
    when it has no estimate, the alternative's refusal then says why.
    cyclic_triples: also None when fewer than three systems have intervals.
    listeners: those whose absence changes most, five at most, and up to five more whose absence may
    change an order.
    islands: largest first; empty where all rated systems share one scale, and on boards made by
    version 2 of the method, which did not rate them.
    """

    tally: Tally
    pairs: list[Pair]
    neighbours: list[Neighbours]
    order_effect: Interval | None
    cyclic_triples: CyclicTriples | None
    listeners: list[InfluentialListener] | None
    comparisons: list[SliceComparison] | None
    alternatives: list[Alternative] | None
    islands: list[IslandDetails]


class StoredDetails(TypedDict):
    """`Details` as `Board.details` holds them."""

    tally: Tally
    pair_table: PairTable
    neighbours: list[Neighbours]
    order_effect: Interval | None
    cyclic_triples: CyclicTriples | None
    listeners: list[InfluentialListener] | None
    comparisons: list[SliceComparison] | None
    alternatives: list[Alternative] | None
    islands: NotRequired[list[IslandDetails]]


def details_of(board: "Board") -> Details | None:
    """What a board tells; None on boards of method version 1, which had no details."""
    if not board.details:
        return None
    stored = cast("StoredDetails", dict(board.details))
    return {
        "tally": stored["tally"],
        "pairs": pairs_of(stored["pair_table"]),
        "neighbours": stored["neighbours"],
        "order_effect": stored["order_effect"],
        "cyclic_triples": stored["cyclic_triples"],
        "listeners": stored["listeners"],
        "comparisons": stored["comparisons"],
        "alternatives": stored["alternatives"],
        "islands": stored.get("islands", []),
    }
