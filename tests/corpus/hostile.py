"""Files that arrive by mistake or malice, by what they are called in the tests."""

import io
import struct
from collections.abc import Callable

import numpy as np
import soundfile

from corpus.audio.wav import wav_header
from tests.corpus.audio.recordings import speech, with_sndfile


def two_gigabytes_in_a_kilobyte() -> bytes:
    """A WAV whose header promises 2 GB of sound."""
    header = bytearray(wav_header(0, 24_000))
    struct.pack_into("<I", header, 4, 2_000_000_036)
    struct.pack_into("<I", header, 40, 2_000_000_000)
    return bytes(header) + bytes(1_000)


def not_numbers() -> bytes:
    """Floats, one of which is none."""
    samples = speech()
    samples[5_000] = np.nan
    return with_sndfile(samples, 24_000, "WAV", "FLOAT")


def one_bit() -> bytes:
    """A WAV of one bit per sample, as pulse density modulation has it."""
    data = bytes(range(256)) * 200
    fmt = struct.pack("<HHIIHH", 1, 1, 96_000, 12_000, 1, 1)
    body = b"WAVEfmt " + struct.pack("<I", len(fmt)) + fmt
    body += b"data" + struct.pack("<I", len(data)) + data
    return b"RIFF" + struct.pack("<I", len(body)) + body


def endless_ogg(megabytes: int = 2) -> bytes:
    """An Opus stream whose last page comes again and again and never says that it is the last."""
    whole = with_sndfile(speech(48_000), 48_000, "OGG", "OPUS")
    pages = [b"OggS" + page for page in whole.split(b"OggS")[1:]]
    page = pages[-2]
    out = [*pages[:-1]]
    serial_and_number = struct.Struct("<qII")
    granule, serial, number = serial_and_number.unpack_from(page, 6)
    size = 0
    while size < megabytes * 2**20:
        granule, number = granule + 48_000, number + 1
        again = bytearray(page)
        again[5] = 0  # neither first nor last
        serial_and_number.pack_into(again, 6, granule, serial, number)
        struct.pack_into("<I", again, 22, 0)
        struct.pack_into("<I", again, 22, ogg_crc(bytes(again)))
        out.append(bytes(again))
        size += len(again)
    return b"".join(out)


def far_granule() -> bytes:
    """An Opus stream whose last page claims to stand years into the recording."""
    whole = bytearray(with_sndfile(speech(48_000), 48_000, "OGG", "OPUS"))
    at = whole.rfind(b"OggS")
    struct.pack_into("<q", whole, at + 6, 2**62)
    struct.pack_into("<I", whole, at + 22, 0)
    struct.pack_into("<I", whole, at + 22, ogg_crc(bytes(whole[at:])))
    return bytes(whole)


def ogg_crc(page: bytes) -> int:
    """The checksum of a page: CRC-32 by the polynomial 0x04c11db7, not reflected."""
    crc = 0
    for byte in page:
        crc = _TABLE[(crc >> 24) ^ byte] ^ (crc << 8) & 0xFFFF_FFFF
    return crc


def _row(value: int) -> int:
    value <<= 24
    for _ in range(8):
        value = (value << 1) ^ (0x04C1_1DB7 if value & 0x8000_0000 else 0)
    return value & 0xFFFF_FFFF


_TABLE = [_row(value) for value in range(256)]


def truncated() -> bytes:
    """The first third of a WAV."""
    whole = with_sndfile(speech(), 24_000, "WAV", "PCM_16")
    return whole[: len(whole) // 3]


def many_channels() -> bytes:
    """Eight channels at 96 kHz, as a studio may export them; a recording all the same."""
    samples = np.repeat(speech(96_000)[:, None], 8, axis=1)
    return with_sndfile(samples, 96_000, "WAV", "PCM_24")


def mp3() -> bytes:
    """An MP3."""
    out = io.BytesIO()
    soundfile.write(out, speech(24_000), 24_000, format="MP3", subtype="MPEG_LAYER_III")
    return out.getvalue()


# What each is refused with.
REFUSED: dict[str, tuple[Callable[[], bytes], str]] = {
    "2 GB header in 1 kB": (two_gigabytes_in_a_kilobyte, "cut off"),
    "SVG": (lambda: b"<svg xmlns='http://www.w3.org/2000/svg'/>", "a drawing"),
    "HTML": (lambda: b"<!doctype html><title>Hello</title>", "a saved web page"),
    "PNG": (lambda: b"\x89PNG\r\n\x1a\n" + bytes(500), "a picture"),
    "0 bytes": (lambda: b"", "empty"),
    "NaN": (not_numbers, "not numbers"),
    "1 bit": (one_bit, "1 bits per sample"),
    "endless Ogg": (endless_ogg, "longer than 60 seconds"),
    "far granule": (far_granule, "cut off|damaged|longer than 60 seconds"),
    "truncated": (truncated, "cut off"),
    "random": (lambda: np.random.default_rng(7).bytes(50_000), "not audio"),
    "random behind RIFF": (
        lambda: b"RIFF\x10\x27\0\0WAVE" + np.random.default_rng(7).bytes(50_000),
        "cut off|damaged|not known",
    ),
    "random behind Ogg": (
        lambda: b"OggS" + np.random.default_rng(7).bytes(50_000),
        "cut off|damaged|not known",
    ),
}
# What is odd and yet a recording.
TAKEN: dict[str, Callable[[], bytes]] = {"96 kHz, 8 channels": many_channels, "MP3": mp3}
