"""Numbers that requests name."""


def number_in(written: str) -> int | None:
    """The whole number that *written* is; ``None`` for anything else, and for more than any key."""
    is_number = written.isascii() and written.isdecimal() and len(written) < 19
    return int(written) if is_number else None
