"""Ceilings and listeners against each other, against going through the votes one by one."""

from collections import Counter

import numpy as np
import pytest

from evaluation.agreement.ceilings import Ceiling, by_clips, ceilings
from evaluation.agreement.clip_scores import clip_scores, field_share
from evaluation.agreement.inputs import Inputs
from evaluation.agreement.listeners import (
    InterRater,
    Reliability,
    each_against_others,
    inter_rater,
    listeners,
)
from evaluation.agreement.pairs import PairCounts
from evaluation.metrics.base import NotAvailable
from tests.evaluation.agreement.worlds import small, world


def counted(inputs: Inputs) -> PairCounts:
    return PairCounts.of(inputs.votes, len(inputs.clips))


def leave_one_out(inputs: Inputs, *, systems: bool) -> tuple[float, int]:
    """Share of votes that the majority of the other listeners predicts, and of how many."""
    votes, of = inputs.votes, inputs.clips.system
    rows = [
        (int(of[won]), int(of[lost]), int(who)) if systems else (int(won), int(lost), int(who))
        for won, lost, who in zip(votes.winner, votes.loser, votes.listener, strict=True)
    ]
    gains = []
    for winner, loser, who in rows:
        others = Counter(
            (won, lost)
            for won, lost, other in rows
            if other != who and {won, lost} == {winner, loser}
        )
        lead = others[winner, loser] - others[loser, winner]
        if others:
            gains.append((lead > 0) + 0.5 * (lead == 0))
    return float(np.mean(gains)), len(gains)


def test_ceilings_are_those_of_leaving_each_listener_out() -> None:
    inputs = world([21], systems=4, prompts=3, votes=150, listeners=8).inputs
    found = ceilings(inputs, counted(inputs))
    for ceiling, systems in ((found.same_clips, False), (found.same_systems, True)):
        assert isinstance(ceiling, Ceiling)
        share, votes = leave_one_out(inputs, systems=systems)
        assert ceiling.share.value == pytest.approx(share)
        assert ceiling.votes == votes


def test_a_listener_asked_twice_does_not_predict_himself() -> None:
    inputs = small([0, 1, 2], [(0, 1, 0), (0, 1, 0), (1, 2, 0)])
    found = ceilings(inputs, counted(inputs))
    assert isinstance(found.same_clips, NotAvailable)
    assert isinstance(found.model, NotAvailable)


def test_the_model_predicts_the_likelier_of_each_pair() -> None:
    inputs = small([0, 1], [(0, 1, 0), (1, 0, 1)], ratings={0: 1400.0, 1: 1000.0})
    found = ceilings(inputs, counted(inputs)).model
    assert isinstance(found, Ceiling)
    assert found.share.value == pytest.approx(10 / 11)  # 400 points are a factor of ten in the odds


def test_each_listener_is_correlated_with_the_mean_of_the_others() -> None:
    inputs = world([22], systems=4, prompts=2, votes=400, listeners=6).inputs
    own = by_clips(inputs.votes, len(inputs.clips))[1]
    found = each_against_others(own, least_items=3)
    votes, expected = inputs.votes, []
    for who in range(6):
        mine, theirs = [], []
        mean: dict[tuple[int, int], list[list[int]]] = {}
        for won, lost, other in zip(votes.winner, votes.loser, votes.listener, strict=True):
            key, sign = (min(won, lost), max(won, lost)), 1 if won < lost else -1
            mean.setdefault(key, [[], []])[int(other != who)].append(sign)
        for me, others in mean.values():
            if me and others:
                mine += [np.mean(me), -np.mean(me)]
                theirs += [np.mean(others), -np.mean(others)]
        expected.append(np.corrcoef(mine, theirs)[0, 1])
    assert found == pytest.approx(expected)


def test_listeners_who_choose_at_random_agree_less_than_those_who_hear_a_difference() -> None:
    hear = world([23], systems=6, prompts=5, votes=4000, listeners=20)
    draw = np.random.default_rng(1)
    votes = hear.inputs.votes
    pairs = np.stack([votes.winner, votes.loser], axis=1)
    guessed = draw.permuted(pairs, axis=1)
    guess = small(
        hear.inputs.clips.system.tolist(),
        list(zip(*guessed.T.tolist(), votes.listener.tolist(), strict=True)),
    )
    sure, unsure = (inter_rater(by_clips(i.votes, len(i.clips))[1]) for i in (hear.inputs, guess))
    assert isinstance(sure, InterRater)
    assert isinstance(unsure, InterRater)
    assert sure.quartiles[2] > 0.3
    assert abs(unsure.quartiles[2]) < 0.15


def test_one_listener_alone_cannot_be_compared() -> None:
    inputs = small([0, 1], [(0, 1, 0)] * 20)
    found = listeners(inputs)
    assert isinstance(found.same_clips, NotAvailable)
    assert isinstance(found.reliability, NotAvailable)


def test_the_score_of_a_clip_is_corrected_for_its_opponents() -> None:
    """Two clips win as often as the model expects: one met a weak system, the other a strong."""
    ratings = {0: 1000.0, 1: 1000.0, 2: 1400.0, 3: 600.0}
    votes = [(0, 2, k) for k in range(1)] + [(2, 0, k) for k in range(10)]
    votes += [(1, 3, k) for k in range(10)] + [(3, 1, k) for k in range(1)]
    inputs = small([0, 1, 2, 3], votes, ratings=ratings)
    scores = clip_scores(inputs, counted(inputs))
    assert scores.clip.tolist() == [0, 1, 2, 3]
    assert scores.votes.tolist() == [11, 11, 11, 11]
    assert scores.share == pytest.approx(field_share(inputs))
    assert scores.share[0] == pytest.approx((0.5 + 1 / 11 + 10 / 11) / 3)


def test_clips_with_few_votes_or_of_unrated_systems_have_no_score() -> None:
    votes = [(0, 1, k) for k in range(5)] + [(2, 0, k) for k in range(9)]
    inputs = small([0, 1, 2], votes, ratings={0: 1000.0, 1: 900.0})
    assert clip_scores(inputs, counted(inputs)).clip.tolist() == [0, 1]
    assert not len(clip_scores(inputs, counted(inputs), least_votes=6).clip)


def test_scores_of_clips_follow_their_true_quality() -> None:
    made = world([24], systems=6, prompts=20, votes=20_000, clip_spread=0.8)
    scores = clip_scores(made.inputs, counted(made.inputs))
    beyond = made.quality - made.of_clip
    residual = scores.share - field_share(made.inputs)[made.inputs.clips.system[scores.clip]]
    assert (
        np.corrcoef(beyond[scores.clip], residual)[0, 1] > 0.8
    )  # votes are noisy, and shares bend


def test_half_of_the_listeners_agrees_with_the_other_half_the_more_votes_there_are() -> None:
    few, many = (
        listeners(world([25], systems=6, prompts=10, votes=votes).inputs).reliability
        for votes in (1500, 30_000)
    )
    assert isinstance(few, Reliability)
    assert isinstance(many, Reliability)
    assert few.full < many.full
    assert many.full == pytest.approx(2 * many.half / (1 + many.half))
    assert many.ceiling > 0.95
