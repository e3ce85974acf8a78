"""What speaks for a system: an endpoint, a program of the server, an engine of the site."""

from typing import Any, ClassVar

from django import forms
from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_http_methods

from corpus.curation.access import needs
from corpus.models import Synthesizer, System
from corpus.roles import CURATE
from corpus.services.synthesis.engines import CannotSpeak, key_for, spoken_name
from corpus.synthesis.settings import (
    FASTEST,
    FORMATS,
    LONGEST_WAIT,
    SLOWEST,
    Kind,
    SettingsError,
    SpeechApiSettings,
    parse_settings,
)
from corpus.synthesis.voice_names import check_voice_name


class SynthesizerForm(forms.ModelForm[Synthesizer]):
    """What every kind has. given: fields that are settings of the kind."""

    given: ClassVar[tuple[str, ...]] = ()

    class Meta:
        model = Synthesizer
        fields = ["requests_per_minute"]
        labels = {"requests_per_minute": "Texts a minute"}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        known = self.instance.settings
        self.initial.update({name: known[name] for name in self.given if name in known})

    def clean(self) -> dict[str, Any]:
        """Put the settings together; each problem is told at its field."""
        given = super().clean() or {}
        raw = {name: given[name] for name in self.given if name in given}
        try:
            parsed = parse_settings(self.instance.kind, raw)
        except SettingsError as error:
            for name, problem in error.problems.items():
                if name not in self.errors:
                    self.add_error(name if name in self.fields else None, problem)
            return given
        if isinstance(parsed, SpeechApiSettings) and "secret" not in self.errors:
            try:
                key_for(given.get("secret", ""), parsed.host)
            except CannotSpeak as error:
                self.add_error("secret", str(error))
        self.instance.settings = raw
        return given


class SpeechApiForm(SynthesizerForm):
    """An endpoint."""

    given = ("base_url", "model", "response_format", "speed", "timeout", "key_header", "extra")

    base_url = forms.CharField(
        label="Base address",
        max_length=300,
        help_text="Such as https://api.openai.com/v1; “/audio/speech” is added.",
    )
    model = forms.CharField(max_length=200, help_text="As the provider names it.")
    secret = forms.ChoiceField(
        label="Key",
        required=False,
        help_text="Kept on the server by its administrator; only its name is stored here.",
    )
    response_format = forms.ChoiceField(
        label="Format of the answer", choices=[(name, name.upper()) for name in FORMATS]
    )
    speed = forms.FloatField(
        min_value=SLOWEST, max_value=FASTEST, initial=1.0, help_text="1: the voice’s own."
    )
    timeout = forms.FloatField(
        label="Seconds for one text", min_value=1, max_value=LONGEST_WAIT, initial=60.0
    )
    key_header = forms.CharField(
        label="Header of the key",
        max_length=40,
        initial="Authorization",
        help_text="Authorization for most; some ask for api-key.",
    )
    extra = forms.JSONField(
        label="Further fields",
        required=False,
        initial=dict,
        empty_value={},
        widget=forms.Textarea(attrs={"rows": 3, "spellcheck": "false"}),
        help_text='A JSON object that is sent along, such as {"instructions": "…"}.',
    )

    class Meta(SynthesizerForm.Meta):
        fields = ["secret", "requests_per_minute", "cost_per_million", "currency"]
        labels = {
            **SynthesizerForm.Meta.labels,
            "cost_per_million": "Price of a million characters",
        }

    field_order = (
        *("base_url", "model", "secret", "requests_per_minute", "cost_per_million", "currency"),
        *("response_format", "speed", "timeout", "key_header", "extra"),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["secret"]
        assert isinstance(field, forms.ChoiceField)  # noqa: S101 - as above
        known = [(key.name, f"{key.name} ({key.host})") for key in settings.SPEECH_KEYS.values()]
        field.choices = [("", "None: the endpoint needs no key"), *sorted(known)]

    def clean_currency(self) -> str:
        """Three capital letters, as ISO 4217 has them."""
        currency = str(self.cleaned_data["currency"]).upper()
        if not (len(currency) == 3 and currency.isascii() and currency.isalpha()):
            raise forms.ValidationError("Give three letters, such as USD or EUR.")
        return currency


class CommandForm(SynthesizerForm):
    """A program."""

    given = ("command",)

    command = forms.ChoiceField(
        label="Program",
        help_text="The server’s administrator lists programs; see docs/operations.md.",
    )

    field_order = ("command", "requests_per_minute")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["command"]
        assert isinstance(field, forms.ChoiceField)  # noqa: S101 - as above
        known = settings.SPEECH_COMMANDS.values()
        field.choices = sorted(
            (one.name, f"{one.name}: {' '.join(one.arguments)}") for one in known
        )


FORMS: dict[str, type[SynthesizerForm]] = {
    Kind.SPEECH_API: SpeechApiForm,
    Kind.COMMAND: CommandForm,
}


@require_http_methods(["GET", "HEAD", "POST"])
@needs(CURATE)
def edit(request: HttpRequest, slug: str) -> HttpResponse:
    """Choose what speaks for a system; ``?kind=`` shows the settings of another kind."""
    system = get_object_or_404(System, slug=slug, kind=System.Kind.SYNTHETIC)
    standing = Synthesizer.objects.filter(system=system).first()
    kind = request.GET.get("kind") or (standing.kind if standing else Kind.SPEECH_API)
    if kind not in Synthesizer.Kind.values:
        raise Http404
    instance = standing or Synthesizer(system=system)
    if instance.kind != kind:
        instance.kind, instance.settings, instance.secret = kind, {}, ""
    form = FORMS.get(kind, SynthesizerForm)(request.POST or None, instance=instance)
    if request.method == "POST" and form.is_valid():
        form.save()
        _tell_unknown_voices(request, instance)
        messages.success(request, f"{system} speaks by: {instance.get_kind_display()}.")
        return redirect("curate:edit-synthesizer", slug=slug)
    context = {
        "system": system,
        "standing": Synthesizer.objects.filter(system=system).first(),
        "form": form,
        "kind": kind,
        "kinds": Synthesizer.Kind.choices,
        "no_command": kind == Kind.COMMAND and not settings.SPEECH_COMMANDS,
    }
    return render(request, "curate/synthesizer.html", context)


def _tell_unknown_voices(request: HttpRequest, synthesizer: Synthesizer) -> None:
    """Voices that were chosen before what speaks: a sentence for each that it does not have."""
    for voice in synthesizer.system.voices.current():
        check = check_voice_name(synthesizer.kind, spoken_name(voice))
        if told := check.problem or check.unchecked:
            messages.warning(request, f"{voice.name}: {told}")
