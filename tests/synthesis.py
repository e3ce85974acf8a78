"""Systems that can speak, and prompts for them to say, for tests."""

from typing import Any

from corpus.models import Corpus, Gender, Prompt, Synthesizer, System, Voice
from corpus.services.synthesis import Order
from corpus.synthesis.keys import SpeechKey
from tests.corpus.prompts import add_prompts
from tests.speech_server import KEY, SpeechServer

TEXTS = (
    "Your parcel is waiting behind the green door.",
    "A comet is mostly dust and frozen water.",
    "Honestly, I would rather walk home tonight.",
)


def speaking_system(kind: str, settings: dict[str, Any] | None = None, **more: Any) -> Synthesizer:
    """A system with a female and a male voice that eSpeak knows, and what speaks for it."""
    system = System.objects.create(slug="zorblat", name="Zorblat")
    for gender, name, spoken in ((Gender.FEMALE, "Ada", "en-us+f2"), (Gender.MALE, "Bo", "en-us")):
        Voice.objects.create(system=system, gender=gender, name=name, adapter_voice=spoken)
    return Synthesizer.objects.create(system=system, kind=kind, settings=settings or {}, **more)


def behind(server: SpeechServer, **more: Any) -> Synthesizer:
    """A system that speaks through the endpoint on this machine."""
    given = {"base_url": server.base_url, "model": "formant-1", "timeout": 10}
    return speaking_system("speech-api", given, secret="lab", **more)


def key_of(server: SpeechServer) -> dict[str, SpeechKey]:
    """The endpoint's key, as the server's administrator would give it."""
    return {"lab": SpeechKey("lab", server.host, KEY)}


def approved_prompts(corpus: Corpus, texts: tuple[str, ...] = TEXTS) -> list[Prompt]:
    """Prompts that may be spoken."""
    prompts = add_prompts(corpus, texts)
    Prompt.objects.filter(corpus=corpus).update(state=Prompt.State.APPROVED)
    return prompts


def whole(corpus: Corpus, synthesizer: Synthesizer, **more: Any) -> Order:
    """All voices of the system for all prompts of the corpus."""
    voices = tuple(synthesizer.system.voices.select_related("system"))
    return Order(corpus=corpus, synthesizer=synthesizer, voices=voices, **more)
