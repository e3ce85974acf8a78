"""Boards in the admin."""

from django.contrib import admin

from corpus.admin import ReadOnlyAdmin
from ratings.models import Board, Standing, VoteBlock


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


@admin.register(VoteBlock)
class VoteBlockAdmin(ReadOnlyAdmin):
    """Votes packed for reading, derived from the votes."""

    list_display = ["study", "number", "vote_count", "last_vote"]
    list_filter = ["study"]
    list_select_related = ["study"]
    exclude = ["content"]
