"""One format per address, whatever the Accept header says."""

from collections.abc import Iterable
from typing import Any

from rest_framework.negotiation import BaseContentNegotiation
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request


class IgnoreAccept(BaseContentNegotiation):
    """Audio elements ask for audio and get an error as JSON; neither is worth a 406."""

    def select_parser(self, request: Request, parsers: Iterable[Any]) -> Any:
        """The parser of the request's content type; ``None`` answers 415."""
        sent = (request.content_type or "").split(";")[0].strip()
        return next((parser for parser in parsers if parser.media_type == sent), None)

    def select_renderer(
        self,
        request: Request,
        renderers: Iterable[BaseRenderer],
        format_suffix: str | None = None,
    ) -> tuple[BaseRenderer, str]:
        """The first renderer."""
        first = next(iter(renderers))
        return first, str(first.media_type)
