"""What is known of the difficulty of a corpus: spread and strata of each register."""

from collections.abc import Collection
from dataclasses import dataclass

import numpy as np

from corpus.difficulty.language_model import FloatArray
from corpus.difficulty.strata import Boundaries, Spread, boundaries, spread, strata
from corpus.models import Corpus, Prompt, Stratum


@dataclass(frozen=True, slots=True)
class RegisterDifficulty:
    """The prompts of one register that stand. waiting: not measured yet; unknown: have none."""

    register: str
    perplexities: FloatArray
    spread: Spread
    boundaries: Boundaries | None
    waiting: int
    unknown: int


def difficulty_of(corpus: Corpus) -> list[RegisterDifficulty]:
    """Return the difficulty of each register that the corpus has, in the registers' order."""
    rows: dict[str, list[tuple[float | None, bool]]] = {}
    prompts = corpus.prompts.all().current().order_by("register__position", "register__slug")
    for register, model, perplexity in prompts.values_list(
        "register__name", "language_model__name", "perplexity"
    ):
        rows.setdefault(register, []).append((perplexity, model == corpus.language_model))
    return [_register(name, known) for name, known in rows.items()]


def strata_of(prompts: Collection[Prompt]) -> dict[str, Stratum]:
    """Return the stratum of each prompt among the given ones of its register, by external id.

    A prompt whose difficulty is unknown is left out. The prompts bring their ``register``.
    """
    values = np.array([np.nan if p.perplexity is None else p.perplexity for p in prompts])
    found = strata(values, [prompt.register.slug for prompt in prompts])
    return {
        prompt.external_id: Stratum(stratum)
        for prompt, stratum in zip(prompts, found, strict=True)
        if stratum
    }


def _register(name: str, prompts: list[tuple[float | None, bool]]) -> RegisterDifficulty:
    measured = [perplexity for perplexity, is_measured in prompts if is_measured]
    known = np.array([value for value in measured if value is not None], dtype=np.float64)
    return RegisterDifficulty(
        register=name,
        perplexities=known,
        spread=spread(known),
        boundaries=boundaries(known, [name] * len(known)).get(name),
        waiting=len(prompts) - len(measured),
        unknown=len(measured) - len(known),
    )
