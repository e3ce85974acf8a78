"""Properties H1 to H5 of the clips' way to the listener."""

import io
from typing import Any

import pytest
import soundfile
from django.utils import timezone

from arena.models import Matchup, Study
from corpus.models import Clip
from tests.voting import VotingClient, code_of

HIDDEN_HEADERS = {"Last-Modified", "Content-Disposition", "Access-Control-Allow-Origin", "Expires"}


@pytest.fixture
def clip(study: Study, listener: VotingClient) -> str:
    """The address of a clip that was issued to the listener."""
    address: str = listener.matchup()["clips"]["left"]
    return address


def test_a_clip_is_the_rendition_of_its_side(study: Study, listener: VotingClient) -> None:
    matchup = listener.matchup()
    row = Matchup.objects.select_related("left_clip", "right_clip").get()
    for side, stored in (("left", row.left_clip), ("right", row.right_clip)):
        response = listener.get(matchup["clips"][side])
        assert response.status_code == 200
        assert response["Content-Type"] == "audio/wav"
        with stored.rendition.open("rb") as file:
            assert response.content == file.read()
        assert soundfile.info(io.BytesIO(response.content)).samplerate == 24_000


def test_anyone_else_gets_not_found(
    clip: str, listener: VotingClient, other_listener: VotingClient
) -> None:
    assert code_of(other_listener.get(clip)) == "matchup-not-found"
    other_listener.matchup()
    assert code_of(other_listener.get(clip)) == "matchup-not-found"


def test_an_address_expires(clip: str, listener: VotingClient) -> None:
    Matchup.objects.update(expires_at=timezone.now())
    assert code_of(listener.get(clip)) == "matchup-expired"


def test_no_header_lasts_or_names_a_file(clip: str, listener: VotingClient) -> None:
    response = listener.get(clip)
    assert not HIDDEN_HEADERS & set(response.headers)
    assert response["Cache-Control"] == "private, no-store"
    assert response["Referrer-Policy"] == "no-referrer"
    stored = Clip.objects.values_list("rendition", "original")
    names = {part for row in stored for name in row for part in name.split("/") if len(part) > 2}
    assert not [n for n in names - {"renditions", "originals"} if n in str(response.headers)]


def test_the_same_clip_in_two_matchups_shares_no_validator(
    study: Study, listener: VotingClient
) -> None:
    tags: dict[int, set[str]] = {}
    rounds = 14  # more than there are prompts and pairs: clips come again
    for _ in range(rounds):
        matchup = listener.matchup()
        row = Matchup.objects.get(token=matchup["token"])
        for side, clip in (("left", row.left_clip_id), ("right", row.right_clip_id)):
            tags.setdefault(clip, set()).add(listener.get(matchup["clips"][side])["ETag"])
        listener.vote(matchup["token"])
    assert sum(len(of_clip) for of_clip in tags.values()) == 2 * rounds
    assert max(len(of_clip) for of_clip in tags.values()) > 1


def test_all_systems_answer_with_the_same_headers(study: Study, listener: VotingClient) -> None:
    shapes = set()
    for _ in range(12):
        matchup = listener.matchup()
        for address in matchup["clips"].values():
            headers = {**listener.get(address).headers}
            del headers["ETag"], headers["Content-Length"]
            shapes.add(tuple(headers.items()))
        listener.vote(matchup["token"])
    assert len(shapes) == 1


@pytest.mark.parametrize(
    ("asked", "start", "stop"),
    [("bytes=0-1", 0, 2), ("bytes=100-", 100, None), ("bytes=-50", -50, None)],
)
def test_a_range_is_answered_in_part(
    clip: str, listener: VotingClient, asked: str, start: int, stop: int | None
) -> None:
    whole = listener.get(clip).content
    response = listener.get(clip, headers={"Range": asked})
    assert response.status_code == 206
    assert response.content == whole[start:stop]
    first = start % len(whole)
    last = first + len(response.content) - 1
    assert response["Content-Range"] == f"bytes {first}-{last}/{len(whole)}"
    assert response["Content-Length"] == str(len(response.content))


def test_a_range_beyond_the_end_is_416(clip: str, listener: VotingClient) -> None:
    size = len(listener.get(clip).content)
    response = listener.get(clip, headers={"Range": f"bytes={size}-"})
    assert response.status_code == 416
    assert response["Content-Range"] == f"bytes */{size}"


def test_if_range_is_honoured(clip: str, listener: VotingClient) -> None:
    tag = listener.get(clip)["ETag"]
    same = listener.get(clip, headers={"Range": "bytes=0-9", "If-Range": tag})
    changed = listener.get(clip, headers={"Range": "bytes=0-9", "If-Range": '"another"'})
    assert (same.status_code, changed.status_code) == (206, 200)


def test_head_has_the_headers_and_no_body(clip: str, listener: VotingClient) -> None:
    whole: Any = listener.get(clip)
    head: Any = listener.head(clip)
    assert head.status_code == 200
    assert head.content == b""
    assert head["Content-Length"] == whole["Content-Length"]
    assert head["Accept-Ranges"] == "bytes"


def test_a_clip_that_is_rendered_anew_meanwhile_is_served_anew(
    study: Study, listener: VotingClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    from arena.api import clip_responses  # noqa: PLC0415
    from corpus.services import render_clip  # noqa: PLC0415

    address = listener.matchup()["clips"]["left"]
    read = clip_responses._read
    old = Matchup.objects.select_related("left_clip__prompt__corpus").get().left_clip
    readings: list[str] = []

    def read_late(clip: Clip, issued: str) -> bytes:
        if not readings:
            render_clip(clip=old)
            old.rendition.storage.delete(str(clip.rendition.name))
        readings.append(str(clip.rendition.name))
        return read(clip, issued)

    monkeypatch.setattr(clip_responses, "_read", read_late)
    assert listener.get(address).status_code == 200
    assert len(set(readings)) == 2
