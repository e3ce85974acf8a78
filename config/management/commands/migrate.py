"""``manage.py migrate``: Django's, after whose failure the database is guarded as before."""

from typing import Any

from django.core.management.commands.migrate import Command as Migrate
from django.db import connections

from corpus.triggers import restore_guards


class Command(Migrate):
    """Migrates; a migration that fails or is interrupted leaves no table unguarded."""

    def handle(self, *args: Any, **options: Any) -> None:
        """Migrate, or make the guards anew before the error is told."""
        try:
            super().handle(*args, **options)
        except (Exception, KeyboardInterrupt):
            restore_guards(connections[options["database"]])
            raise
