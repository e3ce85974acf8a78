"""What the page of an upload tells: its rows, how many of each kind, what will still be missing."""

from dataclasses import dataclass

from django.db.models import Case, Count, QuerySet, Value, When

from corpus.models import Clip, UploadBatch, UploadedFile, Voice
from corpus.uploads.naming import nearest

Outcome = UploadedFile.Outcome
# What needs somebody's hand comes first.
ORDER = (*UploadedFile.TO_MEND, Outcome.WAITING, Outcome.REPLACES, Outcome.NEW)
MARKS = {
    Outcome.WAITING: "…",
    Outcome.UNREADABLE: "✕",
    Outcome.UNMATCHED: "?",
    Outcome.DUPLICATE: "=",
    Outcome.REPLACES: "↻",
    Outcome.NEW: "+",
    Outcome.SAME: "✓",
    Outcome.LEFT_OUT: "–",
    Outcome.STORED: "✓",
}
SUGGESTED = 25
LISTED = 200


@dataclass(frozen=True, slots=True)
class Row:
    """One file: mark and words of its outcome; suggestion: what a wrong name may mean."""

    file: UploadedFile
    mark: str
    suggestion: str
    is_open: bool


@dataclass(frozen=True, slots=True)
class VoicePlan:
    """What a voice will have once an upload is stored. more: missing ones beyond those listed."""

    voice: Voice
    covered: int
    prompts: int
    missing: list[str]
    more: int


def rows_of(batch: UploadBatch, outcome: str) -> QuerySet[UploadedFile]:
    """Files of one outcome, or all, those that need a hand first."""
    ranks = [When(outcome=each, then=Value(rank)) for rank, each in enumerate(ORDER)]
    rows = batch.files.select_related("prompt", "voice__system")
    if outcome:
        rows = rows.filter(outcome=outcome)
    return rows.annotate(rank=Case(*ranks, default=Value(len(ORDER)))).order_by("rank", "path")


def tabs_of(batch: UploadBatch) -> list[tuple[str, str, int]]:
    """Outcomes that occur, with their words and how many there are, all first."""
    counted = batch.files.values_list("outcome").annotate(count=Count("pk"))
    counts = dict(counted.order_by("outcome"))
    found = [(o.value, str(o.label), counts[o]) for o in (*ORDER, *Outcome) if o in counts]
    return [("", "All", sum(counts.values())), *dict.fromkeys(found)]


def shown(files: list[UploadedFile], external_ids: list[str], changing: str) -> list[Row]:
    """Rows as the page lays them out. changing: key of one whose form is to be open."""
    left = SUGGESTED
    rows = []
    for file in files:
        suggestion = file.prompt.external_id if file.prompt else ""
        if not suggestion and file.outcome == Outcome.UNMATCHED and left:
            suggestion, left = nearest(file.path, external_ids), left - 1
        is_open = file.outcome == Outcome.UNMATCHED or str(file.pk) == changing
        rows.append(Row(file, MARKS[Outcome(file.outcome)], suggestion, is_open))
    return rows


def external_ids_of(batch: UploadBatch) -> list[str]:
    """External ids of the prompts that its files may speak."""
    return list(batch.prompts.order_by("external_id").values_list("external_id", flat=True))


def plans_of(batch: UploadBatch, external_ids: list[str]) -> list[VoicePlan]:
    """For each voice that the upload has files of, what it will have and lack."""
    # By key, not by external id alone: a clip of another wording of it covers nothing.
    prompts = batch.prompts.values("pk")
    meant = batch.files.filter(
        prompt__in=prompts,
        outcome__in=[Outcome.NEW, Outcome.REPLACES, Outcome.SAME, Outcome.STORED],
    ).values_list("voice", "prompt__external_id")
    covered: dict[int, set[str]] = {}
    for voice, external_id in meant:
        if voice is not None and external_id is not None:
            covered.setdefault(voice, set()).add(external_id)
    there = Clip.objects.filter(prompt__in=prompts, voice__in=covered)
    for key, external_id in there.values_list("voice", "prompt__external_id"):
        covered[key].add(external_id)
    voices = Voice.objects.filter(pk__in=covered).select_related("system")
    return [_plan(voice, covered[voice.pk], external_ids) for voice in voices]


def _plan(voice: Voice, covered: set[str], external_ids: list[str]) -> VoicePlan:
    missing = [external_id for external_id in external_ids if external_id not in covered]
    return VoicePlan(
        voice=voice,
        covered=len(external_ids) - len(missing),
        prompts=len(external_ids),
        missing=missing[:LISTED],
        more=max(0, len(missing) - LISTED),
    )
