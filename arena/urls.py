"""Addresses of the pages for listeners."""

from django.urls import path

from arena import views

app_name = "arena"

urlpatterns = [
    path("", views.home, name="home"),
    path("about/", views.about, name="about"),
    path("studies/<slug:slug>/", views.welcome, name="welcome"),
    path("studies/<slug:slug>/listen/", views.listen, name="listen"),
]
