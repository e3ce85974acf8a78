"""The metrics of this installation."""

from functools import cache

from django.conf import settings

from evaluation.metrics.choice import Choice
from evaluation.metrics.registry import Registry
from evaluation.metrics.standard import standard


def chosen() -> Choice:
    """Return the models that the environment of this installation names.

    Raises BadChoice.
    """
    return Choice(
        recogniser=settings.EVALUATION_RECOGNISER,
        speaker_encoder=settings.EVALUATION_SPEAKER_ENCODER,
        models=settings.EVALUATION_MODELS,
        hub=settings.EVALUATION_TORCH_HUB,
        device=settings.EVALUATION_DEVICE,
    )


def registry() -> Registry:
    """Return all families, the same objects each time: they keep their models.

    Raises BadChoice.
    """
    return _registry(chosen())


@cache
def _registry(choice: Choice) -> Registry:
    return standard(choice)
