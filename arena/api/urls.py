"""Addresses of the voting API."""

from django.urls import path, register_converter
from django.views.decorators.http import require_safe
from django.views.generic import RedirectView
from drf_spectacular.views import SpectacularAPIView, SpectacularSwaggerSplitView

from arena.api import views
from arena.api.converters import SideConverter, TokenConverter

app_name = "api"

register_converter(TokenConverter, "token")
register_converter(SideConverter, "side")

urlpatterns = [
    path("studies/<slug:slug>/matchups", views.MatchupsView.as_view(), name="matchups"),
    path("studies/<slug:slug>/sitting", views.SittingView.as_view(), name="sitting"),
    path("matchups/<token:token>/vote", views.VoteView.as_view(), name="vote"),
    path("matchups/<token:token>/report", views.ReportView.as_view(), name="report"),
    path("matchups/<token:token>/clips/<side:side>", views.ClipView.as_view(), name="clip"),
]

# Read only: REST framework has no answer to other methods that a page could show.
schema = require_safe(SpectacularAPIView.as_view())
docs = require_safe(
    SpectacularSwaggerSplitView.as_view(
        url_name="schema",
        template_name="arena/documentation.html",
    ),
)

documentation = [
    path("schema/", schema, name="schema"),
    path("schema", RedirectView.as_view(pattern_name="schema", permanent=True, query_string=True)),
    path("docs/", docs, name="docs"),
    path("docs", RedirectView.as_view(pattern_name="docs", permanent=True, query_string=True)),
]
