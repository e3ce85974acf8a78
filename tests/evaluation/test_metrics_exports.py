"""Measurements as files."""

import csv
import io
import json

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from arena.models import Study
from arena.services.simulation import simulate_votes
from corpus.models import System
from corpus.roles import ANALYST
from corpus.services.jobs import run_to_its_end
from evaluation.files import CLIP_COLUMNS
from evaluation.services import start_evaluation
from ratings.services import refit_study
from tests.evaluation.conftest import Install
from tests.evaluation.families import duration, facts, one_error_each, refusing
from tests.people import account, signed_in
from tests.studies import TEXTS

pytestmark = pytest.mark.django_db


@pytest.fixture
def measured(study: Study, install: Install) -> Study:
    """A study with a board, measured by two families."""
    install(duration(), facts())
    run_to_its_end(job=start_evaluation(study=study))
    simulate_votes(study=study, listeners=2, votes=20, seed=1)
    refit_study(study=study)
    return study


def rows(content: bytes) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(content.decode())))


@pytest.mark.parametrize("form", ["csv", "json"])
def test_address_and_command_give_the_same_bytes(measured: Study, form: str) -> None:
    asked = Client().get(f"/studies/first-light/metrics.{form}").content
    out = io.StringIO()
    call_command("export_measurements", "first-light", "--format", form, stdout=out)
    assert out.getvalue().encode() == asked
    analyst = signed_in(account(ANALYST))
    asked = analyst.get(f"/curate/studies/first-light/measurements.{form}").content
    out = io.StringIO()
    call_command("export_measurements", "first-light", "--format", form, "--clips", stdout=out)
    assert out.getvalue().encode() == asked


def test_parquet_holds_the_rows_of_the_csv(measured: Study, tmp_path: object) -> None:
    import pyarrow.parquet as pq  # noqa: PLC0415

    analyst = signed_in(account(ANALYST))
    for path in ("/studies/first-light/metrics", "/curate/studies/first-light/measurements"):
        table = pq.read_table(io.BytesIO(analyst.get(f"{path}.parquet").content)).to_pylist()
        lines = rows(analyst.get(f"{path}.csv").content)
        assert len(table) == len(lines) > 0
        assert [str(row["metric"]) for row in table] == [row["metric"] for row in lines]
        again = analyst.get(f"{path}.parquet").content
        assert again == analyst.get(f"{path}.parquet").content


def test_systems_stand_with_mean_and_interval(measured: Study) -> None:
    document = json.loads(Client().get("/studies/first-light/metrics.json").content)
    assert document["study"] == "first-light"
    assert "clustered by prompt" in document["interval"]
    assert len(document["rows"]) == 9
    for row in document["rows"]:
        assert row["low"] <= row["mean"] <= row["high"]
        assert (row["clips"], row["prompts"], row["not_available"]) == (8, 4, 0)


def test_error_rates_stand_pooled_beside_their_mean(study: Study, install: Install) -> None:
    install(one_error_each(), duration())
    run_to_its_end(job=start_evaluation(study=study))
    out = io.StringIO()
    call_command("export_measurements", "first-light", "--live", "--format", "json", stdout=out)
    lengths = [len(text.split()) for texts in TEXTS.values() for text in texts]
    assert len(set(lengths)) > 1, "else both are equal"
    for row in json.loads(out.getvalue())["rows"]:
        if row["metric"] == "wer":
            assert row["pooled"] == pytest.approx(len(lengths) / sum(lengths))
            assert row["mean"] == pytest.approx(sum(1 / n for n in lengths) / len(lengths))
        else:
            assert row["pooled"] is None
    analyst = signed_in(account(ANALYST))
    page = analyst.get("/curate/studies/first-light/metrics/").content.decode()
    assert f"pooled {len(lengths) / sum(lengths):.3f}" in page
    assert "private words" not in page


def test_clips_stand_without_texts_names_of_prompts_and_words(measured: Study) -> None:
    analyst = signed_in(account(ANALYST))
    content = analyst.get("/curate/studies/first-light/measurements.csv").content
    lines = rows(content)
    assert len(lines) == 3 * 24
    assert list(lines[0]) == list(CLIP_COLUMNS)
    assert {line["prompt"] for line in lines} == {"1", "2", "3", "4"}
    assert b"private words" not in content
    assert b"phone-agent-1" not in content
    peak = next(line for line in lines if line["metric"] == "peak")
    assert json.loads(peak["details"]).keys() == {"samples"}


def test_a_name_that_is_a_formula_is_guarded(study: Study, install: Install) -> None:
    family = refusing()
    install(family)
    family.compute = lambda _: {}
    run_to_its_end(job=start_evaluation(study=study))
    from evaluation.models import Measurement  # noqa: PLC0415

    Measurement.objects.update(reason="=1+1")
    analyst = signed_in(account(ANALYST))
    lines = rows(analyst.get("/curate/studies/first-light/measurements.csv").content)
    assert {line["reason"] for line in lines} == {"'=1+1"}


def test_who_may_not_measure_gets_no_clips(measured: Study) -> None:
    path = "/curate/studies/first-light/measurements.csv"
    assert Client().get(path).status_code == 302
    assert signed_in(account()).get(path).status_code == 403


def test_the_command_names_nobody_before_a_board(study: Study, install: Install) -> None:
    install(duration())
    run_to_its_end(job=start_evaluation(study=study))
    with pytest.raises(CommandError, match="--live"):
        call_command("export_measurements", "first-light")
    out = io.StringIO()
    call_command("export_measurements", "first-light", "--live", stdout=out)
    slugs = set(System.objects.values_list("slug", flat=True))
    assert {row["system"] for row in rows(out.getvalue().encode())} == slugs


def test_an_unknown_form_is_not_found(measured: Study) -> None:
    assert Client().get("/studies/first-light/metrics.exe").status_code == 404
