"""What is to be spoken by whom, and what of it is left."""

from dataclasses import dataclass
from typing import Any

from django.db.models import QuerySet
from django.db.models.functions import Length

from corpus.jobs import JobError
from corpus.models import (
    Clip,
    Corpus,
    CorpusVersion,
    Job,
    Prompt,
    SynthesisFailure,
    Synthesizer,
    System,
    Voice,
)


@dataclass(frozen=True, slots=True)
class Pair:
    """One prompt for one voice that has no clip of it. characters: length of the text."""

    prompt: int
    voice: int
    characters: int


@dataclass(frozen=True, slots=True)
class Order:
    """What is to be spoken.

    unreviewed: also prompts that nobody has approved; only_failed: those alone that were given up;
    limit: at most so many clips; prompts: these alone; version: what this frozen version holds, in
    its wordings, not what stands. All of it was approved, so unreviewed adds nothing.
    """

    corpus: Corpus
    synthesizer: Synthesizer
    voices: tuple[Voice, ...]
    unreviewed: bool = False
    only_failed: bool = False
    limit: int | None = None
    prompts: tuple[int, ...] | None = None
    version: CorpusVersion | None = None

    def parameters(self) -> dict[str, Any]:
        """What a job has to know."""
        return {
            "synthesizer": self.synthesizer.pk,
            "voices": [voice.pk for voice in self.voices],
            "unreviewed": self.unreviewed,
            "only_failed": self.only_failed,
            "limit": self.limit,
            "prompts": None if self.prompts is None else list(self.prompts),
            "version": None if self.version is None else self.version.pk,
        }

    def given_up(self) -> "QuerySet[SynthesisFailure]":
        """What failed for good, of these voices in this corpus."""
        return SynthesisFailure.objects.given_up().filter(
            voice__in=self.voices, prompt__in=self._prompts()
        )

    def left(self, *, reopened: bool = False) -> list[Pair]:
        """What has no clip yet, prompt by prompt, so that an end half way leaves pairs of voices.

        reopened: what had been given up was taken up again, as starting a job does.
        """
        voices = [voice.pk for voice in self.voices]
        made = set(
            Clip.objects.filter(prompt__corpus=self.corpus, voice__in=voices).values_list(
                "prompt", "voice"
            )
        )
        failures = SynthesisFailure.objects.filter(prompt__corpus=self.corpus, voice__in=voices)
        final = set(failures.given_up().values_list("prompt", "voice"))
        wanted = set(failures.values_list("prompt", "voice")) - final if reopened else final
        return [
            Pair(prompt, voice, characters)
            for prompt, characters in self._prompts()
            .order_by("external_id")
            .values_list("pk", Length("text"))
            for voice in voices
            if (prompt, voice) not in made
            and ((prompt, voice) in wanted if self.only_failed else (prompt, voice) not in final)
        ]

    def _prompts(self) -> QuerySet[Prompt]:
        prompts = self.corpus.prompts.all()
        whole = self.unreviewed or self.version is not None
        chosen = prompts.held_by(self.version) if whole else prompts.approved()
        return chosen if self.prompts is None else chosen.filter(pk__in=self.prompts)


def current_voices(system: System) -> list[Voice]:
    """The voices that a system speaks with now."""
    return list(system.voices.filter(is_current=True).select_related("system"))


def order_of(job: Job) -> Order:
    """What a job is to have spoken. Raises JobError."""
    given = job.parameters
    synthesizer = (
        Synthesizer.objects.select_related("system").filter(pk=given["synthesizer"]).first()
    )
    if job.corpus is None or synthesizer is None:
        raise JobError("What should speak is gone. Set it up again, then start anew.")
    voices = Voice.objects.filter(pk__in=given["voices"], is_current=True)
    prompts, version = given["prompts"], given.get("version")
    return Order(
        corpus=job.corpus,
        synthesizer=synthesizer,
        voices=tuple(voices.select_related("system")),
        unreviewed=given["unreviewed"],
        only_failed=given["only_failed"],
        limit=given["limit"],
        prompts=None if prompts is None else tuple(prompts),
        version=None if version is None else CorpusVersion.objects.get(pk=version),
    )
