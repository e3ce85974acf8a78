"""What the page of a stored report shows; nothing is computed for it."""

from dataclasses import dataclass
from functools import cached_property

from evaluation.agreement.report import Agreement, Report
from evaluation.agreement.stored import from_json
from evaluation.models import AgreementReport
from evaluation.presentation.about import About
from evaluation.presentation.crowd import listener_sentences
from evaluation.presentation.ranking import RankingTable, headline, ranking_table
from evaluation.presentation.sections import Section, section_of
from ratings.models import Board


@dataclass(frozen=True)
class ReportPage:
    """A stored report, read back. chosen: the metric whose plots are asked for, by name."""

    stored: AgreementReport
    chosen: str = ""

    @cached_property
    def report(self) -> Report:
        """The numbers."""
        return from_json(Report, self.stored.content)

    @cached_property
    def about(self) -> dict[str, About]:
        """What is said of each metric besides them, by its name."""
        return {one["name"]: About.of(one) for one in self.stored.metrics}

    @property
    def board(self) -> Board:
        """Whose votes they are."""
        return self.stored.board

    @property
    def headline(self) -> str:
        """The answer in a sentence."""
        return headline(self.report.ranking, self.report.ceilings, self.about)

    @cached_property
    def ranking(self) -> RankingTable:
        """Metrics under the ceilings."""
        return ranking_table(self.report.ranking, self.report.ceilings, self.about)

    @cached_property
    def sections(self) -> list[Section]:
        """What unfolds of each metric, in the order of the ranking; one of them with its plots.

        All plots together would be megabytes.
        """
        ranking = self.report.ranking
        names = [*(row.name for row in ranking.rows), *(row.name for row in ranking.left_out)]
        found = {one.metric: one for one in self.report.metrics}
        plotted = self.chosen if self.chosen in found else self._best or names[0]
        return [section_of(found[k], self.about[k], plots=k == plotted) for k in names]

    @property
    def _best(self) -> str | None:
        """The metric that the headline speaks of: facts have no part in it."""
        rows = self.report.ranking.rows
        return next((row.name for row in rows if not self.about[row.name].is_fact), None)

    @property
    def listeners(self) -> list[str]:
        """How alike the listeners are."""
        return listener_sentences(self.report.listeners)

    def metric(self, name: str) -> Agreement | None:
        """One metric; None if the report has none of that name."""
        return next((one for one in self.report.metrics if one.metric == name), None)
