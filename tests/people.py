"""Named people with fixed roles."""

from django.contrib.auth.models import Group, User
from django.test import Client

from corpus.roles import ANALYST, CURATOR, READER, REVIEWER

ROLES = (CURATOR, REVIEWER, READER, ANALYST)


def account(*roles: str, name: str = "") -> User:
    """A user of the site with these roles; without a role an outsider who has an account."""
    user = User.objects.create_user(name or "-".join(roles) or "outsider", password="s3cret-words")
    user.groups.set(Group.objects.filter(name__in=roles))
    return user


def signed_in(user: User) -> Client:
    """A browser of this person."""
    client = Client()
    client.force_login(user)
    return client
