"""How large a file of prompts may be."""

LARGEST_FILE = 20 * 1024 * 1024  # bytes
LARGEST_UNPACKED = 200 * 1024 * 1024  # bytes of a workbook's parts
MOST_ROWS = 10_000
MOST_COLUMNS = 100
LONGEST_CELL = 10_000  # characters


class UnreadableFile(ValueError):  # noqa: N818 - the name says what is wrong
    """A file holds no rows that can be read; the sentence says why and what to do."""


def check_row_count(count: int) -> None:
    """Raises UnreadableFile if there are more rows than can be taken at once."""
    if count > MOST_ROWS:
        raise UnreadableFile(
            f"The file has more than {MOST_ROWS:,} rows. Split it and import the parts in turn."
        )
