"""Writes of what the votes say."""

from ratings.services.refit import refit_due_boards, refit_study

__all__ = ["refit_due_boards", "refit_study"]
