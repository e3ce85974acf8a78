"""Why an import was not done."""


class ImportRefused(ValueError):  # noqa: N818 - the name says what is wrong
    """Nothing was imported; the sentence says why and what to do."""


class ImportClosed(ImportRefused):
    """It was imported or discarded before."""


class ImportMoved(ImportRefused):
    """The corpus is no longer what it was at the preview, which has been made anew."""
