"""``python -m ratings.benchmarks.refit [VOTES …]``: how long a refit of all slices takes.

Makes a site of its own in a temporary folder, on SQLite, with so many synthetic votes (default
1,000,000), and prints seconds, peak memory, and the ratio to a floor: one pass of the database over
the same columns. Other programs on the machine make all of it slower; the ratio less so.
"""

import argparse
import multiprocessing
import os
import resource
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import redirect_stdout
from pathlib import Path

FLOOR = (
    "SELECT count(*), sum(listener_id + prompt_id + left_system_id + right_system_id), "
    "max(gender), max(choice) FROM arena_vote WHERE study_id = %s"
)


def main(arguments: list[str]) -> None:
    """Run one measurement per number of votes, each in a process of its own."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("votes", nargs="*", type=int, default=[1_000_000])
    numbers = parser.parse_args(arguments).votes
    for votes in numbers:
        # A process of its own, so that the peak memory of one is not that of another.
        process = multiprocessing.get_context("spawn").Process(target=measure, args=[votes])
        process.start()
        process.join()


def measure(votes: int) -> None:
    """Build a site with `votes` votes and time what a worker does with them."""
    with tempfile.TemporaryDirectory(prefix="earshot-bench-") as folder:
        os.environ["EARSHOT_VAR"] = folder
        os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings"
        for name in ("DATABASE_URL", "REDIS_URL"):
            os.environ.pop(name, None)
        (Path(folder) / "static").mkdir()

        import django  # noqa: PLC0415 - after the environment

        django.setup()
        from ratings.benchmarks.votes import more_votes, study_with  # noqa: PLC0415

        with redirect_stdout(sys.stderr):
            study = study_with(votes)
        print(f"{votes:,} votes, peak memory before: {_peak():.0f} MB")
        _measure(study, lambda: more_votes(study, 100))


def _measure(study: "Study", add_votes: Callable[[], None]) -> None:  # type: ignore[name-defined]  # noqa: F821
    from django.db import connection  # noqa: PLC0415

    from ratings.models import VoteBlock  # noqa: PLC0415
    from ratings.reading import data_cut, read_votes  # noqa: PLC0415
    from ratings.services.fold import folded_votes  # noqa: PLC0415
    from ratings.services.refit import refit_due_boards, refit_study, systems_of  # noqa: PLC0415

    def floor() -> None:
        with connection.cursor() as cursor:
            cursor.execute(FLOOR, [study.pk])
            cursor.fetchone()

    def read() -> None:
        read_votes(study, systems_of(study), data_cut(study), source=folded_votes)

    floor()
    base = _timed("floor: one pass over the same columns", floor)
    _timed("read, nothing folded yet (folds)", read, base)
    add_votes()
    _timed("read, folded, 100 new votes", read, base)
    _timed("refit of all slices, folded", lambda: refit_study(study=study), base)
    add_votes()
    _timed("refit after 100 new votes", lambda: refit_study(study=study), base)
    _timed("is a study due? (no)", refit_due_boards, base)
    VoteBlock.objects.all().delete()
    add_votes()
    _timed("refit of all slices from the rows", lambda: refit_study(study=study), base)


def _timed(what: str, work: Callable[[], object], base: float | None = None) -> float:
    begin, begin_cpu = time.perf_counter(), time.process_time()
    work()
    wall, cpu = time.perf_counter() - begin, time.process_time() - begin_cpu
    ratio = "" if base is None else f", {cpu / base:6.1f} × floor"
    print(f"  {what:40} {wall:7.3f} s ({cpu:7.3f} s of processor{ratio}), peak {_peak():.0f} MB")
    return cpu


def _peak() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


if __name__ == "__main__":
    main(sys.argv[1:])
