"""Who may open a page of the workplace."""

from collections.abc import Callable
from typing import Any, cast

from django.contrib.auth.decorators import login_required, user_passes_test
from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse

from corpus.roles import CURATE, EXPORT_VOTES, PLAN_VOTES, READ_ALOUD, READ_TEXT, REVIEW

View = Callable[..., HttpResponse]
WORK = (CURATE, REVIEW, READ_ALOUD, READ_TEXT, EXPORT_VOTES, PLAN_VOTES)


def needs(*permissions: str) -> Callable[[View], View]:
    """Send strangers to the sign-in page; refuse those who lack any of ``permissions``."""

    def check(user: Any) -> bool:
        if not user.is_authenticated:
            return False
        if not user.has_perms(permissions):
            raise PermissionDenied
        return True

    return user_passes_test(check)


def needs_one_of(*permissions: str) -> Callable[[View], View]:
    """Send strangers to the sign-in page; refuse those who have none of ``permissions``."""

    def check(user: Any) -> bool:
        if not user.is_authenticated:
            return False
        if not any(user.has_perm(permission) for permission in permissions):
            raise PermissionDenied
        return True

    return user_passes_test(check)


def needs_a_role(view: View) -> View:
    """Open to whoever has any part in curation."""

    def checked(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if not any(request.user.has_perm(permission) for permission in WORK):
            raise PermissionDenied
        return view(request, *args, **kwargs)

    return login_required(checked)


def person(request: HttpRequest) -> User:
    """Who is signed in, as the pages of the workplace require."""
    return cast("User", request.user)
