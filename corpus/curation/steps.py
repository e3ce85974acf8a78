"""The stages that a corpus goes through, each with its state and who may go on with it."""

from dataclasses import dataclass, replace

from django.contrib.auth.models import User
from django.db.models import Count, Q
from django.urls import reverse

from corpus.coverage import by_voice, current_voices
from corpus.models import Clip, Corpus, Gender, Prompt, Reading, System, Voice
from corpus.roles import READ_TEXT, REVIEW


@dataclass(frozen=True, slots=True)
class Step:
    """One stage of a corpus. state: a sentence; url: where to go on, empty where nobody can.

    action_url: where its action leads, if not there.
    permission: needed to go there, besides that of the page that shows the stages.
    """

    name: str
    state: str
    url: str = ""
    action: str = ""
    action_url: str = ""
    is_done: bool = False
    permission: str = ""

    def for_person(self, user: User) -> "Step":
        """The stage as this person sees it: without a way that is closed to them."""
        closed = self.permission and not user.has_perm(self.permission)
        return replace(self, url="", action="", action_url="") if closed else self


def steps_of(corpus: Corpus) -> list[Step]:
    """The stages that a corpus goes through, each with its state."""
    counts = corpus.prompts.filter(is_current=True).aggregate(
        all=Count("pk", filter=~Q(state=Prompt.State.WITHDRAWN)),
        approved=Count("pk", filter=Q(state=Prompt.State.APPROVED)),
        waiting=Count("pk", filter=Q(state=Prompt.State.WAITING)),
        returned=Count("pk", filter=Q(state=Prompt.State.RETURNED)),
    )
    stages = (
        _prompts_step,
        _review_step,
        _difficulty_step,
        _readings_step,
        _synthesis_step,
        _clips_step,
        _freezing_step,
    )
    return [stage(corpus, counts) for stage in stages]


def _prompts_step(corpus: Corpus, counts: dict[str, int]) -> Step:
    return Step(
        "Prompts",
        f"{counts['all']} of {corpus.target_size}",
        url=reverse("curate:prompts", args=[corpus.slug]),
        action="Look at them" if counts["all"] else "Begin",
        is_done=counts["all"] >= corpus.target_size,
    )


def _review_step(corpus: Corpus, counts: dict[str, int]) -> Step:
    state = f"{counts['approved']} approved"
    if counts["waiting"]:
        state += f", {counts['waiting']} wait"
    if counts["returned"]:
        state += f", {counts['returned']} sent back"
    return Step(
        "Review",
        state,
        url=reverse("curate:review", args=[corpus.slug]),
        action="Review" if counts["waiting"] else "",
        permission=REVIEW,
        is_done=bool(counts["all"]) and counts["approved"] >= corpus.target_size,
    )


def _difficulty_step(corpus: Corpus, counts: dict[str, int]) -> Step:
    unmeasured = corpus.prompts.all().current().unmeasured().count()
    return Step(
        "Difficulty",
        f"{counts['all'] - unmeasured} of {counts['all']} measured by {corpus.language_model}",
        url=reverse("curate:difficulty", args=[corpus.slug]),
        is_done=bool(counts["all"]) and not unmeasured,
    )


def _readings_step(corpus: Corpus, counts: dict[str, int]) -> Step:
    readings = Clip.objects.filter(
        prompt__in=corpus.prompts.all().approved(),
        voice__in=Voice.objects.current().filter(system__kind=System.Kind.HUMAN),
    )
    read = readings.aggregate(
        **{gender.value: Count("pk", filter=Q(voice__gender=gender)) for gender in Gender}
    )
    waiting = Reading.objects.filter(prompt__corpus=corpus, state=Reading.State.WAITING).count()
    state = f"{read[Gender.FEMALE]} read by a woman, {read[Gender.MALE]} by a man"
    return Step(
        "Readings",
        state + (f"; {waiting} wait for a second person" if waiting else ""),
        url=reverse("curate:readings"),
        action="Listen" if waiting else "",
        permission=REVIEW,
        is_done=bool(counts["approved"]) and min(read.values()) >= counts["approved"],
    )


def _clips_step(corpus: Corpus, counts: dict[str, int]) -> Step:
    summary = by_voice(corpus, current_voices())
    ready = sum(one.ready for one in summary)
    wanted = counts["all"] * len(summary)
    amiss = [
        f"{number} {word}"
        for word in ("waiting", "failed", "missing")
        if (number := sum(getattr(one, word) for one in summary))
    ]
    state = f"{ready} of {wanted} ready" if wanted else "No voice, or no prompt, yet"
    return Step(
        "Clips",
        ", ".join([state, *amiss]),
        url=reverse("curate:coverage", args=[corpus.slug]),
        action="Upload" if wanted > ready else "",
        action_url=reverse("curate:upload", args=[corpus.slug]),
        is_done=bool(wanted) and ready == wanted,
    )


def _synthesis_step(corpus: Corpus, counts: dict[str, int]) -> Step:
    speaking = Voice.objects.filter(is_current=True, system__synthesizer__isnull=False)
    needed = speaking.count() * counts["approved"]
    made = Clip.objects.filter(
        voice__in=speaking, prompt__in=corpus.prompts.all().approved()
    ).count()
    return Step(
        "Synthesis",
        f"{made} of {needed} clips" if needed else "Nothing to speak yet",
        url=reverse("curate:synthesis", args=[corpus.slug]),
        permission=READ_TEXT,
        is_done=bool(needed) and made >= needed,
    )


def _freezing_step(corpus: Corpus, counts: dict[str, int]) -> Step:
    newest = corpus.versions.frozen().first()
    draft = corpus.versions.drafts().first()
    state = f"Version {newest.number} is the newest" if newest else "No version is frozen yet"
    if draft:
        state += f"; version {draft.number} is drafted"
    return Step(
        "Freeze",
        state,
        url=reverse("curate:freeze", args=[corpus.slug]),
        is_done=newest is not None,
    )
