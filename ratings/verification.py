"""Recounting a stored board from the site's own votes."""

from ratings.models import Board
from ratings.reading import DataCut, read_votes
from ratings.recount import Finding, can_be_recounted, judge, unchecked
from ratings.services.refit import board_of, content_of


def verify_board(board: Board) -> Finding:
    """Recount a board from votes and exclusions up to its cut, with the systems it lists.

    Names are those that the board was made with; a system that joined later is left out.
    """
    rows = list(board.standings.select_related("system").order_by("position"))
    stored = content_of(board, rows)
    if not can_be_recounted(board.method):
        return unchecked(board.method)
    by_slug = sorted(rows, key=lambda row: row.system.slug)
    systems = [row.system for row in by_slug]
    cut = DataCut(board.last_vote, board.last_exclusion)
    votes = read_votes(board.study, systems, cut)
    recounted, recounted_rows = board_of(
        board.study,
        board.slice_key,
        systems,
        [row.label for row in by_slug],
        votes,
        cut,
    )
    return judge(stored, board.digest, content_of(recounted, recounted_rows))
