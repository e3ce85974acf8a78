"""Language models by name: "pocketsphinx", or "huggingface:" with a name or a folder."""

from dataclasses import dataclass

from corpus.difficulty import causal, trigram
from corpus.difficulty.language_model import LanguageModel

DEFAULT = trigram.NAME


class UnknownBackEnd(ValueError):  # noqa: N818 - the name says what is wrong
    """No language model goes by this name; the message lists the names there are."""


@dataclass(frozen=True, slots=True)
class BackEnd:
    """A kind of language model that may be chosen."""

    form: str
    """How it is named."""
    description: str
    is_installed: bool
    command: str
    """What installs it."""


def available() -> list[BackEnd]:
    """Return every back end, installed or not, the default first."""
    return [
        BackEnd(
            trigram.NAME,
            "Trigram model of US English; small, works offline.",
            trigram.is_installed(),
            trigram.COMMAND,
        ),
        BackEnd(
            f"{causal.PREFIX}NAME-OR-FOLDER",
            "Any causal language model of Hugging Face, by name or folder; for real benchmarks.",
            causal.is_installed(),
            causal.COMMAND,
        ),
    ]


def check_name(name: str) -> None:
    """Raise UnknownBackEnd unless *name* has the form of a language model's name."""
    prefix, _, rest = name.partition(":")
    if name != trigram.NAME and not (f"{prefix}:" == causal.PREFIX and rest.strip()):
        forms = " or ".join(f"“{back_end.form}”" for back_end in available())
        raise UnknownBackEnd(f"There is no language model “{name}”. Choose {forms}.")


def language_model(name: str) -> LanguageModel:
    """Load the language model of that name.

    Raises:
        UnknownBackEnd: no language model has such a name.
        ModelUnavailable: it is not installed or not on this machine.
    """
    check_name(name)
    if name == trigram.NAME:
        return trigram.Trigram()
    return causal.CausalModel(name.removeprefix(causal.PREFIX))
