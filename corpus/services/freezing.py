"""Freezing by people: a draft is checked whole, and sealed in the same transaction."""

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction

from corpus.freezing.completeness import Candidate, Requirement, requirements
from corpus.freezing.manifest import digest_of
from corpus.jobs import JobError, JobRun, Report, job
from corpus.models import Clip, Corpus, CorpusVersion, Job, Prompt, Register, System
from corpus.registers_difficulty import strata_of
from corpus.roles import CURATE
from corpus.services.jobs import start_job
from corpus.services.prompts.linting import LINT_VERSION
from corpus.services.versions import DraftError, locked_draft, manifest_of, seal
from corpus.text.duplicates import near_duplicates

# Comparing thousands of texts takes seconds, in which somebody may write.
COMPARISONS = 3


class NotComplete(ValueError):  # noqa: N818 - the name says what is wrong
    """A draft does not fulfil all requirements yet; ``unmet`` says which."""

    def __init__(self, unmet: Sequence[Requirement]) -> None:
        super().__init__(" ".join(f"{one.name}: {one.sentence}" for one in unmet))
        self.unmet = tuple(unmet)


@dataclass(frozen=True, slots=True)
class Checked:
    """A draft held against every requirement. strata: difficulty by external id."""

    requirements: tuple[Requirement, ...]
    strata: dict[str, str]

    @property
    def unmet(self) -> tuple[Requirement, ...]:
        """What keeps the draft from being frozen."""
        return tuple(one for one in self.requirements if not one.is_met)


@dataclass(frozen=True, slots=True)
class _Texts:
    """What is compared to find doubles. prompts: id, text; examples: corpus, id, text."""

    prompts: tuple[tuple[str, str], ...]
    examples: tuple[tuple[str, str, str], ...]


@dataclass(frozen=True, slots=True)
class _Doubles:
    """What was found among texts: by the place of a prompt, the names of what it is like."""

    texts: _Texts
    found: dict[int, list[str]]


def freeze_draft(*, draft: CorpusVersion, by: User | None = None, note: str = "") -> CorpusVersion:
    """Freeze a draft that fulfils every requirement.

    Texts are compared before the transaction, so that nobody waits for it; everything else is
    checked within, and that the texts are still the same.

    Raises:
        NotComplete: it does not; nothing is changed.
        DraftError: it is frozen already, or its texts changed each time that they were compared.
    """
    for _ in range(COMPARISONS):
        doubles = _doubles(_texts(draft))
        frozen = _sealed(draft, doubles, by, note)
        if frozen is not None:
            return frozen
    raise DraftError(
        "Texts were changed each time that they were compared. Nothing was frozen. Freeze the "
        "draft when less is going on."
    )


@transaction.atomic
def _sealed(
    draft: CorpusVersion, doubles: _Doubles, by: User | None, note: str
) -> CorpusVersion | None:
    """The frozen version; nothing if other texts stand than those that were compared."""
    # Selection and prompts locked: what is checked is what is frozen.
    locked_draft(draft)
    list(draft.prompts.select_for_update().values_list("pk", flat=True))
    if _texts(draft) != doubles.texts:
        return None
    checked = _checked(draft, doubles.found)
    if checked.unmet:
        raise NotComplete(checked.unmet)
    return seal(version=draft, strata=checked.strata, by=by, note=note)


def check_draft(draft: CorpusVersion) -> Checked:
    """Hold a draft against every requirement. A handful of queries, however large it is."""
    return _checked(draft, _doubles(_texts(draft)).found)


def _checked(draft: CorpusVersion, doubles: dict[int, list[str]]) -> Checked:
    prompts = list(
        draft.prompts.select_related("register", "language_model").order_by("external_id", "pk")
    )
    levels = _strata(draft.corpus, prompts)
    readings = _readings(draft)
    own = Prompt.objects.approved_by_contributors().filter(versions=draft)
    by_author = set(own.values_list("pk", flat=True))
    candidates = [
        Candidate(
            key=prompt.external_id,
            register=prompt.register.name,
            topic=prompt.topic,
            stratum=level,
            is_approved=prompt.state == Prompt.State.APPROVED,
            is_reviewed_by_another=prompt.reviewer_id is not None,
            is_reviewed_by_author=prompt.pk in by_author,
            is_current=prompt.is_current,
            readings=frozenset(readings.get(prompt.pk, ())),
            errors=_errors(prompt),
            is_linted=prompt.lint_version == LINT_VERSION,
            doubles=tuple(doubles.get(index, ())),
        )
        for index, (prompt, level) in enumerate(zip(prompts, levels, strict=True))
    ]
    registers = list(Register.objects.values_list("name", flat=True))
    held = requirements(candidates, size=draft.corpus.target_size, registers=registers)
    named = {p.external_id: level for p, level in zip(prompts, levels, strict=True)}
    return Checked(held, named)


def is_intact(version: CorpusVersion) -> bool:
    """Whether a frozen version has its manifest, and selects what that says.

    Readings that were recorded anew since do not count: they are named by the manifest, and kept
    apart from the text.
    """
    if digest_of(version.manifest) != version.digest:
        return False
    kept = json.loads(version.manifest)
    now = json.loads(manifest_of(version).canonical())
    for one in (kept, now):
        one.pop("language_model")
        for prompt in one["prompts"]:
            prompt.pop("readings")
    return bool(kept == now)


def _strata(corpus: Corpus, prompts: Sequence[Prompt]) -> list[str]:
    """Difficulty within the register of this very selection, by the corpus's language model."""
    measured = [prompt for prompt in prompts if _is_by(prompt, corpus.language_model)]
    known = strata_of(measured)
    return [known.get(prompt.external_id, "") for prompt in prompts]


def _is_by(prompt: Prompt, name: str) -> bool:
    return prompt.language_model is not None and prompt.language_model.name == name


def _errors(prompt: Prompt) -> tuple[str, ...]:
    found = [one for one in prompt.findings if one["severity"] == "error"]
    return tuple(dict.fromkeys(one["code"] for one in found))


def _readings(draft: CorpusVersion) -> dict[int, list[str]]:
    """Genders in which a ready human reading exists, by prompt."""
    found = (
        Clip.objects.ready()
        .filter(
            prompt__versions=draft,
            voice__is_current=True,
            voice__system__kind=System.Kind.HUMAN,
        )
        .values_list("prompt_id", "voice__gender")
    )
    readings: dict[int, list[str]] = {}
    for prompt, gender in found:
        readings.setdefault(prompt, []).append(gender)
    return readings


def _texts(draft: CorpusVersion) -> _Texts:
    """The draft's texts, in the order in which it is checked, and all public examples."""
    public = Prompt.objects.current().filter(corpus__visibility=Corpus.Visibility.PUBLIC)
    examples = public.exclude(corpus=draft.corpus).order_by("pk")
    return _Texts(
        tuple(draft.prompts.order_by("external_id", "pk").values_list("external_id", "text")),
        tuple(examples.values_list("corpus__slug", "external_id", "text")),
    )


def _doubles(texts: _Texts) -> _Doubles:
    """What each prompt equals among the draft, or nearly equals among public examples."""
    examples = texts.examples
    matches = near_duplicates([text for _, text in texts.prompts], [text for *_, text in examples])
    doubles: dict[int, list[str]] = {}
    for match in matches:
        if match.in_others:
            slug, external_id, _ = examples[match.second]
            doubles.setdefault(match.first, []).append(f"{slug}/{external_id}")
        elif match.exact:
            # Merely similar ones stand: their reviewers saw the warning and approved them.
            doubles.setdefault(match.first, []).append(texts.prompts[match.second][0])
    return _Doubles(texts, doubles)


CHECK = "check-draft"
FREEZE = "freeze-draft"
# A page lists no more than so many; the command lists all.
OFFENDERS_SHOWN = 200


def start_checking(*, draft: CorpusVersion, by: User | None = None) -> Job:
    """Hold a draft against every requirement in a worker; the job's report says how it stands."""
    return _start(CHECK, f"Check {draft}", draft, by)


def start_freezing(*, draft: CorpusVersion, by: User | None = None, note: str = "") -> Job:
    """Check a draft once more in a worker, and freeze it if nothing is amiss."""
    return _start(FREEZE, f"Freeze {draft}", draft, by, note=note)


def _start(kind: str, title: str, draft: CorpusVersion, by: User | None, **more: str) -> Job:
    return start_job(
        kind=kind,
        title=title,
        permission=CURATE,
        by=by,
        corpus=draft.corpus,
        parameters={"version": draft.pk, **more},
    )


@job(CHECK)
def check(run: JobRun) -> Report:
    """Report how a draft stands."""
    checked = check_draft(_draft(run))
    unmet = len(checked.unmet)
    if not unmet:
        summary = "Nothing is amiss: the draft can be frozen."
    else:
        summary = f"{unmet} of {len(checked.requirements)} requirements are not met."
    return Report(summary, _record(checked.requirements))


@job(FREEZE)
def freeze(run: JobRun) -> Report:
    """Freeze a draft, or report what is amiss."""
    draft, by = _draft(run), run.job.started_by
    if draft.is_frozen:  # by a worker that died before it could say so, or by somebody else
        return _frozen(draft)
    try:
        version = freeze_draft(draft=draft, by=by, note=run.parameters.get("note", ""))
    except NotComplete as error:
        return Report(f"Nothing was frozen. {error}", _record(check_draft(draft).requirements))
    except DraftError as error:
        raise JobError(str(error)) from error
    return _frozen(version)


def _frozen(version: CorpusVersion) -> Report:
    size = version.selection.count()
    return Report(f"{version} is frozen, with {size} prompts. Its digest is {version.digest}.")


def _draft(run: JobRun) -> CorpusVersion:
    found = CorpusVersion.objects.select_related("corpus").filter(pk=run.parameters["version"])
    draft = found.first()
    if draft is None:
        raise JobError("The draft was discarded meanwhile. There is nothing to check.")
    return draft


def _record(held: Sequence[Requirement]) -> dict[str, Any]:
    rows = [asdict(one) for one in held]
    for row in rows:
        row["more"] = max(0, len(row["offenders"]) - OFFENDERS_SHOWN)
        row["offenders"] = row["offenders"][:OFFENDERS_SHOWN]
    return {"requirements": rows}
