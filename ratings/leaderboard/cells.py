"""Text that a spreadsheet would take for a formula."""

FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\n")


def guarded(text: str) -> str:
    """The text, after an apostrophe where a spreadsheet would run it instead of showing it.

    For text cells only: a negative number is a number. A text that already has such apostrophes
    gets one more, so that two texts never share a cell. A carriage return, which would end the
    line for some readers, becomes a space. Source: OWASP, CSV Injection.
    """
    text = text.replace("\r", " ")
    return f"'{text}" if text.lstrip("'").startswith(FORMULA_STARTS) else text


def unguarded(cell: str) -> str:
    """The text of a cell that `guarded` has written."""
    quoted = cell.startswith("'") and cell.lstrip("'").startswith(FORMULA_STARTS)
    return cell[1:] if quoted else cell
