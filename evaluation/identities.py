"""Which models stand behind a family, as one text and one digest."""

import hashlib
from dataclasses import dataclass

from evaluation.metrics.base import Family, Model


@dataclass(frozen=True, slots=True)
class Identity:
    """text: names and digests, for people. digest: SHA-256 of them. Both empty without a model."""

    text: str
    digest: str


NO_MODEL = Identity("", "")
_known: dict[str, tuple[Family, tuple[Model, ...]]] = {}


def models_of(family: Family) -> tuple[Model, ...]:
    """Return what stands behind *family*, digested once per process: its models stay loaded too."""
    known = _known.get(family.name)
    if known is None or known[0] is not family:
        known = _known[family.name] = (family, family.models())
    return known[1]


def has_changed(family: Family) -> bool:
    """Whether other files lie there than `models_of` told of, whose model may be loaded already.

    Values would bear the digest of a model that did not make them.
    """
    return models_of(family) != family.models()


def identity_of(family: Family) -> Identity:
    """Return what stands behind *family* as one identity."""
    return joined(models_of(family))


def joined(models: tuple[Model, ...]) -> Identity:
    """Return *models* as one identity; their order counts, since they work in it."""
    if not models:
        return NO_MODEL
    text = "; ".join(
        f"{one.name} sha256:{one.digest}" if one.digest else one.name for one in models
    )
    return Identity(text, hashlib.sha256(text.encode()).hexdigest())
