"""Whether a reading can be one of its text: its pace, and the words that a recogniser hears."""

from collections.abc import Iterator

from corpus.audio.resampling import RATE
from corpus.recognition.base import Recogniser, RecognitionError
from corpus.recognition.comparison import Comparison, compare, words
from corpus.recording.finding import Finding
from corpus.recording.sound import Take

SLOWEST, FASTEST = 1.2, 5.0
"""Words per second of speech. Talk has 2 to 4; beyond these bounds text and recording differ."""
FEWEST_WORDS = 4
"""Shorter texts say too little about pace."""
WRONG_SHARE = 0.4
"""Word error rate from which other words were probably read. Of 20 right readings, one came above
(a short text); of the same with exchanged texts none came below 0.8."""
DIFFERENCES_SHOWN = 5


def pace_findings(take: Take, text: str) -> Iterator[Finding]:
    """Yield what is noticed about the length of the speech against the words of *text*."""
    count = len(words(text))
    pace = count / take.span.duration
    if count < FEWEST_WORDS or SLOWEST <= pace <= FASTEST:
        return
    facts = f"{count} words in {take.span.duration:.1f} seconds"
    if pace > FASTEST:
        sentence = f"The reading is too short for the text: {facts}. Something may be missing."
        yield Finding("short", "warning", sentence, round(pace, 2))
    else:
        sentence = f"The reading is too long for the text: {facts}. Something may have been added."
        yield Finding("long", "warning", sentence, round(pace, 2))


def word_findings(take: Take, text: str, recogniser: Recogniser) -> Iterator[Finding]:
    """Yield in which words the *recogniser* disagrees with *text*."""
    if not words(text):
        return
    try:
        heard = recogniser.transcribe(take.samples, RATE)
    except RecognitionError as error:
        yield Finding("unrecognised", "note", f"The words were not checked. {error}")
        return
    found = compare(text, heard)
    if found.error_rate > WRONG_SHARE:
        yield Finding("words", "warning", _wrong(found), round(found.error_rate, 2))
    elif found.differences:
        yield Finding("words", "note", _slips(found), round(found.error_rate, 2))


def _wrong(found: Comparison) -> str:
    share = f"{min(1.0, found.error_rate):.0%}".replace("%", " %")
    return (
        f"The recogniser heard other words than the text has ({share} differ): {_listed(found)}. "
        "Compare the recording with the text."
    )


def _slips(found: Comparison) -> str:
    return f"The recogniser, which often errs, heard {_listed(found)}."


def _listed(found: Comparison) -> str:
    shown = [_said(each.written, each.heard) for each in found.differences[:DIFFERENCES_SHOWN]]
    rest = len(found.differences) - len(shown)
    return "; ".join(shown) + (f"; and {rest} more" if rest > 0 else "")


def _said(written: str, heard: str) -> str:
    if not heard:
        return f"nothing for “{written}”"
    return f"“{heard}” for “{written}”" if written else f"“{heard}” in addition"
