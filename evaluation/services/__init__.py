"""Writes of measurements."""

from evaluation.services.starting import EvaluationRefused, jobs_of, start_evaluation

__all__ = ["EvaluationRefused", "jobs_of", "start_evaluation"]
