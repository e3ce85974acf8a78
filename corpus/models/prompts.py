"""Prompts, what curators decide about them, and everything that happened to them."""

from typing import TYPE_CHECKING, Self

from django.conf import settings
from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.db import models
from django.db.models import Exists, F, OuterRef, Q
from django.utils.translation import gettext_lazy as _

from corpus.models.corpora import Corpus
from corpus.models.registers import Register, Source
from corpus.roles import READ_TEXT

if TYPE_CHECKING:
    from corpus.models.versions import CorpusVersion

Account = AbstractBaseUser | AnonymousUser
# Clips and readings are of a text. The register, too, is in the manifest of a frozen version, and
# says in which slice of a board the votes on it are; the difficulty's stratum follows from it.
SPOKEN_FIELDS = frozenset({"text"})
FROZEN_FIELDS = frozenset({"text", "register"})


class LanguageModel(models.Model):
    """What measured difficulty: a back end's model, told by its digest from any other."""

    name = models.CharField(max_length=200)
    digest = models.CharField(max_length=64, help_text="SHA-256 of its weights.")

    class Meta:
        ordering = ["name"]
        constraints = [
            models.UniqueConstraint(fields=["name", "digest"], name="language_model_unique"),
        ]

    def __str__(self) -> str:
        return f"{self.name} ({self.digest[:12]})"


class PromptQuerySet(models.QuerySet["Prompt"]):
    """Reads of prompts."""

    def current(self) -> Self:
        """Prompts that stand: neither superseded nor withdrawn."""
        return self.filter(is_current=True).exclude(state=Prompt.State.WITHDRAWN)

    def held_by(self, version: "CorpusVersion | None") -> Self:
        """Prompts that a version holds, in its wordings; without a version those that stand.

        A frozen version goes on being listened to, so what it holds may be superseded or withdrawn.
        """
        return self.current() if version is None else self.filter(versions=version)

    def readable_by(self, account: Account) -> Self:
        """Prompts whose text this person may read: public ones, and private with the permission."""
        if getattr(account, "has_perm", None) and account.has_perm(READ_TEXT):  # type: ignore[union-attr]
            return self
        return self.filter(corpus__visibility=Corpus.Visibility.PUBLIC)

    def to_review(self) -> Self:
        """Prompts that wait for somebody else's judgement."""
        return self.filter(is_current=True, state=Prompt.State.WAITING)

    def approved_by_contributors(self) -> Self:
        """Those whose approver wrote something of them, as was possible before that was refused."""
        theirs = PromptChange.objects.contributions().filter(
            prompt__corpus=OuterRef("corpus"),
            prompt__external_id=OuterRef("external_id"),
            by=OuterRef("reviewer"),
        )
        return self.filter(Exists(theirs), state=Prompt.State.APPROVED)

    def to_review_by(self, account: Account) -> Self:
        """Prompts that this person may judge: nobody judges what they contributed to."""
        return self.to_review().exclude(Prompt.contributed_to_by(account))

    def to_review_by_others(self, account: Account) -> Self:
        """Prompts that wait for judgement, and not for this person's."""
        return self.to_review().filter(Prompt.contributed_to_by(account))

    def approved(self) -> Self:
        """Prompts that somebody else found good."""
        return self.filter(is_current=True, state=Prompt.State.APPROVED)

    def measured(self) -> Self:
        """Prompts whose difficulty is known by their corpus's model, if only that it has none."""
        return self.filter(language_model__name=F("corpus__language_model"))

    def unmeasured(self) -> Self:
        """Prompts that their corpus's model has not seen."""
        return self.exclude(
            language_model__isnull=False, language_model__name=F("corpus__language_model")
        )


class Prompt(models.Model):
    """One text to be spoken, in one register, with its source.

    A text that listeners may have heard is superseded by a new prompt of the same external id,
    never edited.
    """

    class State(models.TextChoices):
        WAITING = "waiting", _("Waiting for review")
        APPROVED = "approved", _("Approved")
        RETURNED = "returned", _("Sent back")
        WITHDRAWN = "withdrawn", _("Withdrawn")

    corpus = models.ForeignKey(Corpus, on_delete=models.PROTECT, related_name="prompts")
    external_id = models.CharField(max_length=120, help_text="Stable id of the curators' own.")
    text = models.TextField()
    register = models.ForeignKey(Register, on_delete=models.PROTECT, related_name="prompts")
    topic = models.CharField(max_length=120, blank=True)
    source = models.ForeignKey(Source, on_delete=models.PROTECT, related_name="prompts")
    passage = models.TextField(
        blank=True,
        help_text="What the source says, to see that the prompt is no transcript of it. Private.",
    )
    created_at = models.DateTimeField(auto_now_add=True)

    is_current = models.BooleanField(default=True, help_text="Not superseded.")
    supersedes = models.OneToOneField(
        "self",
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="superseded_by",
    )

    state = models.CharField(max_length=10, choices=State, default=State.WAITING)
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="prompts_written",
        help_text="Who brought the text as it stands; nobody: a program did.",
    )
    reviewer = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="prompts_reviewed",
    )
    reviewed_at = models.DateTimeField(null=True, blank=True)
    reason = models.TextField(blank=True, help_text="Why it was sent back or withdrawn.")
    is_acting_heavy = models.BooleanField(
        default=False,
        help_text="Asks for acting rather than talking, which is out of scope.",
    )

    findings = models.JSONField(default=list, blank=True, help_text="What linting found.")
    lint_version = models.PositiveSmallIntegerField(default=0, help_text="0: not linted yet.")
    perplexity = models.FloatField(null=True, blank=True, help_text="Per word.")
    language_model = models.ForeignKey(
        LanguageModel,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="prompts",
    )

    revision = models.PositiveIntegerField(
        default=0,
        editable=False,
        help_text="Grows with every change, so that no change overwrites one that it has not seen.",
    )

    objects = PromptQuerySet.as_manager()

    class Meta:
        ordering = ["corpus", "external_id"]
        indexes = [models.Index(fields=["corpus", "state"], name="prompt_by_state")]
        permissions = [
            ("read_text", "Can read the text of private prompts"),
            ("curate", "Can import, edit, upload, synthesise and freeze"),
            ("review", "Can review prompts and accept readings"),
            ("read_aloud", "Can record the readings that await"),
        ]
        constraints = [
            models.UniqueConstraint(
                fields=["corpus", "external_id"],
                condition=Q(is_current=True),
                name="prompt_external_id_unique_in_corpus",
            ),
            models.CheckConstraint(condition=~Q(text=""), name="prompt_text_not_empty"),
            models.CheckConstraint(
                condition=Q(state__in=["waiting", "approved", "returned", "withdrawn"]),
                name="prompt_state_known",
            ),
            models.CheckConstraint(
                condition=Q(author__isnull=True)
                | Q(reviewer__isnull=True)
                | ~Q(author=F("reviewer")),
                name="nobody_reviews_their_own_prompt",
            ),
            # Prompts that a program brought from a published source have no author to differ from.
            models.CheckConstraint(
                condition=~Q(state="approved")
                | Q(author__isnull=True)
                | (Q(reviewer__isnull=False) & Q(reviewed_at__isnull=False)),
                name="approved_prompt_has_reviewer",
            ),
            models.CheckConstraint(
                condition=~Q(state__in=["returned", "withdrawn"]) | ~Q(reason=""),
                name="sent_back_prompt_has_reason",
            ),
            models.CheckConstraint(
                condition=~Q(state="approved") | Q(is_acting_heavy=False),
                name="approved_prompt_is_not_acting_heavy",
            ),
            models.CheckConstraint(
                condition=Q(perplexity__isnull=True) | Q(language_model__isnull=False),
                name="perplexity_has_its_model",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.corpus.slug}/{self.external_id}"

    @staticmethod
    def contributed_to_by(account: Account) -> Q:
        """Current prompts of whose text or passage this person wrote something.

        What stood under the same external id before counts too. One subquery for all rows.
        """
        standing = Prompt.objects.filter(
            is_current=True,
            corpus__prompts__external_id=F("external_id"),
            corpus__prompts__changes__in=PromptChange.objects.contributions_of(account),
        )
        return Q(author=account.pk) | Q(pk__in=standing.values("pk"))

    def has_contribution_of(self, account: Account) -> bool:
        """Whether this person wrote something of its text or passage."""
        mine = Prompt.contributed_to_by(account)
        return Prompt.objects.filter(mine, pk=self.pk).exists()

    @property
    def error_count(self) -> int:
        """How many findings keep it from approval."""
        return sum(finding["severity"] == "error" for finding in self.findings)

    @property
    def warning_count(self) -> int:
        """How many findings ask for a look."""
        return sum(finding["severity"] == "warning" for finding in self.findings)

    @property
    def is_frozen(self) -> bool:
        """Whether a frozen version holds it."""
        return self.versions.filter(frozen_at__isnull=False).exists()

    @property
    def takes_clips(self) -> bool:
        """Whether its wording is still spoken: it is the newest, or a frozen version holds it."""
        return self.is_current or self.is_frozen

    @property
    def kept_fields(self) -> frozenset[str]:
        """Fields whose change supersedes it: what listeners may have heard, or a version froze."""
        if self.is_frozen:
            return FROZEN_FIELDS
        return SPOKEN_FIELDS if self.clips.exists() else frozenset()


class PromptChangeQuerySet(models.QuerySet["PromptChange"]):
    """Reads of the history."""

    def contributions_of(self, account: Account) -> Self:
        """What this person wrote of texts and passages, and has not undone."""
        return self.contributions().filter(by=account.pk)

    def contributions(self) -> Self:
        """What anybody wrote of texts and passages, and has not undone."""
        action = PromptChange.Action
        # An undo follows at once on what it undoes, and is of the same person.
        undone = PromptChange.objects.filter(
            prompt=OuterRef("prompt"), revision=OuterRef("revision") + 1, action=action.UNDONE
        )
        brought = Q(action__in=[action.IMPORTED, action.ADDED])
        edited = Q(action=action.EDITED, after__has_any_keys=["text", "passage"])
        return self.filter(brought | edited, ~Exists(undone))


class PromptChange(models.Model):
    """One thing that happened to a prompt: who, when, what. Never edited."""

    class Action(models.TextChoices):
        IMPORTED = "imported", _("imported")
        ADDED = "added", _("added")
        EDITED = "edited", _("edited")
        SUPERSEDED = "superseded", _("superseded")
        APPROVED = "approved", _("approved")
        RETURNED = "returned", _("sent back")
        WITHDRAWN = "withdrawn", _("withdrawn")
        RESTORED = "restored", _("restored")
        UNDONE = "undone", _("undone")

    prompt = models.ForeignKey(Prompt, on_delete=models.PROTECT, related_name="changes")
    action = models.CharField(max_length=10, choices=Action)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        null=True,
        related_name="prompt_changes",
    )
    at = models.DateTimeField(auto_now_add=True)
    revision = models.PositiveIntegerField(default=0, help_text="Of the prompt since then.")
    before = models.JSONField(default=dict, help_text="Fields as they were, by name.")
    after = models.JSONField(default=dict, help_text="Fields as they are since, by name.")
    reason = models.TextField(blank=True)

    objects = PromptChangeQuerySet.as_manager()

    class Meta:
        ordering = ["prompt", "id"]

    def __str__(self) -> str:
        return f"{self.prompt_id} {self.action}"

    @property
    def deed(self) -> str:
        """What was done, as a word after "has": edited, sent back."""
        return str(self.get_action_display())
