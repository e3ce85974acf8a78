"""What a draft must fulfil."""

from dataclasses import replace

import pytest

from corpus.freezing.completeness import Candidate, Requirement, requirements

REGISTERS = ("casual", "explainer", "phone")


def complete(size: int = 9) -> list[Candidate]:
    """A selection with nothing amiss: registers in turn, strata in turn within each."""
    return [
        Candidate(
            key=f"p-{i}",
            register=REGISTERS[i % 3],
            topic="weather",
            stratum=("low", "middle", "high")[i // 3 % 3],
            is_approved=True,
            is_reviewed_by_another=True,
            is_current=True,
            readings=frozenset({"female", "male"}),
        )
        for i in range(size)
    ]


def unmet(candidates: list[Candidate], size: int = 9) -> list[Requirement]:
    return [
        one for one in requirements(candidates, size=size, registers=REGISTERS) if not one.is_met
    ]


def test_a_complete_draft_meets_everything() -> None:
    assert unmet(complete()) == []


@pytest.mark.parametrize(
    ("flaw", "name", "why"),
    [
        ({"is_approved": False}, "Reviewed", "not approved"),
        ({"is_reviewed_by_another": False}, "Reviewed", "not reviewed by anybody"),
        ({"is_current": False}, "Reviewed", "a newer text stands in its place"),
        ({"errors": ("number", "noise")}, "Linted clean", "number, noise"),
        ({"is_linted": False}, "Linted clean", "not linted by today's rules"),
        ({"doubles": ("demo/x-1",)}, "Unlike all others", "too much like demo/x-1"),
        ({"topic": " "}, "Topics", "no topic"),
        ({"readings": frozenset({"male"})}, "Readings", "no female reading"),
        ({"readings": frozenset()}, "Readings", "no female and no male reading"),
    ],
)
def test_one_flawed_prompt_is_named_with_its_flaw(
    flaw: dict[str, object], name: str, why: str
) -> None:
    field = complete()
    field[4] = replace(field[4], **flaw)  # type: ignore[arg-type]
    (found,) = unmet(field)
    assert (found.name, [(one.key, one.why) for one in found.offenders]) == (name, [("p-4", why)])


def test_missing_and_surplus_prompts_are_counted() -> None:
    assert unmet(complete(), size=10)[0].sentence == "It has 9 of 10 prompts; 1 is missing."
    two_more = [*complete(), *complete()[:2]]
    assert unmet(two_more, size=9)[0].sentence == "It has 11 of 9 prompts; 2 are too many."


def test_registers_out_of_balance_are_shown_with_their_counts() -> None:
    field = [replace(one, register="casual") if one.register == "phone" else one
             for one in complete(30)]  # fmt: skip
    found = next(one for one in unmet(field, size=30) if one.name == "Registers")
    assert "casual 20, explainer 10, phone 0" in found.sentence


def test_five_hundred_over_three_registers_are_balanced() -> None:
    assert unmet(complete(500), size=500) == []


def test_strata_out_of_balance_are_shown_for_their_register() -> None:
    field = [replace(one, stratum="low") if one.register == "phone" else one
             for one in complete(90)]  # fmt: skip
    (found,) = unmet(field, size=90)
    assert found.sentence == "Difficulty is not balanced in phone (low 30, middle 0, high 0)."


def test_an_empty_draft_is_not_complete() -> None:
    assert {one.name for one in unmet([])} >= {"Size", "Registers"}
