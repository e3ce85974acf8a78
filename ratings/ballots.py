"""One line of a vote file: what its fields are called, what its labels mean, what is refused."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from corpus.text.directions import turns_text
from ratings.statistics.votes import Outcome

SIDED = ("left", "right", "winner")
UNSIDED = ("winner", "loser")
NO_SLICES = {*SIDED, *UNSIDED, "count"}
OPTIONAL = ("listener", "prompt", "count")
# Whole numbers of that length are exact as floating-point weights, and so is a sum of many.
COUNT_DIGITS = 12
SEPARATORS = {"comma": ",", "semicolon": ";", "tab": "\t"}
LABELS = {"left": Outcome.LEFT, "right": Outcome.RIGHT, "tie": Outcome.TIE}


class VoteFileError(ValueError):
    """A vote file that cannot be read; the message says where and why."""


@dataclass(frozen=True, slots=True)
class Dialect:
    """How another file says it.

    columns: by our name, the name of the column in the file. labels: by outcome, the labels in the
    file that mean it; an outcome that is not named keeps its own name. prompts: whether to read the
    prompts, which then must not be missing. slices: columns, by their name in the file, that say of
    what kind a vote is. separator: one of SEPARATORS' characters, between the fields of a line.
    """

    columns: Mapping[str, str] = field(default_factory=dict)
    labels: Mapping[Outcome, Sequence[str]] = field(default_factory=dict)
    prompts: bool = False
    slices: Sequence[str] = ()
    separator: str = SEPARATORS["comma"]

    def outcomes(self) -> dict[str, Outcome]:
        """Outcome by label of the file. Raises VoteFileError for a label with two meanings."""
        found: dict[str, Outcome] = {}
        for name, outcome in LABELS.items():
            for label in self.labels.get(outcome, (name,)):
                if label in found:
                    raise VoteFileError(f"The label {label!r} cannot mean two outcomes.")
                found[label] = outcome
        return found

    def translated(self, line: int, header: Sequence[str]) -> list[str]:
        """The header in our names. A column that carries one of our names by chance is ignored."""
        for ours, theirs in self.columns.items():
            if header.count(theirs) != 1:
                raise VoteFileError(
                    f"Line {line}: the column {theirs!r} for {ours} must be there once; "
                    f"the header has {quoted(header)}."
                )
        ours_by_theirs = {theirs: ours for ours, theirs in self.columns.items()}
        taken = set(self.columns)
        return [
            ours_by_theirs.get(name, f"(ignored) {name}" if name in taken else name)
            for name in header
        ]

    def slice_places(self, line: int, original: Sequence[str]) -> tuple[int, ...]:
        """Where the columns of the slices stand. original: the header in the file's own names."""
        ours = self.translated(line, original)
        return tuple(self._slice_place(line, name, original, ours) for name in self.slices)

    def _slice_place(
        self, line: int, name: str, original: Sequence[str], ours: Sequence[str]
    ) -> int:
        if original.count(name) != 1:
            raise VoteFileError(
                f"Line {line}: the column {name!r} to slice by must be there once; "
                f"the header has {quoted(original)}."
            )
        place = original.index(name)
        if ours[place] in NO_SLICES:
            raise VoteFileError(
                f"Votes cannot be sliced by {name!r}: it says who met and who won. Slice by what "
                "was known before the vote, such as a register."
            )
        return place


PLAIN = Dialect()


@dataclass(frozen=True, slots=True)
class Ballot:
    """One line, read."""

    left: str
    right: str
    outcome: Outcome
    listener: str | None
    prompt: str | None
    count: int


@dataclass(frozen=True, slots=True)
class BallotReader:
    """Turns the fields of a line into a ballot."""

    layout: tuple[str, ...]
    outcomes: Mapping[str, Outcome]
    prompts: bool

    def ballot(self, line: int, fields: dict[str, str]) -> Ballot:
        """Raises VoteFileError for whatever is not understood."""
        sided = self.layout == SIDED
        first, second = ("left", "right") if sided else ("winner", "loser")
        left, right = _name(line, first, fields), _name(line, second, fields)
        if left == right:
            raise VoteFileError(f"Line {line}: {left!r} is set against itself.")
        return Ballot(
            left=left,
            right=right,
            outcome=self._outcome(line, fields["winner"]) if sided else Outcome.LEFT,
            listener=_name(line, "listener", fields) if "listener" in fields else None,
            prompt=_name(line, "prompt", fields) if self.prompts else None,
            count=_count(line, fields["count"]) if "count" in fields else 1,
        )

    def _outcome(self, line: int, label: str) -> Outcome:
        if label not in self.outcomes:
            raise VoteFileError(
                f"Line {line}, field winner: {label!r} is none of {', '.join(self.outcomes)}."
            )
        return self.outcomes[label]


def slice_value(line: int, field: str, value: str) -> str:
    """A cell of a column to slice by; a missing one is no slice."""
    return _name(line, field, {field: value})


def _name(line: int, field: str, fields: dict[str, str]) -> str:
    name = fields[field]
    if not name.strip():
        raise VoteFileError(f"Line {line}, field {field}: the name is missing.")
    if name != name.strip():
        raise VoteFileError(
            f"Line {line}, field {field}: {name!r} begins or ends with a space. "
            "It would count as another than the same name without it."
        )
    if turns_text(name):
        raise VoteFileError(
            f"Line {line}, field {field}: {name!a} holds a character that turns the direction of "
            "the text after it; numbers beside the name would read backwards. Remove it."
        )
    return name


def _count(line: int, text: str) -> int:
    if not (text.isascii() and text.isdigit()):
        raise VoteFileError(f"Line {line}, field count: {text!r} is not a whole number.")
    if len(text.lstrip("0")) > COUNT_DIGITS:
        raise VoteFileError(
            f"Line {line}, field count: a number of {len(text)} digits is no count of votes; "
            f"at most {COUNT_DIGITS} are taken."
        )
    return int(text)


def quoted(header: Sequence[str]) -> str:
    """The names of a header, for a message."""
    return ", ".join(repr(name) for name in header)
