"""Zip files from strangers: nothing is unpacked to disk, nothing is read without a limit."""

import io
import zipfile
import zlib
from collections.abc import Mapping

from ratings.bundle.layout import LIMITS, BundleError

PIECE = 2**16
SAME_TIME = (1980, 1, 1, 0, 0, 0)  # the time of writing would change the bytes


def packed(members: Mapping[str, bytes]) -> bytes:
    """A zip file; the same members give the same bytes."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members.items():
            info = zipfile.ZipInfo(name, SAME_TIME)
            info.compress_type = zipfile.ZIP_DEFLATED
            info.external_attr = 0o644 << 16
            archive.writestr(info, content)
    return out.getvalue()


def unpacked(content: bytes, limits: Mapping[str, int] = LIMITS) -> dict[str, bytes]:
    """The members of a bundle. Raises BundleError for anything but the known names, whole.

    limits: known names, and how many bytes each may have after unpacking.
    """
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            infos = archive.infolist()
            _require_names([info.filename for info in infos], limits)
            return {info.filename: _member(archive, info, limits) for info in infos}
    except (zipfile.BadZipFile, EOFError, zlib.error) as error:
        raise BundleError("This is no whole zip file: it is cut off or damaged.") from error
    except (NotImplementedError, RuntimeError) as error:
        raise BundleError("The zip file is encrypted or packed in an unknown way.") from error


def _require_names(names: list[str], limits: Mapping[str, int]) -> None:
    strange = sorted(set(names) - set(limits))
    if strange:
        raise BundleError(f"The bundle holds something that does not belong: {strange[0][:80]!r}.")
    missing = sorted(set(limits) - set(names))
    if missing:
        raise BundleError(f"The bundle lacks {missing[0]}.")
    if len(names) != len(set(names)):
        raise BundleError("The bundle holds a file twice.")


def _member(archive: zipfile.ZipFile, info: zipfile.ZipInfo, limits: Mapping[str, int]) -> bytes:
    most = limits[info.filename]
    pieces, size = [], 0
    with archive.open(info) as member:
        while piece := member.read(PIECE):
            size += len(piece)
            if size > most:
                raise BundleError(
                    f"{info.filename} grows beyond {most / 2**20:g} MB when it is unpacked; "
                    "a bundle of this site does not."
                )
            pieces.append(piece)
    return b"".join(pieces)
