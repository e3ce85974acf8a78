"""The stages of a corpus that are about its sound: readings, synthesis, clips; then freezing."""

from django.db.models import Count, Q
from django.urls import reverse

from corpus.coverage import by_voice, current_voices
from corpus.curation.step import Counts, Step, Way, prompts_word
from corpus.models import Clip, Corpus, Gender, Reading, System, Voice
from corpus.roles import CURATE, READ_ALOUD, READ_TEXT, REVIEW

READERS = {Gender.FEMALE: "a woman", Gender.MALE: "a man"}


def readings_step(corpus: Corpus, counts: Counts) -> Step:
    """How many approved prompts are read, by whom the others are to be, and who decides."""
    approved = counts["approved"]
    anchor = Voice.objects.current().filter(system__kind=System.Kind.HUMAN)
    voices = {voice.gender: voice for voice in anchor.prefetch_related("corpora")}
    clips = Clip.objects.filter(prompt__in=corpus.prompts.all().approved(), voice__in=anchor)
    read = clips.aggregate(
        **{gender.value: Count("pk", filter=Q(voice__gender=gender)) for gender in Gender}
    )
    lacking = {gender: approved - read[gender] for gender in Gender}
    waiting = Reading.objects.filter(prompt__corpus=corpus, state=Reading.State.WAITING).count()
    said = [f"{read[gender]} of {approved} read by {who}" for gender, who in READERS.items()]
    hints, ways = _missing_readers(corpus, voices, lacking)
    if waiting:
        hints.insert(0, f"{waiting} wait for a second person’s ear.")
        ways.insert(0, Way("Listen", reverse("curate:readings"), (REVIEW, READ_TEXT)))
    return Step(
        "Readings",
        ", ".join(said) if approved else "Nothing to read yet",
        " ".join(hints) if approved else "Readers get what is approved.",
        url=reverse("curate:readings"),
        permissions=(REVIEW, READ_TEXT),
        ways=tuple(ways),
        is_done=bool(approved) and max(lacking.values()) <= 0,
    )


def _missing_readers(
    corpus: Corpus, voices: dict[str, Voice], lacking: dict[Gender, int]
) -> tuple[list[str], list[Way]]:
    """Who still has to read how much, or why nobody can."""
    hints: list[str] = []
    ways: list[Way] = []
    for gender, number in lacking.items():
        voice = voices.get(gender)
        if number <= 0:
            continue
        if voice is None:
            hints.append(f"The human anchor has no {gender.label.lower()} voice.")
            ways.append(Way("Choose a voice", _anchor_page(), (CURATE,)))
        elif voice.reader is None or corpus not in voice.corpora.all():
            lacks = "no reader" if voice.reader is None else "not been given this corpus"
            hints.append(f"{voice.name} has {lacks}: {prompts_word(number)} to be read.")
            ways.append(Way("Assign", reverse("curate:edit-voice", args=[voice.pk]), (CURATE,)))
        else:
            reader = voice.reader.get_username()
            verb = "waits" if number == 1 else "wait"
            hints.append(f"{prompts_word(number)} {verb} for {reader} in the studio.")
    studio = Way("Record", reverse("curate:studio"), (READ_ALOUD,))
    return hints, [studio, *ways] if any(number > 0 for number in lacking.values()) else ways


def _anchor_page() -> str:
    anchor = System.objects.filter(kind=System.Kind.HUMAN).first()
    return reverse("curate:system", args=[anchor.slug]) if anchor else reverse("curate:systems")


def synthesis_step(corpus: Corpus, counts: Counts) -> Step:
    """How many clips have been spoken by the systems that can be asked for them."""
    speaking = Voice.objects.filter(is_current=True, system__synthesizer__isnull=False)
    needed = speaking.count() * counts["approved"]
    made = Clip.objects.filter(
        voice__in=speaking, prompt__in=corpus.prompts.all().approved()
    ).count()
    page = reverse("curate:synthesis", args=[corpus.slug])
    hint = ""
    ways: tuple[Way, ...] = ()
    if not speaking.exists():
        hint = "Say on a system’s page what speaks for it, or upload its clips."
        ways = (Way("Systems", reverse("curate:systems"), (CURATE,)),)
    elif made < needed:
        hint = f"{needed - made} are left to make; the estimate tells time and cost first."
        ways = (Way("Synthesise", page, (CURATE, READ_TEXT)),)
    elif not needed:
        hint = "Approved prompts can be spoken."
    return Step(
        "Synthesis",
        f"{made} of {needed} clips" if needed else "Nothing to speak yet",
        hint,
        url=page,
        permissions=(CURATE, READ_TEXT),
        ways=ways,
        is_done=bool(needed) and made >= needed,
    )


def clips_step(corpus: Corpus, counts: Counts) -> Step:
    """How many clips of all voices are ready, and what is amiss with the others."""
    summary = by_voice(corpus, corpus.prompts.all().current(), current_voices())
    ready = sum(one.ready for one in summary)
    wanted = counts["all"] * len(summary)
    numbers = {
        word: sum(getattr(one, word) for one in summary)
        for word in ("waiting", "failed", "missing")
    }
    coverage = reverse("curate:coverage", args=[corpus.slug])
    hint = ""
    ways: tuple[Way, ...] = ()
    if not summary:
        hint = "Enter systems with their voices."
        ways = (Way("Systems", reverse("curate:systems"), (CURATE,)),)
    elif numbers["failed"]:
        hint = "See why some failed, and try again or replace them."
        ways = (Way("See failures", f"{coverage}?state=failed", (CURATE,)),)
    elif numbers["missing"]:
        hint = "Upload what no reader and no synthesis brings."
        ways = (Way("Upload", reverse("curate:upload", args=[corpus.slug]), (CURATE,)),)
    elif numbers["waiting"]:
        hint = "A worker prepares them within seconds each."
    amiss = [f"{number} {word}" for word, number in numbers.items() if number]
    state = f"{ready} of {wanted} ready" if wanted else "No voice, or no prompt, yet"
    return Step(
        "Clips",
        ", ".join([state, *amiss]),
        hint,
        url=coverage,
        ways=ways,
        is_done=bool(wanted) and ready == wanted,
    )


def freezing_step(corpus: Corpus, counts: Counts) -> Step:
    """Which version is the newest, and whether the next one is drafted."""
    newest = corpus.versions.frozen().first()
    draft = corpus.versions.drafts().first()
    state = f"Version {newest.number} is the newest" if newest else "No version is frozen yet"
    hint = "Make a study of it, below; or draft the next version." if newest else ""
    page = reverse("curate:freeze", args=[corpus.slug])
    ways: tuple[Way, ...] = ()
    if draft:
        state += f"; version {draft.number} is drafted"
        hint = "Check the draft; freeze it once nothing is amiss."
        ways = (Way("Go on", page, (CURATE, READ_TEXT)),)
    elif not newest and counts["approved"]:
        hint = "Draft a version of what is approved, and check what it lacks."
        ways = (Way("Draft", page, (CURATE, READ_TEXT)),)
    elif not newest:
        hint = "A version selects approved prompts."
    return Step(
        "Freeze",
        state,
        hint,
        url=page,
        permissions=(CURATE, READ_TEXT),
        ways=ways,
        is_done=newest is not None and draft is None,
    )
