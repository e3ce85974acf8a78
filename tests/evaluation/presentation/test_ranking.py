"""The headline, the ranking and the sections of single metrics, as pages say them."""

from dataclasses import replace

import numpy as np
import pytest

from evaluation.agreement.ceilings import Ceilings
from evaluation.agreement.report import Report, report
from evaluation.agreement.resampling import Estimate
from evaluation.metrics.base import Direction, Metric, NotAvailable
from evaluation.presentation.about import About
from evaluation.presentation.ranking import headline, ranking_table
from evaluation.presentation.sections import gap_label, section_of
from evaluation.presentation.shares import coefficient_label, share_label
from tests.evaluation.agreement.worlds import World, metric, world


@pytest.fixture(scope="module")
def made() -> World:
    return world([31], systems=10, votes=6_000)


@pytest.fixture(scope="module")
def found(made: World) -> Report:
    noise = np.random.default_rng(2).normal(0, 1, len(made.quality))
    human = made.inputs.clips.system == made.inputs.human
    known = {k: float(v) for k, v in enumerate(made.quality) if made.inputs.clips.prompt[k] < 4}
    most = {k: float(v) for k, v in enumerate(noise) if made.inputs.clips.prompt[k]}
    without_human = {k: float(v) for k, v in enumerate(made.quality) if not human[k]}
    return report(
        made.inputs,
        [
            metric(made.inputs, made.quality, name="truth"),
            metric(made.inputs, -made.quality, name="faults", direction=Direction.NEITHER),
            metric(made.inputs, most, name="noise"),
            metric(made.inputs, without_human, name="inhuman"),
            metric(made.inputs, known, name="rare"),
            metric(made.inputs, np.ones(len(noise)), name="constant"),
        ],
    )


def about(found: Report, **titles: str) -> dict[str, About]:
    return {
        one.metric: About(
            Metric(
                one.metric,
                titles.get(one.metric, one.metric.upper()),
                "",
                one.direction,
                None,
                None,
            ),
            family="made",
            version="1",
            model=f"net sha256:{'a' * 64}",
        )
        for one in found.metrics
    }


def test_the_headline_names_the_best_metric_and_the_listeners(found: Report) -> None:
    said = headline(found.ranking, found.ceilings, about(found))
    share = next(row for row in found.ranking.rows if row.name == "truth").share.value
    assert said.startswith(f"TRUTH predicts {100 * share:.0f} % of ")
    assert f"the {found.ranking.votes:,} votes that all metrics have values for" in said
    assert "listeners themselves" in said


def test_the_headline_passes_facts_over(found: Report) -> None:
    facts = replace(
        found.ranking, rows=tuple(row for row in found.ranking.rows if row.name == "faults")
    )
    said = headline(facts, found.ceilings, about(found))
    assert said.startswith("No metric that claims a direction")
    assert "FAULTS" not in said


def test_the_headline_promises_nothing_where_chance_is_not_ruled_out(found: Report) -> None:
    noise = replace(
        found.ranking, rows=tuple(row for row in found.ranking.rows if row.name == "noise")
    )
    said = headline(noise, found.ceilings, about(found))
    assert said.startswith("These votes tell no metric from chance yet: the best, NOISE")


def test_the_headline_takes_the_next_ceiling_that_is_known(found: Report) -> None:
    absent = NotAvailable("Nobody.")
    ceilings = Ceilings(absent, absent, found.ceilings.model)
    assert "the board’s own ratings" in headline(found.ranking, ceilings, about(found))
    none = Ceilings(absent, absent, absent)
    assert "listeners" not in headline(found.ranking, none, about(found))
    assert ranking_table(found.ranking, none, about(found)).ceiling_x is None


def test_rows_stand_best_first_with_verdicts_and_reasons(made: World, found: Report) -> None:
    table = ranking_table(found.ranking, found.ceilings, about(found))
    verdicts = {row.name: row.verdict for row in table.rows}
    assert table.rows[0].name == "truth"
    assert verdicts["truth"] == "better than chance"
    assert verdicts["faults"] == "worse than chance"
    assert verdicts["noise"] == "not told from chance"
    assert [row.is_fact for row in table.rows if row.name == "faults"] == [True]
    left = {one.name: one.reason for one in table.left_out}
    assert "comparison needs 75 %" in left["rare"]
    human = made.inputs.systems[made.inputs.human or 0]
    assert left["constant"] == "Its two values are the same in every vote."
    assert left["inhuman"] == f"It has no values for {human}, which the others have."


def test_peers_are_named_by_their_titles(found: Report) -> None:
    twins = replace(
        found.ranking,
        rows=tuple(
            replace(row, not_told_apart=("noise",) if row.name == "truth" else ())
            for row in found.ranking.rows
        ),
    )
    table = ranking_table(twins, found.ceilings, about(found, noise="Noise of mine"))
    peers = {row.name: row.peers for row in table.rows}
    assert peers["truth"] == "not told apart from Noise of mine"
    assert peers["faults"] == "told apart from all others"


def test_everything_lies_on_one_axis_in_order(found: Report) -> None:
    table = ranking_table(found.ranking, found.ceilings, about(found))
    dots = [row.dot for row in table.ceilings if row.dot] + [row.dot for row in table.rows]
    assert len(dots) == 3 + len(table.rows)
    for dot in dots:
        assert 0 <= dot.x <= 100
        if dot.low is not None and dot.high is not None:
            assert 0 <= dot.low <= dot.x <= dot.high <= 100
    places = [row.dot.x for row in table.rows]
    assert places == sorted(places, reverse=True)
    at = {tick.label: tick.x for tick in table.ticks}
    assert at.get("50 %", table.chance_x) == table.chance_x


def test_a_section_says_what_is_not_available(found: Report) -> None:
    constant = next(one for one in found.metrics if one.metric == "constant")
    section = section_of(constant, about(found)["constant"])
    assert section.answer.startswith("Votes: The metric is the same")
    for table in section.tables:
        assert all(bool(line.reason) is not bool(line.cells) for line in table.lines)
    assert section.tables[0].lines[0].reason
    assert section.disagreements == 0


def test_a_section_has_each_level_with_n_and_a_plot_for_each_register(
    made: World, found: Report
) -> None:
    truth = next(one for one in found.metrics if one.metric == "truth")
    section = section_of(truth, about(found)["truth"])
    matchups, correlations, gaps = section.tables
    assert matchups.lines[0].cells[2] == "6,000"
    assert [line.label for line in correlations.lines] == ["Clips", "Systems, all registers"]
    assert correlations.lines[1].cells[-1] == "10"
    assert [line.label for line in gaps.lines][-1] == "400 and more"
    assert sum(int(line.cells[2].replace(",", "")) for line in gaps.lines if line.cells) == 6_000
    assert [plot.title for plot in section.scatters] == ["All registers"]


def test_a_fact_is_said_to_be_one(found: Report) -> None:
    faults = next(one for one in found.metrics if one.metric == "faults")
    section = section_of(faults, about(found)["faults"])
    assert section.is_fact
    assert section.answer.startswith("Clips with more of it win")
    assert section.about.startswith("A fact, no judgement.")


def test_digests_of_models_are_shortened(found: Report) -> None:
    said = about(found)["truth"].sentence
    assert f"sha256:{'a' * 12}…" in said
    assert "a" * 13 not in said


def test_numbers_without_an_interval_say_so() -> None:
    assert share_label(Estimate(0.634, 0.581, 0.68, 2000)) == "63 % (58–68)"
    assert share_label(Estimate(0.634, None, None, 0)) == "63 % (no interval)"
    assert coefficient_label(Estimate(-0.126, -0.5, 0.251, 2000)) == "−0.13 (−0.50 to 0.25)"
    assert gap_label(50.0, 100.0) == "50 to 100"
