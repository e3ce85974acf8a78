"""The wiring as a Django app, so that its commands and checks are found."""

from django.apps import AppConfig


class WiringConfig(AppConfig):
    """Settings, addresses, processes."""

    name = "config"
    label = "wiring"
