"""Writes of who listens."""

from arena.services.exclusions import exclude_votes
from arena.services.listening import issue_matchup, record_vote, report_matchup
from arena.services.sampling import (
    entries_edited,
    join_study,
    leave_study,
    set_pair_gain,
    update_catching_up,
)
from arena.services.studies import open_study

__all__ = [
    "entries_edited",
    "exclude_votes",
    "issue_matchup",
    "join_study",
    "leave_study",
    "open_study",
    "record_vote",
    "report_matchup",
    "set_pair_gain",
    "update_catching_up",
]
