"""Long work on what is spoken; each task is one thin call of a service."""

from celery import shared_task

from corpus.models import Clip, Reading
from corpus.services import freezing, render_whatever_comes
from corpus.services.difficulty import measure_new_prompts
from corpus.services.jobs import abandoned_jobs, take_turn
from corpus.services.readings import check
from corpus.services.uploads import close_forgotten, remove_staged_files

# A worker knows the kinds of long work that stand in the modules that are imported here.
KINDS = (freezing.CHECK, freezing.FREEZE)
BATCH = 50


@shared_task
def render_waiting_clips() -> int:
    """Render clips that wait, oldest first; the beat calls again for the rest.

    One that cannot be rendered is marked failed and holds up none of the others; one that ended a
    worker comes after those that did not. State in the database decides what waits, so a killed
    worker loses no clip.
    """
    idle = Clip.objects.to_render().idle().select_related("prompt__corpus")
    waiting = idle.order_by("attempts", "id")[:BATCH]
    for clip in waiting:
        render_whatever_comes(clip=clip)
    return len(waiting)


@shared_task
def check_waiting_readings() -> int:
    """Let a machine listen to readings that wait for it; the beat calls again for the rest."""
    waiting = Reading.objects.to_check()[:BATCH]
    for reading in waiting:
        check(reading=reading)
    return len(waiting)


@shared_task
def run_job(pk: int) -> None:
    """Work on a job for one turn, then queue behind whatever else waits."""
    if take_turn(pk=pk):
        run_job.delay(pk)


@shared_task
def heal_jobs() -> int:
    """Send jobs again whose message or worker was lost."""
    keys = abandoned_jobs()
    for pk in keys:
        run_job.delay(pk)
    return len(keys)


@shared_task
def measure_difficulty() -> int:
    """Begin to measure prompts that are new, or whose text is."""
    return len(measure_new_prompts())


@shared_task
def sweep_uploads() -> None:
    """End uploads that were forgotten, and remove the staged files of those that have ended."""
    close_forgotten()
    while remove_staged_files():
        pass
