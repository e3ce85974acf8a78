"""Who looks at which prompt, so that two reviewers at once are given different ones.

A courtesy, not a lock: the services decide who was first.
"""

from collections.abc import Sequence

from django.contrib.auth.models import User
from django.core.cache import cache

SECONDS = 180


def hold(prompt: int, by: User) -> None:
    """Note that a person looks at a prompt now."""
    cache.set(_key(prompt), (by.pk, by.get_username()), SECONDS)


def holders(prompts: Sequence[int], besides: User) -> dict[int, str]:
    """Names of others who look at prompts now, by prompt."""
    found = cache.get_many([_key(prompt) for prompt in prompts])
    held = {prompt: found[_key(prompt)] for prompt in prompts if _key(prompt) in found}
    return {prompt: name for prompt, (who, name) in held.items() if who != besides.pk}


def release(prompt: int, by: User) -> None:
    """Note that a person has turned to another prompt."""
    held = cache.get(_key(prompt))
    if held is not None and held[0] == by.pk:
        cache.delete(_key(prompt))


def _key(prompt: int) -> str:
    return f"review-hold:{prompt}"
