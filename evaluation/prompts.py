"""Prompts where nobody may learn what they say."""

from arena.models import Study


def prompt_numbers(study: Study) -> dict[int, int]:
    """1, 2, … for the prompts of the study's version, always the same ones: it is frozen."""
    keys = study.version.selection.order_by("prompt").values_list("prompt", flat=True)
    return {key: number for number, key in enumerate(keys, start=1)}
