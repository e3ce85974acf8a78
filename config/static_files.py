"""Static files under names that carry their digest."""

from whitenoise.storage import CompressedManifestStaticFilesStorage


class StaticFiles(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    """Manifest storage that also rewrites the imports between ES modules."""

    support_js_module_import_aggregation = True
    # A page that names a file which is missing shows it plainly instead of failing whole.
    manifest_strict = False
