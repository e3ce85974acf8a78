"""What speaks for a voice, put together from its system's settings and what the server allows."""

from collections.abc import Callable

from django.conf import settings

from corpus.models import Synthesizer, Voice
from corpus.synthesis.base import Synthesizer as Engine
from corpus.synthesis.command import Command
from corpus.synthesis.espeak import Espeak
from corpus.synthesis.flite import Flite
from corpus.synthesis.kokoro import Kokoro
from corpus.synthesis.settings import CommandSettings, Kind, SettingsError, SpeechApiSettings
from corpus.synthesis.speech_api import SpeechApi

BUILT_IN: dict[str, Callable[[str], Engine]] = {
    Kind.ESPEAK: Espeak,
    Kind.FLITE: Flite,
    Kind.KOKORO: lambda voice: Kokoro(voice, settings.SPEECH_MODELS),
}


class CannotSpeak(RuntimeError):  # noqa: N818 - the name says what is wrong
    """A system's synthesiser is not in order; the sentence says what to do."""


def engine_for(synthesizer: Synthesizer, voice: Voice) -> Engine:
    """What makes the clips of *voice*. Raises CannotSpeak."""
    try:
        parsed = synthesizer.parsed
    except SettingsError as error:
        raise CannotSpeak(f"The settings of {synthesizer.system} are not in order: {error}") from (
            error
        )
    name = spoken_name(voice)
    if isinstance(parsed, SpeechApiSettings):
        return SpeechApi(parsed, name, key_for(synthesizer.secret, parsed.host))
    if isinstance(parsed, CommandSettings):
        template = settings.SPEECH_COMMANDS.get(parsed.command)
        if template is None:
            raise CannotSpeak(
                f"This server knows no command “{parsed.command}”. Its administrator lists "
                "commands in the file that EARSHOT_SPEECH_COMMANDS_FILE names."
            )
        return Command(template, name)
    return BUILT_IN[synthesizer.kind](name)


def spoken_name(voice: Voice) -> str:
    """What the engine calls a voice."""
    return voice.adapter_voice or voice.name


def key_for(name: str, host: str) -> str:
    """The key of this name; empty where none is asked for. Raises CannotSpeak.

    A key is given to no other host than its own, or whoever edits an address could have it sent
    to them.
    """
    if not name:
        return ""
    known = settings.SPEECH_KEYS.get(name)
    if known is None:
        raise CannotSpeak(
            f"This server has no key “{name}”. Its administrator keeps keys in the file that "
            "EARSHOT_SPEECH_KEYS_FILE names, or in the environment."
        )
    if not known.fits(host):
        raise CannotSpeak(
            f"The key “{name}” is for {known.host} and is sent to no other host, such as {host}."
        )
    return str(known.key)
