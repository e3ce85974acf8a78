"""Languages that prompts can be in."""

from num2words import CONVERTER_CLASSES

ENGLISH = "en"


class UnknownLanguageError(ValueError):
    """No number words are known for a language."""


def number_language(tag: str) -> str:
    """Return the code by which num2words knows the language *tag* ("en", "en-GB", "pt_BR").

    Raises UnknownLanguageError.
    """
    base, _, region = tag.strip().replace("-", "_").partition("_")
    base = base.lower()
    if base == ENGLISH:
        return ENGLISH
    for code in (f"{base}_{region.upper()}", base):
        if code in CONVERTER_CLASSES:
            return code
    known = ", ".join(sorted(CONVERTER_CLASSES))
    raise UnknownLanguageError(
        f"The language “{tag}” is not known, so its numbers cannot be put into words. "
        f"Use one of these codes: {known}."
    )
