"""The demo's curator: an account whose random password lies readable in a private file."""

import secrets
from pathlib import Path

from django.contrib.auth import get_user_model

USERNAME = "curator"
PASSWORD_FILE = "curator-password"  # noqa: S105 - a name, not a password


def ensure_curator(var: Path) -> str:
    """Make the superuser ``curator`` where it is missing; say how to log in.

    A second call changes nothing, also where somebody has changed the password since.
    """
    users = get_user_model().objects
    curator = users.filter(username=USERNAME).first()
    if curator is None:
        password = secrets.token_urlsafe(12)
        users.create_superuser(USERNAME, "", password)
        _store(var / PASSWORD_FILE, password)
    elif not curator.check_password(_password(var) or ""):
        (var / PASSWORD_FILE).unlink(missing_ok=True)
    return stored_login(var) or (
        f"{USERNAME}, with the password that was set since the demo made the account"
    )


def stored_login(var: Path) -> str | None:
    """Name and password of the demo's curator; ``None`` where the demo made none."""
    password = _password(var)
    return None if password is None else f"{USERNAME} / {password}"


def _password(var: Path) -> str | None:
    path = var / PASSWORD_FILE
    return path.read_text(encoding="ascii") if path.exists() else None


def _store(path: Path, password: str) -> None:
    path.unlink(missing_ok=True)
    path.touch(mode=0o600)
    path.write_text(password, encoding="ascii")
