"""Reading back what `report.to_json` wrote."""

from dataclasses import fields, is_dataclass
from enum import StrEnum
from types import NoneType, UnionType
from typing import Any, TypeVar, get_args, get_origin, get_type_hints

from evaluation.metrics.base import NotAvailable

T = TypeVar("T")


def from_json(kind: type[T], plain: Any) -> T:
    """Return the frozen dataclass *kind* that `to_json` turned into *plain*.

    Raises KeyError, TypeError or ValueError for JSON of another shape.
    """
    found: T = _read(kind, plain)
    return found


def _read(kind: Any, plain: Any) -> Any:
    if get_origin(kind) is UnionType:
        return _one_of(get_args(kind), plain)
    if get_origin(kind) is tuple:
        inner = get_args(kind)
        kinds = [inner[0]] * len(plain) if inner[-1] is Ellipsis else inner
        return tuple(_read(each, item) for each, item in zip(kinds, plain, strict=True))
    if kind is NotAvailable:
        return NotAvailable(plain["reason"])
    if is_dataclass(kind) and isinstance(kind, type):
        hints = get_type_hints(kind)
        return kind(
            **{each.name: _read(hints[each.name], plain[each.name]) for each in fields(kind)}
        )
    if kind is float or (isinstance(kind, type) and issubclass(kind, StrEnum)):
        return kind(plain)
    if not isinstance(plain, kind):
        raise TypeError(f"{plain!r} is no {kind.__name__}.")
    return plain


def _one_of(kinds: tuple[Any, ...], plain: Any) -> Any:
    """The unions of a report are “… or nothing” and “… or not available”."""
    if plain is None and NoneType in kinds:
        return None
    absent = isinstance(plain, dict) and plain.get("available") is False
    if absent and NotAvailable in kinds:
        return _read(NotAvailable, plain)
    (kind,) = (each for each in kinds if each not in {NoneType, NotAvailable})
    return _read(kind, plain)
