"""Static files under names that carry their digest."""

from whitenoise.storage import CompressedManifestStaticFilesStorage


class StaticFiles(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    """Manifest storage that also rewrites the imports between ES modules."""

    support_js_module_import_aggregation = True
    manifest_strict = False

    def stored_name(self, name: str) -> str:
        """The name with its digest; the plain name where ``collectstatic`` has not run yet.

        A page without its style says what is missing better than an error page would.
        """
        try:
            stored: str = super().stored_name(name)
        except ValueError:
            return name
        return stored
