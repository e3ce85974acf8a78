"""One turn of measuring: clips in, rows out, written often enough that a killed worker loses
little."""

import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from types import TracebackType

from corpus.jobs import JobRun
from corpus.models import Clip
from evaluation.due import Heard
from evaluation.identities import identity_of
from evaluation.metrics.attempt import attempt
from evaluation.metrics.base import Family, Need, Outcomes, Subject, none_of
from evaluation.models import OWN_REFERENCE, UNHEARD_REFERENCE, Measurement
from evaluation.services.storing import rows_of, store
from evaluation.services.subjects import Changed, References, Unheard, sound_of, subject_of

MOST_ROWS = 500
STORE_EVERY_SECONDS = 1.0


@dataclass
class Measuring:
    """Measures clips and keeps the rows; those at hand are stored however the block ends.

    is_careful: each answer is stored at once. over_with: gathers clip and family of what was stored
    or left out.
    """

    run: JobRun
    families: dict[str, Family]
    references: References
    over_with: set[tuple[int, str]]
    is_careful: bool = False
    _rows: list[Measurement] = field(default_factory=list)
    _told_of: list[tuple[int, str]] = field(default_factory=list)
    _done: int = 0
    _stored: float = field(default_factory=time.monotonic)

    def __enter__(self) -> "Measuring":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._write()
        if kind is None and self._done:
            self.run.advance(self._told())

    def measure(self, clip: Clip | None, heard: Heard, names: Iterable[str]) -> None:
        """Let the families *names* measure a clip, which is decoded once for all of them.

        A clip that is gone or has another rendition by now is left out; what is new of it is due.
        Raises what `JobRun.advance` raises, and OSError where the storage cannot be reached.
        """
        families = [self.families[name] for name in names]
        if clip is None:
            self._leave_out(heard, families)
            return
        try:
            self._measure(clip, heard, families)
        except Changed:
            self._leave_out(heard, families)
        except Unheard as reason:
            for family in families:
                self._keep(family, heard, none_of(family.metrics, str(reason), is_retryable=True))

    def give_up(self, heard: Heard, name: str, reason: str) -> None:
        """Keep that the family *name* has no answer for a clip."""
        family = self.families[name]
        self._keep(family, heard, none_of(family.metrics, reason, is_retryable=True))

    def _measure(self, clip: Clip, heard: Heard, families: Sequence[Family]) -> None:
        sound = sound_of(clip, heard.digest)
        compares = any(Need.REFERENCE in family.needs for family in families)
        reference = self.references.sound_for(clip, heard.reference) if compares else None
        subject = subject_of(clip, sound, reference)
        for family in families:
            self._keep(family, heard, self._outcomes(family, clip, heard, subject))

    def _outcomes(self, family: Family, clip: Clip, heard: Heard, subject: Subject) -> Outcomes:
        if Need.REFERENCE in family.needs:
            if self.references.is_reading(clip):
                return none_of(family.metrics, OWN_REFERENCE)
            if heard.reference and subject.reference is None:
                return none_of(family.metrics, UNHEARD_REFERENCE, is_retryable=True)
        return attempt(family, subject)

    def _keep(self, family: Family, heard: Heard, outcomes: Outcomes) -> None:
        job = self.run.job.pk
        self._rows += rows_of(family, identity_of(family), heard, outcomes, job=job)
        self._done += 1
        self._told_of.append((heard.clip, family.name))
        waited = time.monotonic() - self._stored >= STORE_EVERY_SECONDS
        if len(self._rows) >= MOST_ROWS or waited or self.is_careful or self.run.is_over:
            self._write()
            self.run.advance(self._told())

    def _leave_out(self, heard: Heard, families: Sequence[Family]) -> None:
        self._done += len(families)
        self.over_with.update((heard.clip, family.name) for family in families)

    def _write(self) -> None:
        rows, self._rows = self._rows, []
        if rows:
            store(rows)
        self.over_with.update(self._told_of)
        self._told_of.clear()
        self._stored = time.monotonic()

    def _told(self) -> int:
        done, self._done = self._done, 0
        return done
