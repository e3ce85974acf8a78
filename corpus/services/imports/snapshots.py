"""What the site knows, read at once to compare a file with."""

from corpus.models import Clip, Corpus, Prompt, PromptChange, Register, Source, VersionPrompt
from corpus.models.prompts import FROZEN_FIELDS, SPOKEN_FIELDS
from corpus.prompt_files.known import Known, KnownPrompt, KnownSource, sources_by_name
from corpus.services.prompts.linting import neighbours_of


def known_of(corpus: Corpus) -> Known:
    """Registers, sources, the corpus's own prompts, and all texts that a new one may resemble."""
    return Known(
        registers=dict(Register.objects.values_list("slug", "name")),
        sources=sources_by_name(
            KnownSource(*row)
            for row in Source.objects.values_list("name", "licence", "attribution", "url")
        ),
        prompts=_prompts(corpus),
        neighbours=tuple(neighbours_of(corpus)),
    )


def kept_fields(corpus: Corpus) -> dict[int, frozenset[str]]:
    """Fields whose change supersedes a prompt, by its key; prompts without any are left out."""
    heard = Clip.objects.filter(prompt__corpus=corpus).values_list("prompt_id", flat=True)
    frozen = VersionPrompt.objects.filter(
        prompt__corpus=corpus, version__frozen_at__isnull=False
    ).values_list("prompt_id", flat=True)
    return dict.fromkeys(heard, SPOKEN_FIELDS) | dict.fromkeys(frozen, FROZEN_FIELDS)


def _prompts(corpus: Corpus) -> dict[str, KnownPrompt]:
    kept = kept_fields(corpus)
    imported = _last_imported(corpus)
    standing = Prompt.objects.filter(corpus=corpus, is_current=True).select_related(
        "register", "source"
    )
    return {
        prompt.external_id: KnownPrompt(
            pk=prompt.pk,
            revision=prompt.revision,
            fields={
                "text": prompt.text,
                "register": prompt.register.slug,
                "topic": prompt.topic,
                "source": prompt.source.name,
                "passage": prompt.passage,
            },
            kept=kept.get(prompt.pk, frozenset()),
            withdrawn=prompt.reason if prompt.state == Prompt.State.WITHDRAWN else "",
            imported=imported.get(prompt.external_id),
        )
        for prompt in standing
    }


def _last_imported(corpus: Corpus) -> dict[str, dict[str, str]]:
    """What a file last said of each external id; later rows take the place of earlier ones."""
    brought = PromptChange.objects.filter(
        prompt__corpus=corpus, action=PromptChange.Action.IMPORTED
    ).order_by("id")
    return dict(brought.values_list("prompt__external_id", "after"))
