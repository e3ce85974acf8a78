"""A small private corpus that lacks nothing for being frozen."""

from django.contrib.auth.models import User
from django.core.files.base import ContentFile
from django.utils import timezone

from corpus.audio.rendition import TARGET_LUFS
from corpus.models import Clip, Corpus, LanguageModel, Prompt, Register, Source
from corpus.services.prompts.linting import LINT_VERSION
from tests.studies import make_system, seed_registers

TEXTS = {
    "casual-conversation": (
        "Oh, that reminds me, your sister called about the tent.",
        "We, um, missed the last bus and walked home along the river.",
        "Honestly, the soup was better the day after.",
    ),
    "explainer": (
        "Bread rises because yeast turns sugar into gas.",
        "A tide comes in when the moon pulls the sea a little closer.",
        "Glass is made by melting sand until it flows like honey.",
    ),
    "phone-agent": (
        "Thanks for waiting. Could you spell your last name for me?",
        "I have moved the visit to Thursday at nine in the morning.",
        "Your parcel left the depot and should reach you before noon.",
    ),
}


def make_corpus(author: User, reviewer: User, slug: str = "bench") -> Corpus:
    """Nine prompts in three registers, reviewed, measured, read by a woman and a man."""
    seed_registers()
    size = sum(len(texts) for texts in TEXTS.values())
    corpus = Corpus.objects.create(slug=slug, title=f"The {slug}", target_size=size)
    source, _ = Source.objects.get_or_create(name="Own sentences", licence="CC0")
    model, _ = LanguageModel.objects.get_or_create(name=corpus.language_model, digest="0" * 64)
    for register, texts in TEXTS.items():
        for number, text in enumerate(texts, start=1):
            Prompt.objects.create(
                corpus=corpus,
                external_id=f"{register}-{number}",
                text=text,
                register=Register.objects.get(slug=register),
                topic=f"topic {number}",
                source=source,
                author=author,
                reviewer=reviewer,
                reviewed_at=timezone.now(),
                state=Prompt.State.APPROVED,
                lint_version=LINT_VERSION,
                perplexity=10.0**number,
                language_model=model,
            )
    read_aloud(corpus)
    return corpus


def read_aloud(corpus: Corpus) -> None:
    """A ready reading of every prompt by a woman and by a man. No test listens to them."""
    human = make_system("human", "Human", "", "human")
    for voice in human.voices.filter(is_current=True):
        for prompt in corpus.prompts.all():
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
