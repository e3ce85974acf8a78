"""Whether a study can be opened: what keeps it from that, and what somebody should know first."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256

from django.db.models import Count, Exists, OuterRef, QuerySet

from arena.models import Study
from corpus.models import Clip, CorpusVersion, Gender, System, Voice

FEWEST_SYSTEMS = 2


@dataclass(frozen=True, slots=True)
class Part:
    """One gender of a system. voice: ``None`` if missing; ready: prompts it has a clip of."""

    gender: Gender
    voice: Voice | None
    ready: int
    prompts: int

    @property
    def is_whole(self) -> bool:
        """Whether every prompt of the version can be heard."""
        return self.ready >= self.prompts


@dataclass(frozen=True, slots=True)
class Cast:
    """A system with its two voices over one version."""

    system: System
    parts: tuple[Part, ...]

    @property
    def is_silent(self) -> bool:
        """Whether nothing of it can be heard."""
        return not any(part.ready for part in self.parts)


@dataclass(frozen=True, slots=True)
class Remark:
    """A sentence about a study. system: whose clips it is about, if about one's."""

    sentence: str
    system: System | None = None


@dataclass(frozen=True, slots=True)
class Readiness:
    """How a study stands. obstacles keep it from being opened; gaps have to be accepted."""

    casts: tuple[Cast, ...]
    obstacles: tuple[Remark, ...]
    gaps: tuple[Remark, ...]

    @property
    def fingerprint(self) -> str:
        """Names the gaps, so that whoever accepts them accepts these and no others."""
        return sha256("\n".join(gap.sentence for gap in self.gaps).encode()).hexdigest()[:16]


def readiness_of(study: Study, chosen: Collection[System] | None = None) -> Readiness:
    """How it stands with a study's active systems, or would with those chosen; four queries."""
    active = System.objects.filter(entries__study=study, entries__is_active=True)
    if chosen is not None:
        active = System.objects.filter(pk__in=[system.pk for system in chosen])
    systems = list(active.order_by("kind", "name", "version"))
    casts = casts_of(study.version, systems)
    obstacles = tuple(_obstacles(study, casts))
    return Readiness(casts, obstacles, tuple(_gaps(study, casts)))


def casts_of(version: CorpusVersion, systems: Sequence[System]) -> tuple[Cast, ...]:
    """Systems with how many of the version's prompts each of their voices can be heard with."""
    voices = {
        (voice.system_id, voice.gender): voice
        for voice in Voice.objects.current().filter(system__in=systems)
    }
    counted = _ready(version, systems).values_list("voice").annotate(number=Count("pk")).order_by()
    ready = dict(counted)
    prompts = version.selection.count()

    def part(system: System, gender: Gender) -> Part:
        voice = voices.get((system.pk, gender.value))
        return Part(gender, voice, ready.get(voice.pk, 0) if voice else 0, prompts)

    return tuple(Cast(one, tuple(part(one, gender) for gender in Gender)) for one in systems)


def _ready(version: CorpusVersion, systems: Iterable[System]) -> QuerySet[Clip]:
    return Clip.objects.ready().filter(
        prompt__selections__version=version,
        voice__is_current=True,
        voice__system__in=systems,
    )


def _obstacles(study: Study, casts: Sequence[Cast]) -> Iterator[Remark]:
    if len(casts) < FEWEST_SYSTEMS:
        yield Remark("A matchup compares two systems: choose at least two.")
        return
    for cast in casts:
        if cast.is_silent:
            yield Remark(
                f"{cast.system} has no ready clip of this version. Make its clips, or leave "
                "it out.",
                cast.system,
            )
    heard = [cast.system for cast in casts if not cast.is_silent]
    partnered = _partnered(study.version, heard)
    for system in heard:
        if system.pk not in partnered:
            yield Remark(
                f"{system} shares no prompt, by voices of one gender, with another system: it "
                "would be in no matchup.",
                system,
            )


def _partnered(version: CorpusVersion, systems: list[System]) -> set[int]:
    """Systems that some other one can be compared with."""
    clips = _ready(version, systems)
    others = (
        _ready(version, systems)
        .filter(prompt=OuterRef("prompt"), voice__gender=OuterRef("voice__gender"))
        .exclude(voice__system=OuterRef("voice__system"))
    )
    return set(clips.filter(Exists(others)).values_list("voice__system", flat=True).distinct())


def _gaps(study: Study, casts: Sequence[Cast]) -> Iterator[Remark]:
    for cast in casts:
        if not cast.is_silent:
            for part in cast.parts:
                if sentence := _gap(cast.system, part):
                    yield Remark(sentence, cast.system)
    if casts and not any(cast.system.is_human for cast in casts):
        yield Remark("The human anchor is left out: no system is measured against a person.")
    if study.shows_text and study.version.corpus.is_private:
        yield Remark("Listeners read the prompts, which are private.")


def _gap(system: System, part: Part) -> str:
    word = part.gender.label.lower()
    if part.voice is None:
        return f"{system} has no {word} voice: it is in no matchup of {word} voices."
    named = f"The {word} voice of {system} ({part.voice.name})"
    if not part.ready:
        return f"{named} has no ready clip of this version: it is in no matchup of {word} voices."
    if not part.is_whole:
        return f"{named} has ready clips of {part.ready} of {part.prompts} prompts."
    return ""
