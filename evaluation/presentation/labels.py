"""Names beside points, so that none covers another at any width of the chart.

The height of the chart is fixed, its width is not: places along x grow apart with it while letters
keep their size. Two boxes that are apart in y stay apart; so do two that are apart in x in the
order of their points. Placed thus at the narrowest width, labels are apart at every wider one.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

NARROWEST = 250.0  # pixels between the axes on a phone of 375
EDGE = 10.0  # pixels beyond the axes that a label may take
LETTER, LINE = 8.0, 15.0  # pixels of a wide bold letter, and from line to line
AWAY = 9.0  # from the middle of the point
DOT = 6.0  # half the side of the square that a point takes


class Anchor(StrEnum):
    """Which end of the text stands at its place, as SVG calls it."""

    START = "start"
    MIDDLE = "middle"
    END = "end"


@dataclass(frozen=True, slots=True)
class Label:
    """A text by a point: dx, dy in pixels from it to the middle of the text's height."""

    text: str
    dx: float
    dy: float
    anchor: Anchor


@dataclass(frozen=True, slots=True)
class Box:
    """left, right, top, bottom in pixels at the narrowest width; of: x of its point."""

    left: float
    right: float
    top: float
    bottom: float
    of: float

    def clear_of(self, other: "Box") -> bool:
        """Whether the two never touch, however wide the chart is."""
        if self.bottom <= other.top or other.bottom <= self.top:
            return True
        first, second = (self, other) if self.right <= other.left else (other, self)
        return first.right <= second.left and first.of <= second.of


# Beside the whiskers first, on them only where there is no other room.
PLACES = (
    (AWAY, -AWAY, Anchor.START),
    (AWAY, AWAY, Anchor.START),
    (-AWAY, -AWAY, Anchor.END),
    (-AWAY, AWAY, Anchor.END),
    (0.0, -LINE, Anchor.MIDDLE),
    (0.0, LINE, Anchor.MIDDLE),
    (AWAY, 0.0, Anchor.START),
    (-AWAY, 0.0, Anchor.END),
)


def place_labels(
    points: Sequence[tuple[float, float]], texts: Sequence[Sequence[str]], *, pixels: int
) -> list[Label | None]:
    """Return a label for each point (x, y in percent), or None where there is no room.

    texts: what each may be called, the longest first. pixels: height of the chart. Earlier points
    choose first.
    """
    at = [(x / 100 * NARROWEST, y / 100 * pixels) for x, y in points]
    taken = [Box(x - DOT, x + DOT, y - DOT, y + DOT, x) for x, y in at]
    labels: list[Label | None] = []
    for (x, y), names in zip(at, texts, strict=True):
        found = _first_free(x, y, names, taken, pixels)
        labels.append(found)
        if found is not None:
            taken.append(box_of(x, y, found))
    return labels


def box_of(x: float, y: float, label: Label) -> Box:
    """What a label of a point at (x, y) pixels covers."""
    width = LETTER * len(label.text)
    before = {Anchor.START: 0.0, Anchor.MIDDLE: width / 2, Anchor.END: width}[label.anchor]
    left, middle = x + label.dx - before, y + label.dy
    return Box(left, left + width, middle - LINE / 2, middle + LINE / 2, x)


def _first_free(
    x: float, y: float, names: Sequence[str], taken: Sequence[Box], pixels: int
) -> Label | None:
    for name in names:
        for dx, dy, anchor in PLACES:
            label = Label(name, dx, dy, anchor)
            box = box_of(x, y, label)
            inside = box.left >= -EDGE and box.right <= NARROWEST + EDGE
            if inside and box.top >= 0 and box.bottom <= pixels and _free(box, taken):
                return label
    return None


def _free(box: Box, taken: Sequence[Box]) -> bool:
    return all(box.clear_of(other) for other in taken)
