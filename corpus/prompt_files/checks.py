"""Hard rules: what a row must hold to become a prompt at all."""

from collections.abc import Iterator, Mapping
from urllib.parse import urlsplit

from corpus.prompt_files.columns import FIELDS
from corpus.prompt_files.known import Known, KnownSource, plain, register_slug, unknown_register

LONGEST = {"external_id": 120, "topic": 120, "source": 200, "licence": 120, "url": 200}


def problems(values: Mapping[str, str], known: Known) -> Iterator[str]:
    """Yield why *values*, by field, cannot become a prompt."""
    for field in FIELDS:
        value = values.get(field.name, "")
        if field.is_required and not value:
            yield f"{field.label} is missing."
        if "\0" in value:
            yield f"{field.label} holds a NUL character. Retype it."
        longest = LONGEST.get(field.name)
        if longest and len(value) > longest:
            yield f"{field.label} has {len(value)} characters; at most {longest} fit."
    if not values.get("external_id", "").isprintable():
        yield "External id holds characters that cannot be seen. Retype it."
    register = values.get("register", "")
    if register and register_slug(register, known.registers) is None:
        yield unknown_register(register, known.registers)
    if (url := values.get("url", "")) and not _is_address(url):
        yield f"“{url}” is no web address such as https://example.org."


def source_problems(values: Mapping[str, str], sources: Mapping[str, KnownSource]) -> Iterator[str]:
    """Yield where a row says something else about its source than what is known of it."""
    source = sources.get(plain(values.get("source", "")))
    if source is None:
        return
    for field, stands in (
        ("licence", source.licence),
        ("attribution", source.attribution),
        ("url", source.url),
    ):
        value = values.get(field, "")
        if value and stands and plain(value) != plain(stands):
            what = {"licence": "licence", "attribution": "attribution", "url": "address"}[field]
            yield (
                f"The source “{source.name}” has the {what} “{stands}”, not “{value}”. "
                "Correct the row, or give another source another name."
            )


def source_of(values: Mapping[str, str]) -> KnownSource:
    """The source as a row describes it."""
    return KnownSource(
        name=values["source"],
        licence=values["licence"],
        attribution=values.get("attribution", ""),
        url=values.get("url", ""),
    )


def _is_address(url: str) -> bool:
    try:
        parts = urlsplit(url)
    except ValueError:
        return False
    return parts.scheme in {"http", "https"} and "." in parts.netloc and " " not in url
