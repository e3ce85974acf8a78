import pytest

from corpus.text.findings import Severity
from corpus.text.lengths import LONGEST_CHECKED
from corpus.text.linting import apply_all, lint


def words(count: int) -> str:
    """A sentence of *count* words, none said twice in a row."""
    return " ".join(["wind", "rain"] * (count // 2) + ["snow"] * (count % 2)) + "."


@pytest.mark.parametrize(
    ("register", "count", "codes"),
    [
        ("explainer", 40, []),
        ("explainer", 41, ["long"]),
        ("explainer", 60, ["long"]),
        ("explainer", 61, ["too-long"]),
        ("", 41, ["long"]),
        ("phone-agent", 25, []),
        ("phone-agent", 26, ["long"]),
        ("phone-agent", 40, ["long"]),
        ("phone-agent", 41, ["too-long"]),
    ],
)
def test_the_register_limits_the_words(register: str, count: int, codes: list[str]) -> None:
    findings = [one for one in lint(words(count), register=register) if one.kind == "length"]

    assert [one.code for one in findings] == codes
    assert all((one.start, one.end) == (0, len(words(count))) for one in findings)


@pytest.mark.parametrize("text", ["", "   ", "…", "?!", "-- --"])
def test_a_text_without_words_is_an_error(text: str) -> None:
    assert ("empty", Severity.ERROR) in {(one.code, one.severity) for one in lint(text)}


def test_a_text_that_cannot_be_a_prompt_is_only_told_to_be_too_long() -> None:
    (finding,) = lint("7" * (LONGEST_CHECKED + 1))

    assert finding.code == "too-long"
    assert "not checked" in finding.explanation


@pytest.mark.parametrize(
    ("text", "without"),
    [
        ("Agent: How can I help?", "How can I help?"),
        ("Speaker 1: How can I help?", "How can I help?"),
        ("A: How can I help?", "How can I help?"),
        ("[Caller]: How can I help?", "How can I help?"),
    ],
)
def test_a_speaker_label_is_an_error_and_goes(text: str, without: str) -> None:
    (finding,) = lint(text)

    assert (finding.code, finding.severity) == ("speaker-label", Severity.ERROR)
    assert apply_all(text, [finding]) == without


@pytest.mark.parametrize(
    "text", ["A: Hello there. B: Hi!", "Hello there.\nCaller: Hi!", "Hello there. Agent: Hi!"]
)
def test_a_second_turn_is_an_error_without_a_proposal(text: str) -> None:
    turns = [one for one in lint(text) if one.code == "several-turns"]

    assert [(one.severity, one.proposal) for one in turns] == [(Severity.ERROR, None)]


def test_a_line_break_becomes_a_space() -> None:
    text = "First this,\r\nthen that.\n"
    findings = lint(text)

    assert {(one.code, one.severity) for one in findings} == {("line-break", Severity.ERROR)}
    assert apply_all(text, findings) == "First this, then that."


@pytest.mark.parametrize(
    "text",
    ["Remember: never on a Sunday.", "Take plan B: go home.", "One thing: hosts leave last."],
)
def test_a_colon_in_a_sentence_is_no_label(text: str) -> None:
    assert lint(text) == ()
