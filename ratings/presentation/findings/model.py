"""Whether one strength per system explains what the listeners chose."""

from ratings.pairs import Pair
from ratings.presentation.findings.finding import Finding, NumberTable, Subject
from ratings.presentation.numbers import counted, p_label, percent, signed_decimal, whole

WORST_PAIRS = 10


def goodness_of_fit(subject: Subject) -> Finding | None:
    """Pairs that deviate from the model; None where the board was not asked or cannot say."""
    tested = [pair for pair in subject.details["pairs"] if pair["z"] is not None]
    if not tested:
        return None
    worst = sorted(tested, key=lambda pair: -abs(pair["z"] or 0.0))[:WORST_PAIRS]
    rows = tuple(
        (
            subject.labels[pair["first"]],
            subject.labels[pair["second"]],
            whole(_votes(pair)),
            f"{percent(pair['share'])} %",
            "–" if pair["expected"] is None else f"{percent(pair['expected'])} %",
            "–" if pair["z"] is None else signed_decimal(pair["z"], 1),
            "–" if pair["adjusted"] is None else p_label(pair["adjusted"]),
        )
        for pair in worst
    )
    return Finding(
        key="fit",
        title="Does the model fit?",
        sentence=_sentence(tested, subject),
        tables=(
            NumberTable(
                "Pairs that the model explains worst",
                ("System", "Against", "Votes", "Won", "Expected", "z", "For all pairs"),
                rows,
                words=2,
            ),
        ),
        notes=(
            (
                "z is the deviation in standard errors. The p value is corrected for all pairs "
                "together (Holm)."
            ),
        ),
    )


def cycles(subject: Subject) -> Finding | None:
    """Rock-paper-scissors triples; None where the board was not asked or cannot say."""
    triples = subject.details["cyclic_triples"]
    if triples is None:
        return None
    expected = round(triples["expected"])
    unusual = triples["p_value"] < subject.alpha
    compared = "more than chance brings" if unusual else "within what chance brings"
    return Finding(
        key="cycles",
        title="Rock, paper, scissors",
        sentence=_circles(triples["cyclic"], f"{compared} (about {whole(expected)})"),
        tables=(
            NumberTable(
                "Cyclic triples",
                ("Quantity", "Value"),
                (
                    ("Cyclic triples observed", whole(triples["cyclic"])),
                    ("Expected under the model", f"{triples['expected']:.1f}"),
                    ("As many or more by chance", p_label(triples["p_value"])),
                    ("Simulations", whole(triples["simulations"])),
                ),
            ),
        ),
        notes=("Close systems form such triples by chance. Many more would mean several tastes.",),
    )


def _circles(observed: int, compared: str) -> str:
    if not observed:
        return f"No three systems beat one another in a circle, {compared}."
    triples = counted(observed, "triple")
    return f"In {triples} of systems each beats one and loses to the other, {compared}."


def _votes(pair: Pair) -> int:
    return pair["won_left"] + pair["won_right"] + pair["lost_left"] + pair["lost_right"]


def _sentence(tested: list[Pair], subject: Subject) -> str:
    off = [p for p in tested if p["adjusted"] is not None and p["adjusted"] < subject.alpha]
    if not off:
        return f"None of {counted(len(tested), 'pair')} deviates from the model beyond chance."
    # A larger z of a pair that few listeners judged may lie within chance.
    worst = max(off, key=lambda pair: abs(pair["z"] or 0.0))
    first, second = subject.labels[worst["first"]], subject.labels[worst["second"]]
    expected = "" if worst["expected"] is None else f", not {percent(worst['expected'])} %"
    return (
        f"{len(off)} of {counted(len(tested), 'pair')} {'deviates' if len(off) == 1 else 'deviate'}"
        f" from the model; most of all, {first} wins {percent(worst['share'])} % "
        f"against {second}{expected}."
    )
