"""What every test stands on."""

import gc
import hashlib
from collections.abc import Iterator
from importlib import util
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import settings as of_properties
from pytest_django.plugin import DjangoDbBlocker, blocking_manager_key

from tests.kept import KeptRows, builds_of, kept

if TYPE_CHECKING:
    from django.test import Client
    from xdist.remote import Producer
    from xdist.scheduler import LoadFileScheduling

    from arena.models import Study
    from tests.voting import VotingClient

PAGES = (
    *("page", "heat_map", "headline", "leaderboard", "export", "presentation", "findings"),
    *("admin", "access", "reports", "island", "details", "bundles", "environment", "sensitivity"),
)
DATABASE_FIXTURES = {"db", "transactional_db", "django_db_setup", "client", "study"}
TORCH = util.find_spec("torch") is not None
# Python's own are 700, 10 and 10, with which a seventh of all time went into looking for garbage.
gc.set_threshold(50_000, 20, 20)
# The same examples in each run, however long one takes on a busy machine.
of_properties.register_profile("deterministic", derandomize=True, deadline=None)
of_properties.load_profile("deterministic")
NO_TORCH = "torch is not installed: pip install -r requirements-evaluation.txt"


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Mark tests by what they use; fast ones run first, then heavy ones, then the browser's.

    Where workers share the tests, files with heavy ones come first: what is begun last should end
    soon, or one worker waits for the other.
    """
    for item in items:
        names = set(getattr(item, "fixturenames", ()))
        if item.get_closest_marker("django_db") or names & DATABASE_FIXTURES:
            item.add_marker(pytest.mark.database)
        if item.get_closest_marker("needs_torch") and not TORCH:
            item.add_marker(pytest.mark.skip(NO_TORCH))
        if _is_of_a_page(item):
            item.add_marker(pytest.mark.page)
        if "tests/browser" in str(item.path):
            item.add_marker(pytest.mark.browser)
    items.sort(key=_weight, reverse=hasattr(config, "workerinput"))


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: "Producer") -> "LoadFileScheduling":
    """Keep the tests of a file together, and all of tests/serving: they share what they set up."""
    from xdist.scheduler import LoadFileScheduling  # noqa: PLC0415 - only where workers share tests

    class BySetUp(LoadFileScheduling):  # type: ignore[misc]
        def _split_scope(self, nodeid: str) -> str:
            serving = "tests/serving"
            return serving if nodeid.startswith(serving) else str(super()._split_scope(nodeid))

    return BySetUp(config, log)


def pytest_collection_finish() -> None:
    """Have what was imported and collected, which stays to the end, never be taken for garbage."""
    gc.collect()
    gc.freeze()


def _is_of_a_page(item: pytest.Item) -> bool:
    """Whether a test asks what people see: the same rows say the same on any database."""
    name = item.path.name
    return any(word in name for word in PAGES) or "tests/corpus/curation" in str(item.path)


def _weight(item: pytest.Item) -> int:
    if item.get_closest_marker("browser"):
        return 2
    return 1 if item.get_closest_marker("heavy") else 0


def _flushes(item: pytest.Item) -> bool:
    """Whether a test writes for good, and all tables are emptied after it."""
    marker = item.get_closest_marker("django_db")
    asked = "transactional_db" in getattr(item, "fixturenames", ())
    return asked or bool(marker and marker.kwargs.get("transaction"))


@pytest.fixture(scope="session")
def kept_rows(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[KeptRows]:
    """What fixtures made by ``kept`` have made."""
    rows = KeptRows()
    yield rows
    with django_db_blocker.unblock():
        rows.leave()


@pytest.fixture
def _kept_rows_are_made(
    request: pytest.FixtureRequest, kept_rows: KeptRows, django_db_blocker: DjangoDbBlocker
) -> None:
    with django_db_blocker.unblock():
        kept_rows.prepare([] if _flushes(request.node) else builds_of(request.node))


@pytest.fixture
def _django_db_helper(_kept_rows_are_made: None, _django_db_helper: None) -> None:
    """Begin the transaction of a test, pytest-django's, inside those of the kept rows."""


@pytest.fixture(autouse=True)
def _votes_may_be_flushed(request: pytest.FixtureRequest) -> Iterator[None]:
    """Let a transactional test's flush empty tables that the database guards otherwise.

    The flush ends with ``post_migrate``, which makes the guards anew.
    """
    if not _flushes(request.node):
        yield
        return
    request.getfixturevalue("transactional_db")
    yield
    from django.db import connection  # noqa: PLC0415 - after settings

    from arena.guards import GUARDS as ARENA  # noqa: PLC0415
    from corpus.guards import GUARDS as CORPUS  # noqa: PLC0415
    from corpus.triggers import drop_guards  # noqa: PLC0415
    from evaluation.guards import GUARDS as EVALUATION  # noqa: PLC0415
    from ratings.guards import GUARDS as RATINGS  # noqa: PLC0415

    drop_guards([*CORPUS, *ARENA, *RATINGS, *EVALUATION], connection)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown(
    item: pytest.Item,
    nextitem: pytest.Item | None,
) -> Iterator[None]:
    """Bring back what migrations seed, once a transactional test's flush has emptied all tables."""
    try:
        return (yield)
    finally:
        # After the last test there is no database any more.
        if _flushes(item) and nextitem is not None:
            from tests.seeds import plant  # noqa: PLC0415 - models load after settings

            with item.config.stash[blocking_manager_key].unblock():
                plant()


@pytest.fixture(scope="session", autouse=True)
def _passwords_are_hashed_in_a_moment() -> None:
    """Strong hashes take a good part of a second each, by design."""
    from django.conf import settings  # noqa: PLC0415 - after pytest-django

    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


@pytest.fixture(scope="session", autouse=True)
def _a_recording_is_prepared_once() -> Iterator[None]:
    """Remember what the confined process made of a recording: most tests send one of a few."""
    from corpus.audio import confined  # noqa: PLC0415 - few tests need it

    asked = confined._preparing
    known: dict[tuple[str, bytes], tuple[dict[str, Any], bytes]] = {}

    def prepared(facts: dict[str, Any], audio: bytes) -> tuple[dict[str, Any], bytes]:
        key = str(facts), hashlib.sha256(audio).digest()
        if key not in known:
            known[key] = asked(facts, audio)
        return known[key]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(confined, "_preparing", prepared)
        yield


@pytest.fixture(autouse=True)
def _throttles_start_anew() -> None:
    """Forget who asked how often: rolled back rows give their keys to the next test."""
    from django.core.cache import cache  # noqa: PLC0415 - after settings

    cache.clear()


@pytest.fixture(autouse=True)
def _pools_start_anew() -> None:
    """Forget the clips of studies: rolled back rows give their keys to the next test."""
    from arena.pools import forget_pools  # noqa: PLC0415 - models load after settings

    forget_pools()


@pytest.fixture(scope="session")
def static_files() -> None:
    """Style and scripts as a real site serves them."""
    from django.core.management import call_command  # noqa: PLC0415

    call_command("collectstatic", "--no-input", verbosity=0)


@kept
def study() -> "Study":
    """An open study whose every clip is ready."""
    from tests.studies import make_study  # noqa: PLC0415 - models load after settings

    return make_study()


@pytest.fixture
def listener() -> "VotingClient":
    """Someone who listens and votes."""
    from tests.voting import VotingClient  # noqa: PLC0415

    return VotingClient()


@pytest.fixture
def other_listener() -> "VotingClient":
    """Someone else, in another browser."""
    from tests.voting import VotingClient  # noqa: PLC0415

    return VotingClient()


@pytest.fixture
def curator(db: None) -> "Client":
    """Someone who may do everything in the admin."""
    from django.contrib.auth.models import User  # noqa: PLC0415
    from django.test import Client  # noqa: PLC0415

    client = Client()
    client.force_login(User.objects.create_superuser("curator"))
    return client
