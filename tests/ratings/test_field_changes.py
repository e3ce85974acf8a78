"""Systems join and leave a running study; the board says what that did to the others."""

from datetime import UTC, datetime, timedelta
from itertools import product
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from arena.models import Exclusion, Listener, Matchup, Study, Vote
from arena.services import join_study, leave_study
from arena.services.simulation import simulate_votes
from corpus.models import Clip, Gender, Prompt, System, Voice
from ratings.between import Between, fields_of, measured_between
from ratings.board_page import board_page
from ratings.boards import newest_board
from ratings.comparison import compare
from ratings.field_changes import FieldChange, Kind, field_changes
from ratings.field_page import FieldStory, field_story
from ratings.models import Board, VotesBetween
from ratings.moves import Move, Place, Verdict, recentring
from ratings.services import declare_publications, publish_due_boards, refit_study
from ratings.slices import OVERALL
from ratings.statistics.intervals import Estimate
from tests.kept import kept
from tests.large_studies import make_large_study

PAGE = "/studies/large/board/"


@kept
def large() -> Study:
    """Four systems and a board of 400 votes by twenty listeners."""
    study = make_large_study(systems=4, prompts=2)
    grow(study, votes=400, seed=1)
    return study


def grow(study: Study, *, votes: int, seed: int) -> Board:
    """The board after so many further votes of twenty more listeners."""
    simulate_votes(
        study=Study.objects.select_related("version__corpus").get(pk=study.pk),
        listeners=20,
        votes=votes,
        seed=seed,
    )
    refit_study(study=study)
    return newest(study)


def newest(study: Study) -> Board:
    """The board of the latest data cut over all votes."""
    board = newest_board(study, OVERALL)
    assert board is not None
    return board


def newcomer(study: Study, slug: str = "late", name: str = "Latecomer") -> System:
    """A system with a clip of every prompt that joins now."""
    system = System.objects.create(slug=slug, name=name, provider="Latecomers", kind="synthetic")
    voices = [Voice.objects.create(system=system, name=f"{slug} {g}", gender=g) for g in Gender]
    pattern = Clip.objects.first()
    assert pattern is not None
    same = ("original", "original_digest", "rendition", "rendition_digest", "target_lufs")
    fields = {name: getattr(pattern, name) for name in same}
    Clip.objects.bulk_create(
        Clip(prompt=p, voice=v, state=Clip.State.READY, rendered_at=timezone.now(),
             duration=3.0, **fields)
        for p, v in product(Prompt.objects.all(), voices)
    )  # fmt: skip
    join_study(study=study, system=system)
    return system


def lose(study: Study, system: System, *, votes: int) -> None:
    """Votes on a system, against each other one in turn; it wins one in nine."""
    people = [Listener.objects.create(kind=Listener.Kind.SIMULATED) for _ in range(20)]
    others = list(study.systems.exclude(pk=system.pk).order_by("pk"))
    prompt = Prompt.objects.order_by("pk")[0]
    clips = {
        clip.voice.system_id: clip
        for clip in Clip.objects.filter(prompt=prompt, voice__gender="female").select_related(
            "voice"
        )
    }
    for number in range(votes):
        other, who = others[number % len(others)], people[number % 20]
        sides: dict[str, Any] = {
            "study": study, "listener": who, "prompt": prompt, "gender": "female",
            "left_system": system, "right_system": other,
        }  # fmt: skip
        matchup = Matchup.objects.create(
            **sides,
            left_clip=clips[system.pk],
            right_clip=clips[other.pk],
            left_rendition=clips[system.pk].rendition_digest,
            right_rendition=clips[other.pk].rendition_digest,
            probability=0.5,
            expires_at=timezone.now() + timedelta(hours=1),
        )
        choice = "left" if number % 9 == 0 else "right"
        Vote.objects.create(**sides, matchup=matchup, choice=choice, response_seconds=5.0)


def only_change(board: Board) -> FieldChange:
    """The one thing that happened."""
    (change,) = field_changes(board)
    return change


def story(board: Board) -> FieldStory:
    """What the page tells."""
    told = board_page(board).field
    assert told is not None
    return told


def place(rating: float | None) -> Place:
    """A place of which only the rating matters."""
    return Place(None, None, rating, None, 100.0)


def move(name: str, before: float | None, after: float | None) -> Move:
    """A move of which only the ratings matter."""
    return Move(name, False, place(before), place(after), None, None, Verdict.UNKNOWN)  # noqa: FBT003


# --- re-centring ----------------------------------------------------------------------------------


def test_a_newcomer_at_the_bottom_lifts_all_others_by_its_distance_shared_out() -> None:
    """Mean 1000 before and after: three others stay as far apart, the fourth comes in at 850."""
    moves = [move("A", 1100, 1150), move("B", 1000, 1050), move("C", 900, 950)]
    assert recentring([*moves, move("D", None, 850)]) == pytest.approx((1000 - 850) / 3)


def test_what_the_same_systems_do_among_themselves_is_no_recentring() -> None:
    assert recentring([move("A", 1100, 1040), move("B", 900, 960)]) == 0


def test_without_a_system_on_both_boards_nothing_is_recentred() -> None:
    assert recentring([move("A", None, 1000)]) == 0


# --- joining --------------------------------------------------------------------------------------


def test_a_field_that_stayed_as_it_was_has_nothing_to_tell(large: Study) -> None:
    assert board_page(newest(large)).field is None


def test_a_newcomer_is_told_of_between_the_last_board_before_and_the_first_that_tells(
    large: Study,
) -> None:
    before = newest(large)
    late = newcomer(large)
    lose(large, late, votes=20)
    refit_study(study=large)
    early = newest(large)
    assert (only_change(early).before, only_change(early).after) == (before, None)
    lose(large, late, votes=20)
    refit_study(study=large)
    first = newest(large)
    last = grow(large, votes=100, seed=2)
    change = only_change(last)
    assert (change.kind, change.before, change.after) == (Kind.JOINED, before, first)
    assert change.votes > 40


def test_the_page_names_date_boards_and_full_comparison(large: Study, client: Client) -> None:
    before = newest(large)
    late = newcomer(large)
    lose(large, late, votes=60)
    refit_study(study=large)
    first, last = newest(large), grow(large, votes=100, seed=2)
    text = client.get(PAGE).content.decode()
    today = timezone.now()
    assert f"Latecomer joined on {today.day} {today:%B %Y};" in text
    for board in (before, first, last):
        assert f'href="/boards/{board.pk}/"' in text
    for board in (first, last):
        assert f'href="/studies/large/compare/?from={before.pk}&amp;to={board.pk}"' in text


def test_recentring_is_told_apart_from_what_the_others_did(large: Study) -> None:
    late = newcomer(large)
    lose(large, late, votes=60)
    refit_study(study=large)
    board = newest(large)
    (change,) = story(board).changes
    rating = board.standings.get(system=late).rating
    assert rating is not None
    lifted = round((1000 - rating) / 4)
    assert lifted > 20
    assert f"this alone lifted every other rating by {lifted} points." in change.sentences[1]
    assert change.table is not None
    others = [row for row in change.table.rows if row[0] != "Latecomer"]
    assert [row[5] for row in others] == [f"+{lifted}"] * 4


def test_the_verdicts_are_those_of_the_full_comparison(large: Study) -> None:
    late = newcomer(large)
    lose(large, late, votes=60)
    refit_study(study=large)
    change = only_change(newest(large))
    assert change.before
    assert change.after
    full = compare(change.before, change.after)
    assert full.tested
    assert change.moves == full.moves


def test_a_system_that_moved_beyond_noise_is_named(large: Study) -> None:
    late = newcomer(large)
    best = next(row.system for row in newest(large).standings.select_related("system")
                if not row.system.is_human)  # fmt: skip
    lose(large, best, votes=400)
    lose(large, late, votes=60)
    refit_study(study=large)
    told = story(newest(large))
    assert f"{best} moved beyond noise" in told.sentence
    assert f"{best} moved beyond noise against the human" in told.changes[0].sentences[0]


def test_when_nobody_moved_beyond_noise_that_is_said() -> None:
    shift = Estimate(3.0, 5.0, -9.0, 15.0)
    steady = Move("A", False, place(1010), place(1030), None, shift, Verdict.NOISE)  # noqa: FBT003
    weighed = Between(90, {}, 19, "")
    at, board = datetime(2026, 5, 3, tzinfo=UTC), Board(pk=1, vote_count=100, study=Study(slug="s"))
    change = FieldChange("k", "Nova", Kind.JOINED, at, 40, board, board, (steady,), weighed)
    told = field_story([change], board)
    assert told is not None
    assert told.sentence == "Nova joined on 3 May 2026; no other system moved beyond noise."
    assert told.changes[0].sentences[0].startswith("In the 90 votes between, no other system")


def test_who_could_not_be_tested_is_not_said_to_have_stayed() -> None:
    shift = Estimate(3.0, 5.0, -9.0, 15.0)
    steady = Move("A", False, place(1010), place(1030), None, shift, Verdict.NOISE)  # noqa: FBT003
    board = Board(pk=1, vote_count=100, study=Study(slug="s"))
    moves = (steady, move("B", 990, 970))
    at = datetime(2026, 5, 3, tzinfo=UTC)
    change = FieldChange(
        "k", "Nova", Kind.JOINED, at, 40, board, board, moves, Between(90, {}, 19, "")
    )
    told = field_story([change], board)
    assert told is not None
    assert "none of the other systems that could be tested (1 of 2) moved" in told.sentence


def test_before_enough_votes_the_page_says_to_wait(large: Study) -> None:
    late = newcomer(large)
    lose(large, late, votes=10)
    refit_study(study=large)
    told = story(newest(large))
    assert "too early to say" in told.sentence
    assert (
        "once it has a rating and 30 votes. On this board it has 10 votes."
        in told.changes[0].sentences[0]
    )


def test_without_a_board_before_there_is_nothing_to_compare(db: None) -> None:
    study = make_large_study(systems=3, prompts=2)
    simulate_votes(study=study, listeners=5, votes=50, seed=1)
    late = newcomer(study)
    lose(study, late, votes=60)
    refit_study(study=study)
    assert story(newest(study)).sentence.endswith(", before the first board.")


def test_an_older_board_knows_nothing_of_what_came_later(large: Study) -> None:
    old = newest(large)
    lose(large, newcomer(large), votes=60)
    refit_study(study=large)
    assert field_changes(old) == []


# --- leaving and coming back ----------------------------------------------------------------------


def test_leaving_is_told_once_the_others_have_further_votes(large: Study) -> None:
    before = newest(large)
    gone = before.standings.order_by("-position")[0]
    leave_study(study=large, system=gone.system)
    early = grow(large, votes=30, seed=2)
    assert only_change(early).after is None
    first = grow(large, votes=60, seed=3)
    change = only_change(first)
    assert (change.kind, change.before, change.after) == (Kind.LEFT, before, first)
    told = story(first)
    assert told.sentence.startswith(f"{gone.label} left on ")
    assert "no rating was re-centred" in told.changes[0].sentences[-1]


def test_a_system_that_comes_back_waits_for_further_votes(large: Study) -> None:
    system = newest(large).standings.order_by("-position")[0].system
    leave_study(study=large, system=system)
    between = grow(large, votes=60, seed=2)
    join_study(study=large, system=system)
    lose(large, system, votes=20)
    refit_study(study=large)
    change = only_change(newest(large))
    assert (change.kind, change.before, change.after) == (Kind.RETURNED, between, None)
    lose(large, system, votes=20)
    refit_study(study=large)
    assert only_change(newest(large)).after == newest(large)


# --- what it costs, and who sees it ---------------------------------------------------------------


def page_queries(client: Client) -> list[str]:
    """The SQL of the page."""
    with CaptureQueriesContext(connection) as captured:
        client.get(PAGE)
    return [query["sql"] for query in captured.captured_queries]


def test_the_page_asks_no_more_for_more_newcomers_and_reads_no_votes(
    large: Study, client: Client
) -> None:
    for slug in ("first", "second"):
        lose(large, newcomer(large, slug, slug.title()), votes=60)
        refit_study(study=large)
        if slug == "first":
            before = page_queries(client)
    after = page_queries(client)
    assert len(field_changes(newest(large))) == 2
    assert len(after) == len(before)
    told = [sql for sql in after if "arena_studysystem" in sql and "arena_vote" in sql]
    assert told
    assert all("LIMIT 1" in sql for sql in told)


def test_the_votes_between_are_measured_once_by_the_refit(large: Study) -> None:
    lose(large, newcomer(large), votes=60)
    refit_study(study=large)
    row = VotesBetween.objects.get()
    stored = {
        name: getattr(row, name) for name in fields_of(measured_between(row.before, row.after))
    }
    assert stored == fields_of(measured_between(row.before, row.after))
    grow(large, votes=100, seed=2)
    assert VotesBetween.objects.get().pk == row.pk


def test_what_was_not_measured_yet_is_said_and_left_to_the_comparison(large: Study) -> None:
    lose(large, newcomer(large), votes=60)
    refit_study(study=large)
    VotesBetween.objects.all().delete()
    (change,) = story(newest(large)).changes
    assert "not known here yet" in change.sentences[0]


def test_a_public_board_tells_of_public_boards_only(large: Study) -> None:
    public = newest(large)
    schedule = declare_publications(
        study=large, first_at=timezone.now() + timedelta(hours=1), every_hours=24
    )
    hidden = grow(large, votes=60, seed=2)
    lose(large, newcomer(large), votes=60)
    refit_study(study=large)
    assert only_change(newest(large)).before == hidden
    publish_due_boards(now=schedule.first_at)
    change = only_change(newest(large))
    assert (change.before, change.measured is None) == (public, False)


def test_slices_leave_it_to_the_board_of_all_votes(large: Study, client: Client) -> None:
    lose(large, newcomer(large), votes=60)
    refit_study(study=large)
    assert 'id="field"' in client.get(PAGE).content.decode()
    slice_page = client.get(f"{PAGE}gender/female/").content.decode()
    assert 'id="field"' not in slice_page
    assert "Who joined and left" in slice_page


def test_the_comparison_page_says_what_is_recentring(large: Study, client: Client) -> None:
    lose(large, newcomer(large), votes=60)
    refit_study(study=large)
    change = only_change(newest(large))
    assert change.before
    assert change.after
    query = {"from": change.before.pk, "to": change.after.pk}
    text = client.get("/studies/large/compare/", query).content.decode()
    assert "Latecomer came in and moved that mean: this alone lifted every other rating" in text


def test_excluded_votes_do_not_make_a_newcomer_known(large: Study) -> None:
    late = newcomer(large)
    lose(large, late, votes=60)
    votes = Vote.objects.filter(left_system=late)
    Exclusion.objects.bulk_create(Exclusion(vote=v, reason="curator") for v in votes[:40])
    refit_study(study=large)
    assert only_change(newest(large)).after is None
