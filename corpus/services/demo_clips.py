"""The demo's clips: spoken by machines at set-up, or taken from recordings."""

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from corpus.demo import asterisk
from corpus.demo.cache import ClipCache
from corpus.demo.voices import DemoSystem, DemoVoice
from corpus.models import Clip, Prompt, System, Voice
from corpus.services.clips import add_clip, render_clip
from corpus.synthesis.base import SynthesisError

REPORT_EVERY = 20

Say = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class ClipToMake:
    """A prompt that a voice has not spoken yet."""

    prompt: Prompt
    voice: Voice
    source: DemoVoice


def make_clips(
    prompts: list[Prompt],
    speaking: list[tuple[System, DemoSystem]],
    cache: ClipCache,
    say: Say,
) -> None:
    """Let every voice speak every prompt that it has not spoken yet, and render the clips.

    A person only has the recordings that exist. A clip that cannot be made is said and left out.
    """
    waiting = list(_clips_to_make(prompts, speaking))
    started = time.monotonic()
    for done, clip in enumerate(waiting, start=1):
        _make_clip(clip, cache, say)
        if done % REPORT_EVERY == 0 or done == len(waiting):
            left = (time.monotonic() - started) / done * (len(waiting) - done)
            say(f"{done} of {len(waiting)} clips spoken, {_minutes(left)} left")
    # A peaky clip lowers the loudness of all; the others follow in further rounds.
    while rest := list(Clip.objects.to_render().filter(prompt__in=prompts)):
        say(f"Rendering {len(rest)} clips")
        for stored in rest:
            render_clip(clip=stored)


def _minutes(seconds: float) -> str:
    return f"about {seconds / 60:.0f} min" if seconds >= 60 else "less than a minute"


def _clips_to_make(
    prompts: list[Prompt],
    speaking: list[tuple[System, DemoSystem]],
) -> Iterator[ClipToMake]:
    there = set(Clip.objects.values_list("voice_id", "prompt_id"))
    for system, known in speaking:
        voices = {voice.name: voice for voice in system.voices.all()}
        for source in known.voices:
            for prompt in prompts:
                voice = voices[source.name]
                read = source.synthesizer is not None or _recording(prompt) is not None
                if read and (voice.pk, prompt.pk) not in there:
                    yield ClipToMake(prompt, voice, source)


def _make_clip(clip: ClipToMake, cache: ClipCache, say: Say) -> None:
    engine = clip.source.synthesizer
    recording = _recording(clip.prompt)
    if engine is None:
        if recording is not None:
            _add_reading(clip, recording)
        return
    started = time.monotonic()
    cached = cache.path(engine, clip.prompt.text).exists()
    try:
        audio = cache.speak(engine, clip.prompt.text)
    except SynthesisError as error:
        say(f"{engine.name} could not say {clip.prompt.external_id}: {error}")
        return
    seconds = None if cached else time.monotonic() - started
    add_clip(
        prompt=clip.prompt,
        voice=clip.voice,
        audio=audio,
        name=f"{clip.prompt.external_id}.wav",
        generation_seconds=seconds,
    )


def _add_reading(clip: ClipToMake, recording: Path) -> None:
    add_clip(
        prompt=clip.prompt,
        voice=clip.voice,
        audio=recording.read_bytes(),
        name=recording.name,
        container_hint="g722",
    )


def _recording(prompt: Prompt) -> Path | None:
    kind, _, prompt_id = prompt.external_id.partition("-")
    path = asterisk.RECORDINGS / f"{prompt_id}.g722"
    return path if kind == "asterisk" and path.is_file() else None
