"""What a study's clips were measured to be: read once, then summarised.

Summaries are kept in the cache under what they were made from, so that a page reads no row for each
value unless there is a new one.
"""

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import timedelta

import numpy as np
from django.core.cache import cache
from django.db.models import Count, Max, Sum

from arena.models import Study
from corpus.models import System
from evaluation import configured
from evaluation.clips import clips_of
from evaluation.metrics.base import Family
from evaluation.metrics.content import ERROR_RATES
from evaluation.metrics.error_rates import Errors, pooled_rate
from evaluation.models import Measurement, MeasurementQuerySet
from evaluation.presentation.summary import METHOD, Summary, summary_of
from evaluation.presentation.table import Part, Speaker, part_of
from ratings.publication import shown_board
from ratings.slices import OVERALL

# Asked for one by one: what a recogniser heard, which stands beside them, stays in the database.
COUNTS = (
    *("details__substitutions", "details__deletions", "details__insertions"),
    *("details__reference_words", "details__reference_characters"),
)


KEPT = timedelta(days=7)

Summaries = dict[tuple[str, str], Summary]


@dataclass(frozen=True, slots=True)
class Shown:
    """Which values of a family are shown: those by the model that measured last.

    model: its text. others: how many values there are by other models or versions. mark: is another
    one as soon as any of the values is.
    """

    family: Family
    digest: str
    model: str
    others: int
    mark: str


def measurements_of(study: Study) -> MeasurementQuerySet:
    """The rows of the study's clips, of the renditions that are heard now."""
    return Measurement.objects.of_what_is_heard().filter(clip__in=clips_of(study))


def shown_of(study: Study) -> list[Shown]:
    """What is shown of each family that has measured anything in its present version, in order."""
    groups = (
        measurements_of(study)
        .order_by()
        .values_list("family", "version", "model_digest")
        .annotate(Max("model"), Max("measured_at"), Count("pk"), Sum("pk"))
    )
    by_family: dict[str, list[tuple[str, str, str, object, int, int]]] = {}
    for family, *group in groups:
        by_family.setdefault(family, []).append(tuple(group))
    shown = []
    for one in configured.registry().families:
        rows = by_family.get(one.name, [])
        present = [row for row in rows if row[0] == one.version]
        if present:
            _, digest, model, at, number, keys = max(present, key=lambda row: (row[3], row[1]))
            others = sum(row[4] for row in rows) - number
            shown.append(Shown(one, digest, model, others, f"{at} {number} {keys}"))
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


def summaries_of(study: Study, shown: Iterable[Shown], systems: Iterable[System]) -> Summaries:
    """The summary of each system (slug) by each metric (name)."""
    shown = list(shown)
    slugs = {system.pk: system.slug for system in systems}
    values = [(one.family.name, one.family.version, one.digest, one.mark) for one in shown]
    made_from = repr((METHOD, study.pk, sorted(slugs.items()), values))
    key = f"summaries-{hashlib.sha256(made_from.encode()).hexdigest()}"
    known: Summaries | None = cache.get(key)
    if known is None:
        known = _summaries(study, shown, slugs)
        if shown_of(study) == shown:  # nothing came or went while they were read
            cache.set(key, known, timeout=KEPT.total_seconds())
    return known


def _summaries(study: Study, shown: list[Shown], slugs: Mapping[int, str]) -> Summaries:
    """Read from every value, in two queries at most."""
    kept = {(one.family.name, one.family.version, one.digest) for one in shown}
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
    pooled = _pooled(study, shown, slugs)
    return {
        key: replace(
            summary_of(np.array(amounts), np.array(prompts, dtype=np.int64), gaps.get(key, 0)),
            pooled=pooled.get(key),
        )
        for key, (amounts, prompts) in values.items()
    }


def _pooled(
    study: Study, shown: Iterable[Shown], slugs: Mapping[int, str]
) -> dict[tuple[str, str], float]:
    """The pooled rate of each system (slug) by each error rate, from the counts that are kept."""
    counts: dict[tuple[str, str], list[Errors]] = {}
    for one in shown:
        names = ERROR_RATES & {metric.name for metric in one.family.metrics}
        if not names:
            continue
        rows = measurements_of(study).filter(
            metric__in=names,
            version=one.family.version,
            model_digest=one.digest,
            amount__isnull=False,
            clip__voice__system__in=slugs,
        )
        for system, metric, wrong, left_out, added, words, characters in rows.order_by(
            "pk"
        ).values_list("clip__voice__system", "metric", *COUNTS):
            length = characters if words is None else words
            errors = Errors(wrong, left_out, added, reference=length)
            counts.setdefault((slugs[system], metric), []).append(errors)
    return {key: pooled_rate(clips) for key, clips in counts.items()}


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
