"""``celery --app tests.evaluation.worker``: the site's worker, with the tests' families.

For processes of their own: whoever imports this has these families and no others, and stores each
answer at once.
"""

from config.celery import app
from config.environment import read_environment
from evaluation import configured
from evaluation.metrics.registry import Registry
from tests.evaluation.families import facts, held_at_the_gate

__all__ = ["app"]

REGISTRY = Registry((held_at_the_gate(read_environment().var), facts()))


def registry() -> Registry:
    """The families; asked only where models are loaded."""
    from evaluation.services import measuring  # noqa: PLC0415 - models load after apps

    measuring.MOST_ROWS = 1
    return REGISTRY


configured.registry = registry
