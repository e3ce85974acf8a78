"""Rules that a check constraint cannot hold, as triggers of SQLite and PostgreSQL.

A :class:`Guard` says which change of which table is refused, under which condition, with which
sentence. Guards are dropped before a migration and made anew after it: SQLite rebuilds tables
when it alters them, and a rebuilt table has lost its triggers. A migration that fails has them made
anew by ``manage.py migrate`` (:func:`restore_guards`).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from django.apps import AppConfig
from django.db import connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models.signals import post_migrate, pre_migrate

Event = Literal["INSERT", "UPDATE", "DELETE"]

# The guards of every app, by its label.
_installed: dict[str, Sequence["Guard"]] = {}


@dataclass(frozen=True, slots=True)
class Guard:
    """Refuse ``events`` on ``table`` where ``condition`` holds.

    ``condition`` is SQL that both databases understand; it may name ``NEW`` and ``OLD``.
    ``postgresql_lock`` is a statement of PL/pgSQL before it, which locks rows that the condition
    reads, so that it still holds when the change is committed; SQLite has one writer at a time.
    The refused statement raises ``django.db.IntegrityError`` with ``message``.
    """

    name: str
    table: str
    events: tuple[Event, ...]
    condition: str
    message: str
    postgresql_lock: str = ""

    def create_statements(self, vendor: str) -> list[str]:
        """SQL that makes this guard on ``vendor``."""
        if vendor == "postgresql":
            return [self._postgresql_function(), self._postgresql_trigger()]
        return [self._sqlite_trigger(event) for event in self.events]

    def drop_statements(self, vendor: str) -> list[str]:
        """SQL that removes this guard on ``vendor``; no error where it is missing."""
        if vendor == "postgresql":
            # The function's triggers go with it.
            return [f"DROP FUNCTION IF EXISTS {self.name}() CASCADE"]
        return [f"DROP TRIGGER IF EXISTS {self._sqlite_name(event)}" for event in self.events]

    def triggers(self) -> list[str]:
        """What its triggers are called, on either database."""
        return [self.name, *(self._sqlite_name(event) for event in self.events)]

    def _postgresql_function(self) -> str:
        lock = f"{self.postgresql_lock}; " if self.postgresql_lock else ""
        return (
            f"CREATE OR REPLACE FUNCTION {self.name}() RETURNS trigger LANGUAGE plpgsql AS $$ "
            f"BEGIN {lock}IF {self.condition} THEN RAISE EXCEPTION '{self.message}' "
            f"USING ERRCODE = 'check_violation', CONSTRAINT = '{self.name}'; END IF; "
            "IF TG_OP = 'DELETE' THEN RETURN OLD; END IF; RETURN NEW; END $$"
        )

    def _postgresql_trigger(self) -> str:
        events = " OR ".join(self.events)
        return (
            f"CREATE TRIGGER {self.name} BEFORE {events} ON {self.table} "
            f"FOR EACH ROW EXECUTE FUNCTION {self.name}()"
        )

    def _sqlite_name(self, event: Event) -> str:
        return f"{self.name}_{event.lower()}"

    def _sqlite_trigger(self, event: Event) -> str:
        return (
            f"CREATE TRIGGER {self._sqlite_name(event)} BEFORE {event} ON {self.table} "
            f"FOR EACH ROW WHEN {self.condition} "
            f"BEGIN SELECT RAISE(ABORT, '{self.message}'); END"
        )


def append_only(name: str, table: str, what: str) -> Guard:
    """A guard under which rows of ``table`` are neither changed nor deleted."""
    return Guard(name, table, ("UPDATE", "DELETE"), "TRUE", f"{what} is never edited or deleted.")


def unchangeable(name: str, table: str, columns: Sequence[str], message: str) -> Guard:
    """A guard under which ``columns`` (none of them nullable) keep their first values."""
    changed = " OR ".join(f"NEW.{column} <> OLD.{column}" for column in columns)
    return Guard(name, table, ("UPDATE",), changed, message)


def install_with(app: AppConfig, guards: Sequence[Guard]) -> None:
    """Keep ``guards`` in every database that ``app`` is migrated in."""

    def drop(using: str, **kwargs: Any) -> None:
        drop_guards(guards, connections[using])

    def create(using: str, **kwargs: Any) -> None:
        create_guards(guards, connections[using])

    _installed[app.label] = guards
    # weak=False: nothing else refers to these two functions.
    pre_migrate.connect(drop, sender=app, weak=False, dispatch_uid=f"{app.label}-drop-guards")
    post_migrate.connect(create, sender=app, weak=False, dispatch_uid=f"{app.label}-guards")


def restore_guards(connection: BaseDatabaseWrapper) -> None:
    """Make the guards of all apps anew, as far as their tables exist."""
    for guards in _installed.values():
        create_guards(guards, connection)


def guards_stand(connection: BaseDatabaseWrapper) -> bool:
    """Whether any table of this database is guarded."""
    known = {
        "postgresql": "SELECT tgname FROM pg_trigger WHERE NOT tgisinternal",
        "sqlite": "SELECT name FROM sqlite_master WHERE type = 'trigger'",
    }
    names = {name for guards in _installed.values() for g in guards for name in g.triggers()}
    with connection.cursor() as cursor:
        cursor.execute(known[connection.vendor])
        return not names.isdisjoint(name for (name,) in cursor.fetchall())


def create_guards(guards: Sequence[Guard], connection: BaseDatabaseWrapper) -> None:
    """Make the guards whose tables exist, replacing what stood before."""
    tables = connection.introspection.table_names()
    present = [guard for guard in guards if guard.table in tables]
    drop_guards(present, connection)
    _execute(connection, [s for g in present for s in g.create_statements(connection.vendor)])


def drop_guards(guards: Sequence[Guard], connection: BaseDatabaseWrapper) -> None:
    """Remove the guards, whether they are there or not."""
    _execute(connection, [s for g in guards for s in g.drop_statements(connection.vendor)])


def _execute(connection: BaseDatabaseWrapper, statements: Sequence[str]) -> None:
    with connection.cursor() as cursor:
        for statement in statements:
            cursor.execute(statement)
