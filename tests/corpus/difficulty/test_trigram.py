"""The trigram model that pocketsphinx brings, on real sentences."""

import math
import random
from pathlib import Path

import numpy as np
import pocketsphinx
import pytest

from corpus.difficulty.language_model import ModelUnavailable
from corpus.difficulty.trigram import LOG_FLOOR, Trigram

PLAIN = [
    "I will call you back tomorrow morning.",
    "We are going to the store to buy some milk.",
    "What do you think about the new house?",
    "She told me that she was going to be late.",
]
NONSENSE = "zzqxv"


@pytest.fixture(scope="module")
def model() -> Trigram:
    """The real model."""
    return Trigram()


def log_probability(*words: str) -> float:
    """ln P(last word | those before it), asked of the library itself."""
    log = pocketsphinx.LogMath()
    ngrams = pocketsphinx.NGramModel.readfile(pocketsphinx.get_model_path("en-us/en-us.lm.bin"))
    return float(log.log_to_ln(ngrams.prob(list(reversed(words)))))


def test_the_value_is_that_of_the_models_own_trigrams(model: Trigram) -> None:
    """Each word given the two before it, the first after the mark of the beginning."""
    total = (
        log_probability("<s>", "we")
        + log_probability("<s>", "we", "went")
        + log_probability("we", "went", "home")
    )
    assert model.perplexity("We went home.") == pytest.approx(math.exp(-total / 3), rel=1e-9)


def test_the_library_takes_the_word_before_its_context() -> None:
    """York is likely after New, and New is not after York: the order of words is right."""
    assert log_probability("new", "york") > log_probability("york") + 3
    assert log_probability("york", "new") < log_probability("new", "york")


def test_each_sentence_begins_anew(model: Trigram) -> None:
    """Two sentences have the probabilities of each, spread over all words."""
    first, second = model.perplexity("We went home."), model.perplexity("It was late at night.")
    together = model.perplexity("We went home. It was late at night.")
    assert 8 * math.log(together) == pytest.approx(3 * math.log(first) + 5 * math.log(second))


@pytest.mark.parametrize("sentence", PLAIN)
def test_a_plain_sentence_lies_below_its_words_in_disorder(model: Trigram, sentence: str) -> None:
    """Whatever the disorder: the same words, shuffled, surprise more on average, and most times."""
    words, shuffle = sentence.rstrip(".?").lower().split(), random.Random(4)
    salads = [" ".join(shuffle.sample(words, len(words))) for _ in range(50)]
    disorder = model.perplexities(salads)
    assert model.perplexity(sentence) < np.median(disorder)
    assert np.mean(model.perplexity(sentence) < disorder) > 0.95


def test_rarer_words_in_the_same_frame_surprise_more(model: Trigram) -> None:
    """Common, rarer, rare, unknown: perplexity grows at each step."""
    values = model.perplexities(
        [f"I bought a {noun} today." for noun in ("car", "piano", "harpsichord", NONSENSE)]
    )
    assert np.all(np.diff(values) > 0)


def test_an_unknown_word_counts_as_the_floor(model: Trigram) -> None:
    """A text of one unknown word has the inverse of the floor as its perplexity."""
    assert not model.knows(NONSENSE)
    assert model.perplexity(NONSENSE) == pytest.approx(math.exp(-LOG_FLOOR))


def test_the_context_begins_after_an_unknown_word(model: Trigram) -> None:
    """What follows an unknown word is as likely as without any context."""
    expected = LOG_FLOOR + log_probability("home")
    assert model.perplexity(f"{NONSENSE} home") == pytest.approx(math.exp(-expected / 2))


def test_no_word_that_the_model_knows_is_less_likely_without_context_than_the_floor() -> None:
    """The floor lies below every word of the dictionary that the model has."""
    dictionary = Path(pocketsphinx.get_model_path("en-us/cmudict-en-us.dict"))
    log = pocketsphinx.LogMath()
    ngrams = pocketsphinx.NGramModel.readfile(pocketsphinx.get_model_path("en-us/en-us.lm.bin"))
    entries = (line.split()[0] for line in dictionary.read_text(encoding="utf-8").splitlines())
    scores = [ngrams.prob([word]) for word in entries]
    known = [log.log_to_ln(score) for score in scores if score != log.get_zero()]
    assert len(known) > 70_000
    assert min(known) > LOG_FLOOR


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("It’s LATE, isn’t it?", "it's late isn't it"),
        ("Meet me at four p.m.", "meet me at four pm"),
        ("He said 'hello' twice.", "he said hello twice"),
        ("A well-known face.", "a well known face"),
    ],
)
def test_spelling_that_nobody_hears_makes_no_difference(
    model: Trigram, one: str, other: str
) -> None:
    """Case, quotes, dots and hyphens are looked through."""
    assert model.perplexity(one) == model.perplexity(other)


@pytest.mark.parametrize("text", ["", "…", " \n "])
def test_a_text_without_words_has_no_perplexity(model: Trigram, text: str) -> None:
    """Nothing is made up where there is nothing to count."""
    assert math.isnan(model.perplexity(text))


def test_many_texts_have_the_values_of_each_and_say_how_far_they_are(model: Trigram) -> None:
    """Progress never goes back and ends at the number of texts."""
    texts, heard = PLAIN * 40, list[int]()
    values = model.perplexities(texts, progress=heard.append)
    assert values.tolist() == [model.perplexity(text) for text in texts]
    assert heard == sorted(heard)
    assert heard[-1] == len(texts)
    assert len(heard) > 1


def test_the_digest_is_that_of_the_weights(model: Trigram, tmp_path: Path) -> None:
    """Loading again gives the same digest; other bytes, another."""
    assert Trigram().digest == model.digest
    phones = Path(pocketsphinx.get_model_path("en-us/en-us-phone.lm.bin"))
    assert Trigram(phones).digest != model.digest
    with pytest.raises(ModelUnavailable, match=r"pip install -r requirements\.txt"):
        Trigram(tmp_path / "absent.lm.bin")
