"""A version and systems to make a study of. No test listens to their clips."""

from django.core.files.base import ContentFile
from django.utils import timezone

from arena.models import Study
from arena.services import make_study
from corpus.audio.rendition import TARGET_LUFS
from corpus.models import Clip, Corpus, CorpusVersion, Prompt, System, Voice
from corpus.services import freeze_version
from tests.studies import make_prompts, make_system

HUMAN, SYNTHETIC = System.Kind.HUMAN, System.Kind.SYNTHETIC


def frozen_version(slug: str = "bench") -> CorpusVersion:
    """Four prompts, frozen."""
    corpus = Corpus.objects.create(slug=slug, title="The bench")
    return freeze_version(corpus=corpus, prompts=make_prompts(corpus))


def speaking(slug: str, version: CorpusVersion, kind: str = SYNTHETIC) -> System:
    """A system both of whose voices have a ready clip of every prompt."""
    system = make_system(slug, slug.capitalize(), "", kind)
    for voice in system.voices.all():
        for prompt in version.prompts.all():
            _clip(prompt, voice)
    return system


def draft_of(version: CorpusVersion, *systems: System) -> Study:
    """A study that nobody has opened yet."""
    return make_study(
        study=Study(slug="morning", title="Morning study", version=version), systems=systems
    )


def _clip(prompt: Prompt, voice: Voice) -> None:
    clip = Clip(
        prompt=prompt,
        voice=voice,
        state=Clip.State.READY,
        original_digest=f"{prompt.pk:032x}{voice.pk:032x}",
        rendition_digest="0" * 64,
        rendered_at=timezone.now(),
        target_lufs=TARGET_LUFS,
        duration=1.0,
    )
    clip.original.save("original", ContentFile(b"read"), save=False)
    clip.rendition.save("rendition", ContentFile(b"heard"), save=False)
    clip.save()
