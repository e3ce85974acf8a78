"""The pages of an upload, with and without scripts, and who may open them."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from corpus.models import Clip, Corpus, Job, UploadBatch
from corpus.roles import ANALYST, CURATOR, READER, REVIEWER
from corpus.services.jobs import run_to_its_end
from corpus.services.uploads import begin_upload
from tests.corpus.archives.zips import zip_of
from tests.corpus.audio.recordings import spoken_by_espeak, spoken_by_flite
from tests.people import account, signed_in
from tests.studies import SYSTEMS, TEXTS, make_prompts, make_system

pytestmark = pytest.mark.django_db

BEGIN = "/curate/corpora/bench/upload/"
ZORBLAT = SYSTEMS[0][0]
WRONG = (f"{ZORBLAT}/female/explaner-1.wav", "nobody/what.wav", f"{ZORBLAT}/x.male.wav")


@pytest.fixture
def corpus() -> Corpus:
    """Four prompts and one system with two voices."""
    corpus = Corpus.objects.create(slug="bench", title="The benchmark")
    make_prompts(corpus)
    make_system(*SYSTEMS[0])
    return corpus


@pytest.fixture
def cora(corpus: Corpus) -> Client:
    """A curator."""
    return signed_in(account(CURATOR, name="cora"))


@pytest.fixture
def batch(cora: Client, corpus: Corpus) -> UploadBatch:
    """An upload that the curator has begun."""
    cora.post(BEGIN, {"speaker": ""})
    return UploadBatch.objects.get()


def address(batch: UploadBatch, *rest: object) -> str:
    return "/".join([f"{BEGIN}{batch.pk}", *map(str, rest), ""])


def a_zip() -> SimpleUploadedFile:
    """One good name and three wrong ones."""
    good = [(f"{ZORBLAT}/female/explainer-2.wav", spoken_by_espeak())]
    files = [*good, *((name, spoken_by_flite()) for name in WRONG)]
    return SimpleUploadedFile("clips.zip", zip_of(files))


def run_jobs() -> None:
    for job in Job.objects.open():
        run_to_its_end(job=job)


def seen(client: Client, batch: UploadBatch, query: str = "") -> str:
    answer = client.get(address(batch) + query)
    assert answer.status_code == 200
    return answer.content.decode()


def test_without_scripts_a_zip_is_sent_looked_at_mended_and_stored(
    cora: Client, batch: UploadBatch
) -> None:
    cora.post(address(batch, "files"), {"files": a_zip()})
    assert "Waiting for a worker" in seen(cora, batch)
    run_jobs()
    page = seen(cora, batch)
    assert "1 of 4 files can become clips." in page
    assert "3 need a look." in page
    assert "Nearest name: explainer-1" in page
    row = batch.files.get(path=WRONG[0])
    picked = {"external_id": "explainer-1", "voice": row.voice_id}
    cora.post(address(batch, "files", row.pk), picked)
    assert "2 of 4 files can become clips." in seen(cora, batch)
    assert not Clip.objects.exists()
    cora.post(address(batch, "confirm"))
    run_jobs()
    assert "2 clips are stored and will be rendered; 2 files were not stored." in seen(cora, batch)
    assert Clip.objects.count() == 2


def test_a_browser_sends_each_file_and_hears_what_has_come(
    cora: Client, batch: UploadBatch
) -> None:
    path = f"{ZORBLAT}/female/explainer-1.wav"
    file = SimpleUploadedFile("explainer-1.wav", spoken_by_espeak())
    answer = cora.post(
        address(batch, "files"),
        {"files": file, "path": path},
        headers={"accept": "application/json"},
    )
    assert answer.status_code == 201
    have = cora.get(address(batch, "files")).json()["have"]
    assert have == [[path, len(spoken_by_espeak())]]


def test_a_closed_upload_says_so_to_a_browser(cora: Client, batch: UploadBatch) -> None:
    cora.post(address(batch, "discard"))
    answer = cora.post(
        address(batch, "files"),
        {"files": SimpleUploadedFile("a.wav", b"x")},
        headers={"accept": "application/json"},
    )
    assert answer.status_code == 409
    assert "closed" in answer.json()["sentence"]


def test_who_speaks_can_be_chosen_before_and_changed_after(cora: Client, corpus: Corpus) -> None:
    system = make_system(*SYSTEMS[0])
    cora.post(BEGIN, {"speaker": f"{system.pk}:male"})
    batch = UploadBatch.objects.get()
    cora.post(
        address(batch, "files"),
        {"files": SimpleUploadedFile("explainer-1.wav", spoken_by_espeak())},
    )
    run_jobs()
    assert "1 of 1 file can become clips" in seen(cora, batch)
    cora.post(address(batch, "speaker"), {"speaker": ""})
    assert "none is chosen" in seen(cora, batch)


def test_a_link_from_a_voice_chooses_it(cora: Client) -> None:
    voice = make_system(*SYSTEMS[0]).voices.get(gender="male")
    page = cora.get(f"{BEGIN}?voice={voice.pk}").content.decode()
    assert f'<option value="{voice.system_id}:male" selected>' in page


def test_the_rule_of_names_is_told_with_real_names(cora: Client) -> None:
    page = cora.get(BEGIN).content.decode()
    assert f"{ZORBLAT}/female/explainer-1.wav" in page


def test_what_will_still_be_missing_is_told(cora: Client, batch: UploadBatch) -> None:
    cora.post(address(batch, "files"), {"files": a_zip()})
    run_jobs()
    page = seen(cora, batch)
    assert "1 of 4 prompts have a clip." in page
    assert "explainer-1, phone-agent-1, phone-agent-2" in page


def test_files_are_shown_by_outcome(cora: Client, batch: UploadBatch) -> None:
    cora.post(address(batch, "files"), {"files": a_zip()})
    run_jobs()
    page = seen(cora, batch, "?show=new")
    assert "explainer-2.wav" in page
    assert "what.wav" not in page


def test_no_text_of_a_prompt_is_on_the_page(cora: Client, batch: UploadBatch) -> None:
    cora.post(address(batch, "files"), {"files": a_zip()})
    run_jobs()
    page = seen(cora, batch)
    assert not any(text in page for texts in TEXTS.values() for text in texts)


def test_the_number_of_queries_does_not_grow_with_the_files(
    cora: Client, batch: UploadBatch, django_assert_max_num_queries: object
) -> None:
    assert callable(django_assert_max_num_queries)
    cora.post(address(batch, "files"), {"files": a_zip()})
    run_jobs()
    with django_assert_max_num_queries(26):
        seen(cora, batch)


def test_an_upload_of_another_corpus_is_not_found(cora: Client, batch: UploadBatch) -> None:
    Corpus.objects.create(slug="other", title="Other")
    assert cora.get(f"/curate/corpora/other/upload/{batch.pk}/").status_code == 404


@pytest.mark.parametrize("role", [REVIEWER, READER, ANALYST])
def test_only_curators_upload(corpus: Corpus, role: str) -> None:
    batch = begin_upload(corpus=corpus, by=None)
    person = signed_in(account(role))
    assert person.get(BEGIN).status_code == 403
    for part in ("", "files/"):
        assert person.get(f"{BEGIN}{batch.pk}/{part}").status_code == 403
    for part in ("files/", "look/", "speaker/", "files/1/", "confirm/", "discard/"):
        assert person.post(f"{BEGIN}{batch.pk}/{part}").status_code == 403
    batch.refresh_from_db()
    assert batch.is_open


def test_a_second_person_is_asked_for_where_the_anchor_reads(
    cora: Client, batch: UploadBatch
) -> None:
    make_system(*SYSTEMS[2])
    file = SimpleUploadedFile("explainer-2.male.wav", spoken_by_espeak())
    path = {"path": "human-anchor/male/explainer-2.wav"}
    cora.post(address(batch, "files"), {"files": file, **path})
    run_jobs()
    second = signed_in(account(CURATOR, REVIEWER, name="both"))
    store = address(batch, "confirm")
    assert "A second person has to store them" in seen(cora, batch)
    assert store not in seen(cora, batch)
    assert store in seen(second, batch)
    more = {"files": SimpleUploadedFile("explainer-1.wav", spoken_by_flite())}
    answer = second.post(address(batch, "files"), more, follow=True)
    assert "cora began this upload" in answer.content.decode()
    assert batch.files.count() == 1


def test_a_file_is_heard_before_it_is_stored(cora: Client, batch: UploadBatch) -> None:
    sound = spoken_by_espeak()
    name = f"{ZORBLAT}/female/explainer-2.wav"
    cora.post(address(batch, "files"), {"files": SimpleUploadedFile("t.wav", sound), "path": name})
    (file,) = batch.files.all()
    heard = address(batch, "files", file.pk, "sound")
    assert cora.get(heard).status_code == 404, "not before a worker has read it"
    run_jobs()
    assert heard in seen(cora, batch)
    answer = cora.get(heard)
    assert (answer.content, answer["Content-Type"]) == (sound, "audio/wav")
    part = cora.get(heard, headers={"Range": "bytes=0-1"})
    assert (part.status_code, part.content) == (206, sound[:2])


def test_a_file_that_is_no_recording_is_not_sent_back(cora: Client, batch: UploadBatch) -> None:
    page = SimpleUploadedFile("t.wav", b"<html><script>alert(1)</script>")
    cora.post(address(batch, "files"), {"files": page, "path": f"{ZORBLAT}/female/explainer-2.wav"})
    run_jobs()
    (file,) = batch.files.all()
    assert cora.get(address(batch, "files", file.pk, "sound")).status_code == 404


@pytest.mark.parametrize("role", [REVIEWER, READER, ANALYST])
def test_a_staged_file_is_heard_by_curators_alone(batch: UploadBatch, role: str) -> None:
    other = signed_in(account(role))
    assert other.get(address(batch, "files", 1, "sound")).status_code == 403


def test_only_who_began_an_upload_is_offered_to_send_files_to_it(
    cora: Client, batch: UploadBatch
) -> None:
    second = signed_in(account(CURATOR, REVIEWER, name="both"))
    for offered in (f'action="{address(batch, "files")}"', "js/curate/upload"):
        assert offered in seen(cora, batch)
        assert offered not in seen(second, batch)
    assert "cora began this upload and alone sends files to it" in seen(second, batch)
