"""Filling drafts."""

from django.db import transaction
from django.db.models import QuerySet

from corpus.freezing.filling import Available, fill
from corpus.models import CorpusVersion, Prompt, Register
from corpus.services.versions import change_selection


@transaction.atomic
def fill_draft(*, draft: CorpusVersion) -> int:
    """Take approved prompts into a draft until it has its size, balanced. Returns how many.

    Raises:
        DraftError: the version is frozen.
    """
    inside = draft.prompts.all()
    approved = draft.corpus.prompts.all().approved()
    outside = approved.exclude(pk__in=inside.values("pk"))
    keys = fill(
        _available(inside),
        _available(outside),
        size=draft.corpus.target_size,
        registers=list(Register.objects.values_list("slug", flat=True)),
    )
    # Not by "in": a statement has room for so many values only.
    wanted = set(keys)
    change_selection(draft=draft, add=[p for p in outside if p.external_id in wanted])
    return len(keys)


def _available(prompts: QuerySet[Prompt]) -> list[Available]:
    rows = prompts.values_list("external_id", "register__slug", "topic", "perplexity")
    return [Available(*row) for row in rows]
