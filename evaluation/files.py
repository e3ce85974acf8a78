"""Measurements as files, long: one row for each value. Page, address and command give the same."""

import csv
import io
import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from arena.models import Study
from corpus.models import System
from evaluation.presentation.summary import LEVEL, METHOD
from evaluation.prompts import prompt_numbers
from evaluation.results import measurements_of, shown_of, summaries_of
from ratings.leaderboard.cells import guarded
from ratings.leaderboard.parquet import table_bytes
from ratings.leaderboard.records import Row, written


@dataclass(frozen=True, slots=True)
class FileForm:
    """One kind of file; its extension chooses it."""

    extension: str
    label: str
    media_type: str


FORMS = {
    form.extension: form
    for form in (
        FileForm("csv", "CSV", "text/csv; charset=utf-8"),
        FileForm("json", "JSON", "application/json"),
        FileForm("parquet", "Parquet", "application/vnd.apache.parquet"),
    )
}
_OF_ALL = {
    "family": str,
    "metric": str,
    "version": str,
    "model": str,
    "unit": str,
    "direction": str,
}
SYSTEM_COLUMNS: dict[str, type] = {
    "system": str,
    **_OF_ALL,
    "mean": float,
    "low": float,
    "high": float,
    "pooled": float,
    "clips": int,
    "prompts": int,
    "not_available": int,
}
CLIP_COLUMNS: dict[str, type] = {
    "system": str,
    "gender": str,
    "register": str,
    "prompt": int,
    **_OF_ALL,
    "amount": float,
    "reason": str,
    "rendition": str,
    "details": str,
}


def systems_file(study: Study, systems: Sequence[System], form: str) -> bytes:
    """The mean of each system by each metric, with its interval. Raises KeyError."""
    facts = {"study": study.slug, "level": LEVEL, "interval": METHOD}
    return _file(form, SYSTEM_COLUMNS, list(_system_rows(study, systems)), facts)


def clips_file(study: Study, form: str) -> bytes:
    """Every value of every clip, or why there is none. Raises KeyError.

    prompt: its number in the corpus version, which says nothing about the text. details: numbers
    alone, as JSON; words, such as what a recogniser heard, stay here.
    """
    return _file(form, CLIP_COLUMNS, list(_clip_rows(study)), {"study": study.slug})


def _system_rows(study: Study, systems: Sequence[System]) -> Iterable[Row]:
    shown = shown_of(study)
    summaries = summaries_of(study, shown, systems)
    for system in sorted(systems, key=lambda one: one.slug):
        for one in shown:
            for metric in one.family.metrics:
                summary = summaries.get((system.slug, metric.name))
                if summary is None:
                    continue
                yield {
                    "system": system.slug,
                    "family": one.family.name,
                    "metric": metric.name,
                    "version": one.family.version,
                    "model": one.model,
                    "unit": metric.unit,
                    "direction": metric.direction.value,
                    "mean": summary.mean,
                    "low": summary.low,
                    "high": summary.high,
                    "pooled": summary.pooled,
                    "clips": summary.n,
                    "prompts": summary.prompts,
                    "not_available": summary.not_available,
                }


def _clip_rows(study: Study) -> Iterable[Row]:
    numbers = prompt_numbers(study)
    shown = {(one.family.name, one.family.version, one.digest) for one in shown_of(study)}
    rows = measurements_of(study).order_by(
        *("clip__voice__system__slug", "clip__prompt", "clip__voice__gender"),
        *("family", "metric", "version", "model_digest"),
    )
    names = {
        "clip__voice__system__slug": "system",
        "clip__voice__gender": "gender",
        "clip__prompt__register__slug": "register",
        "clip__prompt": "prompt",
        **{name: name for name in (*_OF_ALL, "amount", "reason", "details", "model_digest")},
        "rendition_digest": "rendition",
    }
    for row in rows.values(*names).iterator(chunk_size=5_000):
        record = {name: row[column] for column, name in names.items()}
        if (record["family"], record["version"], record.pop("model_digest")) in shown:
            record["prompt"] = numbers[record["prompt"]]
            record["details"] = json.dumps(numbers_in(record["details"]), sort_keys=True)
            yield record


def numbers_in(details: dict[str, object]) -> dict[str, object]:
    """What of *details* holds no words."""
    return {name: value for name, value in details.items() if isinstance(value, int | float | bool)}


def _file(form: str, columns: dict[str, type], rows: list[Row], facts: dict[str, object]) -> bytes:
    writers = {"csv": _csv, "json": _json, "parquet": _parquet}
    return writers[form](columns, rows, facts)


def _csv(columns: dict[str, type], rows: list[Row], _facts: dict[str, object]) -> bytes:
    out = io.StringIO()
    writer = csv.DictWriter(out, fieldnames=list(columns), lineterminator="\n")
    writer.writeheader()
    for row in rows:
        writer.writerow({k: guarded(v) if isinstance(v, str) else v for k, v in row.items()})
    return out.getvalue().encode()


def _json(columns: dict[str, type], rows: list[Row], facts: dict[str, object]) -> bytes:
    plain = [{name: row[name] for name in columns} for row in rows]
    return written({**facts, "rows": plain}).encode()


def _parquet(columns: dict[str, type], rows: list[Row], facts: dict[str, object]) -> bytes:
    import pyarrow as pa  # noqa: PLC0415 - takes long to load

    types = {str: pa.string(), int: pa.int64(), float: pa.float64()}
    arrays = {
        name: pa.array([row[name] for row in rows], type=types[kind], from_pandas=False)
        for name, kind in columns.items()
    }
    return table_bytes(arrays, facts)
