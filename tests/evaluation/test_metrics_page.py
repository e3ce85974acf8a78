"""The pages of metrics."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from arena.models import Study
from arena.services.simulation import simulate_votes
from corpus.models import Clip, Job
from corpus.roles import ANALYST, CURATOR
from corpus.services.jobs import run_to_its_end
from evaluation.models import Measurement
from evaluation.services import start_evaluation
from ratings.services import refit_study
from tests.evaluation.conftest import Install
from tests.evaluation.families import absent, aligned, deaf, duration, facts, refusing
from tests.people import account, signed_in
from tests.voting import VotingClient

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("static_files")]

PAGE = "/curate/studies/first-light/metrics/"
PUBLIC = "/studies/first-light/metrics/"


@pytest.fixture
def desk(db: None) -> Client:
    """A curator's browser."""
    return signed_in(account(CURATOR))


@pytest.fixture
def analyst(db: None) -> Client:
    """An analyst's browser."""
    return signed_in(account(ANALYST))


def read(client: Client, path: str) -> str:
    answer = client.get(path)
    assert answer.status_code == 200, path
    return answer.content.decode()


def measure(study: Study, *names: str) -> Job:
    return run_to_its_end(job=start_evaluation(study=study, families=names))


def publish(study: Study) -> None:
    simulate_votes(study=study, listeners=2, votes=20, seed=1)
    refit_study(study=study)


def test_the_list_says_what_is_there_and_what_brings_the_rest(
    desk: Client, install: Install
) -> None:
    install(facts(), absent())
    page = read(desk, "/curate/metrics/")
    assert "ruler, MIT, SHA-256" in page
    assert "Needs torch: pip install -r requirements-evaluation.txt" in page
    assert "1 to 5" in page
    assert "lower is better" in page


def test_the_list_without_a_single_metric(desk: Client, install: Install) -> None:
    install()
    assert "This installation has no metrics." in read(desk, "/curate/metrics/")


def test_the_page_says_what_is_due_and_begins_it(
    desk: Client, study: Study, install: Install
) -> None:
    install(duration(), facts(), absent())
    measure(study, "facts")
    page = read(desk, PAGE)
    assert "24 clips due" in page
    assert "all measured" in page
    assert "Not installed where the site runs" in page
    assert desk.post(PAGE, {"families": ["duration"]}).status_code == 302
    job = Job.objects.latest("pk")
    assert job.parameters["families"] == ["duration"]
    waiting = read(desk, PAGE)
    assert "data-job" in waiting
    assert "Measure what is due" not in waiting
    run_to_its_end(job=job)
    assert "24 values measured." in read(desk, PAGE)


def test_the_page_offers_nothing_that_a_study_cannot_have(
    desk: Client, study: Study, install: Install
) -> None:
    install(duration(), aligned())
    page = read(desk, PAGE)
    assert 'value="duration"' in page
    assert 'value="aligned"' not in page


def test_nothing_chosen_is_told(desk: Client, study: Study, install: Install) -> None:
    install(duration())
    assert "Choose at least one metric." in desk.post(PAGE).content.decode()
    assert not Job.objects.exists()


def test_no_clips_and_nothing_measured_are_told(
    desk: Client, study: Study, install: Install
) -> None:
    install(duration())
    assert "Nothing is measured yet." in read(desk, PAGE)
    Clip.objects.all().delete()
    assert "No clips yet" in read(desk, PAGE)


def test_means_stand_with_intervals_and_lead_to_clips(
    desk: Client, study: Study, install: Install
) -> None:
    install(duration())
    measure(study)
    page = read(desk, PAGE)
    assert "n = 8" in page
    assert " to " in page
    assert f"{PAGE}seconds/zorblat-speech/" in page
    assert "clustered by prompt" in page


def test_failures_are_grouped_and_can_be_tried_again(
    desk: Client, study: Study, install: Install
) -> None:
    install(refusing())
    measure(study)
    page = read(desk, PAGE)
    assert "grump, 24 clips" in page
    assert "Too early." in page
    assert "8 not available" in page
    assert "Try grump again" in page
    desk.post(PAGE, {"families": "grump", "retry": "1"})
    assert Job.objects.latest("pk").parameters["retry_failed"] is True


def test_what_no_attempt_can_change_is_told_without_a_button(
    desk: Client, study: Study, install: Install
) -> None:
    install(deaf())
    measure(study)
    page = read(desk, PAGE)
    assert "deaf, 24 clips" in page
    assert "Too quiet." in page
    assert "again" not in page.split("</form>", 1)[1]
    assert "try again what failed" not in page


def test_values_of_another_model_are_not_mixed_in(
    desk: Client, study: Study, install: Install
) -> None:
    install(duration())
    measure(study)
    old = Measurement.objects.all()[0]
    Measurement.objects.create(
        clip=old.clip,
        family="duration",
        metric="seconds",
        version="0",
        rendition_digest=old.rendition_digest,
        amount=1e6,
        direction="neither",
    )
    page = read(desk, PAGE)
    assert "1 value by other versions or models is kept and not mixed in." in page
    assert "n = 9" not in page


def test_clips_can_be_sorted_and_heard(desk: Client, study: Study, install: Install) -> None:
    install(duration())
    measure(study)
    lowest = read(desk, f"{PAGE}seconds/zorblat-speech/")
    highest = read(desk, f"{PAGE}seconds/zorblat-speech/?sort=highest")
    assert lowest.count("<audio") == 8
    assert lowest.index("phone-agent-2") < lowest.index("phone-agent-1")
    assert highest.index("phone-agent-1") < highest.index("phone-agent-2")
    assert desk.get(f"{PAGE}nothing/zorblat-speech/").status_code == 404
    assert desk.get(f"{PAGE}seconds/nobody/").status_code == 404


def test_an_analyst_sees_values_but_neither_names_of_prompts_nor_sounds(
    analyst: Client, study: Study, install: Install
) -> None:
    install(duration())
    measure(study)
    page = read(analyst, f"{PAGE}seconds/zorblat-speech/")
    assert "<audio" not in page
    assert "phone-agent-1" not in page


def test_the_public_sees_no_name_before_a_board(study: Study, install: Install) -> None:
    install(duration())
    measure(study)
    page = read(Client(), PUBLIC)
    assert "opens with the first board" in page
    assert "Zorblat" not in page
    assert Client().get("/studies/first-light/metrics.csv").status_code == 404


def test_the_public_sees_the_table_once_there_is_a_board(study: Study, install: Install) -> None:
    install(duration())
    publish(study)
    assert "Nothing is measured yet" in read(Client(), PUBLIC)
    measure(study)
    page = read(Client(), PUBLIC)
    assert "Zorblat Speech" in page
    assert "/curate/" not in page.partition("<main")[2].partition("</main>")[0]
    assert PUBLIC in read(Client(), "/studies/first-light/board/")


def test_a_listener_who_has_not_voted_is_sent_to_listen(
    study: Study, install: Install, listener: VotingClient
) -> None:
    install(duration())
    publish(study)
    measure(study)
    listener.post("/studies/first-light/")
    listener.matchup()
    assert "Listen first" in read(listener, PUBLIC)
    assert listener.get("/studies/first-light/metrics.json").status_code == 403


def test_a_draft_has_no_public_page(study: Study, install: Install) -> None:
    install(duration())
    Study.objects.update(state=Study.State.DRAFT)
    assert Client().get(PUBLIC).status_code == 404


def test_queries_of_the_pages_do_not_grow(desk: Client, study: Study, install: Install) -> None:
    install(duration(), facts())
    zorblat = Clip.objects.filter(voice__system__slug="zorblat-speech")
    others = list(Clip.objects.exclude(pk__in=zorblat).values_list("pk", flat=True))
    measure(study)
    pages = (PAGE, f"{PAGE}seconds/zorblat-speech/")
    few = []
    Clip.objects.filter(pk__in=[*others, *zorblat.values_list("pk", flat=True)[2:]]).update(
        state=Clip.State.PENDING
    )
    for page in pages:
        with CaptureQueriesContext(connection) as queries:
            read(desk, page)
        few.append(len(queries))
    Clip.objects.update(state=Clip.State.READY)
    for page, number in zip(pages, few, strict=True):
        with CaptureQueriesContext(connection) as queries:
            read(desk, page)
        assert len(queries) <= number, page


def test_means_are_counted_once_and_again_once_a_value_is_another(
    desk: Client, study: Study, install: Install
) -> None:
    install(duration())
    measure(study)

    def values_read() -> int:
        with CaptureQueriesContext(connection) as queries:
            read(desk, PAGE)
        return sum(
            '"amount"' in one["sql"].partition("FROM")[0] for one in queries.captured_queries
        )

    assert (values_read(), values_read()) == (1, 0)
    Measurement.objects.filter(clip__voice__system__slug="zorblat-speech").update(
        amount=4321.0, measured_at=timezone.now()
    )
    assert "4321" in read(desk, PAGE).replace(",", "")
    one = Clip.objects.filter(voice__system__slug="zorblat-speech")[0]
    Clip.objects.filter(pk=one.pk).update(state=Clip.State.PENDING)
    assert "n = 7" in read(desk, PAGE)
