"""Measurements held against the listeners of a stored board: read, kept, shown."""
