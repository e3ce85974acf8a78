"""The stages of a corpus that are about its texts: prompts, review, difficulty."""

from django.urls import reverse

from corpus.curation.step import Counts, Step, Way, prompts_word
from corpus.models import Corpus
from corpus.roles import CURATE, READ_TEXT, REVIEW


def prompts_step(corpus: Corpus, counts: Counts) -> Step:
    """Whether there are as many prompts as a version needs."""
    lacking = max(0, corpus.target_size - counts["all"])
    hint = f"Import or write {prompts_word(lacking)} more." if lacking else ""
    to_import = Way("Import", reverse("curate:import", args=[corpus.slug]), (CURATE, READ_TEXT))
    return Step(
        "Prompts",
        f"{counts['all']} of {corpus.target_size}",
        hint,
        url=reverse("curate:prompts", args=[corpus.slug]),
        permissions=(READ_TEXT,),
        ways=(to_import,) if lacking else (),
        is_done=not lacking,
    )


def review_step(corpus: Corpus, counts: Counts) -> Step:
    """How many are approved, wait, or came back."""
    state = f"{counts['approved']} approved"
    if counts["waiting"]:
        state += f", {counts['waiting']} wait"
    if counts["returned"]:
        state += f", {counts['returned']} sent back"
    prompts = reverse("curate:prompts", args=[corpus.slug])
    review = Way("Review", reverse("curate:review", args=[corpus.slug]), (REVIEW, READ_TEXT))
    correct = Way("Correct", f"{prompts}?state=returned", (CURATE, READ_TEXT))
    mend = Way("See errors", f"{prompts}?findings=error", (CURATE, READ_TEXT))
    ways = [review, mend] if counts["waiting"] else []
    if counts["returned"]:
        ways.insert(len(ways) and 1, correct)
    return Step(
        "Review",
        state,
        _review_hint(counts),
        url=review.url,
        permissions=review.permissions,
        ways=tuple(ways),
        is_done=bool(counts["all"]) and counts["approved"] >= corpus.target_size,
    )


def _review_hint(counts: Counts) -> str:
    hints = []
    if not counts["all"]:
        hints.append("It begins with the first prompt.")
    if counts["waiting"]:
        hints.append("Reviewers who wrote nothing of them decide; errors are corrected first.")
    if counts["returned"]:
        hints.append("Correct what was sent back; it is reviewed again.")
    return " ".join(hints)


def difficulty_step(corpus: Corpus, counts: Counts) -> Step:
    """How many prompts the corpus's language model has measured."""
    unmeasured = corpus.prompts.all().current().unmeasured().count()
    page = reverse("curate:difficulty", args=[corpus.slug])
    hint = (
        "New prompts are measured by themselves; if they are not, start it." if unmeasured else ""
    )
    if not counts["all"]:
        hint = "Prompts are measured by themselves once there are any."
    return Step(
        "Difficulty",
        f"{counts['all'] - unmeasured} of {counts['all']} measured by {corpus.language_model}",
        hint,
        url=page,
        ways=(Way("Measure", page),) if unmeasured else (),
        is_done=bool(counts["all"]) and not unmeasured,
    )
