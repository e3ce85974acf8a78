"""The page of a board, from stored rows to HTML."""

from dataclasses import replace
from typing import Any

from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from arena.models import Study
from arena.services.simulation import simulate_votes
from ratings.board_page import board_page
from ratings.boards import newest_board
from ratings.history import MOST_BOARDS, rating_history
from ratings.models import Board, Standing
from ratings.services import refit_study
from ratings.slices import OVERALL, slices_of
from tests.kept import kept
from tests.large_studies import make_large_study
from tests.voting import VotingClient

PAGE = "/studies/large/board/"
ON_EVERY_BOARD = {"pairs", "ranks", "needed", "order", "excluded", "made"}
ON_ALL_VOTES = ON_EVERY_BOARD | {
    "time", "fit", "cycles", "listeners", "choices", "slices-compared",
}  # fmt: skip


@kept
def large() -> Study:
    """Four systems, twice refitted, 1,200 votes of twenty listeners in the end."""
    study = make_large_study(systems=4, prompts=3)
    for seed in (1, 1):
        simulate_votes(study=study, listeners=10, votes=600, seed=seed)
        refit_study(study=study)
    return study


def newest(study: Study, key: str = OVERALL) -> Board:
    """The newest board, which must be there."""
    board = newest_board(study, key)
    assert board is not None
    return board


def page(client: Client, path: str = PAGE, **headers: str) -> str:
    """The text of a page that must be there."""
    response = client.get(path, headers=headers)
    assert response.status_code == 200
    return response.content.decode()


def test_the_board_of_all_votes_tells_everything(large: Study, client: Client) -> None:
    text = page(client)
    assert {key for key in ON_ALL_VOTES if f'<details class="finding" id="{key}"' in text} == (
        ON_ALL_VOTES
    )


def test_a_slice_tells_what_it_can_and_leads_to_the_rest(large: Study, client: Client) -> None:
    text = page(client, f"{PAGE}gender/female/")
    for key in ON_EVERY_BOARD:
        assert f'id="{key}"' in text
    assert 'id="listeners"' not in text
    assert f'<a href="{PAGE}">all votes together</a>' in text


def test_a_share_against_the_human_is_told_to_be_predicted(large: Study, client: Client) -> None:
    predicted = "is what its rating, made from all its votes, predicts"
    own_votes = "what it won of its votes against the human alone stands below"
    assert f"{predicted}; {own_votes}" in page(client)
    assert not replace(board_page(newest(large)), tables=[]).predicts


def test_rarer_slices_fold_away_unless_one_of_them_is_shown(large: Study, client: Client) -> None:
    folded = '<details class="more-slices" id="more-slices">'
    assert folded in page(client)
    key = next(part.key for part in slices_of(large) if part.key.startswith("difficulty:"))
    assert folded.replace(">", " open>") in page(client, f"{PAGE}{key.replace(':', '/')}/")


def test_the_page_keeps_to_the_content_security_policy(large: Study, client: Client) -> None:
    text = page(client)
    assert "style=" not in text
    assert text.count("<script") == 1


def test_every_fragment_is_there_once(large: Study, client: Client) -> None:
    ids = [part.split('"')[0] for part in page(client).split(' id="')[1:]]
    assert len(ids) == len(set(ids))


def test_the_partial_holds_the_standings_alone(large: Study, client: Client) -> None:
    text = page(client, **{"X-Partial": "standings"})
    assert text.lstrip().startswith('<div class="standings" data-votes="1200">')
    assert "<html" not in text


def test_no_query_of_a_board_grows_with_its_votes(large: Study, client: Client) -> None:
    def queries() -> list[str]:
        with CaptureQueriesContext(
            connection,
        ) as captured:
            page(client)
        return [query["sql"] for query in captured.captured_queries]

    before = queries()
    simulate_votes(study=large, listeners=10, votes=900, seed=2)
    refit_study(study=large)
    after = queries()
    assert len(after) == len(before)
    assert not [sql for sql in after if 'FROM "arena_vote"' in sql and "LIMIT" not in sql
                and "COUNT" not in sql]  # fmt: skip


def boards_like(board: Board, number: int) -> list[Board]:
    """So many more boards of the slice, with the same standings."""
    rows = list(board.standings.all())
    made = []
    for k in range(1, number + 1):
        fields: dict[str, Any] = {
            f.attname: getattr(board, f.attname)
            for f in Board._meta.concrete_fields
            if f.attname != "id"
        }
        other = Board.objects.create(
            **{**fields, "vote_count": board.vote_count + k, "digest": f"{k:064d}"}
        )
        for row in rows:
            row.pk, row.board = None, other
        Standing.objects.bulk_create(rows)
        made.append(other)
    return made


def test_history_is_thinned_in_one_query(large: Study) -> None:
    last = boards_like(newest(large), 130)[-1]
    labels = {row.system_id: str(row.system_id) for row in last.standings.all()}
    with CaptureQueriesContext(connection) as captured:
        moments = rating_history(last, labels)
    # What is public is asked beside it; the ratings themselves come at once.
    assert sum("ratings_standing" in query["sql"] for query in captured) == 1
    assert MOST_BOARDS / 2 < len(moments) <= MOST_BOARDS
    assert moments[-1].board == last.pk
    votes = [moment.votes for moment in moments]
    assert votes == sorted(votes)
    assert set(moments[-1].ratings) == set(labels.values())


def test_an_older_board_knows_nothing_of_later_ones(large: Study) -> None:
    first = Board.objects.of_slice(large, OVERALL).last()
    assert first is not None
    labels = {row.system_id: str(row.system_id) for row in first.standings.all()}
    assert [moment.board for moment in rating_history(first, labels)] == [first.pk]
    assert board_page(first).history is None


def test_a_board_from_before_the_details_still_shows_its_table(large: Study) -> None:
    old = boards_like(newest(large), 1)[0]
    old.details = {}
    shown = board_page(old)
    assert [len(table.rows) for table in shown.tables] == [4]
    assert shown.heat is None
    assert shown.findings == []


def test_the_method_page_has_the_numbers_of_its_board(large: Study, client: Client) -> None:
    board = newest(large)
    text = page(client, f"/boards/{board.pk}/method/")
    assert f"How board {board.pk} was made" in text
    assert "cluster-robust by listener (Liang and Zeger 1986), with 20 listeners" in text
    effective = board.method["method"]["effective_clusters"]
    assert f"= {effective:.1f} of equal ones" in text
    assert "1,200 of these votes were simulated" in text
    assert f"vote {board.last_vote}, exclusion {board.last_exclusion}" in text
    assert board.digest in text
    assert str(board.method["method"]["seed"]) in text


def test_the_board_links_to_its_method(large: Study, client: Client) -> None:
    assert f'href="/boards/{newest(large).pk}/method/"' in page(client)


def test_the_method_names_nobody_before_the_first_vote(
    study: Study, listener: VotingClient
) -> None:
    simulate_votes(study=study, listeners=5, votes=60, seed=1)
    refit_study(study=study)
    listener.matchup()
    response = listener.get(f"/boards/{newest(study).pk}/method/")
    assert b"Human anchor" not in response.content
    assert b"Listen first" in response.content


def test_there_is_no_method_page_of_unknown_boards_and_drafts(large: Study, client: Client) -> None:
    path = f"/boards/{newest(large).pk}/method/"
    Study.objects.update(state=Study.State.DRAFT)
    assert client.get(path).status_code == 404
    assert client.get("/boards/987654/method/").status_code == 404


def test_the_date_of_a_board_is_said(large: Study, client: Client) -> None:
    assert f"{timezone.now():%B %Y}" in page(client)
