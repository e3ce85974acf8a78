"""What views of metrics and of agreement have in common."""

from django.http import HttpResponse
from django.shortcuts import get_object_or_404

from arena.models import Study


def public_study(slug: str) -> Study:
    """A study that everybody may know of. Raises Http404."""
    studies = Study.objects.public().prefetch_related("schedules")
    return get_object_or_404(studies.select_related("version"), slug=slug)


def attachment(content: bytes, *, media_type: str, name: str) -> HttpResponse:
    """A file to keep under *name*."""
    response = HttpResponse(content, content_type=media_type)
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response
