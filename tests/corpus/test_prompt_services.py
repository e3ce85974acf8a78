"""Writing prompts: history, authors, reviews, and two people at once."""

import pytest
from django.contrib.auth.models import User
from django.core.files.base import ContentFile
from django.db import IntegrityError, transaction

from corpus.models import Clip, Corpus, Prompt, Register, System, Voice
from corpus.roles import CURATOR, REVIEWER
from corpus.services import freeze_version
from corpus.services.prompts import (
    CannotApprove,
    IdTaken,
    NeedsReason,
    OwnPrompt,
    PromptError,
    PromptMoved,
    WrongState,
    accept_proposal,
    approve_prompt,
    edit_prompt,
    linting_all,
    restore_prompt,
    return_prompt,
    undo_change,
    withdraw_prompt,
)
from corpus.services.prompts.linting import LINT_VERSION
from corpus.services.prompts.linting_all import lint_corpus
from corpus.text.duplicates import Match, near_duplicates
from corpus.text.findings import Finding
from tests.corpus.curated import corpus_called, prompt_in
from tests.people import account

pytestmark = pytest.mark.django_db

OTHER_WORDS = "Actually, the florist across the road closes at noon."


@pytest.fixture
def cora() -> User:
    return account(CURATOR, name="cora")


@pytest.fixture
def rhea() -> User:
    return account(REVIEWER, name="rhea")


@pytest.fixture
def corpus() -> Corpus:
    return corpus_called()


@pytest.fixture
def prompt(corpus: Corpus, cora: User) -> Prompt:
    return prompt_in(corpus, cora)


def actions(prompt: Prompt) -> list[str]:
    return [change.action for change in prompt.changes.order_by("id")]


def speak(prompt: Prompt) -> None:
    system = System.objects.create(slug="s", name="S", provider="P", version="1")
    voice = Voice.objects.create(system=system, name="V", gender="female", reason="only one")
    clip = Clip(prompt=prompt, voice=voice, original_digest="0" * 64)
    clip.original.save("clip", ContentFile(b"RIFF"))


def test_a_new_prompt_waits_with_its_author_and_its_history(prompt: Prompt, cora: User) -> None:
    assert (prompt.state, prompt.author) == (Prompt.State.WAITING, cora)
    assert actions(prompt) == ["added"]


def test_an_id_is_taken_once(prompt: Prompt, corpus: Corpus, cora: User) -> None:
    with pytest.raises(IdTaken, match="Choose another id"):
        prompt_in(corpus, cora, text=OTHER_WORDS)


def test_what_linting_finds_is_stored(corpus: Corpus, cora: User) -> None:
    found = prompt_in(corpus, cora, text="The bus leaves at 4:15 pm.").findings
    assert [(f["code"], f["severity"]) for f in found] == [("time", "error")]


def test_another_approves(prompt: Prompt, rhea: User) -> None:
    approve_prompt(prompt=prompt, by=rhea, seen=prompt.revision)
    prompt.refresh_from_db()
    assert (prompt.state, prompt.reviewer) == (Prompt.State.APPROVED, rhea)
    assert prompt.reviewed_at is not None


def test_nobody_approves_their_own(prompt: Prompt, cora: User) -> None:
    with pytest.raises(OwnPrompt):
        approve_prompt(prompt=prompt, by=cora, seen=prompt.revision)


def test_an_error_keeps_from_approval(corpus: Corpus, cora: User, rhea: User) -> None:
    prompt = prompt_in(corpus, cora, text="The bus leaves at 4:15 pm.")
    with pytest.raises(CannotApprove, match="time is read in words"):
        approve_prompt(prompt=prompt, by=rhea, seen=prompt.revision)


def test_closeness_to_the_source_keeps_from_approval(
    corpus: Corpus, cora: User, rhea: User
) -> None:
    words = "we were going along the pier when this huge dog just jumped in"
    prompt = prompt_in(corpus, cora, text=words.capitalize() + ".", passage=f"and then {words} so")
    with pytest.raises(CannotApprove, match="source passage"):
        approve_prompt(prompt=prompt, by=rhea, seen=prompt.revision)


def test_a_public_example_that_came_later_keeps_from_approval(
    prompt: Prompt, rhea: User, cora: User
) -> None:
    prompt_in(corpus_called("examples", public=True), cora, "x-1", prompt.text)
    with pytest.raises(CannotApprove, match="public"):
        approve_prompt(prompt=prompt, by=rhea, seen=prompt.revision)
    prompt.refresh_from_db()
    assert prompt.error_count == 1  # what was found is kept though nothing else was written


def test_sending_back_needs_a_reason(prompt: Prompt, rhea: User) -> None:
    with pytest.raises(NeedsReason):
        return_prompt(prompt=prompt, by=rhea, seen=prompt.revision, reason="  ")
    change = return_prompt(prompt=prompt, by=rhea, seen=prompt.revision, reason="Stiff.")
    assert (prompt.state, prompt.reason, change.reason) == ("returned", "Stiff.", "Stiff.")


def test_who_changes_the_text_is_its_author_and_it_waits_again(
    prompt: Prompt, cora: User, rhea: User
) -> None:
    approve_prompt(prompt=prompt, by=rhea, seen=prompt.revision)
    edit_prompt(prompt=prompt, by=rhea, seen=prompt.revision, text=OTHER_WORDS)
    prompt.refresh_from_db()
    assert (prompt.state, prompt.author, prompt.reviewer) == ("waiting", rhea, None)
    with pytest.raises(OwnPrompt):
        approve_prompt(prompt=prompt, by=rhea, seen=prompt.revision)
    approve_prompt(prompt=prompt, by=account(REVIEWER, name="ben"), seen=prompt.revision)


def may_approve(prompt: Prompt, by: User) -> bool:
    """Whether the queue offers it and the service would take it, which must agree."""
    offered = Prompt.objects.to_review_by(by).filter(pk=prompt.pk).exists()
    withheld = Prompt.objects.to_review_by_others(by).filter(pk=prompt.pk).exists()
    assert offered is not withheld
    if not offered:
        with pytest.raises(OwnPrompt, match="somebody else approves it"):
            approve_prompt(prompt=prompt, by=by, seen=prompt.revision)
    return offered


def test_whoever_wrote_some_of_it_does_not_approve_it_when_another_is_its_author(
    prompt: Prompt, cora: User, rhea: User
) -> None:
    edit_prompt(prompt=prompt, by=rhea, seen=prompt.revision, text=f"So, {prompt.text}")
    assert prompt.author == rhea
    assert not may_approve(prompt, cora)
    assert may_approve(prompt, account(REVIEWER, name="ben"))


def test_whoever_changes_the_passage_does_not_approve(
    corpus: Corpus, cora: User, rhea: User
) -> None:
    prompt = prompt_in(corpus, cora, passage="We went along the pier.")
    edit_prompt(prompt=prompt, by=rhea, seen=prompt.revision, passage="")
    assert prompt.author == cora
    assert not may_approve(prompt, rhea)


def test_an_undone_change_and_another_topic_leave_one_free_to_approve(
    prompt: Prompt, rhea: User
) -> None:
    edit_prompt(prompt=prompt, by=rhea, seen=prompt.revision, text=OTHER_WORDS)
    assert not may_approve(prompt, rhea)
    undo_change(change_id=prompt.changes.latest("id").pk, by=rhea)
    prompt.refresh_from_db()
    edit_prompt(prompt=prompt, by=rhea, seen=prompt.revision, topic="baking")
    assert may_approve(prompt, rhea)


def test_undoing_a_later_change_does_not_undo_an_earlier_one(prompt: Prompt, rhea: User) -> None:
    for words in (OTHER_WORDS, "Well, the kettle has been whistling for an hour."):
        edit_prompt(prompt=prompt, by=rhea, seen=prompt.revision, text=words)
    undo_change(change_id=prompt.changes.latest("id").pk, by=rhea)
    prompt.refresh_from_db()
    assert (prompt.text, may_approve(prompt, rhea)) == (OTHER_WORDS, False)


def test_whoever_wrote_what_was_superseded_does_not_approve_what_stands(
    prompt: Prompt, cora: User, rhea: User
) -> None:
    speak(prompt)
    newer = edit_prompt(prompt=prompt, by=rhea, seen=prompt.revision, text=f"So, {prompt.text}")
    assert newer.pk != prompt.pk
    assert not may_approve(newer, cora)
    assert may_approve(newer, account(REVIEWER, name="ben"))


def test_the_same_id_in_another_corpus_bars_nobody(prompt: Prompt, cora: User, rhea: User) -> None:
    other = prompt_in(corpus_called("other"), rhea, external_id=prompt.external_id)
    assert may_approve(prompt, rhea)
    assert may_approve(other, cora)


def test_a_new_topic_leaves_the_text_with_its_author(
    prompt: Prompt, cora: User, rhea: User
) -> None:
    edit_prompt(prompt=prompt, by=rhea, seen=prompt.revision, topic="baking")
    prompt.refresh_from_db()
    assert (prompt.topic, prompt.author) == ("baking", cora)


def test_an_edit_that_changes_nothing_is_none(prompt: Prompt, cora: User) -> None:
    edit_prompt(prompt=prompt, by=cora, seen=prompt.revision, text=f" {prompt.text} ")
    assert actions(prompt) == ["added"]


def test_of_two_edits_at_once_the_second_is_told_and_nothing_is_lost(
    prompt: Prompt, cora: User, rhea: User
) -> None:
    seen = prompt.revision
    edit_prompt(prompt=Prompt.objects.get(), by=rhea, seen=seen, text=OTHER_WORDS)
    with pytest.raises(PromptMoved, match="rhea has edited this prompt") as moved:
        edit_prompt(prompt=Prompt.objects.get(), by=cora, seen=seen, text="Mine instead.")
    assert moved.value.changes[0].after["text"] == OTHER_WORDS
    prompt.refresh_from_db()
    assert prompt.text == OTHER_WORDS


def test_of_two_reviewers_at_once_the_first_decides(prompt: Prompt, rhea: User) -> None:
    seen = prompt.revision
    approve_prompt(prompt=Prompt.objects.get(), by=rhea, seen=seen)
    with pytest.raises(PromptMoved, match="rhea has approved"):
        return_prompt(prompt=prompt, by=account(REVIEWER, name="ben"), seen=seen, reason="No.")


def test_a_proposal_is_accepted_and_undone(corpus: Corpus, cora: User, rhea: User) -> None:
    prompt = prompt_in(corpus, cora, text="The bus leaves at 4:15 pm.")
    finding = Finding.from_record(prompt.findings[0])
    accept_proposal(prompt=prompt, by=rhea, seen=prompt.revision, finding=finding)
    prompt.refresh_from_db()
    assert prompt.text == "The bus leaves at four fifteen p.m."
    assert (prompt.error_count, prompt.author) == (0, rhea)
    last = prompt.changes.latest("id")
    undo_change(change_id=last.pk, by=rhea)
    prompt.refresh_from_db()
    assert prompt.text == "The bus leaves at 4:15 pm."
    assert (prompt.error_count, prompt.author) == (1, cora)
    assert actions(prompt) == ["added", "edited", "undone"]


def test_an_approval_is_undone_by_who_gave_it_only(prompt: Prompt, cora: User, rhea: User) -> None:
    change = approve_prompt(prompt=prompt, by=rhea, seen=prompt.revision)
    with pytest.raises(PromptError, match="Only who made"):
        undo_change(change_id=change.pk, by=cora)
    undo_change(change_id=change.pk, by=rhea)
    prompt.refresh_from_db()
    assert (prompt.state, prompt.reviewer, prompt.reviewed_at) == ("waiting", None, None)


def test_what_was_changed_since_is_not_undone(prompt: Prompt, cora: User, rhea: User) -> None:
    change = approve_prompt(prompt=prompt, by=rhea, seen=prompt.revision)
    edit_prompt(prompt=prompt, by=cora, seen=prompt.revision, text=OTHER_WORDS)
    with pytest.raises(PromptMoved, match="cora has edited"):
        undo_change(change_id=change.pk, by=rhea)


def test_a_withdrawn_prompt_is_restored_to_wait(prompt: Prompt, cora: User) -> None:
    withdraw_prompt(prompt=prompt, by=cora, seen=prompt.revision, reason="Too private.")
    with pytest.raises(WrongState, match="Restore it"):
        edit_prompt(prompt=prompt, by=cora, seen=prompt.revision, text=OTHER_WORDS)
    restore_prompt(prompt=prompt, by=cora, seen=prompt.revision)
    prompt.refresh_from_db()
    assert (prompt.state, prompt.reason) == ("waiting", "")


@pytest.mark.parametrize("how", ["frozen", "spoken"])
def test_what_may_have_been_heard_is_superseded(
    prompt: Prompt, corpus: Corpus, cora: User, how: str
) -> None:
    old_words = prompt.text
    if how == "frozen":
        freeze_version(corpus=corpus, prompts=[prompt])
    else:
        speak(prompt)
    newer = edit_prompt(prompt=prompt, by=cora, seen=prompt.revision, text=OTHER_WORDS)
    prompt.refresh_from_db()
    assert (prompt.text, prompt.is_current) == (old_words, False)
    assert (newer.external_id, newer.is_current, newer.supersedes) == ("p-1", True, prompt)
    assert (actions(prompt), actions(newer)) == (["added", "superseded"], ["edited"])


def test_a_spoken_prompt_keeps_its_recordings_in_another_register(
    prompt: Prompt, cora: User
) -> None:
    speak(prompt)
    register = Register.objects.exclude(pk=prompt.register_id)[0]
    edited = edit_prompt(prompt=prompt, by=cora, seen=prompt.revision, register=register)
    assert (edited.pk, edited.is_current, edited.register) == (prompt.pk, True, register)
    assert edited.clips.count() == 1


def test_a_frozen_prompt_is_superseded_by_one_in_another_register(
    prompt: Prompt, corpus: Corpus, cora: User
) -> None:
    freeze_version(corpus=corpus, prompts=[prompt])
    register = Register.objects.exclude(pk=prompt.register_id)[0]
    newer = edit_prompt(prompt=prompt, by=cora, seen=prompt.revision, register=register)
    assert (newer.supersedes, newer.register) == (prompt, register)


def test_the_database_keeps_a_spoken_text(prompt: Prompt) -> None:
    speak(prompt)
    with pytest.raises(IntegrityError, match="superseded"), transaction.atomic():
        Prompt.objects.filter(pk=prompt.pk).update(text=OTHER_WORDS)


def test_a_whole_corpus_is_linted_anew(prompt: Prompt, corpus: Corpus, cora: User) -> None:
    twin = prompt_in(corpus, cora, "p-2", OTHER_WORDS)
    Prompt.objects.filter(pk=twin.pk).update(text=prompt.text, findings=[], lint_version=0)
    assert lint_corpus(corpus=corpus) == 2
    twin.refresh_from_db()
    assert ([f["code"] for f in twin.findings], twin.lint_version) == (["duplicate"], LINT_VERSION)


def test_what_is_edited_while_a_corpus_is_linted_keeps_its_own_findings(
    prompt: Prompt, corpus: Corpus, cora: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    def edited_meanwhile(texts: list[str], others: list[str]) -> tuple[Match, ...]:
        edit_prompt(prompt=prompt, by=cora, seen=0, text="It costs $5.")
        return near_duplicates(texts, others)

    monkeypatch.setattr(linting_all, "near_duplicates", edited_meanwhile)
    assert lint_corpus(corpus=corpus) == 0
    prompt.refresh_from_db()
    assert prompt.error_count == 1
