"""`manage.py measure` and `manage.py list_metrics`: plain files, no study, no database."""

import csv
import json
import os
import subprocess
import sys
from io import StringIO
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from django.core.management import call_command
from django.core.management.base import CommandError
from pytest_django import Settings

from config.environment import BASE_DIR
from corpus.audio.decoding import decode
from corpus.audio.errors import TooLong
from evaluation.configured import registry
from evaluation.measuring.files import read_sound
from evaluation.metrics.base import Sound
from tests.evaluation.recordings import as_wav, needs_whisper, spoken_by, whisper_folder

TEXT = "Please leave your message."


@pytest.fixture
def recording(tmp_path: Path) -> Path:
    path = tmp_path / "message.wav"
    path.write_bytes(as_wav(spoken_by("flite", "slt", TEXT)))
    return path


@pytest.fixture
def broken(tmp_path: Path) -> Path:
    path = tmp_path / "broken.wav"
    path.write_bytes(b"RIFF\x00\x00\x00\x00WAVEfmt ")
    return path


def output_of(*arguments: object) -> str:
    out = StringIO()
    call_command(*map(str, arguments), stdout=out)
    return out.getvalue()


def rows_of(*arguments: object) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = json.loads(output_of("measure", *arguments, "--format", "json"))
    return rows


def listed() -> dict[str, dict[str, Any]]:
    rows = json.loads(output_of("list_metrics", "--format", "json"))
    return {row["metric"]: row for row in rows}


def test_rows_have_file_metric_value_unit_available_reason_and_model(recording: Path) -> None:
    rows = rows_of(recording, "--metrics", "duration,wer", "--text", TEXT)
    assert [row["metric"] for row in rows] == ["wer", "wer_without_fillers", "duration"]
    assert all(
        list(row) == ["file", "metric", "value", "unit", "available", "reason", "model"]
        for row in rows
    )
    duration = rows[-1]
    assert duration["file"] == str(recording)
    assert duration["value"] == pytest.approx(decode(recording).duration)
    assert (duration["unit"], duration["available"], duration["reason"]) == ("s", True, "")
    assert "pocketsphinx en-us" in rows[0]["model"]
    assert "sha256:" in rows[0]["model"]


def test_no_names_measure_everything(recording: Path) -> None:
    rows = rows_of(recording, "--text", TEXT, "--generation-seconds", "0.5")
    everything = [metric.name for family in registry().families for metric in family.metrics]
    assert [row["metric"] for row in rows] == everything
    by_name = {row["metric"]: row for row in rows}
    assert by_name["rtf"]["value"] == pytest.approx(0.5 / by_name["duration"]["value"])


def test_what_a_file_lacks_is_a_row_with_a_reason(recording: Path) -> None:
    (row,) = rows_of(recording, "--metrics", "speed")
    assert (row["value"], row["available"]) == (None, False)
    assert "generation time" in row["reason"]


def test_a_broken_file_is_rows_with_a_reason_and_the_next_is_measured(
    recording: Path, broken: Path
) -> None:
    rows = rows_of(broken, recording, "--metrics", "duration")
    assert [(row["file"], row["available"]) for row in rows] == [
        (str(broken), False),
        (str(recording), True),
    ]
    assert rows[0]["reason"]


def test_csv_holds_the_same_rows(recording: Path) -> None:
    arguments = (recording, "--metrics", "duration,rtf")
    table = list(csv.DictReader(StringIO(output_of("measure", *arguments, "--format", "csv"))))
    rows = rows_of(*arguments)
    assert [row["metric"] for row in table] == [row["metric"] for row in rows]
    assert [row["value"] for row in table] == [
        "" if row["value"] is None else str(row["value"]) for row in rows
    ]


@pytest.mark.parametrize("name", ["two\nlines.wav", "return\r.wav", "red\x1b[31m, bold.wav"])
def test_any_name_of_a_file_keeps_rows_apart(recording: Path, name: str) -> None:
    path = recording.rename(recording.with_name(name))
    arguments = ("measure", path, "--metrics", "duration")
    written = StringIO(output_of(*arguments, "--format", "csv"), newline="")
    (row,) = [row for row in csv.DictReader(written) if row["metric"] == "duration"]
    assert row["file"] == str(path)
    assert row["available"] == "True"
    table = output_of(*arguments)
    assert len(table.splitlines()) == 2
    assert "\x1b" not in table


def test_a_name_that_is_no_text_is_written_all_the_same(recording: Path) -> None:
    name = os.fsencode(recording.parent) + b"/caf\xe9.wav"
    path = recording.rename(os.fsdecode(name))
    (row,) = rows_of(path, "--metrics", "duration")
    assert row["file"].endswith("caf\\xe9.wav")
    assert row["available"]
    output_of("measure", path, "--metrics", "duration").encode()


def test_a_folder_is_no_file(recording: Path) -> None:
    with pytest.raises(CommandError, match="not folders"):
        rows_of(recording.parent)


def test_a_table_shows_values_units_and_reasons(recording: Path) -> None:
    shown = output_of("measure", recording, "--metrics", "duration,rtf")
    assert f"{decode(recording).duration:.4f} s" in shown
    assert "generation time" in shown


def test_an_unknown_metric_is_an_error_with_a_suggestion(recording: Path) -> None:
    with pytest.raises(CommandError, match=r"no metric .*Did you mean duration\?"):
        rows_of(recording, "--metrics", "durations")


def test_a_file_that_is_not_there_is_an_error_before_anything_is_measured(recording: Path) -> None:
    with pytest.raises(CommandError, match=r"no such file: .*absent\.wav"):
        rows_of(recording, recording.with_name("absent.wav"))


@pytest.mark.parametrize("option", ["--reference", "--aligned-reference"])
def test_a_reference_that_cannot_be_read_is_an_error(
    option: str, recording: Path, broken: Path
) -> None:
    with pytest.raises(CommandError, match=rf"{option} .*broken\.wav"):
        rows_of(recording, option, broken)


@pytest.mark.parametrize("seconds", ["0", "-1", "nan"])
def test_a_generation_time_is_positive(recording: Path, seconds: str) -> None:
    with pytest.raises(CommandError, match="longer than 0"):
        rows_of(recording, "--generation-seconds", seconds)


@pytest.mark.heavy
def test_ten_minutes_are_measured_though_a_clip_may_last_one(tmp_path: Path) -> None:
    path = tmp_path / "long.wav"
    noise = np.random.default_rng(1).normal(0, 0.05, 600 * 8_000)
    path.write_bytes(as_wav(Sound(noise, 8_000)))
    (row,) = rows_of(path, "--metrics", "duration")
    assert row["value"] == 600
    with pytest.raises(TooLong, match="60 seconds"):
        decode(path)


@pytest.mark.heavy
def test_more_than_half_an_hour_is_too_long(tmp_path: Path) -> None:
    path = tmp_path / "endless.wav"
    path.write_bytes(as_wav(Sound(np.zeros(1_810 * 8_000), 8_000)))
    with pytest.raises(TooLong, match=r"1800 seconds\. Cut it"):
        read_sound(path)


@pytest.fixture
def whisper(settings: Settings) -> None:
    settings.EVALUATION_RECOGNISER = f"faster-whisper:{whisper_folder()}"


@pytest.mark.heavy
@needs_whisper
@pytest.mark.usefixtures("whisper")
def test_the_recogniser_is_the_one_that_the_settings_name(recording: Path) -> None:
    (row,) = rows_of(recording, "--metrics", "cer", "--text", TEXT)
    assert row["model"].startswith("faster-whisper model int8")
    assert row["value"] <= 0.1


@pytest.mark.parametrize("command", ["measure", "list_metrics"])
def test_a_recogniser_that_does_not_exist_is_an_error(
    command: str, recording: Path, settings: Settings
) -> None:
    settings.EVALUATION_RECOGNISER = "ears"
    with pytest.raises(CommandError, match="no recogniser 'ears'"):
        output_of(command, *([recording] if command == "measure" else []))


def test_all_metrics_are_listed_with_what_is_behind_them() -> None:
    listing = listed()
    everything = {metric.name for family in registry().families for metric in family.metrics}
    assert listing.keys() == everything
    wer = listing["wer"]
    assert (wer["family"], wer["available"], wer["direction"]) == ("wer", True, "lower")
    assert (wer["low"], wer["high"], wer["needs"]) == (0.0, None, ["text"])
    assert wer["licences"] == ["BSD-2-Clause"]
    assert len(wer["digests"][0]) == 64


def test_what_is_missing_is_listed_with_the_command_that_brings_it(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("evaluation.metrics.signal_facts._has_praat", lambda: False)
    settings.EVALUATION_RECOGNISER = "faster-whisper:no-such-size"
    listing = listed()
    assert not listing["wer"]["available"]
    assert "pip install" in listing["wer"]["missing"] or "hf download" in listing["wer"]["missing"]
    assert listing["duration"]["available"]
    assert "requirements-metrics.txt" in listing["f0_median"]["missing"]
    assert "not available. " in output_of("list_metrics")


def test_whoever_reads_may_stop_before_the_end(recording: Path) -> None:
    """As head does."""
    read, write = os.pipe()
    os.close(read)
    command = [sys.executable, "manage.py", "measure", str(recording), "--metrics", "rtf,signal"]
    with os.fdopen(write, "wb") as closed:
        ended = subprocess.run(
            command, cwd=BASE_DIR, stdout=closed, stderr=subprocess.PIPE, check=False
        )
    assert ended.returncode == 1
    assert b"Traceback" not in ended.stderr
    assert b"BrokenPipe" not in ended.stderr
