"""As how many clusters of equal size they count."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ratings.statistics import effective
from ratings.statistics.effective import effective_columns, effective_number


def test_equal_clusters_count_as_many_as_they_are_and_one_as_one() -> None:
    assert effective_number(np.full(7, 3.0)) == pytest.approx(7)
    assert effective_number(np.array([5.0, 0.0, 0.0])) == pytest.approx(1)
    assert effective_number(np.zeros(3)) == 0


@given(st.lists(st.floats(0.01, 100), min_size=1, max_size=20), st.floats(0.01, 100))
def test_the_number_lies_between_one_and_all_and_knows_no_unit(
    given_: list[float], unit: float
) -> None:
    votes = np.array(given_)
    number = float(effective_number(votes))
    assert 1 - 1e-9 <= number <= len(votes) + 1e-9
    assert effective_number(unit * votes) == pytest.approx(number)


def test_a_sparse_table_counts_as_a_dense_one_does(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = np.random.default_rng(1)
    rows, columns, weight = rng.integers(0, 9, 200), rng.integers(0, 4, 200), rng.random(200)
    dense = effective_columns(weight, rows, columns, (9, 5))
    monkeypatch.setattr(effective, "MOST_CELLS", 1)
    assert effective_columns(weight, rows, columns, (9, 5)) == pytest.approx(dense)
    assert dense[4] == 0
