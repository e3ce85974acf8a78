"""What can be wrong with a recording, each said in a sentence that a curator can act on."""

# ruff: noqa: N818  (the names say what is wrong; AudioError is what is caught)


class AudioError(ValueError):
    """A recording cannot be used; the message says why and what to do."""


class NotAudio(AudioError):
    """The bytes are not a recording in a format that is known here."""


class Damaged(AudioError):
    """The bytes began as audio but cannot be decoded to the end."""


class Truncated(Damaged):
    """The header promises more than the file holds."""


class Unsupported(AudioError):
    """Audio, but with a rate, a number of channels or a named format that is not taken here."""


class TooLarge(AudioError):
    """More bytes than a recording of one prompt can need."""


class TooLong(AudioError):
    """Longer than a rendition may be."""


class TooShort(AudioError):
    """Shorter than gated loudness can measure."""


class Silent(AudioError):
    """Nothing can be heard."""


class TooPeaky(AudioError):
    """Peaks stand so far above the loudness that the clip would pull a whole pool down."""


class Unbearable(AudioError):
    """Reading it takes more memory or time than any recording of one prompt, or ends the reader."""


class TargetTooLoud(AudioError):
    """The asked loudness would push true peaks above the ceiling.

    `attainable` is the highest loudness in LUFS that this clip can have. Lower the target of the
    whole pool to it, never that of one clip.
    """

    def __init__(self, target: float, attainable: float) -> None:
        self.target = target
        self.attainable = attainable
        super().__init__(
            f"This recording reaches {attainable:.1f} LUFS without clipping, but {target:.1f} LUFS "
            "is asked for. Lower the loudness of the whole study."
        )
