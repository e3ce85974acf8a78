"""Error pages: problem details under /api/, a page anywhere else."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.csrf import csrf_exempt

from arena.api.problems import problem_response


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """400."""
    return _error(request, 400, "invalid", "Bad request")


def permission_denied(request: HttpRequest, exception: Exception) -> HttpResponse:
    """403."""
    return _error(request, 403, "forbidden", "Not allowed")


def page_not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """404."""
    return _error(request, 404, "not-found", "Not found")


def server_error(request: HttpRequest) -> HttpResponse:
    """500."""
    return _error(request, 500, "server-error", "Server error")


@csrf_exempt
def api_not_found(request: HttpRequest) -> HttpResponse:
    """An address under /api/ that leads nowhere."""
    return problem_response(404, "not-found", "Not found")


def _error(request: HttpRequest, status: int, code: str, title: str) -> HttpResponse:
    if request.path.startswith("/api/"):
        return problem_response(status, code, title)
    return render(request, f"{status}.html", status=status)
