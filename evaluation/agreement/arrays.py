"""Arrays that come from outside, checked: one dimension, the right kind, nothing missing."""

import numpy as np
from numpy.typing import ArrayLike, NDArray

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


class BadInput(ValueError):  # noqa: N818 - a mistake of the caller
    """Arrays do not fit together; the message names the field, the row and what is expected."""


def integers(field: str, values: ArrayLike, *, below: int, rows: int | None = None) -> Ints:
    """Return *values* as (rows,) int64 within 0 … *below* − 1, read-only. Raises BadInput."""
    array = np.array(values)
    if array.ndim == 1 and not array.size:
        array = array.astype(np.int64)
    if array.ndim != 1 or array.dtype.kind not in "iu":
        raise BadInput(f"{field} must be a list of whole numbers.")
    _same_length(field, array.size, rows)
    wrong = np.flatnonzero((array < 0) | (array >= below))
    if wrong.size:
        row = int(wrong[0])
        raise BadInput(f"{field}, row {row}: {array[row]} is not one of 0 … {below - 1}.")
    kept = array.astype(np.int64)
    kept.setflags(write=False)
    return kept


def numbers(field: str, values: ArrayLike, *, rows: int | None = None) -> Floats:
    """Return *values* as (rows,) finite float64, read-only. Raises BadInput."""
    array = np.array(values, dtype=np.float64)
    if array.ndim != 1:
        raise BadInput(f"{field} must be a list of numbers.")
    _same_length(field, array.size, rows)
    wrong = np.flatnonzero(~np.isfinite(array))
    if wrong.size:
        row = int(wrong[0])
        raise BadInput(f"{field}, row {row}: {array[row]} is no number; leave the row out instead.")
    array.setflags(write=False)
    return array


def _same_length(field: str, size: int, rows: int | None) -> None:
    if rows is not None and size != rows:
        raise BadInput(f"{field} has {size} rows where {rows} are expected.")
