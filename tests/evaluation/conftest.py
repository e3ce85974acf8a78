"""What tests of measuring stand on."""

from collections.abc import Callable

import pytest

from evaluation import configured
from evaluation.metrics.registry import Registry
from tests.evaluation.families import Family

Install = Callable[..., Registry]


@pytest.fixture
def install(monkeypatch: pytest.MonkeyPatch) -> Install:
    """Give the site these families and no others."""

    def put(*families: Family) -> Registry:
        made = Registry(families)
        monkeypatch.setattr(configured, "registry", lambda: made)
        return made

    return put
