"""Boards in the admin."""

from typing import Any

from django.contrib import admin
from django.http import HttpRequest

from corpus.admin import ReadOnlyAdmin
from ratings.models import (
    Board,
    Publication,
    PublicationSchedule,
    Standing,
    VoteBlock,
    VoteExport,
    VotePlan,
    VotesBetween,
)


class StandingInline(admin.TabularInline[Standing, Board]):
    """The rows of a board."""

    model = Standing
    fields = ["position", "system", "state", "rating", "rating_low", "rating_high", "votes"]
    extra = 0
    can_delete = False


@admin.register(Board)
class BoardAdmin(ReadOnlyAdmin):
    """Immutable snapshots."""

    list_display = [
        "id",
        "study",
        "slice_key",
        "created_at",
        "vote_count",
        "simulated_count",
        "digest",
    ]
    list_filter = ["study", "slice_key"]
    search_fields = ["digest"]
    list_select_related = ["study"]
    date_hierarchy = "created_at"
    inlines = [StandingInline]


@admin.register(Standing)
class StandingAdmin(ReadOnlyAdmin):
    """Rows of boards."""

    list_display = ["board", "system", "rating", "rating_low", "rating_high", "votes", "state"]
    list_filter = ["board__study", "state"]
    search_fields = ["system__name"]
    list_select_related = ["board", "system"]


@admin.register(VotesBetween)
class VotesBetweenAdmin(ReadOnlyAdmin):
    """What the votes between two boards say, derived from the votes."""

    list_display = ["before", "after", "vote_count", "note"]
    list_select_related = ["before", "after"]


@admin.register(VotePlan)
class VotePlanAdmin(ReadOnlyAdmin):
    """Plans of listenings."""

    list_display = ["job"]
    list_select_related = ["job"]


@admin.register(VoteBlock)
class VoteBlockAdmin(ReadOnlyAdmin):
    """Votes packed for reading, derived from the votes."""

    list_display = ["study", "number", "vote_count", "last_vote"]
    list_filter = ["study"]
    list_select_related = ["study"]
    exclude = ["content"]


@admin.register(PublicationSchedule)
class PublicationScheduleAdmin(ReadOnlyAdmin):
    """Declarations of when boards become public: added, never edited."""

    list_display = ["study", "__str__", "declared_at", "declared_by"]
    list_filter = ["study"]
    list_select_related = ["study"]
    fields = ["study", "first_at", "every_hours"]

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Curators declare."""
        return request.user.has_perm("ratings.add_publicationschedule")

    def save_model(self, request: HttpRequest, obj: Any, form: Any, change: bool) -> None:  # noqa: FBT001
        """Note who declared it."""
        obj.declared_by = request.user.get_username()
        super().save_model(request, obj, form, change)


@admin.register(Publication)
class PublicationAdmin(ReadOnlyAdmin):
    """What was published at declared times."""

    list_display = ["study", "declared_for", "created_at", "last_vote", "last_exclusion"]
    list_filter = ["study"]
    list_select_related = ["study"]
    date_hierarchy = "declared_for"


@admin.register(VoteExport)
class VoteExportAdmin(ReadOnlyAdmin):
    """The log of votes that left the site."""

    list_display = ["created_at", "created_by", "study", "form", "row_count", "digest"]
    list_filter = ["study", "form"]
    search_fields = ["created_by", "digest"]
    list_select_related = ["study"]
    date_hierarchy = "created_at"
