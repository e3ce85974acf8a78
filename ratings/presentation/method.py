"""How a board was made: its stored parameters, in words and numbers."""

from collections.abc import Mapping, Sequence
from typing import Any

from ratings.presentation.numbers import counted, percent, whole

TIES = {
    "half": "a tie, if there were one, would be half a win for each",
    "davidson": "ties, if there were any, would be modelled (Davidson 1970)",
    "drop": "ties, if there were any, would be dropped",
}
ONE_FAMILY = {"listeners": "listener", "prompts": "prompt"}
INDEPENDENT_VOTES = "votes"


def model_sentences(method: Mapping[str, Any]) -> list[str]:
    """Model, ties, order effect. method: as `ratings.leaderboard.facts_of` stores it."""
    order = (
        "An advantage of the left or right clip is part of the model."
        if method["order_effect"]
        else "Sides are drawn by a fair coin; an advantage of one side is not part of the model."
    )
    return [f"Listeners must choose one of the two; {TIES[method['ties']]}.", order]


def interval_sentences(facts: Mapping[str, Any]) -> list[str]:
    """What the intervals stand on and how wide they are. facts: ``Board.method`` as stored."""
    method = facts["method"]
    width, clusters, level = method["width"], method["clusters"], percent(method["level"])
    if facts["deviance"] is None:
        return ["There are no intervals, since there are no ratings."]
    if width is None:
        return [
            (
                "There are no intervals: one listener gave all or nearly all votes, which cannot "
                "show how listeners vary."
            )
        ]
    spread = f"± {width:.2f} standard errors"
    if method["independent"] == INDEPENDENT_VOTES:
        return [f"The {level} % intervals treat every vote as independent: {spread}."]
    family = ONE_FAMILY.get(method["independent"])
    effective = method.get("effective_clusters")
    if family is None:
        return [
            (
                f"The {level} % intervals are cluster-robust by {method['independent']} at once, "
                f"with {counted(clusters, 'cluster')} in the smaller family: {spread}."
            ),
            *([] if effective is None else [_effective(effective, "cluster")]),
        ]
    said = f"The {level} % intervals are cluster-robust by {family} (Liang and Zeger 1986)"
    if effective is None:  # before version 5 of the method
        return [
            (
                f"{said}, with {counted(clusters, family)} and the factor "
                f"{clusters}/{clusters - 1} on the covariance: {spread}, the quantile of Student’s "
                f"t on {clusters - 1} degrees of freedom. A system that only k of them judged has "
                "the wider quantile on k − 1."
            )
        ]
    return [f"{said}, with {counted(clusters, family)}: {spread}.", _effective(effective, family)]


def _effective(effective: float, family: str) -> str:
    """What unequal numbers of votes do. family: of clusters, in the singular."""
    return (
        f"As each {family} has its own number of votes v, they count as (Σ v)²/Σ v² = "
        f"{effective:.1f} of equal ones: the factor on the covariance is {effective:.1f}/"
        f"{effective - 1:.1f}, and the quantile that of Student’s t on {effective - 1:.1f} degrees "
        "of freedom. A system whose votes come from fewer, counted alike, has a wider one."
    )


def rank_sentences(method: Mapping[str, Any]) -> list[str]:
    """How rank ranges were made."""
    critical = method["rank_critical_value"]
    if critical is None:
        return ["There are no rank ranges, since there are no intervals."]
    return [
        (
            "A rank range holds for all systems at once. Two systems are told apart when their "
            f"difference exceeds {critical:.2f} of its own standard errors, the critical value of "
            f"the largest of all pair differences (seed {method['seed']}); one pair alone would "
            f"need {method['width']:.2f}. A pair that few listeners judged needs more."
        )
    ]


def fit_sentences(facts: Mapping[str, Any]) -> list[str]:
    """Deviance of the fit. facts: ``Board.method`` as stored."""
    deviance, freedom = facts["deviance"], facts["degrees_of_freedom"]
    if deviance is None:
        return ["Nothing could be fitted: no two systems have beaten each other."]
    return [f"Deviance {deviance:.1f} on {whole(freedom)} degrees of freedom."]


def island_sentences(islands: Sequence[Mapping[str, Any]]) -> list[str]:
    """How each island beside the first was rated. islands: facts, as stored with the board."""
    return [_island(facts, number) for number, facts in enumerate(islands, start=2)]


def _island(facts: Mapping[str, Any], number: int) -> str:
    votes = counted(facts["votes"], "vote")
    said = f"Island {number}, {votes}: {facts['reason']}"
    if facts["deviance"] is None:
        return f"{said} {' '.join(facts['notes'])}"
    freedom = whole(facts["degrees_of_freedom"])
    said = f"{said} Deviance {facts['deviance']:.1f} on {freedom} degrees of freedom"
    if facts["width"] is None:
        return f"{said}; there are no intervals. {' '.join(facts['notes'])}".rstrip()
    return (
        f"{said}; intervals of ± {facts['width']:.2f} standard errors; two systems are told apart "
        f"beyond {facts['rank_critical_value']:.2f}."
    )


def stored_parameters(facts: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Every stored parameter by name, as stored, for whoever does it again."""
    parameters = {**facts["method"], "version": facts.get("version")}
    return [(name.replace("_", " ").capitalize(), _plain(v)) for name, v in parameters.items()]


def _plain(value: Any) -> str:
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)
