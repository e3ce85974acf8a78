"""A private bucket of an S3-compatible service."""

from typing import Any

from storages.backends.s3 import S3Storage


class PrivateBucket(S3Storage):  # type: ignore[misc]  # the library has no types
    """A bucket whose objects have no address: files leave through the site's own views alone."""

    def url(self, name: str, *_args: Any, **_options: Any) -> str:
        """Refuse, as a folder without a base address does."""
        raise ValueError("This file is not accessible via a URL.")
