"""Measurements as readers see them: pure functions of plain values, no Django."""
