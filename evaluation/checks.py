"""What is wrong with the models that the environment names, told before anything runs."""

from typing import Any

from django.core.checks import CheckMessage, Error, register

from evaluation.configured import registry
from evaluation.metrics.choice import BadChoice


@register()
def check_choice(**_kwargs: Any) -> list[CheckMessage]:
    """Refuse names that stand for nothing: pages of metrics and jobs would fail one by one."""
    try:
        registry()
    except BadChoice as error:
        hint = "Set EARSHOT_RECOGNISER, EARSHOT_SPEAKER_ENCODER or EARSHOT_DEVICE anew."
        return [Error(str(error), hint=hint, id="evaluation.E001")]
    return []
