"""How long a prompt may be, in words; a phone agent's turn is shorter than a told story."""

from collections.abc import Iterator
from typing import NamedTuple

from corpus.text.findings import Finding, found
from corpus.text.words import count_words

LONGEST_CHECKED = 5_000  # characters; a longer text is no prompt, and is not searched further


class Limits(NamedTuple):
    """More words than `warning` need a look, more than `error` are too many."""

    warning: int
    error: int


LIMITS = Limits(warning=40, error=60)
LIMITS_OF_REGISTER = {"phone-agent": Limits(warning=25, error=40)}


def limits(register: str) -> Limits:
    """Return the limits of the register with the slug *register*; "" is any."""
    return LIMITS_OF_REGISTER.get(register, LIMITS)


def length_findings(text: str, register: str) -> Iterator[Finding]:
    """Yield at most one finding on the whole text: empty, long or too long."""
    words = count_words(text)
    warning, error = limits(register)
    whole = (0, len(text))
    if not words:
        yield found("empty", *whole, "There are no words to say.")
    elif len(text) > LONGEST_CHECKED:
        sentence = f"{len(text):,} characters are too many; the rest was not checked. Shorten it."
        yield found("too-long", *whole, sentence)
    elif words > error:
        yield found("too-long", *whole, f"{words} words; at most {error} can be read. Shorten it.")
    elif words > warning:
        yield found("long", *whole, f"{words} words; {warning} or fewer are better to listen to.")
