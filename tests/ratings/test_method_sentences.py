"""Stored parameters in words."""

from typing import Any

from ratings.presentation.method import (
    fit_sentences,
    interval_sentences,
    model_sentences,
    rank_sentences,
    stored_parameters,
)


def method(**change: Any) -> dict[str, Any]:
    """The parameters of a usual board."""
    usual = {
        "model": "Bradley-Terry, maximum likelihood",
        "scale": "Elo, mean 1000",
        "ties": "half",
        "order_effect": False,
        "anchor": "Reader",
        "independent": "listeners",
        "level": 0.95,
        "width": 2.0930,
        "clusters": 20,
        "effective_clusters": 16.5,
        "rank_critical_value": 3.61,
        "seed": 7,
    }
    return {**usual, **change}


def facts(**change: Any) -> dict[str, Any]:
    """What is stored of a board that could be fitted."""
    return {"method": method(**change), "deviance": 877.21}


def test_without_ratings_nothing_is_said_of_the_listeners() -> None:
    nothing = {"method": method(width=None, rank_critical_value=None), "deviance": None}
    assert interval_sentences(nothing) == ["There are no intervals, since there are no ratings."]


def test_intervals_say_their_clusters_factor_and_width() -> None:
    assert interval_sentences(facts()) == [
        (
            "The 95 % intervals are cluster-robust by listener (Liang and Zeger 1986), with 20 "
            "listeners: ± 2.09 standard errors."
        ),
        (
            "As each listener has its own number of votes v, they count as (Σ v)²/Σ v² = 16.5 of "
            "equal ones: the factor on the covariance is 16.5/15.5, and the quantile that of "
            "Student’s t on 15.5 degrees of freedom. A system whose votes come from fewer, counted "
            "alike, has a wider one."
        ),
    ]


def test_a_board_of_an_earlier_method_says_that_all_listeners_counted() -> None:
    earlier = method()
    del earlier["effective_clusters"]
    (sentence,) = interval_sentences({"method": earlier, "deviance": 877.21})
    assert "with 20 listeners and the factor 20/19 on the covariance" in sentence
    assert "Student’s t on 19 degrees of freedom" in sentence


def test_independent_votes_are_admitted() -> None:
    sentence = interval_sentences(facts(independent="votes", width=1.96, clusters=None))[0]
    assert sentence == "The 95 % intervals treat every vote as independent: ± 1.96 standard errors."


def test_two_families_of_clusters_are_both_named() -> None:
    sentence = interval_sentences(facts(independent="listeners and prompts"))[0]
    assert "cluster-robust by listeners and prompts at once" in sentence


def test_one_listener_means_no_intervals_and_no_ranks() -> None:
    alone = method(width=None, clusters=None, rank_critical_value=None)
    assert interval_sentences({"method": alone, "deviance": 3.0})[0].startswith(
        "There are no intervals"
    )
    assert rank_sentences(alone) == ["There are no rank ranges, since there are no intervals."]


def test_ranks_compare_their_critical_value_with_that_of_one_pair() -> None:
    sentence = rank_sentences(method())[0]
    assert "exceeds 3.61 of its own standard errors" in sentence
    assert "(seed 7); one pair alone would need 2.09. A pair that few" in sentence


def test_the_order_effect_is_in_the_model_or_not() -> None:
    assert "is part of the model" in model_sentences(method(order_effect=True))[1]
    assert "is not part of the model" in model_sentences(method())[1]


def test_a_fit_has_its_deviance_and_no_fit_says_why() -> None:
    assert fit_sentences({"deviance": 877.21, "degrees_of_freedom": 841}) == [
        "Deviance 877.2 on 841 degrees of freedom."
    ]
    nothing = fit_sentences({"deviance": None, "degrees_of_freedom": None})
    assert nothing == ["Nothing could be fitted: no two systems have beaten each other."]


def test_every_parameter_is_listed_as_it_is_stored() -> None:
    listed = dict(stored_parameters({"method": method(), "version": 2}))
    assert listed["Rank critical value"] == "3.61"
    assert listed["Order effect"] == "no"
    assert listed["Version"] == "2"
    assert len(listed) == len(method()) + 1
