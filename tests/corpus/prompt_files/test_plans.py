"""What each row of a file would do, and why."""

from dataclasses import replace

import pytest

from corpus.prompt_files.columns import NAMES, guess_mapping, missing_fields
from corpus.prompt_files.known import Known, KnownPrompt, KnownSource, Neighbour
from corpus.prompt_files.likeness import beside_each_other
from corpus.prompt_files.plans import Outcome, RowPlan, plan_rows
from corpus.prompt_files.tables import Row
from tests.corpus.curated import row

MAPPING = {name: name for name in NAMES}
BAKERY = "Well, I suppose the bakery opens early on Sundays."
KNOWN = Known(
    registers={"explainer": "Explainer", "phone-agent": "Phone agent"},
    sources={"own": KnownSource("Own", "CC0-1.0", "", "")},
    prompts={},
)
STANDING = KnownPrompt(
    pk=7,
    revision=3,
    fields={
        "text": BAKERY,
        "register": "explainer",
        "topic": "errands",
        "source": "Own",
        "passage": "",
    },
)


def plans(*rows: dict[str, str], known: Known = KNOWN) -> list[RowPlan]:
    listed = [Row(number, values) for number, values in enumerate(rows, start=2)]
    mapping = {name: name for name in NAMES if any(name in values for values in rows)}
    return beside_each_other(plan_rows(listed, mapping, known), known.neighbours)


def reason(*rows: dict[str, str], known: Known = KNOWN) -> str:
    last = plans(*rows, known=known)[-1]
    assert last.outcome is Outcome.WRONG
    return " ".join(last.reasons)


def test_columns_are_guessed_from_common_names() -> None:
    guessed = guess_mapping(["Prompt ID", "promptText", "Bucket", "theme", "Dataset", "License"])
    assert guessed == {
        "external_id": "Prompt ID",
        "text": "promptText",
        "register": "Bucket",
        "topic": "theme",
        "source": "Dataset",
        "licence": "License",
    }
    assert missing_fields(guessed) == []


def test_no_column_is_guessed_for_two_fields() -> None:
    guessed = guess_mapping(["id", "source", "text"])
    assert len(set(guessed.values())) == len(guessed)
    assert missing_fields(guessed) == ["Register", "Topic", "Licence"]


def test_a_whole_row_is_new() -> None:
    (plan,) = plans(row("p-1", BAKERY, register="Phone Agent"))
    assert (plan.outcome, plan.values["register"]) == (Outcome.NEW, "phone-agent")


@pytest.mark.parametrize("field", ["external_id", "text", "register", "topic", "source", "licence"])
def test_a_missing_field_is_named(field: str) -> None:
    assert "is missing" in reason(row("p-1", BAKERY) | {field: ""})


def test_an_unknown_register_suggests_the_nearest() -> None:
    assert "Did you mean “Phone agent”?" in reason(row("p-1", BAKERY, register="phone agnet"))


def test_a_register_like_no_other_lists_them_all() -> None:
    assert "“Explainer”, “Phone agent”" in reason(row("p-1", BAKERY, register="zzz"))


def test_a_source_has_one_licence() -> None:
    assert "licence “CC0-1.0”, not “MIT”" in reason(row("p-1", BAKERY, licence="MIT"))


def test_a_new_source_has_one_licence_within_the_file() -> None:
    first = row("p-1", BAKERY, source="Elsewhere", licence="MIT")
    second = row("p-2", "Quite another sentence.", source="elsewhere", licence="GPL")
    assert "licence “MIT”, not “GPL”" in reason(first, second)


def test_an_id_is_used_once() -> None:
    assert "Row 2 has the same external id" in reason(
        row("p-1", BAKERY), row("p-1", "Quite another sentence.")
    )


def test_a_null_character_is_refused() -> None:
    assert "NUL" in reason(row("p-1", "Well,\0 yes."))


def test_an_address_must_be_one() -> None:
    assert "no web address" in reason(row("p-1", BAKERY, url="javascript:alert(1)"))


def test_a_row_that_stands_is_the_same() -> None:
    known = replace(KNOWN, prompts={"p-1": STANDING})
    (plan,) = plans(row("p-1", BAKERY), known=known)
    assert plan.outcome is Outcome.SAME


def test_a_changed_row_says_what_changes() -> None:
    known = replace(KNOWN, prompts={"p-1": STANDING})
    (plan,) = plans(row("p-1", "Quite another sentence.", topic="baking"), known=known)
    assert (plan.outcome, plan.differs, plan.revision) == (Outcome.CHANGED, ("text", "topic"), 3)


def test_a_column_that_a_file_lacks_changes_nothing() -> None:
    standing = replace(STANDING, fields=STANDING.fields | {"passage": "what was said"})
    (plan,) = plans(row("p-1", BAKERY), known=replace(KNOWN, prompts={"p-1": standing}))
    assert plan.outcome is Outcome.SAME


def test_an_edit_since_the_import_stays() -> None:
    edited = replace(
        STANDING,
        fields=STANDING.fields | {"text": "Edited here."},
        imported={"text": BAKERY, "register": "explainer", "topic": "errands", "source": "Own"},
    )
    (plan,) = plans(row("p-1", BAKERY), known=replace(KNOWN, prompts={"p-1": edited}))
    assert plan.outcome is Outcome.SAME
    assert "the edit stays" in plan.notes[0]


def test_a_spoken_prompt_is_superseded() -> None:
    known = replace(KNOWN, prompts={"p-1": replace(STANDING, kept=frozenset({"text"}))})
    (plan,) = plans(row("p-1", "Quite another sentence."), known=known)
    assert "superseded" in plan.notes[0]


def test_a_spoken_prompt_that_keeps_its_text_is_not() -> None:
    known = replace(KNOWN, prompts={"p-1": replace(STANDING, kept=frozenset({"text"}))})
    (plan,) = plans(row("p-1", BAKERY, topic="another topic"), known=known)
    assert (plan.outcome, plan.notes) == (Outcome.CHANGED, ())


def test_a_withdrawn_prompt_is_restored_first() -> None:
    known = replace(KNOWN, prompts={"p-1": replace(STANDING, withdrawn="Too close.")})
    assert "Restore it first" in reason(row("p-1", "Quite another sentence."), known=known)


def test_the_second_of_two_equal_rows_is_wrong() -> None:
    first, second = plans(row("p-1", BAKERY), row("p-2", BAKERY.upper()))
    assert (first.outcome, second.outcome) == (Outcome.NEW, Outcome.WRONG)
    assert "Equal to p-1 (row 2)" in second.reasons[0]


def test_the_row_that_stands_wins_over_an_equal_new_one() -> None:
    known = replace(KNOWN, prompts={"p-9": STANDING})
    new, standing = plans(row("p-1", BAKERY), row("p-9", BAKERY), known=known)
    assert (new.outcome, standing.outcome) == (Outcome.WRONG, Outcome.SAME)


def near(corpus: str = "", *, is_apart: bool = False, text: str = BAKERY) -> RowPlan:
    neighbour = Neighbour(text, "x-1", "x-1", corpus, is_apart)
    alike = "Well, I suppose the bakery opens early on Mondays."
    return plans(row("p-1", alike), known=replace(KNOWN, neighbours=(neighbour,)))[0]


def test_nearly_equal_prompts_are_told() -> None:
    plan = near()
    assert (plan.outcome, [f.code for f in plan.findings]) == (Outcome.NEW, ["near-duplicate"])


def test_nearness_to_a_public_example_keeps_from_approval() -> None:
    plan = near("Examples", is_apart=True)
    assert [(f.code, f.severity.value) for f in plan.findings] == [("overlap", "error")]
    assert "of “Examples”" in plan.findings[0].explanation


def test_an_equal_prompt_of_another_corpus_is_told_and_imported() -> None:
    plan = near("Drafts", text="Well, I suppose the bakery opens early on Mondays.")
    assert (plan.outcome, [f.code for f in plan.findings]) == (Outcome.NEW, ["near-duplicate"])


def test_a_prompt_is_not_compared_with_what_it_replaces() -> None:
    known = replace(KNOWN, prompts={"p-1": STANDING}, neighbours=(Neighbour(BAKERY, "p-1", "p-1"),))
    (plan,) = plans(row("p-1", BAKERY.replace("early", "late")), known=known)
    assert plan.findings == ()
