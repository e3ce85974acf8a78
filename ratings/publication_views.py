"""The page on which curators declare when a study's boards become public."""

from typing import Any

from django import forms
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_http_methods

from arena.models import Study
from corpus.curation.access import needs, person
from corpus.roles import CURATE
from ratings.publication import notice_of
from ratings.services.publish import declare_publications

MOST_HOURS = 24 * 366


class PublicationForm(forms.Form):
    """Times at which boards become public; neither of the two: at once."""

    first_at = forms.DateTimeField(
        label="First publication (UTC)",
        required=False,
        widget=forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"),
        help_text="Still to come. Leave both empty to show boards as they are made.",
    )
    every_hours = forms.IntegerField(
        label="Hours between publications",
        required=False,
        min_value=1,
        max_value=MOST_HOURS,
        help_text="24 daily, 168 weekly.",
    )

    def declare(self, *, study: Study, by: str) -> bool:
        """Declare what was asked, if it makes sense; what does not is told beside its field."""
        asked: dict[str, Any] = self.cleaned_data
        try:
            declare_publications(study=study, by=by, **asked)
        except ValidationError as error:
            self.add_error(None, error)
            return False
        return True


@require_http_methods(["GET", "HEAD", "POST"])
@needs(CURATE)
def publication(request: HttpRequest, slug: str) -> HttpResponse:
    """What was declared for a study, and the form of the next declaration."""
    study = get_object_or_404(Study, slug=slug)
    form = PublicationForm(request.POST or None)
    if form.is_valid() and form.declare(study=study, by=person(request).get_username()):
        messages.success(request, "Declared. It holds from now on, and stays readable.")
        return redirect("ratings:publication", slug=slug)
    context = {
        "study": study,
        "form": form,
        "schedules": study.schedules.order_by("-declared_at", "-pk"),
        "publication": notice_of(study, None, staff=False),
    }
    return render(request, "curate/study_publication.html", context)
