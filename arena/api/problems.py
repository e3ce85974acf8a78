"""Errors as problem details (RFC 9457), each with a code that clients may rely on."""

from typing import Any

from django.http import JsonResponse
from rest_framework import exceptions, status
from rest_framework.exceptions import APIException
from rest_framework.response import Response
from rest_framework.views import exception_handler as default_handler

from arena.services import listening

MEDIA_TYPE = "application/problem+json"


class Problem(APIException):
    """An error with its own code."""

    title = "Something is wrong"


class StudyNotFound(Problem):
    """No public study has this slug."""

    status_code = status.HTTP_404_NOT_FOUND
    default_code = "study-not-found"
    title = "Study not found"
    default_detail = "There is no study at this address."


class MatchupNotFound(Problem):
    """Unknown token, or one of another session: the two are not told apart."""

    status_code = status.HTTP_404_NOT_FOUND
    default_code = "matchup-not-found"
    title = "Matchup not found"
    default_detail = "There is no such matchup for this session. Ask for a new one."


class StudyNotOpen(Problem):
    """The study takes no votes."""

    status_code = status.HTTP_403_FORBIDDEN
    default_code = "study-not-open"
    title = "Study not open"
    default_detail = "This study takes no votes at the moment."


class NoMatchupLeft(Problem):
    """There is nothing to compare."""

    status_code = status.HTTP_409_CONFLICT
    default_code = "no-matchup-left"
    title = "Nothing to compare"
    default_detail = "No two recordings of one sentence are ready in this study yet."


class TooManyPending(Problem):
    """Two open matchups are enough."""

    status_code = status.HTTP_409_CONFLICT
    default_code = "too-many-pending"
    title = "Too many open matchups"
    default_detail = "Two matchups are open already. Answer one of them first."


class AlreadyVoted(Problem):
    """One matchup, one vote."""

    status_code = status.HTTP_409_CONFLICT
    default_code = "already-voted"
    title = "Already voted"
    default_detail = "This matchup has its vote. Ask for the next one."


class MatchupExpired(Problem):
    """The matchup's time is over."""

    status_code = status.HTTP_410_GONE
    default_code = "matchup-expired"
    title = "Matchup expired"
    default_detail = "This matchup was open for too long. Ask for a new one."


class MatchupClosed(Problem):
    """The matchup was skipped."""

    status_code = status.HTTP_410_GONE
    default_code = "matchup-closed"
    title = "Matchup closed"
    default_detail = "This matchup was reported and skipped. Ask for a new one."


class MatchupWithdrawn(Problem):
    """What was to be heard is no longer there."""

    status_code = status.HTTP_410_GONE
    default_code = "matchup-withdrawn"
    title = "Matchup withdrawn"
    default_detail = "A recording of this matchup was replaced meanwhile. Ask for a new one."


PROBLEMS: dict[type[listening.VotingError], type[Problem]] = {
    listening.StudyNotOpen: StudyNotOpen,
    listening.NoMatchupLeft: NoMatchupLeft,
    listening.TooManyPending: TooManyPending,
    listening.AlreadyVoted: AlreadyVoted,
    listening.MatchupExpired: MatchupExpired,
    listening.MatchupClosed: MatchupClosed,
    listening.MatchupWithdrawn: MatchupWithdrawn,
}

# Codes of the errors that REST framework itself raises.
CODES = {
    exceptions.ValidationError: ("invalid", "Invalid request"),
    exceptions.ParseError: ("invalid", "Invalid request"),
    exceptions.UnsupportedMediaType: ("unsupported-media-type", "Unsupported media type"),
    exceptions.MethodNotAllowed: ("method-not-allowed", "Method not allowed"),
    exceptions.Throttled: ("throttled", "Too many requests"),
}


def exception_handler(error: Exception, context: dict[str, Any]) -> Response | None:
    """Turn any expected error of the API into problem details; others become a 500."""
    if isinstance(error, listening.VotingError):
        error = PROBLEMS[type(error)]()
    response = default_handler(error, context)
    if response is None:
        return None
    response.data = _details(error, response)
    response.content_type = MEDIA_TYPE
    return response


def _details(error: Exception, response: Response) -> dict[str, Any]:
    code, title = CODES.get(type(error), ("", ""))
    if isinstance(error, Problem):
        code, title = error.default_code, error.title
    details: dict[str, Any] = {
        "type": "about:blank",
        "title": title or response.status_text,
        "status": response.status_code,
        "code": code or "not-found",
    }
    if isinstance(error, exceptions.ValidationError):
        return {
            **details,
            "detail": "The request has wrong or missing fields.",
            "errors": response.data,
        }
    detail = getattr(error, "detail", response.status_text)
    return {**details, "detail": str(detail)}


def problem_response(status_code: int, code: str, title: str) -> JsonResponse:
    """Problem details for errors outside of REST framework's views."""
    body = {
        "type": "about:blank",
        "title": title,
        "status": status_code,
        "detail": f"{title}.",
        "code": code,
    }
    return JsonResponse(body, status=status_code, content_type=MEDIA_TYPE)
