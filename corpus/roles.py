"""Who may do what in curation: permissions, and the groups that carry them."""

READ_TEXT = "corpus.read_text"
CURATE = "corpus.curate"
REVIEW = "corpus.review"
READ_ALOUD = "corpus.read_aloud"
EXPORT_VOTES = "ratings.export_votes"
PLAN_VOTES = "ratings.plan_votes"
MEASURE_CLIPS = "evaluation.measure_clips"

CURATOR, REVIEWER, READER, ANALYST = "curator", "reviewer", "reader", "analyst"

# What each group may do of corpus; permissions that belong to other parts are added there: analysts
# export votes, curators and analysts plan them and have clips measured.
GROUPS: dict[str, tuple[str, ...]] = {
    CURATOR: (CURATE, READ_TEXT),
    REVIEWER: (REVIEW, READ_TEXT),
    READER: (READ_ALOUD,),
    ANALYST: (),
}
