"""What a study's clips were measured to be: read once, then summarised."""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from django.db.models import Count, Max

from arena.models import Study
from corpus.models import System
from evaluation import configured
from evaluation.clips import clips_of
from evaluation.metrics.base import Family
from evaluation.models import Measurement, MeasurementQuerySet
from evaluation.presentation.summary import Summary, summary_of
from evaluation.presentation.table import Part, Speaker, part_of
from ratings.publication import shown_board
from ratings.slices import OVERALL


@dataclass(frozen=True, slots=True)
class Shown:
    """Which values of a family are shown: those by the model that measured last.

    model: its text. others: how many values there are by other models or versions.
    """

    family: Family
    digest: str
    model: str
    others: int


def measurements_of(study: Study) -> MeasurementQuerySet:
    """The rows of the study's clips, of the renditions that are heard now."""
    return Measurement.objects.of_what_is_heard().filter(clip__in=clips_of(study))


def shown_of(study: Study) -> list[Shown]:
    """What is shown of each family that has measured anything in its present version, in order."""
    groups = (
        measurements_of(study)
        .order_by()
        .values_list("family", "version", "model_digest")
        .annotate(Max("model"), Max("measured_at"), Count("pk"))
    )
    by_family: dict[str, list[tuple[str, str, str, object, int]]] = {}
    for family, *group in groups:
        by_family.setdefault(family, []).append(tuple(group))
    shown = []
    for one in configured.registry().families:
        rows = by_family.get(one.name, [])
        present = [row for row in rows if row[0] == one.version]
        if present:
            _, digest, model, _, number = max(present, key=lambda row: (row[3], row[1]))
            shown.append(Shown(one, digest, model, sum(row[4] for row in rows) - number))
    return shown


def systems_shown(study: Study, *, staff: bool) -> list[System] | None:
    """The systems whose names this reader may see: staff all that take part, others those that a
    board they may see has named; None while there is none."""
    active = System.objects.filter(entries__study=study, entries__is_active=True)
    if staff:
        return list(active)
    board = shown_board(study, OVERALL, staff=False)
    if board is None:
        return None
    return list(active.filter(pk__in=board.standings.values("system")))


def summaries_of(
    study: Study, shown: Iterable[Shown], systems: Iterable[System]
) -> dict[tuple[str, str], Summary]:
    """The summary of each system (slug) by each metric (name), in one query."""
    kept = {(one.family.name, one.family.version, one.digest) for one in shown}
    slugs = {system.pk: system.slug for system in systems}
    values: dict[tuple[str, str], tuple[list[float], list[int]]] = {}
    gaps: dict[tuple[str, str], int] = {}
    rows = measurements_of(study).filter(clip__voice__system__in=slugs).order_by("pk")
    columns = ("family", "version", "model_digest", "clip__voice__system", "metric")
    for *which, system, metric, amount, prompt in rows.values_list(
        *columns, "amount", "clip__prompt"
    ):
        if tuple(which) not in kept:
            continue
        key = (slugs[system], metric)
        amounts, prompts = values.setdefault(key, ([], []))
        if amount is None:
            gaps[key] = gaps.get(key, 0) + 1
        else:
            amounts.append(amount)
            prompts.append(prompt)
    return {
        key: summary_of(np.array(amounts), np.array(prompts, dtype=np.int64), gaps.get(key, 0))
        for key, (amounts, prompts) in values.items()
    }


def parts_of(study: Study, systems: Iterable[System]) -> list[Part]:
    """The tables of a study, one for each family that has measured it."""
    systems = list(systems)
    shown = shown_of(study)
    summaries = summaries_of(study, shown, systems) if shown else {}
    speakers = [Speaker(one.slug, str(one), one.is_human) for one in systems]
    return [
        part_of(one.family, speakers, summaries, model=one.model, others=one.others)
        for one in shown
    ]
