"""From votes to counts."""

import numpy as np
import pytest

from ratings.statistics import counts as counts_module
from ratings.statistics.counts import count_keys, count_votes, encode, wins
from ratings.statistics.votes import Outcome, VoteError, Votes


def votes(*rows: tuple[int, int, int]) -> Votes:
    left, right, outcome = (np.array(column) for column in zip(*rows, strict=True))
    return Votes(left, right, outcome)


def test_each_vote_falls_into_its_cell() -> None:
    counts = count_votes(
        votes((0, 1, Outcome.LEFT), (0, 1, Outcome.LEFT), (1, 0, Outcome.TIE)), systems=2
    )
    assert counts.shape == (1, 2, 2, 3)
    assert counts[0, 0, 1].tolist() == [2, 0, 0]
    assert counts[0, 1, 0].tolist() == [0, 0, 1]
    assert counts.sum() == 3


def test_slices_are_counted_apart() -> None:
    rows = votes((0, 1, Outcome.LEFT), (0, 1, Outcome.RIGHT))
    counts = count_votes(rows, systems=2, slices=np.array([0, 1]), slice_count=3)
    assert counts[:, 0, 1].tolist() == [[1, 0, 0], [0, 1, 0], [0, 0, 0]]


def test_counts_from_stored_keys_equal_counts_from_votes() -> None:
    rng = np.random.default_rng(1)
    left = rng.integers(0, 30, 1000)
    many = Votes(left, (left + rng.integers(1, 30, 1000)) % 30, rng.integers(0, 3, 1000))
    keys = encode(many, systems=30).astype(np.int32)
    assert (count_keys(keys, systems=30) == count_votes(many, systems=30)).all()


def test_a_tie_is_half_a_win_each() -> None:
    counts = count_votes(votes((0, 1, Outcome.TIE), (1, 0, Outcome.RIGHT)), systems=2)
    assert wins(counts[0]).tolist() == [[0, 1.5], [0.5, 0]]


@pytest.mark.parametrize(
    ("row", "complaint"),
    [
        ((1, 1, Outcome.LEFT), "against itself"),
        ((0, 2, Outcome.LEFT), "none of the 2 systems"),
        ((-1, 0, Outcome.LEFT), "none of the 2 systems"),
        ((0, 1, 3), "unknown outcome"),
        ((0, 1, -1), "unknown outcome"),
    ],
)
def test_an_unusable_vote_is_refused_by_its_number(
    row: tuple[int, int, int], complaint: str
) -> None:
    with pytest.raises(VoteError, match=f"^Vote 3: .*{complaint}") as caught:
        votes((0, 1, 0), (1, 0, 1), row, (0, 1, 0)).checked(2)
    assert caught.value.row == 2


@pytest.mark.parametrize("weight", [1e300, 1e16, 1e-16, 5e-324])
def test_a_weight_too_large_or_too_small_to_add_up_is_refused(weight: float) -> None:
    sides = np.array([0, 1, 0])
    votes = Votes(sides, 1 - sides, sides, weight=np.array([1.0, 2.0, weight]))
    with pytest.raises(VoteError, match=r"^Vote 3: has a weight outside of 1e-15 to 1e\+15"):
        votes.checked(2)


@pytest.mark.parametrize("weight", [-1.0, np.nan, np.inf])
def test_an_unusable_weight_is_refused(weight: float) -> None:
    rows = Votes(np.array([0, 0]), np.array([1, 1]), np.array([0, 0]), None, None, np.ones(2))
    assert rows.weight is not None
    rows.weight[1] = weight
    with pytest.raises(VoteError, match=r"^Vote 2: has a weight"):
        rows.checked(2)


def test_columns_of_unequal_length_are_refused() -> None:
    with pytest.raises(ValueError, match="differ in length"):
        Votes(np.array([0]), np.array([1, 1]), np.array([0])).checked(2)


def test_counting_in_blocks_gives_the_same_as_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = np.random.default_rng(2)
    left = rng.integers(0, 3, 500)
    many = Votes(left, (left + rng.integers(1, 3, 500)) % 3, rng.integers(0, 3, 500))
    slices = rng.integers(0, 2, 500)
    at_once = count_votes(many, systems=3, slices=slices, slice_count=2)
    monkeypatch.setattr(counts_module, "BLOCK", 7)
    in_blocks = count_votes(many, systems=3, slices=slices, slice_count=2)
    assert (in_blocks == at_once).all()
    assert in_blocks.sum() == 500
