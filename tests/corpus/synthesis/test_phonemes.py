"""Words and their phonemes as misaki's EN_PHONES.md gives them for American English."""

import pytest

from corpus.synthesis.phonemes import english_phonemes, kokoro_alphabet


@pytest.mark.parametrize(
    ("word", "phonemes"),
    [
        ("yes", "jˈɛs"),
        ("sung", "sˈʌŋ"),
        ("shin", "ʃˈɪn"),
        ("jump", "ʤˈʌmp"),
        ("lunge", "lˈʌnʤ"),
        ("chump", "ʧˈʌmp"),
        ("lunch", "lˈʌnʧ"),
        ("easy", "ˈizi"),
        ("flu", "flˈu"),
        ("brick", "bɹˈɪk"),
        ("wood", "wˈʊd"),
        ("hey", "hˈA"),
        ("high", "hˈI"),
        ("how", "hˌW"),
        ("soy", "sˈY"),
    ],
)
def test_a_word_gets_the_phonemes_of_the_alphabet(word: str, phonemes: str) -> None:
    assert english_phonemes(word).replace("ˌ", "ˈ") == phonemes.replace("ˌ", "ˈ")


@pytest.mark.parametrize(
    ("ipa", "phonemes"),
    [
        ("fˈo^ʊn", "fˈOn"),
        ("bˈɜːd", "bˈɜɹd"),
        ("lˈɛɾɚz", "lˈɛɾəɹz"),
        ("lˈɪɾə^l", "lˈɪɾᵊl"),
        ("bˈʌʔn̩", "bˈʌtᵊn"),
        ("ɹˈɪðm̩", "ɹˈɪðᵊm"),
        ("kˈɑː^ɹd", "kˈɑɹd"),
    ],
)
def test_ties_lengths_and_syllabic_marks_are_merged(ipa: str, phonemes: str) -> None:
    assert kokoro_alphabet(ipa) == phonemes


def test_punctuation_stays_for_the_phrasing() -> None:
    marks = [mark for mark in english_phonemes("Well, no. Why? Stop!") if mark in ",.?!"]

    assert marks == [",", ".", "?", "!"]


def test_marks_within_words_are_no_clause_ends() -> None:
    assert "." not in english_phonemes("at example.com today")


def test_text_that_looks_like_an_option_is_spoken() -> None:
    assert english_phonemes("--version") == english_phonemes("version")
