"""Who may open a page of the workplace."""

from collections.abc import Callable
from typing import Any, cast

from django.contrib.auth.decorators import login_required, user_passes_test
from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import cache_control

from corpus.roles import (
    CURATE,
    EXPORT_VOTES,
    MEASURE_CLIPS,
    PLAN_VOTES,
    READ_ALOUD,
    READ_TEXT,
    REVIEW,
)

View = Callable[..., HttpResponse]
# Private texts stay in no cache: neither on the way nor on a computer that others use afterwards.
private = cache_control(private=True, no_store=True)
WORK = (CURATE, REVIEW, READ_ALOUD, READ_TEXT, EXPORT_VOTES, PLAN_VOTES, MEASURE_CLIPS)


def needs(*permissions: str) -> Callable[[View], View]:
    """Send strangers to the sign-in page; refuse those who lack any of ``permissions``."""

    def check(user: Any) -> bool:
        if not user.is_authenticated:
            return False
        if not user.has_perms(permissions):
            raise PermissionDenied
        return True

    return _kept_private(check)


def needs_one_of(*permissions: str) -> Callable[[View], View]:
    """Send strangers to the sign-in page; refuse those who have none of ``permissions``."""

    def check(user: Any) -> bool:
        if not user.is_authenticated:
            return False
        if not any(user.has_perm(permission) for permission in permissions):
            raise PermissionDenied
        return True

    return _kept_private(check)


def _kept_private(check: Callable[[Any], bool]) -> Callable[[View], View]:
    def guard(view: View) -> View:
        return user_passes_test(check)(private(view))

    return guard


def needs_a_role(view: View) -> View:
    """Open to whoever has any part in curation."""

    def checked(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if not any(request.user.has_perm(permission) for permission in WORK):
            raise PermissionDenied
        return view(request, *args, **kwargs)

    return login_required(private(checked))


def person(request: HttpRequest) -> User:
    """Who is signed in, as the pages of the workplace require."""
    return cast("User", request.user)
