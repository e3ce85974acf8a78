"""``manage.py flush``: refused, since votes are never deleted."""

from typing import Any

from django.core.management.base import CommandError
from django.core.management.commands.flush import Command as Flush
from django.db import connections

from corpus.triggers import guards_stand

REFUSAL = (
    "Nothing was removed: this database never deletes votes, boards and frozen versions. To start "
    "anew, stop the site, make an empty database (PostgreSQL: dropdb and createdb; SQLite: remove "
    "earshot.sqlite3* under EARSHOT_VAR; the demo: bin/demo --reset) and run manage.py migrate."
)


class Command(Flush):
    """Empties no database whose tables are guarded."""

    def handle(self, **options: Any) -> None:
        """Refuse, or empty a database without guards."""
        if guards_stand(connections[options["database"]]):
            raise CommandError(REFUSAL)
        super().handle(**options)
