"""Originals come in, renditions come out, failures say why."""

import io
import re
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
import soundfile
from django.db import OperationalError
from django.utils import timezone

from corpus.audio.confined import prepare_confined
from corpus.audio.rendition import TARGET_LUFS, Prepared
from corpus.confinement.confined import Failed
from corpus.models import Clip, Corpus, Prompt, System, Voice
from corpus.models.clips import RENDERING_LASTS
from corpus.services import add_clip, render_again, render_clip
from corpus.services.clips import MOST_ATTEMPTS
from corpus.tasks import render_waiting_clips
from tests.studies import SYSTEMS, make_prompts, make_system, speech

AddClip = Callable[[bytes, int], Clip]


@pytest.fixture
def add(db: None) -> AddClip:
    """Add a clip of one prompt (by place) spoken by one voice."""
    corpus = Corpus.objects.create(slug="readings", title="Readings")
    prompts = make_prompts(corpus)
    system = make_system(*SYSTEMS[0])
    voice = system.voices.get(gender="female")

    def add_audio(audio: bytes, place: int = 0) -> Clip:
        return add_clip(prompt=prompts[place], voice=voice, audio=audio, name="take one.wav")

    return add_audio


def wav_of(seconds: float) -> bytes:
    """A plain WAV file of noise."""
    samples = np.random.default_rng(5).normal(0, 0.1, size=int(seconds * 24_000))
    out = io.BytesIO()
    soundfile.write(out, samples, 24_000, format="WAV", subtype="PCM_16")
    return out.getvalue()


def peaky(seconds: float = 2.0, peak: float = 1.0, level: float = 0.05) -> bytes:
    """Speech-like noise at a low level with single sharp peaks far above it."""
    rng = np.random.default_rng(5)
    samples = rng.normal(0, level, size=int(seconds * 24_000))
    samples[6_000::12_000] = peak
    out = io.BytesIO()
    soundfile.write(out, samples, 24_000, format="WAV", subtype="FLOAT")
    return out.getvalue()


def test_a_clip_waits_and_is_then_rendered(add: AddClip) -> None:
    clip = add(speech("Good morning, how are you today?"), 0)
    assert clip.state == Clip.State.PENDING
    assert list(Clip.objects.to_render()) == [clip]
    rendered = render_clip(clip=clip)
    assert rendered.state == Clip.State.READY
    assert list(Clip.objects.ready()) == [clip]
    with rendered.rendition.open("rb") as file:
        info = soundfile.info(io.BytesIO(file.read()))
    assert (info.samplerate, info.channels, info.subtype) == (24_000, 1, "PCM_16")


def test_the_original_stays_untouched(add: AddClip) -> None:
    audio = speech("Good morning, how are you today?")
    clip = render_clip(clip=add(audio, 0))
    with clip.original.open("rb") as file:
        assert file.read() == audio
    assert clip.original_name == "take one.wav"
    assert "take" not in str(clip.original.name)


@pytest.mark.parametrize(
    ("audio", "sentence"),
    [
        (b"", "empty"),
        (b"<svg xmlns='http://www.w3.org/2000/svg'/>" * 50, "text or a drawing"),
        (wav_of(seconds=2.0)[:50_000], "cut off"),
    ],
)
def test_a_bad_file_fails_with_a_sentence_and_stays(
    add: AddClip, audio: bytes, sentence: str
) -> None:
    clip = render_clip(clip=add(audio, 0))
    clip.refresh_from_db()
    assert clip.state == Clip.State.FAILED
    assert clip.failure
    assert not Clip.objects.ready().exists()
    with clip.original.open("rb") as file:
        assert file.read() == audio
    assert re.search(sentence, clip.failure)


def test_the_same_file_again_changes_nothing(add: AddClip) -> None:
    audio = speech("Good morning, how are you today?")
    first = render_clip(clip=add(audio, 0))
    assert add(audio, 0).rendition_digest == first.rendition_digest
    assert Clip.objects.count() == 1


def test_another_file_replaces_a_failed_one(add: AddClip) -> None:
    failed = render_clip(clip=add(b"nothing", 0))
    mended = render_clip(clip=add(speech("Good morning, how are you today?"), 0))
    assert mended.pk == failed.pk
    assert (mended.state, mended.failure) == (Clip.State.READY, "")


def test_a_clip_that_fails_unexpectedly_holds_up_none_of_the_others(
    add: AddClip, monkeypatch: pytest.MonkeyPatch
) -> None:
    texts = ["Please hold the line.", "Please stay with us.", "Please leave a message."]
    odd, lost, good = (add(speech(text), place) for place, text in enumerate(texts))
    lost.original.storage.delete(str(lost.original.name))

    def prepare_all_but_one(audio: bytes, *, container: str | None = None) -> Prepared:
        if audio == speech(texts[0]):
            raise Failed("AttributeError", "what no one thought of")
        return prepare_confined(audio, container=container)

    monkeypatch.setattr("corpus.services.clips.prepare_confined", prepare_all_but_one)
    assert render_waiting_clips() == 3
    assert list(Clip.objects.ready()) == [good]
    assert not Clip.objects.to_render().exists()
    odd.refresh_from_db()
    lost.refresh_from_db()
    assert "nobody expected (AttributeError)" in odd.failure
    assert "missing from the storage" in lost.failure


def test_a_database_that_does_not_answer_fails_no_clip(
    add: AddClip, monkeypatch: pytest.MonkeyPatch
) -> None:
    clip = add(speech("Good morning, how are you today?"), 0)

    def locked(**_: object) -> float:
        raise OperationalError("database is locked")

    monkeypatch.setattr("corpus.services.clips.settle_target", locked)
    with pytest.raises(OperationalError):
        render_waiting_clips()
    assert list(Clip.objects.to_render()) == [clip]


class KilledError(BaseException):
    """What a kill -9 looks like from within: nothing more is done."""


def kill_the_worker_at(monkeypatch: pytest.MonkeyPatch, deadly: bytes) -> None:
    """Let rendering of this original end the worker."""

    def prepare_or_die(audio: bytes, *, container: str | None = None) -> Prepared:
        if audio == deadly:
            raise KilledError
        return prepare_confined(audio, container=container)

    monkeypatch.setattr("corpus.services.clips.prepare_confined", prepare_or_die)


def wait_for_the_dead() -> None:
    """Let as much time pass as it takes to be sure that a silent worker is dead."""
    Clip.objects.exclude(rendering_since=None).update(
        rendering_since=timezone.now() - 2 * RENDERING_LASTS
    )


def test_a_clip_that_kills_its_worker_keeps_no_other_from_its_rendition(
    add: AddClip, monkeypatch: pytest.MonkeyPatch
) -> None:
    deadly = speech("Please hold the line.")
    killer, good = add(deadly, 0), add(speech("Please stay with us."), 1)
    kill_the_worker_at(monkeypatch, deadly)
    with pytest.raises(KilledError):
        render_waiting_clips()
    assert render_waiting_clips() == 1
    assert list(Clip.objects.ready()) == [good]
    for _ in range(MOST_ATTEMPTS - 1):
        wait_for_the_dead()
        with pytest.raises(KilledError):
            render_waiting_clips()
    wait_for_the_dead()
    assert render_waiting_clips() == 1
    killer.refresh_from_db()
    assert killer.state == Clip.State.FAILED
    assert "begun 3 times" in killer.failure


def test_a_clip_that_was_given_up_can_be_rendered_again(
    add: AddClip, monkeypatch: pytest.MonkeyPatch
) -> None:
    clip = add(speech("Please hold the line."), 0)
    Clip.objects.update(attempts=MOST_ATTEMPTS)
    render_waiting_clips()
    assert render_again(clips=Clip.objects.filter(state=Clip.State.FAILED)) == 1
    render_waiting_clips()
    assert list(Clip.objects.ready()) == [clip]


def test_two_workers_do_not_render_the_same_clip(add: AddClip) -> None:
    add(speech("Please hold the line."), 0)
    Clip.objects.update(rendering_since=timezone.now())  # as if another worker were at it
    assert render_waiting_clips() == 0


def test_a_storage_that_cannot_be_reached_fails_no_clip(
    add: AddClip, monkeypatch: pytest.MonkeyPatch
) -> None:
    clip = add(speech("Please hold the line."), 0)

    def away(*_: object, **__: object) -> None:
        raise OSError("no route to host")

    monkeypatch.setattr(clip.rendition.storage, "save", away)
    for _ in range(MOST_ATTEMPTS + 1):
        render_waiting_clips()
    assert list(Clip.objects.to_render().idle()) == [clip]
    monkeypatch.undo()
    render_waiting_clips()
    assert list(Clip.objects.ready()) == [clip]


@pytest.mark.parametrize("before", [speech("Good morning to you."), b"nothing"])
def test_an_original_that_comes_while_the_former_is_rendered_is_not_lost(
    add: AddClip, before: bytes
) -> None:
    stale = add(before, 0)
    newer = speech("Good morning, how are you today?")
    add(newer, 0)
    render_clip(clip=stale)
    clip = Clip.objects.get()
    assert (clip.state, clip.failure, clip.rendition.name) == (Clip.State.PENDING, "", "")
    with clip.original.open("rb") as file:
        assert file.read() == newer
    assert render_clip(clip=clip).state == Clip.State.READY


def test_a_peaky_clip_lowers_the_loudness_of_all(add: AddClip) -> None:
    calm = render_clip(clip=add(speech("Good morning, how are you today?"), 0))
    assert calm.loudness == pytest.approx(TARGET_LUFS)
    sharp = render_clip(clip=add(peaky(), 1))
    target = Corpus.objects.get().target_lufs
    assert target < TARGET_LUFS
    assert sharp.loudness == pytest.approx(target)
    # Until the calm one follows, it is not issued: loudness would tell the two apart.
    assert list(Clip.objects.ready()) == [sharp]
    assert list(Clip.objects.to_render()) == [calm]
    assert render_waiting_clips() == 1
    levels = [clip.loudness for clip in Clip.objects.ready()]
    assert levels == pytest.approx([target, target])
    assert all(clip.true_peak is not None and clip.true_peak <= -1 for clip in Clip.objects.all())


def test_a_click_does_not_drag_the_study_down(add: AddClip) -> None:
    clip = render_clip(clip=add(peaky(level=0.002), 0))
    assert clip.state == Clip.State.FAILED
    assert "click" in clip.failure
    assert Corpus.objects.get().target_lufs == TARGET_LUFS


def test_a_change_of_clips_grows_the_revision_of_the_pool(add: AddClip) -> None:
    revisions = [Corpus.objects.get().pool_revision]
    clip = add(speech("Good morning, how are you today?"), 0)
    revisions.append(Corpus.objects.get().pool_revision)
    render_clip(clip=clip)
    revisions.append(Corpus.objects.get().pool_revision)
    assert revisions == sorted(set(revisions))


def test_a_raw_g722_recording_says_its_format_itself(db: None) -> None:
    recording = Path("/usr/share/asterisk/sounds/en_US_f_Allison/vm-goodbye.g722")
    corpus = Corpus.objects.create(slug="readings", title="Readings")
    prompt = make_prompts(corpus)[0]
    human = System.objects.create(slug="anchor", name="Anchor", kind=System.Kind.HUMAN)
    voice = Voice.objects.create(system=human, name="Reader", gender="female")
    clip = add_clip(prompt=prompt, voice=voice, audio=recording.read_bytes(), container_hint="g722")
    rendered = render_clip(clip=clip)
    assert rendered.state == Clip.State.READY
    assert rendered.duration is not None
    assert 0.4 < rendered.duration < 3


def test_storage_keys_are_random(add: AddClip) -> None:
    clip = render_clip(clip=add(speech("Good morning, how are you today?"), 0))
    keys = {str(clip.original.name), str(clip.rendition.name)}
    assert len(keys) == 2
    assert all(len(key.split("/")[-1]) == 40 for key in keys)
    assert Prompt.objects.filter(clips=clip).exists()
