"""Timbre consistency and similarity, by an encoder without a network and by trained ones."""

from itertools import combinations

import numpy as np
import pytest

from evaluation.metrics.attempt import attempt
from evaluation.metrics.base import NotAvailable, Outcome, Sound, Subject, Turn, Value
from evaluation.metrics.similarity import Similarity
from evaluation.metrics.timbre import (
    TimbreConsistency,
    band_of,
    mean_pairwise_cosine,
    speech_of,
)
from evaluation.speech.encoders.base import SpeakerEncoder, unit
from evaluation.speech.encoders.campplus import CamPlusPlus
from evaluation.speech.encoders.resemblyzer import Resemblyzer
from evaluation.speech.encoders.wavlm import WavLmXvector
from tests.evaluation.encoders import LongTermSpectrum, save_tiny_wavlm
from tests.evaluation.real_speech import RATE, man, woman

SPECTRUM = LongTermSpectrum()
SIMILARITIES = ("similarity", "sim_fish", "sim_fish_std")


def consistency(subject: Subject, encoder: SpeakerEncoder = SPECTRUM) -> Outcome:
    """What the family answers with its usual windows."""
    return attempt(TimbreConsistency(encoder), subject)["timbre_consistency"]


def value(outcome: Outcome) -> Value:
    """The value, where there is one."""
    assert isinstance(outcome, Value), outcome
    return outcome


def joined(*sounds: Sound) -> Sound:
    """One clip after the other."""
    return Sound(np.concatenate([sound.samples for sound in sounds]), RATE)


def of_two() -> Subject:
    """A woman and a man who take turns of 4 s, twice each."""
    parts = [woman(4.0), man(4.0), woman(4.0, 4.0), man(4.0, 4.0)]
    turns = [Turn("w", 0, 4), Turn("m", 4, 8), Turn("w", 8, 12), Turn("m", 12, 16)]
    return Subject(joined(*parts), turns=tuple(turns))


@pytest.fixture(params=["resemblyzer", "campplus"])
def trained(request: pytest.FixtureRequest) -> SpeakerEncoder:
    """Each encoder whose weights a package brings."""
    encoders: dict[str, SpeakerEncoder] = {"resemblyzer": Resemblyzer(), "campplus": CamPlusPlus()}
    encoder = encoders[request.param]
    if missing := encoder.missing():
        pytest.skip(missing)
    return encoder


def test_the_mean_is_over_each_pair_once() -> None:
    embeddings = unit(np.random.default_rng(7).normal(size=(6, 10)))
    pairs = [float(a @ b) for a, b in combinations(embeddings, 2)]
    assert mean_pairwise_cosine(embeddings) == pytest.approx(np.mean(pairs))


def test_consistency_is_that_of_windows_of_3_s_every_2_s() -> None:
    sound = woman(8.6)
    parts = [sound.samples[s * RATE : (s + 3) * RATE] for s in (0, 2, 4)]
    parts.append(sound.samples[6 * RATE :])  # a tail of 2.6 s
    expected = mean_pairwise_cosine(SPECTRUM.embed(parts))
    found = value(consistency(Subject(sound)))
    assert found.amount == pytest.approx(expected)
    assert found.details == {"windows": 4}


@pytest.mark.parametrize(("seconds", "count"), [(1.0, 0), (3.0, 1), (3.4, 1)])
def test_one_window_says_nothing_about_consistency(seconds: float, count: int) -> None:
    found = consistency(Subject(woman(seconds)))
    assert isinstance(found, NotAvailable)
    assert f"{count} window" in found.reason


def test_windows_without_sound_are_left_out() -> None:
    pause = Sound(np.zeros(6 * RATE), RATE)
    found = value(consistency(Subject(joined(woman(7.0), pause, man(7.0)))))
    assert found.details["windows"] == 8
    assert consistency(Subject(pause)) == NotAvailable("The clip is silent.")


def test_other_windows_can_be_chosen_and_tell_in_the_version() -> None:
    ablation = TimbreConsistency(SPECTRUM, seconds=2.0, stride=1.0)
    found = value(attempt(ablation, Subject(woman(6.0)))["timbre_consistency"])
    assert found.details["windows"] == 5
    assert ablation.version != TimbreConsistency(SPECTRUM).version
    with pytest.raises(ValueError, match="at least 1 s"):
        TimbreConsistency(SPECTRUM, seconds=0.5)
    with pytest.raises(ValueError, match="every 0 s"):
        TimbreConsistency(SPECTRUM, stride=0)


def test_speakers_are_scored_apart_and_averaged() -> None:
    subject = of_two()
    alone = [
        value(consistency(Subject(joined(voice(4.0), voice(4.0, 4.0))))).amount
        for voice in (man, woman)
    ]
    found = value(consistency(subject))
    assert found.amount == pytest.approx(np.mean(alone))
    assert found.details["speakers"] == pytest.approx({"m": alone[0], "w": alone[1]})
    mixed = value(consistency(Subject(subject.sound)))
    assert found.amount > mixed.amount


def test_a_speaker_of_few_words_is_named_and_not_counted() -> None:
    turns = (Turn("w", 0, 8), Turn("m", 8, 9))
    found = value(consistency(Subject(joined(woman(8.0), man(1.0)), turns=turns)))
    speakers = found.details["speakers"]
    assert isinstance(speakers, dict)
    assert speakers["m"] is None
    assert found.amount == speakers["w"]
    short = (Turn("w", 0, 1), Turn("m", 8, 9), Turn("x", 90, 95))
    nobody = consistency(Subject(joined(woman(8.0), man(1.0)), turns=short))
    assert isinstance(nobody, NotAvailable)
    assert "turns are too short" in nobody.reason


def test_turns_are_joined_in_time_and_cut_to_the_clip() -> None:
    sound = Sound(np.arange(10.0), 1)
    turns = [Turn("a", 6, 99), Turn("b", 3, 6), Turn("a", -1, 2)]
    assert speech_of(sound, turns, "a").samples.tolist() == [0, 1, 6, 7, 8, 9]


@pytest.mark.parametrize(
    ("cosine", "band"),
    [
        (0.849, "drift"),
        (0.85, "acceptable"),
        (0.90, "acceptable"),
        (0.92, "above acceptable"),
        (0.931, "like a real recording"),
    ],
)
def test_bands_of_the_xvector_scale(cosine: float, band: str) -> None:
    assert band_of(cosine) == band


@pytest.mark.heavy
@pytest.mark.needs_torch
def test_only_xvectors_have_bands_and_a_claim(tmp_path_factory: pytest.TempPathFactory) -> None:
    pytest.importorskip("transformers", reason="transformers is not installed")
    folder = tmp_path_factory.mktemp("models")
    save_tiny_wavlm(folder)
    encoder = WavLmXvector(str(folder))
    found = value(consistency(Subject(man(8.0)), encoder))
    assert found.details["band"] == band_of(found.amount)
    assert TimbreConsistency(encoder).metrics[0].claim
    assert not TimbreConsistency(SPECTRUM).metrics[0].claim


@pytest.mark.heavy
def test_a_voice_that_changes_is_less_consistent(trained: SpeakerEncoder) -> None:
    steady = [value(consistency(Subject(voice()), trained)).amount for voice in (woman, man)]
    changing = Subject(joined(woman(6.0), man(6.0)))
    assert value(consistency(changing, trained)).amount < min(steady) - 0.1


@pytest.mark.heavy
def test_a_voice_is_more_similar_to_its_own_reading_than_to_another_s(
    trained: SpeakerEncoder,
) -> None:
    own, other = (
        attempt(Similarity(trained), Subject(woman(8.0), reference=voice(6.0, 12.0)))
        for voice in (woman, man)
    )
    for name in ("similarity", "sim_fish"):
        assert value(own[name]).amount > value(other[name]).amount + 0.1


def test_similarity_is_to_one_embedding_of_the_reference() -> None:
    sound, reference = woman(8.6), woman(5.0, 12.0)
    found = attempt(Similarity(SPECTRUM), Subject(sound, reference=reference))
    voice = SPECTRUM.embed([reference.samples])[0]
    cosines = {}
    for stride, begins in ((2.0, (0, 2, 4, 6)), (1.5, (0, 1.5, 3, 4.5, 6))):
        parts = [sound.samples[round(b * RATE) : round((b + 3) * RATE)] for b in begins]
        cosines[stride] = [float(SPECTRUM.embed([part])[0] @ voice) for part in parts]
    assert value(found["similarity"]).amount == pytest.approx(np.mean(cosines[2.0]))
    assert value(found["sim_fish"]).amount == pytest.approx(np.mean(cosines[1.5]))
    spread = np.sqrt(np.mean((np.array(cosines[1.5]) - np.mean(cosines[1.5])) ** 2))
    assert value(found["sim_fish_std"]).amount == pytest.approx(spread)


def test_a_clip_is_as_similar_as_can_be_to_itself() -> None:
    sound = woman(3.0)
    found = attempt(Similarity(SPECTRUM), Subject(sound, reference=sound))
    assert value(found["similarity"]).amount == pytest.approx(1.0)
    assert isinstance(found["sim_fish_std"], NotAvailable)


@pytest.mark.parametrize(
    ("reference", "says"),
    [
        (None, "reference audio"),
        (Sound(np.ones(8000), RATE), "shorter than a second"),
        (Sound(np.zeros(80_000), RATE), "reference is silent"),
    ],
)
def test_without_a_usable_reference_there_is_no_similarity(
    reference: Sound | None, says: str
) -> None:
    found = attempt(Similarity(SPECTRUM), Subject(woman(6.0), reference=reference))
    for name in SIMILARITIES:
        outcome = found[name]
        assert isinstance(outcome, NotAvailable)
        assert says in outcome.reason


def test_speech_in_a_dropped_tail_alone_is_not_told_to_be_a_short_clip() -> None:
    late = Sound(np.concatenate([np.zeros(3 * RATE), woman(0.4).samples]), RATE)
    outcome = attempt(Similarity(SPECTRUM), Subject(late, reference=man(5.0)))["similarity"]
    assert isinstance(outcome, NotAvailable)
    assert "No window of 3 s holds sound" in outcome.reason


def test_crumbs_and_silence_have_no_similarity() -> None:
    for sound in (woman(1.4), Sound(np.zeros(80_000), RATE)):
        found = attempt(Similarity(SPECTRUM), Subject(sound, reference=man(5.0)))
        assert all(isinstance(found[name], NotAvailable) for name in SIMILARITIES)
