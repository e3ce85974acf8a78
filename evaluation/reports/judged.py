"""The votes that a board counted, clip by clip, as agreement takes them."""

from array import array
from dataclasses import dataclass

import numpy as np
from django.db.models import Exists, OuterRef

from arena.models import Exclusion, Side, Vote
from corpus.models import Clip, Gender, Register
from evaluation.agreement.inputs import Clips, Inputs, Rated, Votes
from ratings.boards import same_cut
from ratings.models import Board, Standing

CHUNK = 10_000  # rows at a time
REGISTER = "register:"


@dataclass(frozen=True, slots=True, order=True)
class Judged:
    """What listeners judged: a clip with one rendition (its SHA-256)."""

    clip: int
    rendition: str


@dataclass(frozen=True, eq=False)
class BoardInputs:
    """A board as agreement takes it. clips: what stands at each position of `inputs.clips`."""

    inputs: Inputs
    clips: tuple[Judged, ...]


@dataclass(frozen=True, eq=False)
class _Ballots:
    """Votes in the order of their ids: listener, left and right (codes of clips), who won."""

    clips: dict[Judged, int]
    listener: "array[int]"
    left: "array[int]"
    right: "array[int]"
    right_won: "array[int]"


def inputs_of(board: Board) -> BoardInputs:
    """Read a board over all votes: a vote stands for the very bytes that it is about.

    Six queries, however many votes; clips are in the order of their keys, systems in that of their
    slugs. Raises LookupError for a vote on a system that is not on the board.
    """
    rows = list(board.standings.select_related("system"))
    rows.sort(key=lambda row: row.system.slug)
    place = {row.system_id: position for position, row in enumerate(rows)}
    registers = _registers(board)
    ballots = _ballots(board)
    known = _clip_columns(board, place, {pk: k for k, (pk, _, _) in enumerate(registers)})
    judged = sorted(ballots.clips)
    if unknown := [one.clip for one in judged if one.clip not in known]:
        raise LookupError(
            f"A vote is about the clip {unknown[0]}, whose system is not on the board."
        )
    columns = np.array([known[one.clip] for one in judged], dtype=np.int64).reshape(-1, 4).T
    position = np.empty(len(judged), dtype=np.int64)
    position[[ballots.clips[one] for one in judged]] = np.arange(len(judged))
    by_register = _register_ratings(board, [slug for _, slug, _ in registers], place)
    inputs = Inputs(
        systems=tuple(row.label for row in rows),
        registers=tuple(name for _, _, name in registers),
        clips=Clips(*columns),
        votes=_votes(ballots, position),
        ratings=_rated(rows, place),
        register_ratings=by_register,
        human=next((place[row.system_id] for row in rows if row.system.is_human), None),
    )
    return BoardInputs(inputs, tuple(judged))


def _ballots(board: Board) -> _Ballots:
    excluded = Exclusion.objects.filter(vote=OuterRef("pk"), id__lte=board.last_exclusion)
    counted = Vote.objects.filter(study=board.study_id, id__lte=board.last_vote)
    columns = ("listener", "choice", "matchup__left_clip", "matchup__left_rendition")
    other = ("matchup__right_clip", "matchup__right_rendition")
    clips: dict[Judged, int] = {}
    found = _Ballots(clips, *(array("q") for _ in range(4)))
    rows = counted.exclude(Exists(excluded)).order_by("pk").values_list(*columns, *other)
    for listener, choice, left, left_bytes, right, right_bytes in rows.iterator(chunk_size=CHUNK):
        found.listener.append(listener)
        found.right_won.append(choice == Side.RIGHT)
        found.left.append(clips.setdefault(Judged(left, left_bytes), len(clips)))
        found.right.append(clips.setdefault(Judged(right, right_bytes), len(clips)))
    return found


def _votes(ballots: _Ballots, position: np.ndarray) -> Votes:
    left, right, listener, right_won = (
        np.array(column, dtype=np.int64)
        for column in (ballots.left, ballots.right, ballots.listener, ballots.right_won)
    )
    won = right_won == 1
    return Votes(
        winner=position[np.where(won, right, left)],
        loser=position[np.where(won, left, right)],
        listener=np.unique(listener, return_inverse=True)[1].astype(np.int64),
    )


def _registers(board: Board) -> list[tuple[int, str, str]]:
    """Key, slug and name of each register of the study, in the order in which pages show them."""
    used = Register.objects.filter(prompts__selections__version=board.study.version_id).distinct()
    return [(register.pk, register.slug, register.name) for register in used]


def _clip_columns(
    board: Board, systems: dict[int, int], registers: dict[int, int]
) -> dict[int, tuple[int, int, int, int]]:
    """Positions of system, gender, register and prompt of each clip, by its key."""
    genders = {value: k for k, value in enumerate(Gender.values)}
    rows = Clip.objects.filter(
        prompt__selections__version=board.study.version_id, voice__system__in=systems
    ).order_by()
    names = ("pk", "voice__system", "voice__gender", "prompt__register", "prompt")
    return {
        pk: (systems[system], genders[gender], registers[register], prompt)
        for pk, system, gender, register, prompt in rows.values_list(*names)
    }


def _register_ratings(
    board: Board, slugs: list[str], systems: dict[int, int]
) -> dict[int, tuple[Rated, ...]]:
    """Ratings of the boards of single registers at the same data cut; of several, the newest."""
    boards = same_cut(board).filter(slice_key__in=[REGISTER + slug for slug in slugs])
    newest = {key: pk for pk, key in boards.values_list("pk", "slice_key")}
    rows: dict[int, list[Standing]] = {pk: [] for pk in newest.values()}
    for row in Standing.objects.filter(board__in=rows).order_by("board", "position"):
        rows[row.board_id].append(row)
    return {
        slugs.index(key.removeprefix(REGISTER)): _rated(rows[pk], systems)
        for key, pk in newest.items()
    }


def _rated(rows: list[Standing], systems: dict[int, int]) -> tuple[Rated, ...]:
    return tuple(
        Rated(systems[row.system_id], row.rating, row.rating_low, row.rating_high)
        for row in rows
        if row.rating is not None and row.system_id in systems
    )
