"""The review queue: one prompt at a time, by somebody who did not write it."""

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from corpus.models import Corpus, Prompt
from corpus.roles import CURATOR, READER, REVIEWER
from corpus.services.prompts import approve_prompt, edit_prompt
from tests.corpus.curated import corpus_called, prompt_in, sentences
from tests.people import account, signed_in

pytestmark = pytest.mark.django_db

QUEUE = "/curate/corpora/bench/review/"
TEXTS = sentences(300)[::100]


@pytest.fixture
def corpus() -> Corpus:
    return corpus_called()


@pytest.fixture
def cora() -> User:
    return account(CURATOR, name="cora")


@pytest.fixture
def prompts(corpus: Corpus, cora: User) -> list[Prompt]:
    return [prompt_in(corpus, cora, f"p-{n}", text) for n, text in enumerate(TEXTS, start=1)]


@pytest.fixture
def rhea() -> Client:
    return signed_in(account(REVIEWER, name="rhea"))


def decide(client: Client, prompt: Prompt, decision: str, **fields: str) -> Any:
    sent = {"decision": decision, "seen": str(prompt.revision)} | fields
    return client.post(f"{QUEUE}{prompt.pk}/decide/", sent, follow=True)


def at_hand(client: Client, query: str = "") -> str:
    return str(client.get(QUEUE + query, follow=True).context["prompt"].external_id)


@pytest.mark.parametrize("role", [CURATOR, READER])
def test_who_may_not_review_sees_no_queue(prompts: list[Prompt], role: str) -> None:
    client = signed_in(account(role, name="someone"))
    assert client.get(QUEUE).status_code == 403
    assert client.get(f"{QUEUE}{prompts[0].pk}/").status_code == 403


def test_an_approval_leads_to_the_next(prompts: list[Prompt], rhea: Client) -> None:
    assert at_hand(rhea) == "p-1"
    page = decide(rhea, prompts[0], "approve")
    assert Prompt.objects.get(pk=prompts[0].pk).state == "approved"
    assert "p-2" in page.content.decode()
    assert "2 left" in page.content.decode()


def test_sending_back_needs_a_reason_and_keeps_what_was_ticked(
    prompts: list[Prompt], rhea: Client
) -> None:
    page = decide(rhea, prompts[0], "return", is_acting_heavy="on")
    assert page.status_code == 422
    assert "Say why" in page.content.decode()
    assert page.context["is_acting_heavy"]
    decide(rhea, prompts[0], "return", reason="A villain's monologue.", is_acting_heavy="on")
    prompt = Prompt.objects.get(pk=prompts[0].pk)
    assert (prompt.state, prompt.is_acting_heavy) == ("returned", True)


def test_acting_heavy_text_is_not_approved(prompts: list[Prompt], rhea: Client) -> None:
    page = decide(rhea, prompts[0], "approve", is_acting_heavy="on")
    assert "out of scope" in page.content.decode()
    assert Prompt.objects.get(pk=prompts[0].pk).state == "waiting"


def test_nobody_is_given_their_own(corpus: Corpus) -> None:
    both = account(CURATOR, REVIEWER, name="both")
    prompt_in(corpus, both)
    page = signed_in(both).get(QUEUE).content.decode()
    assert "Nothing waits for your review" in page
    assert "1 of your own waits for somebody else" in page


def test_nobody_is_given_what_they_contributed_to(prompts: list[Prompt], cora: User) -> None:
    both = account(CURATOR, REVIEWER, name="both")
    for prompt in prompts[:2]:
        words = prompt.text
        edit_prompt(prompt=prompt, by=both, seen=prompt.revision, text=f"So, {words}")
        edit_prompt(prompt=prompt, by=cora, seen=prompt.revision, text=f"Well, {words}")
    client = signed_in(both)
    assert at_hand(client) == "p-3"
    assert "1 left" in client.get(QUEUE, follow=True).content.decode()


def test_one_s_own_is_refused_where_the_address_is_guessed(corpus: Corpus) -> None:
    both = account(CURATOR, REVIEWER, name="both")
    prompt = prompt_in(corpus, both)
    client = signed_in(both)
    assert "somebody else approves it" in client.get(f"{QUEUE}{prompt.pk}/").content.decode()
    decide(client, prompt, "approve")
    assert Prompt.objects.get().state == "waiting"


def test_an_error_disables_the_approval(corpus: Corpus, cora: User, rhea: Client) -> None:
    prompt = prompt_in(corpus, cora, text="It costs $5.")
    page = rhea.get(f"{QUEUE}{prompt.pk}/").content.decode()
    assert "Errors keep it from approval." in page
    assert "It cannot be approved" in decide(rhea, prompt, "approve").content.decode()


def test_a_reviewer_who_accepts_a_proposal_leaves_the_approval_to_others(
    corpus: Corpus, cora: User, rhea: Client
) -> None:
    prompt = prompt_in(corpus, cora, text="It costs $5.")
    sent = {"place": "0", "seen": "0", "from": "review"}
    page = rhea.post(f"/curate/corpora/bench/prompts/{prompt.pk}/accept/", sent, follow=True)
    assert "somebody else approves it" in page.content.decode()
    assert "disabled" in page.content.decode()


def test_two_reviewers_are_given_different_prompts(prompts: list[Prompt], rhea: Client) -> None:
    ben = signed_in(account(REVIEWER, name="ben"))
    assert at_hand(rhea) == "p-1"
    assert at_hand(ben) == "p-2"
    page = ben.get(f"{QUEUE}{prompts[0].pk}/").content.decode()
    assert "rhea looks at this prompt too" in page


def test_the_second_to_decide_is_told_kindly_and_goes_on(
    prompts: list[Prompt], rhea: Client
) -> None:
    ben = account(REVIEWER, name="ben")
    approve_prompt(prompt=Prompt.objects.get(pk=prompts[0].pk), by=ben, seen=0)
    page = decide(rhea, prompts[0], "return", reason="Stiff.")
    assert "ben was a moment quicker and has approved it" in page.content.decode()
    assert page.context["prompt"].external_id == "p-2"
    assert Prompt.objects.get(pk=prompts[0].pk).state == "approved"


def test_who_decides_twice_in_two_tabs_is_told_so(prompts: list[Prompt], rhea: Client) -> None:
    decide(rhea, prompts[0], "approve")
    page = decide(rhea, prompts[0], "return", reason="Stiff.").content.decode()
    assert "You have approved it already." in page
    assert "quicker" not in page


def test_the_last_decision_is_undone(prompts: list[Prompt], rhea: Client) -> None:
    page = decide(rhea, prompts[0], "approve")
    assert "Undo: p-1 approved" in page.content.decode()
    page = rhea.post(f"{QUEUE}undo/", follow=True)
    assert page.context["prompt"].external_id == "p-1"
    assert Prompt.objects.get(pk=prompts[0].pk).state == "waiting"
    page = rhea.post(f"{QUEUE}undo/", follow=True)
    assert "no decision of yours to undo" in page.content.decode()


def test_skipping_goes_round(prompts: list[Prompt], rhea: Client) -> None:
    first, _, last = prompts
    assert at_hand(rhea, f"?after={first.pk}") == "p-2"
    assert at_hand(rhea, f"?after={last.pk}") == "p-1"
    assert at_hand(rhea, f"?before={first.pk}") == "p-3"
    assert at_hand(rhea, "?after=nonsense") == "p-1"


def test_the_source_stands_beside_the_text(corpus: Corpus, cora: User, rhea: Client) -> None:
    prompt = prompt_in(corpus, cora, text="My cat sat there.", passage="and so my cat sat down")
    page = rhea.get(f"{QUEUE}{prompt.pk}/").content.decode()
    assert '<mark class="mark mark-source">my cat sat</mark>' in page


def test_why_it_was_sent_back_before_is_shown(
    prompts: list[Prompt], cora: User, rhea: Client
) -> None:
    decide(rhea, prompts[0], "return", reason="Nobody talks like this.")
    sent = {
        "text": "Nah, I just walk there.",
        "register": prompts[0].register_id,
        "topic": "errands",
        "source": prompts[0].source_id,
        "seen": "1",
    }
    signed_in(cora).post(f"/curate/corpora/bench/prompts/{prompts[0].pk}/edit/", sent)
    page = rhea.get(f"{QUEUE}{prompts[0].pk}/").content.decode()
    assert "Sent back before by rhea: Nobody talks like this." in page
