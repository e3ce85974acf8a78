"""Linting a whole corpus anew, as after a change of the rules or of its neighbours."""

from collections import defaultdict

from django.db import transaction

from corpus.models import Corpus, Prompt
from corpus.prompt_files.known import Neighbour
from corpus.prompt_files.likeness import neighbour_finding
from corpus.services.prompts.linting import LINT_VERSION, neighbours_of, text_findings
from corpus.text.duplicates import near_duplicates
from corpus.text.findings import Finding

BATCH = 200


def lint_corpus(*, corpus: Corpus) -> int:
    """Lint every current prompt of a corpus, and store what is found. Returns how many.

    Nothing is locked while it lints: whoever writes meanwhile has their prompt linted by that.
    """
    prompts = list(corpus.prompts.current().select_related("register"))
    alike = _alike(prompts, [one for one in neighbours_of(corpus) if one.corpus])
    for place, prompt in enumerate(prompts):
        found = text_findings(prompt.text, prompt.passage, prompt.register.slug)
        prompt.findings = [finding.to_record() for finding in (*found, *alike[place])]
        prompt.lint_version = LINT_VERSION
    return _store(corpus, prompts)


@transaction.atomic
def _store(corpus: Corpus, prompts: list[Prompt]) -> int:
    """Keep findings of the prompts that nobody has changed meanwhile. Returns how many."""
    standing = dict(corpus.prompts.select_for_update().values_list("pk", "revision"))
    same = [prompt for prompt in prompts if standing.get(prompt.pk) == prompt.revision]
    Prompt.objects.bulk_update(same, ["findings", "lint_version"], batch_size=BATCH)
    return len(same)


def _alike(prompts: list[Prompt], others: list[Neighbour]) -> dict[int, list[Finding]]:
    """What prompts share with each other and with other corpora, by place."""
    own = [Neighbour(p.text, p.external_id, p.external_id) for p in prompts]
    texts = [prompt.text for prompt in prompts]
    found: dict[int, list[Finding]] = defaultdict(list)
    for match in near_duplicates(texts, [other.text for other in others]):
        neighbour = (others if match.in_others else own)[match.second]
        finding = neighbour_finding(match, texts[match.first], neighbour)
        found[match.first].append(finding)
    return found
