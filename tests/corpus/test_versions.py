"""Freezing corpus versions."""

import hashlib

import pytest
from django.db import connection

from corpus.guards import GUARDS
from corpus.models import Corpus, CorpusVersion, Prompt, Stratum
from corpus.services import freeze_version
from corpus.services.freezing import is_intact
from corpus.services.versions import (
    DraftError,
    NothingToFreeze,
    change_selection,
    discard_draft,
    draft_version,
    manifest_of,
)
from corpus.triggers import drop_guards
from tests.studies import make_prompts


@pytest.fixture
def corpus(db: None) -> Corpus:
    """A corpus of four prompts."""
    corpus = Corpus.objects.create(slug="sentences", title="Sentences")
    make_prompts(corpus)
    return corpus


def test_versions_are_numbered_and_keep_their_selection(corpus: Corpus) -> None:
    prompts = list(corpus.prompts.all())
    first = freeze_version(corpus=corpus, prompts=prompts[:2])
    second = freeze_version(corpus=corpus, prompts=prompts)
    assert (first.number, second.number) == (1, 2)
    assert first.is_frozen
    assert set(first.prompts.all()) == set(prompts[:2])


def test_the_digest_is_that_of_the_manifest(corpus: Corpus) -> None:
    version = freeze_version(corpus=corpus, prompts=list(corpus.prompts.all()))
    assert version.digest == hashlib.sha256(version.manifest.encode()).hexdigest()
    assert manifest_of(version).canonical() == version.manifest
    assert is_intact(version)


def test_the_manifest_holds_no_text_and_no_id_of_the_curators(corpus: Corpus) -> None:
    version = freeze_version(corpus=corpus, prompts=list(corpus.prompts.all()))
    for prompt in corpus.prompts.all():
        assert prompt.text not in version.manifest
        assert prompt.external_id not in version.manifest


def test_a_text_that_is_changed_behind_the_guards_is_noticed(corpus: Corpus) -> None:
    version = freeze_version(corpus=corpus, prompts=list(corpus.prompts.all()))
    drop_guards(GUARDS, connection)
    corpus.prompts.filter(pk=corpus.prompts.all()[0].pk).update(text="Something else.")
    assert not is_intact(version)


def test_a_manifest_that_is_not_that_of_the_digest_is_noticed(corpus: Corpus) -> None:
    version = freeze_version(corpus=corpus, prompts=list(corpus.prompts.all()))
    version.manifest = version.manifest.replace(":", ": ")
    assert not is_intact(version)


def approve(corpus: Corpus) -> None:
    corpus.prompts.update(state=Prompt.State.APPROVED)


def test_a_draft_begins_with_what_is_approved(corpus: Corpus) -> None:
    first, *others = corpus.prompts.all()
    approve(corpus)
    corpus.prompts.filter(pk=first.pk).update(state=Prompt.State.WAITING)
    assert set(draft_version(corpus=corpus).prompts.all()) == set(others)


def test_a_draft_from_a_version_takes_the_newest_texts(corpus: Corpus) -> None:
    approve(corpus)
    old, gone, *rest = corpus.prompts.all()
    base = freeze_version(corpus=corpus, prompts=[old, gone, *rest])
    corpus.prompts.filter(pk=old.pk).update(is_current=False)
    newer = Prompt.objects.create(
        corpus=corpus,
        external_id=old.external_id,
        text="Another wording of it.",
        register=old.register,
        source=old.source,
        supersedes=old,
    )
    corpus.prompts.filter(pk=gone.pk).update(state=Prompt.State.WITHDRAWN, reason="Off topic.")
    assert set(draft_version(corpus=corpus, base=base).prompts.all()) == {newer, *rest}


def test_there_is_one_draft_at_a_time(corpus: Corpus) -> None:
    draft = draft_version(corpus=corpus)
    with pytest.raises(DraftError, match="A draft is there already"):
        draft_version(corpus=corpus)
    discard_draft(draft=draft)
    assert draft_version(corpus=corpus).number == draft.number


def test_prompts_go_in_and_out_of_a_draft_once(corpus: Corpus) -> None:
    first, second, *_ = corpus.prompts.all()
    draft = draft_version(corpus=corpus)
    change_selection(draft=draft, add=[first, second])
    change_selection(draft=draft, add=[second], remove=[first])
    assert list(draft.prompts.all()) == [second]


def test_a_frozen_version_is_no_draft(corpus: Corpus) -> None:
    prompts = list(corpus.prompts.all())
    version = freeze_version(corpus=corpus, prompts=prompts)
    with pytest.raises(DraftError, match="is frozen and never changes"):
        change_selection(draft=version, remove=prompts)
    with pytest.raises(DraftError):
        discard_draft(draft=version)


def test_an_empty_version_is_refused(corpus: Corpus) -> None:
    with pytest.raises(NothingToFreeze, match="has no prompt to freeze"):
        freeze_version(corpus=corpus, prompts=[])


def test_a_prompt_of_another_corpus_is_refused_and_nothing_is_stored(corpus: Corpus) -> None:
    other = Corpus.objects.create(slug="other", title="Other")
    stranger = Prompt.objects.create(
        corpus=other,
        external_id="stranger-1",
        text="From elsewhere.",
        register=corpus.prompts.all()[0].register,
        source=corpus.prompts.all()[0].source,
    )
    with pytest.raises(NothingToFreeze, match="stranger-1"):
        freeze_version(corpus=corpus, prompts=[stranger])
    assert not CorpusVersion.objects.exists()


def test_a_version_keeps_the_difficulty_of_its_prompts(corpus: Corpus) -> None:
    prompts = list(corpus.prompts.all())
    hard = prompts[0].external_id
    version = freeze_version(corpus=corpus, prompts=prompts, strata={hard: Stratum.HIGH})
    strata = dict(version.selection.values_list("prompt__external_id", "stratum"))
    assert strata.pop(hard) == "high"
    assert set(strata.values()) == {""}


def test_a_difficulty_for_a_prompt_that_is_not_frozen_is_refused(corpus: Corpus) -> None:
    with pytest.raises(ValueError, match="not frozen: elsewhere-1"):
        freeze_version(
            corpus=corpus, prompts=list(corpus.prompts.all()), strata={"elsewhere-1": Stratum.LOW}
        )
