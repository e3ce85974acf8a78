"""Prompts of a development pack."""

import random
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from corpus.difficulty import back_ends
from corpus.difficulty.strata import spread
from corpus.pack.breaking import WAYS, rows_of, with_broken_rows
from corpus.pack.grammar import GrammarError, load_grammar, registers
from corpus.pack.making import PackError, PackPrompt, make_prompts
from corpus.text.duplicates import near_duplicates
from corpus.text.findings import Kind, Severity
from corpus.text.linting import lint

SIZE = 500


@pytest.fixture(scope="module")
def pack() -> list[PackPrompt]:
    """The pack of the usual size and seed."""
    return make_prompts(SIZE)


def test_it_has_its_size_and_three_registers_alike(pack: list[PackPrompt]) -> None:
    shares = Counter(prompt.register for prompt in pack)
    assert len(pack) == SIZE
    assert set(shares) == {"casual-conversation", "explainer", "phone-agent"}
    assert max(shares.values()) - min(shares.values()) <= 1


def test_ids_and_texts_are_all_different(pack: list[PackPrompt]) -> None:
    assert len({prompt.external_id for prompt in pack}) == SIZE
    assert near_duplicates([prompt.text for prompt in pack]) == ()


def test_linting_has_nothing_against_any(pack: list[PackPrompt]) -> None:
    findings = [f for p in pack for f in lint(p.text, register=p.register)]
    assert {finding.severity for finding in findings} == {Severity.NOTE}


def test_casual_talk_has_authentic_disfluencies(pack: list[PackPrompt]) -> None:
    def share(register: str) -> float:
        texts = [prompt.text for prompt in pack if prompt.register == register]
        spoken = [any(f.kind is Kind.DISFLUENCY for f in lint(text)) for text in texts]
        return sum(spoken) / len(spoken)

    assert share("casual-conversation") > 0.5 > share("explainer")


def test_topics_vary_within_a_register(pack: list[PackPrompt]) -> None:
    topics = {register: Counter[str]() for register in registers()}
    for prompt in pack:
        topics[prompt.register][prompt.topic] += 1
    assert all(len(counts) >= 7 for counts in topics.values())
    assert all(min(counts.values()) > 5 for counts in topics.values())


def test_no_register_is_narrow_in_difficulty(pack: list[PackPrompt]) -> None:
    model = back_ends.language_model("pocketsphinx")
    for register in registers():
        texts = [prompt.text for prompt in pack if prompt.register == register]
        assert not spread(np.asarray(model.perplexities(texts))).is_narrow


def test_the_same_seed_makes_the_same_pack(pack: list[PackPrompt]) -> None:
    assert make_prompts(SIZE) == pack
    assert {p.text for p in make_prompts(30, seed=1)}.isdisjoint({p.text for p in pack})


@pytest.mark.parametrize("size", [0, 1_000_000])
def test_a_size_that_cannot_be_made_is_told(size: int) -> None:
    with pytest.raises(PackError, match="1 to 10,000"):
        make_prompts(size)


def test_templates_that_are_used_up_say_how_many_they_give(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tiny(tmp_path, "= pattern\n{core}\n= core : tea\ntea is {kind} today.\n= kind\ngreen\nblack\n")
    monkeypatch.setattr("corpus.pack.making.registers", lambda: ["small"])
    monkeypatch.setattr(
        "corpus.pack.making.load_grammar", lambda slug: load_grammar(slug, tmp_path)
    )
    with pytest.raises(PackError, match="give about 2 different prompts, not 3"):
        make_prompts(3)


def tiny(folder: Path, text: str) -> None:
    (folder / "common.txt").write_text("")
    (folder / "small.txt").write_text(text)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("tea\n", "line 1: no section"),
        ("= pattern\n{core}\n= core : tea\n{cup}\n", "no section “cup” for tea"),
    ],
)
def test_templates_that_are_not_in_order_are_told(tmp_path: Path, text: str, said: str) -> None:
    tiny(tmp_path, text)
    with pytest.raises(GrammarError, match=said):
        load_grammar("small", tmp_path)


def test_sentences_are_tidy(tmp_path: Path) -> None:
    tiny(tmp_path, "= pattern\n{core}\n= core : x\na apple. it is a unit, a ukulele, a egg.\n")
    spoken = load_grammar("small", tmp_path).speak("x", random.Random(0))
    assert spoken == "An apple. It is a unit, a ukulele, an egg."


def test_broken_rows_are_of_all_kinds_and_leave_the_others_whole(pack: list[PackPrompt]) -> None:
    sound = rows_of(pack)
    mixed = with_broken_rows(sound, 40)
    broken = [row for row in mixed if row not in sound]
    assert [row for row in mixed if row in sound] == sound
    assert len(broken) == 40 >= len(WAYS)
    assert with_broken_rows(sound, 40) == mixed
