"""``manage.py demo_reset``: the demo from its beginning."""

import shutil
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from config.curator import PASSWORD_FILE
from config.serving import ServingError, sole_use

FILES = ("earshot.sqlite3*", "celerybeat-schedule*", PASSWORD_FILE)
FOLDERS = ("broker", "cache", "private")


class Command(BaseCommand):
    """Removes votes, boards, accounts and clips; keeps the spoken audio that it takes long to make.

    Only the embedded set-up is touched, never a database server.
    """

    help = "Remove the demo's database, messages and media under var/; keep its cache of audio."

    def handle(self, *args: Any, **options: Any) -> None:
        """Remove, unless the site is running on it."""
        if settings.DATABASES["default"] is not settings.EMBEDDED_DATABASE:
            raise CommandError("DATABASE_URL is set; only the embedded demo can be reset.")
        try:
            with sole_use(settings.VAR):
                _remove(settings.VAR)
        except ServingError as error:
            raise CommandError(str(error)) from error
        self.stdout.write(f"Removed the demo's database, messages and media under {settings.VAR}.")


def _remove(var: Path) -> None:
    for pattern in FILES:
        for path in var.glob(pattern):
            path.unlink()
    for name in FOLDERS:
        shutil.rmtree(var / name, ignore_errors=True)
