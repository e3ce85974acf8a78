"""One thing found in a prompt, and how it is stored."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, Self

from corpus.text.codes import CODES, Kind, Severity

__all__ = ["Finding", "Kind", "Severity", "found"]


@dataclass(frozen=True, slots=True)
class Finding:
    """Something in a prompt that a person should see.

    `start` and `end` span the text in characters (0 and its length: the whole text).
    `proposal`, if there is one, replaces exactly that span.
    """

    code: str
    kind: Kind
    severity: Severity
    start: int
    end: int
    explanation: str
    proposal: str | None = None

    def to_record(self) -> dict[str, Any]:
        """Return plain values, fit for JSON."""
        return {**asdict(self), "kind": self.kind.value, "severity": self.severity.value}

    @classmethod
    def from_record(cls, record: Mapping[str, Any]) -> Self:
        """Return the finding that `to_record` stored. Raises KeyError or ValueError if damaged."""
        return cls(
            code=str(record["code"]),
            kind=Kind(record["kind"]),
            severity=Severity(record["severity"]),
            start=int(record["start"]),
            end=int(record["end"]),
            explanation=str(record["explanation"]),
            proposal=record.get("proposal"),
        )


def found(
    code: str, start: int, end: int, explanation: str, proposal: str | None = None
) -> Finding:
    """Return a finding with the kind and the severity that its code has."""
    kind, severity = CODES[code]
    return Finding(code, kind, severity, start, end, explanation, proposal)
