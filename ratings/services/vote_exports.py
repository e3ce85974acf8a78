"""Votes that leave the site; each export is logged in the transaction that makes it."""

import hashlib
from dataclasses import dataclass

from django.db import transaction

from arena.models import Study, Vote
from ratings.models import VoteExport
from ratings.opaque_votes import Ballot, ballots
from ratings.reading import DataCut, data_cut
from ratings.votes_files import votes_csv, votes_parquet

MEDIA_TYPES = {"csv": "text/csv; charset=utf-8", "parquet": "application/vnd.apache.parquet"}


@dataclass(frozen=True, slots=True)
class VotesFile:
    """What was exported. name: of the file; log: the entry that says so."""

    content: bytes
    name: str
    media_type: str
    log: VoteExport


def votes_to_export(study: Study) -> int:
    """How many rows an export would have now."""
    return Vote.objects.filter(study=study).count()


@transaction.atomic
def export_votes(*, study: Study, form: str, by: str, bom: bool = False) -> VotesFile:
    """Every vote of a study, excluded ones with their reasons, as CSV or Parquet.

    by: who takes it, for the log. Raises KeyError for another form.
    """
    media_type = MEDIA_TYPES[form]
    cut = data_cut(study)
    votes = list(ballots(study, cut))
    content = _content(study, votes, form, bom=bom)
    log = log_export(study=study, cut=cut, form=form, by=by, rows=len(votes), content=content)
    return VotesFile(content, f"{study.slug}-votes-{log.pk}.{form}", media_type, log)


def log_export(
    *,
    study: Study,
    cut: DataCut,
    form: str,
    by: str,
    rows: int,
    content: bytes,
) -> VoteExport:
    """Note that votes leave the site."""
    return VoteExport.objects.create(
        study=study,
        created_by=by[:150],
        form=form,
        last_vote=cut.last_vote,
        last_exclusion=cut.last_exclusion,
        row_count=rows,
        digest=hashlib.sha256(content).hexdigest(),
    )


def _content(study: Study, votes: list[Ballot], form: str, *, bom: bool) -> bytes:
    if form == "parquet":
        return votes_parquet(votes, {"study": study.slug, "question": study.question})
    return votes_csv(votes, bom=bom).encode()
