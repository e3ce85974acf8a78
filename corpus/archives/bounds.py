"""How much an archive may hold, and a file that refuses to be read beyond it."""

from dataclasses import dataclass
from typing import BinaryIO

from corpus.audio.decoding import MAX_BYTES


@dataclass(frozen=True, slots=True)
class Bounds:
    """Limits of one archive.

    entries: files in it; entry_bytes: of one of them; total_bytes: of all, unpacked;
    ratio: unpacked to packed size of one, once it is larger than ``free_bytes``;
    directory_bytes: of the list of its files.
    """

    entries: int = 20_000
    entry_bytes: int = MAX_BYTES
    total_bytes: int = 8 * 2**30
    ratio: int = 100
    free_bytes: int = 2**20
    directory_bytes: int = 8 * 2**20


class BadArchive(Exception):  # noqa: N818 - the name says what is wrong
    """Nothing of the archive can be taken; the message says why and what to do."""


class CarefulFile:
    """A binary file that gives at most ``most`` bytes at once, whatever its reader asks for.

    The standard library reads the list of an archive's files in one go, as long as the archive says
    that it is.
    """

    def __init__(self, file: BinaryIO, most: int) -> None:
        self._file = file
        self._most = most
        self.seek, self.tell = file.seek, file.tell

    def seekable(self) -> bool:
        """It is: archives are read from their end."""
        return True

    def read(self, size: int = -1) -> bytes:
        """The next bytes. Raises BadArchive where more are asked for and there."""
        data = self._file.read(min(size, self._most + 1) if size >= 0 else self._most + 1)
        if len(data) > self._most:
            raise BadArchive(
                f"The list of files in the archive is larger than {self._most // 2**20} MB. Send "
                "fewer files at once."
            )
        return data
