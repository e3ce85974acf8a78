"""Freezing corpus versions."""

import hashlib
import json
from collections.abc import Collection, Mapping

from django.db import transaction
from django.utils import timezone

from corpus.models import Corpus, CorpusVersion, Prompt, Stratum, VersionPrompt
from corpus.models.versions import next_version_number


class NothingToFreeze(ValueError):  # noqa: N818 - the name says what is wrong
    """A version needs at least one prompt."""


@transaction.atomic
def freeze_version(
    *,
    corpus: Corpus,
    prompts: Collection[Prompt],
    strata: Mapping[str, Stratum] | None = None,
) -> CorpusVersion:
    """Freeze ``prompts`` of ``corpus`` as its next version.

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
    VersionPrompt.objects.bulk_create(
        VersionPrompt(version=version, prompt=p, stratum=strata.get(p.external_id, ""))
        for p in prompts
    )
    version.digest = manifest_digest(prompts, strata)
    version.frozen_at = timezone.now()
    version.save(update_fields=["digest", "frozen_at"])
    return version


def manifest_digest(
    prompts: Collection[Prompt], strata: Mapping[str, Stratum] | None = None
) -> str:
    """SHA-256 over the prompts' external ids, registers, texts and difficulties, in any order."""
    strata = strata or {}
    rows = sorted(_manifest_row(p, strata.get(p.external_id)) for p in prompts)
    return hashlib.sha256(json.dumps(rows, separators=(",", ":")).encode()).hexdigest()


def _manifest_row(prompt: Prompt, stratum: Stratum | None) -> list[str]:
    digest = hashlib.sha256(prompt.text.encode()).hexdigest()
    row = [prompt.external_id, prompt.register.slug, digest]
    return [*row, stratum.value] if stratum else row
