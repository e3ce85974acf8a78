"""Pages lead from a frozen version to the clips of its wordings, and to nothing else."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from corpus.models import Clip, Corpus, Job, Prompt, SynthesisFailure, UploadBatch, Voice
from corpus.roles import CURATOR
from corpus.services import freeze_version
from corpus.services.jobs import run_to_its_end
from corpus.services.prompts import edit_prompt
from tests.corpus.audio.recordings import spoken_by_espeak
from tests.corpus.curation.pages import text_of
from tests.people import account, signed_in
from tests.synthesis import TEXTS, approved_prompts, speaking_system

pytestmark = pytest.mark.django_db

CORPUS = "/curate/corpora/bench"
COVERAGE, UPLOAD = f"{CORPUS}/coverage/?version=1", f"{CORPUS}/upload/"
INDEX = f"{CORPUS}/synthesis/"
PAGE = f"{INDEX}zorblat/"


@pytest.fixture
def old() -> Prompt:
    """One of three prompts of a frozen version, superseded; and a system that joins late."""
    corpus = Corpus.objects.create(slug="bench", title="The benchmark")
    prompt, *_ = prompts = approved_prompts(corpus)
    freeze_version(corpus=corpus, prompts=prompts)
    speaking_system("espeak-ng")
    editor = account(CURATOR, name="editor")
    edit_prompt(prompt=prompt, by=editor, seen=prompt.revision, text="New words, newly found.")
    return prompt


@pytest.fixture
def cora(old: Prompt) -> Client:
    """A curator."""
    return signed_in(account(CURATOR, name="cora"))


def run_jobs() -> None:
    for job in Job.objects.open():
        run_to_its_end(job=job)


def voice() -> Voice:
    return Voice.objects.get(name="Ada")


def links(client: Client, address: str) -> str:
    answer = client.get(address)
    assert answer.status_code == 200
    return answer.content.decode()


def test_coverage_of_a_version_leads_to_clips_of_that_version(cora: Client, old: Prompt) -> None:
    SynthesisFailure.objects.create(prompt=old, voice=voice(), reason="No answer.")
    place = f"{COVERAGE}&prompt={old.pk}&voice={voice().pk}"
    page = links(cora, place)
    for target in (
        f'"{UPLOAD}?version=1"',
        f'"{INDEX}?version=1"',
        f'"{UPLOAD}?voice={voice().pk}&amp;version=1"',
        f'"{PAGE}?voices={voice().pk}&amp;scope=failed&amp;version=1"',
    ):
        assert target in page
    assert f'"{UPLOAD}"' not in page
    assert f'"{UPLOAD}?voice={voice().pk}"' not in page
    assert "Version 1 goes on with it" in page


def test_coverage_of_what_stands_leads_to_what_stands(cora: Client, old: Prompt) -> None:
    page = links(cora, f"{CORPUS}/coverage/?prompt={old.pk}&voice={voice().pk}")
    assert f'"{UPLOAD}?voice={voice().pk}"' in page
    assert "version=1" not in page
    assert 'id="clip"' not in page, "a wording that does not stand has no place in it"


def test_a_version_is_spoken_from_its_page(cora: Client) -> None:
    assert "3 prompts to speak, in the wordings that version 1 holds." in text_of(
        cora.get(f"{INDEX}?version=1")
    )
    assert f'"{PAGE}?version=1"' in links(cora, f"{INDEX}?version=1")
    page = links(cora, f"{PAGE}?version=1")
    assert "Make 6 clips" in page
    assert '<option value="1" selected>Version 1</option>' in page
    assert '<input type="hidden" name="version" value="1">' in page
    voices = list(Voice.objects.values_list("pk", flat=True))
    go_ahead = {"voices": voices, "scope": "approved", "version": 1, "limit": 6}
    answer = cora.post(f"{PAGE}start/", go_ahead)
    assert answer.headers["Location"] == f"{PAGE}?version=1"
    run_jobs()
    assert set(Clip.objects.values_list("prompt__text", flat=True)) == set(TEXTS)
    assert "3 clips; 3 prompts of version 1" in text_of(cora.get(f"{PAGE}?version=1"))
    assert "2 clips; 2 approved prompts" in text_of(cora.get(PAGE))


def test_a_version_that_is_not_frozen_is_not_found(cora: Client) -> None:
    for address in (INDEX, PAGE, UPLOAD):
        for number in ("2", "x"):
            assert cora.get(f"{address}?version={number}").status_code == 404


def test_an_order_of_no_such_version_is_told(cora: Client) -> None:
    answer = cora.post(f"{PAGE}start/", {"voices": voice().pk, "scope": "approved", "version": 7})
    assert (answer.status_code, Job.objects.count()) == (422, 0)
    assert "not one of the available choices" in text_of(answer)


def test_clips_of_a_version_are_uploaded(cora: Client, old: Prompt) -> None:
    page = links(cora, f"{UPLOAD}?voice={voice().pk}&version=1")
    assert '<option value="1" selected>Version 1</option>' in page
    cora.post(UPLOAD, {"speaker": f"{voice().system_id}:female", "version": "1"})
    batch = UploadBatch.objects.get()
    address = f"{UPLOAD}{batch.pk}/"
    file = SimpleUploadedFile(f"{old.external_id}.wav", spoken_by_espeak())
    cora.post(f"{address}files/", {"files": file})
    run_jobs()
    page = text_of(cora.get(address))
    assert "Prompts: version 1, in the wordings that it holds." in page
    assert "1 of 3 prompts have a clip." in page
    cora.post(f"{address}confirm/")
    run_jobs()
    assert Clip.objects.get().prompt == old
    assert f"{CORPUS}/coverage/?version=1" in links(cora, address)


def test_an_upload_is_led_to_another_target_in_place(cora: Client) -> None:
    cora.post(UPLOAD, {"speaker": ""})
    batch = UploadBatch.objects.get()
    for sent, number in (("1", 1), ("", None)):
        cora.post(f"{UPLOAD}{batch.pk}/speaker/", {"speaker": "", "version": sent})
        batch.refresh_from_db()
        assert (batch.version.number if batch.version else None) == number


def test_without_a_frozen_version_there_is_nothing_to_choose() -> None:
    Corpus.objects.create(slug="bench", title="The benchmark")
    speaking_system("espeak-ng")
    cora = signed_in(account(CURATOR))
    for address in (UPLOAD, PAGE, INDEX):
        assert "The corpus as it stands" not in links(cora, address)
