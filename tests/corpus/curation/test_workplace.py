"""The workplace's first pages, and who may open them."""

import pytest
from django.contrib.auth.models import Permission, User
from django.test import Client

from corpus.models import Corpus, Job
from corpus.roles import ANALYST, CURATE, CURATOR, PLAN_VOTES, READER, REVIEWER
from tests.people import account, signed_in

pytestmark = pytest.mark.django_db


@pytest.fixture
def corpus() -> Corpus:
    return Corpus.objects.create(slug="bench", title="The benchmark")


@pytest.fixture
def waiting_job(corpus: Corpus) -> Job:
    return Job.objects.create(
        kind="count", title="Counting prompts", corpus=corpus, permission=CURATE, total=10, done=4
    )


def test_a_stranger_is_sent_to_sign_in(client: Client) -> None:
    answer = client.get("/curate/")
    assert (answer.status_code, answer.headers["Location"]) == (
        302,
        "/accounts/login/?next=/curate/",
    )


def test_an_account_without_a_role_is_refused() -> None:
    assert signed_in(account()).get("/curate/").status_code == 403


def test_a_curator_signs_in_and_finds_the_corpora(corpus: Corpus, client: Client) -> None:
    account(CURATOR, name="cora")
    sent = {"username": "cora", "password": "s3cret-words", "next": "/curate/"}
    assert client.post("/accounts/login/", sent).headers["Location"] == "/curate/"
    assert "The benchmark" in client.get("/curate/").content.decode()


def test_without_a_corpus_the_page_says_what_to_do() -> None:
    assert "No corpus yet" in signed_in(account(CURATOR)).get("/curate/").content.decode()


@pytest.mark.parametrize("role", [REVIEWER, READER, ANALYST])
def test_only_curators_open_a_corpus(corpus: Corpus, role: str) -> None:
    assert signed_in(account(role)).get("/curate/corpora/bench/").status_code == 403


def test_a_corpus_shows_the_work_that_runs(waiting_job: Job) -> None:
    page = signed_in(account(CURATOR)).get("/curate/corpora/bench/").content.decode()
    assert "Counting prompts" in page
    assert "4 of 10" in page


def test_a_job_is_cancelled_from_its_page(waiting_job: Job) -> None:
    curator = signed_in(account(CURATOR))
    page = curator.post(f"/curate/jobs/{waiting_job.pk}/cancel/", follow=True).content.decode()
    assert "Cancelled. What was done until then is kept." in page


def test_a_part_holds_only_what_changes(waiting_job: Job) -> None:
    answer = signed_in(account(CURATOR)).get(f"/curate/jobs/{waiting_job.pk}/?part")
    assert "<html" not in answer.content.decode()
    assert answer.headers["Cache-Control"] == "private, no-store"


def test_who_lacks_the_permission_of_a_job_sees_nothing_of_it(waiting_job: Job) -> None:
    reader = signed_in(account(READER))
    assert "Counting" not in reader.get("/curate/jobs/").content.decode()
    assert reader.get(f"/curate/jobs/{waiting_job.pk}/").status_code == 403
    assert reader.post(f"/curate/jobs/{waiting_job.pk}/cancel/").status_code == 403


def test_older_work_is_found_behind_newer_that_one_may_not_see(waiting_job: Job) -> None:
    Job.objects.bulk_create(
        Job(kind="plan", title=f"Plan {number}", permission=PLAN_VOTES) for number in range(120)
    )
    curate_only = account()
    curate_only.user_permissions.add(Permission.objects.get(codename=CURATE.split(".")[1]))
    page = signed_in(curate_only).get("/curate/jobs/").content.decode()
    assert "Counting prompts" in page
    assert "Plan " not in page


def test_jobs_beyond_a_page_are_on_the_next(waiting_job: Job) -> None:
    Job.objects.bulk_create(
        Job(kind="count", title=f"Newer {number}", permission=CURATE) for number in range(60)
    )
    curator = signed_in(account(CURATOR))
    first = curator.get("/curate/jobs/").content.decode()
    assert "Counting prompts" not in first
    assert "1–50 of 61" in first
    assert "Counting prompts" in curator.get("/curate/jobs/?page=2").content.decode()


def test_the_groups_carry_what_their_roles_allow() -> None:
    allowed = {
        role: User.objects.get(pk=account(role).pk).get_all_permissions()
        for role in (CURATOR, REVIEWER, READER, ANALYST)
    }
    assert allowed == {
        CURATOR: {
            "corpus.curate",
            "corpus.read_text",
            "ratings.plan_votes",
            "evaluation.measure_clips",
        },
        REVIEWER: {"corpus.review", "corpus.read_text"},
        READER: {"corpus.read_aloud"},
        ANALYST: {"ratings.export_votes", "ratings.plan_votes", "evaluation.measure_clips"},
    }
