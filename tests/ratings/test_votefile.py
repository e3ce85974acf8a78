"""Reading vote files: what is understood, and what is refused with line and field."""

from pathlib import Path

import numpy as np
import pytest

from ratings.statistics.votes import Outcome
from ratings.votefile import Dialect, VoteFileError, parse_votes, read_votes


def test_left_right_winner_with_listeners() -> None:
    file = parse_votes(b"left,right,winner,listener\nB,A,left,x\nA,B,tie,y\nA,B,right,x\n")
    assert file.systems == ("A", "B")
    assert file.votes.left.tolist() == [1, 0, 0]
    assert file.votes.outcome.tolist() == [Outcome.LEFT, Outcome.TIE, Outcome.RIGHT]
    assert file.votes.listener is not None
    assert file.votes.listener.tolist() == [0, 1, 0]
    assert file.votes.sided


def test_winner_loser_with_counts_has_no_sides() -> None:
    file = parse_votes(b"winner,loser,count\nB,A,3\nA,B,0\n")
    assert file.votes.left.tolist() == [0, 0]
    assert file.votes.outcome.tolist() == [Outcome.RIGHT, Outcome.LEFT]
    assert file.votes.weight is not None
    assert file.votes.weight.tolist() == [3, 0]
    assert not file.votes.sided


def test_other_columns_and_their_order_do_not_matter() -> None:
    file = parse_votes(b"id,winner,worker,right,left\n7,left,w,B,A\n")
    assert (file.votes.left[0], file.votes.right[0]) == (0, 1)
    assert file.votes.listener is None


def test_names_may_hold_commas_emoji_quotes_and_line_breaks() -> None:
    text = 'left,right,winner\n"Voice, female","🎙️ ""Pro""",left\n"two\nlines","Voice, female",tie\n'
    file = parse_votes(text.encode())
    assert set(file.systems) == {"Voice, female", '🎙️ "Pro"', "two\nlines"}


@pytest.mark.parametrize("ending", ["\n", "\r\n", "\r"])
def test_a_byte_order_mark_and_any_line_ending_are_read(ending: str) -> None:
    content = "\ufeff" + ending.join(["left,right,winner", "A,B,left", "B,A,left", ""])
    assert np.array_equal(parse_votes(content.encode()).votes.left, [0, 1])


HEADER = b"left,right,winner\n"


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        (b"", "The file is empty"),
        (b" \n\n", "The file is empty"),
        (HEADER, "a header but no votes"),
        (HEADER + b"A,B,left\nA,B,Left\n", "Line 3, field winner: 'Left' is none of left, right"),
        (HEADER + b"A,B,\n", "Line 2, field winner: '' is none of"),
        (HEADER + b"A,,left\n", "Line 2, field right: the name is missing"),
        (HEADER + b"A, ,left\n", "Line 2, field right: the name is missing"),
        (HEADER + b"A,B ,left\n", "Line 2, field right: 'B ' begins or ends with a space"),
        (HEADER + b"A,A,left\n", "Line 2: 'A' is set against itself"),
        ((HEADER + b"A,\xe2\x80\xaeB,left\n"), r"Line 2, field right: '\u202eB' holds a character"),
        (HEADER + b"A,B\n", "Line 2: 2 fields where the header has 3."),
        (HEADER + b"  \n", "Line 2: 1 field where the header has 3."),
        (HEADER + b"A,B,left,x\n", "Line 2: 4 fields where the header has 3. A name that holds"),
        (HEADER + b'"A\nA",B,left\nA,B,won\n', "Line 4, field winner: 'won'"),
        (HEADER + b"\nA,B,won\n", "Line 3, field winner: 'won'"),
        (HEADER + b'A,B,left\n"A,B,left\n', "Line 3: not valid CSV"),
        (HEADER + b"A,B,left\nA,\xff,left\n", "Line 3: the file is not UTF-8"),
        ("left,right,winner\nA,B,left\n".encode("utf-16"), "Line 1: the file is not UTF-8"),
        (b"left,winner\nA,left\n", "Line 1: the header lacks a column"),
        (b"left;right;winner\nA;B;left\n", "Then say --separator semicolon."),
        (b"left\tright\twinner\nA\tB\tleft\n", "Then say --separator tab."),
        (b"left,right,winner,loser\nA,B,left,B\n", "Line 1: the header has the columns of both"),
        (b"left,left,right,winner\nA,A,B,left\n", "Line 1: the column 'left' appears twice"),
        (b"winner,loser,count\nA,B,1.5\n", "Line 2, field count: '1.5' is not a whole number"),
        (b"winner,loser,count\nA,B,-1\n", "Line 2, field count: '-1' is not a whole number"),
        (b"winner,loser,count\nA,B,\n", "Line 2, field count: '' is not a whole number"),
        ("winner,loser,count\nA,B,²\n".encode(), "Line 2, field count: '²' is not a whole"),
        (b"winner,loser,count\nA,B," + b"9" * 300 + b"\n", "Line 2, field count: a number of 300"),
        (b"winner,loser,listener\nA,B,\n", "Line 2, field listener: the name is missing"),
    ],
)
def test_what_is_not_understood_is_refused(content: bytes, complaint: str) -> None:
    with pytest.raises(VoteFileError) as caught:
        parse_votes(content)
    assert complaint in str(caught.value)


@pytest.mark.parametrize("column", ["left", "listener"])
def test_a_name_in_two_codings_that_look_the_same_is_refused(column: str) -> None:
    """An accent of its own character, and one within its letter; nobody sees the difference."""
    row = {"left": "Zoe", "right": "Max", "winner": "left", "listener": "w"}
    rows = [row | {column: "Zo\u00eb"}, row | {column: "Zoe\u0308"}]
    lines = [",".join(row), *(",".join(row.values()) for row in rows)]
    with pytest.raises(VoteFileError, match=r"Line [23]: .* would count twice"):
        parse_votes("\n".join(lines).encode())


@pytest.mark.parametrize(
    "other", ["Zoe\u00a0B", "Zoe  B", "Zoe\u200b B", "Zoe B\u200f", "\ufeffZoe B"]
)
def test_a_name_that_differs_by_what_nobody_sees_is_refused(other: str) -> None:
    lines = ["left,right,winner", "Zoe B,Max,left", f"{other},Max,left"]
    with pytest.raises(VoteFileError, match=r"Line [23]: .* would count twice"):
        parse_votes("\n".join(lines).encode())


def test_names_that_a_joiner_makes_look_different_are_two() -> None:
    file = parse_votes("winner,loser\n👩\u200d🔬,👩🔬\n".encode())
    assert len(file.systems) == 2


@pytest.mark.parametrize("separator", [";", "\t"])
def test_another_separator_can_be_declared(separator: str) -> None:
    content = separator.join(["left", "right", "winner"]) + f'\nA{separator}"B{separator}C"'
    content += f"{separator}left\n"
    file = parse_votes(content.encode(), Dialect(separator=separator))
    assert file.systems == ("A", f"B{separator}C")


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(VoteFileError, match=r"Cannot open .*absent\.csv: No such file"):
        read_votes(tmp_path / "absent.csv")


ARENA = b"model_a,model_b,winner,judge,question,left\nA,B,model_a,x,q1,9\nB,A,both bad,y,q2,9\n"
ARENA_DIALECT = Dialect(
    columns={"left": "model_a", "right": "model_b", "listener": "judge", "prompt": "question"},
    labels={
        Outcome.LEFT: ["model_a"],
        Outcome.RIGHT: ["model_b"],
        Outcome.TIE: ["tie", "both bad"],
    },
    prompts=True,
)


def test_another_files_columns_and_labels_can_be_declared() -> None:
    file = parse_votes(ARENA, ARENA_DIALECT)
    assert file.systems == ("A", "B")
    assert file.votes.outcome.tolist() == [Outcome.LEFT, Outcome.TIE]
    assert file.votes.listener is not None
    assert file.votes.prompt is not None
    assert file.votes.listener.tolist() == file.votes.prompt.tolist() == [0, 1]


def test_prompts_are_read_only_on_demand() -> None:
    content = b"left,right,winner,prompt\nA,B,left,\n"
    assert parse_votes(content).votes.prompt is None
    with pytest.raises(VoteFileError, match="Line 2, field prompt: the name is missing"):
        parse_votes(content, Dialect(prompts=True))


@pytest.mark.parametrize(
    ("dialect", "complaint"),
    [
        (Dialect(columns={"listener": "worker"}), "the column 'worker' for listener must be"),
        (Dialect(labels={Outcome.LEFT: ["right"]}), "'right' cannot mean two outcomes"),
        (Dialect(labels={Outcome.LEFT: ["a"]}), "'left' is none of a, right, tie"),
        (Dialect(prompts=True), "the header has no column prompt"),
    ],
)
def test_a_dialect_that_does_not_fit_is_refused(dialect: Dialect, complaint: str) -> None:
    with pytest.raises(VoteFileError) as caught:
        parse_votes(b"left,right,winner\nA,B,left\n", dialect)
    assert complaint in str(caught.value)


def test_other_names_of_columns_lead_to_the_options() -> None:
    with pytest.raises(VoteFileError, match="--column left=THEIRS"):
        parse_votes(b"model_a,model_b,verdict\nx,y,a\n")


def test_wins_counted_in_columns_lead_to_the_layout_that_holds_them() -> None:
    with pytest.raises(VoteFileError, match=r"home_wins.*winner, loser and count"):
        parse_votes(b"home,away,home_wins,away_wins\nx,y,3,4\n")
