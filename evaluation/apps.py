"""What machines hear."""

from django.apps import AppConfig


class EvaluationConfig(AppConfig):
    """Metrics, measurements of clips, and how well they predict listeners."""

    name = "evaluation"

    def ready(self) -> None:
        """Guard the tables, check what models are named, say which function does which work."""
        from corpus.triggers import install_with  # noqa: PLC0415 - models load after apps
        from evaluation import checks, jobs  # noqa: F401, PLC0415
        from evaluation.guards import GUARDS  # noqa: PLC0415
        from evaluation.reports import work  # noqa: F401, PLC0415

        install_with(self, GUARDS)
