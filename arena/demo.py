"""The demo study: real clips of real systems, and a human reading where there is one."""

from collections.abc import Callable
from pathlib import Path

from arena.models import Study
from arena.services import open_study
from corpus.services.demo import build_demo_corpus

SLUG = "demo"


def build_demo(*, folder: Path, say: Callable[[str], None]) -> Study:
    """Build the demo study, or complete it; votes that are there already stay.

    ``folder`` keeps what was synthesised; ``say`` is told of progress and of what is missing.
    """
    demo = build_demo_corpus(folder=folder, say=say)
    return open_study(
        slug=SLUG,
        title="Voices without a network",
        version=demo.version,
        systems=demo.systems,
        introduction=(
            "Most of the voices are made by programs that run on one ordinary computer, without a "
            "network; one belongs to a person reading aloud."
        ),
        board_every_votes=1,
        board_every_minutes=1,
    )
