"""Rows as files of prompts have them, sound ones and broken ones, to practise imports with."""

import random
from collections.abc import Callable, Sequence

from corpus.pack.making import LICENCE, SOURCE, PackPrompt

COLUMNS = ("external_id", "text", "register", "topic", "source", "licence")

Row = dict[str, str]


def rows_of(prompts: Sequence[PackPrompt]) -> list[Row]:
    """A sound row for each prompt."""
    return [
        {
            "external_id": prompt.external_id,
            "text": prompt.text,
            "register": prompt.register,
            "topic": prompt.topic,
            "source": SOURCE,
            "licence": LICENCE,
        }
        for prompt in prompts
    ]


def with_broken_rows(rows: Sequence[Row], count: int, *, seed: int = 0) -> list[Row]:
    """*rows* with *count* broken ones strewn in, of each kind in turn.

    Some cannot be imported at all; others can, but not be approved as they are.
    Raises ValueError if there are no rows to break copies of.
    """
    if count and not rows:
        raise ValueError("There are no rows to break copies of.")
    chance = random.Random(f"{seed} broken")  # noqa: S311 - to be the same again
    mixed = list(rows)
    for number in range(count):
        # A copy with an id of its own, so that only one thing is wrong with it.
        copy = {**chance.choice(rows), "external_id": f"broken-{number + 1:04}"}
        broken = {**copy, **WAYS[number % len(WAYS)](copy)}
        mixed.insert(chance.randrange(len(mixed) + 1), broken)
    return mixed


def _first_words(row: Row) -> str:
    return " ".join(row["text"].split()[:3])


# What cannot be imported, then what cannot be approved. Texts differ from those they are made of.
WAYS: tuple[Callable[[Row], Row], ...] = (
    lambda _: {"text": ""},
    lambda _: {"register": "podcast"},
    lambda _: {"licence": ""},
    lambda _: {"external_id": ""},
    lambda _: {"topic": ""},
    lambda row: {"external_id": row["external_id"] * 20},
    lambda _: {"register": ""},
    lambda row: {"text": f"{_first_words(row)} by 4:15 p.m. for $12.50, order #7731."},
    lambda row: {"text": f"{_first_words(row)} [noise] and then (inaudible) something."},
    lambda row: {"text": f"Agent: {_first_words(row)}? Caller: yes, please."},
    lambda row: {"text": f"<b>{_first_words(row)}</b> &amp; so on, see https://example.org."},
    lambda row: {"text": f"{_first_words(row)}, " + "and then we walked a little further, " * 12},
    lambda row: {"text": row["text"]},
    lambda row: {"text": f"{_first_words(row)} xkcdvbnm zzt <unk> at the end."},
)
