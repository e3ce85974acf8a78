"""Original public prompts of the registers that no Asterisk reader has read."""

import csv
from dataclasses import dataclass
from pathlib import Path

EXAMPLES = Path(__file__).with_name("examples.csv")
LICENCE = "CC0 1.0"


@dataclass(frozen=True, slots=True)
class Example:
    """One public example prompt; `register` is a slug, such as "explainer"."""

    external_id: str
    register: str
    topic: str
    text: str


def examples() -> list[Example]:
    """Return all examples, in the order of the file."""
    with EXAMPLES.open(encoding="utf-8", newline="") as file:
        return [Example(**row) for row in csv.DictReader(file)]
