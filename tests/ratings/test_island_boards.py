"""Islands from votes to the board, its page and its files."""

import io
import json
from typing import Any

import pyarrow.parquet as pq
import pytest
from django.db.models import Q
from django.test import Client

from arena.models import Study, Vote
from arena.services import exclude_votes
from arena.services.simulation import simulate_votes
from ratings import comparison
from ratings.boards import newest_board
from ratings.bundle.checking import check_bundle
from ratings.exports import FORMS, board_file
from ratings.models import Board
from ratings.recount import Outcome
from ratings.services import refit_study
from ratings.services.bundles import export_bundle
from ratings.slices import OVERALL
from ratings.verification import verify_board
from tests.kept import kept
from tests.large_studies import make_large_study
from tests.ratings.divided import HUMAN, divide, make_divided_study

WITH_HUMAN = {"system-0", "system-1", "system-2", "system-3", HUMAN}
PAGE = "/studies/divided/board/"


@kept
def divided() -> Study:
    """Five systems with the human reader, and three apart of which one is unbeaten; refitted."""
    study = make_divided_study()
    refit_study(study=study)
    return study


def newest(study: Study, key: str = OVERALL) -> Board:
    """The newest board, which must be there."""
    board = newest_board(study, key)
    assert board is not None
    return board


def island_rows(board: Board) -> dict[str, dict[str, Any]]:
    """The rows of the only island, by slug."""
    (island,) = board.details["islands"]
    return {row["system"]: row for row in island["rows"]}


def test_the_first_table_rates_the_largest_island_alone(divided: Study) -> None:
    rated = newest(divided).standings.filter(state="rated")
    assert set(rated.values_list("system__slug", flat=True)) == WITH_HUMAN
    assert sorted(row.rank or 0 for row in rated) == [1, 2, 3, 4, 5]
    assert sum(row.rating or 0 for row in rated) / 5 == pytest.approx(1000)


def test_the_second_island_is_stored_with_ranks_and_bounds_of_its_own(divided: Study) -> None:
    rows = island_rows(newest(divided))
    assert {slug: row["state"] for slug, row in rows.items()} == {
        "system-4": "rated",
        "system-5": "rated",
        "system-6": "undefeated",
    }
    assert sorted(rows[slug]["rank"] for slug in ("system-4", "system-5")) == [1, 2]
    assert rows["system-6"]["at_least"] is not None
    assert all(row["difference"] is None for row in rows.values())


def test_every_board_with_islands_is_recounted_byte_for_byte(divided: Study) -> None:
    boards = list(Board.objects.filter(study=divided))
    assert any(board.details["islands"] for board in boards)
    assert {verify_board(board).outcome for board in boards} == {Outcome.IDENTICAL}


def test_a_bundle_with_islands_is_recounted_byte_for_byte(divided: Study) -> None:
    bundle, _ = export_bundle(board=newest(divided), by="tester")
    assert {finding.outcome for _, finding in check_bundle(bundle)} == {Outcome.IDENTICAL}


def test_islands_in_one_slice_are_told_in_that_slice_alone(db: None) -> None:
    study = make_large_study("partly", systems=6, prompts=3)
    simulate_votes(study=study, listeners=12, votes=700, seed=3)
    here, there = [HUMAN, "system-0", "system-1"], ["system-2", "system-3", "system-4"]
    within = Q()
    for group in (here, there):
        within |= Q(left_system__slug__in=group, right_system__slug__in=group)
    across = Vote.objects.filter(study=study, gender="male").exclude(within)
    exclude_votes(votes=across, detail="divided")
    refit_study(study=study)
    assert newest(study).details["islands"] == []
    assert newest(study, "gender:female").details["islands"] == []
    assert len(newest(study, "gender:male").details["islands"]) == 1
    text = page(Client(), "/studies/partly/board/gender/male/")
    assert 'id="island-2"' in text
    assert 'id="island-' not in page(Client(), "/studies/partly/board/")


# --- the page -------------------------------------------------------------------------------------


def page(client: Client, path: str = PAGE) -> str:
    response = client.get(path)
    assert response.status_code == 200
    return response.content.decode()


def test_the_page_has_a_table_per_island_and_says_why(divided: Study, client: Client) -> None:
    text = page(client)
    first, second = text.split('id="island-2"')
    assert text.count('<table class="ratings"') == 2
    assert "The votes fall into 2 islands that cannot be compared with each other" in first
    assert "No number may be held against one of another island" in first
    assert "No vote joins these systems to those of an earlier table" in second
    names = {row.system.slug: row.label for row in newest(divided).standings.all()}
    for slug, name in names.items():
        row = f'data-keep="system {name}"'
        assert text.count(row) == 1
        assert (row in first) == (slug in WITH_HUMAN)


def test_the_column_against_the_human_is_on_its_island_alone(
    divided: Study, client: Client
) -> None:
    first, second = page(client).split('id="island-2"')
    assert "Against the human" in first
    assert "Against the human" not in second.split("</table>")[0]


def test_places_are_told_for_every_island(divided: Study, client: Client) -> None:
    text = page(client)
    for number in (1, 2):
        assert f"probability of being the best on island {number}" in text
    assert "On island 1, " in text


def test_every_fragment_is_there_once(divided: Study, client: Client) -> None:
    ids = [part.split('"')[0] for part in page(client).split(' id="')[1:]]
    assert len(ids) == len(set(ids))


def test_the_method_page_tells_how_each_island_was_made(divided: Study, client: Client) -> None:
    text = page(client, f"/boards/{newest(divided).pk}/method/")
    assert "These votes join the systems to 2 islands." in text
    assert "Island 2, " in text


# --- files ----------------------------------------------------------------------------------------


def test_the_files_of_a_board_keep_islands_apart(divided: Study) -> None:
    board = newest(divided)
    document = json.loads(board_file(board, FORMS["json"]))
    assert len(document["standings"]) == 5
    assert [row["rank"] for row in document["islands"][0]["standings"]] == [1, 2]
    table = pq.read_table(io.BytesIO(board_file(board, FORMS["parquet"]))).to_pylist()
    assert sorted(row["island"] for row in table) == [1] * 5 + [2] * 3
    metadata = pq.read_schema(io.BytesIO(board_file(board, FORMS["parquet"]))).metadata
    assert json.loads(metadata[b"earshot"])["islands"][0]["reason"].startswith("No vote joins")


def test_the_files_of_a_board_of_one_piece_have_no_such_column(study: Study) -> None:
    simulate_votes(study=study, listeners=8, votes=200, seed=4)
    refit_study(study=study)
    header = board_file(newest(study), FORMS["csv"]).decode().splitlines()[0]
    assert "island" not in header


# --- two boards -----------------------------------------------------------------------------------


def test_moves_are_told_where_the_human_stands(db: None) -> None:
    study = make_large_study("apart", systems=6, prompts=3)
    here, there = [HUMAN, "system-0"], [f"system-{k}" for k in range(1, 5)]
    for seed in (1, 2):
        simulate_votes(study=study, listeners=10, votes=400, seed=seed)
        divide(study, here, there)
        refit_study(study=study)
    later, earlier = Board.objects.of_slice(study, OVERALL)
    assert HUMAN in island_rows(later)
    result = comparison.compare(earlier, later)
    tested = {move.system for move in result.moves if move.shift is not None}
    assert tested == {row["label"] for slug, row in island_rows(later).items() if slug != HUMAN}
    first = Board.objects.get(pk=later.pk).standings.filter(state="rated")
    assert {row.system.slug for row in first} == set(there)
