"""What commands are given, looked up."""

from django.core.management.base import CommandError

from arena.models import Study
from ratings.models import Board


def study_named(slug: str) -> Study:
    """The study of this slug, or an error that lists those there are."""
    study = Study.objects.select_related("version__corpus").filter(slug=slug).first()
    if study is None:
        known = ", ".join(Study.objects.values_list("slug", flat=True)) or "none yet"
        raise CommandError(f"There is no study “{slug}”. Studies: {known}.")
    return study


def board_numbered(number: int) -> Board:
    """The board of this id, or an error that says where the ids are."""
    board = Board.objects.select_related("study__version").filter(pk=number).first()
    if board is None:
        raise CommandError(
            f"There is no board {number}. A study's page of snapshots lists the numbers."
        )
    return board
