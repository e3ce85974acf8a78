"""Newton's method on a concave log-likelihood, with steps halved until they climb."""

from collections.abc import Callable

import numpy as np

from ratings.statistics.derivatives import Totals, information, score
from ratings.statistics.model import FitError, Parameters, log_likelihood, moments
from ratings.statistics.votes import FloatArray

STEP_TOLERANCE = 1e-8  # after a step this small the remaining error is its square
SAFE_STEP = np.log(2) / 3  # moves no η by more than ln 2, see `_climb`
MAX_STEPS = 100
MAX_HALVINGS = 40


def maximise(
    counts: FloatArray,
    start: Parameters,
    direction: Callable[[FloatArray, FloatArray], FloatArray],
) -> Parameters:
    """Parameters at the maximum of the likelihood of counts (n, n, 3).

    direction: from information (p, p) and score (p,) to the full Newton step (p,); constraints on
    the parameters live there. Raises FitError when no maximum is found.
    """
    parameters, totals = start, Totals.of(counts)
    for _ in range(MAX_STEPS):
        at = moments(parameters)
        step = direction(information(totals, at, parameters), score(totals, at, parameters))
        length = float(np.abs(step).max())
        parameters = _climb(counts, parameters, step, length)
        if length <= STEP_TOLERANCE:
            return parameters
    raise FitError(
        "The fit found no maximum: the votes are too unbalanced for the precision of the computer."
    )


def _climb(
    counts: FloatArray, parameters: Parameters, step: FloatArray, length: float
) -> Parameters:
    """Go along a step, halved until the likelihood does not fall (beyond rounding).

    The logistic curvature changes by at most a factor e^r when every η moves by at most r, so a
    Newton step with r ≤ ln 2 cannot fall (Bach 2010, self-concordance) and is not checked.
    """
    if length <= SAFE_STEP:
        return parameters.moved(step)
    here = log_likelihood(counts, parameters)
    slack = 1e-12 * max(1.0, abs(here))
    for halving in range(MAX_HALVINGS):
        there = parameters.moved(step / 2**halving)
        if log_likelihood(counts, there) >= here - slack:
            return there
    raise FitError("The fit cannot improve on the likelihood; the votes are too unbalanced.")
