"""The clips that each study may issue, enumerated once per process and revision."""

from collections import OrderedDict
from collections.abc import Callable
from threading import Lock
from typing import Generic, TypeVar

from arena.models import Study
from arena.pairing import Pool
from arena.pairs import AvailableClip, Pairs
from arena.sampling import Sampling
from corpus.models import Clip

MAX_STUDIES = 32

Value = TypeVar("Value")
Revision = tuple[int, ...]


class NewestOf(Generic[Value]):
    """The newest value of each study, made again when its revision has changed."""

    def __init__(self) -> None:
        self._kept: OrderedDict[int, tuple[Revision, Value]] = OrderedDict()
        self._lock = Lock()

    def get(self, study: int, revision: Revision, make: Callable[[], Value]) -> Value:
        """The study's value as of ``revision``."""
        with self._lock:
            kept = self._kept.get(study)
            if kept is None or kept[0] != revision:
                kept = self._kept[study] = (revision, make())
                self._kept.move_to_end(study)
                while len(self._kept) > MAX_STUDIES:
                    self._kept.popitem(last=False)
            return kept[1]

    def forget(self) -> None:
        """Forget every study."""
        with self._lock:
            self._kept.clear()


_pairs: NewestOf[Pairs] = NewestOf()
_pools: NewestOf[Pool] = NewestOf()


def forget_pools() -> None:
    """Forget the clips of all studies, where their ids start anew."""
    _pairs.forget()
    _pools.forget()


def pool_of(study: Study) -> Pool:
    """The study's pool as of its revisions and that of its corpus.

    A draw costs no query for it. A change of clips or systems grows a revision, and the next draw
    enumerates anew; a change of the sampling alone keeps the pairs and weighs them anew.
    """
    clips = (study.revision, study.version.corpus.pool_revision)
    pairs = _pairs.get(study.pk, clips, lambda: _enumerate(study))
    sampled = (*clips, study.sampling_revision)
    return _pools.get(study.pk, sampled, lambda: Pool.of_pairs(pairs, sampling_of(study)))


def sampling_of(study: Study) -> Sampling:
    """The study's rule of sampling, as its settings and its last board make it."""
    catching_up = study.entries.filter(is_active=True, is_catching_up=True)
    adaptive = study.sampling_mode != Study.SamplingMode.UNIFORM
    return Sampling(
        pair_gain={(low, high): gain for low, high, gain in study.pair_gain} if adaptive else {},
        floor=study.uniform_floor if adaptive else 1.0,
        newcomers=frozenset(catching_up.values_list("system", flat=True)),
        catch_up_share=study.catch_up_share,
    )


def _enumerate(study: Study) -> Pairs:
    clips = (
        Clip.objects.ready()
        .filter(
            prompt__selections__version=study.version_id,
            voice__is_current=True,
            voice__system__entries__study=study,
            voice__system__entries__is_active=True,
        )
        .values_list("id", "prompt_id", "voice__gender", "voice__system_id")
    )
    return Pairs.of(AvailableClip(*row) for row in clips)
