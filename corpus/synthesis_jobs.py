"""The long work of synthesis."""

from collections import Counter
from collections.abc import Sequence

from django.db.models import QuerySet

from corpus.jobs import JobError, JobRun, Report, job
from corpus.models import Clip, Prompt, SynthesisFailure, Voice
from corpus.services.synthesis.engines import CannotSpeak, engine_for
from corpus.services.synthesis.making import VoiceGone, make_clip
from corpus.services.synthesis.orders import Order, order_of
from corpus.services.synthesis.starting import KIND
from corpus.synthesis.base import Synthesizer as Engine

CHUNK = 200  # texts in memory
# As many in a row have one cause, which a person should look at before more is paid for.
FAILURES_IN_A_ROW = 5


@job(KIND)
def synthesise(run: JobRun) -> Report:
    """Make what has no clip yet, one after the other, each stored before the next is asked for."""
    order = order_of(run.job)
    engines = _engines(order)
    pairs = order.left(reopened=True)
    if order.limit is not None:
        pairs = pairs[: max(0, order.limit - run.job.done)]
    run.expect(len(pairs))
    run.stage(f"By {order.synthesizer.destination or order.synthesizer.get_kind_display()}")
    voices = {voice.pk: voice for voice in order.voices}
    for start in range(0, len(pairs), CHUNK):
        chunk = pairs[start : start + CHUNK]
        prompts = Prompt.objects.select_related("corpus").in_bulk([pair.prompt for pair in chunk])
        for pair in chunk:
            if pair.voice not in voices:
                continue
            voice, prompt = voices[pair.voice], prompts[pair.prompt]
            try:
                if not make_clip(run, order.synthesizer, engines[pair.voice], prompt, voice):
                    _stop_if_hopeless(run, order, voice)
            except VoiceGone as gone:
                # What it has not said is not said by it; the others go on.
                del voices[pair.voice]
                run.advance(int(gone.lost))
            else:
                run.advance()
    run.flush()
    return _report(run, order)


def _engines(order: Order) -> dict[int, Engine]:
    """What speaks, by voice. Raises JobError if it is not in order on this machine."""
    try:
        engines = {voice.pk: engine_for(order.synthesizer, voice) for voice in order.voices}
    except CannotSpeak as error:
        raise JobError(str(error)) from error
    for engine in engines.values():
        if (reason := engine.available()) is not None:
            raise JobError(reason)
    return engines


def _stop_if_hopeless(run: JobRun, order: Order, voice: Voice) -> None:
    """Raises JobError after too many failures, of all voices or of this one, without a success.

    The other voices' successes say nothing of a voice whose name its provider does not know.
    """
    for whose, voices in (("", order.voices), (f" by the voice {voice.name}", (voice,))):
        newest = _since_the_last_clip(run, order, voices)
        if len(newest) == FAILURES_IN_A_ROW:
            raise JobError(
                f"{FAILURES_IN_A_ROW} texts in a row failed{whose}, the last one so: "
                f"{newest[0].reason} Look into it, then retry the failed ones. What was made is "
                "kept."
            )


def _since_the_last_clip(
    run: JobRun, order: Order, voices: Sequence[Voice]
) -> list[SynthesisFailure]:
    clips = Clip.objects.filter(voice__in=voices, prompt__corpus=order.corpus)
    failures = _failed(run, order).filter(voice__in=voices)
    if (clip := clips.order_by("-created_at").first()) is not None:
        failures = failures.filter(at__gt=clip.created_at)
    return list(failures.order_by("-at")[:FAILURES_IN_A_ROW])


def _report(run: JobRun, order: Order) -> Report:
    reasons = Counter(_failed(run, order).values_list("reason", flat=True)).most_common()
    count = sum(number for _, number in reasons)
    summary = f"{run.job.done - count:,} clips made."
    if count:
        reason, number = reasons[0]
        some = "" if number == count else f", {number:,} of them so"
        summary += f" {count:,} failed{some}: {reason}"
    summary += _gone(run)
    return Report(summary, {"made": run.job.done - count, "failed": count, "reasons": reasons})


def _gone(run: JobRun) -> str:
    """A sentence about voices that were swapped after this job was begun; empty if none was."""
    gone = Voice.objects.filter(
        pk__in=run.parameters["voices"], is_current=False, retired_at__gte=run.job.created_at
    )
    names = list(gone.order_by("pk").values_list("name", flat=True))
    if not names:
        return ""
    return (
        f" Swapped meanwhile: {', '.join(names)}. Nothing more was asked of it; begin another "
        "synthesis for the voice that took its place."
    )


def _failed(run: JobRun, order: Order) -> QuerySet[SynthesisFailure]:
    """What this job has given up."""
    return SynthesisFailure.objects.given_up().filter(
        voice__in=run.parameters["voices"],
        prompt__corpus=order.corpus,
        at__gte=run.job.begun_at,
    )
