"""Filling a draft so that it is balanced."""

from collections import Counter

from corpus.freezing.filling import Available, fill

REGISTERS = ["casual", "explainer"]


def some(register: str, count: int, topics: int = 1) -> list[Available]:
    return [
        Available(f"{register}-{i:03}", register, f"topic-{i % topics}", 10.0 * (i + 1))
        for i in range(count)
    ]


def test_registers_get_equal_shares() -> None:
    keys = fill([], some("casual", 20) + some("explainer", 20), size=10, registers=REGISTERS)
    assert Counter(key.split("-")[0] for key in keys) == {"casual": 5, "explainer": 5}


def test_what_is_taken_already_counts() -> None:
    casual = some("casual", 20)
    keys = fill(casual[:4], casual[4:] + some("explainer", 20), size=10, registers=REGISTERS)
    assert Counter(key.split("-")[0] for key in keys) == {"casual": 1, "explainer": 5}


def test_a_register_with_too_few_leaves_its_share_open() -> None:
    keys = fill([], some("casual", 20) + some("explainer", 2), size=10, registers=REGISTERS)
    assert Counter(key.split("-")[0] for key in keys) == {"casual": 5, "explainer": 2}


def test_topics_are_spread() -> None:
    keys = fill([], some("casual", 30, topics=3), size=6, registers=["casual"])
    assert Counter(int(key[-3:]) % 3 for key in keys) == {0: 2, 1: 2, 2: 2}


def test_difficulty_is_spread_from_end_to_end() -> None:
    field = some("casual", 50)
    keys = fill(field[:1], field[1:], size=3, registers=["casual"])
    assert keys[0] == "casual-049"  # the farthest from the first
    # Then the one farthest from both ends on a logarithmic axis: nearest to √(1·50) = 7.07.
    assert keys[1] == "casual-006"


def test_unmeasured_prompts_come_last() -> None:
    unknown = Available("casual-000-unknown", "casual", "topic-0", None)
    keys = fill([], [unknown, *some("casual", 3)], size=3, registers=["casual"])
    assert unknown.key not in keys


def test_a_full_draft_takes_nothing() -> None:
    assert fill(some("casual", 5), some("casual", 9)[5:], size=5, registers=["casual"]) == []


def test_the_order_of_what_is_offered_does_not_matter() -> None:
    field = some("casual", 40, topics=3)
    assert fill([], field, size=9, registers=["casual"]) == fill(
        [], field[::-1], size=9, registers=["casual"]
    )
