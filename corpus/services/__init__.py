"""Writes of what is spoken."""

from corpus.services.clips import (
    add_clip,
    render_again,
    render_clip,
    render_whatever_comes,
    voices_changed,
)
from corpus.services.versions import freeze_version

__all__ = [
    "add_clip",
    "freeze_version",
    "render_again",
    "render_clip",
    "render_whatever_comes",
    "voices_changed",
]
