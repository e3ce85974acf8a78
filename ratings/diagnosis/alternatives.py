"""Whether other defensible choices would have changed the board."""

from dataclasses import replace
from functools import partial

from arena.models import Exclusion
from ratings import details
from ratings.details import Interval, OtherRating
from ratings.diagnosis.subject import Poll, Subject, method_of
from ratings.statistics.caps import cap_per_listener, nobody_above
from ratings.statistics.rate import rate
from ratings.statistics.sensitivity import Alternative, cap_label, compared
from ratings.statistics.standings import Ratings
from ratings.statistics.summary import summarise
from ratings.statistics.votes import BoolArray

CAP = 0.05  # of a pair's votes, the most that one listener may have in the alternative `cap`
ORDER_EFFECT = "with order effect"
CAPPED = cap_label(CAP)
PUT_BACK = "with the excluded votes"
NEVER_COUNTS = (Exclusion.Reason.PRACTICE,)  # was never meant to; nobody decided to leave it out
KEYS = {
    ORDER_EFFECT: "order-effect",
    CAPPED: "cap",
    PUT_BACK: "excluded",
}

Rated = tuple[Alternative, details.Alternative]


def alternatives(subject: Subject) -> list[Rated]:
    """Each as the statistics return it and as the board tells it."""
    poll = subject.poll
    counted, put_back = subject.cells & poll.traits.counted, _with_excluded(subject)
    ways = {
        ORDER_EFFECT: partial(_rated, poll, counted, order_effect=True),
        CAPPED: partial(_capped, subject),
    }
    if poll.votes(put_back) > subject.vote_count:
        ways[PUT_BACK] = partial(_rated, poll, put_back)
    found = compared(subject.ratings, ways)
    return [(one, _told(subject, one)) for one in found]


def order_effect(others: list[Rated]) -> Interval | None:
    """Of the alternative that has one."""
    for one, told in others:
        if told["key"] == "order-effect" and one.ratings and one.ratings.order_effect:
            effect = one.ratings.order_effect
            return {
                "value": effect.value,
                "error": effect.error,
                "low": effect.low,
                "high": effect.high,
            }
    return None


def _with_excluded(subject: Subject) -> BoolArray:
    cells = subject.cells.copy()
    for reason in NEVER_COUNTS:
        cells &= ~subject.poll.traits.excluded_for(reason)
    return cells


def _capped(subject: Subject) -> Ratings:
    if nobody_above(subject.analysis, share=CAP):
        return subject.ratings  # all weights would be 1
    votes, method = subject.votes, subject.ratings.method
    return rate(
        replace(votes, weight=cap_per_listener(votes, share=CAP)),
        systems=subject.field.names,
        anchor=method.anchor,
        level=method.level,
        seed=method.seed,
    )


def _rated(poll: Poll, cells: BoolArray, *, order_effect: bool = False) -> Ratings:
    (analysis,) = poll.analyses([cells], order_effect=order_effect)
    return summarise(analysis, method_of(poll.field, analysis, order_effect=order_effect))


def _told(subject: Subject, one: Alternative) -> details.Alternative:
    key, slug_of = KEYS[one.label], subject.field.slug_of
    return {
        "key": key,
        "label": one.label,
        "votes": None if one.ratings is None else round(one.ratings.votes),
        "share": CAP if key == "cap" else None,
        "ratings": _ratings(subject, one),
        "largest_shift": one.largest_shift,
        "system": None if one.system is None else slug_of(one.system),
        "moved": [slug_of(name) for name in one.moved],
        "refusal": one.refusal,
    }


def _ratings(subject: Subject, one: Alternative) -> list[OtherRating]:
    if one.ratings is None:
        return []
    own = {row.index: row.rating.value for row in subject.ratings.rated if row.rating is not None}
    return [
        {
            "system": subject.field.slug(row.index),
            "rating": row.rating.value,
            "low": row.rating.low,
            "high": row.rating.high,
            "rank": row.rank or 0,
            "shift": row.rating.value - own[row.index] if row.index in own else None,
        }
        for row in one.ratings.rated
        if row.rating is not None
    ]
