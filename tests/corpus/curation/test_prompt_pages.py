"""Lists and pages of prompts, and who may open them."""

import re

import pytest
from django.contrib.auth.models import User
from django.test import Client

from corpus.models import BulkRead, Corpus, LanguageModel, Prompt
from corpus.prompt_files.reading import read_table
from corpus.roles import ANALYST, CURATOR, READER, REVIEWER
from corpus.services.prompts import edit_prompt, withdraw_prompt
from tests.corpus.curated import corpus_called, prompt_in, sentences
from tests.people import account, signed_in

pytestmark = pytest.mark.django_db

LIST = "/curate/corpora/bench/prompts/"
ONE, TWO, THREE = sentences(300)[::100]


@pytest.fixture
def cora() -> User:
    return account(CURATOR, name="cora")


@pytest.fixture
def corpus() -> Corpus:
    return corpus_called()


@pytest.fixture
def prompts(corpus: Corpus, cora: User) -> list[Prompt]:
    return [
        prompt_in(corpus, cora, "p-1", ONE, topic="sport"),
        prompt_in(corpus, cora, "p-2", TWO, register="phone-agent", topic="banking"),
        prompt_in(corpus, cora, "p-3", "Um, it costs $5. [noise]", topic="sport"),
    ]


def shown(client: Client, query: str = "") -> list[str]:
    page = client.get(LIST + query).context["page"]
    return [prompt.external_id for prompt in page]


def sought(client: Client, **fields: str) -> str:
    """The query of the page that a search leads to."""
    address = client.post(LIST, fields).headers["Location"]
    return address.removeprefix(LIST).removeprefix("?")


@pytest.mark.parametrize("role", [READER, ANALYST])
def test_others_see_no_prompt(prompts: list[Prompt], role: str) -> None:
    client = signed_in(account(role))
    for address in (LIST, f"{LIST}{prompts[0].pk}/", f"{LIST}export/csv/", f"{LIST}add/"):
        assert client.get(address).status_code == 403


def test_a_reviewer_reads_and_neither_writes_nor_exports(prompts: list[Prompt]) -> None:
    client = signed_in(account(REVIEWER))
    assert client.get(LIST).status_code == 200
    assert client.get(f"{LIST}{prompts[0].pk}/").status_code == 200
    for address in (f"{LIST}export/csv/", f"{LIST}add/", f"{LIST}{prompts[0].pk}/edit/"):
        assert client.get(address).status_code == 403


def test_an_empty_corpus_says_what_to_do(corpus: Corpus, cora: User) -> None:
    assert "Import a file of them" in signed_in(cora).get(LIST).content.decode()


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("", ["p-1", "p-2", "p-3"]),
        ("?id=p-2", ["p-2"]),
        ("?id=P", []),
        ("?register=phone-agent", ["p-2"]),
        ("?findings=error", ["p-3"]),
        ("?findings=clean", ["p-1", "p-2"]),
        ("?findings=noise", ["p-3"]),
        ("?findings=disfluency", ["p-3"]),
        ("?state=approved", []),
        ("?sort=newest", ["p-3", "p-2", "p-1"]),
        ("?difficulty=unknown", ["p-1", "p-2", "p-3"]),
        ("?sort=nonsense&register=nonsense", ["p-1", "p-2", "p-3"]),
    ],
)
def test_prompts_are_searched_filtered_and_ordered(
    prompts: list[Prompt], cora: User, query: str, found: list[str]
) -> None:
    assert shown(signed_in(cora), query) == found


@pytest.mark.parametrize(
    ("fields", "found"),
    [
        ({"q": "P-2"}, ["p-2"]),
        ({"q": "costs"}, ["p-3"]),
        ({"topic": "sport"}, ["p-1", "p-3"]),
        ({"topic": "sport", "findings": "error"}, ["p-3"]),
        ({"topic": "nonsense"}, ["p-1", "p-2", "p-3"]),
        ({}, ["p-1", "p-2", "p-3"]),
    ],
)
def test_a_search_leads_to_an_address_that_holds_none_of_its_words(
    prompts: list[Prompt], cora: User, fields: dict[str, str], found: list[str]
) -> None:
    client = signed_in(cora)
    query = sought(client, **fields)
    assert shown(client, f"?{query}") == found
    assert not any(word in query for word in ("P-2", "costs", "sport"))
    page = client.get(f"{LIST}?{query}").content.decode()
    links = re.findall(r'(?:href|action)="([^"]*)"', page)
    assert not any(word in link for word in ("P-2", "costs", "sport") for link in links)


def test_several_searches_of_one_session_stand_beside_each_other(
    prompts: list[Prompt], cora: User
) -> None:
    client = signed_in(cora)
    first, second = sought(client, q="costs"), sought(client, topic="banking")
    assert first == sought(client, q="costs")
    assert shown(client, f"?{first}") == ["p-3"]
    assert shown(client, f"?{second}") == ["p-2"]


def test_words_in_an_address_are_not_searched_for(prompts: list[Prompt], cora: User) -> None:
    assert shown(signed_in(cora), "?q=costs&topic=sport") == ["p-1", "p-2", "p-3"]


def test_a_search_means_nothing_to_somebody_else_and_the_page_says_so(
    prompts: list[Prompt], cora: User
) -> None:
    query = sought(signed_in(cora), q="costs")
    rhea = signed_in(account(CURATOR, name="rhea"))
    page = rhea.get(f"{LIST}?{query}")
    assert "That search is not remembered any more." in page.content.decode()
    assert len(page.context["page"]) == len(prompts)
    answer = rhea.get(f"{LIST}export/csv/?{query}")
    assert (answer.status_code, answer.headers["Location"]) == (302, LIST)
    assert not BulkRead.objects.exists()


def test_the_next_prompt_is_the_next_that_was_found(prompts: list[Prompt], cora: User) -> None:
    client = signed_in(cora)
    query = sought(client, topic="sport")
    page = client.get(f"{LIST}{prompts[0].pk}/?{query}")
    assert page.context["later"] == prompts[2].pk


def test_prompts_are_filtered_by_their_stratum(corpus: Corpus, cora: User) -> None:
    model = LanguageModel.objects.create(name="m", digest="0" * 64)
    for place, text in enumerate(sentences(900)[::100]):
        prompt = prompt_in(corpus, cora, f"p-{place}", text)
        Prompt.objects.filter(pk=prompt.pk).update(perplexity=10.0**place, language_model=model)
    assert shown(signed_in(cora), "?difficulty=high") == ["p-6", "p-7", "p-8"]


def test_withdrawn_prompts_are_shown_when_asked_for(prompts: list[Prompt], cora: User) -> None:
    withdraw_prompt(prompt=prompts[0], by=cora, seen=0, reason="Too private.")
    client = signed_in(cora)
    assert shown(client) == ["p-2", "p-3"]
    assert shown(client, "?state=withdrawn") == ["p-1"]


def test_what_is_filtered_is_exported_and_logged(prompts: list[Prompt], cora: User) -> None:
    client = signed_in(cora)
    answer = client.get(f"{LIST}export/csv/?{sought(client, topic='sport')}")
    assert answer.headers["Cache-Control"] == "private, no-store"
    ids = [row.cells["external_id"] for row in read_table(answer.content).rows]
    assert ids == ["p-1", "p-3"]
    log = BulkRead.objects.get()
    assert (log.by_name, log.form, log.prompt_count) == ("cora", "csv", 2)


def test_a_long_list_of_private_texts_is_logged_and_a_short_one_is_not(
    corpus: Corpus, cora: User
) -> None:
    client = signed_in(cora)
    for place, text in enumerate(sentences(19)):
        prompt_in(corpus, cora, f"p-{place}", text)
    client.get(LIST)
    assert not BulkRead.objects.exists()
    prompt_in(corpus, cora, "p-19", "The twentieth is something else altogether.")
    client.get(LIST)
    assert BulkRead.objects.get().form == "page"


def test_a_list_asks_no_query_per_prompt(
    prompts: list[Prompt], cora: User, django_assert_max_num_queries: object
) -> None:
    client = signed_in(cora)
    client.get(LIST)
    with django_assert_max_num_queries(14):  # type: ignore[operator]
        client.get(LIST)


def test_disfluency_and_noise_are_told_apart_in_the_text(prompts: list[Prompt], cora: User) -> None:
    page = signed_in(cora).get(f"{LIST}{prompts[2].pk}/").content.decode()
    assert '<mark class="mark mark-disfluency mark-note">Um<small' in page
    assert "mark-noise mark-error" in page
    assert "Leave it out" in page


def test_shared_runs_are_marked_in_the_source(corpus: Corpus, cora: User) -> None:
    passage = "Before that, my neighbour painted a wobbly table, I think."
    prompt = prompt_in(corpus, cora, text="My neighbour painted a fence.", passage=passage)
    page = signed_in(cora).get(f"{LIST}{prompt.pk}/").content.decode()
    assert '<mark class="mark mark-source">my neighbour painted a</mark>' in page


def test_markup_in_a_text_is_shown_not_obeyed(corpus: Corpus, cora: User) -> None:
    prompt = prompt_in(corpus, cora, text="Well <script>alert(1)</script> then.")
    page = signed_in(cora).get(f"{LIST}{prompt.pk}/").content.decode()
    assert "<script>alert" not in page


def test_a_proposal_is_accepted_and_undone_on_the_page(prompts: list[Prompt], cora: User) -> None:
    client, prompt = signed_in(cora), prompts[2]
    address = f"{LIST}{prompt.pk}/"
    client.post(f"{address}accept/", {"place": "all", "seen": "0"})
    prompt.refresh_from_db()
    assert prompt.text == "Um, it costs five dollars."
    client.post(f"{address}undo/")
    prompt.refresh_from_db()
    assert prompt.text == "Um, it costs $5. [noise]"


def test_a_prompt_is_written_by_hand(corpus: Corpus, prompts: list[Prompt], cora: User) -> None:
    sent = {
        "external_id": "p-9",
        "text": THREE,
        "register": prompts[0].register_id,
        "topic": "sport",
        "source": prompts[0].source_id,
    }
    client = signed_in(cora)
    client.post(f"{LIST}add/", sent)
    assert Prompt.objects.get(external_id="p-9").author == cora
    again = client.post(f"{LIST}add/", sent | {"text": "Another."}).content.decode()
    assert "Choose another id" in again
    assert "Another." in again


def test_of_two_editors_the_second_sees_what_the_first_did(
    prompts: list[Prompt], cora: User
) -> None:
    prompt = prompts[0]
    edit_prompt(prompt=prompt, by=account(CURATOR, name="carl"), seen=0, text=THREE)
    fields = {"register": prompt.register_id, "topic": "sport", "source": prompt.source_id}
    sent = fields | {"text": "What I wrote.", "seen": "0"}
    client = signed_in(cora)
    answer = client.post(f"{LIST}{prompt.pk}/edit/", sent)
    page = answer.content.decode()
    assert answer.status_code == 409
    assert "carl has edited this prompt meanwhile" in page
    assert THREE in page
    assert "What I wrote." in page
    prompt.refresh_from_db()
    assert prompt.text == THREE
    client.post(f"{LIST}{prompt.pk}/edit/", sent | {"seen": answer.context["form"]["seen"].value()})
    prompt.refresh_from_db()
    assert prompt.text == "What I wrote."


def test_the_history_tells_who_did_what(prompts: list[Prompt], cora: User) -> None:
    edit_prompt(prompt=prompts[0], by=cora, seen=0, text=THREE)
    page = signed_in(cora).get(f"{LIST}{prompts[0].pk}/").content.decode()
    assert f"<del>{ONE}</del>" in page
    assert f"<ins>{THREE}</ins>" in page


def test_a_prompt_is_withdrawn_with_a_reason_and_restored(
    prompts: list[Prompt], cora: User
) -> None:
    client, address = signed_in(cora), f"{LIST}{prompts[0].pk}/"
    client.post(f"{address}withdraw/", {"seen": "0", "reason": ""})
    assert Prompt.objects.get(pk=prompts[0].pk).state == "waiting"
    client.post(f"{address}withdraw/", {"seen": "0", "reason": "Too private."})
    assert Prompt.objects.get(pk=prompts[0].pk).state == "withdrawn"
    client.post(f"{address}restore/", {"seen": "1"})
    assert Prompt.objects.get(pk=prompts[0].pk).state == "waiting"


def test_next_leads_on_when_a_fixed_prompt_has_left_the_list(corpus: Corpus, cora: User) -> None:
    first = prompt_in(corpus, cora, "p-1", "It costs $5.")
    second = prompt_in(corpus, cora, "p-2", "The bus leaves at 4:15 pm.")
    client = signed_in(cora)
    client.post(f"{LIST}{first.pk}/accept/", {"place": "0", "seen": "0"})
    page = client.get(f"{LIST}{first.pk}/?findings=error")
    assert page.context["later"] == second.pk


def test_a_corpus_is_made_and_private_prompts_are_not_published(cora: User) -> None:
    client = signed_in(cora)
    sent = {"title": "Everyday", "slug": "everyday", "visibility": "private", "target_size": "500"}
    client.post("/curate/corpora/new/", sent)
    corpus = Corpus.objects.get(slug="everyday")
    prompt_in(corpus, cora)
    settings = "/curate/corpora/everyday/settings/"
    page = client.post(settings, sent | {"visibility": "public"}).content.decode()
    assert "were given in private" in page
    client.post(settings, sent | {"title": "Every day", "target_size": "20"})
    corpus.refresh_from_db()
    assert (corpus.title, corpus.target_size, corpus.is_private) == ("Every day", 20, True)


def test_a_corpus_does_not_take_a_page_s_address(cora: User) -> None:
    sent = {"title": "New", "slug": "new", "visibility": "private", "target_size": "5"}
    page = signed_in(cora).post("/curate/corpora/new/", sent).content.decode()
    assert "Choose another name" in page


def test_a_size_that_no_version_can_have_is_refused_with_the_reason() -> None:
    sent = {"title": "Small", "slug": "small", "visibility": "private", "target_size": "8"}
    page = signed_in(account(CURATOR)).post("/curate/corpora/new/", sent).content.decode()
    assert "at least 9 prompts" in page
    assert not Corpus.objects.filter(slug="small").exists()


def test_a_corpus_that_was_small_before_there_were_more_registers_is_renamed() -> None:
    corpus = Corpus.objects.create(slug="old", title="Old", target_size=8)
    sent = {"title": "Older", "visibility": "private", "target_size": "8"}
    signed_in(account(CURATOR)).post("/curate/corpora/old/settings/", sent)
    corpus.refresh_from_db()
    assert corpus.title == "Older"
