"""Addresses of the whole site."""

from django.contrib import admin
from django.contrib.auth import views as accounts
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.templatetags.static import static
from django.urls import include, path, re_path

from arena.api.urls import documentation
from config import errors, health

admin.site.site_header = "Earshot"
admin.site.site_title = "Earshot"
admin.site.index_title = "Curation"


def favicon(request: HttpRequest) -> HttpResponse:
    """The site's mark."""
    return HttpResponseRedirect(static("img/favicon.svg"))


urlpatterns = [
    # Browsers ask for it wherever a page names no icon, such as on an answer of the API.
    path("favicon.ico", favicon),
    path("healthz", health.healthz),
    path("readyz", health.readyz),
    path("api/", include(documentation)),
    path("api/v1/", include("arena.api.urls")),
    re_path(r"^api/", errors.api_not_found),
    path("admin/", admin.site.urls),
    path("accounts/login/", accounts.LoginView.as_view(), name="login"),
    path("accounts/logout/", accounts.LogoutView.as_view(), name="logout"),
    path("curate/", include("corpus.curation.urls")),
    path("", include("evaluation.urls")),
    path("", include("ratings.urls")),
    path("", include("arena.urls")),
]

handler400 = "config.errors.bad_request"
handler403 = "config.errors.permission_denied"
handler404 = "config.errors.page_not_found"
handler500 = "config.errors.server_error"
