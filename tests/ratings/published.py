"""Vote sets from the literature, read the plain way."""

import csv
import json
import math
from collections.abc import Mapping
from pathlib import Path

import numpy as np

from ratings.statistics.standings import Ratings
from ratings.statistics.votes import Outcome, Votes

DATA = Path(__file__).parent.parent / "data" / "ratings"
UNITS_PER_POINT = math.log(10) / 400


def baseball() -> tuple[tuple[str, ...], Votes]:
    """Home team left, away team right."""
    rows = _table("baseball.csv")
    teams = tuple(sorted({row["home"] for row in rows}))
    entries = [
        (teams.index(row["home"]), teams.index(row["away"]), outcome, float(row[column]))
        for row in rows
        for outcome, column in ((Outcome.LEFT, "home_wins"), (Outcome.RIGHT, "away_wins"))
    ]
    return teams, votes_from(entries)


def springall() -> tuple[tuple[str, ...], Votes]:
    """Column item left, row item right, with ties."""
    columns = ((Outcome.LEFT, "col_wins"), (Outcome.RIGHT, "row_wins"), (Outcome.TIE, "ties"))
    entries = [
        (int(row["col_item"]) - 1, int(row["row_item"]) - 1, outcome, float(row[column]))
        for row in _table("springall_ties.csv")
        for outcome, column in columns
    ]
    return tuple("123456789"), votes_from(entries)


def choix_case(number: int) -> tuple[list[float], Votes]:
    """Exact maximum-likelihood strengths and the votes that lead to them."""
    case = json.loads((DATA / f"testcase-pairwise-{number}.json").read_text())
    return case["ml_est"], votes_from([(w, lo, Outcome.LEFT, 1.0) for w, lo in case["data"]])


def golden(name: str) -> dict[str, float]:
    """Bradley-Terry strengths of another project, normalised to sum 1."""
    rows = _table(f"{name}-golden.csv")
    return {row["item"]: float(row["score"]) for row in rows if row["algorithm"] == "bradley_terry"}


def votes_from(entries: list[tuple[int, int, Outcome, float]]) -> Votes:
    """Votes from (left, right, outcome, count)."""
    left, right, outcome, count = zip(*entries, strict=True)
    return Votes(np.array(left), np.array(right), np.array(outcome), weight=np.array(count))


def strengths(ratings: Ratings, *, zero: str | None = None) -> dict[str, float]:
    """θ of the rated systems in natural-log odds, mean-centred or with one system at zero."""
    elo = {row.system: row.rating.value for row in ratings.rated if row.rating is not None}
    origin = 1000.0 if zero is None else elo[zero]
    return {system: (value - origin) * UNITS_PER_POINT for system, value in elo.items()}


def shares(theta: Mapping[str, float]) -> dict[str, float]:
    """Strengths on the multiplicative scale, normalised to sum 1."""
    total = sum(math.exp(value) for value in theta.values())
    return {system: math.exp(value) / total for system, value in theta.items()}


def _table(name: str) -> list[dict[str, str]]:
    with (DATA / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))
