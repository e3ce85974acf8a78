"""What unfolds of one metric: its numbers per clip, system and matchup, and its plots."""

from collections.abc import Sequence
from dataclasses import dataclass

from evaluation.agreement.correlation import Correlations
from evaluation.agreement.prediction import GapPrediction, Prediction
from evaluation.agreement.report import Agreement
from evaluation.metrics.base import NotAvailable
from evaluation.presentation.about import About
from evaluation.presentation.scatter import FEW, Scatter, scatter_of
from evaluation.presentation.shares import coefficient_label, percent, share_label
from ratings.presentation.numbers import counted

EVERYTHING = "All registers"


@dataclass(frozen=True, slots=True)
class Line:
    """A row of numbers: cells, or the reason why there are none."""

    label: str
    cells: tuple[str, ...] = ()
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Table:
    """columns: heads of the numbers; the first column is `of`."""

    caption: str
    of: str
    columns: tuple[str, ...]
    lines: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class Section:
    """One metric. answer: what is seen while it is folded.

    scatters: empty where they are not asked for; has_points: whether there would be any.
    """

    name: str
    title: str
    is_fact: bool
    answer: str
    about: str
    claim: str
    coverage: str
    tables: tuple[Table, ...]
    scatters: tuple[Scatter, ...]
    has_points: bool
    disagreements: int


def section_of(found: Agreement, about: About, *, plots: bool = True) -> Section:
    """Lay out one metric; with its plots, or without, as they are most of a page."""
    drawn = [
        scatter_of(row, about.metric, level.correlations)
        for row, level in zip(found.points, found.per_system, strict=True)
        if plots
    ]
    return Section(
        name=found.metric,
        title=about.metric.title,
        is_fact=about.is_fact,
        answer=_answer(found, about),
        about=about.sentence,
        claim=about.metric.claim,
        coverage=f"Values for {counted(found.clips, 'clip')}, "
        f"{percent(found.coverage)} of those that were judged.",
        tables=(_matchups(found), _correlations(found), _gaps(found.by_gap)),
        scatters=tuple(plot for plot in drawn if plot is not None),
        has_points=any(row.points for row in found.points),
        disagreements=len(found.disagreements),
    )


def _answer(found: Agreement, about: About) -> str:
    parts = []
    if isinstance(found.per_matchup, NotAvailable):
        parts.append(f"Votes: {found.per_matchup.reason}")
    else:
        share = share_label(found.per_matchup.share)
        does = "Clips with more of it win" if about.is_fact else "Predicts"
        parts.append(f"{does} {share} of {counted(found.per_matchup.votes, 'vote')}.")
    if isinstance(found.per_clip, Correlations):
        parts.append(f"Per clip ρ {coefficient_label(found.per_clip.srcc)}.")
    overall = found.per_system[0].correlations
    if isinstance(overall, Correlations):
        few = "" if overall.systems >= FEW else f", of only {counted(overall.systems, 'system')}"
        parts.append(f"Per system ρ {coefficient_label(overall.srcc)}{few}.")
    return " ".join(parts)


def _matchups(found: Agreement) -> Table:
    return Table(
        "Per matchup: how often the clip with the better value was chosen",
        "Votes",
        ("Predicted", "AUC", "Votes", "Pairs of clips", "Equal values"),
        (_prediction("All", found.per_matchup),),
    )


def _prediction(label: str, found: Prediction | NotAvailable) -> Line:
    if isinstance(found, NotAvailable):
        return Line(label, reason=found.reason)
    return Line(
        label,
        (
            share_label(found.share),
            coefficient_label(found.auc),
            f"{found.votes:,}",
            f"{found.pairs:,}",
            percent(found.level),
        ),
    )


def _correlations(found: Agreement) -> Table:
    lines = [_correlation("Clips", found.per_clip)]
    lines += [
        _correlation(f"Systems, {(level.register or EVERYTHING).lower()}", level.correlations)
        for level in found.per_system
    ]
    return Table(
        "Per clip and per system: correlation with what listeners chose, positive where they agree",
        "Of",
        ("Spearman’s ρ", "Pearson’s r", "Kendall’s τ-b", "n", "Systems"),
        tuple(lines),
    )


def _correlation(label: str, found: Correlations | NotAvailable) -> Line:
    if isinstance(found, NotAvailable):
        return Line(label, reason=found.reason)
    coefficients = (found.srcc, found.plcc, found.krcc)
    return Line(
        label,
        (*(coefficient_label(one) for one in coefficients), f"{found.n:,}", f"{found.systems:,}"),
    )


def _gaps(found: Sequence[GapPrediction]) -> Table:
    return Table(
        "By how far the two ratings are apart",
        "Elo points apart",
        ("Predicted", "AUC", "Votes", "Pairs of clips", "Equal values"),
        tuple(_prediction(gap_label(one.low, one.high), one.prediction) for one in found),
    )


def gap_label(low: float, high: float | None) -> str:
    """“50 to 100”, “400 and more”."""
    return f"{low:.0f} and more" if high is None else f"{low:.0f} to {high:.0f}"
