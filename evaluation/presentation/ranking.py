"""Metrics by how well they predict the same votes, under the ceilings, on one axis."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from evaluation.agreement.ceilings import Ceiling, Ceilings
from evaluation.agreement.ranking import RankedMetric, Ranking
from evaluation.agreement.resampling import Estimate
from evaluation.metrics.base import NotAvailable
from evaluation.presentation.about import About
from evaluation.presentation.shares import percent, share_interval, share_label
from ratings.presentation.axis import Tick
from ratings.presentation.numbers import counted, listed

CHANCE = 0.5
STEP = 0.1
WHOLE = 0.98  # of the votes; fewer are told

CEILINGS = {
    "same_clips": ("Listeners themselves", "the majority of the others, on the same two clips"),
    "same_systems": (
        "Listeners, by system",
        "the majority of the others, on any clips of the same two systems",
    ),
    "model": ("The board", "its ratings: the best that knowing the systems alone can reach"),
}


@dataclass(frozen=True, slots=True)
class Dot:
    """A share on the axis, in percent of its width; low and high are None without interval."""

    x: float
    low: float | None
    high: float | None


@dataclass(frozen=True, slots=True)
class CeilingRow:
    """What votes can be predicted by at most. dot is None where `reason` says why."""

    title: str
    about: str
    share: str = ""
    interval: str = ""
    votes: str = ""
    dot: Dot | None = None
    reason: str = ""


@dataclass(frozen=True, slots=True)
class MetricRow:
    """One metric. verdict: whether it is told from chance; peers: what it is not told from."""

    name: str
    title: str
    is_fact: bool
    share: str
    interval: str
    dot: Dot
    verdict: str
    peers: str
    coverage: str


@dataclass(frozen=True, slots=True)
class LeftOutRow:
    """A metric that is not compared, and why."""

    name: str
    title: str
    reason: str


@dataclass(frozen=True, slots=True)
class RankingTable:
    """ceiling_x, chance_x: in percent of the axis; ceiling_x is None where none is known."""

    sentence: str
    ceilings: tuple[CeilingRow, ...]
    rows: tuple[MetricRow, ...]
    left_out: tuple[LeftOutRow, ...]
    ticks: tuple[Tick, ...]
    chance_x: float
    ceiling_x: float | None


@dataclass(frozen=True, slots=True)
class _Axis:
    low: float
    high: float

    def place(self, share: float) -> float:
        return round(100 * (share - self.low) / (self.high - self.low), 2)

    def dot(self, found: Estimate) -> Dot:
        if found.low is None or found.high is None:
            return Dot(self.place(found.value), None, None)
        return Dot(self.place(found.value), self.place(found.low), self.place(found.high))


def ranking_table(ranking: Ranking, ceilings: Ceilings, about: Mapping[str, About]) -> RankingTable:
    """Lay out the ranking. about: by name of the metric."""
    known = [(key, getattr(ceilings, key)) for key in CEILINGS]
    shares = [one.share for _, one in known if isinstance(one, Ceiling)]
    axis = _axis([*shares, *(row.share for row in ranking.rows)])
    top = next((one for _, one in known if isinstance(one, Ceiling)), None)
    return RankingTable(
        sentence=_sentence(ranking),
        ceilings=tuple(_ceiling(key, one, axis) for key, one in known),
        rows=tuple(_row(row, about, axis, len(ranking.rows)) for row in ranking.rows),
        left_out=tuple(
            LeftOutRow(row.name, about[row.name].metric.title, row.reason)
            for row in ranking.left_out
        ),
        ticks=_ticks(axis),
        chance_x=axis.place(CHANCE),
        ceiling_x=axis.place(top.share.value) if top else None,
    )


def _sentence(ranking: Ranking) -> str:
    if not ranking.rows:
        return "No metric has both values for enough of the votes to be compared."
    votes = f"{ranking.votes:,} of {ranking.all_votes:,} votes"
    return (
        f"On the {votes} for which {'all of them have' if len(ranking.rows) > 1 else 'it has'} "
        f"both values, between {counted(ranking.systems, 'system')}; ceilings are of all votes. A "
        "coin predicts 50 %."
    )


def _axis(estimates: Sequence[Estimate]) -> _Axis:
    """From whole tenths below to whole tenths above everything, chance within."""
    ends = [CHANCE]
    for found in estimates:
        ends += [found.value, *(end for end in (found.low, found.high) if end is not None)]
    low, high = math.floor(min(ends) / STEP + 1e-9), math.ceil(max(ends) / STEP - 1e-9)
    return _Axis(min(low, 4) * STEP, max(high, 7) * STEP)


def _ticks(axis: _Axis) -> tuple[Tick, ...]:
    first, last = round(axis.low / STEP), round(axis.high / STEP)
    every = 1 if last - first <= 6 else 2
    return tuple(
        Tick(axis.place(k * STEP), f"{10 * k} %") for k in range(first, last + 1) if not k % every
    )


def _ceiling(key: str, found: Ceiling | NotAvailable, axis: _Axis) -> CeilingRow:
    title, about = CEILINGS[key]
    if isinstance(found, NotAvailable):
        return CeilingRow(title, about, reason=found.reason)
    return CeilingRow(
        title,
        about,
        percent(found.share.value),
        share_interval(found.share),
        counted(found.votes, "vote"),
        axis.dot(found.share),
    )


def _row(row: RankedMetric, about: Mapping[str, About], axis: _Axis, metrics: int) -> MetricRow:
    peers = [about[name].metric.title for name in row.not_told_apart]
    said = about[row.name]
    return MetricRow(
        name=row.name,
        title=said.metric.title,
        is_fact=said.is_fact,
        share=percent(row.share.value),
        interval=share_interval(row.share),
        dot=axis.dot(row.share),
        verdict=_verdict(row),
        peers=_peers(peers, metrics),
        coverage=percent(row.coverage),
    )


def _verdict(row: RankedMetric) -> str:
    if not row.from_chance:
        return "not told from chance"
    return "better than chance" if row.share.value > CHANCE else "worse than chance"


def _peers(peers: list[str], metrics: int) -> str:
    if metrics == 1:
        return ""
    if not peers:
        return "told apart from all others"
    if len(peers) == metrics - 1:
        return "not told apart from any other" if metrics > 2 else f"not told apart from {peers[0]}"
    return f"not told apart from {listed(peers)}"


def headline(ranking: Ranking, ceilings: Ceilings, about: Mapping[str, About]) -> str:
    """The best metric and the ceiling in one sentence; facts have no part in it."""
    rows = [row for row in ranking.rows if not about[row.name].is_fact]
    top = _listeners(ceilings)
    if not rows:
        known = f" {top[0].upper()}{top[1:]}." if top else ""
        return f"No metric that claims a direction can be compared with these votes.{known}"
    best = rows[0]
    title = about[best.name].metric.title
    if not best.from_chance:
        tail = f"; {top}" if top else ""
        return (
            f"These votes tell no metric from chance yet: the best, {title}, predicts "
            f"{share_label(best.share)}{tail}."
        )
    if best.share.value < CHANCE:
        return f"No metric predicts more than half of the votes; {title} comes closest."
    peers = [about[name].metric.title for name in best.not_told_apart if not about[name].is_fact]
    said = f"{title} predicts {percent(best.share.value)} of {_which(ranking)}"
    said += f"; {top}." if top else "."
    return f"{said} It is not told apart from {listed(peers)}." if peers else said


def _which(ranking: Ranking) -> str:
    """Ceilings are of all votes, so it is said where the metrics are compared on fewer."""
    if ranking.votes >= WHOLE * ranking.all_votes:
        return "votes"
    return f"the {ranking.votes:,} votes that all metrics have values for"


def _listeners(ceilings: Ceilings) -> str:
    if isinstance(ceilings.same_clips, Ceiling):
        return f"listeners themselves {percent(ceilings.same_clips.share.value)}"
    if isinstance(ceilings.same_systems, Ceiling):
        share = percent(ceilings.same_systems.share.value)
        return f"listeners, of other clips of the same systems, {share}"
    if isinstance(ceilings.model, Ceiling):
        return f"the board’s own ratings {percent(ceilings.model.share.value)}"
    return ""
