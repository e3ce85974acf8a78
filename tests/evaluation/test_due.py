"""What is to be measured."""

from dataclasses import replace

import pytest

from evaluation.due import Due, Heard, Stored, Wanted, due

CLIP = Heard(1, "d1", "r1")
FAMILY = Wanted("facts", "2", 2, "m", compares=True)
ROW = Stored(1, "facts", "2", "m", "r1", 2, 0)


def test_what_was_measured_of_the_same_is_not_due() -> None:
    assert due([CLIP], [FAMILY], [ROW]) == []


@pytest.mark.parametrize(
    "change",
    [{"version": "1"}, {"model": "n"}, {"reference": "r0"}, {"metrics": 1}, {"clip": 2}],
)
def test_another_version_model_reference_or_a_missing_value_is_due(
    change: dict[str, object],
) -> None:
    assert due([CLIP], [FAMILY], [replace(ROW, **change)]) == [Due(1, ("facts",))]  # type: ignore[arg-type]


def test_one_good_row_among_old_ones_is_enough() -> None:
    assert due([CLIP], [FAMILY], [replace(ROW, model="n"), ROW]) == []


def test_any_model_will_do_where_the_present_one_is_not_known() -> None:
    assert due([CLIP], [replace(FAMILY, model=None)], [replace(ROW, model="n")]) == []


def test_who_compares_nothing_cares_for_no_reference() -> None:
    assert due([CLIP], [replace(FAMILY, compares=False)], [replace(ROW, reference="")]) == []


def test_failures_are_due_when_they_are_to_be_retried() -> None:
    failed = replace(ROW, failed=1)
    assert due([CLIP], [FAMILY], [failed]) == []
    assert due([CLIP], [FAMILY], [failed], retry_failed=True) == [Due(1, ("facts",))]
    assert due([CLIP], [FAMILY], [ROW], retry_failed=True) == []


def test_clips_and_families_keep_their_order() -> None:
    other = replace(FAMILY, family="pace")
    clips = [Heard(3, "d3"), CLIP]
    left = due(clips, [other, FAMILY], [ROW])
    assert left == [Due(3, ("pace", "facts")), Due(1, ("pace",))]
