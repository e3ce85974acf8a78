"""Writes of what the votes say."""

from ratings.services.publish import declare_publications, publish_due_boards
from ratings.services.refit import refit_due_boards, refit_study

__all__ = ["declare_publications", "publish_due_boards", "refit_due_boards", "refit_study"]
