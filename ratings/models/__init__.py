"""Tables of what the votes say."""

from ratings.models.blocks import VoteBlock
from ratings.models.boards import Board, Standing

__all__ = ["Board", "Standing", "VoteBlock"]
