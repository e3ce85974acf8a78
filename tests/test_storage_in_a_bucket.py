"""Private files in a bucket: a real S3 server on the loopback address, the same code as on disk."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import boto3
import pytest
from django.core.files.storage import storages
from django.test import override_settings
from moto.server import ThreadedMotoServer

from arena.models import Matchup
from config.environment import read_environment
from config.storages import private_files
from corpus.models import Clip
from corpus.services import add_clip, render_again, render_clip
from corpus.tasks import render_waiting_clips
from tests.studies import make_study, speech
from tests.voting import VotingClient

pytestmark = pytest.mark.django_db

BUCKET = "earshot-private"
PUBLIC_READERS = "http://acs.amazonaws.com/groups/global/AllUsers"


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    """The address of an S3 server without anything in it."""
    moto = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
    moto.start()
    host, port = moto.get_host_and_port()
    yield f"http://{host}:{port}"
    moto.stop()


@pytest.fixture
def bucket(server: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """An empty bucket, which the site keeps its files in."""
    monkeypatch.setenv("AWS_ACCESS_KEY_ID", "someone")
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "secret")
    client = boto3.resource("s3", endpoint_url=server, region_name="us-east-1")
    made = client.create_bucket(Bucket=BUCKET)
    environment = replace(
        read_environment(), s3_bucket=BUCKET, s3_endpoint=server, s3_region="us-east-1"
    )
    entry = private_files(environment)
    with override_settings(STORAGES={**storages.backends, "default": entry}):
        yield made
    made.objects.all().delete()
    made.delete()


@pytest.fixture
def clip(bucket: Any) -> Clip:
    """A clip of a study, newly uploaded."""
    make_study()
    before = Clip.objects.select_related("prompt", "voice").order_by("pk")[0]
    audio = speech("Good morning, how are you today?")
    return add_clip(prompt=before.prompt, voice=before.voice, audio=audio, name="take.wav")


def keys_of(bucket: Any) -> set[str]:
    """What lies in the bucket."""
    return {item.key for item in bucket.objects.all()}


def address_of(clip: Clip, listener: VotingClient) -> str:
    """Draw matchups until one has this clip, and return its address."""
    for _ in range(40):
        drawn = listener.matchup()
        row = Matchup.objects.get(token=drawn["token"])
        sides = {row.left_clip_id: "left", row.right_clip_id: "right"}
        if clip.pk in sides:
            address: str = drawn["clips"][sides[clip.pk]]
            return address
        listener.vote(drawn["token"])
    raise AssertionError("The clip is never drawn.")


def test_a_clip_is_uploaded_rendered_and_heard(clip: Clip, listener: VotingClient) -> None:
    render_waiting_clips()
    clip.refresh_from_db()
    assert clip.state == Clip.State.READY
    render_again(clips=Clip.objects.exclude(prompt=clip.prompt))  # the others are not drawn
    with clip.rendition.open("rb") as file:
        rendition = file.read()
    address = address_of(clip, listener)
    whole = listener.get(address)
    assert (whole.status_code, whole.content) == (200, rendition)
    part = listener.get(address, headers={"range": "bytes=44-99"})
    assert (part.status_code, part.content) == (206, rendition[44:100])


def test_keys_are_random_and_nothing_is_public(clip: Clip, bucket: Any) -> None:
    render_clip(clip=clip)
    clip.refresh_from_db()
    keys = {str(clip.original.name), str(clip.rendition.name)}
    assert keys < keys_of(bucket)
    assert all(len(key.split("/")[-1]) == 40 for key in keys_of(bucket))
    for key in keys:
        grants = bucket.Object(key).Acl().grants
        assert [g for g in grants if g["Grantee"].get("URI") == PUBLIC_READERS] == []
        assert bucket.Object(key).cache_control == "private, no-store"


def test_no_file_has_an_address(clip: Clip) -> None:
    with pytest.raises(ValueError, match="not accessible via a URL"):
        _ = clip.original.url


def test_replaced_files_leave_the_bucket(
    clip: Clip, bucket: Any, django_capture_on_commit_callbacks: Any
) -> None:
    before = str(clip.original.name)
    assert before in keys_of(bucket)
    with django_capture_on_commit_callbacks(execute=True):
        add_clip(prompt=clip.prompt, voice=clip.voice, audio=speech("Good evening to you all."))
    assert before not in keys_of(bucket)


def test_a_clip_whose_original_is_gone_says_so(clip: Clip, bucket: Any) -> None:
    bucket.Object(str(clip.original.name)).delete()
    assert "missing from the storage" in render_clip(clip=clip).failure


def test_a_storage_that_does_not_answer_fails_no_clip(
    clip: Clip, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("AWS_MAX_ATTEMPTS", "1")
    broken = replace(
        read_environment(), s3_bucket=BUCKET, s3_endpoint="http://127.0.0.1:9", s3_region="x"
    )
    entry = private_files(broken)
    with override_settings(STORAGES={**storages.backends, "default": entry}):
        assert render_waiting_clips() == 1
    assert list(Clip.objects.to_render().idle()) == [clip]


def test_without_a_bucket_files_lie_in_a_folder_without_address() -> None:
    entry = private_files(replace(read_environment(), s3_bucket=None))
    assert entry["OPTIONS"]["base_url"] is None
