"""Error rates of real speech, and of what a recogniser is made to say."""

from collections.abc import Mapping

import numpy as np
import pytest

from corpus.audio.signal import Samples
from corpus.recognition.base import RecognitionError
from evaluation.metrics.attempt import attempt
from evaluation.metrics.base import Model, NotAvailable, Outcome, Sound, Subject, Value
from evaluation.metrics.choice import Choice
from evaluation.metrics.content import Cer, Wer
from evaluation.metrics.error_rates import from_details, pooled_rate
from evaluation.metrics.transcripts import english_words
from evaluation.speech.recognisers.faster_whisper import FasterWhisper
from evaluation.speech.recognisers.transcribing import Transcripts
from tests.evaluation.recordings import (
    human_readings,
    joined,
    needs_chinese,
    needs_readings,
    needs_whisper,
    noisy,
    spoken_by,
    whisper_folder,
)

SECOND = Sound(np.random.default_rng(1).normal(0, 0.1, 16_000), 16_000)


class Scripted:
    """Hears one sentence in every chunk.

    Stands in for recognisers of Chinese, whose weights no package carries, and says what a test
    needs to have heard.
    """

    name = "scripted"

    def __init__(self, words: str, *languages: str, error: str = "") -> None:
        self.words, self.languages, self.error, self.calls = words, languages, error, 0

    def version(self) -> str:
        return "1"

    def available(self) -> str | None:
        return None

    def hears(self, language: str) -> bool:
        return language in self.languages

    def model(self) -> Model:
        return Model(self.name, "", "", "")

    def transcribe(self, samples: Samples, rate: int, language: str = "en") -> str:
        self.calls += 1
        if self.error:
            raise RecognitionError(self.error)
        return self.words


def wer_of(text: str, heard: str) -> Mapping[str, Outcome]:
    return attempt(Wer(Transcripts(Scripted(heard, "en"))), Subject(SECOND, text=text))


def value(outcome: Outcome) -> Value:
    assert isinstance(outcome, Value), outcome
    return outcome


def reason(outcome: Outcome) -> str:
    assert isinstance(outcome, NotAvailable), outcome
    return outcome.reason


@pytest.mark.parametrize(
    ("text", "heard", "rate", "without_fillers"),
    [
        ("Press one, then hold.", "Press 1 then hold", 0, 0),
        ("I don’t know.", "I don't know", 0, 0),
        ("Um, I uh don’t know.", "I don't know.", 2 / 5, 0),
        ("I don’t know.", "Um, I don't know", 1 / 3, 0),
        ("Um, I know.", "I knew", 2 / 3, 1 / 2),
        ("a b c d", "", 1, 1),
        ("one", "one two three", 2, 2),
    ],
)
def test_rates_with_and_without_fillers(
    text: str, heard: str, rate: float, without_fillers: float
) -> None:
    outcomes = wer_of(text, heard)
    assert value(outcomes["wer"]).amount == pytest.approx(rate)
    assert value(outcomes["wer_without_fillers"]).amount == pytest.approx(without_fillers)


def test_counts_and_transcript_are_kept_with_the_rate() -> None:
    details = value(wer_of("Um, I know it.", "I knew it, yes.")["wer"]).details
    assert details == {
        "substitutions": 1,
        "deletions": 1,
        "insertions": 1,
        "reference_words": 4,
        "hypothesis": "I knew it, yes.",
    }


def test_stored_counts_are_pooled() -> None:
    clips = [wer_of("a b c d", "a b c"), wer_of("x", "y")]
    pooled = pooled_rate(from_details(value(clip["wer"]).details) for clip in clips)
    assert pooled == pytest.approx(2 / 5)


@pytest.mark.parametrize("text", ["", "  …", "“!”", "你好"])
def test_a_text_without_words_has_no_rate(text: str) -> None:
    outcomes = wer_of(text, "something")
    assert "no words" in reason(outcomes["wer"])
    assert "no words" in reason(outcomes["wer_without_fillers"])


def test_a_text_of_fillers_has_a_rate_with_them_alone() -> None:
    outcomes = wer_of("Uh-huh.", "Uh-huh")
    assert value(outcomes["wer"]).amount == 0
    assert "no words" in reason(outcomes["wer_without_fillers"])


@needs_chinese
def test_character_error_rate_of_chinese() -> None:
    family = Cer(Transcripts(Scripted("请按2键，谢", "zh")))
    outcome = attempt(family, Subject(SECOND, text="請按一鍵。謝謝！", language="zh-TW"))["cer"]
    assert value(outcome).amount == pytest.approx(2 / 6)
    assert value(outcome).details["reference_characters"] == 6


def test_character_error_rate_of_english_counts_letters_without_spaces() -> None:
    family = Cer(Transcripts(Scripted("Log in noq", "en")))
    outcome = attempt(family, Subject(SECOND, text="Login now."))["cer"]
    assert value(outcome).amount == pytest.approx(1 / 8)


def test_each_rate_is_for_its_languages() -> None:
    heard = Transcripts(Scripted("egal", "en", "zh", "de"))
    chinese, german = (Subject(SECOND, text="好", language=code) for code in ("zh", "de"))
    assert "cer" in reason(attempt(Wer(heard), chinese)["wer"])
    assert "English" in reason(attempt(Wer(heard), german)["wer"])
    assert "Chinese" in reason(attempt(Cer(heard), german)["cer"])


@needs_chinese
def test_a_recogniser_of_another_language_is_not_asked() -> None:
    outcome = attempt(Cer.chosen(Choice()), Subject(SECOND, text="好", language="zh"))["cer"]
    assert "pocketsphinx en-us does not hear" in reason(outcome)
    assert "EARSHOT_RECOGNISER" in reason(outcome)


def test_silence_and_scraps_are_not_heard() -> None:
    recogniser = Scripted("thank you", "en")
    family = Wer(Transcripts(recogniser))
    for samples, why in ((np.zeros(16_000), "silent"), (SECOND.samples[:800], "too short")):
        outcomes = attempt(family, Subject(Sound(samples, 16_000), text="Hello"))
        assert why in reason(outcomes["wer"])
    assert recogniser.calls == 0


def test_a_recogniser_that_gives_up_says_why() -> None:
    family = Wer(Transcripts(Scripted("", "en", error="The model is gone. Fetch it again.")))
    outcomes = attempt(family, Subject(SECOND, text="Hello"))
    assert {reason(outcome) for outcome in outcomes.values()} == {
        "The model is gone. Fetch it again."
    }


def test_a_clip_is_heard_once_for_both_families() -> None:
    recogniser = Scripted("hello", "en")
    heard = Transcripts(recogniser)
    for family in (Wer(heard), Cer(heard), Wer(heard)):
        attempt(family, Subject(SECOND, text="Hello"))
    assert recogniser.calls == 1
    assert Wer.chosen(Choice())._heard is Cer.chosen(Choice())._heard


def test_without_text_there_is_no_rate() -> None:
    outcomes = attempt(Wer(Transcripts(Scripted("hello", "en"))), Subject(SECOND))
    assert "text" in reason(outcomes["wer"])


def _chosen(recogniser: str) -> Wer:
    model = f":{whisper_folder()}" if recogniser == "faster-whisper" else ""
    return Wer.chosen(Choice(recogniser=recogniser + model))


def _pooled(family: Wer, clips: list[tuple[str, Sound]]) -> float:
    outcomes = [attempt(family, Subject(sound, text=text))["wer"] for text, sound in clips]
    return pooled_rate(from_details(value(outcome).details) for outcome in outcomes)


@pytest.mark.heavy
@needs_readings
@pytest.mark.parametrize(
    ("recogniser", "count", "clean"),
    [("pocketsphinx", 2, 0.35), pytest.param("faster-whisper", 5, 0.1, marks=needs_whisper)],
)
def test_a_person_is_understood_and_noise_hides_her(
    recogniser: str, count: int, clean: float
) -> None:
    clips = sorted(human_readings(8), key=lambda clip: clip[1].seconds)[:count]
    family = _chosen(recogniser)
    understood = _pooled(family, clips)
    assert understood <= clean
    hidden = _pooled(family, [(text, noisy(sound, decibels=-6)) for text, sound in clips])
    assert hidden > understood + 0.2


@pytest.mark.heavy
@needs_whisper
@pytest.mark.parametrize(("program", "voice"), [("flite", "slt"), ("espeak-ng", "en-us")])
def test_synthetic_voices_are_understood(program: str, voice: str) -> None:
    text = "Please leave your message after the tone, and we will call you back tomorrow."
    family = _chosen("faster-whisper")
    assert _pooled(family, [(text, spoken_by(program, voice, text))]) <= 2 / 14


@pytest.mark.heavy
@needs_whisper
@needs_readings
def test_long_audio_is_heard_to_its_end() -> None:
    readings = human_readings(16)
    sound = joined(*(sound for _, sound in readings))
    assert sound.seconds > 60
    text = " ".join(text for text, _ in readings)
    outcome = value(attempt(_chosen("faster-whisper"), Subject(sound, text=text))["wer"])
    assert outcome.amount < 0.15
    assert english_words(text)[-1] in english_words(str(outcome.details["hypothesis"]))[-3:]


@pytest.mark.heavy
@needs_whisper
@needs_readings
def test_the_same_clip_gives_the_same_words_whatever_was_heard_before() -> None:
    (_, sound), (_, other) = human_readings(2)
    model = whisper_folder()
    fresh, used = FasterWhisper(model), FasterWhisper(model)
    used.transcribe(other.samples, other.rate)
    heard = fresh.transcribe(sound.samples, sound.rate)
    assert heard
    assert used.transcribe(sound.samples, sound.rate) == heard
