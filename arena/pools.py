"""The clips that each study may issue, enumerated once per process and revision."""

from collections import OrderedDict
from threading import Lock

from arena.models import Study
from arena.pairing import AvailableClip, Pool
from corpus.models import Clip

MAX_POOLS = 32

_pools: OrderedDict[tuple[int, int, int], Pool] = OrderedDict()
_lock = Lock()


def pool_of(study: Study) -> Pool:
    """The study's pool as of its revision and that of its corpus.

    A draw costs no query for it; a change of clips or systems grows a revision, and the next draw
    enumerates anew.
    """
    key = (study.pk, study.revision, study.version.corpus.pool_revision)
    with _lock:
        pool = _pools.get(key)
        if pool is None:
            pool = _pools[key] = _enumerate(study)
            _forget_older(study.pk, key)
        return pool


def _forget_older(study: int, kept: tuple[int, int, int]) -> None:
    for key in [key for key in _pools if key[0] == study and key != kept]:
        del _pools[key]
    while len(_pools) > MAX_POOLS:
        _pools.popitem(last=False)


def _enumerate(study: Study) -> Pool:
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
    return Pool.of(AvailableClip(*row) for row in clips)
