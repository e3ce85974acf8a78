"""A report as a file. Page, address and command give the same bytes."""

import csv
import io
from collections.abc import Callable, Mapping
from typing import Any

from corpus.models import Clip
from evaluation import files
from evaluation.agreement.report import to_json
from evaluation.models import AgreementReport
from evaluation.prompts import prompt_numbers
from evaluation.reports.page import ReportPage
from evaluation.reports.rows import COLUMNS, HEADS, lines_of, rows_of
from ratings.leaderboard.cells import guarded
from ratings.leaderboard.records import written

FORMS = {extension: files.FORMS[extension] for extension in ("csv", "json")}


def report_file(stored: AgreementReport, form: str, *, clips: bool) -> bytes:
    """The report as csv, json, markdown or table.

    clips: whether JSON names the pairs of clips that listeners and a metric disagree on: by system,
    voice, register and number of the prompt, never by its text. Raises KeyError.
    """
    return _WRITERS[form](stored, clips).encode()


def _json(stored: AgreementReport, clips: bool) -> str:  # noqa: FBT001 - one of the writers
    page, board = ReportPage(stored), stored.board
    plain: dict[str, Any] = to_json(page.report)
    named = _named_clips(stored) if clips else {}
    for metric in plain["metrics"]:
        if clips:
            metric["disagreements"] = [_named(pair, named) for pair in metric["disagreements"]]
        else:
            del metric["disagreements"]
    return written(
        {
            "study": board.study.slug,
            "board": {"id": board.pk, "digest": board.digest, "votes": board.vote_count},
            "simulated_votes": board.simulated_count,
            "measurements": stored.digest,
            "measured": stored.metrics,
            "agreement": plain,
        }
    )


def _named_clips(stored: AgreementReport) -> Mapping[int, dict[str, object]]:
    """What is said of each clip by position, in three queries."""
    labels = dict(stored.board.standings.values_list("system", "label"))
    numbers = prompt_numbers(stored.board.study)
    names = ("pk", "voice__system", "voice__gender", "prompt__register__slug", "prompt")
    keys = {pk for pk, _ in stored.clips.values()}
    rows = Clip.objects.filter(pk__in=keys).values_list(*names)
    said = {
        pk: {
            "system": labels[system],
            "gender": gender,
            "register": register,
            "prompt": numbers[prompt],
        }
        for pk, system, gender, register, prompt in rows
    }
    return {
        int(position): {**said.get(pk, {}), "rendition": rendition}
        for position, (pk, rendition) in stored.clips.items()
    }


def _named(pair: dict[str, Any], clips: Mapping[int, dict[str, object]]) -> dict[str, Any]:
    return pair | {side: clips[pair[side]] for side in ("chosen", "other")}


def _csv(stored: AgreementReport, _clips: bool) -> str:  # noqa: FBT001
    out = io.StringIO()
    writer = csv.DictWriter(out, fieldnames=COLUMNS, lineterminator="\n")
    writer.writeheader()
    for row in rows_of(ReportPage(stored).report):
        writer.writerow({k: guarded(v) if isinstance(v, str) else v for k, v in row.items()})
    return out.getvalue()


def _markdown(stored: AgreementReport, _clips: bool) -> str:  # noqa: FBT001
    page = ReportPage(stored)
    lines = [HEADS, ["---"] * len(HEADS), *lines_of(rows_of(page.report))]
    table = "\n".join(f"| {' | '.join(_plain(cell) for cell in line)} |" for line in lines)
    return f"{_plain(page.headline)}\n\n{table}\n"


def _plain(cell: str) -> str:
    """A cell that neither ends a column nor begins markup."""
    for sign in "\\|*_<`[":
        cell = cell.replace(sign, f"\\{sign}")
    return " ".join(cell.split())


def _table(stored: AgreementReport, _clips: bool) -> str:  # noqa: FBT001
    page = ReportPage(stored)
    lines = [HEADS, *lines_of(rows_of(page.report))]
    widths = [max(len(line[k]) for line in lines) for k in range(len(HEADS) - 1)]
    rows = [
        "  ".join([*(cell.ljust(widths[k]) for k, cell in enumerate(line[:-1])), line[-1]]).rstrip()
        for line in lines
    ]
    return "\n".join([page.headline, page.ranking.sentence, "", *rows, ""])


_WRITERS: dict[str, Callable[[AgreementReport, bool], str]] = {
    "csv": _csv,
    "json": _json,
    "markdown": _markdown,
    "table": _table,
}
