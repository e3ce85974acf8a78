"""Corpus in the admin."""

from corpus.admin import clips, corpora, logs, prompts, readings, synthesis, systems, uploads
from corpus.admin.clips import player_of
from corpus.admin.rows import ReadOnlyAdmin
from corpus.admin.systems import SettledForm

__all__ = [
    "ReadOnlyAdmin",
    "SettledForm",
    "clips",
    "corpora",
    "logs",
    "player_of",
    "prompts",
    "readings",
    "synthesis",
    "systems",
    "uploads",
]
