"""`manage.py make_pack`."""

import io
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from corpus.models import Corpus, Prompt, PromptChange
from corpus.roles import CURATOR, REVIEWER
from corpus.services.imports import check_import, stage_import
from tests.people import account

pytestmark = pytest.mark.django_db

SIZE = 30


def told(*options: str) -> str:
    out = io.StringIO()
    call_command("make_pack", *options, "--size", str(SIZE), stdout=out)
    return out.getvalue()


def test_it_makes_a_private_corpus_that_says_what_it_is() -> None:
    assert "30 prompts, 0 approved. Synthetic: not a benchmark." in told("pack")
    corpus = Corpus.objects.get(slug="pack")
    assert (corpus.is_synthetic, corpus.is_private, corpus.target_size) == (True, True, SIZE)
    waiting = corpus.prompts.filter(state=Prompt.State.WAITING, author=None)
    assert waiting.exclude(lint_version=0).count() == SIZE
    assert set(PromptChange.objects.values_list("action", flat=True)) == {"imported"}


def test_it_says_what_to_do_next() -> None:
    account(REVIEWER, name="rita")
    assert "/curate/corpora/alone/review/" in told("alone")
    assert "/curate/corpora/reviewed/ for readings" in told("reviewed", "--reviewed-by", "rita")


def test_its_title_says_pack_once() -> None:
    told("pack")
    told("large")
    assert set(Corpus.objects.values_list("title", flat=True)) == {
        "Development pack",
        "Development pack large",
    }


def test_prompts_have_an_author_and_another_reviewer() -> None:
    account(CURATOR, name="cora")
    account(REVIEWER, name="rita")
    assert "30 approved" in told("pack", "--author", "cora", "--reviewed-by", "rita")
    prompt = Prompt.objects.filter(state=Prompt.State.APPROVED)[0]
    assert (str(prompt.author), str(prompt.reviewer)) == ("cora", "rita")
    assert [change.action for change in prompt.changes.all()] == ["imported", "approved"]


def test_what_another_corpus_has_too_is_not_approved() -> None:
    account(REVIEWER, name="rita")
    told("pack")
    Corpus.objects.update(visibility=Corpus.Visibility.PUBLIC)
    said = told("twin", "--reviewed-by", "rita")
    assert "0 approved" in said
    assert "30 are too like prompts of other corpora" in said


def test_its_file_can_be_imported_but_for_the_broken_rows(tmp_path: Path) -> None:
    path = tmp_path / "pack.csv"
    assert "44 rows, 14 of them broken" in told("--csv", str(path), "--broken", "14")
    assert not Corpus.objects.exists()
    corpus = Corpus.objects.create(slug="bench", title="Bench")
    staged = stage_import(corpus=corpus, by=None, name="pack.csv", content=path.read_bytes())
    plans = check_import(staged=staged)
    sound = [plan for plan in plans if plan.external_id.startswith("pack-")]
    broken = [plan for plan in plans if not plan.external_id.startswith("pack-")]
    assert (len(sound), len(broken)) == (SIZE, 14)
    assert all(not plan.reasons for plan in sound)
    assert all(plan.reasons or any(f.severity == "error" for f in plan.findings) for plan in broken)


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ((), "Say where to"),
        (("pack", "--broken", "3"), "give --csv FILE too"),
        (("a b",), "letters, digits"),
        (("pack", "--author", "nobody"), "no account “nobody”"),
        (("pack", "--author", "rita", "--reviewed-by", "rita"), "Nobody reviews"),
        (("pack", "--reviewed-by", "cora"), "may not review"),
        (("taken",), "There is a corpus “taken” already"),
        (("--csv", "/nowhere/pack.csv"), "cannot be written"),
    ],
)
def test_what_cannot_be_done_is_told(options: tuple[str, ...], said: str) -> None:
    account(CURATOR, name="cora")
    account(REVIEWER, name="rita")
    Corpus.objects.create(slug="taken", title="Taken")
    with pytest.raises(CommandError, match=said):
        told(*options)
    assert not Prompt.objects.exists()
