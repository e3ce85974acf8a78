"""One thing that was noticed about a reading."""

from dataclasses import asdict, dataclass
from typing import Any, Literal

# note: worth knowing; warning: probably to be read again; error: cannot become a clip.
Severity = Literal["note", "warning", "error"]


@dataclass(frozen=True, slots=True)
class Finding:
    """`code` for programs, `sentence` for people, `value` as measured (its unit by code)."""

    code: str
    severity: Severity
    sentence: str
    value: float | None = None

    def as_json(self) -> dict[str, Any]:
        """What is stored."""
        return asdict(self)
