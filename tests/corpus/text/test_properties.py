from itertools import pairwise
from pathlib import Path
from time import process_time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from corpus.text.findings import Finding, Severity
from corpus.text.lengths import LONGEST_CHECKED
from corpus.text.linting import apply_all, lint
from tests.corpus.text.prompts import REGISTERS

PIECES = st.sampled_from(
    [
        *Path(__file__).with_name("pieces.txt").read_text(encoding="utf-8").splitlines(),
        *["&amp;", "caf\ufffd", "a\u200bb", "\u200b", "\x07", "\u00a0", "\t", "\n"],
    ]
)
# What is escaped or cannot be seen hides what it is, or what is beside it, until it is gone.
PLAIN_PIECES = PIECES.filter(lambda piece: piece not in {"&amp;", "\u200b", "\x07"})
SENTENCES = st.lists(PIECES, max_size=14).map(" ".join)
CROWDED = st.lists(PIECES, max_size=8).map("".join)
ODD = st.text(
    alphabet="019.,:;/-–—$€%°'\"()[]{}<>*&#@+=_ \n\tapmxkMVI½²🙂\u200b\ufffd", max_size=40
)
TEXTS = st.one_of(SENTENCES, CROWDED, ODD, st.text(max_size=60))


@given(TEXTS)
@settings(max_examples=200)
def test_spans_lie_within_the_text_in_order_and_proposals_do_not_overlap(text: str) -> None:
    findings = lint(text)

    assert all(0 <= one.start <= one.end <= len(text) for one in findings)
    assert [one.start for one in findings] == sorted(one.start for one in findings)
    local = [one for one in findings if one.kind != "length"]
    assert all(one.start < one.end for one in local)
    assert all(one.end <= other.start for one, other in pairwise(local))


@given(TEXTS)
@settings(max_examples=50)
def test_linting_twice_finds_the_same(text: str) -> None:
    assert lint(text) == lint(text)


@given(TEXTS)
@settings(max_examples=200)
def test_no_digit_goes_unnoticed(text: str) -> None:
    covered = {
        index
        for one in lint(text)
        if one.severity is Severity.ERROR and one.kind != "length"
        for index in range(one.start, one.end)
    }

    assert {index for index, character in enumerate(text) if character.isdigit()} <= covered


@given(st.lists(PLAIN_PIECES, max_size=14).map(" so ".join))
@settings(max_examples=200)
def test_an_accepted_proposal_is_not_needed_again(text: str) -> None:
    findings = lint(text)
    unsettled = {one.code for one in findings if one.proposal is None}
    settled = {one.code for one in findings} - unsettled

    again = lint(apply_all(text, findings))

    assert [one for one in again if one.code in settled] == []


@given(TEXTS)
@settings(max_examples=200)
def test_accepting_proposals_comes_to_an_end(text: str) -> None:
    for _ in range(len(text) + 1):
        findings = lint(text)
        accepted = apply_all(text, findings)
        if accepted == text:
            break
        text = accepted

    assert [one for one in lint(text) if one.proposal is not None] == []


@pytest.mark.parametrize("language", ["de", "fr", "ar", "ja", "tr"])
@given(text=TEXTS)
@settings(max_examples=60)
def test_any_text_can_be_linted_in_any_language(language: str, text: str) -> None:
    assert all(isinstance(one, Finding) for one in lint(text, language=language))


@pytest.mark.parametrize(
    "piece",
    [
        "a",
        "1",
        "1,",
        "I ",
        "a-",
        "&",
        "[",
        "(",
        "<a ",
        "*a",
        "x",
        ". A:",
        "$1-",
        " ",
        "é",
        "😀",
        "111 000 ",
        '1" ',
        "n-",
    ],
)
def test_no_text_takes_long(piece: str) -> None:
    text = (piece * LONGEST_CHECKED)[:LONGEST_CHECKED]

    start = process_time()

    lint(text)

    # No measure of speed: backtracking without bound would take hours.
    assert process_time() - start < 30


@pytest.mark.heavy
def test_five_thousand_prompts_are_linted_at_once() -> None:
    prompts = [text for texts in REGISTERS.values() for text in texts]
    many = [f"{prompts[index % len(prompts)]} Take {index}." for index in range(5_000)]

    found = [lint(text) for text in many]

    assert all("number" in {one.code for one in findings} for findings in found[10:1000])
