"""Curators make a study, open it, let it rest and close it, without the administration."""

from typing import Any

import pytest
from django.test import Client

from arena.curation.forms import FIELDS
from arena.models import Matchup, Study
from arena.services import (
    StudyError,
    change_study,
    discard_study,
    pause_study,
    start_study,
)
from arena.services.running import fingerprint_of
from arena.services.simulation import simulate_votes
from corpus.models import Clip, Corpus, CorpusVersion, System
from corpus.roles import CURATOR
from tests.arena.drafts import HUMAN, draft_of, frozen_version, speaking
from tests.corpus.curation.pages import text_of
from tests.people import account, signed_in

pytestmark = pytest.mark.django_db
PAGE = "/curate/studies/morning/"


@pytest.fixture
def version() -> CorpusVersion:
    return frozen_version()


@pytest.fixture
def anchor(version: CorpusVersion) -> System:
    return speaking("anchor", version, HUMAN)


@pytest.fixture
def zorblat(version: CorpusVersion) -> System:
    return speaking("zorblat", version)


@pytest.fixture
def draft(version: CorpusVersion, anchor: System, zorblat: System) -> Study:
    """A study that lacks nothing."""
    return draft_of(version, anchor, zorblat)


@pytest.fixture
def cora(db: None) -> Client:
    """A curator, who is no staff."""
    return signed_in(account(CURATOR))


def filled(cora: Client, address: str, **changes: Any) -> dict[str, Any]:
    """What the form at an address holds, with some fields changed."""
    form = cora.get(address).context["form"]
    held = {bound.name: bound.value() for bound in form}
    shown = {name: value for name, value in held.items() if value not in (None, False)}
    return shown | changes


def state_of(study: Study) -> str:
    return Study.objects.values_list("state", flat=True).get(pk=study.pk)


def test_a_curator_makes_a_study_of_a_frozen_version(
    cora: Client, version: CorpusVersion, anchor: System, zorblat: System
) -> None:
    address = f"/curate/studies/new/?version={version.pk}"
    sent = filled(cora, address, title="Morning study", slug="morning", sampling_mode="precision")
    page = text_of(cora.post(address, sent, follow=True))
    assert "The study is drafted." in page
    study = Study.objects.get(slug="morning")
    assert (study.state, study.version, study.sampling_mode) == ("draft", version, "precision")
    assert set(study.systems.all()) == {anchor, zorblat}


def test_only_frozen_versions_are_offered(cora: Client, version: CorpusVersion) -> None:
    unfrozen = CorpusVersion.objects.create(corpus=version.corpus, number=version.number + 1)
    form = cora.get("/curate/studies/new/").context["form"]
    assert list(form.fields["version"].queryset) == [version]
    answer = cora.get(f"/curate/studies/new/?version={unfrozen.pk}")
    assert "Select a valid choice" in text_of(answer)


def test_without_a_frozen_version_the_pages_say_what_to_do_first(cora: Client) -> None:
    Corpus.objects.create(slug="bench", title="The bench")
    assert "freeze a version" in text_of(cora.get("/curate/studies/"))
    assert "freeze a version" in text_of(cora.get("/curate/studies/new/"))


def test_an_address_that_the_pages_have_is_no_name_of_a_study(
    cora: Client, version: CorpusVersion
) -> None:
    address = f"/curate/studies/new/?version={version.pk}"
    page = text_of(cora.post(address, filled(cora, address, title="New", slug="new")))
    assert "“new” is an address of the site." in page
    assert not Study.objects.exists()


def test_the_form_says_which_voices_lack_clips(
    cora: Client, version: CorpusVersion, anchor: System, zorblat: System
) -> None:
    Clip.objects.filter(voice__system=zorblat, voice__gender="male").delete()
    page = text_of(cora.get(f"/curate/studies/new/?version={version.pk}"))
    assert "Zorblat: female 4 of 4, ⚠ male 0 of 4" in page
    assert "Anchor: female 4 of 4, male 4 of 4" in page


def test_the_list_tells_state_version_systems_and_votes(cora: Client, draft: Study) -> None:
    start_study(study=draft)
    simulate_votes(study=Study.objects.get(pk=draft.pk), listeners=1, votes=3, seed=1)
    page = text_of(cora.get("/curate/studies/"))
    assert "Morning study ● Open 3 some simulated The bench, 1 Anchor, Zorblat" in page


def test_a_study_that_lacks_nothing_is_opened_rested_and_closed(cora: Client, draft: Study) -> None:
    for step, said, state in (
        ("open", "The study is open.", "open"),
        ("pause", "The study is paused.", "paused"),
        ("open", "The study is open.", "open"),
        ("close", "The study is closed.", "closed"),
    ):
        assert state_of(draft) != state
        assert cora.get(f"{PAGE}to/{step}/").status_code == 200  # asks first
        assert state_of(draft) != state
        assert said in text_of(cora.post(f"{PAGE}to/{step}/", follow=True))
        assert state_of(draft) == state


def test_a_voice_without_clips_is_told_before_opening_and_has_to_be_accepted(
    cora: Client, draft: Study, zorblat: System
) -> None:
    Clip.objects.filter(voice__system=zorblat, voice__gender="male").delete()
    asked = cora.get(f"{PAGE}to/open/")
    said = "The male voice of Zorblat (zorblat male) has no ready clip of this version"
    assert said in text_of(asked)
    coverage = f"/curate/corpora/bench/coverage/?system={zorblat.pk}&amp;version=1"
    assert coverage in asked.content.decode()
    assert "Not opened" in text_of(cora.post(f"{PAGE}to/open/", follow=True))
    assert state_of(draft) == "draft"
    cora.post(f"{PAGE}to/open/", {"accepted": asked.context["readiness"].fingerprint})
    assert state_of(draft) == "open"


def test_what_was_accepted_covers_no_gap_that_came_since(
    cora: Client, draft: Study, zorblat: System
) -> None:
    Clip.objects.filter(voice__system=zorblat, voice__gender="male").delete()
    accepted = cora.get(f"{PAGE}to/open/").context["readiness"].fingerprint
    Clip.objects.filter(voice__system=zorblat)[0].delete()
    with pytest.raises(StudyError, match="read what is missing"):
        start_study(study=draft, accepted=accepted)


def test_a_system_that_would_never_be_heard_keeps_a_study_from_opening(
    cora: Client, draft: Study, zorblat: System
) -> None:
    Clip.objects.filter(voice__system=zorblat).delete()
    asked = cora.get(f"{PAGE}to/open/")
    assert "Zorblat has no ready clip of this version." in text_of(asked)
    accepted = asked.context["readiness"].fingerprint
    page = text_of(cora.post(f"{PAGE}to/open/", {"accepted": accepted}, follow=True))
    assert "Zorblat has no ready clip" in page
    assert state_of(draft) == "draft"


def test_systems_that_share_no_gender_are_in_no_matchup_and_keep_it_from_opening(
    draft: Study, anchor: System, zorblat: System
) -> None:
    Clip.objects.filter(voice__system=zorblat, voice__gender="male").delete()
    Clip.objects.filter(voice__system=anchor, voice__gender="female").delete()
    with pytest.raises(StudyError, match="Zorblat shares no prompt"):
        start_study(study=draft)


def test_one_system_alone_is_no_study(version: CorpusVersion, zorblat: System) -> None:
    with pytest.raises(StudyError, match="choose at least two"):
        start_study(study=draft_of(version, zorblat))


def test_a_study_without_the_human_anchor_says_so(
    version: CorpusVersion, zorblat: System, cora: Client
) -> None:
    draft_of(version, zorblat, speaking("vexley", version))
    assert "The human anchor is left out" in text_of(cora.get(PAGE))


def test_a_private_text_is_shown_to_listeners_only_knowingly(cora: Client, draft: Study) -> None:
    Study.objects.update(shows_text=True)
    assert "Listeners read the prompts, which are private." in text_of(cora.get(f"{PAGE}to/open/"))


@pytest.mark.parametrize(
    ("state", "step", "said"),
    [
        ("draft", "pause", "only an open study can be paused"),
        ("draft", "close", "only a study that has begun can be closed"),
        ("open", "discard", "only a draft can be discarded"),
        ("closed", "open", "only a draft or a paused study can be opened"),
    ],
)
def test_a_step_that_is_not_to_be_taken_says_why_and_does_nothing(
    cora: Client, draft: Study, state: str, step: str, said: str
) -> None:
    Study.objects.update(state=state)
    assert said in text_of(cora.get(f"{PAGE}to/{step}/", follow=True))
    assert "Nothing was done" in text_of(cora.post(f"{PAGE}to/{step}/", follow=True))
    assert state_of(draft) == state


def test_a_paused_study_shows_listeners_that_it_rests(client: Client, draft: Study) -> None:
    start_study(study=draft)
    pause_study(study=draft)
    assert "This study rests for now" in text_of(client.get("/studies/morning/"))
    assert client.get("/studies/morning/listen/").status_code == 302
    assert "Paused studies Morning study" in text_of(client.get("/"))


def test_what_listeners_are_asked_stays_once_a_study_has_begun(cora: Client, draft: Study) -> None:
    start_study(study=draft)
    sent = filled(cora, f"{PAGE}edit/", title="Evening study", question="Who is older?")
    cora.post(f"{PAGE}edit/", sent)
    draft.refresh_from_db()
    assert (draft.title, draft.question) == ("Evening study", "Which one sounds more human?")


def test_a_system_that_listeners_were_asked_about_is_switched_off_and_stays(
    cora: Client, draft: Study, version: CorpusVersion, zorblat: System
) -> None:
    start_study(study=draft)
    simulate_votes(study=Study.objects.get(pk=draft.pk), listeners=1, votes=2, seed=1)
    vexley = speaking("vexley", version)
    kept = [system.pk for system in draft.systems.exclude(pk=zorblat.pk)]
    sent = filled(cora, f"{PAGE}edit/", systems=[*kept, vexley.pk])
    asked = cora.post(f"{PAGE}edit/", sent)
    cora.post(f"{PAGE}edit/", sent | {"confirmed": asked.context["change"].fingerprint})
    entries = dict(draft.entries.values_list("system__slug", "is_active"))
    assert entries == {"anchor": True, "zorblat": False, "vexley": True}
    assert Matchup.objects.count() == 2


def test_systems_of_a_running_study_change_only_once_somebody_has_read_what_follows(
    cora: Client, draft: Study, version: CorpusVersion, anchor: System, zorblat: System
) -> None:
    start_study(study=draft)
    simulate_votes(study=Study.objects.get(pk=draft.pk), listeners=1, votes=3, seed=1)
    vexley = speaking("vexley", version)
    Clip.objects.filter(voice__system=vexley, voice__gender="male").delete()
    sent = filled(cora, f"{PAGE}edit/", title="Evening study", systems=[anchor.pk, vexley.pk])
    asked = cora.post(f"{PAGE}edit/", sent)
    page = text_of(asked)
    assert "Not saved yet: this happens in a running study" in page
    assert "Vexley joins" in page
    assert "Zorblat is switched off" in page
    assert "Its 3 votes" in page
    assert "The male voice of Vexley (vexley male) has no ready clip of this version" in page
    assert 'value="Evening study"' in asked.content.decode()  # nothing typed is lost
    assert set(draft.entries.values_list("system__slug", flat=True)) == {"anchor", "zorblat"}
    draft.refresh_from_db()
    assert draft.title == "Morning study"


def test_what_was_confirmed_of_systems_covers_no_other_change(
    cora: Client, draft: Study, version: CorpusVersion, anchor: System, zorblat: System
) -> None:
    start_study(study=draft)
    vexley, third = speaking("vexley", version), speaking("third", version)
    sent = filled(cora, f"{PAGE}edit/", systems=[anchor.pk, zorblat.pk, vexley.pk])
    confirmed = cora.post(f"{PAGE}edit/", sent).context["change"].fingerprint
    other = sent | {"systems": [anchor.pk, zorblat.pk, third.pk], "confirmed": confirmed}
    assert "Third joins" in text_of(cora.post(f"{PAGE}edit/", other))
    assert draft.entries.count() == 2
    cora.post(f"{PAGE}edit/", sent | {"confirmed": confirmed})
    assert draft.entries.filter(is_active=True).count() == 3


def test_other_fields_of_a_running_study_change_without_a_question(
    cora: Client, draft: Study
) -> None:
    start_study(study=draft)
    page = text_of(cora.post(f"{PAGE}edit/", filled(cora, f"{PAGE}edit/", title="X"), follow=True))
    assert "Saved." in page


def test_no_system_that_would_never_be_heard_joins_a_running_study(
    cora: Client, draft: Study, anchor: System, zorblat: System, version: CorpusVersion
) -> None:
    start_study(study=draft)
    vexley = speaking("vexley", version)
    Clip.objects.filter(voice__system=vexley).delete()
    sent = filled(cora, f"{PAGE}edit/", systems=[anchor.pk, zorblat.pk, vexley.pk])
    assert "Vexley has no ready clip of this version" in text_of(cora.post(f"{PAGE}edit/", sent))
    assert draft.entries.count() == 2


def test_a_form_that_is_sent_twice_is_no_conflict(cora: Client, draft: Study) -> None:
    sent = filled(cora, f"{PAGE}edit/", title="Evening study")
    assert cora.post(f"{PAGE}edit/", sent).status_code == 302
    assert cora.post(f"{PAGE}edit/", sent).status_code == 302


def test_a_draft_forgets_a_system_that_is_taken_out(
    cora: Client, draft: Study, anchor: System
) -> None:
    cora.post(f"{PAGE}edit/", filled(cora, f"{PAGE}edit/", systems=[anchor.pk]))
    assert list(draft.systems.all()) == [anchor]


def test_a_running_study_keeps_two_systems(cora: Client, draft: Study, anchor: System) -> None:
    start_study(study=draft)
    page = text_of(cora.post(f"{PAGE}edit/", filled(cora, f"{PAGE}edit/", systems=[anchor.pk])))
    assert "Leave at least two systems" in page
    assert draft.entries.filter(is_active=True).count() == 2


def test_the_second_of_two_who_change_a_study_is_told(cora: Client, draft: Study) -> None:
    mine = filled(cora, f"{PAGE}edit/", title="Mine")
    cora.post(f"{PAGE}edit/", filled(cora, f"{PAGE}edit/", title="Theirs"))
    page = cora.post(f"{PAGE}edit/", mine)
    assert "Somebody else changed this study meanwhile" in text_of(page)
    assert "Title: “Theirs” now." in text_of(page)
    assert 'value="Mine"' in page.content.decode()
    draft.refresh_from_db()
    assert draft.title == "Theirs"
    seen = page.context["form"]["seen"].value()
    assert "Saved." in text_of(cora.post(f"{PAGE}edit/", mine | {"seen": seen}, follow=True))
    draft.refresh_from_db()
    assert draft.title == "Mine"


def test_a_change_overwrites_nothing_that_the_form_does_not_hold(draft: Study) -> None:
    stale = Study.objects.get(pk=draft.pk)
    Study.objects.update(pair_gain=[[1, 2, 0.5]])
    seen = fingerprint_of(draft, FIELDS)
    change_study(study=stale, fields=FIELDS, systems=list(draft.systems.all()), seen=seen)
    draft.refresh_from_db()
    assert draft.pair_gain == [[1, 2, 0.5]]


def test_a_draft_is_discarded_and_one_that_was_listened_to_is_not(
    cora: Client, draft: Study
) -> None:
    start_study(study=draft)
    simulate_votes(study=Study.objects.get(pk=draft.pk), listeners=1, votes=1, seed=1)
    Study.objects.update(state="draft")
    with pytest.raises(StudyError, match="its record is kept"):
        discard_study(study=draft)


def test_discarding_a_draft_leads_back_to_the_list(cora: Client, draft: Study) -> None:
    page = text_of(cora.post(f"{PAGE}to/discard/", follow=True))
    assert "The draft is discarded." in page
    assert not Study.objects.exists()


def test_the_page_of_a_version_leads_to_a_study_of_it(cora: Client, version: CorpusVersion) -> None:
    page = cora.get(f"/curate/corpora/bench/versions/{version.number}/").content.decode()
    assert f"/curate/studies/new/?version={version.pk}" in page


def test_listing_studies_asks_no_more_for_more_of_them(
    cora: Client, draft: Study, django_assert_max_num_queries: Any
) -> None:
    for name in ("noon", "evening", "night"):
        Study.objects.create(slug=name, title=name, version=draft.version)
    with django_assert_max_num_queries(8):
        cora.get("/curate/studies/")
