"""How far heard words are from the text: word error rate, and the differences one by one.

Word error rate is (substitutions + deletions + insertions) / words of the text, over a minimal
alignment (Levenshtein), computed by jiwer.
"""

import re
from dataclasses import dataclass
from itertools import groupby

import jiwer

_PLAIN = str.maketrans({"‘": "'", "’": "'", "ʼ": "'"})
_WORD = re.compile(r"'?[^\W\d_]+(?:['.][^\W\d_]+)*|\d+")


@dataclass(frozen=True, slots=True)
class Difference:
    """A stretch of the text and what was heard instead; one of both may be empty."""

    written: str
    heard: str


@dataclass(frozen=True, slots=True)
class Comparison:
    """`error_rate` from 0, above 1 where more is heard than written; `differences` in order."""

    error_rate: float
    differences: tuple[Difference, ...]


def words(text: str) -> list[str]:
    """Return the words of *text* in lower case, without punctuation; hyphens part words.

    Dots inside a word are dropped (p.m. → pm), apostrophes stay (don't).
    """
    found = _WORD.findall(text.translate(_PLAIN).lower())
    return [word.replace(".", "").strip("'") for word in found]


def compare(text: str, heard: str) -> Comparison:
    """Align what was *heard* with the *text*, both as words.

    Raises ValueError for a text without words.
    """
    written, spoken = words(text), words(heard)
    if not written:
        raise ValueError("The text has no words to compare with.")
    aligned = jiwer.process_words(" ".join(written), " ".join(spoken))
    differences = []
    for is_equal, chunks in groupby(aligned.alignments[0], key=lambda chunk: chunk.type == "equal"):
        stretch = list(chunks)
        first, last = stretch[0], stretch[-1]
        if not is_equal:
            expected = written[first.ref_start_idx : last.ref_end_idx]
            heard_instead = spoken[first.hyp_start_idx : last.hyp_end_idx]
            differences.append(Difference(" ".join(expected), " ".join(heard_instead)))
    return Comparison(float(aligned.wer), tuple(differences))
