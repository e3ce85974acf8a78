"""Tables of who listens."""

from arena.models.listeners import Listener
from arena.models.matchups import ClipReport, Matchup
from arena.models.studies import Study, StudySystem
from arena.models.votes import Exclusion, Side, Vote

__all__ = [
    "ClipReport",
    "Exclusion",
    "Listener",
    "Matchup",
    "Side",
    "Study",
    "StudySystem",
    "Vote",
]
