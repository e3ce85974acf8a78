"""Arena in the admin."""

from typing import Any

from django import forms
from django.contrib import admin
from django.contrib.admin.helpers import ActionForm
from django.db.models import Exists, OuterRef, QuerySet
from django.http import HttpRequest
from django.utils.html import format_html

from arena.models import ClipReport, Exclusion, Listener, Matchup, Study, StudySystem, Vote
from arena.services import entries_edited, exclude_votes
from corpus.admin import ReadOnlyAdmin, SettledForm, player_of


class StudySystemForm(SettledForm):
    """An entry keeps its system."""

    settled = ["system"]


class StudySystemInline(admin.TabularInline[StudySystem, Study]):
    """The systems of a study; one that leaves is switched off, since its votes stay."""

    model = StudySystem
    form = StudySystemForm
    extra = 1
    can_delete = False
    readonly_fields = ["joined_at", "left_at", "is_catching_up"]


@admin.register(Study)
class StudyAdmin(admin.ModelAdmin[Study]):
    """Running comparisons."""

    list_display = ["title", "slug", "state", "version", "created_at"]
    list_filter = ["state"]
    search_fields = ["title", "slug", "question"]
    list_select_related = ["version__corpus"]
    prepopulated_fields = {"slug": ["title"]}
    inlines = [StudySystemInline]

    def get_readonly_fields(self, request: HttpRequest, obj: Study | None = None) -> list[str]:
        """A study keeps its corpus version."""
        return ["version"] if obj else []

    def save_related(self, request: HttpRequest, form: Any, formsets: Any, change: bool) -> None:  # noqa: FBT001
        """Systems came or went, or rules changed: the next draws follow."""
        super().save_related(request, form, formsets, change)
        entries_edited(study=form.instance)


@admin.register(Listener)
class ListenerAdmin(ReadOnlyAdmin):
    """Who votes: a number each."""

    list_display = ["key", "kind", "created_at", "consented_at"]
    list_filter = ["kind"]
    search_fields = ["key"]


@admin.register(Matchup)
class MatchupAdmin(ReadOnlyAdmin):
    """What was issued."""

    list_display = [
        "issued_at",
        "study",
        "left_system",
        "right_system",
        "gender",
        "purpose",
        "probability",
    ]
    list_filter = ["study", "purpose", "gender"]
    search_fields = ["listener__key", "prompt__external_id"]
    list_select_related = ["study", "left_system", "right_system"]
    date_hierarchy = "issued_at"
    exclude = ["token"]


class ReasonForm(ActionForm):
    """Asks why votes are excluded."""

    detail = forms.CharField(required=False, label="Reason", max_length=500)


@admin.register(Vote)
class VoteAdmin(ReadOnlyAdmin):
    """What was answered; a vote is excluded with a reason, never edited."""

    list_display = [
        "id",
        "created_at",
        "study",
        "left_system",
        "right_system",
        "choice",
        "is_counted",
    ]
    list_filter = ["study", "choice", "gender", "listener__kind"]
    search_fields = ["listener__key", "prompt__external_id"]
    list_select_related = ["study", "left_system", "right_system"]
    date_hierarchy = "created_at"
    action_form = ReasonForm

    def get_queryset(self, request: HttpRequest) -> QuerySet[Vote]:
        """Votes, each with whether it is excluded."""
        excluded = Exclusion.objects.filter(vote=OuterRef("pk"))
        votes: QuerySet[Vote] = super().get_queryset(request)
        return votes.annotate(excluded=Exists(excluded))

    @admin.display(description="Counts", boolean=True)
    def is_counted(self, vote: Vote) -> bool:
        """Whether boards count the vote."""
        return not getattr(vote, "excluded", True)

    actions = ["exclude_with_reason"]

    def has_exclude_permission(self, request: HttpRequest) -> bool:
        """Whoever may add exclusions."""
        return request.user.has_perm("arena.add_exclusion")

    @admin.action(description="Exclude from boards (say why)", permissions=["exclude"])
    def exclude_with_reason(self, request: HttpRequest, votes: QuerySet[Vote]) -> None:
        """Exclude the chosen votes; a reason is required."""
        detail = request.POST.get("detail", "").strip()
        if not detail:
            self.message_user(request, "Nothing was excluded: write a reason first.", "error")
            return
        count = exclude_votes(votes=votes, detail=f"{detail} ({request.user})")
        said = "vote is" if count == 1 else "votes are"
        self.message_user(request, f"{count} {said} excluded from the next board, for good.")


@admin.register(Exclusion)
class ExclusionAdmin(ReadOnlyAdmin):
    """Why votes are left out."""

    list_display = ["vote_id", "reason", "detail", "created_at"]
    list_filter = ["reason", "vote__study"]
    search_fields = ["detail"]


@admin.register(ClipReport)
class ClipReportAdmin(admin.ModelAdmin[ClipReport]):
    """What listeners reported; curators tick it off."""

    list_display = ["created_at", "reason", "clip", "detail", "is_settled"]
    list_filter = ["is_settled", "reason", "matchup__study"]
    search_fields = ["detail", "clip__prompt__external_id", "clip__voice__name"]
    list_editable = ["is_settled"]
    list_select_related = ["clip__prompt__corpus", "clip__voice__system"]
    readonly_fields = ["matchup", "clip", "left", "right", "reason", "detail", "created_at"]

    @admin.display(description="Left clip")
    def left(self, report: ClipReport) -> str:
        """What was heard on the left."""
        clip = report.matchup.left_clip
        return format_html("{} {}", player_of(clip), clip)

    @admin.display(description="Right clip")
    def right(self, report: ClipReport) -> str:
        """What was heard on the right."""
        clip = report.matchup.right_clip
        return format_html("{} {}", player_of(clip), clip)

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Listeners report."""
        return False
