"""Forms of systems and voices."""

from typing import Any

from django import forms
from django.contrib.auth.models import User

from corpus.models import Clip, Corpus, Synthesizer, System, Voice
from corpus.roles import READ_ALOUD
from corpus.services.voices import VoiceFacts
from corpus.synthesis.voice_names import check_voice_name

MODEL_BACKEND = "django.contrib.auth.backends.ModelBackend"
WEIGHTS = [("", "Not known"), ("true", "Open"), ("false", "Closed")]
NO_ACCOUNT = "Nobody: recordings come as files"


class DateInput(forms.DateInput):
    """The browser's own calendar."""

    input_type = "date"

    def __init__(self) -> None:
        super().__init__(format="%Y-%m-%d")


class SystemForm(forms.ModelForm[System]):
    """What is rated. The version of a system that has clips stays: a new one is a new system."""

    open_weights = forms.TypedChoiceField(
        label="Weights",
        choices=WEIGHTS,
        required=False,
        coerce=lambda value: {"true": True, "false": False}[value],
        empty_value=None,
    )

    class Meta:
        model = System
        fields = [
            *("name", "slug", "provider", "version", "kind", "open_weights"),
            *("released_on", "retired_on", "homepage"),
        ]
        labels = {
            "slug": "Address",
            "released_on": "Released on",
            "retired_on": "Offered until",
            "kind": "Kind",
        }
        help_texts = {
            "slug": "Short name in addresses and files: letters, digits, hyphens.",
            "version": "As the provider names it. Another version is another system.",
        }
        error_messages = {
            "slug": {"invalid": "Only letters, digits, hyphens and underscores, without spaces."}
        }
        widgets = {"released_on": DateInput(), "retired_on": DateInput()}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        known = self.instance.open_weights
        if known is not None:
            self.initial["open_weights"] = "true" if known else "false"
        if self.instance.pk and Clip.objects.filter(voice__system=self.instance).exists():
            for name in ("slug", "version", "kind"):
                self.fields[name].disabled = True
            self.fields[
                "version"
            ].help_text = (
                "It has clips, so it stays this version. Enter another version as a new system."
            )

    def clean(self) -> dict[str, Any]:
        """The end of an offer comes after its beginning."""
        given = super().clean() or {}
        released, retired = given.get("released_on"), given.get("retired_on")
        if released and retired and retired < released:
            self.add_error("retired_on", "This is before the day of its release.")
        anchors = System.objects.filter(kind=System.Kind.HUMAN).exclude(pk=self.instance.pk)
        if given.get("kind") == System.Kind.HUMAN and (anchor := anchors.first()):
            self.add_error(
                "kind", f"There is one human anchor: {anchor.name}. Give readers voices of it."
            )
        return given


class VoiceForm(forms.ModelForm[Voice]):
    """A voice that is to be: everything is open, and a swap says why."""

    because = forms.CharField(
        label="Why another voice?",
        widget=forms.Textarea(attrs={"rows": 2}),
        help_text="Stays beside the old voice.",
    )

    class Meta:
        model = Voice
        fields = ["name", "accent", "choice", "reason", "source_url", "adapter_voice", "reader"]
        labels = {"reader": "Reader’s account", "reason": "Why this one?"}
        help_texts = {
            "name": "As the provider calls it; a reader as they wish to be called.",
            "reason": "",
            "reader": "Who records it in the studio.",
        }
        widgets = {"reason": forms.Textarea(attrs={"rows": 2})}

    def __init__(self, *args: Any, system: System, is_swap: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.system = system
        self.unchecked = ""
        if not is_swap:
            del self.fields["because"]
        if system.is_human:
            for name in ("choice", "source_url", "adapter_voice"):
                del self.fields[name]
            self._offer_readers()
        else:
            del self.fields["reader"]
            self.fields["choice"].required = True

    def _offer_readers(self) -> None:
        field = self.fields["reader"]
        assert isinstance(field, forms.ModelChoiceField)  # noqa: S101 - by Meta
        field.empty_label = NO_ACCOUNT
        field.queryset = User.objects.with_perm(READ_ALOUD, backend=MODEL_BACKEND).order_by(
            "username"
        )

    def clean(self) -> dict[str, Any]:
        """The engine that speaks for the system has this voice, as far as it can be asked here."""
        given = super().clean() or {}
        synthesizer = Synthesizer.objects.filter(system=self.system).first()
        name = given.get("adapter_voice") or given.get("name")
        if synthesizer is not None and name:
            check = check_voice_name(synthesizer.kind, name)
            self.unchecked = check.unchecked
            if check.problem:
                self.add_error("adapter_voice", check.problem)
        return given

    def facts(self) -> VoiceFacts:
        """What was filled in."""
        known = VoiceFacts.__dataclass_fields__
        given = {name: value for name, value in self.cleaned_data.items() if name in known}
        return VoiceFacts(**given)


class VoiceDetailsForm(VoiceForm):
    """A voice that stands: who it is stays once it has clips; what is said of it may be mended."""

    corpora = forms.ModelMultipleChoiceField(
        label="Reads the texts of",
        queryset=Corpus.objects.all(),
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )

    class Meta(VoiceForm.Meta):
        fields = [*VoiceForm.Meta.fields, "corpora"]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if "reader" not in self.fields:
            del self.fields["corpora"]
        if self.instance.is_settled:
            for name in ("name", "adapter_voice", "reader"):
                if name in self.fields:
                    self.fields[name].disabled = True
            self.fields["name"].help_text = "It has clips, so it stays who it is: swap it instead."
