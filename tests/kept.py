"""Rows that many tests begin with, made once for all that follow each other.

A fixture made by :func:`kept` stands in a transaction around those of the tests, as deep as what it
builds on. Each test changes the rows in a transaction of its own and leaves them as they were. The
outer transaction is rolled back before the first test that does not ask for these rows, so that no
test sees what it did not ask for.
"""

import inspect
from collections.abc import Callable
from contextlib import AbstractContextManager
from copy import deepcopy
from dataclasses import dataclass
from typing import Any, TypeVar

import pytest

Made = TypeVar("Made")
Build = Callable[..., Any]
KEYWORD = inspect.Parameter.KEYWORD_ONLY


def needs_of(build: Build) -> list[str]:
    """Names of the kept fixtures that one builds on."""
    return list(inspect.signature(build).parameters)


def kept(build: Callable[..., Made]) -> Callable[..., Made]:
    """A fixture of what ``build`` makes in the database; a copy of it for each test.

    The parameters of ``build`` are kept fixtures too.
    """

    def value(kept_rows: "KeptRows", **_: Any) -> Any:
        return deepcopy(kept_rows.value_of(build))

    asked = [inspect.Parameter(name, KEYWORD) for name in ("db", "kept_rows", *needs_of(build))]
    value.__signature__ = inspect.Signature(asked)  # type: ignore[attr-defined]
    value.__doc__ = build.__doc__
    value._build = build  # type: ignore[attr-defined]
    fixture: Callable[..., Made] = pytest.fixture(name=build.__name__)(value)
    return fixture


@dataclass(frozen=True, slots=True)
class _Level:
    """One transaction, and what was made in it."""

    build: Build
    transaction: AbstractContextManager[None]
    value: Any


class KeptRows:
    """The open transactions, the outermost first."""

    def __init__(self) -> None:
        self._levels: list[_Level] = []

    def prepare(self, builds: list[Build]) -> None:
        """Have just these made, each in the transaction of the one before it."""
        same = 0
        for level, build in zip(self._levels, builds, strict=False):
            if level.build is not build:
                break
            same += 1
        self.leave(same)
        for build in builds[same:]:
            self._enter(build)

    def value_of(self, build: Build) -> Any:
        """What was made."""
        return next(level.value for level in self._levels if level.build is build)

    def leave(self, left: int = 0) -> None:
        """Roll back all but the outermost so many."""
        from django.db import transaction  # noqa: PLC0415 - after settings

        while len(self._levels) > left:
            level = self._levels.pop()
            transaction.set_rollback(True)
            level.transaction.__exit__(None, None, None)

    def _enter(self, build: Build) -> None:
        from django.db import transaction  # noqa: PLC0415 - after settings

        made = {level.build.__name__: level.value for level in self._levels}
        known = [made[name] for name in needs_of(build)]
        outer = transaction.atomic()
        # As for the transaction of a TestCase: code that must be outermost takes it for none.
        outer._from_testcase = True  # type: ignore[attr-defined]
        outer.__enter__()
        try:
            value = build(*map(deepcopy, known))
        except BaseException:
            transaction.set_rollback(True)
            outer.__exit__(None, None, None)
            raise
        self._levels.append(_Level(build, outer, value))


def builds_of(item: pytest.Item) -> list[Build]:
    """What a test wants kept, in the order in which it builds on each other."""
    info = getattr(item, "_fixtureinfo", None)
    definitions = info.name2fixturedefs if info else {}
    ordered: list[Build] = []

    def add(name: str) -> None:
        build = getattr(definitions[name][-1].func, "_build", None)
        if build is None or build in ordered:
            return
        for needed in needs_of(build):
            add(needed)
        ordered.append(build)

    for name in definitions:
        add(name)
    return ordered
