"""What the database itself refuses of prompts."""

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from corpus.models import BulkRead, Corpus, Prompt, PromptChange, Register, Source
from corpus.roles import CURATOR, REVIEWER
from tests.people import account

pytestmark = pytest.mark.django_db


@pytest.fixture
def prompt() -> Prompt:
    return Prompt.objects.create(
        corpus=Corpus.objects.create(slug="bench", title="The benchmark"),
        external_id="p-1",
        text="Well, I suppose so.",
        register=Register.objects.get(slug="casual-conversation"),
        source=Source.objects.create(name="Own", licence="CC0-1.0"),
        author=account(CURATOR),
    )


def refused(prompt: Prompt, **fields: object) -> bool:
    try:
        with transaction.atomic():
            Prompt.objects.filter(pk=prompt.pk).update(**fields)
    except IntegrityError:
        return True
    return False


def test_nobody_approves_their_own(prompt: Prompt) -> None:
    now = timezone.now()
    own = {"state": "approved", "reviewer": prompt.author, "reviewed_at": now}
    assert refused(prompt, **own)
    assert not refused(prompt, **(own | {"reviewer": account(REVIEWER)}))


def test_approval_needs_a_reviewer_and_a_time(prompt: Prompt) -> None:
    assert refused(prompt, state="approved")
    assert refused(prompt, state="approved", reviewer=account(REVIEWER))


def test_sending_back_needs_a_reason(prompt: Prompt) -> None:
    assert refused(prompt, state="returned")
    assert not refused(prompt, state="returned", reason="Nobody talks like this.")


def test_acting_heavy_text_is_not_approved(prompt: Prompt) -> None:
    by = {"reviewer": account(REVIEWER), "reviewed_at": timezone.now()}
    assert refused(prompt, state="approved", is_acting_heavy=True, **by)


def test_an_external_id_stands_once_and_may_be_superseded(prompt: Prompt) -> None:
    again = {
        "corpus": prompt.corpus,
        "external_id": "p-1",
        "text": "Well, I guess so.",
        "register": prompt.register,
        "source": prompt.source,
    }
    with pytest.raises(IntegrityError), transaction.atomic():
        Prompt.objects.create(**again)
    Prompt.objects.filter(pk=prompt.pk).update(is_current=False)
    newer = Prompt.objects.create(**again, supersedes=prompt)
    prompt.refresh_from_db()
    assert prompt.superseded_by == newer


def test_the_history_and_the_log_are_never_edited(prompt: Prompt) -> None:
    PromptChange.objects.create(prompt=prompt, action="added", by=prompt.author)
    BulkRead.objects.create(corpus=prompt.corpus, by_name="c", form="csv", prompt_count=1)
    for rows in (PromptChange.objects.all(), BulkRead.objects.all()):
        with pytest.raises(IntegrityError), transaction.atomic():
            rows.delete()
