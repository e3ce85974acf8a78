"""Which container some bytes are, told from the bytes alone; a file's name may lie."""

from dataclasses import dataclass

from corpus.audio.errors import NotAudio

ASK = "Send a WAV, FLAC, MP3, Ogg, Opus, WebM or MP4 file."


@dataclass(frozen=True, slots=True)
class Container:
    """A kind of file, the demuxer of FFmpeg for it, and whether libsndfile reads it too.

    Naming the demuxer keeps FFmpeg from guessing: its guesses include playlists, which open
    other files and addresses.
    """

    name: str
    demuxer: str
    sndfile: bool

    @property
    def media_type(self) -> str:
        """What browsers call it."""
        return f"audio/{_MEDIA_TYPES.get(self.name, self.name)}"


_MEDIA_TYPES = {"mp3": "mpeg", "caf": "x-caf", "g722": "G722"}

WAV = Container("wav", "wav", sndfile=True)
AIFF = Container("aiff", "aiff", sndfile=True)
CAF = Container("caf", "caf", sndfile=True)
FLAC = Container("flac", "flac", sndfile=True)
OGG = Container("ogg", "ogg", sndfile=True)
MP3 = Container("mp3", "mp3", sndfile=True)
AAC = Container("aac", "aac", sndfile=False)
WEBM = Container("webm", "matroska", sndfile=False)
MP4 = Container("mp4", "mov", sndfile=False)
G722 = Container("g722", "g722", sndfile=False)

HEADERLESS = {"g722": G722}

_PREFIXES = (
    (b"fLaC", FLAC),
    (b"OggS", OGG),
    (b"ID3", MP3),
    (b"caff", CAF),
    (b"\x1a\x45\xdf\xa3", WEBM),
)

_FOREIGN = (
    (b"PK\x03\x04", "a zip archive: unpack it and send the recordings in it"),
    (b"\x1f\x8b", "a gzip archive: unpack it and send the recordings in it"),
    (b"\x89PNG", "a picture"),
    (b"\xff\xd8\xff", "a picture"),
    (b"GIF8", "a picture"),
    (b"%PDF", "a PDF document"),
    (b"#EXTM3U", "a playlist, not the recording that it points to"),
    (b"<", "text or a drawing, perhaps a saved web page"),
)


def sniff(data: bytes) -> Container:
    """Return the container of *data*; raise NotAudio with what it seems to be instead."""
    if not data:
        raise NotAudio(f"The file is empty. {ASK}")
    for prefix, container in _PREFIXES:
        if data.startswith(prefix):
            return container
    container_or_none = _chunked(data) or _mpeg(data)
    if container_or_none is None:
        raise NotAudio(f"The file is {_foreign(data)}. {ASK}")
    return container_or_none


def _chunked(data: bytes) -> Container | None:
    """Containers whose kind stands a few bytes into the file."""
    outer, inner = data[:4], data[8:12]
    if outer in {b"RIFF", b"RIFX", b"RF64"} and inner == b"WAVE":
        return WAV
    if outer == b"FORM" and inner in {b"AIFF", b"AIFC"}:
        return AIFF
    return MP4 if data[4:8] == b"ftyp" else None


def _mpeg(data: bytes) -> Container | None:
    """Raw MPEG audio: eleven bits of sync, then the layer, which ADTS AAC sets to zero."""
    if len(data) < 2 or data[0] != 0xFF or data[1] & 0xE0 != 0xE0:
        return None
    layer = data[1] >> 1 & 0b11
    if layer:
        return MP3
    return AAC if data[1] & 0xF0 == 0xF0 else None


def _foreign(data: bytes) -> str:
    start = data.lstrip()[:8]
    return next((what for prefix, what in _FOREIGN if start.startswith(prefix)), "not audio")
