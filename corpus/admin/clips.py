"""Clips in the admin."""

from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import URLPattern, path, reverse
from django.utils.html import format_html

from corpus.admin.rows import ReadOnlyAdmin
from corpus.models import Clip, Prompt
from corpus.services import render_again
from corpus.sounds.answers import sound_response


def player_of(clip: Clip) -> str:
    """A player of the rendition, for curators."""
    if not clip.rendition:
        return "None yet"
    address = reverse("admin:corpus_clip_sound", args=[clip.pk])
    return format_html('<audio controls preload="none" src="{}"></audio>', address)


@admin.register(Clip)
class ClipAdmin(ReadOnlyAdmin):
    """Clips and how their renditions fared."""

    list_display = ["prompt", "voice", "state", "duration", "loudness", "true_peak", "failure"]
    list_filter = ["state", "voice__system", "prompt__corpus"]
    search_fields = ["prompt__external_id", "voice__name", "failure", "original_name"]
    list_select_related = ["prompt__corpus", "voice__system"]
    exclude = ["original", "rendition"]
    readonly_fields = ["sound"]
    actions = ["render_again"]

    @admin.display(description="Rendition")
    def sound(self, clip: Clip) -> str:
        """What listeners hear."""
        return player_of(clip)

    def get_urls(self) -> list[URLPattern]:
        """One address more, for the sound."""
        sound = self.admin_site.admin_view(self.play)
        return [path("<int:pk>/sound/", sound, name="corpus_clip_sound"), *super().get_urls()]

    def play(self, request: HttpRequest, pk: int) -> HttpResponse:
        """The rendition, for whoever may see clips and read what they say."""
        if not self.has_view_permission(request):
            raise PermissionDenied
        audible = Clip.objects.filter(prompt__in=Prompt.objects.readable_by(request.user))
        clip = get_object_or_404(audible.exclude(rendition=""), pk=pk)
        with clip.rendition.open("rb") as file:
            return sound_response(request, file.read())

    def has_render_permission(self, request: HttpRequest) -> bool:
        """Whoever may change clips, though no form changes one."""
        return request.user.has_perm("corpus.change_clip")

    @admin.action(description="Render again", permissions=["render"])
    def render_again(self, request: HttpRequest, clips: QuerySet[Clip]) -> None:
        """Queue the clips for a new rendition."""
        waiting = render_again(clips=clips)
        self.message_user(request, f"{waiting} clips wait for a new rendition.")
