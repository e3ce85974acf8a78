"""What lies in a bundle, and how much of it is read at most."""

from dataclasses import dataclass

FORMAT = 1
VOTES = "votes.csv"
EXCLUSIONS = "exclusions.csv"
PARAMETERS = "parameters.json"
BOARDS = "boards.json"
README = "README.txt"

# Bytes after unpacking. Beyond them a file is refused before it fills the memory: its own word on
# its size counts for nothing.
LIMITS = {
    README: 2**16,
    PARAMETERS: 2**22,
    BOARDS: 2**27,
    EXCLUSIONS: 2**26,
    VOTES: 2**28,
}
VOTE_COLUMNS = (
    "number",
    "listener",
    "prompt",
    "register",
    "difficulty",
    "gender",
    "left",
    "right",
    "choice",
    "simulated",
)
EXCLUSION_COLUMNS = ("number", "reason")


class BundleError(ValueError):
    """A file that is no usable bundle; the sentence says what is wrong with it."""


@dataclass(frozen=True, slots=True)
class SystemOfBundle:
    """A system as boards name it. human: whether it is the anchor."""

    slug: str
    label: str
    human: bool


@dataclass(frozen=True, slots=True)
class Parameters:
    """Whose boards these are, and up to where their votes go.

    registers, difficulties: those of the study's prompts, also where they have no votes.
    """

    study: str
    last_vote: int
    last_exclusion: int
    systems: tuple[SystemOfBundle, ...]
    registers: tuple[str, ...]
    difficulties: tuple[str, ...]
