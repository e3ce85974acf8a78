"""Curators declare when a study's boards become public."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from arena.models import Study
from corpus.roles import CURATOR
from tests.arena.drafts import draft_of, frozen_version
from tests.corpus.curation.pages import text_of
from tests.people import account, signed_in

pytestmark = pytest.mark.django_db
PAGE = "/curate/studies/morning/publication/"


@pytest.fixture
def study() -> Study:
    return draft_of(frozen_version())


@pytest.fixture
def cora(study: Study) -> Client:
    return signed_in(account(CURATOR, name="cora"))


def test_times_are_declared_and_noted_with_who_declared_them(cora: Client, study: Study) -> None:
    first = timezone.now().replace(second=0, microsecond=0) + timedelta(days=1)
    sent = {"first_at": first.strftime("%Y-%m-%dT%H:%M"), "every_hours": 24}
    page = text_of(cora.post(PAGE, sent, follow=True))
    assert "Declared." in page
    assert "Every 24 hours from" in page
    schedule = study.schedules.get()
    assert (schedule.first_at, schedule.every_hours) == (first, 24)
    assert schedule.declared_by == "cora"


@pytest.mark.parametrize(
    ("sent", "said"),
    [
        ({"first_at": "2001-01-01T00:00", "every_hours": 24}, "Declare a time that is still"),
        ({"every_hours": 24}, "Give both a first time and the hours between"),
        ({"first_at": "2001-01-01T00:00"}, "Give both a first time and the hours between"),
        ({"first_at": "2090-01-01T00:00", "every_hours": 0}, "greater than or equal to 1"),
    ],
)
def test_times_that_make_no_sense_are_refused(
    cora: Client, study: Study, sent: dict[str, object], said: str
) -> None:
    page = text_of(cora.post(PAGE, sent))
    assert said in page
    assert "is violated" not in page
    assert not study.schedules.exists()
