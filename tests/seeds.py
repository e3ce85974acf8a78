"""What migrations put into the database, for tests that run after a flush."""

from importlib import import_module

from django.apps import apps
from django.contrib.auth.models import Group, Permission

from corpus.roles import ANALYST, CURATOR, EXPORT_VOTES, GROUPS, MEASURE_CLIPS, PLAN_VOTES

OF_OTHER_PARTS = {
    CURATOR: (PLAN_VOTES, MEASURE_CLIPS),
    ANALYST: (EXPORT_VOTES, PLAN_VOTES, MEASURE_CLIPS),
}


def plant() -> None:
    """The registers and the groups of roles, as migrations leave them."""
    import_module("corpus.migrations.0002_seed_registers").seed(apps, None)
    for name, granted in GROUPS.items():
        group, _ = Group.objects.get_or_create(name=name)
        everything = (*granted, *OF_OTHER_PARTS.get(name, ()))
        group.permissions.add(*(_permission(full) for full in everything))


def _permission(full: str) -> Permission:
    label, codename = full.split(".")
    return Permission.objects.get(content_type__app_label=label, codename=codename)
