"""The admin is registered usefully and read-only where rows are immutable."""

import pytest
from django.apps import apps
from django.contrib import admin
from django.contrib.auth.models import Permission, User
from django.test import Client
from django.urls import reverse

from arena.models import ClipReport, Exclusion, Matchup, Study, Vote
from arena.services.simulation import simulate_votes
from corpus.models import Clip, CorpusVersion, Register, System, Voice
from corpus.services.voices import VoiceFacts, swap_voice
from ratings.services import refit_study
from tests.kept import kept
from tests.voting import VotingClient

OWN_APPS = ["corpus", "arena", "ratings", "evaluation"]
JOINS = {"VersionPrompt", "StudySystem"}  # edited with what they join
IMMUTABLE = [
    "arena.Vote",
    "arena.Matchup",
    "arena.Exclusion",
    "corpus.Voice",  # managed on the curation pages
    "ratings.Board",
    "ratings.Standing",
]

pytestmark = pytest.mark.usefixtures("static_files")


@kept
def voted(study: Study) -> Study:
    """A study with votes, an exclusion and a board."""
    simulate_votes(study=study, listeners=2, votes=20, seed=1)
    Exclusion.objects.create(vote=Vote.objects.all()[0], reason=Exclusion.Reason.CURATOR)
    refit_study(study=study)
    return study


def test_every_model_is_registered() -> None:
    for label in OWN_APPS:
        for model in apps.get_app_config(label).get_models():
            assert model in admin.site._registry or model.__name__ in JOINS


def test_every_list_and_form_opens(voted: Study, curator: Client) -> None:
    for model in admin.site._registry:
        if model._meta.app_label not in OWN_APPS:
            continue
        name = f"admin:{model._meta.app_label}_{model._meta.model_name}"
        searched = bool(admin.site._registry[model].search_fields)
        assert curator.get(reverse(f"{name}_changelist")).status_code == 200
        if searched:
            listed = curator.get(reverse(f"{name}_changelist"), {"q": "light"})
            assert listed.status_code == 200
        row = model._default_manager.first()
        if row is not None:
            assert curator.get(reverse(f"{name}_change", args=[row.pk])).status_code == 200


@pytest.mark.parametrize("label", IMMUTABLE)
def test_immutable_rows_can_be_neither_added_nor_edited_nor_deleted(
    voted: Study, curator: Client, label: str
) -> None:
    model = apps.get_model(label)
    row = model._default_manager.all()[0]
    name = f"admin:{model._meta.app_label}_{model._meta.model_name}"
    assert curator.get(reverse(f"{name}_add")).status_code == 403
    assert curator.post(reverse(f"{name}_change", args=[row.pk]), {}).status_code == 403
    assert (
        curator.post(reverse(f"{name}_delete", args=[row.pk]), {"post": "yes"}).status_code == 403
    )


def test_a_curator_excludes_votes_with_a_reason_only(voted: Study, curator: Client) -> None:
    chosen = list(Vote.objects.order_by("pk").values_list("pk", flat=True)[5:8])
    action = {"action": "exclude_with_reason", "_selected_action": chosen}
    address = reverse("admin:arena_vote_changelist")
    answer = curator.post(address, action, follow=True)
    assert "write a reason first" in answer.content.decode()
    assert Exclusion.objects.count() == 1
    curator.post(address, {**action, "detail": "left the room"})
    assert set(Exclusion.objects.filter(vote__in=chosen).values_list("detail", flat=True)) == {
        "left the room (curator)"
    }


@pytest.mark.django_db
def test_an_outsider_is_asked_to_log_in(client: Client) -> None:
    response = client.get("/admin/arena/vote/")
    assert (response.status_code, response["Location"][:13]) == (302, "/admin/login/")


def test_a_study_form_wants_a_frozen_version(study: Study, curator: Client) -> None:
    draft = CorpusVersion.objects.create(corpus=study.version.corpus, number=9)
    formset = {"entries-TOTAL_FORMS": 0, "entries-INITIAL_FORMS": 0}
    fields = {"title": "Early", "slug": "early", "question": "Which one?", "version": draft.pk}
    numbers = {"votes_per_sitting": 20, "matchup_minutes": 60, "heard_share": 1}
    boards = {"board_every_votes": 1, "board_every_minutes": 1, "state": "draft"}
    address = reverse("admin:arena_study_add")
    answer = curator.post(address, {**fields, **numbers, **boards, **formset})
    assert "Freeze this corpus version first." in answer.content.decode()
    assert not Study.objects.filter(slug="early").exists()


@pytest.mark.parametrize(
    ("model", "action", "allowing"),
    [
        ("arena.vote", "exclude_with_reason", "add_exclusion"),
        ("corpus.clip", "render_again", "change_clip"),
    ],
)
def test_an_action_that_writes_is_for_those_who_may_write(
    voted: Study, client: Client, model: str, action: str, allowing: str
) -> None:
    label, _, name = model.partition(".")
    reader = User.objects.create_user("reader", is_staff=True)
    reader.user_permissions.add(Permission.objects.get(codename=f"view_{name}"))
    client.force_login(reader)
    address = reverse(f"admin:{label}_{name}_changelist")
    row = apps.get_model(model)._default_manager.order_by("pk")[0]
    asked = {"action": action, "_selected_action": [row.pk], "detail": "unfit"}
    before = written()
    assert action not in client.get(address).content.decode()
    client.post(address, asked)
    assert written() == before
    reader.user_permissions.add(Permission.objects.get(codename=allowing))
    assert action in client.get(address).content.decode()
    client.post(address, asked)
    assert written() != before


def written() -> tuple[int, int, int]:
    """What the actions write."""
    waiting = Clip.objects.to_render().count()
    return Exclusion.objects.count(), waiting, CorpusVersion.objects.count()


def test_the_form_of_a_system_neither_changes_nor_adds_voices_and_links_to_where_one_does(
    study: Study, curator: Client
) -> None:
    system = System.objects.get(slug="vexley-voice")
    before = list(system.voices.order_by("pk").values())
    rows = {
        "voices-TOTAL_FORMS": 2,
        "voices-INITIAL_FORMS": 1,
        "voices-0-id": before[0]["id"],
        "voices-0-system": system.pk,
        "voices-0-name": "Renamed",
        "voices-0-gender": "male",  # and is_current unticked
        "voices-1-system": system.pk,
        "voices-1-name": "Added",
        "voices-1-gender": "female",
    }
    fields = {"name": "Renamed Voice", "slug": system.slug, "provider": system.provider}
    address = reverse("admin:corpus_system_change", args=[system.pk])
    answer = curator.post(address, {**fields, "kind": system.kind, **rows})
    assert answer.status_code == 302
    system.refresh_from_db()
    assert system.name == "Renamed Voice"
    assert list(system.voices.order_by("pk").values()) == before
    assert f'href="/curate/systems/{system.slug}/"' in curator.get(address).content.decode()


def test_a_system_is_added_in_the_admin(study: Study, curator: Client) -> None:
    address = reverse("admin:corpus_system_add")
    assert curator.get(address).status_code == 200
    rows = {"voices-TOTAL_FORMS": 0, "voices-INITIAL_FORMS": 0}
    curator.post(address, {"name": "New", "slug": "new", "kind": "synthetic", **rows})
    assert System.objects.filter(slug="new").exists()


def test_a_system_is_switched_off_in_a_study_never_removed(study: Study, curator: Client) -> None:
    page = curator.get(reverse("admin:arena_study_change", args=[study.pk])).content.decode()
    assert "entries-0-is_active" in page
    assert "entries-0-DELETE" not in page


def test_the_slug_of_a_register_in_a_frozen_version_is_read_only(
    study: Study, curator: Client
) -> None:
    for register, editable in [("explainer", False), ("casual-conversation", True)]:
        place = Register.objects.get(slug=register).pk
        page = curator.get(reverse("admin:corpus_register_change", args=[place]))
        assert ('name="slug"' in page.content.decode()) is editable


def test_a_corpus_too_small_to_be_frozen_is_refused(study: Study, curator: Client) -> None:
    corpus = study.version.corpus
    address = reverse("admin:corpus_corpus_change", args=[corpus.pk])
    page = curator.post(address, {"title": "Renamed", "target_size": 8}).content.decode()
    assert "A version needs at least 9 prompts" in page
    corpus.refresh_from_db()
    assert (corpus.title, corpus.target_size) == ("Corpus of first-light", 500)


def test_who_may_read_a_corpus_is_not_changed_in_the_admin(study: Study, curator: Client) -> None:
    corpus = study.version.corpus
    address = reverse("admin:corpus_corpus_change", args=[corpus.pk])
    sent = {"title": "Renamed", "target_size": 9, "visibility": "public", "language_model": "x"}
    assert curator.post(address, sent).status_code == 302
    before, model = corpus.visibility, corpus.language_model
    corpus.refresh_from_db()
    assert (corpus.title, corpus.visibility, corpus.language_model) == ("Renamed", before, model)


@pytest.mark.parametrize(
    ("model", "found", "sought"),
    [
        ("corpus_register", "Explainer", "explainer"),
        ("corpus_corpusversion", "first-light-corpus v1", "first-light"),
        ("corpus_source", "Own sentences", "CC0"),
        ("arena_clipreport", "too quiet", "quiet"),
    ],
)
def test_a_search_finds_what_matches_alone(
    study: Study, curator: Client, listener: VotingClient, model: str, found: str, sought: str
) -> None:
    listener.report(listener.matchup()["token"], reason="other", detail="It was too quiet.")
    address = reverse(f"admin:{model}_changelist")
    assert found in curator.get(address, {"q": sought}).content.decode()
    assert found not in curator.get(address, {"q": "nowhere"}).content.decode()


def test_a_retired_voice_is_issued_no_more(study: Study, listener: VotingClient) -> None:
    listener.vote(listener.matchup()["token"])  # the pool is in memory now
    cora = User.objects.create_user("cora")
    for voice in Voice.objects.filter(gender="male"):
        facts = VoiceFacts(name=f"{voice.name} anew")
        swap_voice(voice=voice, facts=facts, because="replaced", by=cora)
    for _ in range(10):
        listener.vote(listener.matchup()["token"])
    genders = Matchup.objects.order_by("pk").values_list("gender", flat=True)[2:]
    assert set(genders) == {"female"}


def test_a_clip_that_is_rendered_again_waits_meanwhile(study: Study, curator: Client) -> None:
    clip = Clip.objects.all()[0]
    action = {"action": "render_again", "_selected_action": [clip.pk]}
    curator.post(reverse("admin:corpus_clip_changelist"), action)
    assert list(Clip.objects.to_render()) == [clip]
    assert not Clip.objects.ready().filter(pk=clip.pk).exists()


def test_a_curator_hears_the_clips_that_were_reported(
    study: Study, curator: Client, listener: VotingClient
) -> None:
    listener.report(listener.matchup()["token"], reason="broken-sound")
    report = ClipReport.objects.select_related("matchup__left_clip").get()
    page = curator.get(reverse("admin:arena_clipreport_change", args=[report.pk])).content.decode()
    address = reverse("admin:corpus_clip_sound", args=[report.matchup.left_clip_id])
    assert page.count("<audio") == 2
    assert address in page
    sound = curator.get(address)
    with report.matchup.left_clip.rendition.open("rb") as file:
        assert sound.content == file.read()
    assert listener.get(address).status_code == 302  # to the login
