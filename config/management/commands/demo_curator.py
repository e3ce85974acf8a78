"""``manage.py demo_curator``: the demo's login."""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from config.curator import ensure_curator


class Command(BaseCommand):
    """Makes the account once; says each time how to log in."""

    help = "Make the demo's superuser with a random password, kept in var/curator-password."

    def handle(self, *args: Any, **options: Any) -> None:
        """Make or find it."""
        self.stdout.write(f"Curator's login: {ensure_curator(settings.VAR)}")
