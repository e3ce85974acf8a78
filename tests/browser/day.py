"""What the people of a curator's day have at hand, and how they find their way."""

import csv
import io
import time
import zipfile
from functools import cache
from itertools import zip_longest
from pathlib import Path

from playwright.sync_api import Locator, Page

from corpus.pack.breaking import rows_of
from corpus.pack.making import make_prompts
from tests.corpus.curated import csv_of
from tests.sites import Site
from tests.studies import speech

ROWS = 500
WRONG = ({"text": ""}, {"register": "podcast"}, {"topic": ""}, {"licence": ""})
ERRORS = (" at 4:15 pm. [noise]", " for $12. (inaudible)")
LONG_MS = 90_000  # a job of a busy machine
BETWEEN_LOOKS_MS = 500


@cache
def sound_rows() -> tuple[dict[str, str], ...]:
    """A file of prompts as it should be, the registers in turn, the shortest first."""
    made: dict[str, list[dict[str, str]]] = {}
    for one in sorted(rows_of(make_prompts(ROWS)), key=lambda one: len(one["text"])):
        made.setdefault(one["register"], []).append(one)
    in_turn = [one for turn in zip_longest(*made.values()) for one in turn if one]
    return tuple(
        one | {"external_id": f"prompt-{number:03}"} for number, one in enumerate(in_turn, start=1)
    )


def broken_rows() -> list[dict[str, str]]:
    """The same with 40 broken rows: of each 25, the fourth is wrong and the fifth has errors."""
    rows = [dict(one) for one in sound_rows()]
    for place in range(0, ROWS, 25):
        rows[place + 3] |= WRONG[place // 25 % len(WRONG)]
        rows[place + 4]["text"] = rows[place + 4]["text"][:-1] + ERRORS[place // 25 % 2]
    return rows


def mended(failed: bytes) -> bytes:
    """The downloaded file of wrong rows, corrected; its column of reasons stays."""
    sound = {one["external_id"]: one for one in sound_rows()}
    rows = list(csv.DictReader(io.StringIO(failed.decode("utf-8-sig"))))
    return csv_of(one | sound[one["external_id"]] for one in rows)


def prompt_file(folder: Path, name: str, content: bytes) -> Path:
    """A file on the curator's disk."""
    path = folder / name
    path.write_bytes(content)
    return path


def zip_of(folder: Path, spoken: dict[str, str]) -> Path:
    """A zip of recordings by path; values are what is said."""
    path = folder / "recordings.zip"
    with zipfile.ZipFile(path, "w") as archive:
        for name, text in spoken.items():
            archive.writestr(name, speech(text, 30 if "/male/" in name else 70))
    return path


def approved(site: Site, slug: str) -> dict[str, str]:
    """Texts of the approved prompts by external id, in the order in which they came."""
    printed = site.python(
        "from corpus.models import Prompt\n"
        f"rows = Prompt.objects.approved().filter(corpus__slug='{slug}').order_by('pk')\n"
        "for row in rows: print(row.external_id, row.text)"
    )
    return dict(line.split(" ", 1) for line in printed.splitlines())


def wait_for(page: Page, there: Locator) -> None:
    """Look at a page again and again until something is there."""
    deadline = time.monotonic() + LONG_MS / 1000
    while not there.count():
        assert time.monotonic() < deadline, page.locator("main").inner_text()
        page.wait_for_timeout(BETWEEN_LOOKS_MS)
        page.reload()
