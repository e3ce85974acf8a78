"""What somebody searches for, kept in their session: private words stand in no address.

Addresses end in the logs of every server on the way, and in the history of a browser. A search is
therefore sent in a request's body; the address that it leads to holds a random name of it, which
means something in the same session alone.
"""

import secrets
from collections.abc import Mapping

from django.contrib import messages
from django.http import HttpRequest

PARAMETER = "search"
MOST = 50  # the newest searches of a session
_SESSION_KEY = "searches"


def keep_search(request: HttpRequest, words: Mapping[str, str]) -> str:
    """Keep *words*, by field, and return their name; empty where there are none."""
    sought = {name: value for name, value in words.items() if value}
    if not sought:
        return ""
    kept: dict[str, dict[str, str]] = request.session.get(_SESSION_KEY, {})
    known = (name for name, words in kept.items() if words == sought)
    name = next(known, None) or secrets.token_urlsafe(6)
    others = [(other, words) for other, words in kept.items() if other != name]
    request.session[_SESSION_KEY] = dict([*others, (name, sought)][-MOST:])
    return name


def kept_search(request: HttpRequest, name: str | None = None) -> dict[str, str]:
    """What the search of this *name*, else of the address's, was for; nothing if there is none."""
    kept: dict[str, dict[str, str]] = request.session.get(_SESSION_KEY, {})
    return kept.get(request.GET.get(PARAMETER, "") if name is None else name, {})


def is_forgotten(request: HttpRequest) -> bool:
    """Whether the address names a search that this session does not know (any more)."""
    return bool(request.GET.get(PARAMETER)) and not kept_search(request)


def tell_forgotten(request: HttpRequest) -> None:
    """Say on the next page why it shows more than was asked for."""
    messages.warning(
        request, "That search is not remembered any more. Everything is shown; search again."
    )
