"""Zip archives from strangers: what may be in them, and reading it within bounds."""
