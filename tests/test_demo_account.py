"""The demo's curator, and beginning the demo anew."""

from pathlib import Path

import pytest
from django.contrib.auth.models import User
from django.test import Client

from config.curator import PASSWORD_FILE, ensure_curator, stored_login
from tests.sites import Site, new_site


@pytest.mark.django_db
def test_the_curator_may_log_in_with_what_is_printed(tmp_path: Path, client: Client) -> None:
    name, password = ensure_curator(tmp_path).split(" / ")
    sent = {"username": name, "password": password, "next": "/admin/"}
    assert client.post("/admin/login/", sent).headers["Location"] == "/admin/"


@pytest.mark.django_db
def test_a_second_run_prints_the_same_password(tmp_path: Path) -> None:
    assert ensure_curator(tmp_path) == ensure_curator(tmp_path)
    assert User.objects.count() == 1


@pytest.mark.django_db
def test_the_password_is_readable_for_its_owner_alone(tmp_path: Path) -> None:
    ensure_curator(tmp_path)
    assert (tmp_path / PASSWORD_FILE).stat().st_mode & 0o777 == 0o600


@pytest.mark.django_db
def test_a_password_that_somebody_changed_is_kept_and_no_longer_shown(tmp_path: Path) -> None:
    ensure_curator(tmp_path)
    curator = User.objects.get()
    curator.set_password("chosen by a person")
    curator.save()
    assert "chosen by a person" not in ensure_curator(tmp_path)
    assert User.objects.get().check_password("chosen by a person")
    assert stored_login(tmp_path) is None


@pytest.fixture
def demo(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Site:
    """An embedded site with a curator and a spoken clip in its cache."""
    monkeypatch.delenv("DATABASE_URL", raising=False)
    monkeypatch.delenv("REDIS_URL", raising=False)
    with new_site(tmp_path) as site:
        site.manage("demo_curator")
        (tmp_path / "demo-cache").mkdir()
        (tmp_path / "demo-cache" / "clip.wav").write_bytes(b"RIFF")
        (tmp_path / "private").mkdir()
        (tmp_path / "private" / "clip").write_bytes(b"RIFF")
    return site


@pytest.mark.heavy
def test_a_reset_removes_the_data_and_keeps_the_spoken_audio(demo: Site) -> None:
    demo.manage("demo_reset")
    assert not list(demo.var.glob("earshot.sqlite3*"))
    assert not (demo.var / "private").exists()
    assert not (demo.var / PASSWORD_FILE).exists()
    assert (demo.var / "demo-cache" / "clip.wav").exists()
