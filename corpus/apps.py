"""What is spoken."""

from django.apps import AppConfig


class CorpusConfig(AppConfig):
    """Prompts, versions, systems, voices, clips."""

    name = "corpus"

    def ready(self) -> None:
        """Guard the tables of this app, and name the kinds of long work."""
        from corpus import prompt_jobs, synthesis_jobs  # noqa: F401, PLC0415 - models load after apps
        from corpus.guards import GUARDS  # noqa: PLC0415 - models load after apps
        from corpus.triggers import install_with  # noqa: PLC0415

        install_with(self, GUARDS)
