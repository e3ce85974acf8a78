"""What the votes say."""

from django.apps import AppConfig


class RatingsConfig(AppConfig):
    """Counts, fits, intervals, boards, exports."""

    name = "ratings"

    def ready(self) -> None:
        """Guard the tables of this app, and say which function does which long work."""
        from corpus.triggers import install_with  # noqa: PLC0415 - models load after apps
        from ratings import long_work  # noqa: F401, PLC0415
        from ratings.guards import GUARDS  # noqa: PLC0415

        install_with(self, GUARDS)
