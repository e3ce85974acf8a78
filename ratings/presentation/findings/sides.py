"""Whether the side on which a clip is heard matters."""

import math

from ratings.details import Interval
from ratings.presentation.findings.finding import Finding, NumberTable, Subject
from ratings.presentation.numbers import percent, signed_decimal, whole


def sides(subject: Subject) -> Finding | None:
    """The order effect; None without votes."""
    tally, effect = subject.details["tally"], subject.details["order_effect"]
    if tally["left_share"] is None:
        return None
    left = f"{100 * tally['left_share']:.1f} %"
    rows = [("Left clip chosen", left, f"of {whole(tally['votes'])} votes")]
    if effect is not None:
        rows.append(("Left clip chosen among equals", _chosen(effect["value"]), _range(effect)))
        value = signed_decimal(effect["value"], 3)
        rows.append(("Order effect δ, natural-log odds", value, _odds(effect)))
    return Finding(
        key="order",
        title="Order of the clips",
        sentence=_sentence(left, effect),
        tables=(NumberTable("Side of the clips", ("Quantity", "Value", "Interval"), tuple(rows)),),
        notes=(
            (
                "Each clip of a pair is equally likely on either side, so a lean to one side "
                "favours no system; it only makes the systems look closer than they are."
            ),
        ),
    )


def _sentence(left: str, effect: Interval | None) -> str:
    said = f"The left clip is chosen {left} of the time"
    if effect is None or effect["low"] is None or effect["high"] is None:
        return f"{said}."
    if effect["low"] <= 0 <= effect["high"]:
        return f"{said}, within what chance brings."
    side = "left" if effect["value"] > 0 else "right"
    favoured = percent(_share(abs(effect["value"])))
    return (
        f"{said}: listeners lean to the {side}, by which one of two equals would be chosen "
        f"{favoured} %."
    )


def _share(odds: float) -> float:
    return 1 / (1 + math.exp(-odds))


def _chosen(odds: float) -> str:
    return f"{100 * _share(odds):.1f} %"


def _range(effect: Interval) -> str:
    if effect["low"] is None or effect["high"] is None:
        return "–"
    return f"{_chosen(effect['low'])} to {_chosen(effect['high'])}"


def _odds(effect: Interval) -> str:
    if effect["low"] is None or effect["high"] is None:
        return "–"
    return f"{signed_decimal(effect['low'], 3)} to {signed_decimal(effect['high'], 3)}"
