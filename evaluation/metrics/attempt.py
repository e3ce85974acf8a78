"""Runs a family on a clip, whatever comes: the job goes on, and every gap has its reason."""

import logging
import traceback

import numpy as np

from evaluation.metrics.base import Family, NotAvailable, Outcomes, Subject, none_of

log = logging.getLogger(__name__)


def attempt(family: Family, subject: Subject) -> Outcomes:
    """Return one outcome for each metric of *family*; never raises for what a clip holds.

    MemoryError and what is no Exception pass, since they are about the machine.
    """
    if missing := family.missing():
        return none_of(family.metrics, missing, is_retryable=True)
    if reason := _lacking(family, subject) or _unusable(subject):
        return none_of(family.metrics, reason)
    try:
        outcomes = family.measure(subject)
    except MemoryError:
        raise
    except Exception as error:
        # Its words may quote a private text: log and row tell its kind, and the log its place.
        log.error(  # noqa: TRY400 - which would tell the words
            "%s failed on a clip of %.2f s by %s\n%s",
            *(family.name, subject.sound.seconds, type(error).__name__),
            "".join(traceback.format_tb(error.__traceback__)),
        )
        return none_of(
            family.metrics,
            f"{family.name} failed on this clip ({type(error).__name__}). Try again; the worker's "
            "log says more.",
            is_retryable=True,
        )
    unsaid = NotAvailable(f"{family.name} gave no answer.")
    return {metric.name: outcomes.get(metric.name, unsaid) for metric in family.metrics}


def _lacking(family: Family, subject: Subject) -> str | None:
    lacking = sorted(need.value for need in family.needs if not subject.has(need))
    return f"Needs what this clip does not have: {', '.join(lacking)}." if lacking else None


def _unusable(subject: Subject) -> str | None:
    heard = {"clip": subject.sound, "reference": subject.reference}
    heard["time-aligned reference"] = subject.aligned_reference
    for name, sound in heard.items():
        if sound is None:
            continue
        if sound.samples.ndim != 1:
            return f"The {name} is not mono."
        if not sound.samples.size:
            return f"The {name} holds no sound."
        if not np.isfinite(sound.samples).all():
            return f"The {name} holds values that are not numbers."
    return None
