"""How pairs of systems fared against each other: a compact table, and rows made from it."""

import math
from collections.abc import Iterator
from itertools import combinations
from typing import TypedDict


class Pair(TypedDict):
    """Two systems that met; `first` stands above `second` on the board.

    won_left, lost_left: matchups with `first` on the left, by how `first` fared; won_right,
    lost_right: with `first` on the right. share: of all of them that `first` won.
    expected: that share under the model, None unless both are rated.
    z, p_value, adjusted: does the model fit this pair? Standardised residual, two-sided p value,
    and p value for all pairs together (Holm). Only overall, and None where the error is unknown.
    """

    first: str
    second: str
    won_left: int
    lost_left: int
    won_right: int
    lost_right: int
    share: float
    expected: float | None
    z: float | None
    p_value: float | None
    adjusted: float | None


class PairTable(TypedDict):
    """Counts of every pair of n systems, as stored with a board.

    systems: slugs, in the order of the board's rows. won_left, lost_left: n × n, matchups with the
    row's system left and the column's right, by how the left one fared. strengths: natural-log
    odds, None for systems that are not rated. fits: by positions of the pair ("3-7"), the
    standardised residual of the one that stands above, p value, and p value for all pairs; only
    overall.
    """

    systems: list[str]
    won_left: list[list[int]]
    lost_left: list[list[int]]
    strengths: list[float | None]
    fits: dict[str, tuple[float | None, float | None, float | None]]


def pairs_of(table: PairTable) -> list[Pair]:
    """One row for each pair that met, in the order of the board."""
    return list(_pairs(table))


def _pairs(table: PairTable) -> Iterator[Pair]:
    won, lost, systems = table["won_left"], table["lost_left"], table["systems"]
    for i, j in combinations(range(len(systems)), 2):
        votes = won[i][j] + lost[i][j] + won[j][i] + lost[j][i]
        if not votes:
            continue
        z, p_value, adjusted = table["fits"].get(f"{i}-{j}", (None, None, None))
        yield {
            "first": systems[i],
            "second": systems[j],
            "won_left": won[i][j],
            "lost_left": lost[i][j],
            "won_right": lost[j][i],
            "lost_right": won[j][i],
            "share": (won[i][j] + lost[j][i]) / votes,
            "expected": _expected(table["strengths"][i], table["strengths"][j]),
            "z": z,
            "p_value": p_value,
            "adjusted": adjusted,
        }


def _expected(first: float | None, second: float | None) -> float | None:
    if first is None or second is None:
        return None
    return 1 / (1 + math.exp(second - first))
