"""Faces of the voting API: parse, call, render."""

from typing import Any

from django.http import HttpResponseBase
from django.utils import timezone
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from arena import reads
from arena.api import problems
from arena.api.clip_responses import clip_response
from arena.api.serializers import (
    MatchupRequestSerializer,
    ProblemSerializer,
    ReportSerializer,
    SittingSerializer,
    TurnSerializer,
    VoteSerializer,
)
from arena.api.throttles import AddressThrottle, ListenerThrottle
from arena.models import ClipReport, Matchup, Side, Study
from arena.reads import Progress
from arena.services import issue_matchup, record_vote, report_matchup
from arena.services.listening import Ballot, VotingError
from arena.sessions import SESSION_KEY, current_listener, ensure_listener

PROBLEM = OpenApiResponse(ProblemSerializer, description="Problem details with a stable code.")


class ListenerView(APIView):
    """A view for listeners: throttled, never cached."""

    throttle_classes = [ListenerThrottle, AddressThrottle]

    def finalize_response(self, *args: Any, **kwargs: Any) -> Any:
        """Keep answers out of every cache."""
        response = super().finalize_response(*args, **kwargs)
        response["Cache-Control"] = "private, no-store"
        response["Referrer-Policy"] = "no-referrer"
        return response


class MatchupsView(ListenerView):
    """Matchups of a study."""

    @extend_schema(
        operation_id="issue_matchup",
        request=MatchupRequestSerializer,
        responses={201: TurnSerializer, "4XX": PROBLEM},
    )
    def post(self, request: Request, slug: str) -> Response:
        """Issue the session's oldest open matchup that the page does not hold, or a new one."""
        asked = _validated(MatchupRequestSerializer(data=request.data))
        study = _study(slug)
        listener = ensure_listener(request)
        matchup = issue_matchup(study=study, listener=listener, **asked)
        return _turn(reads.progress_before_vote(study, listener), matchup)


class VoteView(ListenerView):
    """The vote of a matchup."""

    @extend_schema(
        operation_id="vote",
        request=VoteSerializer,
        responses={201: TurnSerializer, "4XX": PROBLEM},
    )
    def post(self, request: Request, token: str) -> Response:
        """Record the vote; the answer carries the next matchup."""
        ballot = _validated(VoteSerializer(data=request.data))
        matchup = _matchup(request, token)
        record_vote(matchup=matchup, ballot=Ballot(Side(ballot["choice"]), ballot["heard"]))
        progress = reads.progress_after_vote(matchup.study, matchup.listener)
        return _turn(progress, _next_matchup(matchup))


class ReportView(ListenerView):
    """A report that a matchup cannot be judged."""

    @extend_schema(
        operation_id="report_matchup",
        request=ReportSerializer,
        responses={201: TurnSerializer, "4XX": PROBLEM},
    )
    def post(self, request: Request, token: str) -> Response:
        """Skip the matchup without a vote and tell the curators why."""
        report = _validated(ReportSerializer(data=request.data))
        matchup = _matchup(request, token)
        report_matchup(
            matchup=matchup,
            side=Side(report["side"]) if report["side"] else None,
            reason=ClipReport.Reason(report["reason"]),
            detail=report["detail"],
        )
        progress = reads.progress_before_vote(matchup.study, matchup.listener)
        return _turn(progress, _next_matchup(matchup))


class ClipView(ListenerView):
    """One of the two sounds of a matchup."""

    @extend_schema(
        operation_id="clip",
        responses={
            (200, "audio/wav"): OpenApiTypes.BINARY,
            (206, "audio/wav"): OpenApiTypes.BINARY,
            416: None,
            404: PROBLEM,
        },
    )
    def get(self, request: Request, token: str, side: str) -> HttpResponseBase:
        """The clip, whole or by byte range."""
        matchup = _matchup(request, token)
        if timezone.now() >= matchup.expires_at:
            raise problems.MatchupExpired
        return clip_response(request._request, matchup, Side(side))  # noqa: SLF001


class SittingView(ListenerView):
    """The listener's latest sitting."""

    @extend_schema(operation_id="sitting", responses={200: SittingSerializer, "4XX": PROBLEM})
    def get(self, request: Request, slug: str) -> Response:
        """How often the listener and the crowd agreed, and how often the human was picked."""
        study = _study(slug)
        listener = current_listener(request)
        sitting = reads.latest_sitting(study, listener) if listener else reads.no_sitting(study)
        body = {
            "progress": sitting.progress,
            "votes": sitting.votes,
            "crowd": {"compared": sitting.compared, "agreed": sitting.agreed},
            "human": {"heard": sitting.human_heard, "picked": sitting.human_picked},
        }
        return Response(SittingSerializer(body).data)


def _validated(serializer: Any) -> dict[str, Any]:
    serializer.is_valid(raise_exception=True)
    data: dict[str, Any] = serializer.validated_data
    return data


def _study(slug: str) -> Study:
    study = Study.objects.public().select_related("version__corpus").filter(slug=slug).first()
    if study is None:
        raise problems.StudyNotFound
    return study


def _matchup(request: Request, token: str) -> Matchup:
    # One answer for unknown and for foreign tokens: a token tells nothing to another session.
    listener = request.session.get(SESSION_KEY)
    matchup = (
        Matchup.objects.filter(token=token, listener=listener)
        .select_related("study__version__corpus", "listener", "left_clip", "right_clip", "vote")
        .first()
    )
    if listener is None or matchup is None:
        raise problems.MatchupNotFound
    return matchup


def _next_matchup(answered: Matchup) -> Matchup | None:
    try:
        return issue_matchup(study=answered.study, listener=answered.listener)
    except VotingError:
        # The vote stands; that nothing can follow is said when the page asks for more.
        return None


def _turn(progress: Progress, matchup: Matchup | None) -> Response:
    body = TurnSerializer({"progress": progress, "matchup": matchup}).data
    return Response(body, status=status.HTTP_201_CREATED)
