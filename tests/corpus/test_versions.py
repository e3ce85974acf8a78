"""Freezing corpus versions."""

import pytest

from corpus.models import Corpus, CorpusVersion, Prompt, Stratum
from corpus.services import freeze_version
from corpus.services.versions import NothingToFreeze, manifest_digest
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


def test_the_digest_depends_on_the_content_alone(corpus: Corpus) -> None:
    prompts = list(corpus.prompts.all())
    assert manifest_digest(prompts) == manifest_digest(prompts[::-1])
    assert manifest_digest(prompts) != manifest_digest(prompts[1:])
    prompts[0].text += " Changed."
    assert manifest_digest(prompts) != manifest_digest(list(corpus.prompts.all()))


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
    assert version.digest != manifest_digest(prompts)


def test_a_difficulty_for_a_prompt_that_is_not_frozen_is_refused(corpus: Corpus) -> None:
    with pytest.raises(ValueError, match="not frozen: elsewhere-1"):
        freeze_version(
            corpus=corpus, prompts=list(corpus.prompts.all()), strata={"elsewhere-1": Stratum.LOW}
        )
