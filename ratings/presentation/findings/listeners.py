"""Whether single listeners decide."""

from ratings.details import InfluentialListener
from ratings.presentation.findings.finding import Finding, NumberTable, Subject
from ratings.presentation.numbers import at_most, listed, signed, whole
from ratings.statistics.influence import TOP


def influential_listeners(subject: Subject) -> Finding | None:
    """Those whose absence changes most; None where the board was not asked or has none."""
    listeners = subject.details["listeners"]
    if not listeners:
        return None
    rows = tuple(
        (
            f"Listener {one['number']}",
            _moved(one, subject),
            subject.labels[one["system"]],
            signed(one["one_step"] if one["refitted"] is None else one["refitted"]),
            whole(one["votes"]),
        )
        for one in listeners
    )
    return Finding(
        key="listeners",
        title="Influential listeners",
        sentence=_sentence(listeners, subject),
        tables=(
            NumberTable(
                "What leaving out one listener would do",
                ("Left out", "Systems that change place", "Moved most", "Points", "Votes"),
                rows,
                words=3,
            ),
        ),
        notes=("The numbers name nobody; they count along this list.",),
    )


def _moved(one: InfluentialListener, subject: Subject) -> str:
    if one["disconnects"]:
        return "systems fall apart"
    if one["refitted"] is None:
        return "no finite fit"
    return listed(subject.names(one["moved"])) or "none"


def _sentence(listeners: list[InfluentialListener], subject: Subject) -> str:
    alone = sum(1 for one in listeners if one["disconnects"])
    if alone:
        many = f"At least {alone}" if alone >= TOP else str(alone)  # only the first are on the list
        who = "One listener holds" if alone == 1 else f"{many} listeners each hold"
        return f"{who} the systems together: without those votes they could not be compared."
    if any(one["refitted"] is None for one in listeners):
        return "Without one of the listeners below, the votes of the others have no finite fit."
    most = max(abs(one["refitted"] or 0.0) for one in listeners)
    said = f"Leaving out any one listener moves {at_most(most)}"
    if any(one["moved"] for one in listeners):
        return f"{said}, though some neighbours change places."
    return f"{said}, and no system changes its place."
