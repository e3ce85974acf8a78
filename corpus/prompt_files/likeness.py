"""Rows whose texts are equal or nearly equal: to each other, to the corpus, to other corpora."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from corpus.prompt_files.known import Neighbour
from corpus.prompt_files.plans import Outcome, RowPlan
from corpus.text.duplicates import Match, near_duplicates
from corpus.text.findings import Finding, found


def neighbour_finding(match: Match, text: str, neighbour: Neighbour) -> Finding:
    """What is to be said about *text*, which is alike to *neighbour*."""
    whole = (0, len(text))
    alike = "Equal" if match.exact else f"Nearly equal ({match.similarity:.0%})"
    where = f"{neighbour.name} of “{neighbour.corpus}”" if neighbour.corpus else neighbour.name
    if neighbour.is_apart:
        sentence = f"{alike} to {where}. What is public cannot be scored. Replace one of them."
        return found("overlap", *whole, sentence)
    if match.exact and not neighbour.corpus:
        return found("duplicate", *whole, f"Equal to {where}. Replace one of them.")
    return found("near-duplicate", *whole, f"{alike} to {where}. Replace one of them if it shows.")


def neighbour_findings(text: str, neighbours: Sequence[Neighbour]) -> tuple[Finding, ...]:
    """What one text shows beside others."""
    matches = near_duplicates([text], [neighbour.text for neighbour in neighbours])
    return tuple(neighbour_finding(match, text, neighbours[match.second]) for match in matches)


def beside_each_other(plans: Sequence[RowPlan], neighbours: Iterable[Neighbour]) -> list[RowPlan]:
    """Return the plans with what their texts share with others.

    A row that equals another text of the same corpus is wrong; of two rows the one that is in the
    corpus already stands, else the first.
    """
    in_file = {plan.external_id for plan in plans if plan.outcome is not Outcome.WRONG}
    others = [one for one in neighbours if one.corpus or one.external_id not in in_file]
    places = [place for place, plan in enumerate(plans) if plan.outcome is not Outcome.WRONG]
    places.sort(key=lambda place: (plans[place].outcome is not Outcome.SAME, place))
    texts = [plans[place].values["text"] for place in places]
    result = list(plans)
    for match in near_duplicates(texts, [other.text for other in others]):
        place = places[match.first]
        if result[place].outcome is Outcome.SAME:
            continue
        neighbour = others[match.second] if match.in_others else _row(plans[places[match.second]])
        finding = neighbour_finding(match, texts[match.first], neighbour)
        result[place] = _told(result[place], finding)
    return result


def _row(plan: RowPlan) -> Neighbour:
    name = f"{plan.external_id} (row {plan.number})"
    return Neighbour(plan.values["text"], name, plan.external_id)


def _told(plan: RowPlan, finding: Finding) -> RowPlan:
    if finding.code == "duplicate":
        return plan.wrong(finding.explanation)
    return replace(plan, findings=(*plan.findings, finding))
