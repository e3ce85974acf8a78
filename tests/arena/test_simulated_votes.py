"""Votes of listeners who do not exist, in a study where people vote too."""

import pytest
from django.core.management import CommandError, call_command

from arena.models import Listener, Study, Vote
from arena.services.simulation import simulate_votes


def test_each_listener_is_stored_before_the_next_one_begins(study: Study) -> None:
    def interrupt(done: int) -> None:
        if done == 20:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        simulate_votes(study=study, listeners=5, votes=50, seed=1, progress=interrupt)
    assert Vote.objects.count() == 20
    assert Listener.objects.filter(kind=Listener.Kind.SIMULATED).count() == 2


def test_a_negative_seed_ends_in_a_sentence(study: Study) -> None:
    with pytest.raises(CommandError, match="The seed -1 is below 0"):
        call_command("simulate_votes", study.slug, seed=-1)
    assert not Vote.objects.exists()
