"""Files of prompts on their way into a corpus."""

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.files.storage import default_storage
from django.db import connection
from django.test.utils import CaptureQueriesContext

from corpus.models import Corpus, Job, Prompt, PromptChange, PromptImport, Source
from corpus.prompt_files.limits import UnreadableFile
from corpus.prompt_files.plans import RowPlan
from corpus.prompt_files.reading import read_table
from corpus.roles import CURATOR, REVIEWER
from corpus.services import freeze_version
from corpus.services.imports import (
    ImportClosed,
    ImportMoved,
    ImportRefused,
    check_import,
    checking,
    confirm_import,
    discard_import,
    lint_some,
    map_columns,
    stage_import,
    start_checking,
    start_storing,
    storing,
)
from corpus.services.imports.checking import rows_of
from corpus.services.imports.failed import failed_rows
from corpus.services.jobs import run_to_its_end
from corpus.services.prompts import approve_prompt, edit_prompt, withdraw_prompt
from corpus.services.prompts.linting import LINT_VERSION
from tests.corpus.curated import corpus_called, csv_of, prompt_in, row, sentences, staged
from tests.people import account

pytestmark = pytest.mark.django_db

ONE, TWO, THREE, FOUR = sentences(400)[::100]
ROWS = [row("p-1", ONE), row("p-2", TWO), row("p-3", THREE)]


@pytest.fixture
def cora() -> User:
    return account(CURATOR, name="cora")


@pytest.fixture
def corpus() -> Corpus:
    return corpus_called()


def imported(corpus: Corpus, by: User, *rows: dict[str, str]) -> PromptImport:
    done = staged(corpus, by, rows)
    confirm_import(staged=done, by=by)
    return done


def test_nothing_is_in_the_corpus_before_it_is_confirmed(corpus: Corpus, cora: User) -> None:
    waiting = staged(corpus, cora, ROWS)
    assert waiting.counts["new"] == 3
    assert not Prompt.objects.exists()


def test_new_rows_become_prompts_of_who_imported_them(corpus: Corpus, cora: User) -> None:
    imported(corpus, cora, *ROWS)
    prompt = Prompt.objects.get(external_id="p-2")
    assert (prompt.text, prompt.author, prompt.state) == (TWO, cora, "waiting")
    assert (prompt.source.licence, prompt.lint_version) == ("CC0-1.0", LINT_VERSION)
    assert prompt.changes.get().action == PromptChange.Action.IMPORTED


def test_importing_again_changes_nothing(corpus: Corpus, cora: User) -> None:
    imported(corpus, cora, *ROWS)
    before = list(Prompt.objects.values())
    again = staged(corpus, cora, ROWS)
    assert again.counts["same"] == 3
    with pytest.raises(ImportRefused, match="nothing to import"):
        confirm_import(staged=again, by=cora)
    assert list(Prompt.objects.values()) == before


def test_importing_again_keeps_what_was_edited_here(corpus: Corpus, cora: User) -> None:
    imported(corpus, cora, *ROWS)
    prompt = Prompt.objects.get(external_id="p-1")
    edit_prompt(prompt=prompt, by=cora, seen=prompt.revision, text=FOUR)
    assert staged(corpus, cora, ROWS).counts == {
        "new": 0,
        "changed": 0,
        "same": 3,
        "wrong": 0,
        "with_errors": 0,
    }


def test_wrong_rows_are_left_out_and_the_rest_is_imported(corpus: Corpus, cora: User) -> None:
    done = imported(corpus, cora, ROWS[0], row("p-2", TWO, topic=""), row("p-3", ONE))
    assert [prompt.external_id for prompt in Prompt.objects.all()] == ["p-1"]
    assert [row["number"] for row in done.rows_of("wrong")] == [3, 4]


def test_wrong_rows_come_back_as_a_file_that_can_be_corrected(corpus: Corpus, cora: User) -> None:
    done = imported(corpus, cora, ROWS[0], row("p-2", TWO, topic="") | {"mine": "kept"})
    form, content = failed_rows(staged=done)
    table = read_table(content)
    assert (form.value, [row.cells["external_id"] for row in table.rows]) == ("csv", ["p-2"])
    assert table.rows[0].cells["mine"] == "kept"
    assert table.rows[0].cells["reason"] == "Topic is missing."


def test_a_row_with_errors_comes_in_to_be_fixed(corpus: Corpus, cora: User) -> None:
    done = imported(corpus, cora, row("p-1", "It costs $5."))
    assert done.counts["with_errors"] == 1
    assert Prompt.objects.get().error_count == 1


def test_a_changed_row_is_written_and_reviewed_anew(corpus: Corpus, cora: User) -> None:
    imported(corpus, cora, *ROWS)
    prompt = Prompt.objects.get(external_id="p-1")
    approve_prompt(prompt=prompt, by=account(REVIEWER), seen=prompt.revision)
    other = account(CURATOR, name="carl")
    imported(corpus, other, row("p-1", FOUR))
    prompt.refresh_from_db()
    assert (prompt.text, prompt.state, prompt.author) == (FOUR, "waiting", other)
    assert prompt.changes.latest("id").before["text"] == ONE


def test_a_changed_row_supersedes_what_was_frozen(corpus: Corpus, cora: User) -> None:
    imported(corpus, cora, *ROWS)
    freeze_version(corpus=corpus, prompts=list(Prompt.objects.select_related("register")))
    imported(corpus, cora, row("p-1", FOUR))
    newer = Prompt.objects.get(external_id="p-1", is_current=True)
    assert newer.supersedes is not None
    assert (newer.text, newer.supersedes.text) == (FOUR, ONE)
    assert staged(corpus, cora, [row("p-1", FOUR)]).counts["same"] == 1


def test_a_source_is_made_once_with_its_credit(corpus: Corpus, cora: User) -> None:
    credit = {"attribution": "The authors", "url": "https://example.org/data"}
    rows = [
        row(f"p-{i}", text, source="Talks", licence="CC BY 4.0")
        for i, text in enumerate((ONE, TWO))
    ]
    imported(corpus, cora, *[one | credit for one in rows])
    source = Source.objects.get(name="Talks")
    assert (source.licence, source.attribution, source.url) == ("CC BY 4.0", *credit.values())


def test_a_corpus_that_moved_is_previewed_anew(corpus: Corpus, cora: User) -> None:
    waiting = staged(corpus, cora, ROWS)
    prompt_in(corpus, cora, "p-2", FOUR)
    with pytest.raises(ImportMoved, match="preview is new"):
        confirm_import(staged=waiting, by=cora)
    assert Prompt.objects.count() == 1
    waiting.refresh_from_db()
    assert (waiting.counts["new"], waiting.counts["changed"], waiting.is_open) == (2, 1, True)
    confirm_import(staged=waiting, by=cora)
    assert Prompt.objects.count() == 3


def while_compared(monkeypatch: pytest.MonkeyPatch, *deeds: Callable[[], object]) -> list[int]:
    """Do one deed after each comparison of a file's rows. Returns open savepoints of each."""
    left, depths = list(deeds), []

    def compared(*given: Any) -> list[RowPlan]:
        depths.append(len(connection.savepoint_ids))
        plans = checking.plans_beside(*given)
        if left:
            left.pop(0)()
        return plans

    monkeypatch.setattr(storing, "plans_beside", compared)
    return depths


def test_rows_are_compared_before_the_transaction_and_once_more_if_texts_changed(
    corpus: Corpus, cora: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    waiting = staged(corpus, cora, ROWS)
    other = corpus_called("other")
    depths = while_compared(monkeypatch, lambda: prompt_in(other, cora, "q-1", FOUR))
    assert confirm_import(staged=waiting, by=cora) == 3
    assert depths == [0, 0]


def test_a_decision_on_a_prompt_that_no_row_names_is_no_reason_to_compare_again(
    corpus: Corpus, cora: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    apart = prompt_in(corpus, cora, "q-1", FOUR)
    waiting = staged(corpus, cora, ROWS)
    rhea = account(REVIEWER, name="rhea")
    depths = while_compared(
        monkeypatch, lambda: approve_prompt(prompt=apart, by=rhea, seen=apart.revision)
    )
    assert confirm_import(staged=waiting, by=cora) == 3
    assert depths == [0]


def test_what_was_edited_while_rows_were_compared_is_not_overwritten(
    corpus: Corpus, cora: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    mine = prompt_in(corpus, cora, "p-1", FOUR)
    waiting = staged(corpus, cora, ROWS)
    words = "The tram was late, so we walked along the canal."
    while_compared(monkeypatch, lambda: edit_prompt(prompt=mine, by=cora, seen=0, text=words))
    with pytest.raises(ImportMoved):
        confirm_import(staged=waiting, by=cora)
    assert [prompt.text for prompt in Prompt.objects.all()] == [words]


def test_an_import_gives_up_where_texts_change_each_time(
    corpus: Corpus, cora: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    waiting = staged(corpus, cora, ROWS)
    other = corpus_called("other")
    texts = iter(sentences(350)[50::100])
    deeds = [lambda: prompt_in(other, cora, f"q-{other.prompts.count()}", next(texts))] * 3
    while_compared(monkeypatch, *deeds)
    with pytest.raises(ImportRefused, match="when less is going on"):
        confirm_import(staged=waiting, by=cora)
    waiting.refresh_from_db()
    assert (corpus.prompts.count(), waiting.is_open) == (0, True)


def test_an_import_happens_once(corpus: Corpus, cora: User) -> None:
    waiting = staged(corpus, cora, ROWS)
    twin = PromptImport.objects.get(pk=waiting.pk)
    confirm_import(staged=waiting, by=cora)
    with pytest.raises(ImportClosed):
        confirm_import(staged=twin, by=cora)
    with pytest.raises(ImportClosed):
        discard_import(staged=twin)
    assert Prompt.objects.count() == 3


def test_withdrawn_prompts_stay_withdrawn(corpus: Corpus, cora: User) -> None:
    imported(corpus, cora, *ROWS)
    prompt = Prompt.objects.get(external_id="p-1")
    withdraw_prompt(prompt=prompt, by=cora, seen=prompt.revision, reason="Too private.")
    assert staged(corpus, cora, ROWS).counts["same"] == 3
    assert "Too private." in staged(corpus, cora, [row("p-1", FOUR)]).rows[0]["reasons"][0]


def test_columns_of_other_names_are_chosen(corpus: Corpus, cora: User) -> None:
    renamed = [{"words" if k == "text" else k: v for k, v in one.items()} for one in ROWS]
    waiting = stage_import(corpus=corpus, by=cora, name="p.csv", content=csv_of(renamed))
    assert "text" not in waiting.mapping
    with pytest.raises(ImportRefused, match="two fields"):
        map_columns(staged=waiting, mapping=waiting.mapping | {"text": "topic"})
    map_columns(staged=waiting, mapping=waiting.mapping | {"text": "words"})
    run_to_its_end(job=start_checking(staged=waiting, by=cora))
    waiting.refresh_from_db()
    assert waiting.counts["new"] == 3


def test_an_unreadable_file_leaves_nothing(corpus: Corpus, cora: User) -> None:
    with pytest.raises(UnreadableFile):
        stage_import(corpus=corpus, by=cora, name="p.csv", content=b"\x00\x01")
    assert not PromptImport.objects.exists()


def test_the_file_lies_under_a_random_private_key(corpus: Corpus, cora: User) -> None:
    waiting = staged(corpus, cora, ROWS, name="very secret.csv")
    assert "secret" not in str(waiting.file.name)
    assert str(waiting.file.name).startswith("imports/")


def test_a_discarded_file_is_gone(
    corpus: Corpus, cora: User, django_capture_on_commit_callbacks: object
) -> None:
    waiting = staged(corpus, cora, ROWS)
    name = str(waiting.file.name)
    with django_capture_on_commit_callbacks(execute=True):  # type: ignore[operator]
        discard_import(staged=waiting)
    assert not default_storage.exists(name)
    waiting.refresh_from_db()
    assert (waiting.state, waiting.rows) == ("discarded", [])


def test_many_rows_are_checked_and_imported_by_a_worker(corpus: Corpus, cora: User) -> None:
    rows = [row(f"p-{i}", text) for i, text in enumerate(sentences(600))]
    waiting = stage_import(corpus=corpus, by=cora, name="p.csv", content=csv_of(rows))
    checking = run_to_its_end(job=start_checking(staged=waiting, by=cora))
    assert (checking.state, checking.total) == (Job.State.DONE, 600)
    assert "Look at the preview" in checking.summary
    waiting.refresh_from_db()
    storing = run_to_its_end(job=start_storing(staged=waiting, by=cora))
    assert storing.summary == f"{waiting.counts['new']:,} prompts imported."
    assert Prompt.objects.count() == waiting.counts["new"] > 0


def test_a_job_that_cannot_import_says_why(corpus: Corpus, cora: User) -> None:
    waiting = stage_import(corpus=corpus, by=cora, name="p.csv", content=csv_of(ROWS))
    job = run_to_its_end(job=start_storing(staged=waiting, by=cora))
    assert (job.state, job.summary) == (Job.State.FAILED, "Look at the preview first.")


def test_a_check_of_other_columns_leaves_no_trace_behind(corpus: Corpus, cora: User) -> None:
    rows = [row("p-1", "It costs five dollars.", other="It costs $5.")]
    former = stage_import(corpus=corpus, by=cora, name="prompts.csv", content=csv_of(rows))
    staged = PromptImport.objects.get()
    map_columns(staged=staged, mapping={**staged.mapping, "text": "other"})
    with pytest.raises(ImportClosed, match="given other columns meanwhile"):
        check_import(staged=former)
    staged.refresh_from_db()
    assert (staged.findings, staged.rows, staged.is_checked) == ([], [], False)


def test_a_check_fills_no_import_that_was_discarded(corpus: Corpus, cora: User) -> None:
    rows = [row("p-1", "It costs five dollars.")]
    staged = stage_import(corpus=corpus, by=cora, name="prompts.csv", content=csv_of(rows))
    checked = PromptImport.objects.get()
    lines = rows_of(checked)
    discard_import(staged=staged)
    with pytest.raises(ImportClosed):
        lint_some(staged=checked, rows=lines)
    staged.refresh_from_db()
    assert (staged.findings, staged.rows) == ([], [])


@pytest.mark.parametrize("odd", ["a\nb", "a\u200bb", "a\u202eb"])
def test_an_id_that_cannot_be_seen_whole_is_wrong(corpus: Corpus, cora: User, odd: str) -> None:
    (wrong,) = staged(corpus, cora, [row(odd, "It rains.")]).rows
    assert wrong["reasons"] == ["External id holds characters that cannot be seen. Retype it."]


def test_superseding_takes_the_same_number_of_queries_however_many_rows(
    corpus: Corpus, cora: User
) -> None:
    ids = [f"p-{place}" for place in range(12)]
    prompts = [prompt_in(corpus, cora, i, text) for i, text in zip(ids, sentences(12), strict=True)]
    freeze_version(corpus=corpus, prompts=prompts)
    counts = []
    for some in (prompts[:3], prompts[3:]):
        rows = [row(p.external_id, p.text, register="phone-agent") for p in some]
        checked = staged(corpus, cora, rows)
        with CaptureQueriesContext(connection) as queries:
            assert confirm_import(staged=checked, by=cora) == len(some)
        counts.append(len(queries))
    assert counts[0] == counts[1]
