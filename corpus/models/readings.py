"""Takes of human readings, from the studio to the clip."""

from datetime import timedelta
from typing import Self

from django.conf import settings
from django.contrib.auth.models import User
from django.db import models
from django.db.models import Exists, F, OuterRef, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from corpus.models.clips import Clip, random_key
from corpus.models.prompts import Account, Prompt, PromptQuerySet
from corpus.models.systems import Voice
from corpus.roles import READ_TEXT, REVIEW

# A worker that has not finished a check of one reading by then is taken to be dead.
CHECK_LASTS = timedelta(minutes=3)


def reading_key(reading: "Reading", filename: str) -> str:
    """A random storage key."""
    return random_key("readings")


class ReadingQuerySet(models.QuerySet["Reading"]):
    """Reads of readings."""

    def open(self) -> Self:
        """Readings that are in question or were accepted: one per prompt and voice."""
        return self.filter(state__in=Reading.OPEN)

    def standing(self) -> Self:
        """Open readings of the text that their prompt still has."""
        return self.open().filter(text=F("prompt__text"))

    def to_check(self) -> Self:
        """Readings that no machine listens to, or that one began with and died, oldest first."""
        idle = Q(check_begun_at=None) | Q(check_begun_at__lt=timezone.now() - CHECK_LASTS)
        return self.filter(idle, state=Reading.State.CHECKING).order_by("pk")

    def to_decide(self, account: Account) -> Self:
        """Readings by others that wait for this person's judgement, oldest first."""
        return self.filter(state=Reading.State.WAITING).exclude(reader=account.pk).order_by("pk")

    def audible_to(self, account: Account) -> Self:
        """Readings whose sound this person may hear: their own, and all if they judge them."""
        if isinstance(account, User) and account.has_perms([REVIEW, READ_TEXT]):
            return self
        return self.filter(reader=account.pk)


class Reading(models.Model):
    """One take of a prompt, read aloud by a person and sent as it was recorded.

    A machine checks it, another person decides, and what they accept becomes the clip of the
    reader's voice. What could not become a clip goes back to the reader at once.
    """

    class State(models.TextChoices):
        CHECKING = "checking", _("Being checked")
        WAITING = "waiting", _("Waiting for a second person")
        ACCEPTED = "accepted", _("Accepted")
        DECLINED = "declined", _("Declined")
        REPLACED = "replaced", _("Replaced by a newer take")
        UNUSABLE = "unusable", _("Cannot be used")

    OPEN = ("checking", "waiting", "accepted")

    prompt = models.ForeignKey(Prompt, on_delete=models.PROTECT, related_name="readings")
    text = models.TextField(help_text="What the reader saw.")
    voice = models.ForeignKey(Voice, on_delete=models.PROTECT, related_name="readings")
    reader = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        related_name="readings",
    )
    token = models.UUIDField(unique=True, help_text="Made by the browser: sent twice, kept once.")
    created_at = models.DateTimeField(auto_now_add=True)

    audio = models.FileField(upload_to=reading_key, max_length=200)
    media_type = models.CharField(max_length=40, help_text="By content.")
    digest = models.CharField(max_length=64, help_text="SHA-256.")
    duration = models.FloatField(null=True, blank=True, help_text="Seconds.")

    state = models.CharField(max_length=10, choices=State, default=State.CHECKING)
    attempts = models.PositiveSmallIntegerField(default=0, help_text="Begun checks.")
    check_begun_at = models.DateTimeField(null=True, blank=True)
    checks = models.JSONField(default=list, blank=True, help_text="What the machine noticed.")

    decided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="readings_decided",
    )
    decided_at = models.DateTimeField(null=True, blank=True)
    reason = models.TextField(blank=True, help_text="Why it is to be read once more.")
    clip = models.OneToOneField(
        Clip,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="reading",
    )

    objects = ReadingQuerySet.as_manager()

    class Meta:
        ordering = ["-pk"]
        indexes = [models.Index(fields=["state", "id"], name="reading_by_state")]
        constraints = [
            models.UniqueConstraint(
                fields=["prompt", "voice"],
                condition=Q(state__in=["checking", "waiting", "accepted"]),
                name="one_open_reading_per_prompt_and_voice",
            ),
            models.CheckConstraint(
                condition=Q(
                    state__in=[
                        "checking",
                        "waiting",
                        "accepted",
                        "declined",
                        "replaced",
                        "unusable",
                    ]
                ),
                name="reading_state_known",
            ),
            models.CheckConstraint(
                condition=Q(decided_by__isnull=True) | ~Q(decided_by=F("reader")),
                name="nobody_decides_on_their_own_reading",
            ),
            models.CheckConstraint(
                condition=~Q(state__in=["accepted", "declined"])
                | (Q(decided_by__isnull=False) & Q(decided_at__isnull=False)),
                name="decided_reading_has_judge",
            ),
            models.CheckConstraint(
                condition=~Q(state__in=["declined", "unusable"]) | ~Q(reason=""),
                name="declined_reading_has_reason",
            ),
            models.CheckConstraint(
                condition=Q(state="accepted", clip__isnull=False)
                | (~Q(state="accepted") & Q(clip__isnull=True)),
                name="reading_has_clip_when_accepted",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.prompt_id} by {self.voice_id}"


def prompts_to_read(voice: Voice) -> PromptQuerySet:
    """What the reader of ``voice`` has still to read, in a fixed order.

    Approved, current prompts of the corpora given to the voice, without those that have a standing
    reading, or a clip that came another way.
    """
    mine = {"prompt": OuterRef("pk"), "voice": voice}
    read = Reading.objects.standing().filter(**mine)
    uploaded = Clip.objects.filter(**mine, reading__isnull=True)
    assigned: PromptQuerySet = prompts_of(voice)
    return assigned.exclude(Exists(read)).exclude(Exists(uploaded)).order_by("pk")


def prompts_of(voice: Voice) -> PromptQuerySet:
    """All that the reader of ``voice`` is to read, read or not."""
    return Prompt.objects.approved().filter(corpus__in=voice.corpora.all())
