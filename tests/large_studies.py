"""A study of many systems for tests of boards: its clips are rows without sound."""

from itertools import product

from django.utils import timezone

from arena.models import Study
from arena.services import open_study
from corpus.models import Clip, Corpus, Gender, Prompt, Register, Source, Stratum, System, Voice
from corpus.services import freeze_version

REGISTERS = ("casual-conversation", "explainer", "phone-agent")
STRATA = tuple(Stratum)
PROVIDERS = ("Quixotron Industries", "Plumbago Research", "Ferrule Labs", "Ostler & Daughters")
FIRST = ("Zorblat", "Vexley", "Quillon", "Marrow", "Tesserine", "Oakum", "Brindle", "Ferrous")
SECOND = ("Speech", "Voice", "TTS Large", "Narrator 2")


def make_large_study(
    slug: str = "large", *, systems: int = 30, prompts: int = 6, human: bool = True, **rules: object
) -> Study:
    """An open study: many systems, every register, gender and difficulty.

    prompts: of each register, of all difficulties alike. human: whether one system is.

    Nobody can listen to it, since no clip has a file; simulated listeners do not mind.
    """
    corpus = Corpus.objects.create(slug=f"{slug}-corpus", title=f"Corpus of {slug}")
    texts = _prompts(corpus, prompts)
    strata = {prompt.external_id: STRATA[k % len(STRATA)] for k, prompt in enumerate(texts)}
    version = freeze_version(corpus=corpus, prompts=texts, strata=strata)
    entered = _systems(systems - human)
    if human:
        entered.append(_system("human-anchor", "Human anchor", "Recorded readers", "human"))
    voices = Voice.objects.filter(system__in=entered)
    Clip.objects.bulk_create(_silent_clip(p, v) for p, v in product(texts, voices))
    return open_study(slug=slug, title="Many voices", version=version, systems=entered, **rules)


def _prompts(corpus: Corpus, of_each: int) -> list[Prompt]:
    source, _ = Source.objects.get_or_create(name="Own sentences", licence="CC0")
    return [
        Prompt.objects.create(
            corpus=corpus,
            external_id=f"{register}-{number}",
            text=f"This is sentence {number} of the register {register}.",
            register=Register.objects.get(slug=register),
            source=source,
        )
        for register in REGISTERS
        for number in range(1, of_each + 1)
    ]


def _systems(number: int) -> list[System]:
    names = [f"{first} {second}" for second, first in product(SECOND, FIRST)]
    return [
        _system(f"system-{place}", name, PROVIDERS[place % len(PROVIDERS)], "synthetic")
        for place, name in enumerate(names[:number])
    ]


def _system(slug: str, name: str, provider: str, kind: str) -> System:
    system = System.objects.create(slug=slug, name=name, provider=provider, kind=kind)
    for gender in Gender:
        Voice.objects.create(system=system, name=f"{slug} {gender.value}", gender=gender)
    return system


def _silent_clip(prompt: Prompt, voice: Voice) -> Clip:
    return Clip(
        prompt=prompt,
        voice=voice,
        state=Clip.State.READY,
        original="originals/none",
        original_digest="0" * 64,
        rendition="renditions/none",
        rendition_digest="0" * 64,
        rendered_at=timezone.now(),
        target_lufs=prompt.corpus.target_lufs,
        duration=3.0,
    )
