"""Folded votes hold what the rows hold, and boards do not depend on where votes were read from."""

from typing import Any

import numpy as np
import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from arena.models import Exclusion, Study, Vote
from arena.services import exclude_votes
from arena.services.simulation import simulate_votes
from ratings import columns
from ratings.columns import NAMES, VoteColumns, votes_between
from ratings.models import Board, VoteBlock
from ratings.reading import DataCut, data_cut, votes_from_rows
from ratings.services import fold
from ratings.services.fold import fold_votes, folded_votes
from ratings.services.refit import recount_study, refit_due_boards, refit_study


@pytest.fixture
def small_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Blocks that are full after 16 votes."""
    monkeypatch.setattr(columns, "BLOCK_VOTES", 16)
    monkeypatch.setattr(fold, "BLOCK_VOTES", 16)


@pytest.fixture
def vote_queries(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Any, ...]]:
    """The reads of votes' rows, each as (study, after, upto)."""
    reads: list[tuple[Any, ...]] = []

    def noted(*args: Any) -> list[VoteColumns]:
        reads.append(args)
        return votes_between(*args)

    monkeypatch.setattr(fold, "votes_between", noted)
    return reads


def same(one: VoteColumns, other: VoteColumns) -> bool:
    """Whether two hold the same votes."""
    return all(np.array_equal(getattr(one, name), getattr(other, name)) for name in NAMES)


def digests(boards: list[Board]) -> dict[str, str]:
    """The digest of each slice's board."""
    return {board.slice_key: board.digest for board in boards}


def stored(study: Study, cut: DataCut) -> dict[str, str]:
    """The digests of the boards that are stored for a cut."""
    boards = Board.objects.filter(
        study=study, last_vote=cut.last_vote, last_exclusion=cut.last_exclusion
    )
    return digests(list(boards))


def test_columns_hold_each_vote_as_its_row_does(study: Study) -> None:
    simulate_votes(study=study, listeners=3, votes=40, seed=2)
    read = votes_from_rows(study, data_cut(study).last_vote)
    for k, vote in enumerate(Vote.objects.order_by("id")):
        assert read.id[k] == vote.pk
        assert read.listener[k] == vote.listener_id
        assert read.prompt[k] == vote.prompt_id
        assert (read.left[k], read.right[k]) == (vote.left_system_id, vote.right_system_id)
        assert columns.GENDERS[read.gender[k]] == vote.gender
        assert bool(read.right_won[k]) == (vote.choice == "right")
    assert len(read) == 40


@pytest.mark.parametrize("highest", [0, 1, 127, 128, 255, 2**31, 2**40])
def test_packed_columns_come_back_whatever_their_size(highest: int) -> None:
    column = np.array([0, highest], dtype=np.int64)
    before = VoteColumns(*(column for _ in NAMES))
    after = VoteColumns.unpacked(before.packed())
    assert same(before, after)
    joined = VoteColumns.joined([after, before])
    assert all(np.issubdtype(getattr(joined, name).dtype, np.signedinteger) for name in NAMES)


def test_no_votes_are_no_columns(study: Study) -> None:
    assert len(folded_votes(study, 0)) == 0
    assert not VoteBlock.objects.exists()


@pytest.mark.usefixtures("small_blocks")
def test_blocks_fill_up_and_hold_all_votes_once(study: Study) -> None:
    for seed, votes in enumerate((5, 10, 1, 40, 16)):
        simulate_votes(study=study, listeners=1, votes=votes, seed=seed)
        cut = data_cut(study).last_vote
        assert same(folded_votes(study, cut), votes_from_rows(study, cut))
    counts = list(VoteBlock.objects.order_by("number").values_list("vote_count", flat=True))
    assert counts == [16, 16, 16, 16, 8]
    unpacked = [VoteColumns.unpacked(bytes(block.content)) for block in VoteBlock.objects.all()]
    assert same(VoteColumns.joined(unpacked), votes_from_rows(study, cut))


@pytest.mark.usefixtures("small_blocks")
def test_a_refit_reads_only_the_rows_of_new_votes(
    study: Study, vote_queries: list[tuple[Any, ...]]
) -> None:
    simulate_votes(study=study, listeners=3, votes=50, seed=1)
    refit_study(study=study)
    first = data_cut(study).last_vote
    simulate_votes(study=study, listeners=3, votes=20, seed=2)
    refit_study(study=study)
    assert vote_queries == [(study, 0, first), (study, first, data_cut(study).last_vote)]


@pytest.mark.usefixtures("small_blocks")
def test_an_earlier_cut_is_cut_out_of_what_is_folded(study: Study) -> None:
    simulate_votes(study=study, listeners=3, votes=30, seed=1)
    early = data_cut(study).last_vote
    simulate_votes(study=study, listeners=3, votes=30, seed=2)
    folded_votes(study, data_cut(study).last_vote)
    assert same(folded_votes(study, early), votes_from_rows(study, early))


@pytest.mark.usefixtures("small_blocks")
def test_votes_that_another_worker_folded_meanwhile_are_not_folded_twice(study: Study) -> None:
    simulate_votes(study=study, listeners=3, votes=30, seed=1)
    cut = data_cut(study).last_vote
    new = votes_from_rows(study, cut)
    assert fold_votes(study=study, new=new, after=0)
    assert not fold_votes(study=study, new=new, after=0)
    assert same(folded_votes(study, cut), new)


@pytest.mark.usefixtures("small_blocks")
def test_studies_are_folded_apart(study: Study) -> None:
    from tests.studies import make_study  # noqa: PLC0415 - beside the fixture's

    other = make_study("second-light")
    for seed in range(3):
        simulate_votes(study=study, listeners=1, votes=12, seed=seed)
        simulate_votes(study=other, listeners=1, votes=7, seed=seed)
    for one, votes in ((study, 36), (other, 21)):
        cut = data_cut(one).last_vote
        assert len(folded_votes(one, cut)) == votes
        assert same(folded_votes(one, cut), votes_from_rows(one, cut))


@pytest.mark.usefixtures("small_blocks")
def test_deleted_blocks_are_made_anew(study: Study) -> None:
    simulate_votes(study=study, listeners=5, votes=60, seed=1)
    boards = digests(refit_study(study=study))
    VoteBlock.objects.all().delete()
    assert refit_study(study=study) == []  # the same boards again
    assert boards == stored(study, data_cut(study))
    assert VoteBlock.objects.count() == 4


@pytest.mark.usefixtures("small_blocks")
@pytest.mark.parametrize("seed", range(4))
def test_refits_after_random_batches_equal_a_recount_from_the_rows(study: Study, seed: int) -> None:
    rng = np.random.default_rng(seed)
    cuts = []
    for batch in range(6):
        votes = int(rng.integers(1, 60))
        simulate_votes(
            study=study,
            listeners=int(rng.integers(1, min(votes, 6) + 1)),
            votes=votes,
            seed=100 * seed + batch,
        )
        keys = list(Vote.objects.order_by("id").values_list("pk", flat=True))
        chosen = rng.choice(keys, size=int(rng.integers(0, 4)), replace=False).tolist()
        exclude_votes(votes=Vote.objects.filter(pk__in=chosen), detail="drawn")
        refit_study(study=study)
        cuts.append(data_cut(study))
    for cut in cuts:
        assert digests(recount_study(study=study, cut=cut)) == stored(study, cut)


def test_an_exclusion_after_the_cut_does_not_change_the_board(study: Study) -> None:
    simulate_votes(study=study, listeners=5, votes=60, seed=1)
    exclude_votes(votes=Vote.objects.filter(pk=Vote.objects.all()[3].pk), detail="before")
    cut = data_cut(study)
    before = digests(refit_study(study=study))
    exclude_votes(votes=Vote.objects.filter(pk=Vote.objects.all()[9].pk), detail="after")
    assert digests(recount_study(study=study, cut=cut)) == before
    assert Exclusion.objects.count() == 2


def test_a_stored_board_is_read_back_with_the_digest_it_was_given(study: Study) -> None:
    simulate_votes(study=study, listeners=8, votes=200, seed=1)
    computed = {board.slice_key: board.details for board in refit_study(study=study)}
    assert computed == dict(Board.objects.values_list("slice_key", "details"))


def test_asking_whether_a_study_is_due_reads_few_rows(study: Study) -> None:
    simulate_votes(study=study, listeners=5, votes=200, seed=1)
    refit_study(study=study)
    with CaptureQueriesContext(
        connection,
    ) as queries:
        assert refit_due_boards() == []
    assert len(queries) <= 4
    assert not [q for q in queries if "details" in q["sql"]]


def test_one_index_holds_all_that_counting_reads(study: Study) -> None:
    if connection.vendor != "sqlite":
        pytest.skip("PostgreSQL chooses by the table's statistics")
    with connection.cursor() as cursor:
        cursor.execute(
            f"EXPLAIN QUERY PLAN {columns.counting_statement()}",
            [columns.GENDERS[1], "right", study.pk, 0, 10**9],
        )
        plan = " ".join(str(row) for row in cursor.fetchall())
    assert "USING COVERING INDEX vote_for_counting" in plan
    assert "TEMP B-TREE" not in plan
