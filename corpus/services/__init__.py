"""Writes of what is spoken."""

from corpus.services.clips import add_clip, render_clip
from corpus.services.versions import freeze_version

__all__ = ["add_clip", "freeze_version", "render_clip"]
