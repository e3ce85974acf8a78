"""What keeps agreement from being told."""


class AgreementRefused(ValueError):  # noqa: N818 - the name says what is wrong
    """Nothing was begun or computed; the sentence says why and what to do."""
