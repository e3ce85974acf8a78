"""``manage.py build_demo``: the demo study, made or completed."""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from arena.demo import build_demo
from corpus.models import Clip


class Command(BaseCommand):
    """Make the demo study from the voices of this machine; votes that are there stay."""

    help = "Make the demo study from the voices of this machine; votes that are there stay."

    def handle(self, *args: Any, **options: Any) -> None:
        """Build and report."""
        study = build_demo(folder=settings.VAR / "demo-cache", say=self._say)
        clips = Clip.objects.filter(prompt__corpus=study.version.corpus)
        failed = clips.filter(state=Clip.State.FAILED)
        ready = clips.ready().count()
        self._say(f"Study “{study.title}”: {ready} clips ready, {failed.count()} failed")
        for clip in failed.select_related("voice__system", "prompt__corpus"):
            self._say(f"  {clip.voice}, {clip.prompt}: {clip.failure}")

    def _say(self, line: str) -> None:
        self.stdout.write(line)
        self.stdout.flush()
