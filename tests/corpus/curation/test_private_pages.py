"""What pages with private texts leave behind: nothing in caches, a line in the log."""

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from corpus.models import BulkRead, Corpus, Prompt
from corpus.roles import CURATOR, READER, REVIEWER
from corpus.services.versions import draft_version, freeze_version
from tests.corpus.curated import corpus_called, prompt_in, sentences, staged
from tests.people import account, signed_in

BENCH = "/curate/corpora/bench/"
# Digits of other scripts, signs that only look like digits, and more than any key has.
NO_NUMBERS = ["²", "9" * 30, "-1", "1.0", ""]

pytestmark = pytest.mark.django_db


@pytest.fixture
def corpus() -> Corpus:
    return corpus_called()


@pytest.fixture
def cora(corpus: Corpus) -> User:
    """A curator, with twenty approved prompts of her own."""
    cora = account(CURATOR, name="cora")
    for place, text in enumerate(sentences(20)):
        prompt_in(corpus, cora, f"p-{place}", text)
    rhea = account(REVIEWER, name="rhea")
    corpus.prompts.update(state=Prompt.State.APPROVED, reviewer=rhea, reviewed_at=timezone.now())
    return cora


def logged() -> list[tuple[str, str, int]]:
    return list(BulkRead.objects.values_list("by_name", "form", "prompt_count"))


def test_no_page_of_the_workplace_is_kept_in_a_cache(corpus: Corpus, cora: User) -> None:
    prompt = corpus.prompts.earliest("pk")
    preview = staged(corpus, cora, [{"external_id": "n-1", "text": "Nothing new."}])
    draft_version(corpus=corpus)
    people = {
        cora: ["", "jobs/", "systems/"],
        account(READER, name="rita"): ["studio/", "studio/readings/"],
        User.objects.get(username="rhea"): ["readings/"],
    }
    people[cora] += [
        f"corpora/bench/{page}"
        for page in [
            *("", "prompts/", "freeze/", "coverage/", "difficulty/", "import/", "upload/"),
            *(f"prompts/{prompt.pk}/", f"prompts/{prompt.pk}/edit/", f"imports/{preview.pk}/"),
        ]
    ]
    for person, pages in people.items():
        client = signed_in(person)
        for page in pages:
            answer = client.get(f"/curate/{page}")
            kept = answer.headers.get("Cache-Control")
            assert (page, answer.status_code, kept) == (page, 200, "private, no-store")


def test_a_draft_that_shows_many_texts_is_logged(corpus: Corpus, cora: User) -> None:
    draft_version(corpus=corpus)
    signed_in(cora).get(f"{BENCH}freeze/")
    assert logged() == [("cora", "page", 20)]


def test_a_comparison_that_shows_many_texts_is_logged(corpus: Corpus, cora: User) -> None:
    prompts = list(corpus.prompts.all())
    few = prompt_in(corpus, cora, "few", "Thunder woke the harbour master twice last night.")
    freeze_version(corpus=corpus, prompts=[few])
    freeze_version(corpus=corpus, prompts=[few, *prompts])
    client = signed_in(cora)
    client.get(f"{BENCH}versions/1/to/1/")
    assert logged() == []
    client.get(f"{BENCH}versions/1/to/2/")
    assert logged() == [("cora", "page", 20)]


@pytest.mark.usefixtures("static_files")
def test_a_long_list_in_the_admin_is_logged(cora: User) -> None:
    root = User.objects.create_superuser("root", password="s3cret-words")
    signed_in(root).get("/admin/corpus/prompt/")
    assert logged() == [("root", "page", 20)]


@pytest.mark.parametrize("odd", NO_NUMBERS)
def test_what_is_no_number_breaks_no_page(corpus: Corpus, cora: User, odd: str) -> None:
    client = signed_in(cora)
    prompt = corpus.prompts.earliest("pk")
    draft_version(corpus=corpus)
    for page in [
        f"coverage/?prompt={odd}&voice={odd}&page={odd}",
        f"upload/?voice={odd}",
        f"prompts/?page={odd}",
    ]:
        assert client.get(f"{BENCH}{page}").status_code == 200
    for page, sent in [
        ("coverage/render/", {"clip": odd, "page": odd}),
        ("freeze/draft/", {"base": odd}),
        ("freeze/select/", {"do": "out", "prompt": odd}),
        (f"prompts/{prompt.pk}/accept/", {"place": odd, "seen": odd}),
        (f"prompts/{prompt.pk}/withdraw/", {"seen": odd, "reason": "No."}),
    ]:
        assert client.post(f"{BENCH}{page}", sent).status_code == 302
    assert corpus.prompts.current().count() == 20
