"""What a selection must fulfil before it is frozen."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

# A register may have a fifth more or fewer prompts than an equal share; so may a stratum within it.
TOLERANCE = 0.2
STRATA = ("low", "middle", "high")
GENDERS = ("female", "male")


@dataclass(frozen=True, slots=True)
class Candidate:
    """One prompt of a draft, as its checks see it.

    stratum: "" if its difficulty is not measured. is_reviewed_by_author: whoever approved it wrote
    something of it. readings: genders in which a ready human reading
    exists. errors: what linting found that must be mended. doubles: external ids of prompts that it
    equals, and of public examples that it nearly equals.
    """

    key: str
    register: str
    topic: str
    stratum: str
    is_approved: bool
    is_reviewed_by_another: bool
    is_current: bool
    readings: frozenset[str]
    is_reviewed_by_author: bool = False
    errors: tuple[str, ...] = ()
    is_linted: bool = True
    doubles: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Offender:
    """A prompt that keeps a requirement from being met. why: a short phrase."""

    key: str
    why: str


@dataclass(frozen=True, slots=True)
class Requirement:
    """One thing that must hold. sentence: how it stands, in plain words."""

    name: str
    is_met: bool
    sentence: str
    offenders: tuple[Offender, ...] = ()


def smallest_size(registers: int) -> int:
    """How many prompts a version has at least: each register needs one of every stratum."""
    return registers * len(STRATA)


def requirements(
    candidates: Sequence[Candidate], *, size: int, registers: Sequence[str]
) -> tuple[Requirement, ...]:
    """Every requirement, met or not, in the order in which a curator would tackle them.

    size: how many prompts a version has. registers: those that the version must be balanced over.
    """
    return (
        _size(candidates, size, smallest_size(len(registers))),
        _balance_over_registers(candidates, registers),
        _each("Reviewed", candidates, _review, "Each is approved by somebody else"),
        _each("Linted clean", candidates, _lint, "None has an error that linting finds"),
        _each(
            "Unlike all others",
            candidates,
            _doubles,
            "None equals another or nearly equals an example",
        ),
        _each("Topics", candidates, _topic, "Each has a topic"),
        _each("Difficulty", candidates, _difficulty, "Each has a measured difficulty"),
        _balance_over_strata(candidates, registers),
        _each("Readings", candidates, _readings, "Each is read by a woman and by a man"),
    )


def _size(candidates: Sequence[Candidate], size: int, least: int) -> Requirement:
    count = len(candidates)
    if size < least:
        sentence = (
            f"The corpus asks for {size} prompts, but a version has at least {least}: each "
            "register needs one of every stratum of difficulty. Change the number in its settings."
        )
        return Requirement("Size", is_met=False, sentence=sentence)
    if count == size:
        return Requirement("Size", is_met=True, sentence=f"It has its {size} prompts.")
    off = abs(size - count)
    gap = f"{off} {'is' if off == 1 else 'are'} {'missing' if count < size else 'too many'}"
    return Requirement("Size", is_met=False, sentence=f"It has {count} of {size} prompts; {gap}.")


def _balance_over_registers(
    candidates: Sequence[Candidate], registers: Sequence[str]
) -> Requirement:
    counts = Counter(one.register for one in candidates)
    shares = {name: counts[name] for name in (*registers, *sorted(counts.keys() - set(registers)))}
    return _balance("Registers", shares, "registers")


def _balance_over_strata(candidates: Sequence[Candidate], registers: Sequence[str]) -> Requirement:
    counts = Counter((one.register, one.stratum) for one in candidates if one.stratum)
    uneven = []
    for register in registers:
        share = {stratum: counts[register, stratum] for stratum in STRATA}
        if not _is_even(share.values()):
            uneven.append(f"{register} ({_listed(share)})")
    if not uneven:
        return Requirement(
            "Strata", is_met=True, sentence="Difficulty is balanced in each register."
        )
    sentence = f"Difficulty is not balanced in {'; '.join(uneven)}."
    return Requirement("Strata", is_met=False, sentence=sentence)


def _balance(name: str, shares: dict[str, int], what: str) -> Requirement:
    if _is_even(shares.values()):
        sentence = f"The {what} are balanced: {_listed(shares)}."
        return Requirement(name, is_met=True, sentence=sentence)
    equal = sum(shares.values()) / max(1, len(shares))
    sentence = (
        f"The {what} are not balanced: {_listed(shares)}, where an equal share is {equal:.0f}."
    )
    return Requirement(name, is_met=False, sentence=sentence)


def _is_even(counts: Iterable[int]) -> bool:
    """Whether each is within the tolerance of an equal share, or within one of it."""
    known = list(counts)
    equal = sum(known) / max(1, len(known))
    allowed = max(1.0, TOLERANCE * equal)
    return bool(known) and min(known) > 0 and all(abs(n - equal) <= allowed for n in known)


def _listed(shares: dict[str, int]) -> str:
    return ", ".join(f"{name} {count}" for name, count in shares.items())


def _each(
    name: str,
    candidates: Sequence[Candidate],
    complaint: Callable[[Candidate], str],
    when_met: str,
) -> Requirement:
    """Met when no candidate has a complaint."""
    offenders = tuple(Offender(one.key, why) for one in candidates if (why := complaint(one)))
    if not offenders:
        return Requirement(name, is_met=True, sentence=f"{when_met}.")
    count = len(offenders)
    sentence = f"{count} of {len(candidates)} prompts {'does' if count == 1 else 'do'} not pass."
    return Requirement(name, is_met=False, sentence=sentence, offenders=offenders)


def _review(one: Candidate) -> str:
    if not one.is_current:
        return "a newer text stands in its place"
    if not one.is_approved:
        return "not approved"
    if one.is_reviewed_by_author:
        return "approved by somebody who wrote of it"
    return "" if one.is_reviewed_by_another else "not reviewed by anybody"


def _lint(one: Candidate) -> str:
    return ", ".join(one.errors) if one.is_linted else "not linted by today's rules"


def _doubles(one: Candidate) -> str:
    return f"too much like {', '.join(one.doubles)}" if one.doubles else ""


def _topic(one: Candidate) -> str:
    return "" if one.topic.strip() else "no topic"


def _difficulty(one: Candidate) -> str:
    return "" if one.stratum else "not measured"


def _readings(one: Candidate) -> str:
    missing = [gender for gender in GENDERS if gender not in one.readings]
    return f"no {' and no '.join(missing)} reading" if missing else ""
