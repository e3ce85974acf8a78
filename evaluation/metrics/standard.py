"""Every family that there is.

To add one: write its module beside this one, with a constructor that takes a Choice, and put that
constructor into FAMILIES. Where it stands is where it is shown.
"""

from collections.abc import Callable

from evaluation.metrics.base import Family
from evaluation.metrics.choice import Choice
from evaluation.metrics.content import Cer, Wer
from evaluation.metrics.registry import Registry
from evaluation.metrics.rtf import Rtf
from evaluation.metrics.signal_facts import SignalFacts

FAMILIES: tuple[Callable[[Choice], Family], ...] = (
    Wer.chosen,
    Cer.chosen,
    lambda _: Rtf(),
    lambda _: SignalFacts(),
)


def standard(choice: Choice) -> Registry:
    """Return all families with the models of *choice*. Raises BadChoice."""
    return Registry(tuple(family(choice) for family in FAMILIES))
