"""Sounds on their way to a browser: whole or by byte range, for listeners and for staff alike."""
