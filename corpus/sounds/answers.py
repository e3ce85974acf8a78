"""Answers that hold a sound. Safari plays none that cannot be had by byte range."""

import hashlib

from django.http import HttpRequest, HttpResponse

from corpus.sounds.byte_ranges import Unsatisfiable, parse_range


def sound_response(
    request: HttpRequest, audio: bytes, *, media_type: str = "audio/wav", etag: str = ""
) -> HttpResponse:
    """The sound, whole or in part, as ``Range`` and ``If-Range`` ask (RFC 9110, section 14).

    etag: with its quotes; by default it is of the bytes. Nothing may keep the answer.
    """
    etag = etag or f'"{hashlib.sha256(audio).hexdigest()[:32]}"'
    response = _ranged(request, audio, etag)
    response["Content-Type"] = media_type
    response["Accept-Ranges"] = "bytes"
    response["ETag"] = etag
    response["Cache-Control"] = "private, no-store"
    return response


def _ranged(request: HttpRequest, audio: bytes, etag: str) -> HttpResponse:
    try:
        asked = parse_range(_valid_range(request, etag), len(audio))
    except Unsatisfiable:
        return HttpResponse(status=416, headers={"Content-Range": f"bytes */{len(audio)}"})
    if asked is None:
        return HttpResponse(audio)
    part = HttpResponse(audio[asked.start : asked.stop], status=206)
    part["Content-Range"] = asked.content_range
    return part


def _valid_range(request: HttpRequest, etag: str) -> str:
    """The Range header, unless If-Range names another representation or the method has none."""
    if request.method != "GET" or request.headers.get("If-Range", etag) != etag:
        return ""
    return request.headers.get("Range", "")
