"""Writes of measurements."""

from evaluation.services.starting import (
    AlreadyMeasuring,
    EvaluationRefused,
    jobs_of,
    start_evaluation,
)

__all__ = ["AlreadyMeasuring", "EvaluationRefused", "jobs_of", "start_evaluation"]
