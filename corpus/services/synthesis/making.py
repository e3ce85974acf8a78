"""Making one clip: asked for, checked, and stored before anything else is asked for."""

import time
from concurrent.futures import Future, ThreadPoolExecutor, wait
from dataclasses import dataclass

from django.db import transaction
from django.db.models import QuerySet

from corpus.audio.confined import prepare_confined
from corpus.audio.errors import AudioError
from corpus.confinement.confined import Failed
from corpus.jobs import JobError, JobRun
from corpus.models import Clip, Prompt, SynthesisFailure, Synthesizer, Voice
from corpus.services.clips import add_clip
from corpus.services.synthesis.engines import spoken_name
from corpus.services.synthesis.pacing import postpone, wait_for_turn
from corpus.storage import atomic_with_files
from corpus.synthesis.base import Refused, SynthesisError, TryAgain
from corpus.synthesis.base import Synthesizer as Engine
from corpus.synthesis.redaction import told

ATTEMPTS = 5
# A worker that says nothing for 90 s is taken to be dead, and its text would be paid for twice.
SIGN_OF_LIFE_SECONDS = 10.0


class VoiceGone(RuntimeError):  # noqa: N818 - the name says what is wrong
    """The voice is another one by now. lost: whether a text was being spoken, and is not kept."""

    def __init__(self, voice: Voice, *, lost: bool) -> None:
        self.lost = lost
        told = f"The voice {voice.name} was swapped or renamed meanwhile."
        super().__init__(f"{told} What it was just saying was not kept." if lost else told)


@dataclass(frozen=True, slots=True)
class Spoken:
    """An audio file, and the seconds that it took to have it, network included."""

    audio: bytes
    seconds: float


def make_clip(
    run: JobRun, synthesizer: Synthesizer, engine: Engine, prompt: Prompt, voice: Voice
) -> bool:
    """Have *prompt* spoken by *voice* and store it; False if it was given up.

    Attempts are counted in the database, so that a turn that ends between two of them, or a worker
    that dies, begins none anew.

    Raises:
        JobError: no text at all would be spoken now.
        VoiceGone: the voice was swapped, or its name for synthesis is another one.
        TurnOver, Cancelled, Dispossessed: the job has to end here; nothing is lost.
    """
    while True:
        wait_for_turn(run, synthesizer)
        if Clip.objects.filter(prompt=prompt, voice=voice).exists():
            return True  # somebody uploaded it meanwhile
        if not _speaks_on(voice, Voice.objects.filter(pk=voice.pk)):
            raise VoiceGone(voice, lost=False)
        try:
            spoken = _spoken(run, engine, prompt.text)
            # What could not be rendered later is refused now, while it can be asked for again.
            prepare_confined(spoken.audio)
        except Refused as error:
            raise JobError(f"{error} Nothing more was sent; what was made is kept.") from error
        except TryAgain as error:
            failure = _note_failure(prompt, voice, error, attempts=ATTEMPTS)
            if failure.is_final:
                return False
            postpone(synthesizer, attempts=failure.attempts, asked=error.seconds)
            continue
        except (SynthesisError, AudioError, Failed) as error:
            _note_failure(prompt, voice, error, attempts=1)
            return False
        try:
            return _store(prompt, voice, engine, spoken)
        except VoiceGone as error:
            _note_failure(prompt, voice, error, attempts=1)
            raise


def _spoken(run: JobRun, engine: Engine, text: str) -> Spoken:
    """Speak, and give signs of life meanwhile."""
    with ThreadPoolExecutor(max_workers=1) as pool:
        future: Future[Spoken] = pool.submit(_timed, engine, text)
        while not wait([future], timeout=SIGN_OF_LIFE_SECONDS).done:
            run.flush()
        return future.result()


def _timed(engine: Engine, text: str) -> Spoken:
    begun = time.monotonic()
    return Spoken(engine.speak(text), time.monotonic() - begun)


@atomic_with_files()
def _store(prompt: Prompt, voice: Voice, engine: Engine, spoken: Spoken) -> bool:
    """Keep the clip, unless the prompt's text is another one by now; it is then asked for again.

    A wording that was superseded meanwhile keeps it where a frozen version goes on with it.

    Raises VoiceGone.
    """
    if not _speaks_on(voice, Voice.objects.select_for_update(no_key=True).filter(pk=voice.pk)):
        raise VoiceGone(voice, lost=True)
    standing = Prompt.objects.select_for_update().get(pk=prompt.pk)
    if standing.text != prompt.text or not standing.takes_clips:
        return True
    add_clip(
        prompt=prompt,
        voice=voice,
        audio=spoken.audio,
        name=engine.name,
        generation_seconds=spoken.seconds,
    )
    SynthesisFailure.objects.filter(prompt=prompt, voice=voice).delete()
    return True


def _speaks_on(voice: Voice, standing: QuerySet[Voice]) -> bool:
    """Whether a voice is still the one for which its engine was made."""
    now = standing.first()
    return now is not None and now.is_current and spoken_name(now) == spoken_name(voice)


@transaction.atomic
def _note_failure(
    prompt: Prompt, voice: Voice, error: Exception, *, attempts: int
) -> SynthesisFailure:
    """Keep why it failed; for good after as many *attempts*."""
    failure = (
        SynthesisFailure.objects.select_for_update().filter(prompt=prompt, voice=voice).first()
    )
    failure = failure or SynthesisFailure(prompt=prompt, voice=voice, attempts=0)
    failure.attempts += 1
    failure.reason = told(str(error), text=prompt.text) or type(error).__name__
    failure.is_final = failure.attempts >= attempts
    failure.save()
    return failure
