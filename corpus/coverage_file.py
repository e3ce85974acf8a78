"""Coverage as a table for spreadsheets."""

from collections.abc import Iterator, Sequence

from django.db.models import QuerySet

from corpus.coverage import cells_of
from corpus.models import Clip, Corpus, Prompt, Voice
from corpus.prompt_files.tables import Form
from corpus.prompt_files.writing import write_table

COLUMNS = (
    *("external_id", "register", "system", "version", "voice", "gender", "state", "reason"),
    *("duration_seconds", "original_name", "rendered_at"),
)
_AT_ONCE = 500  # prompts

Facts = tuple[str, str, str, str]


def coverage_file(
    form: Form, corpus: Corpus, prompts: QuerySet[Prompt], voices: Sequence[Voice]
) -> bytes:
    """One row for each prompt and voice, missing ones included; no text of any prompt."""
    return write_table(form, COLUMNS, _rows(corpus, list(prompts), voices))


def _rows(
    corpus: Corpus, prompts: Sequence[Prompt], voices: Sequence[Voice]
) -> Iterator[Sequence[str]]:
    for start in range(0, len(prompts), _AT_ONCE):
        part = prompts[start : start + _AT_ONCE]
        facts = _facts(part, voices)
        for prompt, cells in cells_of(corpus, part, voices):
            for voice, cell in zip(voices, cells, strict=True):
                yield (
                    *(prompt.external_id, prompt.register.slug),
                    *(voice.system.slug, voice.system.version, voice.name, voice.gender),
                    cell.state.value,
                    *facts.get(cell.clip or 0, (cell.reason, "", "", "")),
                )


def _facts(prompts: Sequence[Prompt], voices: Sequence[Voice]) -> dict[int, Facts]:
    clips = Clip.objects.filter(prompt__in=prompts, voice__in=voices).order_by()
    return {
        key: (
            failure,
            "" if duration is None else f"{duration:.3f}",
            name,
            rendered.isoformat(timespec="seconds") if rendered else "",
        )
        for key, failure, duration, name, rendered in clips.values_list(
            "pk", "failure", "duration", "original_name", "rendered_at"
        )
    }
