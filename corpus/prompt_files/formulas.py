"""Texts that a spreadsheet would take for formulas (CWE-1236), guarded and freed again."""

import re

# What Excel, LibreOffice or Sheets may calculate; the guards of such texts are guarded in turn,
# so that what is written can be read back as it was.
_CALCULATED = re.compile(r"'*[=+\-@\t\r＝＋－＠]")


def guarded(value: str) -> str:
    """Return *value* with an apostrophe before it where a spreadsheet would calculate it."""
    return f"'{value}" if _CALCULATED.match(value) else value


def without_guard(value: str) -> str:
    """Return what :func:`guarded` was given."""
    return value[1:] if value.startswith("'") and _CALCULATED.match(value) else value
