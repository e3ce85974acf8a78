"""Word lists, one file each in lists/: what a rule knows is data, open to additions."""

import csv
import re
from collections.abc import Iterable
from pathlib import Path

_LISTS = Path(__file__).with_name("lists")


def words(name: str) -> tuple[str, ...]:
    """Return the lines of lists/*name*.txt, without comments."""
    lines = (_LISTS / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    return tuple(line for line in lines if line and not line.startswith("#"))


def table(name: str) -> tuple[dict[str, str], ...]:
    """Return the rows of lists/*name*.csv by column."""
    with (_LISTS / f"{name}.csv").open(encoding="utf-8", newline="") as file:
        return tuple(csv.DictReader(file))


def any_of(choices: Iterable[str]) -> str:
    """Return a pattern for any of *choices*, the longest first."""
    longest_first = sorted(choices, key=lambda choice: (-len(choice), choice))
    return f"(?:{'|'.join(re.escape(choice) for choice in longest_first)})"
