"""Writes of who listens."""

from arena.services.exclusions import exclude_votes
from arena.services.listening import issue_matchup, record_vote, report_matchup
from arena.services.studies import open_study

__all__ = ["exclude_votes", "issue_matchup", "open_study", "record_vote", "report_matchup"]
