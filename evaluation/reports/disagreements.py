"""The pairs of clips where listeners and a metric disagree most, as people look at them."""

from collections.abc import Sequence
from dataclasses import dataclass

from corpus.models import Clip
from evaluation.agreement.disagreement import Disagreement
from evaluation.presentation.numbers import amount_label
from evaluation.presentation.scale import decimal
from evaluation.reports.page import ReportPage


@dataclass(frozen=True, slots=True)
class Heard:
    """One of the two clips. is_replaced: it has another recording by now than was judged."""

    clip: Clip
    system: str
    votes: int
    value: str
    is_replaced: bool


@dataclass(frozen=True, slots=True)
class Pair:
    """Listeners chose the first, the metric prefers the second.

    is_sure: whether listeners differ beyond chance. apart: difference in root mean squares.
    """

    chosen: Heard
    other: Heard
    votes: int
    is_sure: bool
    apart: str


def pairs_of(page: ReportPage, found: Sequence[Disagreement]) -> list[Pair]:
    """Return the pairs with their clips, in two queries; what was judged is never deleted."""
    keys = {pk for pk, _ in page.stored.clips.values()}
    clips = Clip.objects.select_related(
        "voice__system", "prompt__register", "prompt__corpus"
    ).in_bulk(keys)
    labels = dict(page.board.standings.values_list("system", "label"))

    def heard(position: int, votes: int, value: float) -> Heard:
        pk, digest = page.stored.clips[str(position)]
        clip = clips[pk]
        changed = clip.rendition_digest != digest
        return Heard(clip, labels[clip.voice.system_id], votes, amount_label(value), changed)

    pairs = []
    for pair in found:
        won = round(pair.share * pair.votes)
        chosen = heard(pair.chosen, won, pair.value_chosen)
        other = heard(pair.other, pair.votes - won, pair.value_other)
        pairs.append(Pair(chosen, other, pair.votes, pair.low > 0.5, decimal(pair.z, 1)))
    return pairs
