"""`manage.py synthesise`."""

import io

import pytest
from django.core.management import CommandError, call_command

from corpus.models import Clip, Corpus
from tests.synthesis import TEXTS, approved_prompts, speaking_system

pytestmark = pytest.mark.django_db


@pytest.fixture
def corpus() -> Corpus:
    """A private corpus with three approved prompts, and a system that speaks."""
    made = Corpus.objects.create(slug="bench", title="The benchmark")
    approved_prompts(made)
    speaking_system("espeak-ng")
    return made


def told(*options: str) -> tuple[str, str]:
    out, err = io.StringIO(), io.StringIO()
    call_command("synthesise", *options, stdout=out, stderr=err)
    return out.getvalue(), err.getvalue()


def test_it_tells_makes_and_shows_how_far_it_is(corpus: Corpus) -> None:
    out, err = told("bench", "--system", "zorblat")
    assert out.startswith(f"6 clips of 3 prompts, {2 * sum(map(len, TEXTS))} characters.")
    assert "The texts stay on this machine." in out
    assert "6 clips made." in out
    assert "6 of 6 clips" in err
    assert Clip.objects.count() == 6


def test_a_dry_run_makes_nothing(corpus: Corpus) -> None:
    out, _ = told("bench", "--system", "zorblat", "--dry-run")
    assert "Nothing was sent." in out
    assert not Clip.objects.exists()


def test_one_voice_and_a_limit(corpus: Corpus) -> None:
    told("bench", "--system", "zorblat", "--voice", "male", "--limit", "2")
    assert list(Clip.objects.values_list("voice__name", flat=True)) == ["Bo", "Bo"]


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("bench", "--system", "nobody"), "Those that have: zorblat"),
        (("none", "--system", "zorblat"), "Corpora: bench"),
        (("bench", "--system", "zorblat", "--retry-failed"), "Nothing is left"),
        (("bench", "--system", "zorblat", "--limit", "0"), "--limit"),
    ],
)
def test_what_cannot_be_done_is_told(corpus: Corpus, options: tuple[str, ...], said: str) -> None:
    with pytest.raises(CommandError, match=said):
        told(*options)
