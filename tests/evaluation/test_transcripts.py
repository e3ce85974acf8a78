"""Texts and transcripts come to one form; only what was said differs."""

import string
import unicodedata
from importlib import util

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evaluation.metrics.transcripts import (
    chinese_characters,
    english_characters,
    english_words,
    language_of,
)
from tests.evaluation.recordings import needs_chinese


@pytest.mark.parametrize(
    ("written", "heard"),
    [
        ("Press one.", "press 1"),
        ("“Well,” she said – “fine!”", "Well she said fine"),
        ("I don’t know", "i don't know"),
        ("the ‘quoted’ word", "the quoted word"),
        ("At four p.m., please", "at 4 PM please"),
        ("forty-two", "42"),
        ("twenty percent", "20%"),
        ("five dollars and fifty cents", "$5.50"),
        ("in nineteen eighty-four", "in 1984"),
        ("version two zero one", "version 2.0.1"),
        ("zero zero seven agents", "007 agents"),
        ("the first", "The 1st"),
        ("a café", "a cafe"),
        ("two\tlines\nof text", "two lines of  text"),
        ("well—yes", "well yes"),
        ("the London–Paris train", "the London Paris train"),
        ("so•first", "so first"),
        ("one line\u2028and another", "one line and another"),
        ("co\u00adop", "coop"),
    ],
)
def test_what_sounds_alike_in_english_is_equal(written: str, heard: str) -> None:
    assert english_words(written) == english_words(heard)


@pytest.mark.parametrize(
    ("one", "other"), [("I can", "I can't"), ("its", "it's"), ("press 1", "press 2")]
)
def test_what_differs_in_english_stays_different(one: str, other: str) -> None:
    assert english_words(one) != english_words(other)


def test_apostrophes_stay_within_words_alone() -> None:
    assert english_words("’Twas the dogs’ o’clock") == ["twas", "the", "dogs", "o'clock"]


def test_what_is_not_ascii_is_left_out_of_english() -> None:
    assert english_words("hello 世界 world") == ["hello", "world"]


def test_fillers_go_if_asked_whole_words_alone() -> None:
    said = "Um, I, uh — er, mean: uh-huh, the umbrella. Mm-hm."
    assert english_words(said, fillers=False) == ["i", "mean", "the", "umbrella"]
    assert "um" in english_words(said)


def test_letters_of_english_come_without_spaces() -> None:
    assert english_characters("Log in!") == english_characters("login") == "login"


@given(st.text())
def test_normalising_english_again_changes_nothing(text: str) -> None:
    words = english_words(text)
    assert english_words(" ".join(words)) == words
    assert all(word.isascii() and word == word.lower() and word for word in words)


@needs_chinese
@pytest.mark.parametrize(
    ("written", "heard"),
    [
        ("請按壹鍵", "请按壹键"),
        ("请按一键。", "请 按 1 键"),
        ("语音信箱，谢谢！", "语音信箱谢谢"),
        ("二零二四年三月五日", "2024年3月5日"),
        ("二〇二四年", "2024年"),
        ("百分之五十", "50%"),
        ("一千元", "1,000元"),
        ("电话一三八零零一三八零零零", "电话：13800138000"),
        ("房间零零七", "房间007"),
        ("Hello 世界", "hello世界"),
        ("ＡＢＣ", "abc"),
    ],
)
def test_what_sounds_alike_in_chinese_is_equal(written: str, heard: str) -> None:
    assert chinese_characters(written) == chinese_characters(heard)
    assert chinese_characters(written)


@needs_chinese
@pytest.mark.skipif(not util.find_spec("zhon"), reason="zhon is in requirements-dev.txt")
def test_all_punctuation_of_both_languages_is_dropped() -> None:
    from zhon import hanzi  # noqa: PLC0415 - optional

    marks = hanzi.punctuation + string.punctuation
    assert chinese_characters(f"一{marks}二") == "一二"
    assert english_words(f"one {marks} two") == ["one", "two"]
    assert all(unicodedata.category(mark)[0] in "PSZ" for mark in marks)


@pytest.mark.parametrize(
    ("tag", "code"), [("en", "en"), ("en-GB", "en"), ("zh_TW", "zh"), (" ZH ", "zh")]
)
def test_languages_are_told_without_their_region(tag: str, code: str) -> None:
    assert language_of(tag) == code
