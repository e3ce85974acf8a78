"""Environment variables: read in one place, and each explained to who runs the site."""

import re
import secrets
from pathlib import Path

import pytest
from django.conf import settings
from django.core.cache.backends.filebased import FileBasedCache

from config.environment import BASE_DIR, VARIABLES, stored_secret_key

READS = re.compile(r"os\.getenv|os\.environ(\.get|\[[^\]]+\](?! = ))")
PACKAGES = ("config", "corpus", "arena", "ratings", "evaluation")


def test_each_variable_is_explained_and_each_that_is_explained_exists() -> None:
    page = (BASE_DIR / "docs" / "operations.md").read_text(encoding="utf-8")
    explained = re.findall(r"^\| `([A-Z0-9_]+)` \|", page, flags=re.MULTILINE)
    assert sorted(explained) == sorted(VARIABLES)


def test_each_variable_is_read_and_each_that_is_read_is_listed() -> None:
    source = (BASE_DIR / "config" / "environment.py").read_text(encoding="utf-8")
    assert set(re.findall(r'env\.\w+\(\s*"([A-Z0-9_]+)"', source)) == set(VARIABLES)


@pytest.mark.parametrize("package", PACKAGES)
def test_no_other_place_reads_the_environment(package: str) -> None:
    files = (BASE_DIR / package).rglob("*.py")
    assert [str(path) for path in files if READS.search(path.read_text(encoding="utf-8"))] == []


def test_a_secret_key_is_made_once_for_its_owner_alone(tmp_path: Path) -> None:
    path = tmp_path / "var" / "secret_key"
    key = stored_secret_key(path)
    assert len(key) >= 50
    assert stored_secret_key(path) == key
    assert path.stat().st_mode & 0o777 == 0o600


def test_a_process_that_starts_beside_another_never_reads_half_a_key(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "secret_key"
    make = secrets.token_urlsafe
    read_meanwhile: list[str] = []

    def interrupted(size: int) -> str:
        monkeypatch.setattr(secrets, "token_urlsafe", make)
        read_meanwhile.append(stored_secret_key(path))
        return make(size)

    monkeypatch.setattr(secrets, "token_urlsafe", interrupted)
    key = stored_secret_key(path)
    assert len(key) >= 50
    assert read_meanwhile == [key]


def test_the_cache_of_files_keeps_far_more_than_a_crowd_leaves_in_a_minute(tmp_path: Path) -> None:
    cache = FileBasedCache(str(tmp_path), {"OPTIONS": settings.FILE_CACHE["OPTIONS"]})
    cache.set("worker-heartbeat", 1, timeout=3600)
    for number in range(600):
        cache.set(f"throttle-{number}", [number], timeout=60)
    assert cache.get("worker-heartbeat") == 1
    assert all(cache.get(f"throttle-{number}") == [number] for number in range(600))
