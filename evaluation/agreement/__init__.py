"""How well metrics predict listeners: pure functions of plain values, no Django."""
