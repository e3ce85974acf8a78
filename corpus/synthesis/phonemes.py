"""English text to the phonemes that Kokoro was trained on.

eSpeak NG gives IPA with ties within affricates and diphthongs. Kokoro's alphabet (documented as
"EN_PHONES" of the misaki project, American column) has one letter for each of these, writes the
r-coloured vowels as vowel and r, and marks no length.
"""

import re

from corpus.synthesis.program import run

PHONEME_RULES = 1  # raise it when the rules below change: cached clips depend on them

_TIE = "^"
_SYLLABIC = "\u0329"  # combining mark under a consonant that carries a syllable

# Longest first: a pair must be met before its parts.
_ALPHABET = {
    f"ʔn{_SYLLABIC}": "tᵊn",
    f"a{_TIE}ɪ": "I",
    f"a{_TIE}ʊ": "W",
    f"e{_TIE}ɪ": "A",
    f"o{_TIE}ʊ": "O",
    f"ɔ{_TIE}ɪ": "Y",
    f"d{_TIE}ʒ": "ʤ",
    f"t{_TIE}ʃ": "ʧ",
    f"ə{_TIE}l": "ᵊl",
    "ɜːɹ": "ɜɹ",
    "ɜː": "ɜɹ",
    "ɚ": "əɹ",
    "ɐ": "ə",
    "e": "A",
    "o": "ɔ",
    "r": "ɹ",
    "x": "k",
    "ç": "k",
    "ɬ": "l",
    "ʔ": "t",
    "ʲ": "",
    "\u0303": "",
    "ː": "",
    _TIE: "",
}
_REPLACED = re.compile("|".join(map(re.escape, _ALPHABET)))
_CARRIED = re.compile(rf"(\w){_SYLLABIC}")
_MARKS = re.compile(r"([.,;:!?]+)(?=\s|$)")


def english_phonemes(text: str) -> str:
    """Return the phonemes of one line of American English, its marks of punctuation kept.

    eSpeak drops punctuation, from which Kokoro takes its phrasing, so clauses go to it one by one.
    """
    *pairs, rest = _MARKS.split(text)
    clauses = [*zip(pairs[::2], pairs[1::2], strict=True), (rest, "")]
    spoken = [_spoken(clause) + mark[:1] for clause, mark in clauses if clause.strip()]
    return " ".join(spoken)


def _spoken(clause: str) -> str:
    words = clause.strip().strip("\"'()")
    tied = run(["espeak-ng", "-q", "-v", "en-us", "--ipa", f"--tie={_TIE}", "--stdin"], words)
    return kokoro_alphabet(" ".join(tied.decode().split()))


def kokoro_alphabet(ipa: str) -> str:
    """Return tied *ipa* of American English in Kokoro's alphabet."""
    merged = _REPLACED.sub(lambda match: _ALPHABET[match[0]], ipa)
    return _CARRIED.sub(r"ᵊ\1", merged)
