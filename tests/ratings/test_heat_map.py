"""Who wins against whom: shares, counts, colours."""

import re
from itertools import product

import pytest
from django.conf import settings
from hypothesis import given
from hypothesis import strategies as st

from ratings.presentation.pairs import STEPS, HeatMap, heat_map, tone_of
from tests.ratings.boards import pair, rated

NAMES = ("Zorblat", "Vexley", "Quillon")
LABELS = {name.lower(): name for name in NAMES}
READABLE = 4.5  # WCAG 2.2, AA


def map_of(*pairs: tuple[str, str, int, int]) -> HeatMap:
    """The heat map of a board with three systems."""
    found = heat_map([pair(*row) for row in pairs], [rated(name, 1000) for name in NAMES], LABELS)
    assert found is not None
    return found


def test_every_cell_is_seen_from_its_row() -> None:
    heat = map_of(("zorblat", "vexley", 15, 5), ("zorblat", "quillon", 11, 9))
    won = [[cell.won for cell in row.cells] for row in heat.rows]
    assert won == [[None, 75, 55], [25, None, None], [45, None, None]]
    votes = [[cell.votes for cell in row.cells] for row in heat.rows]
    assert votes == [[0, 20, 20], [20, 0, 0], [20, 0, 0]]


def test_sides_of_the_matchups_are_added_up() -> None:
    both = pair("zorblat", "vexley", 6, 4, won_right=6, lost_right=4, share=0.6)
    heat = heat_map([both], [rated(name, 1000) for name in NAMES], LABELS)
    assert heat is not None
    assert (heat.rows[0].cells[1].won, heat.rows[0].cells[1].votes) == (60, 20)


def test_few_votes_have_no_colour() -> None:
    heat = map_of(("zorblat", "vexley", 9, 0), ("zorblat", "quillon", 10, 0))
    tones = [cell.tone for cell in heat.rows[0].cells]
    assert tones == ["same", "few", f"tone-{STEPS - 1}"]


def test_systems_that_never_met_have_an_empty_cell() -> None:
    heat = map_of(("zorblat", "vexley", 9, 1), ("zorblat", "quillon", 9, 1))
    assert heat.rows[1].cells[2].tone == "never"
    assert heat.sentence == "2 of 3 pairs have met so far."


def test_the_sentence_counts_upsets() -> None:
    pairs = [
        ("zorblat", "vexley", 9, 11),
        ("zorblat", "quillon", 12, 8),
        ("vexley", "quillon", 12, 8),
    ]
    assert map_of(*pairs).sentence == (
        "In 1 of 3 pairs, the system that stands lower won the majority."
    )


def test_the_sentence_speaks_of_the_pairs_that_it_counts() -> None:
    thin = map_of(
        ("zorblat", "vexley", 12, 8), ("zorblat", "quillon", 12, 8), ("vexley", "quillon", 1, 2)
    )
    assert thin.sentence == (
        "In every pair with 10 votes, the system that stands higher won the majority."
    )


def test_half_of_the_votes_is_no_majority() -> None:
    pairs = [
        ("zorblat", "vexley", 10, 10),
        ("zorblat", "quillon", 12, 8),
        ("vexley", "quillon", 12, 8),
    ]
    assert map_of(*pairs).sentence.startswith("In 1 of 3 pairs, each won half")


def test_nobody_met_nobody() -> None:
    assert heat_map([], [rated("Zorblat", 1000)], LABELS) is None


def test_about_even_is_the_middle_and_the_ends_are_the_ends() -> None:
    assert [tone_of(share) for share in (0.0, 0.45, 0.5, 0.55, 1.0)] == [0, 4, 4, 4, 8]
    assert [tone_of(share) for share in (0.56, 0.66, 0.76, 0.86)] == [5, 6, 7, 8]


@given(st.integers(0, 200), st.integers(1, 200))
def test_the_scale_is_the_same_from_both_sides(won: int, lost: int) -> None:
    share = won / (won + lost)
    assert tone_of(share) + tone_of(1 - share) == STEPS - 1


def schemes() -> list[dict[str, str]]:
    """Custom properties with a colour, in light and in dark."""
    css = (settings.BASE_DIR / "static/css/tokens.css").read_text(encoding="utf-8")
    light, dark = css.split("@media (prefers-color-scheme: dark)")
    return [dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6});", part)) for part in (light, dark)]


def luminance(colour: str) -> float:
    """Relative luminance of sRGB, as WCAG defines it."""
    channels = [int(colour[k : k + 2], 16) / 255 for k in (1, 3, 5)]
    red, green, blue = (
        c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize(("scheme", "step"), [*product((0, 1), range(STEPS))])
def test_every_colour_carries_its_numbers_readably(scheme: int, step: int) -> None:
    colours = schemes()[scheme]
    darker, lighter = sorted(
        luminance(colours[name]) for name in (f"tone-{step}", f"tone-ink-{step}")
    )
    assert (lighter + 0.05) / (darker + 0.05) >= READABLE


@pytest.mark.parametrize("scheme", [0, 1])
def test_the_colours_grow_from_the_middle_without_hue_too(scheme: int) -> None:
    """Who sees no hue still sees how lopsided a pair is."""
    light = [luminance(schemes()[scheme][f"tone-{step}"]) for step in range(STEPS)]
    away = [light[: STEPS // 2 + 1][::-1], light[STEPS // 2 :]]
    for side in away:
        assert side == sorted(side, reverse=scheme == 0)


def test_nobody_stands_above_a_system_of_another_island() -> None:
    pairs = [pair("zorblat", "vexley", 9, 11), pair("vexley", "quillon", 20, 0)]
    standings = [rated(name, 1000) for name in NAMES]
    heat = heat_map(pairs, standings, LABELS, islands=2)
    assert heat is not None
    assert heat.sentence == "2 of 3 pairs met, on 2 islands."
