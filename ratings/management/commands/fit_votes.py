"""`manage.py fit_votes FILE.csv`: a leaderboard from anyone's votes, without the database."""

import csv
import math
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from ratings.ballots import LABELS, OPTIONAL, SEPARATORS, SIDED, Dialect, VoteFileError
from ratings.file_slices import VALUE_VOTES_PER_SYSTEM, SlicedFile
from ratings.leaderboard import Format, facts_of, island_tables, render
from ratings.leaderboard.sliced import comparison_lines, render_slices
from ratings.slices import CROSSED_VOTES_PER_SYSTEM
from ratings.statistics.covariance import Clustering
from ratings.statistics.rate import rate
from ratings.statistics.standings import Ratings
from ratings.statistics.votes import Outcome, Ties
from ratings.votefile import VoteFile, read_votes


class Command(BaseCommand):
    """Read a vote file, rate, print."""

    help = (
        "Rate the systems of a vote file. Columns: left, right, winner (left, right or tie), or "
        "winner, loser; optionally listener (for clustered intervals), prompt and count; any other "
        "column can cut the votes into slices. docs/vote-files.md explains."
    )
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        """File, separator, format, rule for ties, columns, slices, anchor, level and seed."""
        parser.add_argument("file", type=Path, help="CSV file in UTF-8")
        parser.add_argument(
            "--separator",
            choices=list(SEPARATORS),
            default="comma",
            help="what parts the fields of a line (comma); some spreadsheets write semicolons",
        )
        parser.add_argument("--format", choices=[form.value for form in Format], default="table")
        parser.add_argument("--ties", choices=[rule.value for rule in Ties], default="half")
        parser.add_argument(
            "--order-effect", action="store_true", help="estimate the advantage of the left side"
        )
        parser.add_argument(
            "--independent",
            choices=[clustering.value for clustering in Clustering],
            help="what the intervals treat as independent (listeners where known, else votes)",
        )
        parser.add_argument(
            "--column",
            action="append",
            default=[],
            metavar="OURS=THEIRS",
            help="name of a column in the file, such as listener=worker; may be repeated",
        )
        parser.add_argument(
            "--label",
            action="append",
            default=[],
            metavar="OUTCOME=LABEL",
            help="label of an outcome in the file, such as left=model_a; may be repeated",
        )
        parser.add_argument(
            "--slices",
            default="",
            metavar="COLUMN,COLUMN",
            help="rate each value of these columns (names as in the file) on its own too, and "
            "every two columns crossed; says whether systems compare differently between them",
        )
        parser.add_argument(
            "--slice-votes",
            type=float,
            metavar="N",
            help="fit a slice only if its systems have N votes on average "
            f"({VALUE_VOTES_PER_SYSTEM}; two columns crossed {CROSSED_VOTES_PER_SYSTEM}); "
            "other slices are named with their count",
        )
        parser.add_argument("--anchor", help="measure the others against this system")
        parser.add_argument("--level", type=float, default=0.95, help="of the intervals (0.95)")
        parser.add_argument("--seed", type=int, default=0, help="of the rank sets (0)")

    def handle(self, *_args: Any, **options: Any) -> None:
        """Print the leaderboard, or say in a sentence why there is none."""
        try:
            clustering = Clustering(options["independent"]) if options["independent"] else None
            source = read_votes(options["file"], _dialect(options, clustering))
            ratings = rate(
                source.votes,
                systems=source.systems,
                anchor=options["anchor"],
                ties=Ties(options["ties"]),
                order_effect=options["order_effect"],
                level=options["level"],
                seed=options["seed"],
                clustering=clustering,
            )
            text = self._text(source, ratings, options)
        except (VoteFileError, ValueError) as error:
            raise CommandError(str(error)) from error
        self.stdout.write(text, ending="")

    def _text(self, source: VoteFile, ratings: Ratings, options: dict[str, Any]) -> str:
        form = Format(options["format"])
        if not source.slices:
            return render(ratings.standings, facts_of(ratings), form, island_tables(ratings))
        least = options["slice_votes"]
        if least is not None and not 0 <= least < math.inf:
            raise CommandError(f"--slice-votes must be 0 or a positive number, not {least}.")
        sliced = SlicedFile(source, ratings.method, least)
        slices = list(sliced.slices())
        comparisons = sliced.comparisons(slices)
        if form is Format.CSV:  # a table has no place for sentences
            for line in comparison_lines(comparisons, source.systems, ratings.method.level):
                self.stderr.write(line)
        return render_slices(ratings, slices, comparisons, source.systems, form)


def _dialect(options: dict[str, Any], clustering: Clustering | None) -> Dialect:
    columns: dict[str, str] = {}
    for text in options["column"]:
        ours, theirs = _pair(text, (*SIDED, "loser", *OPTIONAL))
        if ours in columns or theirs in columns.values():
            raise CommandError(f"--column {text}: each column can be given one meaning, once.")
        columns[ours] = theirs
    labels: dict[Outcome, list[str]] = {}
    for text in options["label"]:
        outcome, label = _pair(text, tuple(LABELS))
        labels.setdefault(LABELS[outcome], []).append(label)
    prompts = clustering in (Clustering.PROMPT, Clustering.BOTH)
    separator = SEPARATORS[options["separator"]]
    return Dialect(columns, labels, prompts, _columns(options["slices"]), separator)


def _columns(text: str) -> tuple[str, ...]:
    try:
        names = tuple(next(csv.reader([text]), ()))  # a name with a comma stands in double quotes
    except csv.Error as error:
        raise CommandError(f"--slices {text!r} cannot be read: {error}.") from error
    if len(set(names)) != len(names) or not all(names):
        raise CommandError(f"--slices {text!r} should name different columns, apart by commas.")
    return names


def _pair(text: str, allowed: tuple[str, ...]) -> tuple[str, str]:
    ours, equals, theirs = text.partition("=")
    if ours not in allowed or not equals or not theirs:
        raise CommandError(f"{text!r} should read NAME=VALUE, with a name of {', '.join(allowed)}.")
    return ours, theirs
