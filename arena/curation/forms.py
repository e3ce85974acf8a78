"""What curators fill in about a study."""

from typing import Any

from django import forms
from django.http import QueryDict

from arena.models import Study
from arena.readiness import Cast, casts_of
from arena.services.running import fingerprint_of
from corpus.models import CorpusVersion, System

RESERVED_SLUGS = {"new"}
# What listeners are asked and what they are told decides what a vote means.
ASKED = ("slug", "question", "shows_text", "heard_share")
FIELDS = (
    *("title", "slug", "question", "introduction", "shows_text", "heard_share"),
    *("votes_per_sitting", "matchup_minutes", "board_every_votes", "board_every_minutes"),
    *("sampling_mode", "uniform_floor", "catch_up_share"),
)
LABELS = {
    "slug": "Name in addresses",
    "shows_text": "Show the prompt’s text to listeners",
    "heard_share": "Share of a clip to be heard before choosing",
    "votes_per_sitting": "Votes per sitting",
    "matchup_minutes": "Minutes until an unanswered matchup expires",
    "board_every_votes": "A new board after so many votes",
    "board_every_minutes": "or after so many minutes",
    "sampling_mode": "Sampling",
    "uniform_floor": "Share of draws that stays uniform",
    "catch_up_share": "Share of draws for systems that joined late",
}
HELP = {
    "slug": "Letters, digits and hyphens: listeners come to /studies/name/.",
    "shows_text": "Off in most studies: whoever reads along listens to the words.",
    "heard_share": "0.1 to 1; 1 is both clips to their end.",
    "matchup_minutes": "",
    "board_every_votes": "",
    "board_every_minutes": "If there was any new vote.",
    "uniform_floor": "0.1 to 1. Matters to the other two kinds of sampling only.",
    "catch_up_share": "0 to 0.5, until they have half the votes that others have.",
}


class VersionForm(forms.Form):
    """Which frozen version a new study is about."""

    version = forms.ModelChoiceField(
        CorpusVersion.objects.frozen().select_related("corpus"),
        label="Frozen version",
        empty_label=None,
        help_text="It cannot be exchanged afterwards.",
    )


class SystemsField(forms.ModelMultipleChoiceField[System]):
    """Systems, each with what the version has of its voices."""

    casts: dict[int, Cast]

    def label_from_instance(self, obj: System) -> str:
        """The system and how many prompts each voice has a ready clip of."""
        said = []
        for part in self.casts[obj.pk].parts:
            word, mark = part.gender.label.lower(), "" if part.is_whole else "⚠ "
            said.append(
                f"{mark}{word} {part.ready} of {part.prompts}" if part.voice else f"⚠ no {word}"
            )
        return f"{obj}: {', '.join(said)}"


class StudyForm(forms.ModelForm[Study]):
    """A study of one frozen version. What listeners were asked stays once it has begun."""

    systems = SystemsField(
        System.objects.none(),
        required=False,
        widget=forms.CheckboxSelectMultiple,
        label="Systems, with the ready clips of each voice",
        help_text="⚠ marks a voice that lacks clips of this version.",
    )
    seen = forms.CharField(widget=forms.HiddenInput, required=False)

    class Meta:
        model = Study
        fields = FIELDS
        labels = LABELS
        help_texts = HELP
        widgets = {"introduction": forms.Textarea(attrs={"rows": 3})}

    def __init__(self, *args: Any, version: CorpusVersion, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.instance.version = version
        self._offer_systems(version)
        if self.instance.pk:
            self.initial["seen"] = fingerprint_of(self.instance, FIELDS)
            if not self.instance.is_draft:
                for name in ASKED:
                    self.fields[name].disabled = True

    def _offer_systems(self, version: CorpusVersion) -> None:
        field = self.fields["systems"]
        assert isinstance(field, SystemsField)  # noqa: S101 - for the type checker
        systems = System.objects.order_by("kind", "name", "version")
        casts = casts_of(version, list(systems))
        field.casts = {cast.system.pk: cast for cast in casts}
        field.queryset = systems
        if self.instance.pk:
            active = self.instance.entries.filter(is_active=True)
            self.initial["systems"] = list(active.values_list("system", flat=True))
        else:
            self.initial["systems"] = [cast.system.pk for cast in casts if not cast.is_silent]

    def look_again(self, stored: Study) -> list[str]:
        """What *stored* has instead of what was sent; the form counts as filled in after that."""
        data = QueryDict(mutable=True)
        data.update(self.data)
        data["seen"] = fingerprint_of(stored, FIELDS)
        self.data = data
        sent = self.cleaned_data
        others = [name for name in FIELDS if sent[name] != getattr(stored, name)]
        said = [f"{self.fields[name].label}: “{getattr(stored, name)}” now." for name in others]
        active = System.objects.filter(entries__study=stored, entries__is_active=True)
        if set(active) != set(sent["systems"]):
            said.append(f"Systems: {', '.join(map(str, active)) or 'none'} now.")
        if self.instance.state != stored.state:
            said.append(f"It is {stored.state} now.")
        return said

    def clean_slug(self) -> str:
        """A name that no page of the workplace has."""
        slug = str(self.cleaned_data["slug"])
        if slug in RESERVED_SLUGS:
            raise forms.ValidationError(f"“{slug}” is an address of the site. Choose another name.")
        return slug
