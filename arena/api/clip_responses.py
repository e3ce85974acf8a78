"""Answers with a clip's sound: the same headers for every system, none that lasts."""

from django.http import HttpRequest, HttpResponse
from django.utils.crypto import salted_hmac

from arena.models import Matchup, Side
from arena.services.listening import MatchupWithdrawn
from corpus.models import Clip
from corpus.sounds.answers import sound_response


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
    return sound_response(request, audio, etag=_etag(matchup, side, clip))


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


def _etag(matchup: Matchup, side: Side, clip: Clip) -> str:
    # Keyed with the matchup's token: the same clip in two matchups shares no validator.
    value = f"{matchup.token}/{side}/{clip.rendition_digest}"
    return f'"{salted_hmac("clip-etag", value).hexdigest()[:32]}"'
