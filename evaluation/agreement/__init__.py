"""How well a metric agrees with the listeners: pure functions of arrays (docs/agreement.md)."""
