"""Which words and sentences a text has."""

import pytest

from corpus.difficulty.words import sentences, words


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Well, I – don’t know!", ["Well", "I", "don't", "know"]),
        ("at four p.m. sharp", ["at", "four", "p.m", "sharp"]),
        ("a twenty-one-year-old", ["a", "twenty", "one", "year", "old"]),
        ("'Cause I was go- going", ["'Cause", "I", "was", "go", "going"]),
        ("Zoë’s naïve “façade”…", ["Zoë's", "naïve", "façade"]),
        ("你好, Anna", ["你", "好", "Anna"]),
        ("… — ?!", []),
        ("", []),
    ],
)
def test_words_are_counted_without_the_punctuation_around_them(
    text: str, expected: list[str]
) -> None:
    """Apostrophes and inner dots belong to a word, hyphens part it, ideographs stand alone."""
    assert words(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("It rained. We stayed in.", ["It rained.", "We stayed in."]),
        ("Really? yes! fine.", ["Really?", "yes!", "fine."]),
        ("She said “no.” He left.", ["She said “no.”", "He left."]),
        ("Come at four p.m. on Monday.", ["Come at four p.m. on Monday."]),
        ("Come at four p.m. Monday works.", ["Come at four p.m. Monday works."]),
        ("Ask Dr. Lee. She knows.", ["Ask Dr. Lee.", "She knows."]),
        ("I was... I was late.", ["I was...", "I was late."]),
        ("你好。再见。", ["你好。", "再见。"]),
        ("no stop at all", ["no stop at all"]),
        ("  ", []),
    ],
)
def test_sentences_end_where_a_reader_would_stop(text: str, expected: list[str]) -> None:
    """A full stop within an abbreviation or after a title ends nothing."""
    assert sentences(text) == expected
