"""Which characters the bytes of a text file stand for."""

import codecs
from dataclasses import dataclass

from corpus.prompt_files.limits import UnreadableFile

_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_ADVICE = "Save it as UTF-8 (in Excel: “CSV UTF-8”) and upload it again."


@dataclass(frozen=True, slots=True)
class Decoded:
    """A text, and a note where its encoding had to be guessed."""

    text: str
    note: str = ""


def decode(content: bytes) -> Decoded:
    """Return the text of a file: by its byte order mark, as UTF-8, or as Excel on Windows saves.

    Raises UnreadableFile: it is no text, or in an encoding that cannot be told.
    """
    for mark, encoding in _MARKS:
        if content.startswith(mark):
            return Decoded(_strictly(content, encoding))
    if wide := _wide_encoding(content):
        return Decoded(_strictly(content, wide))
    if b"\0" in content:
        raise UnreadableFile("This is no text file. Upload CSV, JSON Lines or an Excel workbook.")
    try:
        return Decoded(content.decode("utf-8"))
    except UnicodeDecodeError:
        return _western(content)


def _strictly(content: bytes, encoding: str) -> str:
    try:
        return content.decode(encoding)
    except UnicodeDecodeError as error:
        raise UnreadableFile(
            f"The file begins like {encoding.upper()} but is damaged at byte {error.start:,}. "
            f"{_ADVICE}"
        ) from error


def _wide_encoding(content: bytes) -> str:
    """UTF-16 without a mark: in a table of mostly Latin letters every other byte is zero."""
    sample = content[:2000]
    half = len(sample) // 2
    if half and sample[1::2].count(0) > 0.6 * half and b"\0" not in sample[::2]:
        return "utf-16-le"
    if half and sample[::2].count(0) > 0.6 * half and b"\0" not in sample[1::2]:
        return "utf-16-be"
    return ""


def _western(content: bytes) -> Decoded:
    try:
        text = content.decode("cp1252")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise UnreadableFile(
            f"The characters in line {line:,} are in an encoding that cannot be told. {_ADVICE}"
        ) from error
    note = (
        "The file is not UTF-8; it was read as Windows-1252. Look at accents and quotation marks "
        f"below. If they are wrong: {_ADVICE[0].lower()}{_ADVICE[1:]}"
    )
    return Decoded(text, note)
