"""Uploads of clips in the admin."""

from django.contrib import admin

from corpus.admin.rows import ReadOnlyAdmin
from corpus.models import UploadBatch, UploadedArchive, UploadedFile


@admin.register(UploadBatch)
class UploadBatchAdmin(ReadOnlyAdmin):
    """Files that somebody brought at once."""

    list_display = ["corpus", "version", "state", "system", "gender", "by", "created_at"]
    list_filter = ["state", "corpus"]
    list_select_related = ["corpus", "version__corpus", "system", "by"]


@admin.register(UploadedArchive)
class UploadedArchiveAdmin(ReadOnlyAdmin):
    """Archives that were sent; their keys in the storage are private."""

    list_display = ["name", "size", "is_unpacked", "failure"]
    search_fields = ["name"]
    exclude = ["file"]


@admin.register(UploadedFile)
class UploadedFileAdmin(ReadOnlyAdmin):
    """Files that were sent; their keys in the storage are private."""

    list_display = ["path", "size", "outcome", "prompt", "voice"]
    list_filter = ["outcome"]
    search_fields = ["path"]
    list_select_related = ["prompt__corpus", "voice__system"]
    exclude = ["file"]
