"""Tables of what the votes say."""

from ratings.models.between import VotesBetween
from ratings.models.blocks import VoteBlock
from ratings.models.boards import Board, Standing
from ratings.models.plans import VotePlan
from ratings.models.publications import Publication, PublicationSchedule
from ratings.models.vote_exports import VoteExport

__all__ = [
    "Board",
    "Publication",
    "PublicationSchedule",
    "Standing",
    "VoteBlock",
    "VoteExport",
    "VotePlan",
    "VotesBetween",
]
