"""Which votes a board is about: all of them, or those of one register or gender."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from arena.models import Study
from corpus.models import Gender, Register
from ratings.reading import BoardVotes

OVERALL = "overall"


@dataclass(frozen=True, slots=True)
class Slice:
    """A part of a study's votes. ``key`` addresses it, ``label`` names it on a page."""

    key: str
    label: str
    group: str

    def of(self, votes: BoardVotes) -> NDArray[np.bool_]:
        """Which of the votes belong to the slice, shape ``(votes,)``."""
        kind, _, value = self.key.partition(":")
        if kind == "register":
            return np.asarray(votes.register == value, dtype=np.bool_)
        if kind == "gender":
            return np.asarray(votes.gender == value, dtype=np.bool_)
        return np.ones(len(votes.register), dtype=np.bool_)


def slices_of(study: Study) -> list[Slice]:
    """The slices of a study, in the order in which pages show them."""
    registers = Register.objects.filter(prompts__selections__version=study.version_id).distinct()
    return [
        Slice(OVERALL, "All votes", "Everything"),
        *(Slice(f"register:{r.slug}", r.name, "Register") for r in registers),
        *(Slice(f"gender:{g.value}", f"{g.label} voices", "Voice") for g in Gender),
    ]
