"""Parts of addresses."""

from django.urls.converters import StringConverter


class TokenConverter(StringConverter):
    """A matchup's token: the alphabet of base 64 for addresses, harmless in a query."""

    regex = "[A-Za-z0-9_-]{1,64}"


class SideConverter(StringConverter):
    """One of a matchup's two sides."""

    regex = "left|right"
