"""Importing and exporting from the command line."""

import io
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from corpus.models import BulkRead, Corpus, Prompt, PromptImport
from corpus.roles import CURATOR
from tests.corpus.curated import corpus_called, csv_of, row, sentences
from tests.people import account

pytestmark = pytest.mark.django_db

ONE, TWO = sentences(200)[::100]


@pytest.fixture
def corpus() -> Corpus:
    account(CURATOR, name="cora")
    return corpus_called()


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "prompts.csv"
    path.write_bytes(csv_of([row("p-1", ONE), row("p-2", "It costs $5."), row("p-3", ONE)]))
    return path


def said(*arguments: object) -> str:
    output = io.StringIO()
    call_command(*map(str, arguments), stdout=output)
    return output.getvalue()


def test_findings_are_printed_with_their_external_id(corpus: Corpus, file: Path) -> None:
    output = said("import_prompts", "bench", file, "--author", "cora")
    assert "p-2: error currency: " in output
    assert "→ “five dollars”" in output
    assert "p-3: wrong (row 4): Equal to p-1 (row 2)." in output
    assert "2 prompts imported." in output
    assert set(Prompt.objects.values_list("external_id", "author__username")) == {
        ("p-1", "cora"),
        ("p-2", "cora"),
    }


def test_a_dry_run_leaves_nothing(corpus: Corpus, file: Path) -> None:
    output = said("import_prompts", "bench", file, "--dry-run")
    assert "2 new, 0 changed, 0 the same, 1 wrong" in output
    assert not Prompt.objects.exists()
    assert not PromptImport.objects.exists()


def test_importing_again_says_so(corpus: Corpus, file: Path) -> None:
    said("import_prompts", "bench", file, "--author", "cora")
    assert "Nothing to import." in said("import_prompts", "bench", file, "--author", "cora")


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["nowhere", "--author", "cora"], "There is no corpus “nowhere”. Corpora: bench."),
        (["bench"], "Say who brings the texts"),
        (["bench", "--author", "nobody"], "There is no account “nobody”"),
    ],
)
def test_what_is_missing_is_said(
    corpus: Corpus, file: Path, arguments: list[str], sentence: str
) -> None:
    slug, *options = arguments
    with pytest.raises(CommandError, match=sentence):
        said("import_prompts", slug, file, *options)


def test_missing_columns_are_named(corpus: Corpus, tmp_path: Path) -> None:
    path = tmp_path / "prompts.csv"
    path.write_text("id,text\np-1,Well.\n")
    with pytest.raises(CommandError, match="No column was found for: Register, Topic"):
        said("import_prompts", "bench", path, "--dry-run")
    assert not PromptImport.objects.exists()


@pytest.mark.parametrize("ending", ["csv", "jsonl", "xlsx"])
def test_an_export_is_logged_and_imported_again_without_change(
    corpus: Corpus, file: Path, tmp_path: Path, ending: str
) -> None:
    said("import_prompts", "bench", file, "--author", "cora")
    path = tmp_path / f"out.{ending}"
    assert "2 prompts written" in said("export_prompts", "bench", path)
    log = BulkRead.objects.get()
    assert (log.form, log.prompt_count, log.by) == (ending, 2, None)
    assert log.by_name.endswith("(command)")
    assert "0 new, 0 changed, 2 the same" in said("import_prompts", "bench", path, "--dry-run")


def test_an_unknown_form_is_refused(corpus: Corpus, tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="must end in"):
        said("export_prompts", "bench", tmp_path / "out.doc")


def test_a_corpus_is_linted_anew(corpus: Corpus, file: Path) -> None:
    said("import_prompts", "bench", file, "--author", "cora")
    Prompt.objects.update(findings=[], lint_version=0)
    output = said("lint_prompts", "bench")
    assert "p-2: currency: An amount of money is read in words." in output
    assert "2 prompts linted; 1 have errors." in output
    assert Prompt.objects.get(external_id="p-2").error_count == 1
