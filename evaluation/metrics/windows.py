"""Windows of a clip, and what happens to its tail."""

from collections.abc import Iterator

from evaluation.metrics.base import Sound

# A tail is kept if it is at least this share of a window.
TAIL_SHARE = 0.5


def windows(sound: Sound, *, seconds: float, stride: float) -> Iterator[Sound]:
    """Yield windows of *seconds* that begin every *stride* seconds.

    Windows that lie wholly within the clip, then one shorter tail if what the last of them left
    over is at least half a window long. A clip shorter than half a window has no windows; one of
    half a window up to a whole one has itself.

    Raises ValueError unless seconds and stride are positive.
    """
    if seconds <= 0 or stride <= 0:
        raise ValueError("A window and its stride must be longer than nothing.")
    size, step = round(seconds * sound.rate), round(stride * sound.rate)
    begin = 0
    while begin + size <= sound.samples.size:
        yield Sound(sound.samples[begin : begin + size], sound.rate)
        begin += step
    tail = sound.samples[begin:]
    if tail.size >= TAIL_SHARE * size and (begin == 0 or tail.size > size - step):
        yield Sound(tail, sound.rate)
