"""Who may open what: every address of the site, tried by everybody.

The addresses come from the URL configuration. One that is in no line of ACCESS fails the first
test, so whoever adds an address says here who it is for.
"""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

import pytest
from django.apps import apps
from django.db import transaction
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver

from corpus.roles import ANALYST, CURATOR, READER, REVIEWER
from evaluation import configured
from evaluation.metrics.registry import Registry
from tests.evaluation.families import facts
from tests.guarded import (
    HIDDEN,
    IDENTITY,
    LISTENER,
    NOBODY,
    OUTSIDER,
    PASSAGE,
    REASON,
    SAYINGS,
    STAGED,
    TEXT,
    TO_READ,
    TOPIC,
    WARDEN,
    Guarded,
    guarded_site,
)
from tests.kept import kept

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.heavy,
    pytest.mark.usefixtures("static_files"),
]

EVERYBODY = frozenset(HIDDEN)
A_ROLE = frozenset({CURATOR, REVIEWER, READER, ANALYST, WARDEN})
CURATORS = frozenset({CURATOR, WARDEN})  # the warden has every permission but to read texts
READING_CURATORS = frozenset({CURATOR})
TEXTS = frozenset({CURATOR, REVIEWER})
REVIEWERS = frozenset({REVIEWER})
READERS = frozenset({READER, WARDEN})
TAKES = frozenset({READER, REVIEWER})
PLANNERS = frozenset({CURATOR, ANALYST, WARDEN})
EXPORTERS = frozenset({ANALYST, WARDEN})
STAFF = frozenset({WARDEN})
THE_LISTENER = frozenset({LISTENER})
NONE: frozenset[str] = frozenset()

ACCESS: dict[frozenset[str], str] = {
    EVERYBODY: """
        favicon.ico healthz readyz schema docs api/schema api/docs login logout admin:login
        arena:home arena:about arena:welcome arena:listen
        api:matchups api:sitting
        ratings:board ratings:slice ratings:method ratings:export ratings:snapshots ratings:compare
        ratings:snapshot ratings:snapshot-export
        evaluation:metrics evaluation:export evaluation:agreement evaluation:export-agreement
    """,
    NONE: "^api/",
    THE_LISTENER: "api:vote api:report api:clip",
    A_ROLE: "curate:index curate:jobs",
    CURATORS: """
        curate:job curate:cancel-job curate:new-corpus curate:corpus curate:corpus-settings
        curate:difficulty curate:start-difficulty curate:choose-language-model
        curate:coverage curate:coverage-export curate:render-again
        curate:upload curate:upload-batch curate:upload-files curate:upload-look
        curate:upload-speaker curate:upload-mend curate:upload-confirm curate:upload-discard
        curate:draft curate:select curate:settle-draft curate:version curate:manifest
        curate:systems curate:new-system curate:system curate:edit-system curate:choose-voice
        curate:edit-voice curate:edit-synthesizer
        ratings:reads ratings:reads-export ratings:publication
        arena:studies arena:new-study arena:study arena:edit-study arena:study-step
    """,
    READING_CURATORS: """
        curate:import curate:import-preview curate:import-columns curate:import-confirm
        curate:import-discard curate:import-failed
        curate:prompt-add curate:prompt-edit curate:prompt-export curate:prompt-withdraw
        curate:prompt-restore
        curate:clip-sound curate:upload-sound curate:freeze curate:compare
        curate:synthesis curate:synthesis-of curate:start-synthesis
    """,
    TEXTS: "curate:prompts curate:prompt curate:prompt-accept curate:prompt-undo",
    REVIEWERS: """
        curate:review curate:review-undo curate:review-prompt curate:review-decide
        curate:readings curate:accept-reading curate:decline-reading curate:undo-reading
    """,
    TAKES: "curate:reading-sound",
    READERS: """
        curate:studio curate:my-readings curate:studio-prompts curate:send-reading
        curate:send-prompt-back
    """,
    PLANNERS: """
        ratings:planning ratings:plan
        evaluation:catalogue evaluation:study-metrics evaluation:clips evaluation:export-clips
        evaluation:study-agreement evaluation:export-study-agreement evaluation:disagreements
    """,
    EXPORTERS: "ratings:export-votes",
}
WHO = {name: people for people, names in ACCESS.items() for name in names.split()}
# Addresses whose patterns are regular expressions, or lead to a row of any table.
EXAMPLES = {
    "^api/": "api/nowhere",
    "admin/(?P<url>.*)$": "admin/nowhere/",
    "admin:app_list": "admin/corpus/",
    "admin:view_on_site": "admin/r/1/1/",
}
SOUNDS = {"api:clip", "curate:clip-sound", "curate:reading-sound", "curate:upload-sound"}
BODIES = {"api:vote": {"choice": "left"}, "api:report": {"reason": "other"}}


@dataclass(frozen=True, slots=True)
class Address:
    """One address of the URL configuration. key: its name, or its route where it has none."""

    key: str
    route: str


def addresses(
    resolver: URLResolver | None = None, route: str = "", spaces: str = ""
) -> Iterator[Address]:
    """Every address, however deep."""
    for pattern in (resolver or get_resolver()).url_patterns:
        here = route + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            inner = f"{pattern.namespace}:" if pattern.namespace else ""
            yield from addresses(pattern, here, spaces + inner)
        elif isinstance(pattern, URLPattern):
            yield Address(spaces + pattern.name if pattern.name else here, here)


ALL = list(addresses())
OWN = [address for address in ALL if not address.route.startswith("admin/")]
ADMIN = [address for address in ALL if address.route.startswith("admin/")]


def ids(address: Address) -> str:
    """How a test is called."""
    return address.key


def path_of(address: Address, site: Guarded) -> str:
    """The address of a row that is there."""
    if address.key in EXAMPLES:
        return f"/{EXAMPLES[address.key]}"
    values = values_for(site)

    def value(match: re.Match[str]) -> str:
        before = address.route[: match.start()].rstrip("/").rsplit("/", 1)[-1]
        whole = f"{before}/{match['name']}"
        if address.route.startswith("curate/studio/"):
            return str(site.to_read.pk)
        return str(values[whole])

    return "/" + re.sub(r"<(?:\w+:)?(?P<name>\w+)>", value, address.route)


def values_for(site: Guarded) -> dict[str, Any]:
    """What stands in an address for a parameter, by what comes before it."""
    return {
        "corpora/slug": site.corpus.slug,
        "systems/slug": site.system.slug,
        "studies/slug": site.study.slug,
        "to/step": "pause",
        "jobs/pk": site.job.pk,
        "imports/pk": site.staged.pk,
        "prompts/pk": site.prompt.pk,
        "review/pk": site.prompt.pk,
        "clips/pk": site.clip.pk,
        "upload/pk": site.upload.pk,
        "files/row": site.file.pk,
        "versions/number": 2,
        "versions/older": 1,
        "to/newer": 2,
        "readings/pk": site.reading.pk,
        "voices/pk": site.voice.pk,
        "voices/gender": "female",
        "synthesis/system": site.system.slug,
        "planning/pk": site.plan.pk,
        "boards/pk": site.board.pk,
        "boards/board_id": site.board.pk,
        "board/kind": "register",
        "<slug:kind>/value": "explainer",
        "export/form": "csv",
        "leaderboard./form": "csv",
        "metrics./form": "csv",
        "measurements./form": "csv",
        "metrics/metric": "peak",
        "agreement/metric": "peak",
        "agreement./form": "json",
        "<slug:metric>/system": site.system.slug,
        "matchups/token": site.matchup.token,
        "clips/side": "left",
    }


@pytest.fixture(scope="module", autouse=True)
def _one_family() -> Iterator[None]:
    """What can be measured, whatever is installed on this machine."""
    metrics = Registry((facts(),))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(configured, "registry", lambda: metrics)
        yield


@kept
def site() -> Guarded:
    """One site for all tests of this module."""
    return guarded_site()


@cache
def browser() -> Client:
    """One for all: a new one would load the whole site's middleware anew."""
    return Client(raise_request_exception=False)


def ask(site: Guarded, person: str, method: str, address: str, **body: Any) -> tuple[Any, bytes]:
    """What somebody is answered, and its content; nothing of it lasts."""
    client = browser()
    client.cookies.clear()
    if person in site.sessions:
        client.cookies["sessionid"] = site.sessions[person]
    with transaction.atomic():
        answer = client.generic(method, address, json.dumps(body), "application/json")
        content = b"".join(answer) if answer.streaming else answer.content
        transaction.set_rollback(True)
    return answer, content


def is_refused(answer: Any) -> bool:
    """Whether somebody was sent to sign in, or sent away."""
    if answer.status_code == 302:
        return "/login/?next=" in answer["Location"]
    return answer.status_code in {401, 403, 404}


def leaks(person: str, answer: Any, content: bytes, path: str) -> list[str]:
    """Words in an answer that are none of this person's business."""
    headers = " ".join(f"{name}: {value}" for name, value in answer.items())
    said = f"{headers} {answer.cookies} {content.decode(errors='replace')}".lower()
    hidden = HIDDEN[person]
    if person == READER and not path.startswith("/curate/studio/"):
        hidden = hidden | {TO_READ}
    return sorted(word for word in hidden if word in said)


def is_heard(site: Guarded, content: bytes) -> bool:
    """Whether an answer holds the sound of a private recording."""
    return site.sound[1_000:1_200] in content


def test_every_address_is_classified() -> None:
    assert {address.key for address in OWN} | {"admin:login"} == WHO.keys()


def test_every_person_is_known() -> None:
    assert {one for people in ACCESS for one in people} == set(HIDDEN)
    assert {OUTSIDER, NOBODY} <= set(HIDDEN)


@pytest.mark.parametrize("address", OWN, ids=ids)
def test_an_address_answers_whom_it_is_for_and_tells_nobody_else(
    site: Guarded, address: Address
) -> None:
    path = path_of(address, site)
    answered = dict.fromkeys(HIDDEN, False)
    for person in HIDDEN:
        for method in ("GET", "POST"):
            answer, content = ask(site, person, method, path, **BODIES.get(address.key, {}))
            assert answer.status_code != 500, (person, method)
            assert not leaks(person, answer, content, path), (person, method)
            assert not is_heard(site, content) or address.key in SOUNDS, (person, method)
            if not is_refused(answer) and answer.status_code != 405:
                answered[person] = True
                assert person in WHO[address.key], (method, answer.status_code)
    assert {person for person, was in answered.items() if was} == WHO[address.key]


# The administrator's pages: for staff alone, and without read_text nothing private in them.


def row_of(address: Address) -> str:
    """The address of a row of a model, if there is one."""
    if address.key in EXAMPLES:
        return f"/{EXAMPLES[address.key]}"
    if "<" not in address.route:
        return f"/{address.route}"
    _, label, name, *_ = address.route.split("/")
    first = apps.get_model(label, name)._default_manager.order_by("pk").first()
    key = str(first.pk) if first else "1"
    return "/" + re.sub(r"<[^>]+>", key, address.route)


@pytest.mark.parametrize("address", ADMIN, ids=ids)
def test_the_admin_is_for_staff_and_shows_no_private_text(site: Guarded, address: Address) -> None:
    path = row_of(address)
    for person in (OUTSIDER, CURATOR, WARDEN):
        for method in ("GET", "POST"):
            answer, content = ask(site, person, method, path)
            assert answer.status_code != 500, (person, method)
            if person != WARDEN and address.key != "admin:login":
                assert answer.status_code in {302, 404, 405}, (person, method)
            hidden_from = OUTSIDER if person == CURATOR else person
            assert not leaks(hidden_from, answer, content, path), (person, method)
            assert not is_heard(site, content), (person, method)


LISTS = [address for address in ADMIN if address.key.endswith("_changelist")]
# Conditions that a list could be asked to be filtered by, each with a word that occurs there.
ORACLES = [
    *(("q", word) for word in sorted(SAYINGS)),
    *((f"{field}__icontains", TEXT) for field in ("text", "findings", "report", "parameters")),
    *((f"{path}text__icontains", TEXT) for path in ("prompt__", "prompts__", "clip__prompt__")),
    ("passage__icontains", PASSAGE),
    ("prompt__passage__icontains", PASSAGE),
    ("topic__icontains", TOPIC),
    ("reason__icontains", REASON),
    ("after__icontains", TEXT),
    ("rows__icontains", STAGED),
]


@pytest.mark.parametrize("address", LISTS, ids=ids)
def test_the_admin_finds_nothing_by_private_words(site: Guarded, address: Address) -> None:
    for asked, word in ORACLES:
        answer, _ = ask(site, WARDEN, "GET", f"/{address.route}?{asked}={word}")
        if answer.status_code in {302, 400}:  # no such field, or none to be asked for
            continue
        changes = answer.context["cl"]
        is_searched = asked != "q" or changes.search_fields
        assert not (is_searched and changes.result_count), (asked, word)


def test_the_admin_completes_no_private_words(site: Guarded) -> None:
    for word in (TEXT, IDENTITY):
        query = f"app_label=corpus&model_name=clip&field_name=prompt&term={word}"
        answer, content = ask(site, WARDEN, "GET", f"/admin/autocomplete/?{query}")
        assert answer.status_code == 200
        assert json.loads(content)["results"] == []
