"""The stages that a corpus goes through, in their order."""

from django.db.models import Count, Q

from corpus.curation.stages_of_clips import (
    clips_step,
    freezing_step,
    readings_step,
    synthesis_step,
)
from corpus.curation.stages_of_texts import difficulty_step, prompts_step, review_step
from corpus.curation.step import Stage, Step
from corpus.models import Corpus, Prompt

STAGES: tuple[Stage, ...] = (
    prompts_step,
    review_step,
    difficulty_step,
    readings_step,
    synthesis_step,
    clips_step,
    freezing_step,
)


def steps_of(corpus: Corpus) -> list[Step]:
    """The stages that a corpus goes through, each with its state and what is next."""
    counts = corpus.prompts.filter(is_current=True).aggregate(
        all=Count("pk", filter=~Q(state=Prompt.State.WITHDRAWN)),
        approved=Count("pk", filter=Q(state=Prompt.State.APPROVED)),
        waiting=Count("pk", filter=Q(state=Prompt.State.WAITING)),
        returned=Count("pk", filter=Q(state=Prompt.State.RETURNED)),
    )
    return [stage(corpus, counts) for stage in STAGES]
