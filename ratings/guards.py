"""What the database refuses in the tables of this app."""

from corpus.triggers import append_only

GUARDS = (
    append_only("guard_board", "ratings_board", "A board"),
    append_only("guard_standing", "ratings_standing", "A standing"),
    append_only("guard_schedule", "ratings_publicationschedule", "A declaration"),
    append_only("guard_publication", "ratings_publication", "A publication"),
    append_only("guard_published_board", "ratings_publication_boards", "A published board"),
    append_only("guard_vote_export", "ratings_voteexport", "A logged export"),
)
