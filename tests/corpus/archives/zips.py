"""Archives for tests, good and hostile, made on the spot."""

import io
import struct
import zipfile
from collections.abc import Iterable

Content = bytes | tuple[zipfile.ZipInfo, bytes]


def zip_of(files: Iterable[tuple[str | zipfile.ZipInfo, bytes]], *, packed: bool = True) -> bytes:
    """A zip with these files, in order, doubles included."""
    out = io.BytesIO()
    way = zipfile.ZIP_DEFLATED if packed else zipfile.ZIP_STORED
    with zipfile.ZipFile(out, "w", way) as archive:
        for name, content in files:
            archive.writestr(name, content, compress_type=way)
    return out.getvalue()


def link(name: str, target: str) -> tuple[zipfile.ZipInfo, bytes]:
    """A symbolic link."""
    info = zipfile.ZipInfo(name)
    info.create_system = 3
    info.external_attr = 0o120777 << 16
    return info, target.encode()


def locked(archive: bytes) -> bytes:
    """The same archive, said to be encrypted."""
    changed = bytearray(archive)
    for signature, offset in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        at = changed.find(signature)
        while at >= 0:
            changed[at + offset] |= 1
            at = changed.find(signature, at + 4)
    return bytes(changed)


def understating(archive: bytes, size: int) -> bytes:
    """The same archive of one file, whose headers say that it unpacks to ``size`` bytes."""
    changed = bytearray(archive)
    for signature, offset in ((b"PK\x03\x04", 22), (b"PK\x01\x02", 24)):
        struct.pack_into("<I", changed, changed.find(signature) + offset, size)
    return bytes(changed)


def overlapping(wav: bytes, times: int) -> bytes:
    """One packed file that is listed many times: every entry is read from the same bytes."""
    one = zip_of([("0.wav", wav)])
    directory, end = one.find(b"PK\x01\x02"), one.find(b"PK\x05\x06")
    entry = one[directory:end]
    entries = b"".join(entry.replace(b"0.wav", b"%05d" % n) for n in range(times))
    tail = struct.pack("<4s4H2LH", b"PK\x05\x06", 0, 0, times, times, len(entries), directory, 0)
    return one[:directory] + entries + tail


def crowded(entries: int) -> bytes:
    """A directory of empty files, all with the same header."""
    one = zip_of([("a", b"")])
    directory, end = one.find(b"PK\x01\x02"), one.find(b"PK\x05\x06")
    listed = one[directory:end] * entries
    count = min(entries, 0xFFFF)
    tail = struct.pack("<4s4H2LH", b"PK\x05\x06", 0, 0, count, count, len(listed), directory, 0)
    return one[:directory] + listed + tail
