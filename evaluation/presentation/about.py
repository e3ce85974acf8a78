"""What a page says of a metric besides its numbers."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Self

from evaluation.metrics.base import Direction, Metric

DIGEST = re.compile(r"sha256:([0-9a-f]{12})[0-9a-f]{52}")
DIRECTIONS = {
    Direction.HIGHER: "Higher is better",
    Direction.LOWER: "Lower is better",
    Direction.NEITHER: "A fact, no judgement",
}


@dataclass(frozen=True, slots=True)
class About:
    """A metric and what computed it. model: names and digests, empty without one."""

    metric: Metric
    family: str
    version: str
    model: str

    @classmethod
    def of(cls, stored: Mapping[str, Any]) -> Self:
        """Return what was stored with a report."""
        metric = Metric(
            name=stored["name"],
            title=stored["title"],
            unit=stored["unit"],
            direction=Direction(stored["direction"]),
            low=stored["low"],
            high=stored["high"],
            claim=stored["claim"],
        )
        return cls(metric, stored["family"], stored["version"], stored["model"])

    @property
    def is_fact(self) -> bool:
        """Whether neither way is better."""
        return self.metric.direction is Direction.NEITHER

    @property
    def sentence(self) -> str:
        """Direction, unit, version and model, of whose digests the beginning is told."""
        unit = f", in {self.metric.unit}" if self.metric.unit else ""
        short = DIGEST.sub(r"sha256:\1…", self.model)
        model = f", by {short}" if short else ", without a model"
        return (
            f"{DIRECTIONS[self.metric.direction]}{unit}. "
            f"By the family {self.family}, version {self.version}{model}."
        )
