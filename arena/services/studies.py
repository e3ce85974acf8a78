"""Opening studies."""

from collections.abc import Collection
from typing import Any

from django.db import transaction
from django.db.models import F

from arena.models import Study, StudySystem
from corpus.models import CorpusVersion, System


@transaction.atomic
def open_study(
    *,
    slug: str,
    title: str,
    version: CorpusVersion,
    systems: Collection[System],
    **rules: Any,
) -> Study:
    """Open a study of ``version`` with ``systems``; ``rules`` are other fields of a study.

    An existing study of this slug keeps its votes; its systems are completed.
    """
    study, _ = Study.objects.get_or_create(
        slug=slug,
        defaults={"title": title, "version": version, "state": Study.State.OPEN, **rules},
    )
    StudySystem.objects.bulk_create(
        (StudySystem(study=study, system=system) for system in systems),
        ignore_conflicts=True,
    )
    Study.objects.filter(pk=study.pk).update(revision=F("revision") + 1)
    study.refresh_from_db()
    return study
