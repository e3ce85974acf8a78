"""Who listens."""

from django.apps import AppConfig


class ArenaConfig(AppConfig):
    """Studies, listeners, matchups, votes, exclusions; pairing."""

    name = "arena"

    def ready(self) -> None:
        """Guard the tables of this app."""
        from arena.guards import GUARDS  # noqa: PLC0415 - models load after apps
        from corpus.triggers import install_with  # noqa: PLC0415

        install_with(self, GUARDS)
