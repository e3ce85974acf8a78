"""A stored board as a file. Page, address and command call this and give the same bytes."""

from dataclasses import dataclass

from ratings.leaderboard import Format, render
from ratings.leaderboard.parquet import as_parquet
from ratings.models import Board
from ratings.stored import stored_islands, stored_standings

BOM = "\ufeff"  # tells spreadsheets that a CSV file is UTF-8


@dataclass(frozen=True, slots=True)
class FileForm:
    """One kind of file. ``extension`` also chooses it in addresses and commands."""

    extension: str
    label: str
    media_type: str
    text: Format | None = None


FORMS = {
    form.extension: form
    for form in (
        FileForm("csv", "CSV", "text/csv; charset=utf-8", Format.CSV),
        FileForm("json", "JSON", "application/json", Format.JSON),
        FileForm("md", "Markdown", "text/markdown; charset=utf-8", Format.MARKDOWN),
        FileForm("tex", "LaTeX", "application/x-tex; charset=utf-8", Format.LATEX),
        FileForm("parquet", "Parquet", "application/vnd.apache.parquet"),
    )
}


def board_file(board: Board, form: FileForm, *, bom: bool = False) -> bytes:
    """The board's standings, those of its islands apart, and what it was made from.

    bom: begin a CSV file with a byte order mark; without effect on other forms.
    """
    if form.text is None:
        return as_parquet(stored_standings(board), board_facts(board), stored_islands(board))
    mark = BOM if bom and form.text is Format.CSV else ""
    return (mark + export_board(board, form.text)).encode()


def export_board(board: Board, form: Format) -> str:
    """The board's standings and what it was made from, as text."""
    return render(stored_standings(board), board_facts(board), form, stored_islands(board))


def board_facts(board: Board) -> dict[str, object]:
    """What identifies the board, and how it was made."""
    return {
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
        "notes": [*_simulated(board), *board.method["notes"]],
    }


def _simulated(board: Board) -> list[str]:
    if not board.simulated_count:
        return []
    made = f"{board.simulated_count} of {board.vote_count} votes are simulated: made by a program"
    return [f"{made}, they say nothing about real listeners."]


def file_name(board: Board, form: FileForm) -> str:
    """A name that says which board the file holds."""
    part = board.slice_key.replace(":", "-")
    return f"{board.study.slug}-{part}-board-{board.pk}.{form.extension}"
