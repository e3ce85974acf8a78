import pytest

from corpus.text.findings import Severity
from corpus.text.linting import is_clean
from corpus.text.passages import compare_with_passage, passage_findings

PASSAGE = (
    "yeah so last summer we drove from Boston to see my uncle Frank, and, uh, the car broke down "
    "42 miles outside of Albany. Nobody stopped to help us for about three hours. In the end a "
    "woman with a tow truck took us to her house and made us sandwiches."
)
REWRITTEN = (
    "The van died on us somewhere past Denver, and it must have been half a day before a farmer "
    "pulled over and fed us soup."
)


def spans(text: str, code: str) -> list[str]:
    found = passage_findings(text, PASSAGE)
    return [text[one.start : one.end] for one in found if one.code == code]


def test_a_text_of_ones_own_is_not_too_close() -> None:
    overlap = compare_with_passage(REWRITTEN, PASSAGE)

    assert not overlap.is_too_close
    assert overlap.share == 0
    assert overlap.kept == ()
    assert is_clean(passage_findings(REWRITTEN, PASSAGE))


def test_a_verbatim_prompt_is_too_close() -> None:
    text = "Nobody stopped to help us for about three hours."
    overlap = compare_with_passage(text, PASSAGE)

    assert overlap.is_too_close
    assert (overlap.longest_run, overlap.share) == (9, 1.0)
    (error,) = [one for one in passage_findings(text, PASSAGE) if one.severity is Severity.ERROR]
    assert (error.code, error.start, error.end) == ("too-close", 0, len(text))


def test_case_punctuation_and_quotes_do_not_hide_a_copy() -> None:
    passage = "I don’t know – it’s just, well, what she’d always wanted to do"
    text = "I don't know, it's just well what she'd ALWAYS wanted to do!"

    assert compare_with_passage(text, passage).share == 1


def test_one_long_run_is_too_close_even_in_a_long_prompt() -> None:
    copied = "woman with a tow truck took us to"
    text = f"{REWRITTEN} Funny, because years before a {copied} a garage in another state."
    overlap = compare_with_passage(text, PASSAGE)

    assert overlap.share < 0.4
    assert overlap.longest_run == 9  # with the "a" before it
    assert overlap.is_too_close


def test_a_run_of_seven_words_alone_is_not_too_close() -> None:
    text = f"{REWRITTEN} Then nobody stopped to help us for about as long again."
    overlap = compare_with_passage(text, PASSAGE)

    assert overlap.longest_run == 7
    assert not overlap.is_too_close


def test_words_swapped_here_and_there_do_not_make_it_ones_own() -> None:
    text = (
        "A man with a tow truck took us to his house and made us sandwiches, and nobody stopped "
        "to help us for about two hours."
    )
    overlap = compare_with_passage(text, PASSAGE)

    assert overlap.share >= 0.4
    assert overlap.is_too_close


def test_shared_runs_have_their_place_in_both_texts() -> None:
    text = "Well, the car broke down again, and she made us sandwiches."
    runs = compare_with_passage(text, PASSAGE).runs

    assert [text[run.start : run.end] for run in runs] == [
        "the car broke down",
        "made us sandwiches",
    ]
    assert [PASSAGE[run.passage_start : run.passage_end] for run in runs] == [
        "the car broke down",
        "made us sandwiches",
    ]
    assert [run.words for run in runs] == [4, 3]


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("My uncle Frank never calls.", ["Frank"]),
        ("We live in Boston now.", ["Boston"]),
        ("Boston is lovely in May.", ["Boston"]),
        ("It is forty-two miles away.", ["forty-two"]),
        ("It took three hours.", ["three"]),
        ("Frank's truck is in Denver.", ["Frank's"]),
        ("My uncle Fred lives in Denver, ninety miles away.", []),
        ("In the end I gave up.", []),
    ],
)
def test_names_places_and_numbers_that_were_not_swapped_are_shown(
    text: str, kept: list[str]
) -> None:
    assert spans(text, "unswapped") == kept


def test_what_was_kept_is_named() -> None:
    text = "Frank drove forty-two miles in Boston."
    kept = compare_with_passage(text, PASSAGE).kept

    assert [(one.kind, one.text) for one in kept] == [
        ("name", "Frank"),
        ("number", "forty-two"),
        ("place", "Boston"),
    ]


def test_unswapped_names_are_a_warning_not_an_error() -> None:
    findings = passage_findings("My cousin Frank never calls.", PASSAGE)

    assert [one.severity for one in findings] == [Severity.WARNING]


@pytest.mark.parametrize("text", ["", "…", "Hi."])
@pytest.mark.parametrize("passage", ["", "—", "hello there you"])
def test_short_and_empty_texts_are_compared(text: str, passage: str) -> None:
    overlap = compare_with_passage(text, passage)

    assert (overlap.share, overlap.runs, overlap.is_too_close) == (0, (), False)


def test_a_short_prompt_that_stands_in_the_passage_is_too_close() -> None:
    assert compare_with_passage("Made us sandwiches.", PASSAGE).is_too_close
