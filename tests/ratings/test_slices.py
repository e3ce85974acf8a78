"""The parts of a study's votes that have boards of their own."""

from typing import Any

import pytest
from django.test import Client

from arena.models import Study, Vote
from arena.services import open_study
from arena.services.simulation import simulate_votes
from corpus.models import Stratum, System
from corpus.services import freeze_version
from ratings.models import Board
from ratings.services import refit_study
from ratings.slices import CROSSED_VOTES_PER_SYSTEM, slices_of

REGISTERS = ("explainer", "phone-agent")
GENDERS = ("female", "male")


def by_key(boards: list[Board]) -> dict[str, int]:
    """How many votes each board counts."""
    return {board.slice_key: board.vote_count for board in boards}


def with_strata(study: Study, **strata: Stratum) -> Study:
    """Another study of the same prompts, frozen with difficulties."""
    prompts = list(study.version.prompts.all())
    named = {key.replace("_", "-"): value for key, value in strata.items()}
    version = freeze_version(corpus=study.version.corpus, prompts=prompts, strata=named)
    systems = list(System.objects.filter(entries__study=study))
    return open_study(slug="graded", title="Graded", version=version, systems=systems)


def test_every_slice_has_a_board_of_its_votes(study: Study) -> None:
    simulate_votes(study=study, listeners=20, votes=400, seed=4)
    boards = refit_study(study=study)
    votes = Vote.objects.filter(study=study)
    expected = {"overall": 400}
    for register in REGISTERS:
        of_register = votes.filter(prompt__register__slug=register)
        expected[f"register:{register}"] = of_register.count()
        for gender in GENDERS:
            crossed = of_register.filter(gender=gender).count()
            expected[f"register:{register}+gender:{gender}"] = crossed
    for gender in GENDERS:
        expected[f"gender:{gender}"] = votes.filter(gender=gender).count()
    assert by_key(boards) == expected
    assert all(board.standings.count() == 3 for board in boards)


def test_a_register_with_one_gender_waits_for_votes_enough(study: Study) -> None:
    simulate_votes(study=study, listeners=10, votes=100, seed=4)
    refit_study(study=study)
    needed = CROSSED_VOTES_PER_SYSTEM * 3 / 2
    for register in REGISTERS:
        for gender in GENDERS:
            votes = Vote.objects.filter(prompt__register__slug=register, gender=gender).count()
            boards = Board.objects.filter(slice_key=f"register:{register}+gender:{gender}")
            assert boards.exists() == (votes >= needed)
    assert not Board.objects.filter(slice_key__contains="+").exists()
    assert Board.objects.filter(slice_key__startswith="register:").count() == 2


def test_a_difficulty_has_a_board_of_the_votes_on_its_prompts(study: Study) -> None:
    graded = with_strata(
        study, phone_agent_1=Stratum.LOW, phone_agent_2=Stratum.HIGH, explainer_1=Stratum.HIGH
    )
    simulate_votes(study=graded, listeners=20, votes=300, seed=4)
    counted = by_key(refit_study(study=graded))

    def votes_on(*prompts: str) -> int:
        return Vote.objects.filter(study=graded, prompt__external_id__in=prompts).count()

    assert counted["difficulty:low"] == votes_on("phone-agent-1")
    assert counted["difficulty:high"] == votes_on("phone-agent-2", "explainer-1")
    assert "difficulty:middle" not in counted
    assert counted["overall"] == 300


def test_a_version_without_difficulties_has_no_such_slice(study: Study) -> None:
    assert not [part for part in slices_of(study) if part.key.startswith("difficulty")]


def test_every_slice_has_a_page_and_its_files(study: Study, client: Client) -> None:
    graded = with_strata(study, phone_agent_1=Stratum.LOW)
    simulate_votes(study=graded, listeners=20, votes=400, seed=4)
    boards = refit_study(study=graded)
    keys = {board.slice_key for board in boards}
    assert keys >= {"difficulty:low", "register:explainer+gender:male"}
    for key in keys - {"overall"}:
        kind, _, value = key.partition(":")
        page = client.get(f"/studies/graded/board/{kind}/{value}/")
        assert page.status_code == 200
        assert page.context["board"].slice_key == key
        for link in page.context["exports"]:
            assert client.get(link["url"]).status_code == 200


@pytest.mark.parametrize(
    "path",
    [
        "register/nothing/",
        "difficulty/low/",
        "register/explainer+gender:none/",
        "gender/male+register:explainer/",
        "register/explainer+/",
    ],
)
def test_an_unknown_slice_is_not_found(study: Study, client: Client, path: str) -> None:
    assert client.get(f"/studies/first-light/board/{path}").status_code == 404


def test_a_page_lists_crossed_slices_only_once_they_have_a_board(
    study: Study, client: Client
) -> None:
    def groups() -> set[str]:
        context: Any = client.get("/studies/first-light/board/").context
        return {group["group"] for group in context["slices"]}

    simulate_votes(study=study, listeners=5, votes=30, seed=4)
    refit_study(study=study)
    assert "Register and voice" not in groups()
    simulate_votes(study=study, listeners=20, votes=400, seed=5)
    refit_study(study=study)
    assert "Register and voice" in groups()
