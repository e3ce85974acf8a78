"""Logs and reports of errors without private texts.

What a person typed, what a function held and what a row contained may be a private prompt. Logs and
reports leave the site's rules of access behind, so they tell what happened where, and none of that.
"""

import logging
import re
from collections.abc import ItemsView
from types import TracebackType
from typing import Any

from django.http import HttpRequest
from django.views.debug import ExceptionReporter, SafeExceptionReporterFilter

# PostgreSQL quotes the row that it refuses: "DETAIL:  Failing row contains (1, the text, …)."
_DETAIL = re.compile(
    r"\n(?:DETAIL|CONTEXT|QUERY):.*?(?=\n\n(?:The above exception was|During handling of)|\Z)",
    re.DOTALL,
)
_TYPED = ("QUERY_STRING", "HTTP_REFERER")


def without_rows(message: str) -> str:
    """The message of a database, or a traceback that has some, without what rows contain."""
    return _DETAIL.sub("", message)


class PlainFormatter(logging.Formatter):
    """Lines of the log, without what rows contain."""

    def format(self, record: logging.LogRecord) -> str:
        """One record with its traceback."""
        return without_rows(super().format(record))


class PrivateFilter(SafeExceptionReporterFilter):
    """Hides everything typed and every variable, whatever its name, unless debugging."""

    def get_safe_request_meta(self, request: HttpRequest | None) -> dict[str, Any]:
        """Headers; addresses without their queries, which may be words of a search."""
        if request is None:
            return {}
        meta = dict(super().get_safe_request_meta(request))
        if self.is_active(request):
            meta |= {name: self.cleansed_substitute for name in _TYPED if name in meta}
        return meta

    def get_post_parameters(self, request: HttpRequest | None) -> dict[str, Any]:
        """Names of the fields that were sent."""
        return self._hidden(request, super().get_post_parameters(request))

    def get_traceback_frame_variables(
        self, request: HttpRequest | None, tb_frame: Any
    ) -> ItemsView[str, Any]:
        """Names of the variables of a function."""
        variables = dict(super().get_traceback_frame_variables(request, tb_frame))
        return self._hidden(request, variables).items()

    def _hidden(self, request: HttpRequest | None, values: dict[str, Any]) -> dict[str, Any]:
        if not self.is_active(request):
            return values
        return dict.fromkeys(values, self.cleansed_substitute)


class PrivateReporter(ExceptionReporter):
    """A report that says where it happened and what kind of error it was."""

    def get_traceback_data(self) -> dict[str, Any]:
        """Everything that a report shows."""
        told: dict[str, Any] = super().get_traceback_data()
        if not self.filter.is_active(self.request):
            return told
        told["unicode_hint"] = ""
        told["request_FILES_items"] = []
        if self.request is not None:
            hidden = self.filter.cleansed_substitute
            told["request_GET_items"] = [(name, hidden) for name in self.request.GET]
            told["request_insecure_uri"] = self.request.path
        if "exception_value" in told:
            told["exception_value"] = without_rows(told["exception_value"])
        return told

    def get_exception_traceback_frames(
        self, exc_value: BaseException | None, tb: TracebackType | None
    ) -> Any:
        """The frames of one exception; what caused it is named by its kind."""
        for frame in super().get_exception_traceback_frames(exc_value, tb):
            if self.filter.is_active(self.request) and frame.get("exc_cause"):
                frame["exc_cause"] = type(frame["exc_cause"]).__name__
            yield frame
