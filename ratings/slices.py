"""Which votes a board is about: all of them, or those of one register, voice or difficulty."""

from dataclasses import dataclass

import numpy as np

from arena.models import Study
from corpus.models import Gender, Register, Stratum
from ratings.reading import Labels, Traits
from ratings.statistics.votes import BoolArray

OVERALL = "overall"
# A register with one gender of voices gets a board once its systems have on average this many
# votes: with fewer, a rating's interval is wider than ± 109 points among 8 systems, ± 120 among 30,
# and the board tells nothing that the board of its register does not tell better.
CROSSED_VOTES_PER_SYSTEM = 30


@dataclass(frozen=True, slots=True)
class Slice:
    """A part of a study's votes. ``key`` addresses it, ``label`` names it on a page.

    The key is `overall`, or `kind:value`, or several of these joined by `+`.
    """

    key: str
    label: str
    group: str

    @property
    def is_crossed(self) -> bool:
        """Whether it is a part of a part, with a board only where votes suffice."""
        return "+" in self.key

    def of(self, votes: Traits) -> BoolArray:
        """Which of the votes, excluded ones too, belong to the slice: ``(votes,)``."""
        marked = np.ones(len(votes), dtype=np.bool_)
        if self.key != OVERALL:
            for part in self.key.split("+"):
                kind, _, value = part.partition(":")
                marked &= labels_of(votes, kind).are(value)
        return marked

    def suffices(self, votes: float, systems: int) -> bool:
        """Whether so many votes on so many systems are worth a board; each vote is on two."""
        return not self.is_crossed or 2 * votes >= CROSSED_VOTES_PER_SYSTEM * systems


def labels_of(votes: Traits, kind: str) -> Labels:
    """The property of the votes by which slices of one kind are cut."""
    by_kind = {"register": votes.register, "gender": votes.gender, "difficulty": votes.stratum}
    return by_kind[kind]


def slices_of(study: Study) -> list[Slice]:
    """The slices that a study can have, in the order in which pages show them."""
    registers = list(
        Register.objects.filter(prompts__selections__version=study.version_id).distinct()
    )
    known = set(study.version.selection.values_list("stratum", flat=True))
    strata = [stratum for stratum in Stratum if stratum in known]
    return [
        Slice(OVERALL, "All votes", "Everything"),
        *(Slice(f"register:{r.slug}", r.name, "Register") for r in registers),
        *(Slice(f"gender:{g.value}", f"{g.label} voices", "Voice") for g in Gender),
        *(Slice(f"difficulty:{s.value}", str(s.label), "Difficulty") for s in strata),
        *(
            Slice(
                f"register:{r.slug}+gender:{g.value}",
                f"{r.name}, {g.label.lower()} voices",
                "Register and voice",
            )
            for r in registers
            for g in Gender
        ),
    ]
