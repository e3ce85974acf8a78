"""`manage.py measure`: metrics of plain files, without a study and without a database."""

from argparse import ArgumentParser
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
from django.core.management.base import BaseCommand, CommandError

from corpus.audio.errors import AudioError
from evaluation.configured import registry
from evaluation.measuring.files import read_sound
from evaluation.measuring.rows import Asked, Row, asked_for, measured
from evaluation.measuring.writing import FORMATS
from evaluation.metrics.base import Sound, Subject
from evaluation.metrics.choice import BadChoice
from evaluation.metrics.registry import UnknownMetric

NOTHING = Sound(np.zeros(0), 1)


class Command(BaseCommand):
    """Measure files."""

    help = (
        "Measure recordings: WAV, FLAC, MP3, Ogg, Opus, WebM, MP4 or .g722, up to 30 minutes. What "
        "is said of one file (text, references, language, generation time) holds for all."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Files, what is known of them, what is asked."""
        parser.add_argument("files", nargs="+", type=Path, metavar="FILE")
        parser.add_argument("--metrics", default="", help="names, separated by commas; default all")
        parser.add_argument("--text", help="what should be said")
        parser.add_argument("--reference", type=Path, help="a recording of the voice to compare")
        parser.add_argument(
            "--aligned-reference", type=Path, help="the clean signal that the files are copies of"
        )
        parser.add_argument("--language", default="en", help="ISO 639-1 code; default en")
        parser.add_argument(
            "--generation-seconds", type=float, help="how long the system took to make a file"
        )
        parser.add_argument("--format", choices=FORMATS, default="table")

    def handle(self, *_args: Any, **options: Any) -> None:
        """Print rows as they come; a broken file is a row with a reason."""
        absent = [str(path) for path in options["files"] if not path.is_file()]
        if absent:
            raise CommandError(
                f"There is no such file: {', '.join(absent)}. Name files, not folders. Nothing was "
                "measured."
            )
        known, asked = _known(options), _asked(options["metrics"])
        for line in FORMATS[options["format"]](_rows(options["files"], known, asked)):
            self.stdout.write(line)
            self.stdout.flush()


def _rows(files: list[Path], known: Subject, asked: tuple[Asked, ...]) -> Iterator[Row]:
    for path in files:
        yield from measured(path, known, asked)


def _asked(names: str) -> tuple[Asked, ...]:
    wanted = [name.strip() for name in names.split(",") if name.strip()]
    try:
        return asked_for(registry(), wanted)
    except (BadChoice, UnknownMetric) as error:
        raise CommandError(str(error)) from error


def _known(options: dict[str, Any]) -> Subject:
    seconds = options["generation_seconds"]
    if seconds is not None and not 0 < seconds < float("inf"):
        raise CommandError("--generation-seconds must be longer than 0.")
    return Subject(
        sound=NOTHING,
        text=options["text"],
        language=options["language"],
        reference=_sound(options["reference"], "--reference"),
        aligned_reference=_sound(options["aligned_reference"], "--aligned-reference"),
        generation_seconds=seconds,
    )


def _sound(path: Path | None, option: str) -> Sound | None:
    if path is None:
        return None
    try:
        return read_sound(path)
    except AudioError as error:
        raise CommandError(f"{option} {path}: {error}") from error
    except OSError as error:
        raise CommandError(f"{option} {path} cannot be read: {error.strerror}.") from error
