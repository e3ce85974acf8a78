"""A stored board as a file. Page, address and command call this and give the same bytes."""

from ratings.leaderboard import Format, render
from ratings.models import Board
from ratings.stored import stored_standings

MEDIA_TYPES = {
    Format.CSV: "text/csv; charset=utf-8",
    Format.JSON: "application/json",
    Format.MARKDOWN: "text/markdown; charset=utf-8",
}


def export_board(board: Board, form: Format) -> str:
    """The board's standings and what it was made from, as text."""
    facts = {
        "study": board.study.slug,
        "slice": board.slice_key,
        "board": board.pk,
        "created_at": board.created_at.isoformat(timespec="seconds"),
        "digest": board.digest,
        "last_vote": board.last_vote,
        "last_exclusion": board.last_exclusion,
        "simulated_votes": board.simulated_count,
        "excluded_votes": board.excluded_count,
        **board.method,
    }
    return render(stored_standings(board), facts, form)
