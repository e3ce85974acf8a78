"""What a study can go on to: the words for it, and the service that does it."""

from collections.abc import Callable
from dataclasses import dataclass

from arena.models import Study
from arena.services.running import close_study, discard_study, pause_study, start_study

State = Study.State


@dataclass(frozen=True, slots=True)
class Step:
    """One way on. states: from where it leads on; means: what follows, for who is to confirm.

    do: takes the study and what was accepted; refusal: why not from another state.
    """

    key: str
    action: str
    states: tuple[State, ...]
    means: str
    done: str
    refusal: str
    do: Callable[[Study, str], None]
    is_primary: bool = False


def _open(study: Study, accepted: str) -> None:
    start_study(study=study, accepted=accepted)


def _pause(study: Study, accepted: str) -> None:
    pause_study(study=study)


def _close(study: Study, accepted: str) -> None:
    close_study(study=study)


def _discard(study: Study, accepted: str) -> None:
    discard_study(study=study)


STEPS = {
    step.key: step
    for step in (
        Step(
            key="open",
            action="Open",
            states=(State.DRAFT, State.PAUSED),
            means=(
                "Anyone who has the address can listen and vote from then on. The question, the "
                "share to be heard and whether the text is shown stay as they are for good."
            ),
            done="The study is open. It takes votes now.",
            refusal="only a draft or a paused study can be opened.",
            do=_open,
            is_primary=True,
        ),
        Step(
            key="pause",
            action="Pause",
            states=(State.OPEN,),
            means=(
                "No more votes are taken, also from those who are listening now. Votes so far are "
                "kept, the board stays, and the study can be opened again."
            ),
            done="The study is paused. It takes no votes until it is opened again.",
            refusal="only an open study can be paused.",
            do=_pause,
        ),
        Step(
            key="close",
            action="Close",
            states=(State.OPEN, State.PAUSED),
            means=(
                "No more votes are taken, for good: the names of all systems are shown to everyone "
                "from then on, and nobody would be blind to them any more. The board stays. To "
                "stop for a while only, pause it."
            ),
            done="The study is closed. Its board stays.",
            refusal="only a study that has begun can be closed, once.",
            do=_close,
        ),
        Step(
            key="discard",
            action="Discard",
            states=(State.DRAFT,),
            means="The draft is removed. Its version, systems and clips stay.",
            done="The draft is discarded.",
            refusal="only a draft can be discarded.",
            do=_discard,
        ),
    )
}
