import json
from pathlib import Path

import pytest

from corpus.text.codes import CODES
from corpus.text.findings import Finding
from corpus.text.languages import UnknownLanguageError
from corpus.text.linting import apply, apply_all, is_clean, lint

DOCUMENTATION = Path(__file__).parents[3] / "docs" / "curation.md"
TEXT = "So [cough] we, we met at 4:15 p.m. (maybe)."


def test_findings_survive_json() -> None:
    findings = lint(TEXT)
    stored = json.dumps([one.to_record() for one in findings])

    assert len(findings) > 3
    assert tuple(Finding.from_record(record) for record in json.loads(stored)) == findings


def test_findings_come_in_the_order_of_their_place() -> None:
    assert [one.code for one in lint(TEXT)] == ["noise-mark", "repetition", "time", "parenthesis"]


def test_accepting_one_proposal_changes_its_span_only() -> None:
    time = next(one for one in lint(TEXT) if one.code == "time")

    assert apply(TEXT, time) == "So [cough] we, we met at four fifteen p.m. (maybe)."


def test_a_finding_without_a_proposal_changes_nothing() -> None:
    parenthesis = next(one for one in lint(TEXT) if one.code == "parenthesis")

    assert apply(TEXT, parenthesis) == TEXT


def test_all_proposals_are_accepted_at_once() -> None:
    assert apply_all(TEXT, lint(TEXT)) == "So we, we met at four fifteen p.m. (maybe)."


def test_a_finding_of_a_longer_text_is_refused() -> None:
    time = next(one for one in lint(TEXT) if one.code == "time")

    with pytest.raises(ValueError, match="changed since"):
        apply("So.", time)


def test_only_errors_keep_a_prompt_from_being_clean() -> None:
    assert is_clean(lint("Um, ask Dr. Smith."))
    assert not is_clean(lint("Ask 5 people."))


@pytest.mark.parametrize(
    ("language", "spoken"),
    [
        ("de", "Ich habe zweiundvierzig Vögel gesehen."),
        ("de-AT", "Ich habe zweiundvierzig Vögel gesehen."),
        ("nl", "Ich habe tweeënveertig Vögel gesehen."),
    ],
)
def test_whole_numbers_are_put_into_the_words_of_the_language(language: str, spoken: str) -> None:
    text = "Ich habe 42 Vögel gesehen."

    assert apply_all(text, lint(text, language=language)) == spoken


@pytest.mark.parametrize("language", ["fr", "es", "pt-BR", "ja", "he", "ar", "ru"])
def test_other_digits_are_errors_in_any_language(language: str) -> None:
    findings = lint("x 3,14 x 12:30 x", language=language)

    assert {one.code for one in findings} == {"digits"}
    assert not is_clean(findings)


def test_english_words_mean_nothing_in_another_language() -> None:
    assert lint("Um acht Uhr war er da.", language="de") == ()
    assert [one.code for one in lint("Um acht Uhr war er da.")] == ["filler", "filler"]


@pytest.mark.parametrize("language", ["xx", "", "english"])
def test_an_unknown_language_is_refused_with_those_that_are_known(language: str) -> None:
    with pytest.raises(UnknownLanguageError, match=r"Use one of these codes: .*\bde\b.*\bfr\b"):
        lint("Hello.", language=language)


def test_the_documentation_says_what_to_do_about_every_code() -> None:
    _, _, after = DOCUMENTATION.read_text().partition("## Rules of a prompt")
    section, _, _ = after.partition("\n## ")
    rows = [line.split("|") for line in section.splitlines() if "|" in line]
    documented = {
        code.strip(" `"): row[2].strip()
        for row in rows
        if len(row) > 3
        for code in row[1].split(",")
        if code.strip(" `") in CODES
    }

    assert documented == {code: severity.value for code, (_, severity) in CODES.items()}
