"""``manage.py freeze_corpus CORPUS``: check a corpus whole and freeze its next version."""

import getpass
from collections.abc import Iterable
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from corpus.freezing.completeness import Offender, Requirement
from corpus.models import Corpus
from corpus.services.drafts import fill_draft
from corpus.services.freezing import NotComplete, check_draft, freeze_draft
from corpus.services.versions import discard_draft, draft_version

NAMED = 5


class Command(BaseCommand):
    """Checks the draft, or all approved prompts where there is none, and freezes it."""

    help = "Check a corpus whole and freeze its next version; says what is amiss otherwise."

    def add_arguments(self, parser: CommandParser) -> None:
        """Which corpus, and how."""
        parser.add_argument("corpus", metavar="CORPUS", help="slug of the corpus")
        parser.add_argument(
            "--check", action="store_true", help="only say how it stands; freeze nothing"
        )
        parser.add_argument(
            "--fill",
            action="store_true",
            help="choose a balanced selection of the approved prompts first",
        )
        parser.add_argument(
            "--verbose", action="store_true", help="name every prompt that does not pass"
        )
        parser.add_argument("--note", default="", help="what is new in this version")

    def handle(self, *args: Any, **options: Any) -> None:
        """Say how each requirement stands; freeze if all are met."""
        corpus = Corpus.objects.filter(slug=options["corpus"]).first()
        if corpus is None:
            known = ", ".join(Corpus.objects.values_list("slug", flat=True)) or "none yet"
            raise CommandError(f"No corpus is called “{options['corpus']}”. There are: {known}.")
        draft = corpus.versions.drafts().first()
        made = draft is None
        draft = draft or draft_version(corpus=corpus)
        if options["fill"]:
            if made:
                draft.selection.all().delete()
            self.stdout.write(f"{fill_draft(draft=draft)} prompts were taken in.")
        checked = check_draft(draft)
        self._say(checked.requirements, every=options["verbose"])
        if options["check"] or checked.unmet:
            if made:
                discard_draft(draft=draft)
            if checked.unmet and not options["check"]:
                raise CommandError("Nothing was frozen. Mend what is marked ✗ and run it again.")
            return
        try:
            version = freeze_draft(draft=draft, note=options["note"] or _by())
        except NotComplete as error:
            raise CommandError(f"Nothing was frozen: it changed meanwhile. {error}") from error
        self.stdout.write(self.style.SUCCESS(f"{version} is frozen. Digest {version.digest}"))

    def _say(self, held: tuple[Requirement, ...], *, every: bool) -> None:
        for one in held:
            self.stdout.write(f"{'✓' if one.is_met else '✗'} {one.name}: {one.sentence}")
            for why, keys in _by_reason(one.offenders):
                named = keys if every else keys[:NAMED]
                rest = len(keys) - len(named)
                more = f" and {rest:,} more (--verbose names all)" if rest else ""
                self.stdout.write(f"    {len(keys):,} {why}: {', '.join(named)}{more}")


def _by_reason(offenders: Iterable[Offender]) -> list[tuple[str, list[str]]]:
    """Ids of prompts by what is wrong with them, the most frequent first."""
    keys: dict[str, list[str]] = {}
    for offender in offenders:
        keys.setdefault(offender.why, []).append(offender.key)
    return sorted(keys.items(), key=lambda reason: -len(reason[1]))


def _by() -> str:
    return f"Frozen by the command, as {getpass.getuser()}."
