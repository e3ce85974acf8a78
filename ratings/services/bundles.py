"""Bundles that leave the site, checked before and logged."""

from django.db import transaction

from ratings.bundle.checking import check_bundle
from ratings.bundle.layout import BundleError
from ratings.bundle.writing import bundle_of
from ratings.models import Board, VoteExport
from ratings.reading import DataCut
from ratings.recount import Outcome, can_be_recounted, unchecked
from ratings.services.vote_exports import log_export


class BundleRefused(ValueError):  # noqa: N818 - the name says what happened
    """A bundle that would not hold, or that nobody could check; the sentence says why."""


@transaction.atomic
def export_bundle(*, board: Board, by: str) -> tuple[bytes, VoteExport]:
    """The bundle of a board's data cut, and its entry in the log.

    by: who takes it. Raises BundleRefused for a board that its votes do not give.
    """
    if not can_be_recounted(board.method):
        raise BundleRefused(unchecked(board.method).lines[0])
    content, votes = bundle_of(board)
    try:
        findings = check_bundle(content)
    except BundleError as error:
        raise BundleRefused(f"The bundle would not hold. {error}") from error
    for slice_key, finding in findings:
        if finding.outcome not in (Outcome.IDENTICAL, Outcome.ROUNDED):
            lines = "\n".join(finding.lines)
            raise BundleRefused(f"The board of the slice {slice_key} would not hold. {lines}")
    log = log_export(
        study=board.study,
        cut=DataCut(board.last_vote, board.last_exclusion),
        form="bundle",
        by=by,
        rows=votes,
        content=content,
    )
    return content, log
