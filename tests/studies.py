"""A small study of real speech for tests: systems, voices, prompts, clips."""

import subprocess
from functools import cache
from importlib import import_module

from django.apps import apps
from django.core.files.base import ContentFile
from django.utils import timezone

from arena.models import Study
from arena.services import open_study
from corpus.audio.decoding import decode
from corpus.audio.rendition import TARGET_LUFS, Rendition, prepare, render
from corpus.models import Clip, Corpus, Prompt, Register, Source, System, Voice
from corpus.services import freeze_version

TEXTS = {
    "phone-agent": ["Thank you for calling, how can I help you today?", "Please hold the line."],
    "explainer": ["A tide is the slow breathing of the sea.", "Glass is made from melted sand."],
}
# Names that occur nowhere else, so that a search for them in answers means something.
SYSTEMS = [
    ("zorblat-speech", "Zorblat Speech", "Quixotron Industries", System.Kind.SYNTHETIC),
    ("vexley-voice", "Vexley Voice", "Plumbago Research", System.Kind.SYNTHETIC),
    ("human-anchor", "Human anchor", "Recorded readers", System.Kind.HUMAN),
]
PITCHES = {"female": 70, "male": 30}


@cache
def speech(text: str, pitch: int = 50) -> bytes:
    """The text spoken by eSpeak NG, as a WAV file."""
    command = ["espeak-ng", "--stdout", "-p", str(pitch), "--", text]
    return subprocess.run(command, check=True, capture_output=True, timeout=20).stdout


@cache
def rendition_of(text: str, pitch: int) -> Rendition:
    """What listeners would hear of it."""
    return render(prepare(decode(speech(text, pitch))), TARGET_LUFS)


def make_study(slug: str = "first-light", **rules: object) -> Study:
    """An open study: three systems, two genders, two registers, four prompts, all clips ready."""
    corpus = Corpus.objects.create(slug=f"{slug}-corpus", title=f"Corpus of {slug}")
    prompts = make_prompts(corpus)
    version = freeze_version(corpus=corpus, prompts=prompts)
    systems = [make_system(*row) for row in SYSTEMS]
    for place, system in enumerate(systems):
        for voice in system.voices.all():
            for prompt in prompts:
                make_ready_clip(prompt, voice, pitch=PITCHES[voice.gender] + 5 * place)
    return open_study(slug=slug, title="First light", version=version, systems=systems, **rules)


def make_prompts(corpus: Corpus) -> list[Prompt]:
    """The prompts of TEXTS in a corpus."""
    seed_registers()
    source, _ = Source.objects.get_or_create(name="Own sentences", licence="CC0")
    return [
        Prompt.objects.create(
            corpus=corpus,
            external_id=f"{register}-{number}",
            text=text,
            register=Register.objects.get(slug=register),
            source=source,
        )
        for register, texts in TEXTS.items()
        for number, text in enumerate(texts, start=1)
    ]


def seed_registers() -> None:
    """The seeded registers again, where a transactional test's flush has taken them away."""
    import_module("corpus.migrations.0002_seed_registers").seed(apps, None)


def make_system(slug: str, name: str, provider: str, kind: str) -> System:
    """A system with a female and a male voice."""
    system, created = System.objects.get_or_create(
        slug=slug,
        defaults={"name": name, "provider": provider, "kind": kind},
    )
    if created:
        for gender in PITCHES:
            Voice.objects.create(system=system, name=f"{slug} {gender}", gender=gender)
    return system


def make_ready_clip(prompt: Prompt, voice: Voice, *, pitch: int) -> Clip:
    """A clip as the rendering task leaves it."""
    rendition = rendition_of(prompt.text, pitch)
    clip = Clip(
        prompt=prompt,
        voice=voice,
        state=Clip.State.READY,
        original_digest="0" * 64,
        rendition_digest=rendition.digest,
        rendered_at=timezone.now(),
        target_lufs=TARGET_LUFS,
        duration=rendition.duration,
    )
    clip.original.save("original", ContentFile(speech(prompt.text, pitch)), save=False)
    clip.rendition.save("rendition", ContentFile(rendition.wav), save=False)
    clip.save()
    return clip
