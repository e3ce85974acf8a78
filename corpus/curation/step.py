"""One stage of a corpus: how it stands, what is next to do, and the way there."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from django.contrib.auth.models import User

from corpus.models import Corpus


@dataclass(frozen=True, slots=True)
class Way:
    """A button that leads on. permissions: all that its page asks for."""

    action: str
    url: str
    permissions: tuple[str, ...] = ()

    def is_open_to(self, user: User) -> bool:
        """Whether this person may go there."""
        return user.has_perms(self.permissions)


@dataclass(frozen=True, slots=True)
class Step:
    """One stage of a corpus. state: how it stands; hint: what to do next, empty if nothing.

    url: the stage's own page, for who has *permissions*; ways: where its hint leads, of which a
    person is shown the first that is open to them.
    """

    name: str
    state: str
    hint: str = ""
    url: str = ""
    permissions: tuple[str, ...] = ()
    ways: tuple[Way, ...] = ()
    is_done: bool = False

    @property
    def way(self) -> Way | None:
        """The way that is shown."""
        return self.ways[0] if self.ways else None

    def for_person(self, user: User) -> "Step":
        """The stage as this person sees it: without ways that are closed to them."""
        ways = tuple(way for way in self.ways if way.is_open_to(user))
        return replace(self, url=self.url if user.has_perms(self.permissions) else "", ways=ways)


# How many prompts a corpus has: all, approved, waiting, returned.
Counts = dict[str, int]
Stage = Callable[[Corpus, Counts], Step]


def prompts_word(number: int) -> str:
    """A number of prompts, in words."""
    return f"{number} prompt{'' if number == 1 else 's'}"
