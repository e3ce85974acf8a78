"""Limits that keep one client from taking the site from the others."""

from django.utils.crypto import salted_hmac
from rest_framework.request import Request
from rest_framework.throttling import SimpleRateThrottle
from rest_framework.views import APIView

from arena.sessions import SESSION_KEY


class ListenerThrottle(SimpleRateThrottle):
    """Requests per listener; a session without a listener is limited by address alone."""

    scope = "listener"

    def get_cache_key(self, request: Request, view: APIView) -> str | None:
        """The listener in the session."""
        listener = request.session.get(SESSION_KEY)
        return listener and f"throttle-listener-{listener}"


class AddressThrottle(SimpleRateThrottle):
    """Requests per address."""

    scope = "address"

    def get_cache_key(self, request: Request, view: APIView) -> str | None:
        """The address, hashed with the site's key: none is stored."""
        ident = self.get_ident(request) or "unknown"
        return f"throttle-address-{salted_hmac('throttle', ident).hexdigest()[:20]}"
