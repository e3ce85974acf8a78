"""The clips of a study that are measured, and the human readings they are compared with."""

from dataclasses import dataclass

from django.db.models import QuerySet

from arena.models import Study
from corpus.models import Clip, System
from evaluation.due import Heard


@dataclass(frozen=True, slots=True)
class HumanReading:
    """A ready clip of the human anchor. digest: of its rendition."""

    clip: int
    digest: str


def clips_of(study: Study) -> QuerySet[Clip]:
    """The clips that the study may issue: ready, of current voices and active systems."""
    return Clip.objects.ready().filter(
        prompt__selections__version=study.version_id,
        voice__is_current=True,
        voice__system__entries__study=study,
        voice__system__entries__is_active=True,
    )


def human_readings(study: Study) -> dict[tuple[int, str], HumanReading]:
    """The readings of the study's prompts by prompt and gender, also if it lacks the anchor."""
    clips = Clip.objects.ready().filter(
        prompt__selections__version=study.version_id,
        voice__is_current=True,
        voice__system__kind=System.Kind.HUMAN,
    )
    rows = clips.order_by().values_list("prompt", "voice__gender", "pk", "rendition_digest")
    return {(prompt, gender): HumanReading(pk, digest) for prompt, gender, pk, digest in rows}


def heard_in(study: Study) -> list[Heard]:
    """The study's clips, those with one human reading beside each other, in two queries."""
    readings = human_readings(study)
    rows = clips_of(study).order_by("prompt", "voice__gender", "pk")
    heard = []
    for pk, digest, prompt, gender in rows.values_list(
        "pk", "rendition_digest", "prompt", "voice__gender"
    ):
        reading = readings.get((prompt, gender))
        compared = reading is not None and reading.clip != pk
        heard.append(Heard(pk, digest, reading.digest if reading and compared else ""))
    return heard
