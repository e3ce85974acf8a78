"""Timing a few competitors fairly: best of several, in two rounds, within a time limit."""

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass

Task = Callable[[], object]


@dataclass(frozen=True, slots=True)
class Contest:
    """Tasks by name. The first is the measure of the others.

    share: which part of the full work a task does; its time is scaled up. Slow programs do fewer.
    """

    title: str
    tasks: Mapping[str, Task]
    share: Mapping[str, float]


def best_times(
    contest: Contest, *, rounds: int = 2, repeats: int = 20, limit: float = 4.0
) -> dict[str, float]:
    """Best seconds per task, which runs back to back until `repeats` or `limit` are used up.

    limit: seconds per task and round. Two rounds, so that a disturbance of the machine does not
    hit one task alone.
    """
    best = dict.fromkeys(contest.tasks, float("inf"))
    for _ in range(rounds):
        for name, task in contest.tasks.items():
            began = time.perf_counter()
            for _ in range(repeats):
                start = time.perf_counter()
                task()
                took = time.perf_counter() - start
                best[name] = min(best[name], took / contest.share.get(name, 1.0))
                if time.perf_counter() - began > limit:
                    break
    return best


def table(contest: Contest, times: Mapping[str, float]) -> str:
    """Milliseconds and ratio to the first task, slowest last."""
    first = times[next(iter(contest.tasks))]
    width = max(len(name) for name in times)
    rows = [
        f"  {name:<{width}}  {seconds * 1000:12.2f} ms  {seconds / first:10.1f} ×"
        for name, seconds in sorted(times.items(), key=lambda item: item[1])
    ]
    return "\n".join([contest.title, *rows])
