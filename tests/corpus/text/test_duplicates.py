import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from corpus.text.duplicates import NEAREST, Match, match_finding, near_duplicates
from corpus.text.words import normalise
from tests.corpus.text.prompts import REGISTERS

PROMPTS = [text for texts in REGISTERS.values() for text in texts]
TOLD = {
    "one number swapped": (
        "So we got there at about four fifteen and the shop was already closed.",
        "So we got there at about five thirty and the shop was already closed.",
    ),
    "one name swapped": (
        "I'm sorry about that, Ms. Alvarez. Let me see what I can do.",
        "I'm sorry about that, Mr. Petrov. Let me see what I can do.",
    ),
    "the same words in another order": (
        "When the water cools, the salt settles at the bottom of the glass.",
        "The salt settles at the bottom of the glass when the water cools.",
    ),
    "one word inflected": (
        "He forgot his umbrella at the station again.",
        "He forgets his umbrella at the stations again.",
    ),
}
LEFT_ALONE = {
    "one topic, other words": (
        "Bread rises because yeast feeds on sugar and breathes out gas.",
        "Yeast is alive, and what it exhales is why a loaf is full of holes.",
    ),
    "one formula, another question": (
        "Could you spell your last name for me, please?",
        "Could you tell me your date of birth, please?",
    ),
    "one greeting, another purpose": (
        "Thank you for calling. How may I help you today?",
        "Thank you for holding. I have your order right here.",
    ),
    "unrelated": (
        "Fog is simply a cloud that touches the ground.",
        "Please hold the line while I check your account.",
    ),
}


@pytest.mark.parametrize(("first", "second"), TOLD.values(), ids=TOLD)
def test_near_duplicates_are_told(first: str, second: str) -> None:
    (match,) = near_duplicates([first, second])

    assert (match.first, match.second, match.in_others, match.exact) == (1, 0, False, False)
    assert 0.5 <= match.similarity < 1


@pytest.mark.parametrize(("first", "second"), LEFT_ALONE.values(), ids=LEFT_ALONE)
def test_different_prompts_are_left_alone(first: str, second: str) -> None:
    assert near_duplicates([first], [second]) == ()


def test_plain_prompts_are_not_alike() -> None:
    assert near_duplicates(PROMPTS) == ()


@pytest.mark.parametrize(
    "other",
    [
        "I DON’T KNOW, I just left it there",
        "Um, I don't know... I, uh, just left it there!",
        "  I don't   know — I just left it there.",
    ],
)
def test_case_quotes_punctuation_spaces_and_fillers_do_not_make_a_difference(other: str) -> None:
    assert near_duplicates(["I don't know. I just left it there."], [other]) == (
        Match(first=0, second=0, in_others=True, similarity=1.0, exact=True),
    )


def test_a_copy_is_told_with_the_first_of_its_kind() -> None:
    matches = near_duplicates(["A dog barked.", "Something else.", "a dog barked", "A dog barked!"])

    assert [(one.first, one.second, one.exact) for one in matches] == [(2, 0, True), (3, 0, True)]


def test_texts_are_compared_with_others_but_others_not_with_each_other() -> None:
    others = [PROMPTS[3], "Something new altogether.", PROMPTS[3]]
    matches = near_duplicates(PROMPTS, others)

    assert [(one.first, one.second, one.in_others) for one in matches] == [(3, 0, True)]


def test_texts_without_words_match_nothing() -> None:
    assert near_duplicates(["", "", "…", "um"], ["", "?!"]) == ()


def test_many_alike_are_told_with_the_nearest_only() -> None:
    many = [f"The little house number {word} on the hill is for sale again." for word in PROMPTS]
    texts = [f"The same sentence about house {index} on the hill again." for index in range(60)]

    matches = near_duplicates(texts, many)

    per_text = [sum(one.first == index for one in matches) for index in range(60)]
    assert max(per_text) == NEAREST


@pytest.mark.parametrize("threshold", [0, -1, 1.01])
def test_a_threshold_outside_of_its_range_is_refused(threshold: float) -> None:
    with pytest.raises(ValueError, match="threshold"):
        near_duplicates(["a"], threshold=threshold)


WORDS = st.sampled_from(["salt", "water", "glass", "cools", "the", "bottom", "settle", "settles"])
SHORT_TEXTS = st.lists(st.lists(WORDS, max_size=9).map(" ".join), max_size=9)


@given(SHORT_TEXTS, SHORT_TEXTS, st.floats(0.05, 1))
@settings(max_examples=150)
def test_the_search_finds_what_comparing_every_pair_finds(
    texts: list[str], others: list[str], threshold: float
) -> None:
    found = {
        (one.first, one.second, one.in_others)
        for one in near_duplicates(texts, others, threshold=threshold)
        if not one.exact
    }

    assert found == set(pairs_by_hand(texts, others, threshold))


def pairs_by_hand(
    texts: list[str], others: list[str], threshold: float
) -> list[tuple[int, int, bool]]:
    """Jaccard's index of every pair of first occurrences."""
    return [
        (first, second, in_others)
        for first, text in enumerate(texts)
        if normalise(text) not in [normalise(one) for one in texts[:first]]
        for in_others, pool in ((False, texts[:first]), (True, others))
        for second, other in enumerate(pool)
        if normalise(other) not in [normalise(one) for one in pool[:second]]
        if normalise(text) != normalise(other)
        if jaccard(grams(text), grams(other)) >= threshold - 1e-12
    ]


def grams(text: str) -> set[str]:
    padded = f" {normalise(text)} " if normalise(text) else ""
    return {padded[at : at + 4] for at in range(len(padded) - 3)}


def jaccard(first: set[str], second: set[str]) -> float:
    return len(first & second) / len(first | second) if first and second else 0.0


@pytest.mark.heavy
def test_five_thousand_are_held_against_five_thousand() -> None:
    vocabulary = sorted({word for text in PROMPTS for word in text.split()})
    draw = random.Random(5)
    made = [" ".join(draw.choices(vocabulary, k=draw.randint(10, 35))) for _ in range(10_000)]
    texts, others = made[:5_000], made[5_000:]
    others[17] = texts[4_000].replace(" ", " banana ", 1)

    matches = near_duplicates(texts, others)

    assert [(one.first, one.second, one.in_others) for one in matches] == [(4_000, 17, True)]


@pytest.mark.parametrize(
    ("match", "code", "severity"),
    [
        (Match(1, 0, in_others=False, similarity=1.0, exact=True), "duplicate", "error"),
        (Match(1, 0, in_others=False, similarity=0.7, exact=False), "near-duplicate", "warning"),
        (Match(1, 0, in_others=True, similarity=0.7, exact=False), "overlap", "error"),
        (Match(1, 0, in_others=True, similarity=1.0, exact=True), "overlap", "error"),
    ],
)
def test_a_match_becomes_a_finding_that_names_the_other(
    match: Match, code: str, severity: str
) -> None:
    finding = match_finding(match, "A dog barked.", "casual-017")

    assert (finding.code, finding.severity, finding.end) == (code, severity, 13)
    assert "casual-017" in finding.explanation
