"""How fast a system makes its clips. Both quotients come from one stored pair of times.

Real-time factor is generation seconds / audio seconds (lower is better). The text of ZipVoice words
it the other way round, as audio seconds per second of generation, which is called speed here.
"""

from evaluation.metrics.base import (
    Direction,
    Metric,
    Model,
    Need,
    Outcomes,
    Subject,
    Value,
    none_of,
)

RTF = Metric("rtf", "Real-time factor", "", Direction.LOWER, 0.0, None)
SPEED = Metric("speed", "Speed (audio per generation time)", "×", Direction.HIGHER, 0.0, None)


class Rtf:
    """Needs no model, only how long the clip took to make."""

    name = "rtf"
    version = "1"
    metrics = (RTF, SPEED)
    needs = frozenset({Need.GENERATION_TIME})

    def missing(self) -> str | None:
        """Nothing."""
        return None

    def models(self) -> tuple[Model, ...]:
        """None."""
        return ()

    def measure(self, subject: Subject) -> Outcomes:
        """Return both; not available unless the time is positive."""
        generation, audio = subject.generation_seconds, subject.sound.seconds
        if generation is None or not 0 < generation < float("inf"):
            return none_of(self.metrics, "The generation time must be longer than 0 s.")
        pair = {"generation_seconds": generation, "audio_seconds": audio}
        return {
            RTF.name: Value(generation / audio, pair),
            SPEED.name: Value(audio / generation, pair),
        }
