"""Standard errors and intervals."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from scipy.stats import norm, t

from ratings.statistics import scores
from ratings.statistics.analysis import analyse
from ratings.statistics.covariance import Clustering
from ratings.statistics.intervals import Estimate
from ratings.statistics.rate import rate
from ratings.statistics.standings import Standing
from ratings.statistics.votes import FloatArray, IntArray, Votes
from tests.ratings.published import UNITS_PER_POINT
from tests.ratings.strategies import connected_votes


def random_votes(seed: int, *, systems: int = 5, votes: int = 400, listeners: int = 20) -> Votes:
    rng = np.random.default_rng(seed)
    left = rng.integers(0, systems, votes)
    right = (left + rng.integers(1, systems, votes)) % systems
    left_wins = rng.random(votes) < 1 / (1 + np.exp((right - left) / 3))
    return Votes(left, right, np.where(left_wins, 0, 1), rng.integers(0, listeners, votes))


def with_prompts(votes: Votes) -> Votes:
    return replace(votes, prompt=np.arange(len(votes)) * 7 % 8)


def effective(codes: IntArray) -> float:
    """As how many clusters of equal size these count."""
    given = np.bincount(codes)
    return float(given.sum() ** 2 / (given**2).sum())


def sandwich_by_the_book(votes: Votes, codes: IntArray, theta: FloatArray) -> FloatArray:
    """The textbook formula on the design matrix, one row per vote, with a pseudo-inverse."""
    rows = np.arange(len(votes))
    design = np.zeros((len(votes), len(theta)))
    design[rows, votes.left] = 1
    design[rows, votes.right] = -1
    p = 1 / (1 + np.exp(-design @ theta))
    information = design.T @ (design * (p * (1 - p))[:, None])
    bread = np.linalg.pinv(information, rcond=1e-9, hermitian=True)
    scores = design * ((votes.outcome == 0) - p)[:, None]
    groups = [scores[codes == code].sum(axis=0) for code in np.unique(codes)]
    meat = sum(np.outer(group, group) for group in groups)
    count = effective(codes)
    return np.asarray(bread @ meat @ bread * count / (count - 1))


def half_width(estimate: Estimate | None) -> float:
    """In standard errors."""
    assert estimate is not None
    assert estimate.high is not None
    assert estimate.error is not None
    return (estimate.high - estimate.value) / estimate.error


def row_of(rows: tuple[Standing, ...], system: str) -> Standing:
    return next(row for row in rows if row.system == system)


@pytest.mark.parametrize("block", [2**23, 10], ids=["at once", "in blocks"])
def test_clustered_covariance_is_the_sandwich_of_the_textbook(
    block: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(scores, "MAX_CELLS", block)
    votes = random_votes(1)
    assert votes.listener is not None
    analysis = analyse(votes, systems="abcde")
    assert analysis.fit is not None
    assert analysis.covariance is not None
    expected = sandwich_by_the_book(votes, votes.listener, analysis.fit.theta)
    assert analysis.covariance.matrix == pytest.approx(expected, abs=1e-12)


def test_two_way_covariance_adds_both_ways_and_takes_off_their_overlap() -> None:
    votes = with_prompts(random_votes(1, votes=4000))
    assert votes.listener is not None
    assert votes.prompt is not None
    analysis = analyse(votes, systems="abcde", clustering=Clustering.BOTH)
    assert analysis.fit is not None
    assert analysis.covariance is not None
    theta = analysis.fit.theta
    both = votes.listener * 1000 + votes.prompt
    expected = (
        sandwich_by_the_book(votes, votes.listener, theta)
        + sandwich_by_the_book(votes, votes.prompt, theta)
        - sandwich_by_the_book(votes, both, theta)
    )
    assert np.linalg.eigvalsh(expected).min() > -1e-12
    assert analysis.covariance.matrix == pytest.approx(expected, abs=1e-12)
    assert analysis.covariance.clusters == 8
    assert analysis.covariance.degrees_of_freedom == pytest.approx(effective(votes.prompt) - 1)


@given(connected_votes())
def test_two_way_covariance_has_no_negative_variance(case: tuple[tuple[str, ...], Votes]) -> None:
    systems, votes = case
    analysis = analyse(with_prompts(votes), systems=systems, clustering=Clustering.BOTH)
    if analysis.covariance is not None:
        assert np.linalg.eigvalsh(analysis.covariance.matrix).min() > -1e-9


def test_clustering_by_what_the_votes_do_not_carry_is_refused() -> None:
    with pytest.raises(ValueError, match="do not name their prompts"):
        rate(random_votes(1), systems="abcde", clustering=Clustering.BOTH)


def test_widely_spread_listener_codes_are_as_good_as_dense_ones() -> None:
    votes = random_votes(1)
    assert votes.listener is not None
    spread = replace(votes, listener=votes.listener * 10**9)
    assert rate(votes, systems="abcde") == rate(spread, systems="abcde")


def in_turn(votes: Votes, listeners: int) -> Votes:
    """The same votes, each round of them given by all listeners in turn."""
    return replace(votes, listener=np.arange(len(votes)) % listeners)


def test_listeners_of_equal_diligence_give_student_t_on_one_less_than_them() -> None:
    ratings = rate(in_turn(random_votes(2, systems=2), 20), systems="ab")
    assert ratings.clusters == 20
    assert ratings.effective == pytest.approx(20)
    assert ratings.width == pytest.approx(t(19).ppf(0.975))
    for row in ratings.rated:
        assert half_width(row.rating) == pytest.approx(t(19).ppf(0.975))


def test_listeners_of_unequal_diligence_count_as_fewer() -> None:
    votes = random_votes(2)
    assert votes.listener is not None
    eager = replace(votes, listener=np.where(np.arange(400) < 200, 0, votes.listener))
    assert eager.listener is not None
    width = rate(eager, systems="abcde").width
    assert width == pytest.approx(t(effective(eager.listener) - 1).ppf(0.975))


def test_a_vote_of_weight_three_counts_as_three_votes_of_its_listener() -> None:
    votes = random_votes(3)
    weight = np.where(np.arange(len(votes)) % 2, 3.0, 1.0)
    weighted = rate(replace(votes, weight=weight), systems="abcde")
    repeated = rate(votes.where(np.repeat(np.arange(400), weight.astype(int))), systems="abcde")
    assert weighted.effective == pytest.approx(repeated.effective)
    for one, other in zip(weighted.rated, repeated.rated, strict=True):
        assert half_width(one.rating) == pytest.approx(half_width(other.rating))


def test_one_listener_with_nearly_all_votes_leaves_no_interval() -> None:
    votes = random_votes(4, listeners=2)
    nearly = replace(votes, listener=np.where(np.arange(400) < 360, 0, 1))
    ratings = rate(nearly, systems="abcde")
    assert ratings.notes == ("Nearly all votes belong to one of the listeners: no intervals.",)
    assert all(row.rating is not None and row.rating.low is None for row in ratings.rated)


def test_a_system_on_which_one_listener_gave_nearly_all_votes_has_no_interval() -> None:
    votes = random_votes(5)
    assert votes.listener is not None
    touched = (votes.left == 0) | (votes.right == 0)
    lonely = replace(votes, listener=np.where(touched, 7, votes.listener))
    assert lonely.listener is not None
    lonely.listener[np.flatnonzero(touched)[0]] = 8
    ratings = rate(lonely, systems="abcde")
    row = row_of(ratings.rated, "a")
    assert row.rating is not None
    assert row.rating.low is None
    assert ratings.notes == ("Nearly all votes on a belong to one of the listeners: no interval.",)


def test_without_listeners_intervals_are_model_based_and_say_so() -> None:
    ratings = rate(replace(random_votes(3), listener=None), systems="abcde")
    assert ratings.method.clustering is Clustering.NONE
    assert ratings.width == pytest.approx(norm.ppf(0.975))
    assert "every vote as independent" in ratings.notes[0]


def test_a_single_listener_gives_ratings_but_no_interval() -> None:
    ratings = rate(random_votes(4, listeners=1), systems="abcde")
    assert "All votes belong to one of the listeners" in ratings.notes[0]
    for row in ratings.rated:
        assert row.rating is not None
        assert row.rating.low is None
        assert row.rank_low is None


def test_a_system_judged_by_one_listener_only_has_no_interval_and_no_certain_rank() -> None:
    votes = random_votes(5)
    assert votes.listener is not None
    touched = (votes.left == 0) | (votes.right == 0)
    lonely = replace(votes, listener=np.where(touched, 7, votes.listener))
    ratings = rate(lonely, systems="abcde", anchor="b")
    row = row_of(ratings.rated, "a")
    assert row.rating is not None
    assert row.rating.low is None
    assert row.listeners == 1
    assert (row.rank_low, row.rank_high) == (1, 5)
    assert row.against_anchor is not None
    assert row.against_anchor.difference is not None
    assert row.against_anchor.difference.low is None
    assert ratings.notes == ("a was met by one of the listeners: no interval.",)


def test_a_system_and_its_differences_have_the_degrees_of_freedom_of_its_own_listeners() -> None:
    votes = random_votes(5)
    assert votes.listener is not None
    touched = (votes.left == 0) | (votes.right == 0)
    few = replace(votes, listener=np.where(touched, votes.listener % 3, votes.listener))
    ratings = rate(few, systems="abcde", anchor="b")
    a = row_of(ratings.rated, "a")
    assert few.listener is not None
    expected = t(effective(few.listener[touched]) - 1).ppf(0.975)
    assert a.listeners == 3
    assert half_width(a.rating) == pytest.approx(expected)
    assert a.against_anchor is not None
    assert half_width(a.against_anchor.difference) == pytest.approx(expected)


def test_a_system_of_unknown_error_widens_what_is_measured_from_the_mean_with_it() -> None:
    """One listener alone gave twelve votes on the newcomer, whose error moves everybody's mean."""
    votes = random_votes(6, systems=3, votes=2000)
    assert votes.listener is not None
    k = np.arange(12)
    joined = Votes(
        np.append(votes.left, np.full(12, 3)),
        np.append(votes.right, k % 3),
        np.append(votes.outcome, k // 3 % 2),
        np.append(votes.listener, np.full(12, 7)),
    )
    alone, together = (rate(v, systems=names) for v, names in ((votes, "abc"), (joined, "abcd")))
    newcomer_on_the_mean = (12 / 4) ** -0.5 / 4 / UNITS_PER_POINT  # one listener, if votes are fair
    for name in "abc":
        before, after = row_of(alone.rated, name).rating, row_of(together.rated, name).rating
        assert before is not None
        assert after is not None
        assert before.error is not None
        assert after.error is not None
        assert after.error > before.error
        assert after.error == pytest.approx(newcomer_on_the_mean, rel=0.5)


@pytest.mark.parametrize("unit", [1e-12, 1e-6, 1e12])
def test_the_unit_of_weights_changes_no_clustered_interval(unit: float) -> None:
    votes, systems = random_votes(5), "abcde"
    scaled = replace(votes, weight=np.full(len(votes), unit))
    plain = rate(votes, systems=systems, order_effect=True)
    found = rate(scaled, systems=systems, order_effect=True)
    for one, other in zip(plain.rated, found.rated, strict=True):
        assert one.rating is not None
        assert other.rating is not None
        assert (other.rating.low, other.rating.high) == pytest.approx(
            (one.rating.low, one.rating.high), abs=1e-6
        )
        assert (other.rank_low, other.rank_high) == (one.rank_low, one.rank_high)
    assert plain.order_effect is not None
    assert found.order_effect is not None
    assert found.order_effect.low == pytest.approx(plain.order_effect.low, abs=1e-9)


def test_votes_that_are_all_ties_leave_no_error_and_say_so() -> None:
    tied = replace(random_votes(7, systems=2), outcome=np.full(400, 2))
    ratings = rate(tied, systems="ab")
    assert ratings.notes == tuple(
        f"The votes on {name} cancel out and leave no error: no interval." for name in "ab"
    )


def test_listeners_who_repeat_themselves_widen_the_interval() -> None:
    """Ten equal copies of every vote by the same listener add no information."""
    once = replace(random_votes(6, votes=200), listener=np.arange(200))
    tenfold = replace(once, weight=np.full(200, 10.0))
    for first, second in zip(
        rate(once, systems="abcde").rated, rate(tenfold, systems="abcde").rated, strict=True
    ):
        assert first.rating is not None
        assert second.rating is not None
        assert second.rating.error == pytest.approx(first.rating.error, rel=1e-6)


def test_the_difference_to_the_anchor_has_a_standard_error_of_its_own() -> None:
    votes = random_votes(7)
    analysis = analyse(votes, systems="abcde")
    assert analysis.covariance is not None
    contrast = np.array([1, 0, -1, 0, 0])
    variance = contrast @ analysis.covariance.matrix @ contrast
    row = row_of(rate(votes, systems="abcde", anchor="c").rated, "a")
    assert row.against_anchor is not None
    assert row.against_anchor.difference is not None
    assert row.against_anchor.difference.error == pytest.approx(variance**0.5 / UNITS_PER_POINT)


def test_the_share_against_the_anchor_counts_direct_matchups_only() -> None:
    votes = Votes(
        left=np.array([0, 1, 0, 0, 2, 1]),
        right=np.array([1, 0, 1, 2, 0, 2]),
        outcome=np.array([0, 0, 2, 0, 0, 0]),
    )
    row = row_of(rate(votes, systems="abc", anchor="b").rated, "a")
    assert row.against_anchor is not None
    assert row.against_anchor.votes == 3
    assert row.against_anchor.share == pytest.approx(0.5)


def test_the_anchor_itself_is_not_compared_with_itself() -> None:
    ratings = rate(random_votes(8), systems="abcde", anchor="c")
    assert row_of(ratings.rated, "c").against_anchor is None


def test_an_anchor_without_rating_leaves_the_differences_open() -> None:
    votes = Votes(np.array([0, 1, 2]), np.array([1, 0, 0]), np.array([0, 0, 0]))
    row = row_of(rate(votes, systems="abc", anchor="c").rated, "a")
    assert row.against_anchor is not None
    assert row.against_anchor.difference is None
    assert row.against_anchor.share == 0


def test_an_unknown_anchor_is_refused() -> None:
    with pytest.raises(ValueError, match="“z” is none of the systems"):
        rate(random_votes(9), systems="abcde", anchor="z")


@pytest.mark.parametrize("level", [0.0, 0.9999, 1.0, 95.0])
def test_an_impossible_level_is_refused(level: float) -> None:
    with pytest.raises(ValueError, match="level must lie above 0 and at most at"):
        rate(random_votes(9), systems="abcde", level=level)
