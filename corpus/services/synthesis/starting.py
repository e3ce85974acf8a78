"""Beginning a synthesis: checked, logged where texts leave the server, and left to a worker."""

from django.contrib.auth.models import User
from django.db import transaction

from corpus.models import Job, Synthesizer
from corpus.roles import CURATE
from corpus.services.jobs import start_job
from corpus.services.reads import note_bulk_read
from corpus.services.synthesis.engines import CannotSpeak, engine_for
from corpus.services.synthesis.orders import Order

KIND = "synthesis"
LONGEST_FORM = 40  # characters of BulkRead.form


class SynthesisRefused(ValueError):  # noqa: N818 - the name says what is wrong
    """Nothing was begun; the sentence says why and what to do."""


@transaction.atomic
def start_synthesis(*, order: Order, by: User | None = None, by_name: str = "") -> Job:
    """Have an order's clips made. by_name: who ran a command.

    Texts that are sent to a host are logged as read in bulk.

    Raises:
        SynthesisRefused: nothing is left to make, a job of the system runs on this corpus already,
            what should speak is not in order, or the order's version is not frozen.
    """
    # Whoever comes second sees the first, so that no text is paid for twice.
    Synthesizer.objects.select_for_update().get(pk=order.synthesizer.pk)
    _refuse_second(order)
    if order.version is not None and not order.version.is_frozen:
        raise SynthesisRefused(
            f"Version {order.version.number} is a draft, which still changes. Have the corpus "
            "spoken as it stands."
        )
    try:
        for voice in order.voices:
            engine_for(order.synthesizer, voice)
    except CannotSpeak as error:
        raise SynthesisRefused(str(error)) from error
    pairs = order.left()[: order.limit]
    if not pairs:
        raise SynthesisRefused("Nothing is left to make.")
    if order.only_failed:
        order.given_up().update(is_final=False, attempts=0)
    destination = order.synthesizer.destination
    if destination:
        note_bulk_read(
            corpus=order.corpus,
            form=f"{KIND}:{destination}"[:LONGEST_FORM],
            prompt_count=len({pair.prompt for pair in pairs}),
            by=by,
            by_name=by_name,
        )
    return start_job(
        kind=KIND,
        title=_title(order)[:200],
        permission=CURATE,
        by=by,
        corpus=order.corpus,
        parameters=order.parameters(),
    )


def _title(order: Order) -> str:
    version = f", version {order.version.number}" if order.version else ""
    return f"Synthesise {order.synthesizer.system}: {order.corpus.title}{version}"


def jobs_of(order: Order) -> list[Job]:
    """Jobs of the order's system on its corpus, newest first."""
    jobs = Job.objects.filter(kind=KIND, corpus=order.corpus)
    return list(jobs.filter(parameters__synthesizer=order.synthesizer.pk))


def _refuse_second(order: Order) -> None:
    if any(job.is_open for job in jobs_of(order)):
        raise SynthesisRefused(
            f"{order.synthesizer.system} is speaking for this corpus already. Wait for that job, "
            "or cancel it."
        )
