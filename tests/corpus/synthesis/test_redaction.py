"""Sentences of others, without what they should not say."""

from hypothesis import given
from hypothesis import strategies as st

from corpus.synthesis.redaction import KEY_PIECE, LONGEST, told

TEXT = "Well, I suppose the green door is locked."


def test_what_says_nothing_of_the_text_is_told_whole() -> None:
    assert told("Unknown voice en-xx.", text=TEXT) == "Unknown voice en-xx."


def test_a_phrase_of_the_text_is_taken_out_once() -> None:
    assert told("Cannot say: the GREEN door is, sorry", text=TEXT) == "Cannot say: [text], sorry"


def test_two_common_words_are_no_phrase() -> None:
    assert told("The green lamp blinks.", text=TEXT) == "The green lamp blinks."


def test_a_short_text_is_taken_out_too() -> None:
    assert told("No sound for Marigold!", text="Marigold?") == "No sound for [text]!"


def test_lines_become_one_and_end_somewhere() -> None:
    said = told("one\n\x1b[2Jtwo " + "word " * 200, text=TEXT)
    assert said.startswith("one [2Jtwo word")
    assert len(said) <= LONGEST


@given(
    key=st.text("abcdefghijklmnop0123456789-", min_size=12, max_size=40),
    before=st.text("xyz :", max_size=10),
    data=st.data(),
)
def test_no_piece_of_a_key_is_left(key: str, before: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(key) - KEY_PIECE))
    end = data.draw(st.integers(start + KEY_PIECE, len(key)))
    said = told(f"{before}{key[start:end]}***", text="", key=key)
    pieces = {key[place : place + KEY_PIECE] for place in range(len(key) - KEY_PIECE + 1)}
    assert not any(piece in said for piece in pieces)
