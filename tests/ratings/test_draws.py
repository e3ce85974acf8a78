"""What the votes say about the next draws."""

import pytest

from arena.models import Study
from arena.pools import pool_of
from arena.services.simulation import simulate_votes
from ratings.services import refit_study
from tests.studies import make_study


def fresh(study: Study) -> Study:
    """The study as a new request reads it."""
    return Study.objects.select_related("version__corpus").get(pk=study.pk)


def shares(study: Study) -> dict[tuple[int, int], float]:
    """How much of the draws each pair of systems gets."""
    pool = pool_of(fresh(study))
    found: dict[tuple[int, int], float] = {}
    rows = zip(
        pool.pairs.first_system.tolist(),
        pool.pairs.second_system.tolist(),
        pool.weight.tolist(),
        strict=True,
    )
    for low, high, weight in rows:
        found[low, high] = found.get((low, high), 0) + weight
    return found


@pytest.mark.django_db
def test_a_uniform_study_draws_every_pair_alike_whatever_the_votes() -> None:
    study = make_study()
    simulate_votes(study=fresh(study), listeners=10, votes=300, seed=3)
    refit_study(study=fresh(study))
    assert list(shares(study).values()) == pytest.approx([1 / 3] * 3)


@pytest.mark.django_db
def test_a_precision_study_leans_to_the_pair_whose_vote_is_least_foreseeable() -> None:
    study = make_study(sampling_mode="precision", uniform_floor=0.1)
    simulation = simulate_votes(study=fresh(study), listeners=20, votes=600, seed=3)
    refit_study(study=fresh(study))
    ordered = sorted(simulation.strengths, key=lambda s: simulation.strengths[s])
    far = tuple(sorted((ordered[0].pk, ordered[-1].pk)))
    leaning = shares(study)
    assert sum(leaning.values()) == pytest.approx(1)
    assert min(leaning, key=lambda pair: leaning[pair]) == far
    assert min(leaning.values()) >= 0.1 / 3


@pytest.mark.django_db
def test_a_ranking_study_leaves_pairs_that_are_not_neighbours_to_the_floor() -> None:
    study = make_study(sampling_mode="ranking", uniform_floor=0.2)
    # Few votes: no two neighbours are told apart yet.
    simulation = simulate_votes(study=fresh(study), listeners=10, votes=60, seed=3)
    refit_study(study=fresh(study))
    leaning = shares(study)
    board = study.boards.filter(slice_key="overall")[0]
    best, _, worst = board.standings.order_by("position").values_list("system", flat=True)
    assert leaning[min(best, worst), max(best, worst)] == pytest.approx(0.2 / 3)
    assert len(simulation.strengths) == 3


@pytest.mark.django_db
def test_without_a_rating_the_draws_stay_uniform() -> None:
    study = make_study(sampling_mode="precision")
    refit_study(study=fresh(study))
    assert list(shares(study).values()) == pytest.approx([1 / 3] * 3)
