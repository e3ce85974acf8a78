"""Reading votes: the only place where the database's rows become what statistics count."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from django.db import connection, transaction
from django.db.models import Exists, OuterRef, QuerySet
from numpy.typing import NDArray

from arena.models import Exclusion, Listener, Study, Vote
from corpus.models import Prompt, System, VersionPrompt
from ratings.columns import GENDERS, VoteColumns, votes_between
from ratings.statistics.scores import ascending, compact
from ratings.statistics.votes import BoolArray, IntArray, Outcome, Votes

UNKNOWN = -1


@dataclass(frozen=True, slots=True)
class DataCut:
    """The highest ids of votes and exclusions that a board has read; 0: none."""

    last_vote: int
    last_exclusion: int


@dataclass(frozen=True, slots=True, eq=False)
class Labels:
    """One property of every vote: codes `(votes,)` into names; UNKNOWN where there is none."""

    names: tuple[str, ...]
    codes: NDArray[np.int8]

    def are(self, name: str) -> BoolArray:
        """Which votes have the property `name`: `(votes,)`."""
        code = self.names.index(name) if name in self.names else len(self.names)
        marked: BoolArray = self.codes == code
        return marked


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Traits:
    """What slices and exclusions ask of votes, one entry per vote (or per group of like votes).

    simulated: given by a simulated listener. reasons: a set of exclusion reasons, bit k for
    `Exclusion.Reason.values[k]`; 0: the vote counts.
    """

    register: Labels
    gender: Labels
    stratum: Labels
    simulated: BoolArray
    reasons: NDArray[np.uint32]

    def __len__(self) -> int:
        return len(self.reasons)

    @property
    def counted(self) -> BoolArray:
        """Which votes no exclusion leaves out: `(votes,)`."""
        marked: BoolArray = self.reasons == 0
        return marked

    def excluded_for(self, reason: str) -> BoolArray:
        """Which votes are left out for a reason: `(votes,)`."""
        marked: BoolArray = self.reasons & _bit(reason) != 0
        return marked


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class BoardVotes(Traits):
    """The votes of a study up to a cut, excluded ones too, and what boards need of them.

    Parallel arrays; listeners and prompts are numbered from 0 in the order of their primary keys.
    """

    votes: Votes

    def by_cell(self) -> tuple[IntArray, Traits]:
        """Votes that are alike in every trait share a cell: cell of each, traits of each cell."""
        labels = (self.register, self.gender, self.stratum)
        code = self.reasons.astype(np.int64)
        code *= 2
        code += self.simulated
        for label in labels:
            code *= len(label.names) + 1
            code += label.codes - UNKNOWN
        cells, number = compact(code)
        like = np.zeros(number, dtype=np.int64)
        like[cells] = np.arange(len(cells))
        register, gender, stratum = (Labels(one.names, one.codes[like]) for one in labels)
        return cells, Traits(
            register=register,
            gender=gender,
            stratum=stratum,
            simulated=self.simulated[like],
            reasons=self.reasons[like],
        )


def data_cut(study: Study) -> DataCut:
    """The cut below which nothing can appear any more.

    PostgreSQL hands out ids before it commits, so a lower id may become visible after a higher
    one. The lock waits for the inserts under way; ids handed out later are higher. SQLite has one
    writer, whose ids are in order.
    """
    with transaction.atomic():
        if connection.vendor == "postgresql":
            with connection.cursor() as cursor:
                cursor.execute("LOCK TABLE arena_vote, arena_exclusion IN SHARE MODE")
        # The last entry of an index: a maximum with a condition would look at all of them.
        votes = Vote.objects.filter(study=study).order_by("-id").values_list("id", flat=True)
        exclusions = exclusions_of(study).order_by("-id").values_list("id", flat=True)
        return DataCut(votes.first() or 0, exclusions.first() or 0)


def exclusions_of(study: Study) -> QuerySet[Exclusion]:
    """The exclusions of a study, found from their own side: they are fewer than the votes."""
    return Exclusion.objects.filter(Exists(Vote.objects.filter(pk=OuterRef("vote"), study=study)))


def votes_from_rows(study: Study, last_vote: int) -> VoteColumns:
    """All votes of a study up to an id, read anew from their rows."""
    return VoteColumns.joined(votes_between(study, 0, last_vote))


def read_votes(
    study: Study,
    systems: Sequence[System],
    cut: DataCut,
    *,
    source: Callable[[Study, int], VoteColumns] = votes_from_rows,
) -> BoardVotes:
    """The votes up to the cut and their exclusions up to the cut.

    Listener by listener, and of each in the order of the ids.

    source: where the columns come from; by default the votes themselves. What is folded holds the
    same, so the result does not depend on it.
    """
    columns = source(study, cut.last_vote)
    reasons = _reasons(columns, cut)
    # What is summed up for a listener then lies together, and so in the processor's cache.
    order = ascending(columns.listener)
    columns, reasons = columns.taken(order), reasons[order]
    return BoardVotes(
        votes=Votes(
            left=_positions([system.pk for system in systems], columns.left),
            right=_positions([system.pk for system in systems], columns.right),
            outcome=np.where(columns.right_won, Outcome.RIGHT, Outcome.LEFT),
            listener=compact(columns.listener.astype(np.int64))[0],
            prompt=compact(columns.prompt.astype(np.int64))[0],
        ),
        register=_registers(study, columns),
        gender=Labels(GENDERS, columns.gender.astype(np.int8)),
        stratum=_strata(study, columns),
        simulated=_simulated(columns),
        reasons=reasons,
    )


def _registers(study: Study, columns: VoteColumns) -> Labels:
    prompts = Prompt.objects.filter(selections__version=study.version_id)
    return _labels(dict(prompts.values_list("pk", "register__slug")), columns)


def _strata(study: Study, columns: VoteColumns) -> Labels:
    known = VersionPrompt.objects.filter(version=study.version_id).exclude(stratum="")
    return _labels(dict(known.values_list("prompt", "stratum")), columns)


def _labels(name_of_prompt: dict[int, str], columns: VoteColumns) -> Labels:
    names = tuple(sorted(set(name_of_prompt.values())))
    prompts = sorted(name_of_prompt)
    codes = np.array([names.index(name_of_prompt[p]) for p in prompts], dtype=np.int8)
    # Prompts outside of the mapping come to stand on one more entry, which says unknown.
    at = _positions(prompts, columns.prompt, absent=len(prompts))
    return Labels(names, np.append(codes, np.int8(UNKNOWN))[at])


def _simulated(columns: VoteColumns) -> BoolArray:
    listeners = Listener.objects.filter(kind=Listener.Kind.SIMULATED).order_by("pk")
    keys = list(listeners.values_list("pk", flat=True))
    known: BoolArray = _positions(keys, columns.listener, absent=UNKNOWN) != UNKNOWN
    return known


def _reasons(columns: VoteColumns, cut: DataCut) -> NDArray[np.uint32]:
    # Without a join: exclusions are few, and a database may well join from the votes' side.
    exclusions = Exclusion.objects.filter(id__lte=cut.last_exclusion, vote__lte=cut.last_vote)
    reasons = np.zeros(len(columns), dtype=np.uint32)
    if not len(columns):
        return reasons
    for reason in Exclusion.Reason.values:
        keys = np.array(list(exclusions.filter(reason=reason).values_list("vote", flat=True)))
        at = np.searchsorted(columns.id, keys)  # ids ascend; keys of other studies fall between
        at = at[columns.id[np.minimum(at, len(columns) - 1)] == keys]
        reasons[at] |= _bit(reason)
    return reasons


def reason_bits(reasons: Iterable[str]) -> np.uint32:
    """A set of exclusion reasons as `BoardVotes.reasons` holds it."""
    return np.uint32(sum({int(_bit(reason)) for reason in reasons}))


def _bit(reason: str) -> np.uint32:
    return np.uint32(1 << Exclusion.Reason.values.index(reason))


def _positions(
    keys: Sequence[int], wanted: NDArray[np.integer], *, absent: int | None = None
) -> IntArray:
    """Where each of the wanted primary keys stands in `keys`, in any order: `(wanted,)`.

    absent: given for a key that is not there; without it, that raises LookupError.
    """
    top = int(max(max(keys, default=0), wanted.max(initial=0)))
    table = np.full(top + 1, UNKNOWN, dtype=np.int64)
    table[np.asarray(keys, dtype=np.int64)] = np.arange(len(keys))
    found: IntArray = table[wanted]
    if absent is None:
        if (found < 0).any():
            strange = int(wanted[found < 0][0])
            raise LookupError(f"A vote speaks of the system {strange}, which is not in the study.")
        return found
    found[found < 0] = absent
    return found
