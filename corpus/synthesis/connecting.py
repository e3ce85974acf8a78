"""Connections to speech endpoints: what a name stands for is looked at before anything is sent.

An address that is typed can be checked when it is typed, a name only when it is resolved, and the
address that was looked at has to be the one that is connected to: names may change in between.
"""

import ipaddress
import socket
from urllib.request import getproxies, proxy_bypass

import httpx

from corpus.synthesis.addresses import is_near, is_own_configuration
from corpus.synthesis.base import Refused


class CheckedTransport(httpx.BaseTransport):
    """Sends requests to addresses that may be endpoints, by the proxies of the environment.

    A proxy resolves names by itself and is the administrator's; what a name stands for on this
    machine is looked at all the same.

    Raises:
        Refused: one of the host's addresses serves a machine's own configuration, or texts would
            go over plain http beyond private networks.
    """

    def __init__(self) -> None:
        self._direct = httpx.HTTPTransport()
        self._proxied: httpx.HTTPTransport | None = None

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        """Send a request to the first of its host's addresses that answers."""
        proxy = _proxy_for(request.url)
        try:
            addresses = _checked(request.url)
        except socket.gaierror as error:
            if not proxy:
                raise httpx.ConnectError(str(error), request=request) from error
            addresses = []
        if proxy:
            self._proxied = httpx.HTTPTransport(proxy=proxy)
            return self._proxied.handle_request(request)
        return self._connected(request, addresses)

    def close(self) -> None:
        """Close all connections."""
        self._direct.close()
        if self._proxied is not None:
            self._proxied.close()

    def _connected(self, request: httpx.Request, addresses: list[str]) -> httpx.Response:
        failure: httpx.TransportError | None = None
        for address in addresses:
            try:
                return self._direct.handle_request(_addressed(request, address))
            except (httpx.ConnectError, httpx.ConnectTimeout) as error:
                failure = error
        raise failure or httpx.ConnectError("No address.", request=request)


def _checked(url: httpx.URL) -> list[str]:
    """The addresses of a host, each once. Raises Refused, socket.gaierror."""
    found = socket.getaddrinfo(url.host, url.port or url.scheme, type=socket.SOCK_STREAM)
    names = list(dict.fromkeys(str(end[0]) for *_, end in found))
    addresses = [ipaddress.ip_address(name) for name in names]
    if any(is_own_configuration(address) for address in addresses):
        raise Refused(
            f"{url.host} leads to an address that serves a machine's own configuration, not "
            "speech. Give another base address."
        )
    if url.scheme == "http" and not all(is_near(address) for address in addresses):
        raise Refused(
            f"{url.host} lies beyond private networks, where texts and key could be read over "
            "http. Give an address that begins with https."
        )
    return names


def _addressed(request: httpx.Request, address: str) -> httpx.Request:
    """The same request to this address; certificates are still checked against the name."""
    return httpx.Request(
        request.method,
        request.url.copy_with(host=address),
        headers=request.headers,
        stream=request.stream,
        extensions={**request.extensions, "sni_hostname": request.url.raw_host.decode()},
    )


def _proxy_for(url: httpx.URL) -> str:
    """The proxy that the environment names for an address; empty: none."""
    if proxy_bypass(url.netloc.decode()):
        return ""
    proxies = getproxies()
    return proxies.get(url.scheme) or proxies.get("all") or ""
