"""Systems join and leave a running study; what was, stays."""

from collections import Counter

import pytest
from django.db.models import Q
from django.test import Client
from django.urls import reverse

from arena.models import Matchup, Study, StudySystem
from arena.pools import pool_of, sampling_of
from arena.services import join_study, leave_study, set_pair_gain, update_catching_up
from arena.services.simulation import simulate_votes
from corpus.models import Prompt, System
from corpus.roles import CURATOR
from corpus.services.prompts import edit_prompt
from tests.people import account
from tests.studies import PITCHES, make_ready_clip, make_system


def fresh(study: Study) -> Study:
    """The study as a new request reads it."""
    return Study.objects.select_related("version__corpus").get(pk=study.pk)


@pytest.fixture
def newcomer(study: Study) -> System:
    """A system with a ready clip of every prompt, in no study yet."""
    system = make_system("brindle-tts", "Brindle", "Tessellate Labs", System.Kind.SYNTHETIC)
    for voice in system.voices.all():
        for prompt in Prompt.objects.all():
            make_ready_clip(prompt, voice, pitch=PITCHES[voice.gender] + 15)
    return system


def test_a_newcomer_catches_up_until_it_has_half_the_usual_votes(
    study: Study, newcomer: System
) -> None:
    simulate_votes(study=fresh(study), listeners=6, votes=120, seed=1)
    join_study(study=study, system=newcomer)
    assert sampling_of(fresh(study)).newcomers == {newcomer.pk}
    for seed in range(2, 8):
        simulate_votes(study=fresh(study), listeners=4, votes=40, seed=seed)
        update_catching_up(study=study)
    assert sampling_of(fresh(study)).newcomers == frozenset()


def test_a_newcomer_is_drawn_more_often_and_the_others_still_are(
    study: Study, newcomer: System
) -> None:
    simulate_votes(study=fresh(study), listeners=6, votes=120, seed=1)
    first = Matchup.objects.count()
    join_study(study=study, system=newcomer)
    Study.objects.update(catch_up_share=0.5)
    simulate_votes(study=fresh(study), listeners=30, votes=300, seed=2)
    rows = Matchup.objects.order_by("pk")[first:].values_list("left_system", "right_system")
    drawn = Counter(system for row in rows for system in row)
    # Uniformly, each of four systems is in half of the matchups.
    assert drawn[newcomer.pk] > 0.65 * 300
    assert all(drawn[system.pk] > 0.3 * 300 for system in study.systems.exclude(pk=newcomer.pk))


def test_a_system_of_the_first_hour_never_catches_up(study: Study, newcomer: System) -> None:
    join_study(study=study, system=newcomer)
    simulate_votes(study=fresh(study), listeners=2, votes=20, seed=1)
    assert update_catching_up(study=study) == set()


def test_a_system_that_left_is_issued_no_more_and_keeps_its_votes(study: Study) -> None:
    simulate_votes(study=fresh(study), listeners=2, votes=40, seed=1)
    system = System.objects.get(slug="vexley-voice")
    before = Matchup.objects.filter(left_system=system).count()
    leave_study(study=study, system=system)
    simulate_votes(study=fresh(study), listeners=2, votes=40, seed=2)
    assert Matchup.objects.filter(left_system=system).count() == before > 0
    entry = StudySystem.objects.get(system=system)
    assert (entry.is_active, entry.left_at is None) == (False, False)
    join_study(study=study, system=system)
    entry.refresh_from_db()
    assert (entry.is_active, entry.left_at) == (True, None)


def test_gains_lean_the_draws_in_an_adaptive_study_only(study: Study) -> None:
    low, high, third = System.objects.order_by("pk").values_list("pk", flat=True)
    uniform = pool_of(fresh(study)).weight
    set_pair_gain(study=study, gain={(low, high): 9.0, (low, third): 0.5, (high, third): 0.5})
    assert pool_of(fresh(study)).weight == pytest.approx(uniform)
    Study.objects.update(sampling_mode="precision", uniform_floor=0.1, sampling_revision=50)
    pool = pool_of(fresh(study))
    favoured = (pool.pairs.first_system == low) & (pool.pairs.second_system == high)
    assert pool.weight[favoured].sum() == pytest.approx(0.9 * 0.9 + 0.1 / 3)


def test_a_gain_that_makes_no_sense_is_refused_and_nothing_is_stored(study: Study) -> None:
    with pytest.raises(ValueError, match="gain of a pair"):
        set_pair_gain(study=study, gain={(1, 2): -3.0})
    assert fresh(study).pair_gain == []


def test_a_change_of_the_sampling_alone_keeps_the_enumerated_pairs(study: Study) -> None:
    before = pool_of(fresh(study))
    set_pair_gain(study=study, gain={(1, 2): 3.0})
    after = pool_of(fresh(study))
    assert after is not before
    assert after.pairs is before.pairs


def test_switching_a_system_off_in_the_admin_settles_the_rest(
    study: Study, curator: Client
) -> None:
    page = reverse("admin:arena_study_change", args=[study.pk])
    form = curator.get(page).context["adminform"].form
    entries = list(study.entries.all())
    data = {name: form.initial.get(name) or "" for name in form.fields}
    data |= {"entries-TOTAL_FORMS": len(entries), "entries-INITIAL_FORMS": len(entries)}
    for place, entry in enumerate(entries):
        data |= {
            f"entries-{place}-id": entry.pk,
            f"entries-{place}-study": study.pk,
            f"entries-{place}-system": entry.system_id,
        }
        if place > 0:
            data[f"entries-{place}-is_active"] = "on"
    response = curator.post(page, data)
    assert response.status_code == 302, response.context["errors"]
    entries[0].refresh_from_db()
    assert not entries[0].is_active
    assert entries[0].left_at is not None
    assert fresh(study).revision > study.revision


def test_a_newcomer_is_heard_in_the_wordings_of_its_study(study: Study) -> None:
    old = Prompt.objects.get(external_id="explainer-1")
    editor = account(CURATOR)
    new = edit_prompt(prompt=old, by=editor, seen=old.revision, text="The sea breathes slowly.")
    newcomer = make_system("brindle-tts", "Brindle", "Tessellate Labs", System.Kind.SYNTHETIC)
    for voice in newcomer.voices.all():
        for prompt in Prompt.objects.all():  # both wordings of it
            make_ready_clip(prompt, voice, pitch=PITCHES[voice.gender] + 15)
    for voice in System.objects.get(slug="vexley-voice").voices.all():
        make_ready_clip(new, voice, pitch=PITCHES[voice.gender])
    join_study(study=study, system=newcomer)
    simulate_votes(study=fresh(study), listeners=6, votes=120, seed=1)
    drawn = Matchup.objects.filter(prompt__external_id="explainer-1")
    assert set(drawn.values_list("prompt", flat=True)) == {old.pk}
    assert drawn.filter(Q(left_system=newcomer) | Q(right_system=newcomer)).exists()
