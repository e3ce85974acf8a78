"""The form that asks for a plan."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError

from ratings.plan_values import PlanValues, gaps_between
from ratings.planning import PlanError
from ratings.services.plans import require_bounded

MOST_SYSTEMS = 40
LONGEST_NAME = 80


class PlanForm(forms.Form):
    """What is expected, and how surely it should be found out. All points are Elo points."""

    ratings = forms.CharField(
        label="Expected ratings",
        required=False,
        max_length=8000,
        widget=forms.Textarea(attrs={"rows": 6, "placeholder": "Human anchor, 1120\nNova, 1060"}),
        help_text="One system a line: its name, a comma, its rating. Only differences count.",
    )
    gaps = forms.CharField(
        label="Or the gaps alone",
        required=False,
        max_length=1000,
        widget=forms.TextInput(attrs={"placeholder": "60 40 25", "inputmode": "text"}),
        help_text="Elo points between neighbours, best pair first.",
    )
    taste = forms.FloatField(
        label="How much listeners differ",
        min_value=0,
        max_value=1000,
        initial=100,
        help_text="By how many points one listener’s own taste shifts a system: 0 if all hear "
        "alike; 100 is common.",
    )
    votes_per_listener = forms.IntegerField(
        label="Votes per listener",
        min_value=1,
        max_value=1000,
        initial=20,
        help_text="How long one listens, on average.",
    )
    power = forms.FloatField(
        label="Power",
        min_value=0.05,
        max_value=0.99,
        initial=0.8,
        help_text="In what share of such listenings each pair of neighbours must come out "
        "separated.",
    )
    runs = forms.IntegerField(
        label="Simulated listenings",
        min_value=10,
        max_value=1000,
        initial=100,
        help_text="Per number of votes. With 100 a power of 0.8 is known to ± 0.08.",
    )
    level = forms.FloatField(
        label="Level of the rank ranges",
        min_value=0.5,
        max_value=0.999,
        initial=0.95,
        help_text="How surely a board’s rank ranges must hold.",
    )
    most = forms.IntegerField(
        label="Give up at", min_value=100, max_value=1_000_000, initial=200_000,
        help_text="Votes to try at most.",
    )  # fmt: skip
    seed = forms.IntegerField(
        label="Seed",
        min_value=0,
        max_value=2**31 - 1,
        initial=0,
        help_text="The same seed gives the same answer.",
    )

    names: tuple[str, ...] = ()
    values: PlanValues

    def clean_ratings(self) -> list[tuple[str, float]]:
        """Names and ratings, best first."""
        lines = self.cleaned_data["ratings"].splitlines()
        rows = [_row(k, line) for k, line in enumerate(lines, start=1) if line.strip()]
        return sorted(rows, key=lambda row: -row[1])

    def clean_gaps(self) -> tuple[float, ...]:
        """Numbers apart by blanks, commas or semicolons."""
        parts = self.cleaned_data["gaps"].replace(",", " ").replace(";", " ").split()
        return tuple(_number(part, f"“{part}” is no number.") for part in parts)

    def clean(self) -> dict[str, Any]:
        """Turn everything into one question, and refuse what has no sense or no end."""
        cleaned = super().clean() or {}
        if self.errors:
            return cleaned
        ratings, gaps = cleaned["ratings"], cleaned["gaps"]
        if bool(ratings) == bool(gaps):
            raise ValidationError("Give either the expected ratings or the gaps.")
        if max(len(ratings), len(gaps) + 1) > MOST_SYSTEMS:
            raise ValidationError(f"At most {MOST_SYSTEMS} systems can be planned here.")
        self.names = tuple(name for name, _ in ratings)
        asked = {k: v for k, v in cleaned.items() if k not in {"ratings", "gaps"}}
        gaps = gaps or gaps_between([rating for _, rating in ratings])
        self.values = PlanValues(gaps=gaps, **asked)
        try:
            require_bounded(self.values)
        except PlanError as error:
            raise ValidationError(str(error)) from error
        return cleaned


def _row(number: int, line: str) -> tuple[str, float]:
    name, comma, rating = line.replace("\t", ",").rpartition(",")
    name = name.strip()
    if not comma or not name:
        raise ValidationError(
            f"Line {number}: write a name, a comma and a rating, as “Nova, 1060”."
        )
    if len(name) > LONGEST_NAME:
        raise ValidationError(f"Line {number}: the name is longer than {LONGEST_NAME} characters.")
    wrong = f"Line {number}: “{rating.strip()}” is no number. Write the rating in Elo points."
    return name, _number(rating.strip(), wrong)


def _number(text: str, wrong: str) -> float:
    try:
        number = float(text.replace("−", "-"))
    except ValueError as error:
        raise ValidationError(wrong) from error
    if not -1e6 < number < 1e6:  # also refuses what is not a number
        raise ValidationError(wrong)
    return number
