"""The page on which curators plan a listening: the form, the work, the answer."""

import io
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client

from corpus.models import Job
from corpus.roles import ANALYST, CURATOR, READER, REVIEWER
from corpus.services.jobs import cancel_job, take_turn
from corpus.tasks import run_job
from ratings import long_work
from ratings.long_work import points_of, tallies_of
from ratings.models import VotePlan
from ratings.plan_form import PlanForm
from ratings.plan_values import PlanValues, gaps_between, seconds_at_most
from ratings.planning import PlanError, further_run, no_run, plan
from ratings.services.plans import start_plan
from tests.people import account, signed_in

pytestmark = pytest.mark.django_db

PAGE = "/curate/planning/"
ASKED = {
    "ratings": "Nova, 1100\nHuman anchor, 1250\nVexley, 940",
    "gaps": "",
    "taste": "80",
    "votes_per_listener": "20",
    "power": "0.8",
    "runs": "10",
    "level": "0.95",
    "most": "5000",
    "seed": "3",
}
VALUES = PlanValues(gaps=(150.0, 160.0), taste=80.0, runs=10, most=5000, seed=3)


@pytest.fixture
def planner(db: None) -> Client:
    """A curator, signed in."""
    return signed_in(account(CURATOR, name="cora"))


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every listening is stored by itself."""
    monkeypatch.setattr(long_work, "STORE_EVERY_SECONDS", 0.0)


def asked(planner: Client, **changes: str) -> VotePlan:
    """Send the form, and return the plan that it began."""
    answer = planner.post(PAGE, {**ASKED, **changes})
    assert answer.status_code == 302, answer.content.decode()
    return VotePlan.objects.newest()[0]


def complaints(**changes: str) -> str:
    """What the form says is wrong."""
    form = PlanForm({**ASKED, **changes})
    assert not form.is_valid()
    return " ".join(str(message) for messages in form.errors.values() for message in messages)


# --- who may --------------------------------------------------------------------------------------


@pytest.mark.parametrize("role", [CURATOR, ANALYST])
def test_curators_and_analysts_find_the_page(role: str) -> None:
    client = signed_in(account(role))
    assert "How many votes will be enough?" in client.get(PAGE).content.decode()
    assert f'href="{PAGE}"' in client.get("/curate/jobs/").content.decode()


@pytest.mark.parametrize("role", [READER, REVIEWER])
def test_others_are_refused(role: str) -> None:
    client = signed_in(account(role))
    begun = start_plan(values=VALUES)
    assert client.get(PAGE).status_code == 403
    assert client.post(PAGE, ASKED).status_code == 403
    assert client.get(f"{PAGE}{begun.pk}/").status_code == 403
    assert PAGE not in client.get("/curate/jobs/").content.decode()


def test_a_stranger_is_sent_to_sign_in(client: Client) -> None:
    assert client.get(PAGE).headers["Location"] == f"/accounts/login/?next={PAGE}"


# --- the form -------------------------------------------------------------------------------------


def test_ratings_become_gaps_best_first() -> None:
    form = PlanForm(ASKED)
    assert form.is_valid()
    assert form.values == VALUES
    assert form.names == ("Human anchor", "Nova", "Vexley")


def test_gaps_alone_are_enough() -> None:
    form = PlanForm({**ASKED, "ratings": "", "gaps": "150; 160"})
    assert form.is_valid()
    assert (form.values, form.names) == (VALUES, ())


@pytest.mark.parametrize(
    ("changes", "complaint"),
    [
        ({"gaps": "10 20"}, "either the expected ratings or the gaps"),
        ({"ratings": ""}, "either the expected ratings or the gaps"),
        ({"ratings": "Nova 1100"}, "Line 1: write a name, a comma and a rating"),
        ({"ratings": "A, 1100\n\nB, x"}, "Line 3: “x” is no number"),
        ({"ratings": "A, nan\nB, 1000"}, "Line 1: “nan” is no number"),
        ({"ratings": "A, 1000\nB, 1000"}, "expected to be equal"),
        ({"ratings": "A, 1000"}, "at least two systems"),
        ({"ratings": "", "gaps": "20 x"}, "“x” is no number"),
        ({"ratings": "", "gaps": "20 -20"}, "expected to be equal"),
        ({"ratings": "", "gaps": "1 " * 40}, "At most 40 systems"),
        ({"ratings": "", "gaps": "9000"}, "more than 4000 Elo points apart"),
        ({"power": "1"}, "less than or equal to 0.99"),
        ({"runs": "5"}, "greater than or equal to 10"),
        ({"seed": "-1"}, "greater than or equal to 0"),
        ({"votes_per_listener": "1000", "most": "500"}, "begins at 2,000 votes"),
    ],
)
def test_what_is_wrong_is_said_in_a_sentence(changes: dict[str, str], complaint: str) -> None:
    assert complaint in complaints(**changes)


def test_a_search_that_would_take_too_long_is_refused_with_what_to_ask_instead() -> None:
    many = {"ratings": "", "gaps": "10 " * 39, "runs": "1000", "most": "1000000"}
    said = complaints(**many)
    assert "more than the 30 that one may take here" in said
    runs = int(said.split("at most ")[1].split(" simulated")[0])
    assert PlanForm({**ASKED, **many, "runs": str(runs)}).is_valid()
    assert not PlanForm({**ASKED, **many, "runs": str(runs + 100)}).is_valid()


def test_nothing_is_begun_by_what_is_refused(planner: Client) -> None:
    page = planner.post(PAGE, {**ASKED, "ratings": "Nova"}).content.decode()
    assert "Line 1" in page
    assert "Nova</textarea>" in page
    assert not Job.objects.exists()


def test_the_work_grows_with_everything_that_is_asked() -> None:
    base = seconds_at_most(VALUES.plan())
    larger = (
        {"runs": 40},
        {"most": 50_000},
        {"gaps": (150.0, 160.0, 20.0)},
        {"votes_per_listener": 5},
    )
    for change in larger:
        fields = {name: getattr(VALUES, name) for name in VALUES.__slots__}
        assert seconds_at_most(PlanValues(**{**fields, **change}).plan()) > base


def test_gaps_of_ratings() -> None:
    assert gaps_between([1250, 1100, 940]) == (150, 160)


# --- the work -------------------------------------------------------------------------------------


def test_the_task_finds_the_same_answer_as_the_command(planner: Client) -> None:
    begun = asked(planner)
    run_job(begun.job_id)
    begun.refresh_from_db()
    out = io.StringIO()
    call_command("plan_votes", "150", "160", taste=80, runs=10, most=5000, seed=3, stdout=out)
    assert begun.job.state == Job.State.DONE
    assert begun.job.summary == out.getvalue().splitlines()[-1]
    question = VALUES.plan()
    assert tuple(points_of(question, tallies_of(begun))) == plan(question).tried


def test_the_answer_does_not_depend_on_how_the_work_was_cut_into_turns(impatient: None) -> None:
    whole, cut = start_plan(values=VALUES), start_plan(values=VALUES)
    take_turn(pk=whole.job_id, turn_seconds=600.0)
    turns = 1
    while take_turn(pk=cut.job_id, turn_seconds=0.0):
        turns += 1
    whole.refresh_from_db()
    cut.refresh_from_db()
    assert turns > 20
    assert (cut.tallies, cut.job.summary) == (whole.tallies, whole.job.summary)
    assert cut.job.done == whole.job.done


def test_a_reload_shows_how_far_it_is(planner: Client, impatient: None) -> None:
    begun = asked(planner)
    for _ in range(12):
        take_turn(pk=begun.job_id, turn_seconds=0.0)
    page = planner.get(f"{PAGE}{begun.pk}/").content.decode()
    assert "80 votes: 1 of 10 listenings simulated" in page
    assert '<th class="number" scope="row">40</th>' in page
    assert "Cancel" in page
    assert "data-reload-when-done" in page


def test_a_cancelled_plan_keeps_what_was_tried(planner: Client, impatient: None) -> None:
    begun = asked(planner)
    for _ in range(12):
        take_turn(pk=begun.job_id, turn_seconds=0.0)
    planner.post(f"/curate/jobs/{begun.job_id}/cancel/")
    assert not take_turn(pk=begun.job_id, turn_seconds=0.0)
    page = planner.get(f"{PAGE}{begun.pk}/").content.decode()
    assert "Cancelled. What was done until then is kept." in page
    assert '<th class="number" scope="row">40</th>' in page
    assert "data-reload-when-done" not in page


def test_the_page_ends_with_sentence_and_power_of_every_pair(planner: Client) -> None:
    begun = asked(planner)
    run_job(begun.job_id)
    page = planner.get(f"{PAGE}{begun.pk}/").content.decode()
    answer = plan(VALUES.plan()).enough
    assert answer is not None
    assert f"About {answer.votes:,} votes from {answer.listeners:,} listeners separate" in page
    assert "yes, the fewest" in page
    assert "Human anchor – Nova" in page
    assert "Nova – Vexley" in page
    for share in answer.pairs:
        assert f'<td class="number">{100 * share:.3g}</td>' in page


def test_when_no_number_is_enough_the_page_says_so(planner: Client) -> None:
    begun = asked(planner, ratings="", gaps="1", runs="10", most="100")
    run_job(begun.job_id)
    page = planner.get(f"{PAGE}{begun.pk}/").content.decode()
    assert "Not even 100 votes separate every pair of neighbours." in page
    assert "yes, the fewest" not in page


def test_an_earlier_plan_can_be_asked_again(planner: Client) -> None:
    for changes in ({}, {"ratings": "", "gaps": "150 160"}):
        begun = asked(planner, **changes)
        shown = planner.get(PAGE, {"from": begun.pk}).context["form"].initial
        form = PlanForm({"ratings": "", "gaps": "", **shown})
        assert form.is_valid()
        assert (form.values, list(form.names)) == (VALUES, begun.job.parameters["names"])
        cancel_job(job=begun.job)


@pytest.mark.parametrize("earlier", ["x", "9" * 30, "999"])
def test_a_plan_that_is_not_there_leaves_the_form_as_it_is(planner: Client, earlier: str) -> None:
    assert planner.get(PAGE, {"from": earlier}).context["form"].initial == {}


def test_nobody_has_more_than_three_open_plans(planner: Client) -> None:
    for _ in range(3):
        asked(planner)
    page = planner.post(PAGE, ASKED).content.decode()
    assert "Three of your plans are still open" in page
    assert VotePlan.objects.count() == 3


def test_names_are_shown_as_they_were_written(planner: Client) -> None:
    begun = asked(planner, ratings="<b>Nova</b>, TTS, 1100\nZoë 🎤, 900")
    VotePlan.objects.update(tallies=[[40, 10, [9]]])
    page = planner.get(f"{PAGE}{begun.pk}/").content.decode()
    assert "&lt;b&gt;Nova&lt;/b&gt;, TTS – Zoë 🎤" in page


def test_the_list_asks_no_query_per_plan(
    planner: Client, django_assert_max_num_queries: Any
) -> None:
    for _ in range(8):
        start_plan(values=VALUES)
    with django_assert_max_num_queries(8):
        planner.get(PAGE)


def test_each_listening_depends_on_its_number_alone() -> None:
    question = VALUES.plan()
    first = further_run(question, no_run(question, 400))
    again = further_run(question, no_run(question, 400))
    assert first == again
    assert first.runs == 1


def test_a_plan_without_sense_is_refused_by_the_service() -> None:
    with pytest.raises(PlanError, match="power must lie"):
        start_plan(values=PlanValues(gaps=(10.0,), power=2.0))
    assert not Job.objects.exists()
