"""A report comes back from JSON as it was."""

import json
from dataclasses import replace

import numpy as np
import pytest

from evaluation.agreement.report import Report, report, to_json
from evaluation.agreement.stored import from_json
from evaluation.metrics.base import Direction
from tests.evaluation.agreement.worlds import metric, world


def test_a_report_comes_back_from_json_as_it_was() -> None:
    made = world([3], systems=5, votes=1_500)
    inputs = replace(
        made.inputs, register_ratings={0: made.inputs.ratings, 1: made.inputs.ratings[:2]}
    )
    found = report(
        inputs,
        [
            metric(inputs, made.quality, name="truth"),
            metric(inputs, -made.quality, name="lower", direction=Direction.LOWER),
            metric(inputs, np.ones(len(made.quality)), name="constant"),
        ],
    )
    assert from_json(Report, json.loads(json.dumps(to_json(found)))) == found


@pytest.mark.parametrize("broken", [{}, {"method": "one"}, []])
def test_json_of_another_shape_is_refused(broken: object) -> None:
    with pytest.raises((KeyError, TypeError)):
        from_json(Report, broken)
