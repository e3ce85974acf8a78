"""Writes of uploads: taking files in, looking at them, matching, storing, removing."""

from corpus.services.uploads.errors import UploadRefused
from corpus.services.uploads.looking import start_looking
from corpus.services.uploads.matching import leave_out, match_anew, pick, take_in_again
from corpus.services.uploads.removing import (
    close_forgotten,
    discard_upload,
    remove_staged_files,
)
from corpus.services.uploads.staging import begin_upload, receive
from corpus.services.uploads.storing import confirm_upload, why_another_confirms

__all__ = [
    "UploadRefused",
    "begin_upload",
    "close_forgotten",
    "confirm_upload",
    "discard_upload",
    "leave_out",
    "match_anew",
    "pick",
    "receive",
    "remove_staged_files",
    "start_looking",
    "take_in_again",
    "why_another_confirms",
]
