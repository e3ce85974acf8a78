"""Prompts × voices: which clips there are, which wait, which failed and why, which are missing."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from django.db.models import Count, Exists, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce

from corpus.models import Clip, Corpus, Prompt, SynthesisFailure, Voice
from corpus.models.clips import LOUDNESS_TOLERANCE_LU


class State(StrEnum):
    """How it stands with one prompt spoken by one voice."""

    READY = "ready"
    WAITING = "waiting"
    FAILED = "failed"
    MISSING = "missing"


@dataclass(frozen=True, slots=True)
class Cell:
    """One prompt by one voice; clip: its key, ``None`` where there is none.

    reason: why synthesis has failed, where it has brought no clip.
    """

    voice: int
    state: State
    clip: int | None
    reason: str = ""


@dataclass(frozen=True, slots=True)
class VoiceCoverage:
    """How many of the prompts a voice has in each state."""

    voice: Voice
    prompts: int
    ready: int
    waiting: int
    failed: int

    @property
    def missing(self) -> int:
        """Prompts without any clip that nothing has failed at."""
        return self.prompts - self.ready - self.waiting - self.failed


@dataclass(frozen=True, slots=True)
class Failure:
    """A sentence, and how many clips failed with it."""

    sentence: str
    clips: int


@dataclass(frozen=True, slots=True)
class Unspoken:
    """Why a voice could not be made to say some prompts, and how many."""

    voice: Voice
    sentence: str
    prompts: int


def current_voices(system: int | None = None) -> list[Voice]:
    """Voices that a corpus should have clips of: those that speak today."""
    voices = Voice.objects.filter(is_current=True).select_related("system")
    if system is not None:
        voices = voices.filter(system=system)
    return list(voices.order_by("system__kind", "system__name", "system__version", "gender"))


def prompts_in(
    prompts: QuerySet[Prompt], corpus: Corpus, voices: Sequence[Voice], state: State | None
) -> QuerySet[Prompt]:
    """Those of the corpus's prompts that have any of the voices in this state (ready: all)."""
    if state is None:
        return prompts
    theirs = Clip.objects.filter(prompt=OuterRef("pk"), voice__in=voices).order_by()
    failed = _without_clip(SynthesisFailure.objects.filter(prompt=OuterRef("pk"), voice__in=voices))
    if state == State.WAITING:
        return prompts.filter(Exists(theirs.filter(_stands(corpus)[state])))
    if state == State.FAILED:
        of_clips = Exists(theirs.filter(_stands(corpus)[state]))
        return prompts.filter(of_clips | Exists(failed))
    if state == State.MISSING:
        tried = Coalesce(_number(theirs), 0) + Coalesce(_number(failed), 0)
        return prompts.annotate(tried=tried).filter(tried__lt=len(voices))
    ready = Coalesce(_number(theirs.filter(_stands(corpus)[State.READY])), 0)
    return prompts.annotate(ready_clips=ready).filter(ready_clips=len(voices))


def by_voice(
    corpus: Corpus, prompts: QuerySet[Prompt], voices: Sequence[Voice]
) -> list[VoiceCoverage]:
    """How far each voice is, over these prompts of the corpus; three queries."""
    clips = Clip.objects.filter(prompt__in=prompts, voice__in=voices).order_by()
    stands = _stands(corpus)
    counts = {f"{state}_clips": Count("pk", filter=stands[state]) for state in stands}
    counted = clips.values("voice").annotate(**counts).values_list("voice", *counts)
    found = {voice: states for voice, *states in counted}
    unsaid = dict(
        unspoken(prompts, voices).values_list("voice").annotate(number=Count("pk")).order_by()
    )
    number = prompts.count()
    summary = []
    for voice in voices:
        ready, waiting, failed = found.get(voice.pk, (0, 0, 0))
        failed += unsaid.get(voice.pk, 0)
        summary.append(VoiceCoverage(voice, number, ready, waiting, failed))
    return summary


def cells_of(
    corpus: Corpus, prompts: Sequence[Prompt], voices: Sequence[Voice]
) -> Iterator[tuple[Prompt, list[Cell]]]:
    """Each prompt with a cell for each voice, in their orders; two queries."""
    clips = Clip.objects.filter(prompt__in=prompts, voice__in=voices).order_by()
    there: dict[tuple[int, int], Cell] = {}
    for clip, prompt, voice, state, target in clips.values_list(
        "pk", "prompt", "voice", "state", "target_lufs"
    ):
        there[prompt, voice] = Cell(voice, _state(corpus, state, target), clip)
    unsaid = SynthesisFailure.objects.filter(prompt__in=prompts, voice__in=voices).order_by()
    for prompt, voice, reason in unsaid.values_list("prompt", "voice", "reason"):
        there.setdefault((prompt, voice), Cell(voice, State.FAILED, None, reason))
    for each in prompts:
        yield (
            each,
            [there.get((each.pk, v.pk), Cell(v.pk, State.MISSING, None)) for v in voices],
        )


def failures_of(prompts: QuerySet[Prompt], voices: Sequence[Voice], *, most: int) -> list[Failure]:
    """Why clips failed, the commonest reasons first."""
    failed = failed_clips(prompts).filter(voice__in=voices).order_by()
    counted = failed.values("failure").annotate(number=Count("pk")).order_by("-number", "failure")
    return [Failure(row["failure"], row["number"]) for row in counted[:most]]


def unspoken(prompts: QuerySet[Prompt], voices: Sequence[Voice]) -> QuerySet[SynthesisFailure]:
    """What these voices could not be made to say, of prompts that have no clip yet."""
    return _without_clip(SynthesisFailure.objects.filter(prompt__in=prompts, voice__in=voices))


def reasons_unspoken(
    prompts: QuerySet[Prompt], voices: Sequence[Voice], *, most: int
) -> list[Unspoken]:
    """Why synthesis failed, by voice, the commonest reasons first; one query."""
    named = {voice.pk: voice for voice in voices}
    counted = unspoken(prompts, voices).values_list("voice", "reason").annotate(number=Count("pk"))
    rows = counted.order_by("-number", "voice", "reason")[:most]
    return [Unspoken(named[voice], reason, number) for voice, reason, number in rows]


def failed_clips(prompts: QuerySet[Prompt]) -> QuerySet[Clip]:
    """Failed clips of these prompts."""
    return Clip.objects.filter(prompt__in=prompts, state=Clip.State.FAILED)


def _without_clip(failures: QuerySet[SynthesisFailure]) -> QuerySet[SynthesisFailure]:
    """Those whose clip has not come another way since."""
    came = Clip.objects.filter(prompt=OuterRef("prompt"), voice=OuterRef("voice"))
    return failures.filter(~Exists(came)).order_by()


def _number(rows: QuerySet[Any]) -> Subquery:
    """How many of the rows, which are of one prompt, there are."""
    return Subquery(rows.values("prompt").annotate(number=Count("pk")).values("number"))


def _stands(corpus: Corpus) -> dict[State, Q]:
    """What makes a clip ready, waiting or failed, in the order of VoiceCoverage."""
    at_target = Q(
        target_lufs__gte=corpus.target_lufs - LOUDNESS_TOLERANCE_LU,
        target_lufs__lte=corpus.target_lufs + LOUDNESS_TOLERANCE_LU,
    )
    rendered = Q(state=Clip.State.READY)
    return {
        State.READY: rendered & at_target,
        State.WAITING: Q(state=Clip.State.PENDING) | (rendered & ~at_target),
        State.FAILED: Q(state=Clip.State.FAILED),
    }


def _state(corpus: Corpus, state: str, target: float | None) -> State:
    if state == Clip.State.FAILED:
        return State.FAILED
    at_target = target is not None and abs(target - corpus.target_lufs) <= LOUDNESS_TOLERANCE_LU
    return State.READY if state == Clip.State.READY and at_target else State.WAITING
