"""Rows that the site writes and nobody edits."""

from typing import Any

from django.contrib import admin
from django.http import HttpRequest


class ReadOnlyAdmin(admin.ModelAdmin[Any]):
    """Rows that the site writes and nobody edits."""

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest) -> bool:
        """A list is not filtered by what it hides: the number of rows would tell what they hold."""
        if lookup.partition("__")[0] in (self.exclude or ()):
            return False
        return super().lookup_allowed(lookup, value, request)

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Only the site adds."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Nobody edits."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Nobody deletes."""
        return False
