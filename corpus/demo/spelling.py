"""Written prompts of a telephone exchange to spoken ones, as whole sentences."""

import re

from corpus.text.spelling import spell_out as numbers_spelled_out

_KEYS = {"#": "pound", "*": "star"}  # as a keypad's keys are called in the United States


def spell_out(text: str) -> str:
    """Return *text* with numbers and keypad signs as words, as a whole sentence.

    What is dialled, such as "extension 8500", is read digit by digit.
    """
    for key, word in _KEYS.items():
        text = text.replace(key, word)
    text = numbers_spelled_out(" ".join(text.split()))
    text = re.sub(r"\bi\b", "I", text)
    text = text[:1].upper() + text[1:]
    return text if text.endswith((".", "?", "!")) else f"{text}."
