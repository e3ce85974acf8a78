"""What the page of a corpus says is next to do, to whom, and where that leads."""

import pytest
from django.contrib.auth.models import User

from corpus.curation.step import Step
from corpus.curation.steps import steps_of
from corpus.models import Clip, Corpus, Prompt, Reading, Voice
from corpus.roles import CURATOR, READER, REVIEWER
from corpus.services.versions import discard_draft, draft_version, freeze_version
from tests.corpus.corpora import make_corpus
from tests.people import account, signed_in
from tests.readings import send_take
from tests.studies import speech

pytestmark = pytest.mark.django_db
PAGE = "/curate/corpora/bench/"


@pytest.fixture
def cora() -> User:
    return account(CURATOR, name="cora")


@pytest.fixture
def corpus(cora: User) -> Corpus:
    """Nine prompts that lack nothing."""
    return make_corpus(cora, account(REVIEWER, name="rhea"))


@pytest.fixture
def empty() -> Corpus:
    return Corpus.objects.create(slug="bench", title="The bench", target_size=9)


def stage(name: str, corpus: Corpus, user: User) -> Step:
    """One stage as somebody sees it."""
    (found,) = [step for step in steps_of(corpus) if step.name == name]
    return found.for_person(user)


def way(name: str, corpus: Corpus, user: User) -> tuple[str, str]:
    """The button of a stage and where it leads."""
    shown = stage(name, corpus, user).way
    return (shown.action, shown.url) if shown else ("", "")


def test_every_stage_of_an_empty_corpus_says_what_comes_next(empty: Corpus, cora: User) -> None:
    assert all(step.hint and not step.is_done for step in steps_of(empty))
    assert way("Prompts", empty, cora) == ("Import", f"{PAGE}import/")
    assert way("Clips", empty, cora) == ("Systems", "/curate/systems/")


def test_a_button_leads_only_where_its_person_may_go(corpus: Corpus) -> None:
    people = [account(CURATOR, REVIEWER, READER, name="all"), account(CURATOR, name="one")]
    corpus.prompts.update(state=Prompt.State.WAITING)
    for user in people:
        client = signed_in(user)
        for step in steps_of(corpus):
            shown = step.for_person(user)
            for url in [shown.url, shown.way.url if shown.way else ""]:
                assert not url or client.get(url, follow=True).status_code == 200, (
                    user,
                    step.name,
                    url,
                )


def test_curators_without_the_part_of_a_reviewer_are_led_to_what_they_can_do(
    corpus: Corpus, cora: User
) -> None:
    first, second = corpus.prompts.all()[:2]
    Prompt.objects.filter(pk=first.pk).update(state=Prompt.State.WAITING)
    assert way("Review", corpus, cora) == ("See errors", f"{PAGE}prompts/?findings=error")
    Prompt.objects.filter(pk=second.pk).update(
        state=Prompt.State.RETURNED, reason="Too stiff.", reviewer=account(REVIEWER, name="rob")
    )
    assert way("Review", corpus, cora) == ("Correct", f"{PAGE}prompts/?state=returned")
    both = account(CURATOR, REVIEWER, name="both")
    assert way("Review", corpus, both) == ("Review", f"{PAGE}review/")


def test_the_readings_say_how_many_lack_and_lead_readers_to_the_studio(corpus: Corpus) -> None:
    voice = Voice.objects.get(system__kind="human", gender="male")
    Clip.objects.filter(voice=voice).delete()
    voice.reader = account(CURATOR, READER, name="rita")
    voice.save()
    voice.corpora.add(corpus)
    step = stage("Readings", corpus, voice.reader)
    assert step.state == "9 of 9 read by a woman, 0 of 9 read by a man"
    assert step.hint == "9 prompts wait for rita in the studio."
    assert way("Readings", corpus, voice.reader) == ("Record", "/curate/studio/")


def test_readings_that_nobody_was_asked_for_lead_to_the_voice(corpus: Corpus, cora: User) -> None:
    voice = Voice.objects.get(system__kind="human", gender="female")
    Clip.objects.filter(voice=voice)[0].delete()
    assert "has no reader: 1 prompt" in stage("Readings", corpus, cora).hint
    assert way("Readings", corpus, cora) == ("Assign", f"/curate/voices/{voice.pk}/edit/")


def test_readings_that_wait_lead_reviewers_to_their_queue(corpus: Corpus) -> None:
    voice = Voice.objects.get(system__kind="human", gender="female")
    Clip.objects.filter(voice=voice).delete()
    voice.reader = account(READER, name="rita")
    voice.save()
    voice.corpora.add(corpus)
    send_take(voice, corpus.prompts.all()[0], speech("A take."))
    Reading.objects.update(state=Reading.State.WAITING)
    both = account(CURATOR, REVIEWER, name="both")
    assert way("Readings", corpus, both) == ("Listen", "/curate/readings/")


def test_failed_clips_come_before_missing_ones(corpus: Corpus, cora: User) -> None:
    one, other = Clip.objects.all()[:2]
    other.delete()
    assert way("Clips", corpus, cora) == ("Upload", f"{PAGE}upload/")
    Clip.objects.filter(pk=one.pk).update(state=Clip.State.FAILED, failure="It is silent.")
    assert way("Clips", corpus, cora) == ("See failures", f"{PAGE}coverage/?state=failed")


def test_a_version_is_drafted_checked_frozen_and_studied(corpus: Corpus, cora: User) -> None:
    assert way("Freeze", corpus, cora) == ("Draft", f"{PAGE}freeze/")
    draft = draft_version(corpus=corpus)
    assert way("Freeze", corpus, cora) == ("Go on", f"{PAGE}freeze/")
    discard_draft(draft=draft)
    version = freeze_version(corpus=corpus, prompts=list(corpus.prompts.all()))
    assert stage("Freeze", corpus, cora).is_done
    page = signed_in(cora).get(PAGE).content.decode()
    assert f"/curate/studies/new/?version={version.pk}" in page
