"""Counting errors, and the two means over clips."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evaluation.metrics.error_rates import (
    Errors,
    NoReference,
    as_details,
    errors_in,
    from_details,
    mean_rate,
    pooled_rate,
)

words = st.lists(st.sampled_from(["a", "b", "c", "don't"]), max_size=8)


@pytest.mark.parametrize(
    ("reference", "hypothesis", "expected"),
    [
        ("a b c d", "a b c d", Errors(0, 0, 0, 4)),
        ("a b c d", "a x c d", Errors(1, 0, 0, 4)),
        ("a b c d", "a c d", Errors(0, 1, 0, 4)),
        ("a b c d", "a b e c d", Errors(0, 0, 1, 4)),
        ("a b", "", Errors(0, 2, 0, 2)),
        ("", "a b", Errors(0, 0, 2, 0)),
        ("", "", Errors(0, 0, 0, 0)),
    ],
)
def test_errors_are_counted_by_kind(reference: str, hypothesis: str, expected: Errors) -> None:
    assert errors_in(reference.split(), hypothesis.split()) == expected


def _two_clips() -> list[Errors]:
    return [errors_in(["a", "b", "c", "d"], ["a", "b", "c"]), errors_in(["x"], ["y"])]


def test_pooled_and_mean_rate_are_those_of_the_specification() -> None:
    assert pooled_rate(_two_clips()) == pytest.approx(2 / 5)
    assert mean_rate(_two_clips()) == pytest.approx(0.625)


def test_an_empty_reference_adds_its_insertions_to_the_pool_and_nothing_to_the_mean() -> None:
    clips = [*_two_clips(), errors_in([], ["oh"])]
    assert pooled_rate(clips) == pytest.approx(3 / 5)
    assert mean_rate(clips) == pytest.approx(0.625)


def test_there_is_no_rate_without_any_reference() -> None:
    alone = errors_in([], ["oh"])
    with pytest.raises(NoReference):
        _ = alone.rate
    for rate in (pooled_rate, mean_rate):
        with pytest.raises(NoReference):
            rate([alone])


@given(words, words)
def test_counts_are_those_of_a_minimal_alignment(reference: list[str], heard: list[str]) -> None:
    errors = errors_in(reference, heard)
    assert errors.total == _distance(reference, heard)
    assert len(reference) - errors.deletions == len(heard) - errors.insertions


@given(words, words)
@pytest.mark.parametrize("unit", ["words", "characters"])
def test_stored_counts_come_back(unit: str, reference: list[str], heard: list[str]) -> None:
    errors = errors_in(reference, heard)
    details = as_details(errors, unit)
    assert details[f"reference_{unit}"] == len(reference)
    assert from_details(details) == errors


def _distance(one: list[str], other: list[str]) -> int:
    """Levenshtein's, by its definition."""
    row = list(range(len(other) + 1))
    for i, a in enumerate(one, 1):
        before, row[0] = row[0], i
        for j, b in enumerate(other, 1):
            before, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, before + (a != b))
    return row[-1]
