"""What each row of a file would do to a corpus, and why."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any

from corpus.prompt_files.checks import problems, source_of, source_problems
from corpus.prompt_files.known import (
    COMPARED,
    Known,
    KnownPrompt,
    KnownSource,
    plain,
    register_slug,
)
from corpus.prompt_files.tables import Row
from corpus.text.findings import Finding


class Outcome(StrEnum):
    """What becomes of a row."""

    NEW = "new"
    CHANGED = "changed"
    SAME = "same"
    WRONG = "wrong"


@dataclass(frozen=True, slots=True)
class RowPlan:
    """What one row would do.

    values: by field; register a slug where it is known. reasons: why it is wrong. notes: what else
    to know. differs: fields that change. pk, revision: of the prompt that stands, if one does.
    """

    number: int
    outcome: Outcome
    values: dict[str, str]
    reasons: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    differs: tuple[str, ...] = ()
    findings: tuple[Finding, ...] = ()
    pk: int | None = None
    revision: int = 0

    @property
    def external_id(self) -> str:
        """The row's own id; empty where it has none."""
        return self.values.get("external_id", "")

    @property
    def is_stored(self) -> bool:
        """Whether the row changes anything."""
        return self.outcome in {Outcome.NEW, Outcome.CHANGED}

    def to_record(self) -> dict[str, Any]:
        """Plain values, fit for JSON."""
        return {
            "number": self.number,
            "outcome": self.outcome.value,
            "external_id": self.external_id,
            "values": self.values,
            "reasons": list(self.reasons),
            "notes": list(self.notes),
            "differs": list(self.differs),
            "findings": [finding.to_record() for finding in self.findings],
            "pk": self.pk,
            "revision": self.revision,
        }

    def wrong(self, reason: str) -> "RowPlan":
        """The same row, left out for *reason*."""
        return replace(self, outcome=Outcome.WRONG, reasons=(*self.reasons, reason))


@dataclass(slots=True)
class _Seen:
    """What earlier rows of the same file have said."""

    rows: dict[str, int] = field(default_factory=dict)
    sources: dict[str, KnownSource] = field(default_factory=dict)


def values_of(row: Row, mapping: Mapping[str, str]) -> dict[str, str]:
    """The row's texts by field; a field without a column is not among them."""
    return {name: row.cells.get(column, "") for name, column in mapping.items() if column}


def plan_rows(rows: Iterable[Row], mapping: Mapping[str, str], known: Known) -> list[RowPlan]:
    """Return what each row would do by itself; `likeness` then compares the texts."""
    seen = _Seen(sources=dict(known.sources))
    return [_plan(row, values_of(row, mapping), known, seen) for row in rows]


def outcomes(plans: Iterable[RowPlan]) -> dict[str, int]:
    """How many rows have each outcome."""
    counted = Counter(plan.outcome.value for plan in plans)
    return {outcome.value: counted[outcome.value] for outcome in Outcome}


def _plan(row: Row, values: dict[str, str], known: Known, seen: _Seen) -> RowPlan:
    slug = register_slug(values.get("register", ""), known.registers)
    values = values | ({"register": slug} if slug else {})
    reasons = [row.problem] if row.problem else list(_reasons(row, values, known, seen))
    if reasons:
        return RowPlan(row.number, Outcome.WRONG, values, tuple(reasons))
    seen.rows[values["external_id"]] = row.number
    name = plain(values["source"])
    values["source"] = seen.sources.setdefault(name, source_of(values)).name
    standing = known.prompts.get(values["external_id"])
    if standing is None:
        return RowPlan(row.number, Outcome.NEW, values)
    return _beside(RowPlan(row.number, Outcome.SAME, values), standing)


def _reasons(row: Row, values: dict[str, str], known: Known, seen: _Seen) -> Iterator[str]:
    yield from problems(values, known)
    yield from source_problems(values, seen.sources)
    earlier = seen.rows.get(values.get("external_id", ""))
    if earlier is not None:
        yield f"Row {earlier} has the same external id. Give each prompt an id of its own."


def _beside(plan: RowPlan, standing: KnownPrompt) -> RowPlan:
    """The plan of a row whose external id is in the corpus."""
    plan = replace(plan, pk=standing.pk, revision=standing.revision)
    differs = _differs(plan.values, standing.fields)
    if not differs:
        return plan
    if standing.imported is not None and not _differs(plan.values, standing.imported):
        return replace(plan, notes=("Edited here since it was imported; the edit stays.",))
    if standing.withdrawn:
        return plan.wrong(f"It was withdrawn: “{standing.withdrawn}” Restore it first.")
    notes = ("Listeners may have heard it: the old prompt stays, superseded by this one.",)
    return replace(
        plan,
        outcome=Outcome.CHANGED,
        differs=differs,
        notes=notes if standing.kept.intersection(differs) else (),
    )


def _differs(values: Mapping[str, str], fields: Mapping[str, str]) -> tuple[str, ...]:
    return tuple(
        name for name in COMPARED if name in values and values[name] != fields.get(name, "")
    )


def with_findings(
    plans: Sequence[RowPlan], findings: Sequence[tuple[Finding, ...]]
) -> list[RowPlan]:
    """The plans with what linting found in each row."""
    return [replace(plan, findings=found) for plan, found in zip(plans, findings, strict=True)]
