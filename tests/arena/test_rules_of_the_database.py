"""What the database itself refuses, whoever asks."""

from collections.abc import Callable

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from arena.models import Exclusion, Listener, Matchup, Study, StudySystem, Vote
from arena.services.listening import copied_fields
from corpus.models import Clip, CorpusVersion, Prompt, Register, System, VersionPrompt, Voice
from tests.voting import VotingClient


@pytest.fixture
def vote(study: Study, listener: VotingClient) -> Vote:
    """A vote that was given."""
    listener.vote(listener.matchup()["token"])
    return Vote.objects.get()


def refuses(change: Callable[[], object], sentence: str) -> None:
    """Check that the database refuses ``change`` with ``sentence``."""
    with pytest.raises(IntegrityError, match=sentence), transaction.atomic():
        change()


def test_a_vote_is_never_edited_or_deleted(vote: Vote) -> None:
    never = "A vote is never edited or deleted"
    refuses(lambda: Vote.objects.update(choice="right"), never)
    refuses(lambda: Vote.objects.all()._raw_delete("default"), never)


def test_an_exclusion_is_never_edited_or_deleted(vote: Vote) -> None:
    Exclusion.objects.create(vote=vote, reason=Exclusion.Reason.CURATOR)
    never = "An exclusion is never edited or deleted"
    refuses(lambda: Exclusion.objects.update(detail="changed"), never)
    refuses(lambda: Exclusion.objects.all()._raw_delete("default"), never)


def test_an_issued_matchup_keeps_its_clips_and_sides(vote: Vote) -> None:
    other = Clip.objects.exclude(pk=vote.matchup.left_clip_id).first()
    assert other is not None
    never = "An issued matchup never changes"
    refuses(lambda: Matchup.objects.update(left_clip=other), never)
    refuses(lambda: Matchup.objects.update(probability=0.5), never)
    refuses(lambda: Matchup.objects.update(purpose=Matchup.Purpose.PRACTICE), never)


def test_a_listener_stays_a_person_or_simulated(vote: Vote) -> None:
    refuses(
        lambda: Listener.objects.update(kind=Listener.Kind.SIMULATED),
        "A listener stays a person or simulated",
    )


def test_a_closed_matchup_takes_no_vote(vote: Vote) -> None:
    matchup = Matchup.objects.exclude(pk=vote.matchup_id).get()
    Matchup.objects.filter(pk=matchup.pk).update(closed_at=timezone.now())
    late = Vote(matchup=matchup, choice="left", response_seconds=1, **copied_fields(matchup))
    refuses(late.save, "reported and skipped takes no vote")


@pytest.mark.parametrize("field", ["prompt_id", "gender", "left_system_id"])
def test_both_clips_of_a_matchup_are_of_its_prompt_gender_and_systems(
    vote: Vote, field: str
) -> None:
    matchup = vote.matchup
    others = {
        "prompt_id": Prompt.objects.exclude(pk=matchup.prompt_id).values_list("pk", flat=True)[0],
        "gender": "male" if matchup.gender == "female" else "female",
        "left_system_id": System.objects.exclude(
            pk__in=[matchup.left_system_id, matchup.right_system_id]
        ).values_list("pk", flat=True)[0],
    }
    matchup.pk, matchup.token = None, "another"
    setattr(matchup, field, others[field])
    refuses(lambda: matchup.save(force_insert=True), "Both clips of a matchup")


def test_a_system_never_meets_itself(vote: Vote) -> None:
    matchup = vote.matchup
    matchup.pk, matchup.token = None, "another"
    matchup.right_system_id = matchup.left_system_id
    matchup.right_clip_id = matchup.left_clip_id
    refuses(lambda: matchup.save(force_insert=True), "matchup_systems_differ")


def test_a_vote_repeats_its_matchup(vote: Vote, listener: VotingClient) -> None:
    matchup = Matchup.objects.exclude(pk=vote.matchup_id).get()
    swapped = Vote(
        matchup=matchup,
        choice="left",
        study_id=matchup.study_id,
        listener_id=matchup.listener_id,
        prompt_id=matchup.prompt_id,
        gender=matchup.gender,
        left_system_id=matchup.right_system_id,
        right_system_id=matchup.left_system_id,
        response_seconds=1,
    )
    refuses(swapped.save, "A vote repeats the study")


def test_a_frozen_version_never_changes(study: Study) -> None:
    version = study.version
    never = "A frozen corpus version"
    refuses(lambda: CorpusVersion.objects.update(number=7), never)
    refuses(lambda: VersionPrompt.objects.all()._raw_delete("default"), never)
    source = Prompt.objects.all()[0]
    extra = Prompt.objects.create(
        corpus=version.corpus,
        external_id="late",
        text="A late one.",
        register=source.register,
        source=source.source,
    )
    refuses(lambda: VersionPrompt.objects.create(version=version, prompt=extra), never)


def test_a_prompt_of_a_frozen_version_keeps_its_text(study: Study) -> None:
    refuses(lambda: Prompt.objects.update(text="Changed."), "superseded, never edited")
    renamed = Prompt.objects.filter(external_id="explainer-1")
    refuses(lambda: renamed.update(external_id="other"), "superseded, never edited")
    Prompt.objects.update(topic="anything")


def test_no_prompt_is_moved_into_a_frozen_version(study: Study) -> None:
    frozen = study.version
    prompt = frozen.prompts.all()[0]
    other = CorpusVersion.objects.create(corpus=frozen.corpus, number=9)
    VersionPrompt.objects.create(version=other, prompt=frozen.prompts.all()[1])
    CorpusVersion.objects.filter(pk=other.pk).update(frozen_at=timezone.now(), digest="x")
    draft = CorpusVersion.objects.create(corpus=frozen.corpus, number=10)
    chosen = VersionPrompt.objects.create(version=draft, prompt=prompt, stratum="low")
    VersionPrompt.objects.filter(pk=chosen.pk).update(stratum="high")
    refuses(
        lambda: VersionPrompt.objects.filter(pk=chosen.pk).update(version=other),
        "takes no further prompt",
    )


def test_a_register_in_a_frozen_version_keeps_its_slug(study: Study) -> None:
    explainer = Register.objects.filter(slug="explainer")
    refuses(lambda: explainer.update(slug="lecture"), "keeps its slug")
    explainer.update(name="Lecture")
    Register.objects.filter(slug="casual-conversation").update(slug="chat")


def test_a_system_with_matchups_stays_in_its_study(vote: Vote) -> None:
    used = StudySystem.objects.filter(study=vote.study_id, system=vote.left_system_id)
    refuses(used.delete, "switch it off instead")
    late = System.objects.create(slug="late", name="Late")
    refuses(lambda: used.update(system=late), "An entry keeps its study and system")
    used.update(is_active=False)
    StudySystem.objects.create(study=vote.study, system=late).delete()


def test_a_study_needs_a_frozen_version(study: Study) -> None:
    draft = CorpusVersion.objects.create(corpus=study.version.corpus, number=99)
    refuses(
        lambda: Study.objects.create(slug="early", title="Early", version=draft),
        "A study uses a frozen corpus version",
    )
    refuses(lambda: Study.objects.update(version=draft), "A study")


def test_a_clip_is_unique_for_voice_and_prompt_and_keeps_both(study: Study) -> None:
    clip = Clip.objects.all()[0]
    copy = Clip(voice=clip.voice, prompt=clip.prompt, original_digest="x", original="x")
    refuses(copy.save, "(?i)unique")
    other = Prompt.objects.exclude(pk=clip.prompt_id)[0]
    refuses(
        lambda: Clip.objects.filter(pk=clip.pk).update(prompt=other),
        "A clip keeps its voice and prompt",
    )


def test_a_voice_keeps_its_system_and_gender(study: Study) -> None:
    voice = Voice.objects.filter(gender="female")[0]
    refuses(
        lambda: Voice.objects.filter(pk=voice.pk).update(gender="male"),
        "A voice keeps its system and gender",
    )


def test_there_is_one_human_anchor(study: Study) -> None:
    refuses(
        lambda: System.objects.create(slug="other", name="Other", kind=System.Kind.HUMAN),
        "(?i)unique",
    )


def test_a_ready_clip_has_a_rendition_and_a_failed_one_a_reason(study: Study) -> None:
    refuses(lambda: Clip.objects.update(rendition=""), "ready_clip_has_rendition")
    refuses(lambda: Clip.objects.update(state="failed"), "failed_clip_has_reason")


def test_a_clip_names_a_known_format_or_none(study: Study) -> None:
    Clip.objects.update(container_hint="g722")
    refuses(lambda: Clip.objects.update(container_hint="g729"), "clip_container_hint_known")


def test_a_vote_has_one_matchup(vote: Vote) -> None:
    vote.pk = None
    vote.created_at = timezone.now()
    refuses(lambda: vote.save(force_insert=True), "(?i)unique")
