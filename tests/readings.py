"""Readers with a voice, and takes that they send."""

import uuid
from functools import cache

import numpy as np
from django.contrib.auth.models import User

from corpus.audio.decoding import decode
from corpus.audio.resampling import RATE, resample
from corpus.models import Corpus, Prompt, Reading, Register, Source, System, Voice
from corpus.roles import READER
from corpus.services.readings import add_reading, digest_of
from tests.corpus.audio.recordings import SENTENCE, spoken_by_flite, with_sndfile
from tests.people import account

TEXTS = (SENTENCE, "Well, I suppose so.", "Please hold the line, someone will be with you soon.")


def make_corpus(slug: str = "bench", texts: tuple[str, ...] = TEXTS) -> Corpus:
    """A private corpus of approved prompts."""
    corpus = Corpus.objects.create(slug=slug, title=slug.title())
    source, _ = Source.objects.get_or_create(name="Own sentences", licence="CC0")
    register, _ = Register.objects.get_or_create(slug="phone-agent", defaults={"name": "Phone"})
    for number, text in enumerate(texts, start=1):
        Prompt.objects.create(
            corpus=corpus,
            external_id=f"{slug}-{number}",
            text=text,
            register=register,
            source=source,
            state=Prompt.State.APPROVED,
        )
    return corpus


def human_anchor() -> System:
    """The system whose voices are people."""
    system, _ = System.objects.get_or_create(
        kind=System.Kind.HUMAN, defaults={"slug": "human", "name": "Human anchor"}
    )
    return system


def make_reader(
    *corpora: Corpus, name: str = "rita", gender: str = "female", roles: tuple[str, ...] = (READER,)
) -> Voice:
    """A reader, and the voice that they are."""
    voice = Voice.objects.create(
        system=human_anchor(),
        name=f"Reader {name}",
        gender=gender,
        reader=account(*roles, name=name),
    )
    voice.corpora.set(corpora)
    return voice


def reader_of(voice: Voice) -> User:
    """The person behind a voice."""
    assert voice.reader is not None
    return voice.reader


@cache
def good_take() -> bytes:
    """SENTENCE, read cleanly, with half a second of quiet room around it, as a WAV file."""
    signal = decode(spoken_by_flite())
    speech = resample(signal.samples, signal.rate)
    room = np.random.default_rng(3).normal(0, 10 ** (-72 / 20), speech.size + RATE)
    room[RATE // 2 : RATE // 2 + speech.size] += speech / np.abs(speech).max() / 2
    return with_sndfile(room, RATE, "WAV", "PCM_16")


def send_take(
    voice: Voice, prompt: Prompt, audio: bytes | None = None, token: uuid.UUID | None = None
) -> Reading:
    """The reader sends a take of a prompt."""
    return add_reading(
        prompt_id=prompt.pk,
        text_digest=digest_of(prompt.text),
        voice=voice,
        by=reader_of(voice),
        token=token or uuid.uuid4(),
        audio=audio or good_take(),
    )
