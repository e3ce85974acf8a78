"""The pages and files of agreement."""

import csv
import io
import json
from datetime import timedelta
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from arena.models import Study
from arena.services.simulation import simulate_votes
from corpus.models import BulkRead, Clip, Corpus, Job
from corpus.roles import ANALYST, CURATOR
from corpus.services.jobs import run_to_its_end
from corpus.services.reads import MANY
from evaluation.metrics.base import Direction
from evaluation.models import AgreementReport
from evaluation.reports.making import make_report
from evaluation.reports.page import ReportPage
from evaluation.services import start_evaluation
from ratings.boards import newest_board
from ratings.models import Board
from ratings.services import refit_study
from ratings.services.publish import declare_publications
from ratings.slices import OVERALL
from tests.evaluation.conftest import Install
from tests.evaluation.families import facts
from tests.evaluation.measuring import measure_as
from tests.people import account, signed_in
from tests.voting import VotingClient

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("static_files")]

PUBLIC = "/studies/first-light/agreement/"
DESK = "/curate/studies/first-light/agreement/"
DISPUTES = f"{DESK}naturalness/disagreements/"


@pytest.fixture
def desk(db: None) -> Client:
    """A curator's browser."""
    return signed_in(account(CURATOR))


def read(client: Client, path: str) -> str:
    answer = client.get(path)
    assert answer.status_code == 200, path
    return answer.content.decode()


def judge(study: Study, *, votes: int = 400, seed: int = 1) -> Board:
    simulate_votes(study=study, listeners=10, votes=votes, seed=seed)
    refit_study(study=study)
    board = newest_board(study, OVERALL)
    assert board is not None
    return board


def measure(study: Study) -> None:
    """A judgement, a constant, and a fact that the human reading lacks."""
    order = {"human-anchor": 3.0, "zorblat-speech": 2.0, "vexley-voice": 1.0}
    measure_as(study, "naturalness", lambda clip: order[clip.voice.system.slug] + clip.pk / 1000)
    measure_as(study, "constant", lambda _: 1.0)
    measure_as(
        study,
        "length",
        lambda clip: None if clip.voice.system.is_human else clip.duration,
        direction=Direction.NEITHER,
    )


@pytest.fixture
def compared(study: Study) -> Study:
    """A study that was judged, measured and compared."""
    board = judge(study)
    measure(study)
    make_report(board=board)
    return study


def test_the_page_says_how_well_votes_are_predicted(compared: Study) -> None:
    page = read(Client(), PUBLIC)
    assert "Contains simulated votes" in page
    assert "Listeners themselves" in page
    assert 'id="metric-naturalness"' in page
    assert "Elo points apart" in page
    assert page.count('class="scatter"') == 3  # of everything and of two registers
    assert "is-human" in page
    assert "Metric values are the same" in page or "The metric is the same" in page
    assert "Not compared. It has both values for" in page
    assert "/curate/" not in page.partition("<main")[2].partition("</main>")[0]
    assert "Zorblat Speech" in page


def test_one_metric_is_plotted_and_the_others_are_a_link_away(compared: Study) -> None:
    page = read(Client(), PUBLIC)
    assert 'href="?metric=length#metric-length"' in page
    assert 'href="?metric=naturalness#metric-naturalness"' not in page
    asked = read(Client(), f"{PUBLIC}?metric=length")
    assert 'id="metric-length" open' in asked
    assert asked.count('class="scatter"') == 3
    assert 'href="?metric=naturalness#metric-naturalness"' in asked
    assert read(Client(), f"{PUBLIC}?metric=nothing") == page


def test_the_plots_are_of_the_best_judgement_though_a_fact_predicts_more(study: Study) -> None:
    board = judge(study)
    ratings = dict(board.standings.values_list("system", "rating"))
    measure_as(
        study, "pace", lambda clip: ratings[clip.voice.system_id], direction=Direction.NEITHER
    )
    measure_as(study, "doubt", lambda clip: -(ratings[clip.voice.system_id] or 0.0))
    found = ReportPage(make_report(board=board))
    assert [row.name for row in found.report.ranking.rows] == ["pace", "doubt"]
    assert [section.name for section in found.sections if section.scatters] == ["doubt"]


def test_board_and_metrics_lead_to_it(compared: Study, desk: Client, install: Install) -> None:
    install(facts())
    run_to_its_end(job=start_evaluation(study=compared))
    assert PUBLIC in read(Client(), "/studies/first-light/metrics/")
    assert PUBLIC in read(Client(), "/studies/first-light/board/")
    assert DESK in read(desk, "/curate/studies/first-light/")
    assert DESK in read(desk, "/curate/studies/first-light/metrics/")


def test_what_is_missing_is_said(study: Study, desk: Client) -> None:
    for client, path in ((Client(), PUBLIC), (desk, DESK)):
        assert "opens with the first one" in read(client, path)
    judge(study)
    for client, path in ((Client(), PUBLIC), (desk, DESK)):
        assert "Nothing is measured yet" in read(client, path)
    measure(study)
    for client, path in ((Client(), PUBLIC), (desk, DESK)):
        assert "Not compared yet" in read(client, path)
    assert desk.post(DESK).status_code == 302
    assert Job.objects.get().kind == "agreement"
    for client, path in ((Client(), PUBLIC), (desk, DESK)):
        assert "Being computed" in read(client, path)
    assert not AgreementReport.objects.exists(), "a page computes nothing"
    assert "already" in desk.post(DESK, follow=True).content.decode()


def test_a_report_on_an_earlier_board_is_shown_and_says_so(compared: Study, desk: Client) -> None:
    judge(compared, seed=2)
    page = read(desk, DESK)
    assert "of 800 votes, is not compared yet" in page
    assert "400 votes; compared" in read(Client(), PUBLIC)


def test_a_draft_has_no_public_page(compared: Study) -> None:
    Study.objects.update(state=Study.State.DRAFT)
    assert Client().get(PUBLIC).status_code == 404


def test_a_listener_who_has_not_voted_is_sent_to_listen(
    compared: Study, listener: VotingClient
) -> None:
    listener.post("/studies/first-light/")
    listener.matchup()
    assert "Listen first" in read(listener, PUBLIC)
    assert listener.get("/studies/first-light/agreement.json").status_code == 403


def test_what_is_not_published_is_for_staff_alone(study: Study, desk: Client) -> None:
    declare_publications(study=study, first_at=timezone.now() + timedelta(hours=1), every_hours=24)
    board = judge(study)
    measure(study)
    make_report(board=board)
    staff = account(ANALYST, name="staff")
    staff.is_staff = True
    staff.save()
    for client, path in ((Client(), PUBLIC), (desk, DESK)):
        assert "opens with the first one" in read(client, path)
        assert client.get(f"{path[:-1]}.csv").status_code == 404
    assert desk.get(DISPUTES).status_code == 404
    for path in (PUBLIC, DESK):
        assert "metric-naturalness" in read(signed_in(staff), path)


def test_disagreements_can_be_heard_and_read_by_those_who_may(
    compared: Study, desk: Client
) -> None:
    page = read(desk, DISPUTES)
    assert "Listeners chose" in page
    assert "The metric prefers" in page
    assert page.count("<audio") == 2 * page.count('class="dispute"') > 0
    assert Clip.objects.all()[0].prompt.text in page


def test_an_analyst_sees_neither_texts_nor_sounds_of_disagreements(compared: Study) -> None:
    page = read(signed_in(account(ANALYST)), DISPUTES)
    assert "The metric prefers" in page
    assert "<audio" not in page
    assert "blockquote" not in page
    assert "phone-agent-1" not in page


def test_reading_many_private_texts_is_noted(compared: Study, desk: Client) -> None:
    Corpus.objects.update(visibility=Corpus.Visibility.PRIVATE)
    assert read(desk, DISPUTES).count('class="dispute"') < MANY
    assert not BulkRead.objects.exists()
    board = judge(compared, seed=2)
    ratings = dict(board.standings.values_list("system", "rating"))
    measure_as(compared, "reversed", lambda clip: -(ratings[clip.voice.system_id] or 0.0))
    make_report(board=board)
    assert read(desk, f"{DESK}reversed/disagreements/").count('class="dispute"') == MANY
    assert BulkRead.objects.get().prompt_count == MANY


def test_a_recording_that_was_replaced_is_said(compared: Study, desk: Client) -> None:
    assert "another recording by now" not in read(desk, DISPUTES)
    Clip.objects.update(rendition_digest="d" * 64)
    assert "another recording by now" in read(desk, DISPUTES)


def test_an_unknown_metric_has_no_disagreements(compared: Study, desk: Client) -> None:
    assert desk.get(f"{DESK}nothing/disagreements/").status_code == 404


def test_queries_of_the_pages_do_not_grow(compared: Study, desk: Client) -> None:
    def queries(client: Client, path: str) -> int:
        with CaptureQueriesContext(connection) as captured:
            read(client, path)
        return len(captured)

    pages = ((Client(), PUBLIC), (desk, DESK), (desk, DISPUTES))
    few = [queries(*page) for page in pages]
    measure_as(compared, "other", lambda clip: float(clip.pk))
    make_report(board=judge(compared, votes=300, seed=3))
    for page, before in zip(pages, few, strict=True):
        assert queries(*page) <= before


def written(*arguments: str) -> bytes:
    out = io.StringIO()
    call_command("agreement", "first-light", *arguments, stdout=out)
    return out.getvalue().encode()


@pytest.mark.parametrize("form", ["csv", "json"])
def test_address_and_command_give_the_same_bytes(compared: Study, desk: Client, form: str) -> None:
    asked = desk.get(f"/curate/studies/first-light/agreement.{form}").content
    assert written("--format", form) == asked
    public = Client().get(f"/studies/first-light/agreement.{form}").content
    assert written("--format", form, "--public") == public
    assert AgreementReport.objects.count() == 1


def test_the_command_writes_a_file_or_says_why_not(compared: Study, tmp_path: Path) -> None:
    file = tmp_path / "agreement.json"
    assert written("--format", "json", "--output", str(file)) == b""
    assert file.read_bytes() == written("--format", "json")
    with pytest.raises(CommandError, match="cannot be written"):
        written("--output", str(tmp_path / "absent" / "file"))


def test_json_names_clips_without_texts_and_the_public_one_none(
    compared: Study, desk: Client
) -> None:
    document = json.loads(desk.get("/curate/studies/first-light/agreement.json").content)
    (found,) = (m for m in document["agreement"]["metrics"] if m["metric"] == "naturalness")
    pair = found["disagreements"][0]
    assert pair["chosen"].keys() == {"system", "gender", "register", "prompt", "rendition"}
    assert pair["chosen"]["prompt"] == pair["other"]["prompt"] in {1, 2, 3, 4}
    public = json.loads(Client().get("/studies/first-light/agreement.json").content)
    assert all("disagreements" not in metric for metric in public["agreement"]["metrics"])
    assert public["board"]["votes"] == public["simulated_votes"] == 400


def test_csv_has_a_row_for_each_number(compared: Study) -> None:
    content = Client().get("/studies/first-light/agreement.csv").content.decode()
    rows = list(csv.DictReader(io.StringIO(content)))
    document = json.loads(Client().get("/studies/first-light/agreement.json").content)
    share = document["agreement"]["ceilings"]["same_clips"]["share"]
    assert rows[0]["of"] == "same_clips"
    assert float(rows[0]["value"]) == share["value"]
    levels = {row["level"] for row in rows if row["metric"] == "naturalness"}
    assert levels == {"ranking", "clip", "system", "matchup", "gap"}
    for row in rows:
        assert bool(row["value"]) is not bool(row["reason"])


def test_the_command_prints_a_table_and_markdown(compared: Study) -> None:
    table = written().decode()
    assert "listeners" in table
    assert "naturalness" in table
    assert "Not available" not in table
    lines = written("--format", "markdown").decode().splitlines()
    bars = {line.count("|") for line in lines if line.startswith("|")}
    assert bars == {9}


def test_some_metrics_are_compared_among_themselves_and_not_stored(compared: Study) -> None:
    document = json.loads(written("--format", "json", "--metrics", "naturalness"))
    assert [row["name"] for row in document["agreement"]["ranking"]["rows"]] == ["naturalness"]
    assert AgreementReport.objects.count() == 1


def test_the_command_takes_an_earlier_board(compared: Study) -> None:
    first = AgreementReport.objects.get().board
    judge(compared, seed=2)
    document = json.loads(written("--format", "json", "--board", str(first.pk)))
    assert document["board"]["id"] == first.pk
    assert json.loads(written("--format", "json"))["board"]["votes"] == 800


def test_the_command_says_what_is_missing(study: Study) -> None:
    with pytest.raises(CommandError, match="no board yet"):
        written()
    board = judge(study)
    with pytest.raises(CommandError, match="Nothing is measured"):
        written()
    measure(study)
    with pytest.raises(CommandError, match=r"“nothing” is no metric.*naturalness"):
        written("--metrics", "nothing")
    with pytest.raises(CommandError, match="There is no board"):
        written("--board", str(board.pk + 1000))
