"""Endpoints that speak like OpenAI's: ``POST {base_url}/audio/speech``.

Many vendors and local servers understand this request. One call is one request: when to try again
is for the caller to decide, who may have to wait for longer than it can sleep.
"""

import email.utils
import json
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import httpx

from corpus.synthesis.base import Refused, SynthesisError, TryAgain
from corpus.synthesis.connecting import CheckedTransport
from corpus.synthesis.redaction import told
from corpus.synthesis.settings import SpeechApiSettings

LARGEST_ANSWER = 32 * 1024 * 1024  # bytes; a prompt of a minute is a tenth of it
LARGEST_ERROR = 16 * 1024
CONNECT_SECONDS = 10.0
OPENERS = {"authorization": "Bearer "}  # what comes before the key, by header

# What an answer that is no audio says it is.
_TEXTS = ("text/", "application/json", "application/xml", "application/xhtml")
_NO_ENTRY = {401, 402, 403}


@dataclass(frozen=True, slots=True)
class SpeechApi:
    """One voice of one model behind an endpoint."""

    settings: SpeechApiSettings
    voice: str
    key: str = field(default="", repr=False)
    largest_answer: int = LARGEST_ANSWER

    @property
    def name(self) -> str:
        """Host, model and voice."""
        return f"{self.settings.host} {self.settings.model} {self.voice}"

    def version(self) -> str:
        """The model: endpoints say no more about what stands behind them."""
        return self.settings.model

    def available(self) -> str | None:
        """None: only a request would tell."""
        return None

    def speak(self, text: str) -> bytes:
        """Return the audio file that the endpoint answers with.

        Raises:
            TryAgain: too many requests, an error of the server, no answer in time.
            Refused: the key, the model or the address is wrong, or nothing is left to pay with.
            SynthesisError: this text was refused, or the answer is no audio.
        """
        deadline = time.monotonic() + self.settings.timeout
        with self._failures_told(text), self._client() as client:
            request = client.build_request("POST", self.settings.url, json=self._body(text))
            answer = client.send(request, stream=True)
            try:
                return self._audio(answer, text, deadline)
            finally:
                answer.close()

    def _client(self) -> httpx.Client:
        header = self.settings.key_header
        opener = OPENERS.get(header.lower(), "")
        limit = self.settings.timeout
        return httpx.Client(
            transport=CheckedTransport(),
            headers={header: f"{opener}{self.key}"} if self.key else {},
            timeout=httpx.Timeout(limit, connect=min(CONNECT_SECONDS, limit)),
            follow_redirects=False,
        )

    def _body(self, text: str) -> dict[str, Any]:
        return {
            **self.settings.extra,
            "model": self.settings.model,
            "voice": self.voice,
            "input": text,
            "response_format": self.settings.response_format,
            # Some servers know no speed; 1 is what they do anyway.
            **({} if self.settings.speed == 1 else {"speed": self.settings.speed}),
        }

    def _audio(self, answer: httpx.Response, text: str, deadline: float) -> bytes:
        host = self.settings.host
        if answer.status_code != httpx.codes.OK:
            raise self._failure(answer, text, deadline)
        kind = answer.headers.get("Content-Type", "").lower()
        if kind.startswith(_TEXTS):
            raise SynthesisError(
                f"{host} answered with {kind.split(';')[0]} instead of audio. Look at the base "
                "address, and whether the model speaks."
            )
        audio = _read(answer, self.largest_answer, deadline)
        if len(audio) > self.largest_answer:
            raise SynthesisError(
                f"{host} sent more than {self.largest_answer / 2**20:.0f} MB for one text. "
                "Nothing was kept."
            )
        if not audio:
            raise TryAgain(f"{host} answered with nothing.")
        return audio

    def _failure(self, answer: httpx.Response, text: str, deadline: float) -> SynthesisError:
        """The error that an answer stands for, in its own words as far as they may be told."""
        status, host = answer.status_code, self.settings.host
        said, code = _said(_read(answer, LARGEST_ERROR, deadline)[:LARGEST_ERROR])
        words = told(said, text=text, key=self.key)
        quoted = f": {words.rstrip('.')}." if words else "."
        if status in _NO_ENTRY or "insufficient_quota" in code:
            return Refused(f"{host} refuses the key or the account ({status}){quoted}")
        if status in {404, 405} or answer.is_redirect:
            return Refused(
                f"{host} has nothing at this address, or no such model or voice ({status}){quoted}"
            )
        if status == httpx.codes.TOO_MANY_REQUESTS:
            wait = _seconds(answer.headers.get("Retry-After", ""))
            return TryAgain(f"{host} was asked too often ({status}){quoted}", wait)
        if status >= 500:
            wait = _seconds(answer.headers.get("Retry-After", ""))
            return TryAgain(f"{host} failed ({status}){quoted}", wait)
        return SynthesisError(f"{host} did not take this text ({status}){quoted}")

    @contextmanager
    def _failures_told(self, text: str) -> Iterator[None]:
        """Errors of the connection as sentences; their own words may hold addresses, no text."""
        host = self.settings.host
        try:
            yield
        except (httpx.ConnectTimeout, httpx.ConnectError) as error:
            raise TryAgain(f"{host} cannot be reached. Is the server running?") from error
        except httpx.TimeoutException as error:
            limit = self.settings.timeout
            raise TryAgain(f"{host} did not answer in {limit:g} seconds.") from error
        except httpx.TransportError as error:
            raise TryAgain(f"The connection to {host} broke off.") from error
        except (httpx.InvalidURL, httpx.DecodingError, UnicodeEncodeError) as error:
            raise Refused(f"No proper request to {host}, or no proper answer.") from error


def _read(answer: httpx.Response, most: int, deadline: float) -> bytes:
    """At most a little more than *most* bytes of the answer; raises ReadTimeout at the deadline."""
    body = bytearray()
    for chunk in answer.iter_bytes():
        body += chunk
        if len(body) > most:
            break
        if time.monotonic() > deadline:
            raise httpx.ReadTimeout("The answer dripped.")
    return bytes(body)


def _said(body: bytes) -> tuple[str, str]:
    """The sentence in the body of an error, and its code; both empty if there is none.

    OpenAI: ``{"error": {"message", "code"}}``; FastAPI: ``{"detail": "…" or [{"msg"}]}``. Anything
    else may be a page, or quote the whole request.
    """
    try:
        body_told = json.loads(body)
    except (ValueError, RecursionError):
        return "", ""
    if not isinstance(body_told, dict):
        return "", ""
    error = body_told.get("error", body_told.get("detail", body_told))
    if isinstance(error, list):
        error = next((one for one in error if isinstance(one, dict)), {})
    if isinstance(error, str):
        return error, ""
    if not isinstance(error, dict):
        return "", ""
    message = error.get("message") or error.get("msg") or ""
    return (message if isinstance(message, str) else ""), f"{error.get('code')} {error.get('type')}"


def _seconds(value: str) -> float | None:
    """What Retry-After asks for (RFC 9110, section 10.2.3): seconds, or a date."""
    try:
        return max(0.0, float(value))
    except ValueError:
        pass
    try:
        then = email.utils.parsedate_to_datetime(value)
    except ValueError:
        return None
    return max(0.0, then.timestamp() - time.time())
