"""Automatic speech metrics: pure, one module per family, no Django."""
