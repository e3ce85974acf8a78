"""Heard words against written ones."""

import pytest

from corpus.recognition.comparison import Difference, compare, words


def test_case_punctuation_and_quotes_do_not_count() -> None:
    assert words("“Don’t,” she said – at four p.m.!") == [
        "don't",
        "she",
        "said",
        "at",
        "four",
        "pm",
    ]


def test_hyphens_part_words() -> None:
    assert words("re-record") == ["re", "record"]


@pytest.mark.parametrize(
    ("heard", "rate", "differences"),
    [
        ("please hold the line", 0, ()),
        ("please hold a line", 1 / 4, (Difference("the", "a"),)),
        ("please hold the", 1 / 4, (Difference("line", ""),)),
        ("oh please hold the line", 1 / 4, (Difference("", "oh"),)),
        ("", 1, (Difference("please hold the line", ""),)),
    ],
)
def test_the_rate_counts_substitutions_deletions_and_insertions_per_written_word(
    heard: str, rate: float, differences: tuple[Difference, ...]
) -> None:
    compared = compare("Please hold the line.", heard)
    assert compared.error_rate == pytest.approx(rate)
    assert compared.differences == differences


def test_a_text_without_words_cannot_be_compared() -> None:
    with pytest.raises(ValueError, match="no words"):
        compare("…", "something")
