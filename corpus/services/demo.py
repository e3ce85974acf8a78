"""The demo's corpus: prompts, systems and their voices."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from django.db import transaction
from django.utils.text import slugify

from corpus.demo import asterisk
from corpus.demo.cache import ClipCache
from corpus.demo.choosing import choose
from corpus.demo.examples import LICENCE as EXAMPLES_LICENCE
from corpus.demo.examples import Example, examples
from corpus.demo.voices import DemoSystem, demo_systems, missing
from corpus.models import Corpus, CorpusVersion, Prompt, Register, Source, System, Voice
from corpus.services.demo_clips import make_clips
from corpus.services.versions import freeze_version

SLUG = "demo"
PHONE_AGENT = "phone-agent"
# More would cost a first set-up many minutes of the slowest voice.
READINGS = 24
EXAMPLES_PER_REGISTER = 6

Say = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class DemoCorpus:
    """A frozen version and the systems that have clips of its prompts."""

    version: CorpusVersion
    systems: list[System]


def build_demo_corpus(*, folder: Path, say: Say) -> DemoCorpus:
    """Make the demo's prompts, systems and clips, or complete them.

    ``folder`` keeps synthesised clips and Kokoro's model for the next time. ``say`` is told of
    progress, and of every system that cannot speak on this machine and what brings it.
    """
    version = _version()
    prompts = list(version.prompts.order_by("external_id"))
    known = demo_systems(folder / "models")
    absent = missing(known)
    for name, reason in absent.items():
        say(f"Without {name}: {reason}")
    speaking = [(_system(system), system) for system in known if system.name not in absent]
    make_clips(prompts, speaking, ClipCache(folder / "clips"), say)
    return DemoCorpus(version, [system for system, _ in speaking])


@transaction.atomic
def _version() -> CorpusVersion:
    """The demo's frozen version. One that is there stays: its study has votes."""
    corpus, _ = Corpus.objects.get_or_create(
        slug=SLUG,
        defaults={
            "title": "Demo prompts",
            "visibility": Corpus.Visibility.PUBLIC,
            "description": "Public example prompts. Never used for a scored benchmark.",
            "target_size": EXAMPLES_PER_REGISTER,
        },
    )
    frozen = corpus.versions.first()
    if frozen is not None:
        return frozen
    _add_readings(corpus)
    _add_examples(corpus)
    return freeze_version(corpus=corpus, prompts=list(corpus.prompts.select_related("register")))


def _add_readings(corpus: Corpus) -> None:
    if asterisk.missing():
        return
    source, _ = Source.objects.get_or_create(
        name=asterisk.SOURCE,
        defaults={
            "licence": asterisk.LICENCE,
            "attribution": asterisk.CREDIT,
            "url": asterisk.SOURCE_URL,
        },
    )
    register = Register.objects.get(slug=PHONE_AGENT)
    for reading in choose(asterisk.readings(), READINGS):
        Prompt.objects.get_or_create(
            corpus=corpus,
            external_id=f"asterisk-{reading.prompt_id}",
            defaults={
                "text": reading.text,
                "register": register,
                "source": source,
                "state": Prompt.State.APPROVED,
            },
        )


def _add_examples(corpus: Corpus) -> None:
    source, _ = Source.objects.get_or_create(
        name="Earshot's own examples",
        defaults={"licence": EXAMPLES_LICENCE},
    )
    registers = {register.slug: register for register in Register.objects.all()}
    for example in _first_of_each_register(examples()):
        Prompt.objects.get_or_create(
            corpus=corpus,
            external_id=example.external_id,
            defaults={
                "text": example.text,
                "register": registers[example.register],
                "topic": example.topic,
                "source": source,
                "state": Prompt.State.APPROVED,
            },
        )


def _first_of_each_register(known: list[Example]) -> list[Example]:
    times: Counter[str] = Counter()
    chosen = []
    for example in known:
        times[example.register] += 1
        if times[example.register] <= EXAMPLES_PER_REGISTER:
            chosen.append(example)
    return chosen


@transaction.atomic
def _system(known: DemoSystem) -> System:
    system, _ = System.objects.get_or_create(
        slug=slugify(known.name),
        defaults={
            "name": known.name,
            "provider": known.provider,
            "version": known.version,
            "kind": known.kind,
            "homepage": known.homepage,
            "open_weights": None if known.kind == "human" else True,
        },
    )
    for voice in known.voices:
        Voice.objects.get_or_create(
            system=system,
            name=voice.name,
            defaults={"gender": voice.gender, "reason": voice.reason},
        )
    return system
