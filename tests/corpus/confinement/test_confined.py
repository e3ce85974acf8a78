"""Work in confinement: it may crash, hang or swell, and nothing else is touched."""

import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from corpus.confinement.confined import (
    Confined,
    ConfinementError,
    Crashed,
    Failed,
    OutOfMemory,
    OutOfTime,
)
from corpus.confinement.limits import Limits

LIMITS = Limits(memory=256 * 2**20, cpu_seconds=1, seconds=3, answer=2**20)


@pytest.fixture(scope="module")
def behave() -> Iterator[Confined]:
    """Work that behaves as it is told."""
    confined = Confined("tests.corpus.confinement.misbehaviour:behave", LIMITS)
    yield confined
    confined.close()


def still_works(behave: Confined) -> bool:
    """Whether the next piece of work is done as if nothing had happened."""
    return behave({"how": "echo"}, b"abc") == ({"bytes": 3}, b"cba")


def test_facts_and_bytes_go_in_and_come_out(behave: Confined) -> None:
    assert behave({"how": "echo"}, b"") == ({"bytes": 0}, b"")
    assert still_works(behave)


@pytest.mark.parametrize(
    ("how", "ending"),
    [
        ("spin", OutOfTime),
        ("hang", OutOfTime),
        ("swell", OutOfMemory),
        ("crash", Crashed),
        ("raise", Failed),
        ("flood", ConfinementError),
        ("leave", Crashed),
    ],
)
def test_work_that_misbehaves_ends_and_the_next_is_done(
    behave: Confined, how: str, ending: type[ConfinementError]
) -> None:
    begun = time.monotonic()
    with pytest.raises(ending):
        behave({"how": how}, b"")
    assert time.monotonic() - begun < LIMITS.seconds + 10
    assert still_works(behave)


def test_an_unexpected_error_tells_where_it_came_from(behave: Confined) -> None:
    with pytest.raises(Failed) as caught:
        behave({"how": "raise"}, b"")
    assert caught.value.name == "ZeroDivisionError"
    assert "what no one thought of" in caught.value.trace


def test_nothing_is_written_to_a_disk(behave: Confined, tmp_path: Path) -> None:
    path = tmp_path / "trace"
    with pytest.raises(ConfinementError):
        behave({"how": "write"}, str(path).encode())
    assert not path.exists() or path.stat().st_size == 0
    assert still_works(behave)


def test_none_of_the_sites_secrets_is_in_reach(
    behave: Confined, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("EARSHOT_SECRET_KEY", "not for decoders")
    behave.close()
    seen = behave({"how": "look"}, b"")[0]["environment"]
    assert not [name for name in seen if "EARSHOT" in name or "DATABASE" in name]


def test_a_helper_that_was_killed_is_replaced(behave: Confined) -> None:
    assert still_works(behave)
    helper = behave._helper
    assert helper is not None
    helper.kill()
    helper.wait()
    assert still_works(behave)
