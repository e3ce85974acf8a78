"""What is to be measured: what is missing, and what was measured of something else."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Heard:
    """A clip as listeners hear it, and the human reading that it may be compared with.

    Digests are SHA-256 of renditions; `reference` is empty where there is no such reading, or where
    the clip is that reading.
    """

    clip: int
    digest: str
    reference: str = ""


@dataclass(frozen=True, slots=True)
class Wanted:
    """A family as it computes now.

    metrics: how many values it gives. model: digest of its models, None where that is not known,
    such as on a machine that lacks them: then any model will do. compares: needs a reference.
    """

    family: str
    version: str
    metrics: int
    model: str | None
    compares: bool = False


@dataclass(frozen=True, slots=True)
class Stored:
    """The rows of one family, version and model that a clip has, of the rendition heard now.

    reference: what they were compared with. metrics: how many rows there are. failed: how many of
    them have no value and may be tried again.
    """

    clip: int
    family: str
    version: str
    model: str
    reference: str
    metrics: int
    failed: int


@dataclass(frozen=True, slots=True)
class Due:
    """A clip, and the families that are to measure it, in their order."""

    clip: int
    families: tuple[str, ...]


def due(
    clips: Iterable[Heard],
    wanted: Sequence[Wanted],
    stored: Iterable[Stored],
    *,
    retry_failed: bool = False,
) -> list[Due]:
    """Return what is to be measured, clip by clip in the order of *clips*; nothing twice.

    A family is due for a clip if the clip lacks any of its values by the present version and model,
    of the rendition heard now and, if it compares, by the reference of now. retry_failed: also if
    one of them is not available.
    """
    kept: dict[tuple[int, str], list[Stored]] = {}
    for row in stored:
        kept.setdefault((row.clip, row.family), []).append(row)

    def is_due(clip: Heard, family: Wanted) -> bool:
        rows = kept.get((clip.clip, family.family), ())
        return not any(_is_good(row, clip, family, retry_failed) for row in rows)

    left = (Due(clip.clip, tuple(w.family for w in wanted if is_due(clip, w))) for clip in clips)
    return [one for one in left if one.families]


def _is_good(row: Stored, clip: Heard, family: Wanted, retry_failed: bool) -> bool:  # noqa: FBT001
    return (
        row.version == family.version
        and (family.model is None or row.model == family.model)
        and (not family.compares or row.reference == clip.reference)
        and row.metrics == family.metrics
        and not (retry_failed and row.failed)
    )
