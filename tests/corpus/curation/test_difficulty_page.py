"""The page on the difficulty of a corpus."""

import pytest
from django.test import Client

from corpus.models import Corpus, Job
from corpus.roles import ANALYST, CURATOR, READER, REVIEWER
from corpus.services.difficulty import start_measuring
from corpus.services.jobs import run_to_its_end
from tests.corpus.prompts import PLAIN_TO_ODD, add_prompts
from tests.people import account, signed_in

pytestmark = pytest.mark.django_db

PAGE = "/curate/corpora/bench/difficulty/"


@pytest.fixture
def corpus() -> Corpus:
    """A private corpus without prompts."""
    return Corpus.objects.create(slug="bench", title="The benchmark")


@pytest.fixture
def curator(db: None) -> Client:
    """Someone of that role, signed in."""
    return signed_in(account(CURATOR))


def seen(client: Client) -> str:
    """The page as this person gets it."""
    answer = client.get(PAGE)
    assert answer.status_code == 200
    return answer.content.decode()


def test_an_empty_corpus_is_told_what_will_happen(corpus: Corpus, curator: Client) -> None:
    """No empty chart."""
    page = seen(curator)
    assert "no prompts yet" in page
    assert "strip-plot" not in page


def test_measuring_begins_with_a_button_and_shows_its_progress(
    corpus: Corpus, curator: Client
) -> None:
    """The person is named as the one who began it."""
    add_prompts(corpus)
    assert "5 of 5 prompts wait to be measured" in seen(curator)
    page = curator.post(f"{PAGE}start/", follow=True).content.decode()
    assert "Measure difficulty: The benchmark" in page
    assert "Waiting for a worker" in page
    assert Job.objects.get().started_by is not None


def test_each_register_is_drawn_and_told_and_the_narrow_ones_are_named(
    corpus: Corpus, curator: Client
) -> None:
    """In words, beside the chart, with a table behind."""
    add_prompts(corpus)
    add_prompts(corpus, PLAIN_TO_ODD[:2], register="phone-agent")
    run_to_its_end(job=start_measuring(corpus=corpus))
    page = seen(curator)
    assert "All 7 prompts are measured." in page
    assert page.count('class="strip-plot"') == 2
    _, explainer, agent = page.split('<div class="strip">')
    assert "Phone agent" in explainer or "Phone agent" in agent
    narrow, wide = (agent, explainer) if "Phone agent" in agent[:200] else (explainer, agent)
    assert "Narrow" in narrow[:400]
    assert "less than an order of magnitude" in narrow
    assert "Narrow" not in wide[:400]
    assert '<th scope="row">Phone agent</th>' in page


def test_no_text_of_a_prompt_is_on_the_page(corpus: Corpus, curator: Client) -> None:
    """Numbers alone."""
    add_prompts(corpus)
    run_to_its_end(job=start_measuring(corpus=corpus))
    page = seen(curator)
    assert not any(text in page for text in PLAIN_TO_ODD)


def test_another_model_is_chosen_and_starts_at_once(corpus: Corpus, curator: Client) -> None:
    """By the name that it has on Hugging Face."""
    chosen = {"back_end": "huggingface:", "name": " openai-community/gpt2 "}
    page = curator.post(f"{PAGE}model/", chosen, follow=True).content.decode()
    corpus.refresh_from_db()
    assert corpus.language_model == "huggingface:openai-community/gpt2"
    assert 'value="openai-community/gpt2"' in page
    assert Job.objects.get().corpus == corpus


@pytest.mark.parametrize("wrong", [{"back_end": "huggingface:", "name": " "}, {}])
def test_half_a_choice_is_sent_back_with_a_sentence(
    corpus: Corpus, curator: Client, wrong: dict[str, str]
) -> None:
    """Beside the field that is wrong; nothing is changed."""
    answer = curator.post(f"{PAGE}model/", wrong)
    assert answer.status_code == 422
    assert 'class="field-error" role="alert"' in answer.content.decode()
    corpus.refresh_from_db()
    assert corpus.language_model == "pocketsphinx"
    assert not Job.objects.exists()


def test_the_same_model_again_changes_nothing(corpus: Corpus, curator: Client) -> None:
    """And says so."""
    page = curator.post(f"{PAGE}model/", {"back_end": "pocketsphinx"}, follow=True)
    assert "Nothing was changed" in page.content.decode()
    assert not Job.objects.exists()


def test_a_failed_job_says_on_the_page_what_to_do(corpus: Corpus, curator: Client) -> None:
    """The sentence of the model that is not there."""
    add_prompts(corpus)
    curator.post(f"{PAGE}model/", {"back_end": "huggingface:", "name": "/no/such/folder"})
    job = run_to_its_end(job=Job.objects.get())
    page = seen(curator)
    assert "Measuring failed." in page
    assert "Measure now" in page
    assert job.state == Job.State.FAILED


def test_the_corpus_page_leads_there(corpus: Corpus, curator: Client) -> None:
    """With how much is measured."""
    add_prompts(corpus)
    page = curator.get("/curate/corpora/bench/").content.decode()
    assert f'href="{PAGE}"' in page
    assert "0 of 5 measured by pocketsphinx" in page


@pytest.mark.parametrize("role", [REVIEWER, READER, ANALYST])
@pytest.mark.parametrize("address", [PAGE, f"{PAGE}start/", f"{PAGE}model/"])
def test_only_curators_are_let_in(corpus: Corpus, role: str, address: str) -> None:
    """Whatever they send."""
    person = signed_in(account(role))
    answer = person.get(address) if address == PAGE else person.post(address)
    assert answer.status_code == 403
    assert not Job.objects.exists()
