"""A corpus of templates, to develop against."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from corpus.models import Corpus, Prompt, PromptChange, Register, Source
from corpus.pack.making import LICENCE, SOURCE, PackPrompt
from corpus.roles import REVIEW
from corpus.services.prompts.linting_all import lint_corpus
from corpus.services.prompts.writing import content

BATCH = 200


class PackRefused(ValueError):  # noqa: N818 - the name says what is wrong
    """No corpus was made; the sentence says why and what to do."""


@dataclass(frozen=True, slots=True)
class Pack:
    """A corpus that was made. approved: how many of its prompts are; doubtful: have errors."""

    corpus: Corpus
    approved: int
    doubtful: int


@transaction.atomic
def store_pack(
    *,
    slug: str,
    prompts: Sequence[PackPrompt],
    seed: int,
    author: User | None = None,
    reviewer: User | None = None,
) -> Pack:
    """Make a private corpus, marked as synthetic, of a pack's prompts.

    reviewer: approves what linting has nothing against, all at once, which only development
    excuses.

    Raises PackRefused: the slug is taken, or the reviewer wrote the texts or may not review.
    """
    if Corpus.objects.filter(slug=slug).exists():
        raise PackRefused(f"There is a corpus “{slug}” already. Choose another slug.")
    if reviewer is not None and author is not None and reviewer.pk == author.pk:
        raise PackRefused("Nobody reviews what they have written: name two accounts.")
    if reviewer is not None and not reviewer.has_perm(REVIEW):
        raise PackRefused(f"{reviewer.get_username()} may not review. Make them a reviewer.")
    corpus = Corpus.objects.create(
        slug=slug,
        title="Development pack" if slug == "pack" else f"Development pack {slug}",
        description=f"Made of templates by make_pack, seed {seed}. Not a benchmark.",
        visibility=Corpus.Visibility.PRIVATE,
        target_size=len(prompts),
        is_synthetic=True,
    )
    _add(corpus, prompts, author)
    lint_corpus(corpus=corpus)
    doubtful = _with_errors(corpus)
    approved = _approve(corpus, reviewer, doubtful) if reviewer else 0
    return Pack(corpus, approved, len(doubtful))


def _add(corpus: Corpus, prompts: Sequence[PackPrompt], author: User | None) -> None:
    source, _ = Source.objects.get_or_create(name=SOURCE, defaults={"licence": LICENCE})
    registers = {register.slug: register for register in Register.objects.all()}
    rows = Prompt.objects.bulk_create(
        [
            Prompt(
                corpus=corpus,
                external_id=prompt.external_id,
                text=prompt.text,
                register=registers[prompt.register],
                topic=prompt.topic,
                source=source,
                author=author,
            )
            for prompt in prompts
        ],
        batch_size=BATCH,
    )
    _note(rows, PromptChange.Action.IMPORTED, author)


def _with_errors(corpus: Corpus) -> set[int]:
    """Prompts that linting finds an error in, as where another corpus has the same."""
    return {
        key
        for key, findings in corpus.prompts.values_list("pk", "findings")
        if any(finding["severity"] == "error" for finding in findings)
    }


def _approve(corpus: Corpus, reviewer: User, doubtful: set[int]) -> int:
    good = list(corpus.prompts.exclude(pk__in=doubtful).select_related("register", "source"))
    now = timezone.now()
    for prompt in good:
        prompt.state, prompt.reviewer, prompt.reviewed_at = Prompt.State.APPROVED, reviewer, now
        prompt.revision += 1
    Prompt.objects.bulk_update(
        good, ["state", "reviewer", "reviewed_at", "revision"], batch_size=BATCH
    )
    _note(good, PromptChange.Action.APPROVED, reviewer)
    return len(good)


def _note(prompts: Sequence[Prompt], action: PromptChange.Action, by: User | None) -> None:
    """Rows of history, as if each prompt had been touched by itself."""
    is_new = action == PromptChange.Action.IMPORTED
    PromptChange.objects.bulk_create(
        [
            PromptChange(
                prompt=prompt,
                action=action,
                by=by,
                revision=prompt.revision,
                before={} if is_new else {"state": Prompt.State.WAITING},
                after=content(prompt) if is_new else {"state": prompt.state},
            )
            for prompt in prompts
        ],
        batch_size=BATCH,
    )
