"""The files in a zip, one after the other, within bounds that its headers cannot talk away.

Nothing is written anywhere, so a path in an archive leads nowhere; those that try are refused all
the same, since whoever made them means no good.
"""

import stat
import struct
import zipfile
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import BinaryIO, cast

from corpus.archives.bounds import BadArchive, Bounds, CarefulFile
from corpus.archives.names import harm_in, is_clutter
from corpus.audio.errors import NotAudio
from corpus.audio.sniffing import sniff

CHUNK = 1 << 16
SNIFFED = 64  # bytes; more than any container needs to be told

# Odd archives make the standard library stumble in many ways.
_STUMBLES = (
    *(zipfile.BadZipFile, zlib.error, struct.error, EOFError),
    *(ValueError, RuntimeError, OverflowError, IndexError, KeyError),
)
UNREADABLE = "The archive is damaged or no zip. Make it once more and send it again."
DAMAGED = "This file is damaged in the archive. Pack it once more."


@dataclass(frozen=True, slots=True)
class Entry:
    """One file. position: in the archive; audio: its bytes, or ``None`` with the reason why not.

    is_last: nothing more is read of the archive.
    """

    position: int
    path: str
    audio: bytes | None
    refusal: str = ""
    is_last: bool = False


def is_archive(start: bytes) -> bool:
    """Whether a file that starts so is a zip, told by content."""
    return start.startswith((b"PK\x03\x04", b"PK\x05\x06"))


def unpack(
    file: BinaryIO, bounds: Bounds | None = None, *, start: int = 0, spent: int = 0
) -> Iterator[Entry]:
    """Yield the recordings of a zip, and what is refused, clutter left out.

    start: position to go on at; spent: bytes that the entries before it had.

    Raises:
        BadArchive: it cannot be read, or lists too many files.
    """
    bounds = bounds or Bounds()
    try:
        archive = zipfile.ZipFile(cast("BinaryIO", CarefulFile(file, bounds.directory_bytes)))
    except (*_STUMBLES, OSError) as error:
        raise BadArchive(UNREADABLE) from error
    with archive:
        yield from _entries(archive, bounds, start, spent)


def _entries(archive: zipfile.ZipFile, bounds: Bounds, start: int, spent: int) -> Iterator[Entry]:
    infos = [i for i in archive.infolist() if not i.is_dir() and not is_clutter(_name(i))]
    if len(infos) > bounds.entries:
        raise BadArchive(
            f"The archive lists {len(infos):,} files; at most {bounds.entries:,} are taken. "
            "Send it in parts."
        )
    for position, info in enumerate(infos[start:], start=start):
        if spent >= bounds.total_bytes:
            yield Entry(position, _shown(info), None, _exhausted(bounds), is_last=True)
            return
        entry = _entry(archive, info, position, bounds)
        spent += len(entry.audio or b"")
        yield entry


def _entry(archive: zipfile.ZipFile, info: zipfile.ZipInfo, position: int, bounds: Bounds) -> Entry:
    refusal = _suspicion(info, bounds)
    if refusal:
        return Entry(position, _shown(info), None, refusal)
    try:
        with archive.open(info) as stream:
            audio = _read(cast("BinaryIO", stream), info, bounds)
    except _Refused as refused:
        return Entry(position, _shown(info), None, str(refused))
    except (*_STUMBLES, BadArchive):
        return Entry(position, _shown(info), None, DAMAGED)
    return Entry(position, _shown(info), audio)


class _Refused(Exception):  # noqa: N818 - ends the reading of one entry
    pass


def _suspicion(info: zipfile.ZipInfo, bounds: Bounds) -> str | None:
    """What the list of files already tells against one; it may lie, so reading counts as well."""
    return harm_in(_name(info)) or _odd_kind(info) or _odd_size(info, bounds)


def _odd_kind(info: zipfile.ZipInfo) -> str | None:
    kind = stat.S_IFMT(info.external_attr >> 16)
    if kind not in {0, stat.S_IFREG}:
        return "It is no file but a link or a device. Pack the recording itself."
    if info.flag_bits & 0x1:
        return "It is locked with a password. Pack it without one."
    if info.compress_type not in {zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED}:
        return "It is compressed in a rare way. Make a plain zip (deflate)."
    return None


def _odd_size(info: zipfile.ZipInfo, bounds: Bounds) -> str | None:
    if info.file_size > bounds.entry_bytes:
        return _too_large(bounds)
    if _swells(info.file_size, info.compress_size, bounds):
        return _bomb(bounds)
    return None


def _read(stream: BinaryIO, info: zipfile.ZipInfo, bounds: Bounds) -> bytes:
    """The bytes of one entry, given up as soon as they are no recording or too many."""
    audio = bytearray(stream.read(SNIFFED))
    try:
        sniff(bytes(audio))
    except NotAudio as error:
        raise _Refused(_nested() if is_archive(bytes(audio)) else str(error)) from error
    while chunk := stream.read(CHUNK):
        audio += chunk
        if len(audio) > bounds.entry_bytes:
            raise _Refused(_too_large(bounds))
        if _swells(len(audio), info.compress_size, bounds):
            raise _Refused(_bomb(bounds))
    return bytes(audio)


def _swells(unpacked: int, packed: int, bounds: Bounds) -> bool:
    return unpacked > bounds.free_bytes and unpacked > bounds.ratio * packed


def _name(info: zipfile.ZipInfo) -> str:
    # What the archive says, before the standard library cuts it at a zero byte.
    return info.orig_filename


def _shown(info: zipfile.ZipInfo) -> str:
    return "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in _name(info))


def _nested() -> str:
    return "It is an archive within the archive. Unpack it and send its recordings."


def _too_large(bounds: Bounds) -> str:
    return (
        f"It is larger than {bounds.entry_bytes / 2**20:.0f} MB. Send one prompt per file, as FLAC "
        "or 16 bit WAV."
    )


def _bomb(bounds: Bounds) -> str:
    return (
        f"It unpacks to more than {bounds.ratio} times its size, as no speech does. Send the "
        "recording itself."
    )


def _exhausted(bounds: Bounds) -> str:
    return (
        f"The archive unpacks to more than {bounds.total_bytes / 2**30:.0f} GB. This file and "
        "those behind it are left out: send them in another archive."
    )
