"""Timing a few competitors fairly: in turns, best of several, and never past a time limit."""

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


def best_times(contest: Contest, *, rounds: int = 30, limit: float = 8.0) -> dict[str, float]:
    """Best seconds per task over rounds in turn; a task that has used up the limit rests."""
    best: dict[str, float] = {}
    spent = dict.fromkeys(contest.tasks, 0.0)
    for _ in range(rounds):  # the first warms up: it compiles, loads, fills the caches
        for name, task in contest.tasks.items():
            if spent[name] > limit:
                continue
            start = time.perf_counter()
            task()
            took = time.perf_counter() - start
            spent[name] += took
            scaled = took / contest.share.get(name, 1.0)
            best[name] = min(best.get(name, scaled), scaled)
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
