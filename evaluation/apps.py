"""Evaluation as a Django app."""

from django.apps import AppConfig


class EvaluationConfig(AppConfig):
    """What machines say of the clips."""

    name = "evaluation"
