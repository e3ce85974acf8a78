"""Addresses of the voting API."""

from django.urls import path, re_path
from drf_spectacular.views import SpectacularAPIView, SpectacularSwaggerSplitView

from arena.api import views

app_name = "api"

urlpatterns = [
    path("studies/<slug:slug>/matchups", views.MatchupsView.as_view(), name="matchups"),
    path("studies/<slug:slug>/sitting", views.SittingView.as_view(), name="sitting"),
    path("matchups/<str:token>/vote", views.VoteView.as_view(), name="vote"),
    path("matchups/<str:token>/report", views.ReportView.as_view(), name="report"),
    re_path(
        r"^matchups/(?P<token>[^/]+)/clips/(?P<side>left|right)$",
        views.ClipView.as_view(),
        name="clip",
    ),
]

documentation = [
    path("schema/", SpectacularAPIView.as_view(), name="schema"),
    path("docs/", SpectacularSwaggerSplitView.as_view(url_name="schema"), name="docs"),
]
