"""Tables of what is spoken."""

from corpus.models.clips import Clip
from corpus.models.prompts import (
    Corpus,
    CorpusVersion,
    Prompt,
    Register,
    Source,
    VersionPrompt,
)
from corpus.models.systems import Gender, System, Voice

__all__ = [
    "Clip",
    "Corpus",
    "CorpusVersion",
    "Gender",
    "Prompt",
    "Register",
    "Source",
    "System",
    "VersionPrompt",
    "Voice",
]
