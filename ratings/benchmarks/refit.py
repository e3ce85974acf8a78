"""``bin/bench refit``: how long a refit of all slices takes, read included.

Makes sites of its own in temporary folders, on SQLite, with synthetic votes, and prints seconds,
processor seconds, peak memory, and the ratio to a floor: one pass of the database over the same
columns. Other programs on the machine make all of it slower; the ratio less so.
"""

import argparse
import multiprocessing
import os
import resource
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from contextlib import redirect_stdout
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")

COLUMNS = "id, listener_id, prompt_id, left_system_id, right_system_id, gender, choice"
SCAN = (
    "SELECT count(*), sum(listener_id + prompt_id + left_system_id + right_system_id), "
    "max(gender), max(choice) FROM arena_vote WHERE study_id = %s"
)
ROWS = f"SELECT {COLUMNS} FROM arena_vote WHERE study_id = %s"  # noqa: S608 - constants
NEW_VOTES = 100
REPEATS = 3
FULL, INCREMENTAL = "full refit, every row read", "refit after 100 new votes"


@dataclass(frozen=True, slots=True)
class Timing:
    """Seconds on the clock and of the processor, best of several; peak memory so far, in MB."""

    wall: float
    processor: float
    peak: float


Table = Mapping[str, Timing]


def main(arguments: list[str]) -> None:
    """Measure each number of votes, and compare them."""
    parser = argparse.ArgumentParser(prog="bin/bench refit", description=__doc__)
    parser.add_argument("votes", nargs="*", type=int, default=[100_000, 1_000_000])
    parser.add_argument("--ten-million", action="store_true", help="measure 10,000,000 too")
    options = parser.parse_args(arguments)
    numbers = sorted({*options.votes, *([10_000_000] if options.ten_million else [])})
    tables = {}
    for votes in numbers:
        with tempfile.TemporaryDirectory(prefix="earshot-bench-") as folder:
            _alone(_build, votes, folder)
            tables[votes] = _alone(_measure, folder)
        _print(votes, tables[votes])
    for fewer, more in pairwise(numbers):
        _print_growth(more / fewer, tables[fewer], tables[more])


def _alone(work: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
    """In a process of its own, so that the peak memory is that of the work."""
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        return pool.apply(work, args, kwargs)


def _open_site(folder: str) -> None:
    os.environ["EARSHOT_VAR"] = folder
    os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings"
    for name in ("DATABASE_URL", "REDIS_URL"):
        os.environ.pop(name, None)
    (Path(folder) / "static").mkdir(exist_ok=True)

    import django  # noqa: PLC0415 - after the environment

    django.setup()


def _build(votes: int, folder: str) -> None:
    _open_site(folder)
    from ratings.benchmarks.votes import study_with  # noqa: PLC0415 - after the set-up

    with redirect_stdout(sys.stderr):
        study_with(votes)


def _measure(folder: str) -> Table:
    _open_site(folder)
    from django.db import connection  # noqa: PLC0415 - after the set-up

    from arena.models import Study  # noqa: PLC0415
    from ratings.benchmarks.votes import more_votes  # noqa: PLC0415
    from ratings.models import VoteBlock  # noqa: PLC0415
    from ratings.services.refit import refit_due_boards, refit_study  # noqa: PLC0415

    study = Study.objects.get()

    def asked(statement: str) -> None:
        with connection.cursor() as cursor:
            cursor.execute(statement, [study.pk])
            for _ in cursor:
                pass

    def add_votes() -> None:
        more_votes(study, NEW_VOTES)  # at the same data cut nothing would be stored

    def forget() -> None:
        add_votes()
        VoteBlock.objects.all().delete()

    def refit() -> None:
        refit_study(study=study)

    forget()
    refit()  # what is loaded and made once per process is not measured
    return {
        "one pass of the database (floor)": _best(lambda: asked(SCAN)),
        INCREMENTAL: _best(refit, before=add_votes),
        FULL: _best(refit, before=forget),
        "is a study due? (no)": _best(refit_due_boards),
        "for comparison: rows into Python": _best(lambda: asked(ROWS)),
    }


def _best(work: Callable[[], object], before: Callable[[], object] = lambda: None) -> Timing:
    timings = []
    for _ in range(REPEATS):
        before()
        wall, processor = time.perf_counter(), time.process_time()
        work()
        timings.append((time.perf_counter() - wall, time.process_time() - processor))
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return Timing(min(wall for wall, _ in timings), min(cpu for _, cpu in timings), peak)


def _print(votes: int, table: Table) -> None:
    floor = next(iter(table.values())).processor
    print(f"{votes:,} votes, best of {REPEATS}")
    for what, one in table.items():
        print(
            f"  {what:33} {one.wall:7.3f} s  ({one.processor:7.3f} s of processor, "
            f"{one.processor / floor:5.1f} × floor), peak {one.peak:5.0f} MB"
        )
    print(flush=True)


def _print_growth(times: float, fewer: Table, more: Table) -> None:
    print(f"{times:g} times the votes:")
    for what in (INCREMENTAL, FULL):
        longer = more[what].processor / fewer[what].processor
        larger = more[what].peak / fewer[what].peak
        print(f"  {what:33} {longer:5.1f} × the processor time, {larger:4.1f} × the memory")


if __name__ == "__main__":
    main(sys.argv[1:])
