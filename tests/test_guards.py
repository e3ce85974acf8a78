"""Commands of Django that would take the rules of the database away."""

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from arena.models import Vote
from corpus.triggers import guards_stand
from tests.studies import make_study
from tests.voting import VotingClient

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.parametrize("error", [RuntimeError("half way"), KeyboardInterrupt()])
def test_a_migration_that_fails_leaves_the_guards_standing(
    monkeypatch: pytest.MonkeyPatch, error: BaseException
) -> None:
    def fail(*_: object, **__: object) -> None:
        assert not guards_stand(connection), "they are dropped while a migration runs"
        raise error

    monkeypatch.setattr("django.db.migrations.executor.MigrationExecutor.migrate", fail)
    with pytest.raises(type(error)):
        call_command("migrate", verbosity=0)
    assert guards_stand(connection)


@pytest.mark.parametrize("interactive", [True, False])
def test_a_flush_is_refused_and_removes_nothing(
    listener: VotingClient,
    interactive: bool,  # noqa: FBT001
) -> None:
    make_study()
    listener.vote(listener.matchup()["token"])
    with pytest.raises(CommandError, match="never deletes votes"):
        call_command("flush", interactive=interactive, verbosity=0)
    assert Vote.objects.count() == 1
