"""Difficulty in the background: measured, measured anew, stopped, gone on with."""

from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from corpus.difficulty.back_ends import UnknownBackEnd
from corpus.difficulty.trigram import Trigram
from corpus.models import Corpus, Job, LanguageModel, Prompt, Stratum
from corpus.registers_difficulty import difficulty_of, strata_of
from corpus.services import difficulty
from corpus.services.difficulty import (
    choose_language_model,
    forget_difficulty,
    measure_new_prompts,
    start_measuring,
)
from corpus.services.jobs import cancel_job, run_to_its_end, take_turn
from corpus.tasks import measure_difficulty
from tests.corpus.prompts import PLAIN_TO_ODD, add_prompts

pytestmark = pytest.mark.django_db

ABSENT = "huggingface:/no/such/folder/here"


@pytest.fixture
def corpus() -> Corpus:
    """A corpus of five prompts, from plain to odd, none of them measured."""
    made = Corpus.objects.create(slug="bench", title="The benchmark")
    add_prompts(made)
    return made


def perplexities(corpus: Corpus) -> list[float | None]:
    """As stored, in the order of external ids."""
    return list(corpus.prompts.order_by("external_id").values_list("perplexity", flat=True))


def measured(corpus: Corpus) -> Job:
    """The job that measured the corpus, done here and now."""
    return run_to_its_end(job=start_measuring(corpus=corpus))


def test_prompts_get_the_models_own_values_with_its_name_and_digest(corpus: Corpus) -> None:
    """What is stored is what the model says of each text."""
    job = measured(corpus)
    model = Trigram()
    assert (job.state, job.done, job.total) == (Job.State.DONE, 5, 5)
    assert perplexities(corpus) == pytest.approx(model.perplexities(PLAIN_TO_ODD).tolist())
    stored = LanguageModel.objects.get()
    assert (stored.name, stored.digest) == ("pocketsphinx", model.digest)
    assert set(corpus.prompts.values_list("language_model", flat=True)) == {stored.pk}


def test_plain_prompts_are_less_difficult_than_odd_ones(corpus: Corpus) -> None:
    """The five of this corpus rise."""
    measured(corpus)
    values = [value or 0.0 for value in perplexities(corpus)]
    assert values == sorted(values)


def test_new_prompts_are_measured_without_anyone_asking(corpus: Corpus) -> None:
    """The beat asks; what is known is left as it is."""
    assert measure_difficulty() == 1
    run_to_its_end(job=Job.objects.get())
    assert measure_difficulty() == 0
    add_prompts(corpus, ["One more prompt came in today."])
    assert measure_difficulty() == 1
    job = run_to_its_end(job=Job.objects.open().get())
    assert (job.done, job.total) == (1, 1)
    assert None not in perplexities(corpus)


def test_an_edited_prompt_is_measured_again(corpus: Corpus) -> None:
    """Once its difficulty is forgotten."""
    measured(corpus)
    plain = corpus.prompts.filter(external_id="explainer-0")
    plain.update(text=PLAIN_TO_ODD[-1])
    assert forget_difficulty(prompts=plain) == 1
    (job,) = measure_new_prompts()
    run_to_its_end(job=job)
    first, *_, last = perplexities(corpus)
    assert first == last


def test_a_text_that_changes_while_it_is_measured_keeps_no_old_value(
    corpus: Corpus, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The edit wins; the next round measures the text that stands."""

    class Edited(Trigram):
        """A model during whose first work somebody edits a prompt."""

        is_first = True

        def perplexities(self, texts: Any, **options: Any) -> Any:
            """Measure; and, the first time, edit."""
            values = super().perplexities(texts, **options)
            if self.is_first:
                self.is_first = False
                Prompt.objects.filter(external_id="explainer-0").update(text=PLAIN_TO_ODD[-1])
            return values

    model = Edited()
    monkeypatch.setattr(difficulty, "_loaded", lambda _name: model)
    measured(corpus)
    first, *_, last = perplexities(corpus)
    assert first == last


def test_only_one_job_measures_a_corpus(corpus: Corpus) -> None:
    """Whoever starts it again gets the one under way."""
    assert start_measuring(corpus=corpus) == start_measuring(corpus=corpus)


def test_what_starts_by_itself_leaves_one_line_in_the_list_of_jobs(corpus: Corpus) -> None:
    """Not one for each edit of a day."""
    for text in ("A first edit.", "A second edit.", "A third edit."):
        add_prompts(corpus, [text])
        measured(corpus)
    assert Job.objects.count() == 1


def test_a_job_goes_on_where_it_was_stopped(
    corpus: Corpus, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Turn by turn, two prompts in each; nothing is measured twice."""
    monkeypatch.setattr(difficulty, "CHUNK", 2)
    job = start_measuring(corpus=corpus)
    seen = []
    while take_turn(pk=job.pk, turn_seconds=0.0):
        seen.append(sum(value is not None for value in perplexities(corpus)))
    job.refresh_from_db()
    assert seen == [2, 4, 5]
    assert (job.state, job.done, job.total) == (Job.State.DONE, 5, 5)


def test_a_cancelled_job_keeps_what_it_did_and_waits_for_a_person(
    corpus: Corpus, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The beat does not begin again what somebody has stopped."""
    monkeypatch.setattr(difficulty, "CHUNK", 2)
    job = start_measuring(corpus=corpus)
    assert take_turn(pk=job.pk, turn_seconds=0.0)
    cancel_job(job=job)
    assert perplexities(corpus).count(None) == 3
    assert measure_new_prompts() == []
    measured(corpus)
    assert None not in perplexities(corpus)


def test_another_model_measures_everything_anew(corpus: Corpus) -> None:
    """Also what a model of the same name but with other weights has measured."""
    measured(corpus)
    older = LanguageModel.objects.create(name="pocketsphinx", digest="0" * 64)
    corpus.prompts.update(perplexity=1.0, language_model=older)
    job = measured(corpus)
    assert job.done == 5
    assert not corpus.prompts.filter(language_model=older).exists()
    assert 1.0 not in perplexities(corpus)


def test_a_change_of_model_counts_nothing_as_measured(corpus: Corpus) -> None:
    """Until the new one has seen it."""
    measured(corpus)
    choose_language_model(corpus=corpus, name=ABSENT)
    assert corpus.prompts.all().measured().count() == 0
    assert corpus.prompts.all().unmeasured().count() == 5


def test_a_model_that_is_not_there_fails_with_what_to_do_and_is_not_tried_for_ever(
    corpus: Corpus,
) -> None:
    """The values of the model before it stay."""
    measured(corpus)
    before = perplexities(corpus)
    job = run_to_its_end(job=choose_language_model(corpus=corpus, name=ABSENT))
    assert job.state == Job.State.FAILED
    assert "pip install" in job.summary or "neither a folder" in job.summary
    assert perplexities(corpus) == before
    assert measure_new_prompts() == []


def test_an_unknown_model_is_refused_and_nothing_changes(corpus: Corpus) -> None:
    """Before any job begins."""
    with pytest.raises(UnknownBackEnd, match="Choose “pocketsphinx”"):
        choose_language_model(corpus=corpus, name="gpt2")
    corpus.refresh_from_db()
    assert corpus.language_model == "pocketsphinx"
    assert not Job.objects.exists()


def test_a_text_without_words_is_measured_once_and_has_none(corpus: Corpus) -> None:
    """It neither holds up the job nor is asked for again."""
    add_prompts(corpus, ["… — …"])
    job = measured(corpus)
    assert "1 has none: no words, or more text than the model reads at once." in job.summary
    assert perplexities(corpus).count(None) == 1
    assert measure_new_prompts() == []


def test_withdrawn_and_superseded_prompts_are_left_alone(corpus: Corpus) -> None:
    """They are not part of the corpus any more."""
    prompts = corpus.prompts.order_by("external_id")
    prompts.filter(external_id="explainer-0").update(state="withdrawn", reason="Too plain.")
    prompts.filter(external_id="explainer-1").update(is_current=False)
    assert measured(corpus).done == 3
    assert perplexities(corpus)[:2] == [None, None]


def test_strata_and_spread_are_told_per_register(corpus: Corpus) -> None:
    """Five of one register, one of another: the other is low by itself."""
    add_prompts(corpus, [PLAIN_TO_ODD[0]], register="phone-agent")
    measured(corpus)
    found = strata_of(corpus.prompts.select_related("register"))
    assert [found[f"explainer-{number}"] for number in range(5)] == [
        Stratum.LOW,
        Stratum.LOW,
        Stratum.MIDDLE,
        Stratum.HIGH,
        Stratum.HIGH,
    ]
    counts = {register.register: register.spread.count for register in difficulty_of(corpus)}
    assert counts == {"Explainer": 5, "Phone agent": 1}


def test_reading_the_spread_asks_the_database_once(
    corpus: Corpus, django_assert_num_queries: Any
) -> None:
    """However many prompts there are."""
    measured(corpus)
    with django_assert_num_queries(1):
        difficulty_of(corpus)


def test_the_command_measures_and_tells_the_spread(corpus: Corpus) -> None:
    """With a bar on the way."""
    out, err = StringIO(), StringIO()
    call_command("measure_difficulty", "bench", stdout=out, stderr=err)
    assert "The difficulty of all 5 prompts is known by pocketsphinx." in out.getvalue()
    assert "Explainer: 5 prompts, perplexity" in out.getvalue()
    assert "5 of 5 prompts" in err.getvalue()
    assert None not in perplexities(corpus)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["nowhere"], "There is no corpus “nowhere”. Corpora: bench."),
        (["bench", "--model", "gpt2"], "Choose “pocketsphinx” or"),
        (["bench", "--model", ABSENT], "pip install|neither a folder"),
    ],
)
def test_the_command_says_what_is_wrong(
    corpus: Corpus, arguments: list[str], sentence: str
) -> None:
    """A corpus, a name, a model that are not there."""
    with pytest.raises(CommandError, match=sentence):
        call_command("measure_difficulty", *arguments, stdout=StringIO(), stderr=StringIO())
