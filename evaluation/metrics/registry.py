"""Families by name."""

from collections.abc import Sequence
from dataclasses import dataclass
from difflib import get_close_matches

from evaluation.metrics.base import Family


class UnknownMetric(ValueError):  # noqa: N818 - a mistake of the asker
    """A name stands for no family and no metric; the message lists what there is."""


@dataclass(frozen=True)
class Registry:
    """The families of one configuration, in the order in which they are shown."""

    families: tuple[Family, ...]

    def __post_init__(self) -> None:
        names = [family.name for family in self.families]
        metrics = [metric.name for family in self.families for metric in family.metrics]
        for kind, seen in (("family", names), ("metric", metrics)):
            twice = sorted({name for name in seen if seen.count(name) > 1})
            if twice:
                raise ValueError(f"Two of one {kind} name: {', '.join(twice)}.")

    def family(self, name: str) -> Family:
        """Return the family called *name*, or the one that gives the metric called *name*.

        Raises UnknownMetric.
        """
        for family in self.families:
            if name == family.name or any(name == metric.name for metric in family.metrics):
                return family
        known = [family.name for family in self.families]
        known += [metric.name for family in self.families for metric in family.metrics]
        near = get_close_matches(name, known, n=1)
        hint = f" Did you mean {near[0]}?" if near else ""
        raise UnknownMetric(
            f"There is no metric called {name!r}.{hint} "
            f"There are: {', '.join(family.name for family in self.families)}."
        )

    def selected(self, names: Sequence[str]) -> tuple[Family, ...]:
        """Return the families that *names* ask for, each once, in this registry's order.

        No names: all of them. Raises UnknownMetric.
        """
        wanted = {self.family(name).name for name in names}
        return tuple(f for f in self.families if not names or f.name in wanted)
