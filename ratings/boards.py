"""Which board a page shows, and whether this visitor may see names yet."""

from typing import Any
from urllib.parse import urlencode

from django.db.models import Max
from django.http import HttpRequest
from django.urls import reverse

from arena.models import Study, Vote
from arena.sessions import current_listener
from ratings.leaderboard import Format
from ratings.models import Board
from ratings.slices import Slice


def names_withheld(request: HttpRequest, study: Study) -> bool:
    """Whether the visitor listens to this study and has not voted in it yet.

    Until then no page says which systems are in it (integrity.md, H7). Staff see everything.
    """
    if request.user.is_staff:
        return False
    listener = current_listener(request)
    if listener is None:
        return False
    return not Vote.objects.scored().filter(study=study, listener=listener).exists()


def newest_board(study: Study, slice_key: str) -> Board | None:
    """The newest board of one slice."""
    return Board.objects.of_slice(study, slice_key).first()


def slice_groups(study: Study, slices: list[Slice], current: str) -> list[dict[str, Any]]:
    """Links to the slices, grouped."""
    votes = votes_of_slices(study)
    groups: dict[str, list[dict[str, Any]]] = {}
    for part in slices:
        if part.is_crossed and part.key not in votes:
            continue
        groups.setdefault(part.group, []).append(
            {
                "label": part.label,
                "url": slice_url(study, part.key),
                "current": part.key == current,
                "votes": votes.get(part.key, 0),
            },
        )
    return [{"group": group, "items": items} for group, items in groups.items()]


def votes_of_slices(study: Study) -> dict[str, int]:
    """How many votes the newest board of each slice counts."""
    newest = Board.objects.filter(study=study).order_by().values("slice_key")
    latest = newest.annotate(latest=Max("id")).values("latest")
    return dict(Board.objects.filter(pk__in=latest).values_list("slice_key", "vote_count"))


def slice_url(study: Study, key: str) -> str:
    """The page of one slice."""
    kind, _, value = key.partition(":")
    if not value:
        return reverse("ratings:board", args=[study.slug])
    return reverse("ratings:slice", args=[study.slug, kind, value])


def export_links(study: Study, key: str) -> list[dict[str, str]]:
    """Addresses of the files that hold the same board."""
    labels = {Format.CSV: "CSV", Format.JSON: "JSON", Format.MARKDOWN: "Markdown"}
    query = urlencode({"slice": key}, safe=":")
    return [
        {
            "label": label,
            "url": f"{reverse('ratings:export', args=[study.slug, form.value])}?{query}",
        }
        for form, label in labels.items()
    ]
