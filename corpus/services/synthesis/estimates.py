"""What a synthesis would take, told before it is begun."""

from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal

from django.db.models import Avg

from corpus.models import Clip
from corpus.services.synthesis.orders import Order

PRICED_BY = Decimal(1_000_000)  # characters
CENT = Decimal("0.01")


@dataclass(frozen=True, slots=True)
class Estimate:
    """What an order would take.

    seconds: by the rate limit and by how long the system's clips took so far; None: neither is
    known. cost: in `currency`; None: no price is set. given_up: what failed for good before and is
    left out unless it is asked for. destination: host that the texts go to; empty: they stay here.
    """

    clips: int
    prompts: int
    characters: int
    seconds: float | None
    cost: Decimal | None
    currency: str
    given_up: int
    destination: str

    @property
    def characters_told(self) -> str:
        """The characters, grouped by thousands."""
        return f"{self.characters:,}"

    @property
    def cost_told(self) -> str:
        """The cost in words; more digits where it is small."""
        if self.cost is None:
            return "not known: no price is set"
        if 0 < self.cost < CENT:
            return f"less than 0.01 {self.currency}"
        return f"{self.cost.quantize(CENT, ROUND_HALF_UP):,} {self.currency}"

    @property
    def time_told(self) -> str:
        """The time in words."""
        if self.seconds is None:
            return "not known until the first clips are made"
        if self.seconds < 90:
            return f"about {self.seconds:.0f} s"
        if self.seconds < 5400:
            return f"about {self.seconds / 60:.0f} min"
        return f"about {self.seconds / 3600:.1f} h"


def estimate_of(order: Order) -> Estimate:
    """What *order* would take."""
    pairs = order.left()[: order.limit]
    characters = sum(pair.characters for pair in pairs)
    synthesizer = order.synthesizer
    price = synthesizer.cost_per_million
    return Estimate(
        clips=len(pairs),
        prompts=len({pair.prompt for pair in pairs}),
        characters=characters,
        seconds=_seconds(order, len(pairs)),
        cost=None if price is None else price * characters / PRICED_BY,
        currency=synthesizer.currency,
        given_up=order.given_up().count(),
        destination=synthesizer.destination,
    )


def _seconds(order: Order, clips: int) -> float | None:
    """Texts are sent one after the other, so the slower of limit and engine sets the pace."""
    taken = Clip.objects.filter(
        voice__system=order.synthesizer.system, generation_seconds__isnull=False
    ).aggregate(mean=Avg("generation_seconds"))["mean"]
    between = order.synthesizer.seconds_between
    if taken is None and not between:
        return None
    return clips * max(between, taken or 0.0)
