"""Writes of who listens."""

from arena.services.exclusions import exclude_votes
from arena.services.listening import issue_matchup, record_vote, report_matchup
from arena.services.running import (
    StudyError,
    change_study,
    close_study,
    discard_study,
    make_study,
    pause_study,
    start_study,
)
from arena.services.sampling import (
    entries_edited,
    join_study,
    leave_study,
    set_pair_gain,
    update_catching_up,
)
from arena.services.studies import open_study

__all__ = [
    "StudyError",
    "change_study",
    "close_study",
    "discard_study",
    "entries_edited",
    "exclude_votes",
    "issue_matchup",
    "join_study",
    "leave_study",
    "make_study",
    "open_study",
    "pause_study",
    "record_vote",
    "report_matchup",
    "set_pair_gain",
    "start_study",
    "update_catching_up",
]
