"""Listeners: a random number each, nothing else about the person."""

import uuid

from django.db import models
from django.utils.translation import gettext_lazy as _


class Listener(models.Model):
    """Someone who votes. Known by a session cookie; no name, no address is kept."""

    class Kind(models.TextChoices):
        PERSON = "person", _("Person")
        SIMULATED = "simulated", _("Simulated")

    key = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    kind = models.CharField(max_length=10, choices=Kind, default=Kind.PERSON)
    created_at = models.DateTimeField(auto_now_add=True)
    consented_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-created_at"]

    def __str__(self) -> str:
        return str(self.key)[:8]
