"""Making a bundle from the site's data."""

import csv
import io
import json
from collections.abc import Iterable, Sequence
from dataclasses import asdict

from ratings.boards import same_cut
from ratings.bundle.archive import packed
from ratings.bundle.layout import (
    BOARDS,
    EXCLUSION_COLUMNS,
    EXCLUSIONS,
    FORMAT,
    PARAMETERS,
    README,
    VOTE_COLUMNS,
    VOTES,
)
from ratings.leaderboard.cells import guarded
from ratings.models import Board, Standing
from ratings.opaque_votes import Ballot, ballots
from ratings.reading import DataCut
from ratings.recount import can_be_recounted
from ratings.services.refit import content_of

README_TEXT = """\
Boards of the Earshot study "{title}" ({slug}), and the votes that they follow from.

{votes}   every vote up to the data cut, in the order in which they came. Listeners
                and prompts stand under random ids made for this file alone.
{exclusions}   votes that are left out, by number, with the reason.
{parameters} systems, registers, difficulties, and the data cut.
{boards}     each board: slice, method with every parameter and seed, standings, and the
                SHA-256 of all that.

To check that the boards follow from the votes, on any machine with Earshot's code:

    manage.py verify_bundle FILE

Votes that were made by a program are marked as simulated.
Cite: Earshot, "{title}", board {board}, SHA-256 {digest}.
"""


def bundle_of(board: Board) -> tuple[bytes, int]:
    """The bundle of a board and of its other slices at the same data cut, and its votes' number."""
    cut = DataCut(board.last_vote, board.last_exclusion)
    votes = list(ballots(board.study, cut))
    newest = {other.slice_key: other for other in same_cut(board)} | {board.slice_key: board}
    boards = [board, *(b for key, b in sorted(newest.items()) if key != board.slice_key)]
    members = {
        README: _readme(board),
        PARAMETERS: _parameters(board),
        BOARDS: _as_json([_board(b) for b in boards if can_be_recounted(b.method)]),
        EXCLUSIONS: _as_csv(
            EXCLUSION_COLUMNS,
            ([vote.number, reason] for vote in votes for reason in vote.excluded.split()),
        ),
        VOTES: _as_csv(VOTE_COLUMNS, (_cells(vote) for vote in votes)),
    }
    return packed(members), len(votes)


def _readme(board: Board) -> bytes:
    text = README_TEXT.format(
        title=board.study.title,
        slug=board.study.slug,
        votes=VOTES.ljust(12),
        exclusions=EXCLUSIONS,
        parameters=PARAMETERS.ljust(14),
        boards=BOARDS.ljust(12),
        board=board.pk,
        digest=board.digest,
    )
    return text.encode()


def _parameters(board: Board) -> bytes:
    rows = sorted(board.standings.select_related("system"), key=lambda row: row.system.slug)
    selection = board.study.version.selection
    registers = selection.values_list("prompt__register__slug", flat=True)
    strata = selection.exclude(stratum="").values_list("stratum", flat=True)
    return _as_json(
        {
            "format": FORMAT,
            "study": board.study.slug,
            "cut": [board.last_vote, board.last_exclusion],
            "systems": [_system(row) for row in rows],
            "registers": sorted(set(registers)),
            "difficulties": sorted(set(strata)),
        }
    )


def _system(row: Standing) -> dict[str, object]:
    return {"slug": row.system.slug, "label": row.label, "human": row.system.is_human}


def _board(board: Board) -> dict[str, object]:
    rows = list(board.standings.select_related("system").order_by("position"))
    return {"board": board.pk, "digest": board.digest, "content": content_of(board, rows)}


def _cells(vote: Ballot) -> list[object]:
    values = asdict(vote) | {"simulated": "true" if vote.simulated else "false"}
    return [values[name] for name in VOTE_COLUMNS]


def _as_csv(columns: Sequence[str], rows: Iterable[list[object]]) -> bytes:
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(columns)
    for row in rows:
        writer.writerow([guarded(cell) if isinstance(cell, str) else cell for cell in row])
    return out.getvalue().encode()


def _as_json(document: object) -> bytes:
    return (json.dumps(document, ensure_ascii=False, indent=1, allow_nan=False) + "\n").encode()
