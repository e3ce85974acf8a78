"""Shapes of the voting API. No field names a system, a prompt's id or a stored file."""

from typing import Any

from rest_framework import serializers
from rest_framework.reverse import reverse

from arena.models import ClipReport, Matchup, Side
from arena.models.matchups import TOKEN_BYTES
from arena.services.listening import MAX_PENDING


class HeardSideSerializer(serializers.Serializer[Any]):
    """What the page says of one clip."""

    plays = serializers.IntegerField(min_value=0, max_value=10_000, required=False)
    share = serializers.FloatField(
        min_value=0,
        max_value=1,
        required=False,
        help_text="Largest share of the clip that was heard.",
    )


class HeardSerializer(serializers.Serializer[Any]):
    """What the page says was played: stored as a claim, never trusted."""

    left = HeardSideSerializer(required=False)
    right = HeardSideSerializer(required=False)
    first = serializers.ChoiceField(Side.choices, required=False, allow_null=True)


class VoteSerializer(serializers.Serializer[Any]):
    """The answer to a matchup."""

    choice = serializers.ChoiceField(Side.choices)
    heard = HeardSerializer(required=False, default=dict)


class MatchupRequestSerializer(serializers.Serializer[Any]):
    """What a page asks for."""

    holding = serializers.ListField(
        child=serializers.CharField(max_length=TOKEN_BYTES * 2),
        max_length=MAX_PENDING * 4,
        required=False,
        default=list,
        help_text="Tokens of open matchups that the page has already.",
    )
    practice = serializers.BooleanField(required=False, default=False)


class ReportSerializer(serializers.Serializer[Any]):
    """Why a matchup is skipped."""

    side = serializers.ChoiceField(Side.choices, required=False, allow_null=True, default=None)
    reason = serializers.ChoiceField(ClipReport.Reason.choices)
    detail = serializers.CharField(max_length=500, required=False, allow_blank=True, default="")


class ClipAddressesSerializer(serializers.Serializer[Any]):
    """Where the two clips are, for this session and matchup only."""

    left = serializers.CharField()
    right = serializers.CharField()


class MatchupSerializer(serializers.Serializer[Matchup]):
    """An issued matchup."""

    token = serializers.CharField()
    practice = serializers.SerializerMethodField()
    clips = serializers.SerializerMethodField()
    text = serializers.SerializerMethodField()
    expires_at = serializers.DateTimeField()

    def get_practice(self, matchup: Matchup) -> bool:
        """Whether it is the practice round, which never counts."""
        return matchup.purpose == Matchup.Purpose.PRACTICE

    def get_clips(self, matchup: Matchup) -> dict[str, str]:
        """Addresses of the two clips."""
        return {side: reverse("api:clip", args=[matchup.token, side]) for side in Side.values}

    def get_text(self, matchup: Matchup) -> str | None:
        """The prompt's text, where the study shows it."""
        return matchup.prompt.text if matchup.study.shows_text else None


class ProgressSerializer(serializers.Serializer[Any]):
    """Votes of the sitting."""

    done = serializers.IntegerField()
    of = serializers.IntegerField()


class TurnSerializer(serializers.Serializer[Any]):
    """Where the listener stands, and what comes next (``null``: nothing can be issued)."""

    progress = ProgressSerializer()
    matchup = MatchupSerializer(allow_null=True)


class CrowdSerializer(serializers.Serializer[Any]):
    """Agreement with the majority of other people on the same two clips."""

    compared = serializers.IntegerField()
    agreed = serializers.IntegerField()


class HumanSerializer(serializers.Serializer[Any]):
    """Matchups with a person's reading in them."""

    heard = serializers.IntegerField()
    picked = serializers.IntegerField()


class SittingSerializer(serializers.Serializer[Any]):
    """A sitting in numbers."""

    progress = ProgressSerializer()
    votes = serializers.IntegerField()
    crowd = CrowdSerializer()
    human = HumanSerializer()


class ProblemSerializer(serializers.Serializer[Any]):
    """Problem details, RFC 9457."""

    type = serializers.CharField()
    title = serializers.CharField()
    status = serializers.IntegerField()
    detail = serializers.CharField()
    code = serializers.CharField()
    errors = serializers.DictField(required=False)  # type: ignore[assignment]
