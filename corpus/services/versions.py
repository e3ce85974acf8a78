"""Corpus versions: drafting a selection, changing it, freezing it."""

from collections.abc import Collection, Mapping

from django.contrib.auth.models import User
from django.db import IntegrityError, transaction
from django.utils import timezone

from corpus.freezing.manifest import Entry, Manifest, salted_digest
from corpus.models import Clip, Corpus, CorpusVersion, Prompt, System, VersionPrompt
from corpus.models.versions import next_version_number


class NothingToFreeze(ValueError):  # noqa: N818 - the name says what is wrong
    """A version needs at least one prompt."""


class DraftError(ValueError):
    """A draft cannot be made or changed in this way; the sentence says why."""


@transaction.atomic
def freeze_version(
    *,
    corpus: Corpus,
    prompts: Collection[Prompt],
    strata: Mapping[str, str] | None = None,
) -> CorpusVersion:
    """Freeze ``prompts`` of ``corpus`` as its next version, without asking whether it is complete.

    For programs that bring their own prompts, such as the demo; people freeze a draft that is
    checked first (:func:`corpus.services.freezing.freeze_draft`).

    strata: difficulty by the prompt's external id; a prompt that is not named has none.

    Raises:
        NothingToFreeze: there is no prompt, or one belongs to another corpus.
        ValueError: a stratum is given for something that is not among the prompts.
    """
    if not prompts:
        raise NothingToFreeze(f"Corpus “{corpus}” has no prompt to freeze. Add prompts first.")
    strangers = sorted(p.external_id for p in prompts if p.corpus_id != corpus.pk)
    if strangers:
        raise NothingToFreeze(f"Not of corpus “{corpus}”: {', '.join(strangers)}.")
    strata = strata or {}
    unknown = sorted(strata.keys() - {p.external_id for p in prompts})
    if unknown:
        raise ValueError(f"A difficulty is given for what is not frozen: {', '.join(unknown)}.")
    version = CorpusVersion.objects.create(corpus=corpus, number=next_version_number(corpus))
    _select(version, prompts)
    return seal(version=version, strata=strata)


@transaction.atomic
def draft_version(*, corpus: Corpus, base: CorpusVersion | None = None) -> CorpusVersion:
    """Begin the next version: with the prompts of ``base``, or with every approved one.

    A prompt of ``base`` that was superseded comes in its newest text; one that was withdrawn stays
    out.

    Raises:
        DraftError: there is a draft already.
    """
    try:
        with transaction.atomic():
            draft = CorpusVersion.objects.create(corpus=corpus, number=next_version_number(corpus))
    except IntegrityError as error:
        raise DraftError("A draft is there already. Change that one, or discard it.") from error
    prompts = corpus.prompts.current()
    if base is None:
        prompts = prompts.approved()
    else:
        prompts = prompts.filter(external_id__in=base.prompts.values("external_id"))
    _select(draft, prompts)
    return draft


@transaction.atomic
def change_selection(
    *,
    draft: CorpusVersion,
    add: Collection[Prompt] = (),
    remove: Collection[Prompt] = (),
) -> None:
    """Take prompts into a draft and out of it. What is in already, or out, stays so.

    Raises:
        DraftError: the version is frozen, or a prompt is of another corpus.
    """
    locked_draft(draft)
    if any(prompt.corpus_id != draft.corpus_id for prompt in add):
        raise DraftError("A draft takes prompts of its own corpus only.")
    draft.selection.filter(prompt__in=remove).delete()
    there = set(draft.selection.values_list("prompt_id", flat=True))
    _select(draft, [prompt for prompt in add if prompt.pk not in there])


@transaction.atomic
def discard_draft(*, draft: CorpusVersion) -> None:
    """Give a draft up; its prompts stay in the corpus. Raises DraftError if it is frozen."""
    locked = locked_draft(draft)
    locked.selection.all().delete()
    locked.delete()


@transaction.atomic
def seal(
    *,
    version: CorpusVersion,
    strata: Mapping[str, str],
    by: User | None = None,
    note: str = "",
) -> CorpusVersion:
    """Write the manifest and the digest of a draft: from here on it never changes.

    strata: difficulty by external id. The caller has checked that the version may be frozen.
    """
    locked = locked_draft(version)
    rows = list(locked.selection.select_related("prompt"))
    for row in rows:
        row.stratum = strata.get(row.prompt.external_id, "")
    VersionPrompt.objects.bulk_update(rows, ["stratum"], batch_size=500)
    manifest = manifest_of(locked)
    locked.manifest = manifest.canonical()
    locked.digest = manifest.digest
    locked.frozen_at = timezone.now()
    locked.frozen_by = by
    locked.note = note
    locked.save()
    return locked


def manifest_of(version: CorpusVersion) -> Manifest:
    """The manifest of a version, from what is stored now."""
    rows = list(version.selection.select_related("prompt__register", "prompt__source"))
    readings = _readings(version)
    entries = tuple(
        Entry(
            id=row.opaque_id,
            register=row.prompt.register.slug,
            stratum=row.stratum,
            source=row.prompt.source.name,
            licence=row.prompt.source.licence,
            text_digest=salted_digest(row.prompt.text, row.salt),
            readings=readings.get(row.prompt_id, {}),
        )
        for row in rows
    )
    return Manifest(version.corpus.slug, version.number, _language_model(version), entries)


def _readings(version: CorpusVersion) -> dict[int, dict[str, str]]:
    """SHA-256 of the ready human readings, by prompt and gender."""
    found = (
        Clip.objects.ready()
        .filter(
            prompt__versions=version,
            voice__is_current=True,
            voice__system__kind=System.Kind.HUMAN,
        )
        .values_list("prompt_id", "voice__gender", "original_digest")
    )
    readings: dict[int, dict[str, str]] = {}
    for prompt, gender, digest in found:
        readings.setdefault(prompt, {})[gender] = digest
    return readings


def _language_model(version: CorpusVersion) -> str:
    used = version.prompts.filter(perplexity__isnull=False).order_by()
    names = used.values_list("language_model__name", "language_model__digest").distinct()
    return ", ".join(sorted(f"{name}@{digest}" for name, digest in names))


def _select(version: CorpusVersion, prompts: Collection[Prompt]) -> None:
    VersionPrompt.objects.bulk_create(
        (VersionPrompt(version=version, prompt=prompt) for prompt in prompts), batch_size=500
    )


def locked_draft(version: CorpusVersion) -> CorpusVersion:
    """A draft, locked for this transaction. Raises DraftError if it is frozen."""
    locked = CorpusVersion.objects.select_for_update().select_related("corpus").get(pk=version.pk)
    if locked.is_frozen:
        raise DraftError(f"{locked} is frozen and never changes. Draft the next version instead.")
    return locked
