"""What was measured of the clips that a board is about, as agreement takes it."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256

from django.db.models import Max

from evaluation import configured
from evaluation.agreement.inputs import MetricValues
from evaluation.metrics.base import Direction, Metric
from evaluation.models import Measurement, MeasurementQuerySet
from evaluation.reports.judged import BoardInputs
from ratings.models import Board

GROUP = ("metric", "version", "model_digest")
Group = tuple[str, str, str]


@dataclass(frozen=True, eq=False)
class Measured:
    """One metric by one version and one model. model: names and digests, empty without one."""

    family: str
    version: str
    model: str
    model_digest: str
    values: MetricValues

    @property
    def metric(self) -> Metric:
        """What was measured."""
        return self.values.metric


@dataclass(frozen=True, slots=True)
class _Source:
    """What one version and model of a metric say of themselves."""

    family: str
    unit: str
    direction: str
    model: str
    newest: datetime


def measured_for(board: Board, judged: BoardInputs) -> list[Measured]:
    """Return each metric with values of the very renditions that were judged, in two queries.

    Values of two versions or models are never mixed: of several, those that have a value for most
    of the clips are taken, and of equals the newest. Metrics stand in the order of the registry;
    those that it no longer has come last.
    """
    rows = _of(board).exclude(amount=None).order_by()
    sources = _sources(rows)
    place = {(one.clip, one.rendition): k for k, one in enumerate(judged.clips)}
    values: dict[Group, dict[int, float]] = {}
    columns = (*GROUP, "clip", "rendition_digest", "amount")
    for *group, clip, rendition, amount in rows.values_list(*columns).iterator():
        position = place.get((clip, rendition))
        if position is not None and amount is not None:
            values.setdefault((group[0], group[1], group[2]), {})[position] = amount
    best: dict[str, Group] = {}
    for group in sorted(values, key=lambda key: (len(values[key]), sources[key].newest, key)):
        best[group[0]] = group
    known = {m.name: m for family in configured.registry().families for m in family.metrics}
    order = [*(name for name in known if name in best), *sorted(best.keys() - known.keys())]
    return [
        _measured(judged, best[name], sources[best[name]], values[best[name]], known.get(name))
        for name in order
    ]


def digest_of(measured: Sequence[Measured]) -> str:
    """SHA-256 of names, versions, models and values, in any order of the metrics."""
    seen = sha256()
    for one in sorted(measured, key=lambda each: each.metric.name):
        metric = one.metric
        identity = (metric.name, metric.direction.value, one.version, one.model_digest)
        order = one.values.clip.argsort()
        seen.update(repr(identity).encode())
        seen.update(one.values.clip[order].tobytes())
        seen.update(one.values.value[order].tobytes())
    return seen.hexdigest()


def _of(board: Board) -> MeasurementQuerySet:
    return Measurement.objects.filter(
        clip__prompt__selections__version=board.study.version_id,
        clip__voice__system__in=board.standings.values("system"),
    )


def _sources(rows: MeasurementQuerySet) -> dict[Group, _Source]:
    told = ("family", "unit", "direction", "model", "measured_at")
    groups = rows.values_list(*GROUP).annotate(*(Max(name) for name in told))
    return {(group[0], group[1], group[2]): _Source(*group[3:]) for group in groups}


def _measured(
    judged: BoardInputs,
    group: Group,
    source: _Source,
    values: dict[int, float],
    known: Metric | None,
) -> Measured:
    name, version, digest = group
    metric = Metric(
        name=name,
        title=known.title if known else name,
        unit=source.unit,
        direction=Direction(source.direction),
        low=known.low if known else None,
        high=known.high if known else None,
        claim=known.claim if known else "",
    )
    ordered = {position: values[position] for position in sorted(values)}
    taken = judged.inputs.metric(metric, ordered)
    return Measured(source.family, version, source.model, digest, taken)
