"""Addresses of boards."""

from django.urls import path

from ratings import views

app_name = "ratings"

urlpatterns = [
    path("studies/<slug:slug>/board/", views.board, name="board"),
    path("studies/<slug:slug>/board/<slug:kind>/<slug:value>/", views.board, name="slice"),
    path("studies/<slug:slug>/leaderboard.<str:form>", views.export, name="export"),
]
