"""Leaderboards and votes as files: safe, exact, the same bytes wherever they are asked for."""

import csv
import io
import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest
from django.contrib.auth.models import Permission, User
from django.core.management import CommandError, call_command
from django.db import IntegrityError, transaction
from django.test import Client

from arena.models import Study, Vote
from arena.services import exclude_votes
from arena.services.simulation import simulate_votes
from corpus.models import Prompt, System
from corpus.roles import ANALYST
from ratings import export_views
from ratings.boards import newest_board
from ratings.exports import FORMS, board_file
from ratings.leaderboard import Format, render
from ratings.leaderboard.cells import guarded, unguarded
from ratings.leaderboard.latex import escaped
from ratings.leaderboard.parquet import as_parquet
from ratings.models import Board, VoteExport
from ratings.services import refit_study
from ratings.services.vote_exports import export_votes
from ratings.slices import OVERALL
from ratings.statistics.components import State
from ratings.statistics.intervals import Estimate
from ratings.statistics.standings import Standing
from tests.kept import kept
from tests.people import account, signed_in
from tests.voting import VotingClient

VOTES = "/studies/first-light/votes/export"
DANGEROUS = ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1"]


@kept
def board(study: Study) -> Board:
    """A board of 200 simulated votes, five of them excluded."""
    simulate_votes(study=study, listeners=8, votes=200, seed=4)
    exclude_votes(votes=Vote.objects.filter(pk__in=Vote.objects.all()[:5]), detail="test")
    refit_study(study=study)
    found = newest_board(study, OVERALL)
    assert found is not None
    return found


@pytest.fixture
def keeper(db: None) -> Client:
    """Staff who may export votes, and nothing else."""
    user = User.objects.create_user("keeper", is_staff=True)
    user.user_permissions.add(Permission.objects.get(codename="export_votes"))
    client = Client()
    client.force_login(user)
    return client


def standing(name: str) -> Standing:
    """A rated row of that name."""
    return Standing(
        0,
        name,
        State.RATED,
        "",
        10,
        5,
        2,
        Estimate(1000.0, 5.0, 990.0, 1010.0),
        rank=1,
        rank_low=1,
        rank_high=1,
    )


# --- leaderboards ---------------------------------------------------------------------------------


@pytest.mark.parametrize("form", list(FORMS))
def test_page_address_snapshot_and_command_give_the_same_bytes(
    board: Board, client: Client, tmp_path: Path, form: str
) -> None:
    file = tmp_path / "file"
    call_command("export_leaderboard", "first-light", "--format", form, "--output", str(file))
    address = f"/studies/first-light/leaderboard.{form}"
    permanent = f"/boards/{board.pk}/leaderboard.{form}"
    assert address in client.get("/studies/first-light/board/").content.decode()
    assert permanent in client.get(f"/boards/{board.pk}/").content.decode()
    found = client.get(address)
    assert found["Content-Type"] == FORMS[form].media_type
    assert f'-board-{board.pk}.{form}"' in found["Content-Disposition"]
    assert found.content == client.get(permanent).content == file.read_bytes()


def test_a_byte_order_mark_is_there_when_asked_for(
    board: Board, client: Client, tmp_path: Path
) -> None:
    address = "/studies/first-light/leaderboard.csv"
    plain, marked = client.get(address).content, client.get(address, {"bom": 1}).content
    assert marked == b"\xef\xbb\xbf" + plain
    file = tmp_path / "file.csv"
    call_command("export_leaderboard", "first-light", "--bom", "--output", str(file))
    assert file.read_bytes() == marked
    json_address = address.replace("csv", "json")
    assert client.get(json_address, {"bom": 1}).content == client.get(json_address).content


def test_another_process_writes_the_same_parquet(board: Board, tmp_path: Path) -> None:
    facts = {"study": "first-light", "note": "≥"}
    rows = [standing("a"), standing("ä, b")]
    script = (
        "import sys; from tests.ratings.test_exports import standing; "
        "from ratings.leaderboard.parquet import as_parquet; "
        "import django; "
        f"sys.stdout.buffer.write(as_parquet([standing('a'), standing('ä, b')], {facts!r}))"
    )
    setup = "import django; from django.conf import settings; django.setup(); " + script
    environment = {"DJANGO_SETTINGS_MODULE": "config.settings", "EARSHOT_VAR": str(tmp_path)}
    made = subprocess.run(
        [sys.executable, "-c", setup], capture_output=True, check=True, env=environment
    )
    assert made.stdout == as_parquet(rows, facts)


def test_the_parquet_holds_what_the_csv_holds_with_types(board: Board) -> None:
    table = pq.read_table(io.BytesIO(board_file(board, FORMS["parquet"])))
    rows = list(csv.DictReader(io.StringIO(board_file(board, FORMS["csv"]).decode())))
    # The simulated votes are a column there and a fact of the file here.
    assert [*table.column_names, "simulated_votes"] == list(rows[0])
    assert table.column("system").to_pylist() == [row["system"] for row in rows]
    assert table.column("rating").to_pylist() == [float(row["rating"]) for row in rows]
    assert table.column("rank").to_pylist() == [int(row["rank"]) for row in rows]
    facts = json.loads(table.schema.metadata[b"earshot"])
    assert (facts["digest"], facts["board"]) == (board.digest, board.pk)


@pytest.mark.parametrize("name", DANGEROUS)
def test_a_name_that_a_spreadsheet_would_run_is_guarded_and_a_number_is_not(name: str) -> None:
    text = render([standing(name)], {}, Format.CSV)
    [row] = csv.DictReader(io.StringIO(text, newline=""))
    assert row["system"] == f"'{name}"
    assert unguarded(row["system"]) == name
    below = Standing(0, "a", State.RATED, "", 1, 1, 1, Estimate(-5.0, 1.0, -9.0, -1.0), rank=1)
    [numbers] = csv.DictReader(io.StringIO(render([below], {}, Format.CSV)))
    assert numbers["rating"] == "-5.0"


@pytest.mark.parametrize("name", ["Voice", "'quoted", "a=b", "ähnlich", ""])
def test_any_other_name_stays_as_it_is(name: str) -> None:
    assert guarded(name) == unguarded(name) == name


def test_a_carriage_return_in_a_name_breaks_no_line() -> None:
    text = render([standing("one\r=two")], {}, Format.CSV)
    [row] = csv.DictReader(io.StringIO(text, newline=""))
    assert row["system"] == "one =two"


def test_latex_is_a_booktabs_table_in_which_names_are_only_names() -> None:
    evil = r"\input{x} & 50 % of_$1 #2 ~^ {a}"
    text = render([standing(evil)], {"digest": "d", "notes": ["one\ntwo"]}, Format.LATEX)
    body = [line for line in text.splitlines() if not line.startswith("%")]
    assert body[0].startswith(r"\begin{tabular}{")
    assert [line for line in body if line.endswith("rule")] == [
        r"\toprule",
        r"\midrule",
        r"\bottomrule",
    ]
    row = body[body.index(r"\midrule") + 1]
    unescaped = re.sub(r"\\[&%$#_{}]", "", row)
    assert unescaped.count("&") == len(re.findall("[lr]", body[0].split("{")[2])) - 1
    assert not re.findall(r"[%$#_]", unescaped.replace("$-$", ""))
    assert r"\textbackslash{}input\{x\}" in row
    assert all(line.startswith("%") for line in text.splitlines() if "two" in line)


def test_latex_escapes_nothing_twice() -> None:
    assert escaped("a_b\\c") == r"a\_b\textbackslash{}c"
    assert escaped("2–5 ≥ −3") == r"2--5 $\geq$ $-$3"


def test_the_command_gives_a_snapshot_and_refuses_another_studys(
    board: Board, tmp_path: Path
) -> None:
    simulate_votes(study=board.study, listeners=2, votes=10, seed=1)
    refit_study(study=board.study)
    out = io.StringIO()
    call_command("export_leaderboard", "first-light", "--board", str(board.pk), stdout=out)
    assert out.getvalue().encode() == board_file(board, FORMS["csv"])
    Study.objects.create(slug="other", title="Other", version=board.study.version)
    with pytest.raises(CommandError, match="is of study “first-light”"):
        call_command("export_leaderboard", "other", "--board", str(board.pk))


# --- votes ----------------------------------------------------------------------------------------


def lines(content: bytes) -> list[dict[str, str]]:
    """The lines of a CSV file."""
    return list(csv.DictReader(io.StringIO(content.decode())))


def test_votes_leave_with_random_ids_marks_and_exclusions(board: Board, keeper: Client) -> None:
    rows = lines(keeper.post(VOTES, {"form": "csv"}).content)
    votes = list(Vote.objects.order_by("id").select_related("left_system", "right_system"))
    assert [(r["left"], r["right"], r["choice"]) for r in rows] == [
        (v.left_system.slug, v.right_system.slug, v.choice) for v in votes
    ]
    same = {(row["listener"], vote.listener_id) for row, vote in zip(rows, votes, strict=True)}
    assert len(same) == 8
    assert {row["simulated"] for row in rows} == {"true"}
    assert sum(row["excluded"] == "curator" for row in rows) == 5
    listener = VotingClient()
    listener.vote(listener.matchup()["token"])
    again = lines(keeper.post(VOTES, {"form": "csv"}).content)
    assert [row["simulated"] for row in again] == ["true"] * len(votes) + ["false"]
    for column in ("listener", "prompt"):
        assert not {row[column] for row in rows} & {row[column] for row in again}


def test_votes_as_parquet_hold_the_same_columns(board: Board, keeper: Client) -> None:
    table = pq.read_table(io.BytesIO(keeper.post(VOTES, {"form": "parquet"}).content))
    rows = lines(keeper.post(VOTES, {"form": "csv"}).content)
    assert table.column_names == list(rows[0])
    assert table.column("choice").to_pylist() == [row["choice"] for row in rows]
    assert table.column("simulated").to_pylist() == [True] * 200


def test_no_text_or_id_of_a_prompt_leaves_with_votes(board: Board, keeper: Client) -> None:
    content = keeper.post(VOTES, {"form": "csv"}).content.decode()
    for prompt in Prompt.objects.all():
        assert prompt.external_id not in content
        assert prompt.text not in content


@pytest.mark.parametrize("form", ["csv", "parquet"])
def test_each_export_is_logged_with_who_what_and_how_many(
    board: Board, keeper: Client, form: str
) -> None:
    answer = keeper.post(VOTES, {"form": form})
    log = VoteExport.objects.get()
    assert (log.created_by, log.form, log.row_count) == ("keeper", form, 200)
    assert (log.last_vote, log.study) == (board.last_vote, board.study)
    assert f"votes-{log.pk}.{form}" in answer["Content-Disposition"]


def test_the_log_is_never_edited(board: Board) -> None:
    export_votes(study=board.study, form="csv", by="Ada")
    with pytest.raises(IntegrityError, match="never edited"), transaction.atomic():
        VoteExport.objects.update(created_by="nobody")


def test_votes_are_for_whoever_has_the_permission(
    board: Board, client: Client, curator: Client
) -> None:
    assert client.post(VOTES).status_code == 403
    client.force_login(User.objects.create_user("clerk", is_staff=True))
    assert client.post(VOTES).status_code == 403
    assert not VoteExport.objects.exists()
    assert signed_in(account(ANALYST)).post(VOTES, {"form": "csv"}).status_code == 200
    assert VoteExport.objects.get().created_by == "analyst"
    assert curator.get(VOTES).status_code == 405  # following a link exports nothing
    assert curator.post(VOTES, {"form": "xml"}).status_code == 404
    assert VoteExport.objects.count() == 1


def test_only_who_may_export_is_offered_it(board: Board, client: Client, keeper: Client) -> None:
    page = "/studies/first-light/snapshots/"
    assert VOTES not in client.get(page).content.decode()
    assert VOTES in keeper.get(page).content.decode()


def test_too_many_votes_for_a_page_are_left_to_the_command(
    board: Board, keeper: Client, monkeypatch: Any
) -> None:
    monkeypatch.setattr(export_views, "MOST_ROWS", 199)
    answer = keeper.post(VOTES, {"form": "csv"})
    assert answer.status_code == 413
    assert "manage.py export_votes first-light" in answer.content.decode()
    assert not VoteExport.objects.exists()


def test_the_command_writes_votes_and_logs_them(board: Board, tmp_path: Path) -> None:
    file, out = tmp_path / "votes.csv", io.StringIO()
    call_command("export_votes", "first-light", "--output", str(file), "--bom", stdout=out)
    assert file.read_bytes().startswith(b"\xef\xbb\xbfnumber,listener,")
    log = VoteExport.objects.get()
    assert log.created_by.endswith("(command)")
    assert f"200 votes written; export {log.pk}" in out.getvalue()


@pytest.mark.parametrize(
    "command",
    [
        ("export_leaderboard", "first-light", "--output"),
        ("export_votes", "first-light", "--output"),
        ("export_bundle", "first-light"),
        ("export_measurements", "first-light", "--live", "--clips", "--output"),
    ],
)
def test_a_file_that_cannot_be_written_is_said(
    board: Board, tmp_path: Path, command: tuple[str, ...]
) -> None:
    with pytest.raises(CommandError, match=r"absent/file cannot be written: No such file"):
        call_command(*command, str(tmp_path / "absent" / "file"), stdout=io.StringIO())


@pytest.mark.parametrize("command", [("export_leaderboard",), ("export_bundle", "bundle.zip")])
def test_a_board_of_number_nought_is_not_taken_for_the_one_shown(
    command: tuple[str, ...], board: Board
) -> None:
    name, *file = command
    with pytest.raises(CommandError, match="There is no board 0"):
        call_command(name, "first-light", *file, "--board", "0")


def test_a_slug_that_a_spreadsheet_would_run_is_guarded_in_votes(board: Board) -> None:
    System.objects.filter(slug="zorblat-speech").update(slug="-zorblat")
    content = export_votes(study=board.study, form="csv", by="Ada").content
    assert {"'-zorblat"} <= {row["left"] for row in lines(content)}


def test_the_command_writes_to_standard_output_where_no_file_is_named(
    board: Board, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    call_command("export_votes", "first-light")
    written = capfdbinary.readouterr()
    rows = list(csv.DictReader(io.StringIO(written.out.decode())))
    assert len(rows) == VoteExport.objects.get().row_count > 0
    assert b"votes written; export" in written.err
