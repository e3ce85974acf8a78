"""How topics vary within each register."""

from collections import defaultdict
from dataclasses import dataclass

from django.db.models import Count

from corpus.models import Corpus

# One topic with more than this share of a register makes the register look like that topic.
LARGEST_SHARE = 0.25
SHOWN = 5
ENOUGH = 8  # prompts, below which shares say nothing


@dataclass(frozen=True, slots=True)
class Spread:
    """The topics of one register. commonest: topics with their prompts, most first."""

    register: str
    prompts: int
    topics: int
    commonest: tuple[tuple[str, int], ...]

    @property
    def others(self) -> int:
        """How many topics are not among the commonest."""
        return self.topics - len(self.commonest)

    @property
    def is_narrow(self) -> bool:
        """Whether one topic stands for too much of the register."""
        largest = self.commonest[0][1] if self.commonest else 0
        return self.prompts >= ENOUGH and largest > LARGEST_SHARE * self.prompts


def topic_spread(corpus: Corpus) -> list[Spread]:
    """The topics of every register that has prompts."""
    counted = (
        corpus.prompts.all()
        .current()
        .values_list("register__name", "topic")
        .annotate(prompts=Count("pk"))
        .order_by("register__position", "-prompts", "topic")
    )
    by_register: dict[str, list[tuple[str, int]]] = defaultdict(list)
    for register, topic, prompts in counted:
        by_register[register].append((topic or "no topic", prompts))
    return [
        Spread(register, sum(n for _, n in topics), len(topics), tuple(topics[:SHOWN]))
        for register, topics in by_register.items()
    ]
