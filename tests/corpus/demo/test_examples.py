import re
from collections import Counter

from corpus.demo.examples import Example, examples


def of(register: str) -> list[Example]:
    return [example for example in examples() if example.register == register]


def test_both_registers_have_enough_examples() -> None:
    counts = Counter(example.register for example in examples())

    assert set(counts) == {"explainer", "casual-conversation"}
    assert min(counts.values()) >= 8


def test_ids_and_texts_are_unique() -> None:
    assert len({example.external_id for example in examples()}) == len(examples())
    assert len({example.text for example in examples()}) == len(examples())


def test_topics_vary_within_a_register() -> None:
    for register in ("explainer", "casual-conversation"):
        topics = Counter(example.topic for example in of(register))
        assert max(topics.values()) == 1


def test_texts_have_12_to_35_words_and_no_digits() -> None:
    for example in examples():
        assert 12 <= len(re.findall(r"[\w'-]+", example.text)) <= 35, example
        assert re.fullmatch(r"[A-Za-z ,.?!'-]+", example.text), example


def test_people_in_conversation_hesitate_or_start_again() -> None:
    hesitation = re.compile(r"\b(uh|um|hmm|like|you know|I mean|well|so|right|yeah)\b", re.I)

    assert all(hesitation.search(example.text) for example in of("casual-conversation"))
