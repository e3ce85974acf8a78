"""Forms of uploads: who speaks, and which clip one file is to be."""

from collections.abc import Mapping
from typing import Any, cast

from django import forms

from corpus.curation.held import VersionField, offer_versions
from corpus.curation.numbers import number_in
from corpus.models import Corpus, CorpusVersion, Gender, System, UploadBatch, Voice

NAMES_SAY = "Names and folders say it"


class SpeakerForm(forms.Form):
    """Whose clips the files of an upload are, where their names do not say it, and of what."""

    speaker = forms.ChoiceField(
        label="Who speaks",
        required=False,
        help_text="What names and folders leave open is filled in with this.",
    )
    version = VersionField(
        help_text="A frozen version keeps its wordings, superseded ones too.",
    )

    def __init__(
        self,
        data: Mapping[str, Any] | None = None,
        *,
        corpus: Corpus,
        batch: UploadBatch | None = None,
        voice: str = "",
        version: CorpusVersion | None = None,
    ) -> None:
        chosen = _value(batch.system, batch.gender) if batch else _of_voice(voice)
        version = batch.version if batch else version
        super().__init__(data, initial={"speaker": chosen, "version": version})
        offer_versions(self, corpus)
        choices = [("", NAMES_SAY), *_speakers()]
        cast("forms.ChoiceField", self.fields["speaker"]).choices = choices

    @property
    def system(self) -> System | None:
        """The chosen system."""
        key = self.cleaned_data["speaker"].partition(":")[0]
        return System.objects.get(pk=int(key)) if key else None

    @property
    def chosen_version(self) -> CorpusVersion | None:
        """The chosen frozen version; none: the corpus as it stands."""
        chosen: CorpusVersion | None = self.cleaned_data.get("version")
        return chosen

    @property
    def gender(self) -> str:
        """The chosen gender; empty where names say it."""
        return str(self.cleaned_data["speaker"].partition(":")[2])


def _speakers() -> list[tuple[str, list[tuple[str, str]]]]:
    """Current voices by system, each system also without a choice of voice."""
    groups: dict[System, list[tuple[str, str]]] = {}
    for voice in current_voices():
        group = groups.setdefault(
            voice.system, [(_value(voice.system, ""), f"{voice.system}, female or male by name")]
        )
        group.append((_value(voice.system, voice.gender), voice_name(voice)))
    return [(str(system), options) for system, options in groups.items()]


def current_voices() -> list[Voice]:
    """Voices that speak today, by system."""
    current = Voice.objects.filter(is_current=True).select_related("system")
    return list(current.order_by("system__kind", "system__name", "system__version", "gender"))


def voice_name(voice: Voice) -> str:
    """System, gender and name of a voice."""
    return f"{voice.system}, {Gender(voice.gender).label.lower()} ({voice.name})"


def _value(system: System | None, gender: str) -> str:
    return f"{system.pk}:{gender}" if system else ""


def _of_voice(key: str) -> str:
    number = number_in(key)
    voice = None if number is None else Voice.objects.filter(pk=number).first()
    return f"{voice.system_id}:{voice.gender}" if voice else ""
