"""One installation for all tests of real processes; each test starts what it looks at."""

from collections.abc import Iterator

import pytest

from tests.sites import Site, new_site


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A site with the study first-light, of which nothing runs."""
    with new_site(tmp_path_factory.mktemp("site")) as site:
        site.python("from tests.studies import make_study; make_study(board_every_votes=1)")
        yield site
