"""The voting API, version 1."""
