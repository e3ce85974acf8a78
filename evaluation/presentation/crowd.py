"""How alike the listeners are, in sentences."""

from evaluation.agreement.listeners import InterRater, Listeners
from evaluation.metrics.base import NotAvailable
from evaluation.presentation.scale import decimal
from ratings.presentation.numbers import counted


def listener_sentences(found: Listeners) -> list[str]:
    """What a metric of clips could reach at most, and how alike single listeners are."""
    sentences = []
    reliability = found.reliability
    if isinstance(reliability, NotAvailable):
        sentences.append(f"How reliable the clips’ shares are: {reliability.reason}")
    else:
        sentences.append(
            f"Half of the listeners against the other half agree on "
            f"{counted(reliability.clips, 'clip')} with r = {decimal(reliability.half, 2)}, so a "
            f"metric without any error could correlate per clip with about "
            f"{decimal(reliability.ceiling, 2)} at most."
        )
    for what, one in (("clips", found.same_clips), ("systems", found.same_systems)):
        sentences.append(_inter_rater(what, one))
    return sentences


def _inter_rater(what: str, found: InterRater | NotAvailable) -> str:
    if isinstance(found, NotAvailable):
        return f"Each listener against the others, on the same two {what}: {found.reason}"
    least, lower, median, upper, most = (decimal(part, 2) for part in found.quartiles)
    return (
        f"Each of {counted(found.listeners, 'listener')} against the others, on the same two "
        f"{what}: median r = {median}, half of them from {lower} to {upper}, all from {least} to "
        f"{most}."
    )
