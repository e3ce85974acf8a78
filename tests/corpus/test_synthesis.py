"""Clips made by machines: nothing is lost, nothing is paid for twice, nothing is given away."""

import logging
import time
from collections import Counter
from collections.abc import Iterator
from datetime import timedelta
from decimal import Decimal
from typing import Any

import pytest
from django.core.management import call_command
from django.db import IntegrityError, connections, transaction
from django.utils import timezone

from corpus.jobs import JobRun
from corpus.models import BulkRead, Clip, Corpus, Job, Prompt, SynthesisFailure, Synthesizer, Voice
from corpus.roles import CURATOR
from corpus.services import add_clip, render_clip
from corpus.services.clips import VoiceRetired
from corpus.services.jobs import cancel_job, run_to_its_end, take_turn
from corpus.services.synthesis import (
    Order,
    SynthesisRefused,
    engine_for,
    estimate_of,
    pacing,
    start_synthesis,
)
from corpus.services.synthesis.making import VoiceGone, make_clip
from corpus.services.voices import VoiceFacts, swap_voice
from corpus.synthesis.command import parse_template
from corpus.synthesis.keys import SpeechKey
from tests.corpus.prompts import add_prompts
from tests.people import account
from tests.speech_server import KEY, Reply, SpeechServer, error, speech_server
from tests.synthesis import TEXTS, approved_prompts, behind, key_of, speaking_system, whole

pytestmark = pytest.mark.django_db


@pytest.fixture
def corpus() -> Corpus:
    """A private corpus with three approved prompts."""
    made = Corpus.objects.create(slug="bench", title="The benchmark")
    approved_prompts(made)
    return made


@pytest.fixture
def server(settings: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[SpeechServer]:
    """An endpoint whose key the site has; waits after failures are short."""
    monkeypatch.setattr(pacing, "FIRST_BACKOFF_SECONDS", 0.01)
    with speech_server() as running:
        settings.SPEECH_KEYS = key_of(running)
        yield running


@pytest.fixture
def order(corpus: Corpus, server: SpeechServer) -> Order:
    """Everything, by the endpoint."""
    return whole(corpus, behind(server))


def done(order: Order) -> Job:
    return run_to_its_end(job=start_synthesis(order=order))


def started(order: Order) -> Job:
    """A job that this process has claimed."""
    job = start_synthesis(order=order)
    Job.objects.filter(pk=job.pk).update(state=Job.State.RUNNING)
    job.refresh_from_db()
    return job


def first_prompt() -> Prompt:
    return Prompt.objects.select_related("corpus").order_by("external_id")[0]


def test_each_voice_says_each_prompt(order: Order, server: SpeechServer) -> None:
    job = done(order)
    assert (job.state, job.done, job.summary) == (Job.State.DONE, 6, "6 clips made.")
    assert Clip.objects.count() == 6
    assert sorted({request["voice"] for request in server.asked}) == ["en-us", "en-us+f2"]


def test_clips_know_how_long_they_took_and_can_be_rendered(order: Order) -> None:
    done(order)
    clip = Clip.objects.select_related("prompt__corpus").first()
    assert clip is not None
    assert 0 < (clip.generation_seconds or 0) < 10
    assert render_clip(clip=clip).pk == clip.pk
    assert Clip.objects.ready().count() == 1


@pytest.mark.parametrize("kind", ["espeak-ng", "command"])
def test_programs_on_the_server_speak(kind: str, corpus: Corpus, settings: Any) -> None:
    template = parse_template("formant", "espeak-ng -v {voice} -w {output} --stdin")
    settings.SPEECH_COMMANDS = {"formant": template}
    given = {"command": "formant"} if kind == "command" else {}
    assert done(whole(corpus, speaking_system(kind, given))).summary == "6 clips made."


def test_what_has_a_clip_is_not_made_again(order: Order, server: SpeechServer) -> None:
    done(order)
    with pytest.raises(SynthesisRefused, match="Nothing is left"):
        start_synthesis(order=order)
    assert len(server.asked) == 6


def test_prompts_wait_for_their_approval(order: Order, corpus: Corpus) -> None:
    Prompt.objects.filter(text=TEXTS[0]).update(state=Prompt.State.WAITING)
    assert estimate_of(order).prompts == 2
    assert estimate_of(whole(corpus, order.synthesizer, unreviewed=True)).prompts == 3


def test_a_worker_that_is_killed_in_the_middle_pays_for_nothing_twice(
    order: Order, server: SpeechServer
) -> None:
    job = start_synthesis(order=order)
    take_turn(pk=job.pk, turn_seconds=0.0)
    take_turn(pk=job.pk, turn_seconds=0.0)
    # As a kill -9 leaves it: running, silent.
    long_ago = timezone.now() - timedelta(hours=1)
    Job.objects.filter(pk=job.pk).update(state=Job.State.RUNNING, heard_at=long_ago)
    ended = run_to_its_end(job=job)
    assert (ended.state, ended.done, ended.total) == (Job.State.DONE, 6, 6)
    pairs = [(request["input"], request["voice"]) for request in server.asked]
    assert len(pairs) == len(set(pairs)) == 6


def test_what_somebody_uploads_meanwhile_is_not_paid_for(
    order: Order, server: SpeechServer
) -> None:
    run, voice, prompt = JobRun(started(order)), order.voices[0], first_prompt()
    add_clip(prompt=prompt, voice=voice, audio=b"theirs")
    engine = engine_for(order.synthesizer, voice)
    assert make_clip(run, order.synthesizer, engine, prompt, voice)
    assert not server.asked


def test_a_text_that_is_edited_meanwhile_gets_no_clip_of_the_old_one(order: Order) -> None:
    run, voice, prompt = JobRun(started(order)), order.voices[0], first_prompt()
    Prompt.objects.filter(pk=prompt.pk).update(text="Another text by now.")
    make_clip(run, order.synthesizer, engine_for(order.synthesizer, voice), prompt, voice)
    assert not Clip.objects.exists()
    assert len(order.left()) == 6


def test_too_many_requests_are_waited_out(order: Order, server: SpeechServer) -> None:
    server.replies.append(error(429, "Slow down.", headers={"Retry-After": "1"}))
    begun = time.monotonic()
    assert done(order).summary == "6 clips made."
    assert time.monotonic() - begun >= 1.0
    assert len(server.asked) == 7
    assert not SynthesisFailure.objects.exists()


def test_an_endpoint_that_asks_for_an_hour_ends_the_job(order: Order, server: SpeechServer) -> None:
    server.replies.append(error(429, "Slow down.", headers={"Retry-After": "3600"}))
    job = done(order)
    assert job.state == Job.State.FAILED
    assert "60 minutes" in job.summary


def test_an_error_of_the_server_is_tried_again(order: Order, server: SpeechServer) -> None:
    server.replies.extend([Reply(500), Reply(503)])
    assert done(order).summary == "6 clips made."
    assert len(server.asked) == 8


def test_a_hanging_endpoint_is_tried_again(order: Order, server: SpeechServer) -> None:
    order.synthesizer.settings["timeout"] = 1
    order.synthesizer.save()
    server.replies.append(Reply(hang=1.5))
    assert done(order).summary == "6 clips made."


def test_what_fails_again_and_again_is_given_up_with_its_reason(
    order: Order, server: SpeechServer
) -> None:
    server.answer_to = lambda text: Reply(500) if text == TEXTS[1] else None
    job = done(order)
    assert job.state == Job.State.DONE
    assert job.summary.startswith("4 clips made. 2 failed: 127.0.0.1")
    failures = SynthesisFailure.objects.given_up()
    assert [(f.attempts, f.prompt.text) for f in failures] == [(5, TEXTS[1])] * 2


@pytest.mark.parametrize(
    "reply",
    [
        error(400, "The input is too rude."),
        Reply(body=b"<html>Welcome</html>", content_type="text/html"),
        Reply(body=b"<html>Welcome</html>", content_type="audio/wav"),
        Reply(body=b"RIFF" + bytes(100), content_type="audio/wav"),
    ],
)
def test_what_cannot_be_used_is_asked_for_once(
    order: Order, server: SpeechServer, reply: Reply
) -> None:
    server.answer_to = lambda text: reply if text == TEXTS[1] else None
    assert done(order).report["failed"] == 2
    assert server.texts().count(TEXTS[1]) == 2
    assert Clip.objects.count() == 4


def test_attempts_are_counted_across_turns(order: Order, server: SpeechServer) -> None:
    server.answer_to = lambda text: Reply(500) if text == TEXTS[0] else None
    job = start_synthesis(order=order)
    while take_turn(pk=job.pk, turn_seconds=0.0):
        pass
    assert server.texts().count(TEXTS[0]) == 10


def test_failed_ones_are_retried_alone(order: Order, server: SpeechServer, corpus: Corpus) -> None:
    server.answer_to = lambda text: error(400, "No.") if text == TEXTS[1] else None
    done(order)
    with pytest.raises(SynthesisRefused, match="Nothing is left"):
        start_synthesis(order=order)
    server.answer_to = lambda _: None
    retry = whole(corpus, order.synthesizer, only_failed=True)
    assert estimate_of(retry).clips == 2
    assert done(retry).summary == "2 clips made."
    assert not SynthesisFailure.objects.exists()


def test_a_wrong_key_ends_the_job_at_once(
    order: Order, server: SpeechServer, settings: Any
) -> None:
    settings.SPEECH_KEYS = {"lab": SpeechKey("lab", server.host, "sk-stolen-from-a-dream")}
    job = done(order)
    assert (job.state, len(server.asked)) == (Job.State.FAILED, 1)
    assert "refuses the key" in job.summary
    assert "sk-stolen" not in job.summary


def test_failures_in_a_row_end_the_job(order: Order, server: SpeechServer) -> None:
    server.answer_to = lambda _: error(400, "No.")
    job = done(order)
    assert (job.state, len(server.asked)) == (Job.State.FAILED, 5)
    assert "5 texts in a row failed" in job.summary


def test_one_voice_that_always_fails_ends_the_job(corpus: Corpus, server: SpeechServer) -> None:
    add_prompts(corpus, tuple(f"{text} Really." for text in TEXTS))
    corpus.prompts.update(state=Prompt.State.APPROVED)

    def knows_no_ada(_: str) -> Reply | None:
        return error(400, "No such voice.") if server.asked[-1]["voice"] == "en-us+f2" else None

    server.answer_to = knows_no_ada
    job = done(whole(corpus, behind(server)))
    assert job.state == Job.State.FAILED
    assert "5 texts in a row failed by the voice Ada" in job.summary
    assert SynthesisFailure.objects.count() == 5
    assert Clip.objects.filter(voice__name="Bo").exists()


def test_old_failures_do_not_count_in_that_row(order: Order, server: SpeechServer) -> None:
    server.answer_to = lambda _: error(400, "No.")
    done(order)
    server.answer_to = lambda _: None
    assert done(order).summary == "1 clips made."


def test_a_cancelled_job_keeps_what_it_made(order: Order, server: SpeechServer) -> None:
    job = start_synthesis(order=order)
    take_turn(pk=job.pk, turn_seconds=0.0)
    cancel_job(job=job)
    assert run_to_its_end(job=job).state == Job.State.CANCELLED
    assert (Clip.objects.count(), len(server.asked)) == (1, 1)


def test_a_limit_holds_across_turns(order: Order, corpus: Corpus, server: SpeechServer) -> None:
    job = start_synthesis(order=whole(corpus, order.synthesizer, limit=3))
    while take_turn(pk=job.pk, turn_seconds=0.0):
        pass
    assert (Clip.objects.count(), len(server.asked)) == (3, 3)


def test_a_rate_limit_holds_across_turns(order: Order, server: SpeechServer) -> None:
    Synthesizer.objects.update(requests_per_minute=120)
    order.synthesizer.refresh_from_db()
    begun = time.monotonic()
    job = start_synthesis(order=order)
    while take_turn(pk=job.pk, turn_seconds=0.1):
        pass
    assert time.monotonic() - begun >= 5 * 0.5
    assert Clip.objects.count() == 6


def test_a_system_speaks_once_at_a_time_for_a_corpus(order: Order) -> None:
    start_synthesis(order=order)
    with pytest.raises(SynthesisRefused, match="speaking for this corpus already"):
        start_synthesis(order=order)


def test_a_retired_voice_says_nothing_more(order: Order) -> None:
    job = start_synthesis(order=order)
    order.voices[0].__class__.objects.filter(name="Ada").update(is_current=False)
    run_to_its_end(job=job)
    assert set(Clip.objects.values_list("voice__name", flat=True)) == {"Bo"}


def swap_at(server: SpeechServer, order: Order, *, text: int) -> None:
    """Swap the voice Ada while the endpoint speaks, once it has been asked for so many texts."""
    ada = order.voices[0]

    def swap(_: str) -> None:
        if len(server.asked) != text:
            return
        facts = VoiceFacts(name="Eve", adapter_voice="en-us+f4")
        try:
            swap_voice(voice=ada, facts=facts, because="Clearer.", by=account(CURATOR))
        finally:
            connections.close_all()

    server.answer_to = swap


@pytest.mark.django_db(transaction=True)
def test_a_voice_that_is_swapped_while_it_speaks_gets_nothing_more(
    order: Order, server: SpeechServer
) -> None:
    swap_at(server, order, text=3)  # Ada's second: voices take turns
    job = done(order)
    assert [request["voice"] for request in server.asked].count("en-us+f2") == 2
    by_voice = Counter(Clip.objects.values_list("voice__name", flat=True))
    assert by_voice == {"Ada": 1, "Bo": 3}, "what Ada was just saying is lost, Bo goes on"
    assert job.state == Job.State.DONE
    assert "4 clips made. 1 failed" in job.summary
    assert "What it was just saying was not kept" in job.summary
    assert "Swapped meanwhile: Ada." in job.summary


def test_a_voice_that_is_renamed_meanwhile_gets_no_clip_of_the_old_name(
    order: Order, server: SpeechServer
) -> None:
    run, voice, prompt = JobRun(started(order)), order.voices[0], first_prompt()
    Voice.objects.filter(pk=voice.pk).update(adapter_voice="en-us+f4")
    with pytest.raises(VoiceGone):
        make_clip(run, order.synthesizer, engine_for(order.synthesizer, voice), prompt, voice)
    assert not server.asked


def test_the_database_gives_a_retired_voice_no_further_clip(order: Order) -> None:
    voice, prompt = order.voices[0], first_prompt()
    Voice.objects.filter(pk=voice.pk).update(is_current=False)
    with pytest.raises(IntegrityError, match="takes no further recording"), transaction.atomic():
        Clip.objects.create(prompt=prompt, voice=voice, original="x", original_digest="0" * 64)
    with pytest.raises(VoiceRetired, match="swapped for another"):
        add_clip(prompt=prompt, voice=voice, audio=b"late")


def test_an_estimate_counts_texts_and_money(order: Order) -> None:
    Synthesizer.objects.update(requests_per_minute=60, cost_per_million=Decimal(15))
    order.synthesizer.refresh_from_db()
    estimate = estimate_of(order)
    characters = 2 * sum(map(len, TEXTS))
    assert (estimate.clips, estimate.prompts, estimate.characters) == (6, 3, characters)
    assert estimate.seconds == 6.0
    assert estimate.cost == Decimal(15) * characters / 1_000_000
    assert estimate.destination.startswith("127.0.0.1:")


def test_a_slow_engine_sets_the_pace_of_an_estimate(order: Order, corpus: Corpus) -> None:
    done(whole(corpus, order.synthesizer, limit=1))
    Clip.objects.update(generation_seconds=8.0)
    Synthesizer.objects.update(requests_per_minute=60)
    order.synthesizer.refresh_from_db()
    assert estimate_of(order).seconds == 5 * 8.0


def test_without_a_price_or_a_pace_nothing_is_made_up(order: Order) -> None:
    estimate = estimate_of(order)
    assert (estimate.seconds, estimate.cost) == (None, None)
    assert "not known" in estimate.cost_told
    assert "not known" in estimate.time_told


def test_texts_that_leave_the_server_are_logged(order: Order, server: SpeechServer) -> None:
    curator = account(CURATOR)
    start_synthesis(order=order, by=curator)
    read = BulkRead.objects.get()
    assert (read.by, read.form, read.prompt_count) == (curator, f"synthesis:{server.host}", 3)


def test_texts_that_stay_on_the_server_are_not(corpus: Corpus) -> None:
    start_synthesis(order=whole(corpus, speaking_system("espeak-ng")))
    assert not BulkRead.objects.exists()


@pytest.mark.parametrize(
    ("keys", "said"),
    [
        ({}, "no key “lab”"),
        ({"lab": SpeechKey("lab", "api.example.com", KEY)}, "is sent to no other host"),
    ],
)
def test_a_key_goes_to_its_own_host_alone(
    order: Order,
    server: SpeechServer,
    settings: Any,
    keys: dict[str, SpeechKey],
    said: str,
) -> None:
    settings.SPEECH_KEYS = keys
    with pytest.raises(SynthesisRefused, match=said):
        start_synthesis(order=order)
    assert not server.asked


def test_a_missing_program_ends_the_job_with_what_to_do(
    corpus: Corpus, monkeypatch: pytest.MonkeyPatch
) -> None:
    job = start_synthesis(order=whole(corpus, speaking_system("espeak-ng")))
    monkeypatch.setenv("PATH", "/nowhere")
    ended = run_to_its_end(job=job)
    assert (ended.state, "apt-get install espeak-ng" in ended.summary) == (Job.State.FAILED, True)


def test_neither_log_nor_database_holds_the_key(
    order: Order,
    server: SpeechServer,
    caplog: pytest.LogCaptureFixture,
    capsys: pytest.CaptureFixture[str],
) -> None:
    caplog.set_level(logging.DEBUG)
    server.replies.append(error(400, f"{KEY} may not say “{TEXTS[0]}”."))
    server.replies.append(error(500, f"{KEY} broke."))
    done(order)
    assert SynthesisFailure.objects.get().reason.count("[") == 2
    call_command("dumpdata", "corpus")
    assert KEY not in capsys.readouterr().out
    assert KEY not in caplog.text
    assert "parcel" not in caplog.text
