"""Publishing boards at the times that were declared for it."""

import logging
from datetime import datetime

from django.db import IntegrityError, transaction
from django.utils import timezone

from arena.models import Study, Vote
from ratings.models import Board, Publication, PublicationSchedule
from ratings.publication import next_time
from ratings.reading import DataCut, data_cut, exclusions_of
from ratings.services.field_changes import weigh_field_changes
from ratings.services.refit import refit_study

logger = logging.getLogger(__name__)


def declare_publications(
    *,
    study: Study,
    first_at: datetime | None,
    every_hours: int | None,
    by: str = "",
) -> PublicationSchedule:
    """Declare from now on when boards become public; ``None`` and ``None``: at once.

    Raises ValidationError for a first time that has passed.
    """
    schedule = PublicationSchedule(
        study=study,
        first_at=first_at,
        every_hours=every_hours,
        declared_by=by,
    )
    schedule.full_clean()
    schedule.save()
    return schedule


def publish_due_boards(now: datetime | None = None) -> list[Publication]:
    """Publish, for each study, the earliest declared time that has come and has no boards yet.

    After a stop several may have come: each call publishes one, until none is left.
    """
    publications = []
    for study in Study.objects.public().filter(schedules__isnull=False).distinct():
        moment = next_time(study)
        if moment is None or moment > (now or timezone.now()):
            continue
        try:
            publication = publish(study=study, moment=moment)
        except (ValueError, ArithmeticError, LookupError):
            # One study that cannot be fitted must not hold up the boards of the others.
            logger.exception("Study %s could not be published for %s", study.slug, moment)
            continue
        if publication is not None:
            publications.append(publication)
    return publications


def publish(*, study: Study, moment: datetime) -> Publication | None:
    """Publish the boards of the votes up to a moment; ``None`` when another worker did."""
    cut = cut_at(study, moment)
    refit_study(study=study, cut=cut)
    boards = Board.objects.filter(study=study).at_cut(cut.last_vote, cut.last_exclusion)
    # Of several methods at one cut, the one that was just used.
    newest = {board.slice_key: board for board in boards}
    try:
        with transaction.atomic():
            publication = Publication.objects.create(
                study=study,
                declared_for=moment,
                last_vote=cut.last_vote,
                last_exclusion=cut.last_exclusion,
            )
            publication.boards.add(*newest.values())
    except IntegrityError:
        return None
    weigh_field_changes(study)  # what is public now may tell of other boards than before
    return publication


def cut_at(study: Study, moment: datetime) -> DataCut:
    """The last vote and the last exclusion given up to a moment that has passed."""
    now = data_cut(study)  # below this one nothing can appear any more
    votes = Vote.objects.filter(study=study, id__lte=now.last_vote, created_at__lte=moment)
    exclusions = exclusions_of(study).filter(id__lte=now.last_exclusion, created_at__lte=moment)
    # From the end: few rows are newer than a moment that has just passed.
    last = (
        rows.order_by("-id").values_list("id", flat=True).first() for rows in (votes, exclusions)
    )
    return DataCut(*(number or 0 for number in last))
