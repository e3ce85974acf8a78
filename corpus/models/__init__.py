"""Tables of what is spoken."""

from corpus.models.clips import Clip
from corpus.models.prompts import (
    Corpus,
    CorpusVersion,
    Prompt,
    Register,
    Source,
    Stratum,
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
    "Stratum",
    "System",
    "VersionPrompt",
    "Voice",
]
