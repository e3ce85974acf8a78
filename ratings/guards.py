"""What the database refuses in the tables of this app."""

from corpus.triggers import append_only

GUARDS = (
    append_only("guard_board", "ratings_board", "A board"),
    append_only("guard_standing", "ratings_standing", "A standing"),
)
