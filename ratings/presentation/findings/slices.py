"""Whether systems compare differently in different registers, voices or difficulties."""

from ratings.details import SliceComparison, SliceGap
from ratings.presentation.findings.finding import Finding, NumberTable, Subject
from ratings.presentation.numbers import listed, p_label, signed

MOST_GAPS = 8
KINDS = {
    "register": "registers",
    "gender": "voices",
    "difficulty": "difficulties",
}


def slices_compared(subject: Subject) -> Finding | None:
    """Interaction between systems and slices; None where the board was not asked."""
    comparisons = subject.details["comparisons"]
    if not comparisons:
        return None
    overview = NumberTable(
        "Do the systems compare alike?",
        ("Between", "Slices", "p value", "Joint test"),
        tuple(_overview_row(comparison, subject) for comparison in comparisons),
        words=2,
    )
    tables = [overview, *(_gaps(c, subject) for c in comparisons if c["gaps"])]
    return Finding(
        key="slices-compared",
        title="Differences between slices",
        sentence=_sentence(comparisons, subject),
        tables=tuple(tables),
        notes=(
            (
                "Each system is compared with its own mean over the slices. The p value is that of "
                "the clearest gap, for all systems and slices together."
            ),
            *(c["refusal"] for c in comparisons if c["refusal"]),
        ),
    )


def _overview_row(comparison: SliceComparison, subject: Subject) -> tuple[str, ...]:
    p_value, joint = comparison["p_value"], comparison["wald_p"]
    return (
        _kind(comparison).capitalize(),
        listed([subject.slices.get(key, key) for key in comparison["slices"]]) or "–",
        "no answer" if p_value is None else p_label(p_value),
        "–" if joint is None else p_label(joint),
    )


def _gaps(comparison: SliceComparison, subject: Subject) -> NumberTable:
    return NumberTable(
        f"Clearest gaps between {_kind(comparison)}",
        ("System", "In", "Points", "Error", "For all gaps"),
        tuple(
            (
                subject.labels[gap["system"]],
                subject.slices.get(gap["slice"], gap["slice"]),
                signed(gap["difference"]),
                f"{gap['error']:.1f}",
                p_label(gap["adjusted"]),
            )
            for gap in _telling(comparison)[:MOST_GAPS]
        ),
        words=2,
    )


def _telling(comparison: SliceComparison) -> list[SliceGap]:
    """Of two slices one is enough: the other's gaps are the same with the other sign."""
    slices, gaps = comparison["slices"], comparison["gaps"]
    return gaps if len(slices) != 2 else [gap for gap in gaps if gap["slice"] == slices[0]]


def _sentence(comparisons: list[SliceComparison], subject: Subject) -> str:
    answered = [(c, c["p_value"]) for c in comparisons if c["p_value"] is not None]
    if not answered:
        return "Too few votes to say whether systems compare alike in every slice."
    differing = [_kind(c) for c, p_value in answered if p_value < subject.alpha]
    jointly = [
        _kind(c)
        for c, p_value in answered
        if p_value >= subject.alpha and c["wald_p"] is not None and c["wald_p"] < subject.alpha
    ]
    alike = [_kind(c) for c, _ in answered if _kind(c) not in {*differing, *jointly}]
    if not differing and not jointly:
        return f"Systems compare alike, as far as these votes show, across {listed(alike)}."
    said = f"Systems compare differently across {listed([*differing, *jointly])}"
    if jointly:
        said += f" (across {listed(jointly)} by the joint test alone)"
    return f"{said}, not beyond chance across {listed(alike)}." if alike else f"{said}."


def _kind(comparison: SliceComparison) -> str:
    return KINDS.get(comparison["kind"], comparison["kind"])
