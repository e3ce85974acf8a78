"""A report as rows, one for each number: what CSV, Markdown and the terminal show."""

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from evaluation.agreement.correlation import Correlations
from evaluation.agreement.prediction import Prediction
from evaluation.agreement.report import Agreement, Report
from evaluation.agreement.resampling import Estimate
from evaluation.metrics.base import NotAvailable

if TYPE_CHECKING:
    from evaluation.agreement.ceilings import Ceiling

Row = dict[str, str | int | float | None]

COLUMNS = (
    *("metric", "direction", "level", "of", "statistic"),
    *("value", "low", "high", "n", "systems", "reason"),
)
COEFFICIENTS = {"srcc": "spearman", "plcc": "pearson", "krcc": "kendall"}


def rows_of(found: Report) -> list[Row]:
    """Return ceilings, the ranking, then each metric.

    level: ceiling, ranking, clip, system, matchup or gap. of: a register or a range of Elo points,
    empty for everything. n: votes, clips or systems that the number is made of.
    """
    return [*_ceilings(found), *_ranking(found), *(row for m in found.metrics for row in _of(m))]


def _ceilings(found: Report) -> Iterator[Row]:
    for name in ("same_clips", "same_systems", "model"):
        one: Ceiling | NotAvailable = getattr(found.ceilings, name)
        of = {"level": "ceiling", "of": name, "statistic": "share"}
        if isinstance(one, NotAvailable):
            yield _row(of, reason=one.reason)
        else:
            yield _row(of, one.share, n=one.votes)


def _ranking(found: Report) -> Iterator[Row]:
    ranking = found.ranking
    for row in ranking.rows:
        of = {"metric": row.name, "direction": row.direction.value, "level": "ranking"}
        yield _row(of | {"statistic": "share"}, row.share, n=ranking.votes, systems=ranking.systems)
    directions = {one.metric: one.direction.value for one in found.metrics}
    for left in ranking.left_out:
        of = {"metric": left.name, "direction": directions[left.name], "level": "ranking"}
        yield _row(of | {"statistic": "share"}, reason=left.reason)


def _of(found: Agreement) -> Iterator[Row]:
    of = {"metric": found.metric, "direction": found.direction.value}
    yield from _predictions(of | {"level": "matchup"}, found.per_matchup)
    yield from _correlations(of | {"level": "clip"}, found.per_clip)
    for level in found.per_system:
        named = of | {"level": "system", "of": level.register or ""}
        yield from _correlations(named, level.correlations)
    for gap in found.by_gap:
        end = "" if gap.high is None else f"{gap.high:.0f}"
        yield from _predictions(of | {"level": "gap", "of": f"{gap.low:.0f}-{end}"}, gap.prediction)


def _predictions(of: Mapping[str, str], found: Prediction | NotAvailable) -> Iterator[Row]:
    for statistic in ("share", "auc"):
        named = {**of, "statistic": statistic}
        if isinstance(found, NotAvailable):
            yield _row(named, reason=found.reason)
        else:
            yield _row(named, getattr(found, statistic), n=found.votes, systems=found.systems)


def _correlations(of: Mapping[str, str], found: Correlations | NotAvailable) -> Iterator[Row]:
    for name, statistic in COEFFICIENTS.items():
        named = {**of, "statistic": statistic}
        if isinstance(found, NotAvailable):
            yield _row(named, reason=found.reason)
        else:
            yield _row(named, getattr(found, name), n=found.n, systems=found.systems)


def _row(
    of: Mapping[str, str],
    found: Estimate | None = None,
    *,
    n: int | None = None,
    systems: int | None = None,
    reason: str = "",
) -> Row:
    row: Row = dict.fromkeys(COLUMNS, "")
    ends = {
        "value": found.value if found else None,
        "low": found.low if found else None,
        "high": found.high if found else None,
    }
    return {**row, **of, **ends, "n": n, "systems": systems, "reason": reason}


def lines_of(rows: Sequence[Row]) -> list[list[str]]:
    """The rows as people read them: shares in percent, coefficients with two digits."""
    return [
        [
            str(row["metric"]) or "listeners",
            str(row["level"]),
            str(row["of"]),
            str(row["statistic"]),
            *_numbers(row),
            "" if row["n"] is None else f"{row['n']:,}",
            str(row["reason"]),
        ]
        for row in rows
    ]


HEADS = ["metric", "level", "of", "statistic", "value", "95 % interval", "n", "not available"]


def _numbers(row: Row) -> list[str]:
    value, low, high = (row[name] for name in ("value", "low", "high"))
    if not isinstance(value, float):
        return ["", ""]
    if not isinstance(low, float) or not isinstance(high, float):
        return [_number(row, value), ""]
    return [_number(row, value), f"{_number(row, low)} to {_number(row, high)}"]


def _number(row: Row, value: float) -> str:
    return f"{100 * value:.1f} %" if row["statistic"] == "share" else f"{value:.3f}"
