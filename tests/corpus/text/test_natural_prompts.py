import pytest

from corpus.text.findings import Severity
from corpus.text.linting import is_clean, lint
from tests.corpus.text.prompts import REGISTERS

PLAIN = [(register, text) for register, texts in REGISTERS.items() for text in texts]


@pytest.mark.parametrize(("register", "text"), PLAIN)
def test_plain_prose_gives_notes_at_most(register: str, text: str) -> None:
    findings = lint(text, register=register)

    assert is_clean(findings)
    assert [finding for finding in findings if finding.severity is not Severity.NOTE] == []


def test_there_are_plain_prompts_of_each_register() -> None:
    assert min(len(texts) for texts in REGISTERS.values()) > 10
    assert len(PLAIN) > 40


@pytest.mark.parametrize(("register", "text"), PLAIN)
def test_one_mark_of_noise_soils_any_of_them(register: str, text: str) -> None:
    assert not is_clean(lint(f"{text} [noise]", register=register))
