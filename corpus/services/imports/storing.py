"""Importing what the preview showed, in one transaction."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from django.contrib.auth.models import User
from django.db import IntegrityError, transaction
from django.db.models import F
from django.utils import timezone

from corpus.models import Corpus, Job, Prompt, PromptChange, PromptImport, Register, Source
from corpus.prompt_files.known import Known
from corpus.prompt_files.plans import RowPlan
from corpus.roles import CURATE
from corpus.services.imports.checking import plans_beside, plans_of, rows_of, store_plans
from corpus.services.imports.errors import ImportClosed, ImportMoved, ImportRefused
from corpus.services.imports.rows import (
    WRITTEN,
    Given,
    imported,
    new_prompt,
    newer_prompt,
    rewrite,
)
from corpus.services.imports.snapshots import kept_fields, known_of
from corpus.services.jobs import start_job

STORE = "import-prompts"
BATCH = 200
# Comparing thousands of rows takes a minute, in which somebody may write.
COMPARISONS = 3
CLOSED = "This file was imported or discarded before."


def confirm_import(*, staged: PromptImport, by: User | None) -> int:
    """Write the new and changed rows of a checked file. Returns how many.

    All of them or none: every row is compared again with the corpus as it is now, before the
    transaction, so that nobody waits for it; the transaction sees to it that this still holds.

    Raises:
        ImportClosed: it was imported or discarded before.
        ImportMoved: rows would do something else than the preview said; it has been made anew.
        ImportRefused: the file was not checked, no row of it changes anything, or others wrote
            each time that it was compared.
    """
    if not staged.is_checked:
        raise ImportRefused("Look at the preview first.")
    try:
        return _compared_and_stored(staged, by)
    except IntegrityError:
        moved = plans_of(staged, rows_of(staged))
    except _Moved as error:
        moved = error.plans
    store_plans(staged, moved)
    raise ImportMoved(
        "The corpus has changed since this preview. Nothing was imported. The preview is new: look "
        "at it, then import."
    )


def start_storing(*, staged: PromptImport, by: User | None) -> Job:
    """Have a worker import a checked file of many rows."""
    job = start_job(
        kind=STORE,
        title=f"Importing {staged.file_name}",
        permission=CURATE,
        by=by,
        corpus=staged.corpus,
        parameters={"import": staged.pk},
    )
    staged.job = job
    staged.save(update_fields=["job"])
    return job


class _Moved(Exception):  # noqa: N818 - ends the transaction, seen by nobody
    def __init__(self, plans: list[RowPlan]) -> None:
        self.plans = plans


class _Outdated(Exception):  # noqa: N818 - ends the transaction, seen by nobody
    pass


def _compared_and_stored(staged: PromptImport, by: User | None) -> int:
    if not PromptImport.objects.open().filter(pk=staged.pk).exists():
        raise ImportClosed(CLOSED)
    rows = rows_of(staged)
    for _ in range(COMPARISONS):
        known = known_of(staged.corpus)
        plans = plans_beside(staged, rows, known)
        if [plan.to_record() for plan in plans] != staged.rows:
            raise _Moved(plans)
        try:
            return _store(staged, by, plans, known)
        except _Outdated:
            continue
    raise ImportRefused(
        "Prompts were written each time that the rows were compared with them. Nothing was "
        "imported. Import the file when less is going on."
    )


# What is kept of a prompt that nobody has spoken.
NOTHING: frozenset[str] = frozenset()


@transaction.atomic
def _store(staged: PromptImport, by: User | None, plans: Sequence[RowPlan], compared: Known) -> int:
    closed = PromptImport.objects.open().filter(pk=staged.pk)
    now = timezone.now()
    if not closed.update(state=PromptImport.State.DONE, done_at=now):
        raise ImportClosed(CLOSED)
    # Nobody changes these prompts until the end of the transaction.
    locked = Prompt.objects.filter(corpus=staged.corpus, is_current=True).select_for_update()
    list(locked.values_list("pk"))
    ids = {plan.external_id for plan in plans}
    if _named(known_of(staged.corpus), ids) != _named(compared, ids):
        raise _Outdated
    stored = [plan for plan in plans if plan.is_stored]
    if not stored:
        raise ImportRefused("No row of the file changes anything. There is nothing to import.")
    _write(staged.corpus, stored, by)
    staged.refresh_from_db(fields=["state", "done_at"])
    return len(stored)


def _named(known: Known, ids: set[str]) -> Known:
    """What decides over rows with these ids: a decision on another prompt is no reason to wait."""
    return replace(known, prompts={key: one for key, one in known.prompts.items() if key in ids})


def _write(corpus: Corpus, plans: Sequence[RowPlan], by: User | None) -> None:
    given = Given(
        corpus=corpus,
        by=by,
        registers={register.slug: register for register in Register.objects.all()},
        sources=_sources(plans),
    )
    standing = Prompt.objects.select_related("register", "source").in_bulk(
        [plan.pk for plan in plans if plan.pk is not None]
    )
    kept = kept_fields(corpus)
    fresh = [plan for plan in plans if plan.pk is None]
    known = [(plan, standing[plan.pk]) for plan in plans if plan.pk is not None]
    heard = {old.pk for plan, old in known if kept.get(old.pk, NOTHING).intersection(plan.differs)}
    _add(fresh, given)
    _supersede([row for row in known if row[1].pk in heard], given)
    _rewrite([row for row in known if row[1].pk not in heard], given)


def _add(plans: Sequence[RowPlan], given: Given) -> None:
    prompts = [new_prompt(plan, given) for plan in plans]
    Prompt.objects.bulk_create(prompts, batch_size=BATCH)
    _note(imported(prompt, plan, given, {}) for prompt, plan in zip(prompts, plans, strict=True))


def _supersede(rows: Sequence[tuple[RowPlan, Prompt]], given: Given) -> None:
    keys = [old.pk for _, old in rows]
    Prompt.objects.filter(pk__in=keys).update(is_current=False, revision=F("revision") + 1)
    prompts = [newer_prompt(plan, given, old) for plan, old in rows]
    Prompt.objects.bulk_create(prompts, batch_size=BATCH)
    _note(_superseded(old, given) for _, old in rows)
    _note(
        imported(prompt, plan, given, {}) for prompt, (plan, _) in zip(prompts, rows, strict=True)
    )


def _rewrite(rows: Sequence[tuple[RowPlan, Prompt]], given: Given) -> None:
    changes = [imported(old, plan, given, rewrite(old, plan, given)) for plan, old in rows]
    Prompt.objects.bulk_update([old for _, old in rows], WRITTEN, batch_size=BATCH)
    _note(changes)


def _superseded(old: Prompt, given: Given) -> PromptChange:
    return PromptChange(
        prompt=old,
        action=PromptChange.Action.SUPERSEDED,
        by=given.by,
        revision=old.revision + 1,
        before={"is_current": True},
        after={"is_current": False},
    )


def _note(changes: Iterable[PromptChange]) -> None:
    PromptChange.objects.bulk_create(changes, batch_size=BATCH)


def _sources(plans: Sequence[RowPlan]) -> dict[str, Source]:
    """The sources that rows name; new ones are made, what is blank in known ones is filled in."""
    described = {plan.values["source"]: plan.values for plan in reversed(plans)}
    stored = {source.name: source for source in Source.objects.filter(name__in=described)}
    for name, values in described.items():
        credit = {"attribution": values.get("attribution", ""), "url": values.get("url", "")}
        source = stored.get(name)
        if source is None:
            stored[name] = Source.objects.create(name=name, licence=values["licence"], **credit)
            continue
        blank = {key: value for key, value in credit.items() if value and not getattr(source, key)}
        if blank:
            Source.objects.filter(pk=source.pk).update(**blank)
    return stored
