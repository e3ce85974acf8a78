"""Answers with a clip's sound: the same headers for every system, none that lasts."""

from django.http import HttpRequest, HttpResponse
from django.utils.crypto import salted_hmac

from arena.api.byte_ranges import Unsatisfiable, parse_range
from arena.models import Matchup, Side
from arena.services.listening import MatchupWithdrawn
from corpus.models import Clip


def clip_response(request: HttpRequest, matchup: Matchup, side: Side) -> HttpResponse:
    """The rendition, whole or in part, as ``Range`` and ``If-Range`` ask.

    Raises:
        MatchupWithdrawn: the clip has another rendition by now than was issued.
    """
    clip, issued = (
        (matchup.left_clip, matchup.left_rendition)
        if side == Side.LEFT
        else (matchup.right_clip, matchup.right_rendition)
    )
    audio = _audio(clip, issued)
    etag = _etag(matchup, side, clip)
    response = _ranged(request, audio, etag)
    response["Content-Type"] = "audio/wav"
    response["Accept-Ranges"] = "bytes"
    response["ETag"] = etag
    response["Cache-Control"] = "private, no-store"
    return response


def _audio(clip: Clip, issued: str) -> bytes:
    try:
        return _read(clip, issued)
    except FileNotFoundError:
        # It was rendered anew since this request read its row; the new rendition has a new key.
        clip.refresh_from_db(fields=["rendition", "rendition_digest"])
        return _read(clip, issued)


def _read(clip: Clip, issued: str) -> bytes:
    """The bytes with the digest *issued*. Raises MatchupWithdrawn."""
    if clip.rendition_digest != issued:
        raise MatchupWithdrawn
    with clip.rendition.open("rb") as file:
        audio: bytes = file.read()
        return audio


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


def _etag(matchup: Matchup, side: Side, clip: Clip) -> str:
    # Keyed with the matchup's token: the same clip in two matchups shares no validator.
    value = f"{matchup.token}/{side}/{clip.rendition_digest}"
    return f'"{salted_hmac("clip-etag", value).hexdigest()[:32]}"'
