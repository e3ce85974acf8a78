"""A write that fails leaves no file behind."""

from pathlib import Path
from typing import Any

import pytest
from django.conf import LazySettings

from corpus.models import Clip, Corpus, Prompt, Reading
from corpus.roles import READER, REVIEWER
from corpus.services import add_clip, readings
from corpus.services.readings import accept_reading
from tests.corpus.audio.recordings import spoken_by_flite
from tests.corpus.curated import prompt_in
from tests.people import account
from tests.readings import make_reader, send_take

pytestmark = pytest.mark.django_db


class Broken(Exception):  # noqa: N818
    """The database goes away half way."""


@pytest.fixture
def folder(settings: LazySettings, tmp_path: Path) -> Path:
    """Where private files lie, empty."""
    settings.STORAGES = settings.STORAGES | {
        "default": {
            "BACKEND": "django.core.files.storage.FileSystemStorage",
            "OPTIONS": {"location": tmp_path},
        }
    }
    return tmp_path


@pytest.fixture
def prompt(folder: Path) -> Prompt:
    corpus = Corpus.objects.create(slug="aloud", title="Aloud")
    made = prompt_in(corpus, account(name="cora"))
    Prompt.objects.filter(pk=made.pk).update(
        state=Prompt.State.APPROVED, reviewer=account(REVIEWER, name="rita"),
        reviewed_at=made.created_at,
    )  # fmt: skip
    made.refresh_from_db()
    return made


def fail(*_: Any, **__: Any) -> None:
    raise Broken


def files_in(folder: Path) -> set[Path]:
    return {path for path in folder.rglob("*") if path.is_file()}


def test_a_take_that_cannot_be_noted(
    prompt: Prompt, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    voice = make_reader(prompt.corpus, name=READER)
    monkeypatch.setattr(Reading, "save", fail)
    with pytest.raises(Broken):
        send_take(voice, prompt, spoken_by_flite())
    assert not files_in(folder)


def test_a_clip_whose_acceptance_cannot_be_noted(
    prompt: Prompt, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    voice = make_reader(prompt.corpus, name=READER)
    reading = send_take(voice, prompt, spoken_by_flite())
    Reading.objects.update(state=Reading.State.WAITING)
    before = files_in(folder)
    assert before
    monkeypatch.setattr(readings, "_decide", fail)
    with pytest.raises(Broken):
        accept_reading(reading=reading, by=account(REVIEWER, name="rhea"))
    assert files_in(folder) == before
    assert not Clip.objects.exists()


def test_a_clip_that_is_stored_keeps_its_file(prompt: Prompt, folder: Path) -> None:
    voice = make_reader(prompt.corpus, name=READER)
    clip = add_clip(prompt=prompt, voice=voice, audio=spoken_by_flite())
    assert files_in(folder) == {folder / str(clip.original.name)}
