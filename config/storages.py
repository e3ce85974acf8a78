"""Where private files lie: on the local disk, or in a bucket of an S3-compatible service."""

from typing import Any

from config.environment import Environment

_IN_MEMORY = 64 * 2**20


def private_files(environment: Environment) -> dict[str, Any]:
    """The entry of Django's STORAGES for private files."""
    if not environment.s3_bucket:
        return {
            "BACKEND": "django.core.files.storage.FileSystemStorage",
            "OPTIONS": {"location": environment.var / "private", "base_url": None},
        }
    options: dict[str, Any] = {
        "bucket_name": environment.s3_bucket,
        "region_name": environment.s3_region,
        "endpoint_url": environment.s3_endpoint,
        "location": environment.s3_prefix,
        "signature_version": "s3v4",
        # None sends no ACL at all: the bucket's own rule holds, and it is private.
        "default_acl": None,
        "file_overwrite": False,
        "object_parameters": {"CacheControl": "private, no-store"},
        # Every compatible service understands addresses with the bucket as a folder.
        "addressing_style": "path" if environment.s3_endpoint else None,
        "max_memory_size": _IN_MEMORY,
    }
    return {"BACKEND": "config.bucket.PrivateBucket", "OPTIONS": options}
