"""How people talk, and where texts and readings come from."""

from django.db import models


class Register(models.Model):
    """How someone is talking: casual conversation, explainer, phone agent. Never a topic."""

    slug = models.SlugField(unique=True)
    name = models.CharField(max_length=80, unique=True)
    description = models.TextField(blank=True)
    position = models.PositiveSmallIntegerField(default=0, help_text="Order in lists.")

    class Meta:
        ordering = ["position", "slug"]

    def __str__(self) -> str:
        return self.name


class Source(models.Model):
    """Where prompts or readings come from, under which licence."""

    name = models.CharField(max_length=200, unique=True)
    licence = models.CharField(max_length=120)
    attribution = models.TextField(blank=True, help_text="The credit that the licence asks for.")
    url = models.URLField(blank=True)

    class Meta:
        ordering = ["name"]

    def __str__(self) -> str:
        return self.name
