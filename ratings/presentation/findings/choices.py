"""What other defensible choices would have changed, and which votes were left out."""

from collections.abc import Mapping

from ratings.details import Alternative, OtherRating
from ratings.presentation.findings.finding import Finding, NumberTable, Subject
from ratings.presentation.numbers import at_most, counted, listed, points, signed, whole


def choices(subject: Subject) -> Finding | None:
    """The sensitivity panel; None where the board was not asked."""
    alternatives = subject.details["alternatives"]
    if not alternatives:
        return None
    overview = NumberTable(
        "The same votes, rated another way",
        ("Choice", "Systems that change place", "Moved most", "By", "Votes"),
        tuple(_overview_row(way, subject) for way in alternatives),
        words=3,
    )
    answered = [way for way in alternatives if way["ratings"]]
    tables = [overview, _ratings(answered, subject)] if answered else [overview]
    return Finding(
        key="choices",
        title="Other defensible choices",
        sentence=_sentence(answered, subject),
        tables=tuple(tables),
        notes=tuple(way["refusal"] for way in alternatives if way["refusal"]),
    )


def left_out(subject: Subject) -> Finding | None:
    """Votes left out, by reason."""
    excluded = subject.details["tally"]["excluded"]
    reasons = [(subject.reasons.get(key, key), votes) for key, votes in excluded.items() if votes]
    if not reasons:
        return Finding("excluded", "Votes left out", "No vote has been left out.")
    rows = tuple((reason, whole(votes)) for reason, votes in reasons)
    said = listed([f"{votes:,} × {reason[:1].lower()}{reason[1:]}" for reason, votes in reasons])
    return Finding(
        key="excluded",
        title="Votes left out",
        sentence=f"Left out with a reason: {said}.",
        tables=(NumberTable("Votes left out, by reason", ("Reason", "Votes"), rows),),
        notes=(
            (
                "Votes are never deleted. A vote with two reasons counts under both. What the "
                "board would be with them stands under “Other defensible choices”."
            ),
        ),
    )


def _overview_row(way: Alternative, subject: Subject) -> tuple[str, ...]:
    shift, system = way["largest_shift"], way["system"]
    return (
        way["label"][:1].upper() + way["label"][1:],
        "no answer" if shift is None else listed(subject.names(way["moved"])) or "none",
        "–" if system is None else subject.labels[system],
        "–" if shift is None else f"{signed(shift)} points",
        "–" if way["votes"] is None else whole(way["votes"]),
    )


def _ratings(ways: list[Alternative], subject: Subject) -> NumberTable:
    by_way = [{row["system"]: row["rating"] for row in way["ratings"]} for way in ways]
    slugs = {label: slug for slug, label in subject.labels.items()}
    rows = tuple(
        (
            standing.system,
            "–" if standing.rating is None else points(standing.rating.value),
            *(_rating(ratings, slugs[standing.system]) for ratings in by_way),
        )
        for standing in subject.standings
    )
    labels = (way["label"][:1].upper() + way["label"][1:] for way in ways)
    return NumberTable("Ratings under each choice", ("System", "This board", *labels), rows)


def _rating(ratings: Mapping[str, float], slug: str) -> str:
    return points(ratings[slug]) if slug in ratings else "–"


def _sentence(answered: list[Alternative], subject: Subject) -> str:
    if not answered:
        return "No other way of rating these votes has an answer."
    shifts = [abs(way["largest_shift"]) for way in answered if way["largest_shift"] is not None]
    said = (
        f"Rating the votes in {counted(len(answered), 'other way')} moves "
        f"{at_most(max(shifts, default=0.0))}"
    )
    if all(s.rank_low is None for s in subject.standings):
        return f"{said}."
    outside = _outside_their_ranks(answered, subject)
    if outside:
        return f"{said}, but takes {listed(outside)} beyond the rank range shown."
    return f"{said}, and every system stays within its rank range."


def _outside_their_ranks(answered: list[Alternative], subject: Subject) -> list[str]:
    """Places count the systems that are rated here, not others that another way can rate."""
    ranges = {s.system: (s.rank_low, s.rank_high) for s in subject.standings}
    outside = []
    for way in answered:
        names = (subject.labels[r["system"]] for r in sorted(way["ratings"], key=_rank))
        ranked = [name for name in names if ranges.get(name, (None, None))[0] is not None]
        for rank, name in enumerate(ranked, start=1):
            low, high = ranges[name]
            if low is not None and high is not None and not low <= rank <= high:
                outside.append(name)
    return sorted(set(outside))


def _rank(row: OtherRating) -> int:
    return row["rank"]
