"""What two readers might read in two ways is a warning; what is no word at all, an error."""

import pytest

from corpus.text.findings import Severity
from corpus.text.linting import apply_all, lint


@pytest.mark.parametrize(
    ("written", "code", "spoken"),
    [
        ("Ask Dr. Smith.", "abbreviation", "Ask Doctor Smith."),
        ("It's on Main St. today.", "abbreviation", "It's on Main Street today."),
        ("It's near St. Paul.", "abbreviation", "It's near Saint Paul."),
        ("Fruit, e.g. pears.", "abbreviation", "Fruit, for example pears."),
        ("Pears, plums, etc.", "abbreviation", "Pears, plums, et cetera."),
        ("Pears, etc. Then plums.", "abbreviation", "Pears, et cetera. Then plums."),
        ("See you in Sept. then.", "abbreviation", "See you in September then."),
        ("Fruit, e.g. Conference pears.", "abbreviation", "Fruit, for example Conference pears."),
        ("See you on Mon. Then we talk.", "abbreviation", "See you on Monday. Then we talk."),
        ("It's on Fifth Ave. today.", "abbreviation", "It's on Fifth Avenue today."),
        ("It's on ninth Ave. today.", "abbreviation", "It's on ninth Avenue today."),
        ("We saw Super Bowl XLIX.", "roman-numeral", "We saw Super Bowl forty-nine."),
        ("We saw Super Bowl LVIII.", "roman-numeral", "We saw Super Bowl fifty-eight."),
        ("Then Henry VIII came.", "roman-numeral", "Then Henry the eighth came."),
        ("Read Chapter IV first.", "roman-numeral", "Read Chapter four first."),
        ("That is REALLY good.", "capitals", "That is really good."),
        ("What?!! No way.", "punctuation", "What? No way."),
        ("So  much   space.", "spacing", "So much space."),
        (" So much space.", "spacing", "So much space."),
        ("So\u00a0much space.", "spacing", "So much space."),
    ],
)
def test_a_warning_proposes_one_reading(written: str, code: str, spoken: str) -> None:
    findings = lint(written)

    assert {(one.code, one.severity) for one in findings} == {(code, Severity.WARNING)}
    assert apply_all(written, findings) == spoken


@pytest.mark.parametrize(
    ("written", "code"),
    [
        ("We saw Rocky IV again.", "roman-numeral"),
        ("The NHTSA called.", "capitals"),
        ("The UFOT called.", "capitals"),
        ("The LVIII came.", "capitals"),
        ("The house (the big one) is sold.", "parenthesis"),
        ("On Main St. Mary waited.", "abbreviation"),
        ("That was fun, lol.", "abbreviation"),
    ],
)
def test_a_warning_without_a_clear_reading_proposes_nothing(written: str, code: str) -> None:
    (finding,) = lint(written)

    assert (finding.code, finding.severity, finding.proposal) == (code, Severity.WARNING, None)


@pytest.mark.parametrize(
    "text",
    [
        "Mr. and Mrs. Lee met Ms. Cho at nine a.m.",
        "NASA and the FBI watched TVs.",
        "I left, and Chapter I was late.",
        "Malcolm X spoke, and the X window closed.",
        "It's a u-turn, isn't it?",
    ],
)
def test_what_everybody_reads_alike_is_left_alone(text: str) -> None:
    assert lint(text) == ()


@pytest.mark.parametrize(
    ("written", "spoken"),
    [
        ("you & me", "you and me"),
        ("your Q&A", "your Q and A"),
        ("a + b = c", "a plus b equals c"),
        ("tea w/ milk, or w/o", "tea with milk, or without"),
        ("stayed b/c of you", "stayed because of you"),
        ("twenty dollars/hr", "twenty dollars per hour"),
        ("this and/or that", "this and or that"),
        ("twenty dollars/month", "twenty dollars per month"),
        ("a #winning week", "a hashtag winning week"),
        ("ask @anna", "ask at anna"),
        ("wait @ home", "wait at home"),
        ("some twenty %", "some twenty percent"),
        ("at twenty°", "at twenty degrees"),
        ("about three × four", "about three times four"),
        ("So happy 😀 today", "So happy today"),
        ("So happy 👍🏽👩‍🚀", "So happy"),
        ("So happy :)", "So happy"),
        ("So happy :) <3", "So happy"),
        ("Love you <3.", "Love you."),
        ("at www.example.com", "at w w w dot example dot com"),
        ("at example.com/help", "at example dot com slash help"),
        ("to jo.lee@example.org", "to jo dot lee at example dot org"),
    ],
)
def test_signs_are_errors_and_put_into_words(written: str, spoken: str) -> None:
    findings = lint(written)

    assert {one.severity for one in findings} == {Severity.ERROR}
    assert {one.kind for one in findings} == {"symbol"}
    assert apply_all(written, findings) == spoken


@pytest.mark.parametrize(
    "written",
    ["he/she left", "a fo*bar", "a → b", "© us", "to jo_7@example.com", "at https://x.co/ab1?q=2"],
)
def test_signs_with_several_readings_are_left_to_the_curator(written: str) -> None:
    findings = lint(written)

    assert {(one.kind, one.severity, one.proposal) for one in findings} == {
        ("symbol", Severity.ERROR, None)
    }
