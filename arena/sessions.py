"""The listener behind a browser's session."""

from django.http import HttpRequest

from arena.models import Listener

SESSION_KEY = "listener"


def current_listener(request: HttpRequest) -> Listener | None:
    """The session's listener, if it has one."""
    key = request.session.get(SESSION_KEY)
    return Listener.objects.filter(pk=key).first() if key else None


def ensure_listener(request: HttpRequest) -> Listener:
    """The session's listener, made now where there is none."""
    listener = current_listener(request)
    if listener is None:
        listener = Listener.objects.create()
        request.session[SESSION_KEY] = listener.pk
    return listener
