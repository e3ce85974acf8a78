"""Freezing by people: what is checked, what is refused, what is kept."""

import json
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.management import call_command
from django.core.management.base import CommandError
from django.db import connection

from corpus.models import Clip, Corpus, CorpusVersion, Job, Prompt, PromptChange, Source
from corpus.roles import CURATOR, READER, REVIEWER
from corpus.services import freezing
from corpus.services.drafts import fill_draft
from corpus.services.freezing import NotComplete, check_draft, freeze_draft, start_freezing
from corpus.services.jobs import run_to_its_end
from corpus.services.versions import DraftError, discard_draft, draft_version, freeze_version
from corpus.text.duplicates import Match, near_duplicates
from tests.corpus.corpora import make_corpus
from tests.corpus.prompts import PLAIN_TO_ODD, add_prompts
from tests.people import account, signed_in

pytestmark = pytest.mark.django_db


@pytest.fixture
def cora() -> User:
    """A curator, who wrote the prompts."""
    return account(CURATOR, name="cora")


@pytest.fixture
def corpus(cora: User) -> Corpus:
    return make_corpus(cora, account(REVIEWER, name="rhea"))


@pytest.fixture
def draft(corpus: Corpus) -> CorpusVersion:
    return draft_version(corpus=corpus)


def unmet(draft: CorpusVersion) -> dict[str, list[str]]:
    """Names of what is amiss, with the external ids to blame."""
    return {one.name: [o.key for o in one.offenders] for one in check_draft(draft).unmet}


def change(prompt: Prompt, **fields: object) -> None:
    Prompt.objects.filter(pk=prompt.pk).update(**fields)


def test_a_complete_draft_is_frozen_with_difficulty_and_readings(
    draft: CorpusVersion, cora: User
) -> None:
    version = freeze_draft(draft=draft, by=cora, note="The first.")
    manifest = json.loads(version.manifest)
    assert (version.frozen_by, version.note, manifest["size"]) == (cora, "The first.", 9)
    assert {row["stratum"] for row in manifest["prompts"]} == {"low", "middle", "high"}
    assert all(set(row["readings"]) == {"female", "male"} for row in manifest["prompts"])
    assert manifest["language_model"].startswith("pocketsphinx@")


def test_a_frozen_draft_cannot_be_frozen_again(draft: CorpusVersion) -> None:
    freeze_draft(draft=draft)
    with pytest.raises(DraftError, match="is frozen and never changes"):
        freeze_draft(draft=draft)


@pytest.mark.parametrize(
    ("flaw", "name"),
    [
        ({"state": "waiting"}, "Reviewed"),
        ({"author": None, "reviewer": None}, "Reviewed"),
        ({"findings": [{"code": "digits", "severity": "error"}]}, "Linted clean"),
        ({"lint_version": 0}, "Linted clean"),
        ({"topic": ""}, "Topics"),
    ],
)
def test_a_flawed_prompt_keeps_the_draft_from_being_frozen(
    draft: CorpusVersion, flaw: dict[str, object], name: str
) -> None:
    prompt = draft.prompts.order_by("external_id")[0]
    change(prompt, **flaw)
    assert unmet(draft) == {name: [prompt.external_id]}
    with pytest.raises(NotComplete):
        freeze_draft(draft=draft)
    draft.refresh_from_db()
    assert (draft.frozen_at, draft.manifest) == (None, "")


def test_an_approval_by_somebody_who_wrote_of_it_does_not_count(
    draft: CorpusVersion, cora: User
) -> None:
    prompt = draft.prompts.order_by("external_id")[0]
    PromptChange.objects.create(
        prompt=prompt, action="edited", by=prompt.reviewer, revision=2, after={"text": "x"}
    )
    (flaw,) = check_draft(draft).unmet
    assert flaw.name == "Reviewed"
    assert [(one.key, one.why) for one in flaw.offenders] == [
        (prompt.external_id, "approved by somebody who wrote of it")
    ]


def test_a_change_of_the_topic_alone_leaves_the_approval(draft: CorpusVersion) -> None:
    prompt = draft.prompts.order_by("external_id")[0]
    PromptChange.objects.create(
        prompt=prompt, action="edited", by=prompt.reviewer, revision=2, after={"topic": "x"}
    )
    assert not check_draft(draft).unmet


def test_a_size_that_leaves_strata_empty_is_told(draft: CorpusVersion) -> None:
    Corpus.objects.filter(pk=draft.corpus_id).update(target_size=8)
    draft.corpus.refresh_from_db()
    (flaw,) = check_draft(draft).unmet
    assert "at least 9" in flaw.sentence


def test_a_prompt_without_a_reading_is_named(draft: CorpusVersion) -> None:
    clip = Clip.objects.filter(voice__gender="female").order_by("prompt__external_id")[0]
    Clip.objects.filter(pk=clip.pk).update(state=Clip.State.FAILED, failure="Too short.")
    assert unmet(draft) == {"Readings": [clip.prompt.external_id]}


def test_difficulty_by_another_model_does_not_count(draft: CorpusVersion) -> None:
    Corpus.objects.filter(pk=draft.corpus_id).update(language_model="huggingface:other")
    draft.corpus.refresh_from_db()
    assert set(unmet(draft)) == {"Difficulty", "Strata"}


def test_a_prompt_like_a_public_example_is_found(draft: CorpusVersion) -> None:
    public = Corpus.objects.create(slug="open", title="Open", visibility="public")
    mine = draft.prompts.get(external_id="explainer-1")
    Prompt.objects.create(
        corpus=public,
        external_id="x-1",
        text="Bread rises since yeast turns sugar into gas.",
        register=mine.register,
        source=Source.objects.all()[0],
    )
    (found,) = check_draft(draft).unmet
    assert (found.name, found.offenders[0].why) == ("Unlike all others", "too much like open/x-1")


def while_compared(monkeypatch: pytest.MonkeyPatch, *texts: str) -> list[int]:
    """Add a public example after each comparison of texts. Returns open savepoints of each."""
    left, depths = list(texts), []
    public = Corpus.objects.create(slug="open", title="Open", visibility="public")

    def compared(*given: Any) -> tuple[Match, ...]:
        depths.append(len(connection.savepoint_ids))
        found = near_duplicates(*given)
        if left:
            add_prompts(public, [left.pop(0)])
        return found

    monkeypatch.setattr(freezing, "near_duplicates", compared)
    return depths


def test_texts_are_compared_before_the_transaction_and_once_more_if_they_changed(
    draft: CorpusVersion, monkeypatch: pytest.MonkeyPatch
) -> None:
    depths = while_compared(monkeypatch, "Velvet thunder licks copper umbrellas sideways.")
    assert freeze_draft(draft=draft).is_frozen
    assert depths == [0, 0]


def test_an_example_that_comes_while_texts_are_compared_keeps_from_freezing(
    draft: CorpusVersion, monkeypatch: pytest.MonkeyPatch
) -> None:
    while_compared(monkeypatch, draft.prompts.all()[0].text)
    with pytest.raises(NotComplete, match="Unlike all others"):
        freeze_draft(draft=draft)


def test_freezing_gives_up_where_texts_change_each_time(
    draft: CorpusVersion, monkeypatch: pytest.MonkeyPatch
) -> None:
    while_compared(monkeypatch, *PLAIN_TO_ODD[-3:])
    with pytest.raises(DraftError, match="when less is going on"):
        freeze_draft(draft=draft)
    draft.refresh_from_db()
    assert not draft.is_frozen


def test_too_few_prompts_are_counted(draft: CorpusVersion) -> None:
    Corpus.objects.filter(pk=draft.corpus_id).update(target_size=500)
    draft.corpus.refresh_from_db()
    assert "Size" in unmet(draft)


def test_checking_takes_the_same_number_of_queries_however_large(
    draft: CorpusVersion, django_assert_max_num_queries: pytest.FixtureRequest
) -> None:
    with django_assert_max_num_queries(8):  # type: ignore[operator]
        check_draft(draft)


def test_filling_restores_the_balance(corpus: Corpus, draft: CorpusVersion) -> None:
    draft.selection.filter(prompt__register__slug="explainer").delete()
    assert fill_draft(draft=draft) == 3
    assert unmet(draft) == {}


def test_the_job_says_what_is_amiss_and_freezes_nothing(draft: CorpusVersion, cora: User) -> None:
    change(draft.prompts.all()[0], topic="")
    job = run_to_its_end(job=start_freezing(draft=draft, by=cora))
    assert "Nothing was frozen. Topics: 1 of 9 prompts does not pass." in job.summary
    assert not CorpusVersion.objects.frozen().exists()


def test_the_job_of_a_discarded_draft_says_so(draft: CorpusVersion, cora: User) -> None:
    job = start_freezing(draft=draft, by=cora)
    discard_draft(draft=draft)
    assert run_to_its_end(job=job).state == Job.State.FAILED


def test_a_job_whose_worker_died_after_freezing_says_that_it_is_frozen(
    draft: CorpusVersion, cora: User
) -> None:
    job = start_freezing(draft=draft, by=cora)
    version = freeze_draft(draft=draft, by=cora)
    job = run_to_its_end(job=job)
    assert (job.state, version.digest in job.summary) == (Job.State.DONE, True)


def test_a_curator_drafts_checks_and_freezes_on_the_pages(corpus: Corpus, cora: User) -> None:
    curator = signed_in(cora)
    assert "all 9 approved prompts" in curator.get("/curate/corpora/bench/freeze/").content.decode()
    curator.post("/curate/corpora/bench/freeze/draft/", {"base": ""})
    for what in ("check", "freeze"):
        curator.post("/curate/corpora/bench/freeze/settle/", {"do": what, "note": "Ready."})
        run_to_its_end(job=Job.objects.all()[0])
        if what == "check":
            page = curator.get("/curate/corpora/bench/freeze/").content.decode()
            assert "Nothing is amiss" in page
    version = CorpusVersion.objects.frozen().get()
    page = curator.get("/curate/corpora/bench/versions/1/").content.decode()
    assert version.digest in page
    assert "The texts are as they were frozen." in page
    manifest = curator.get("/curate/corpora/bench/versions/1/manifest/").content.decode()
    assert manifest == version.manifest


def test_prompts_are_taken_out_and_in_on_the_page(draft: CorpusVersion, cora: User) -> None:
    curator, chosen = signed_in(cora), draft.prompts.all()[0]
    for what, size in (("out", 8), ("in", 9)):
        ticked = {"do": what, "prompt": [chosen.pk]}
        curator.post("/curate/corpora/bench/freeze/select/", ticked)
        assert draft.prompts.count() == size


def test_two_versions_are_compared(corpus: Corpus, cora: User) -> None:
    first, *rest = corpus.prompts.order_by("external_id")
    freeze_version(corpus=corpus, prompts=[first])
    freeze_version(corpus=corpus, prompts=rest)
    page = signed_in(cora).get("/curate/corpora/bench/versions/1/to/2/").content.decode()
    assert "8 came, 1 went, 0 changed, 0 stayed." in page


def test_who_may_not_read_texts_sees_no_draft(draft: CorpusVersion) -> None:
    reader = signed_in(account(READER, name="rita"))
    assert reader.get("/curate/corpora/bench/freeze/").status_code == 403


def test_the_command_freezes_what_is_complete(
    corpus: Corpus, capsys: pytest.CaptureFixture[str]
) -> None:
    call_command("freeze_corpus", "bench")
    assert "✓ Readings: Each is read by a woman and by a man." in capsys.readouterr().out
    assert CorpusVersion.objects.frozen().get().note.startswith("Frozen by the command")


def test_the_command_names_what_is_amiss_and_leaves_no_draft(
    corpus: Corpus, capsys: pytest.CaptureFixture[str]
) -> None:
    change(corpus.prompts.get(external_id="explainer-2"), topic="")
    with pytest.raises(CommandError, match="Nothing was frozen"):
        call_command("freeze_corpus", "bench")
    assert "1 no topic: explainer-2" in capsys.readouterr().out
    assert not CorpusVersion.objects.exists()


def test_the_command_groups_what_is_amiss_by_reason(
    corpus: Corpus, capsys: pytest.CaptureFixture[str]
) -> None:
    keys = sorted(corpus.prompts.values_list("external_id", flat=True))
    corpus.prompts.update(topic="")
    call_command("freeze_corpus", "bench", "--check")
    told = capsys.readouterr().out
    assert f"9 no topic: {', '.join(keys[:5])} and 4 more" in told
    assert keys[-1] not in told
    call_command("freeze_corpus", "bench", "--check", "--verbose")
    assert f"9 no topic: {', '.join(keys)}\n" in capsys.readouterr().out


def test_the_command_names_the_corpora_that_there_are(corpus: Corpus) -> None:
    with pytest.raises(CommandError, match="There are: bench"):
        call_command("freeze_corpus", "bnch")
