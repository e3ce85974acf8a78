"""Any recording that people send, to one bounded channel of samples."""

import io
from pathlib import Path

import av
import av.error
import numpy as np
import soundfile

from corpus.audio.errors import Damaged, NotAudio, TooLarge, Truncated, Unsupported
from corpus.audio.framing import is_cut, odd_depth
from corpus.audio.signal import CLIP, Bounds, MonoMix, Signal
from corpus.audio.sniffing import HEADERLESS, Container, sniff

MAX_BYTES = CLIP.size
BLOCK_FRAMES = 1 << 15
# Encoders pad and decoders trim; a difference beyond this is a missing piece.
TOLERATED_GAP_SECONDS = 0.2
# These headers state a length; for others FFmpeg guesses one from the bit rate.
STATES_ITS_LENGTH = frozenset({"webm", "mp4"})

CUT = (
    "The file ends before its recording does: it was cut off while it was saved or sent. "
    "Export it once more and send it again."
)
BROKEN = "The file is damaged and cannot be read to its end. Export it once more, best as WAV."
UNKNOWN_CODING = (
    "The sound in the file is coded in a way that is not known here, or the file is damaged. "
    "Export it once more, best as WAV."
)


def decode(source: bytes | Path, *, container: str | None = None, bounds: Bounds = CLIP) -> Signal:
    """Decode *source* to mono.

    The kind of file is told from its content; *container* ("g722") names the kind of files that
    have no header. At most 64 MB are read and at most 65 s decoded, block by block, unless
    *bounds* say otherwise. Raises a subclass of AudioError for anything that is not a whole
    recording.
    """
    data = _read(source, bounds)
    kind = _headerless(container) if container else sniff(data)
    if not data:
        raise NotAudio("The file is empty. Record or export it again.")
    if is_cut(kind.name, data):
        raise Truncated(CUT)
    if (bits := odd_depth(kind.name, data)) is not None:
        raise Unsupported(
            f"The file has {bits} bits per sample. Export the recording with 16 or 24 bits."
        )
    if kind.sndfile:
        try:
            file = soundfile.SoundFile(io.BytesIO(data))
        except soundfile.LibsndfileError:
            return _decode_with_ffmpeg(data, kind, bounds)
        with file:
            return _decode_with_sndfile(file, kind, bounds)
    return _decode_with_ffmpeg(data, kind, bounds)


def _read(source: bytes | Path, bounds: Bounds) -> bytes:
    size = source.stat().st_size if isinstance(source, Path) else len(source)
    if size > bounds.size:
        raise TooLarge(
            f"The file is {size / 2**20:.0f} MB large; at most {bounds.size // 2**20} MB are "
            f"taken. {bounds.too_large}"
        )
    return source.read_bytes() if isinstance(source, Path) else source


def _headerless(name: str) -> Container:
    if name not in HEADERLESS:
        raise Unsupported(
            f"The recording is said to be {name!r}. Only {', '.join(HEADERLESS)} may be named; "
            "all else is told by content."
        )
    return HEADERLESS[name]


def _decode_with_sndfile(file: soundfile.SoundFile, kind: Container, bounds: Bounds) -> Signal:
    facts = kind.name, file.subtype.lower(), file.channels, file.samplerate
    mix = MonoMix(*facts, bounds=bounds)
    promised = file.frames
    try:
        while len(block := file.read(BLOCK_FRAMES, dtype="float32", always_2d=True)):
            mix.add(block)
    except soundfile.LibsndfileError as error:
        raise Damaged(BROKEN) from error
    if (promised - mix.frames) / file.samplerate > TOLERATED_GAP_SECONDS:
        raise Truncated(CUT)
    return mix.finish()


def _decode_with_ffmpeg(data: bytes, kind: Container, bounds: Bounds) -> Signal:
    try:
        # Titles and comments of the file do not matter here, nor whether they are UTF-8.
        with av.open(
            io.BytesIO(data), mode="r", format=kind.demuxer, metadata_errors="ignore"
        ) as opened:
            return _decode_stream(opened, kind, bounds)
    except (av.error.FFmpegError, UnicodeDecodeError) as error:
        raise Damaged(BROKEN) from error


def _decode_stream(opened: av.container.InputContainer, kind: Container, bounds: Bounds) -> Signal:
    if not opened.streams.audio:
        raise NotAudio("The file has pictures but no sound. Send a recording of the voice.")
    stream = opened.streams.audio[0]
    # PyAV gives none for a stream that FFmpeg has no decoder for, though its types say otherwise.
    context: av.AudioCodecContext | None = stream.codec_context
    if context is None:
        raise Damaged(UNKNOWN_CODING)
    facts = kind.name, context.name, context.channels, context.sample_rate
    mix = MonoMix(*facts, bounds=bounds)
    planar = av.AudioResampler(format="fltp")
    for frame in opened.decode(stream):
        for part in planar.resample(frame):
            mix.add(np.asarray(part.to_ndarray(), dtype=np.float32).T)
    promised = _promised_seconds(opened, stream) if kind.name in STATES_ITS_LENGTH else 0.0
    if promised - mix.frames / context.sample_rate > TOLERATED_GAP_SECONDS:
        raise Truncated(CUT)
    return mix.finish()


def _promised_seconds(
    opened: av.container.InputContainer, stream: av.audio.stream.AudioStream
) -> float:
    if stream.duration is not None and stream.time_base is not None:
        return float(stream.duration * stream.time_base)
    return (opened.duration or 0) / av.time_base
