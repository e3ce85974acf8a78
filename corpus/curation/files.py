"""Files that pages hand out."""

from django.http import HttpResponse

from corpus.prompt_files.tables import Form
from corpus.prompt_files.writing import MEDIA_TYPES


def attachment(content: bytes, form: Form, name: str) -> HttpResponse:
    """A file to be saved, kept by no cache."""
    answer = HttpResponse(content, content_type=MEDIA_TYPES[form])
    answer["Content-Disposition"] = f'attachment; filename="{name}.{form.value}"'
    answer["Cache-Control"] = "private, no-store"
    answer["X-Content-Type-Options"] = "nosniff"
    return answer
