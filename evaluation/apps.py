"""What machines hear."""

from django.apps import AppConfig


class EvaluationConfig(AppConfig):
    """Metrics, measurements of clips, and how well they predict listeners."""

    name = "evaluation"

    def ready(self) -> None:
        """Say which function measures."""
        from evaluation import jobs  # noqa: F401, PLC0415 - models load after apps
