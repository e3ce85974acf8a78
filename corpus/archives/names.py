"""Names of files in archives: which mean nothing, which mean harm."""

import re

_IGNORED = frozenset({"__macosx", "thumbs.db", "desktop.ini"})
_DRIVE = re.compile(r"[A-Za-z]:")


def parts_of(name: str) -> list[str]:
    """The folders and the file that a name names, whichever way its slashes lean."""
    return [part for part in name.replace("\\", "/").split("/") if part not in {"", "."}]


def is_clutter(name: str) -> bool:
    """Whether systems and editors leave such files in archives unasked: they are passed over."""
    return any(part.startswith(".") and part != ".." for part in parts_of(name)) or any(
        part.lower() in _IGNORED for part in parts_of(name)
    )


def harm_in(name: str) -> str | None:
    """Why nobody means well by such a name; ``None`` if it is a plain path below a folder."""
    if name.startswith(("/", "\\")) or _DRIVE.match(name):
        return "Its path begins at the root of a disk. Pack the folder anew, with relative paths."
    if ".." in parts_of(name):
        return "Its path leads out of the archive. Pack the folder anew, without “..” in paths."
    if not name.isprintable():
        return "Its name holds characters that cannot be shown. Rename it."
    return None
