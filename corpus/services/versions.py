"""Freezing corpus versions."""

import hashlib
import json
from collections.abc import Collection

from django.db import transaction
from django.utils import timezone

from corpus.models import Corpus, CorpusVersion, Prompt, VersionPrompt
from corpus.models.prompts import next_version_number


class NothingToFreeze(ValueError):  # noqa: N818 - the name says what is wrong
    """A version needs at least one prompt."""


@transaction.atomic
def freeze_version(*, corpus: Corpus, prompts: Collection[Prompt]) -> CorpusVersion:
    """Freeze ``prompts`` of ``corpus`` as its next version.

    Raises:
        NothingToFreeze: there is no prompt, or one belongs to another corpus.
    """
    if not prompts:
        raise NothingToFreeze(f"Corpus “{corpus}” has no prompt to freeze. Add prompts first.")
    strangers = sorted(p.external_id for p in prompts if p.corpus_id != corpus.pk)
    if strangers:
        raise NothingToFreeze(f"Not of corpus “{corpus}”: {', '.join(strangers)}.")
    version = CorpusVersion.objects.create(corpus=corpus, number=next_version_number(corpus))
    VersionPrompt.objects.bulk_create(VersionPrompt(version=version, prompt=p) for p in prompts)
    version.digest = manifest_digest(prompts)
    version.frozen_at = timezone.now()
    version.save(update_fields=["digest", "frozen_at"])
    return version


def manifest_digest(prompts: Collection[Prompt]) -> str:
    """SHA-256 over the prompts' external ids, registers and texts, whatever their order."""
    rows = sorted(
        [p.external_id, p.register.slug, hashlib.sha256(p.text.encode()).hexdigest()]
        for p in prompts
    )
    return hashlib.sha256(json.dumps(rows, separators=(",", ":")).encode()).hexdigest()
