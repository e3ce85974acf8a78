"""Tables of what the votes say."""

from ratings.models.boards import Board, Standing

__all__ = ["Board", "Standing"]
