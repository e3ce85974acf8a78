"""Clips made by machines: what is left, what it would cost, and the long work of making them."""

from corpus.services.synthesis.engines import CannotSpeak, engine_for
from corpus.services.synthesis.estimates import Estimate, estimate_of
from corpus.services.synthesis.orders import Order, current_voices
from corpus.services.synthesis.starting import KIND, SynthesisRefused, start_synthesis

__all__ = [
    "KIND",
    "CannotSpeak",
    "Estimate",
    "Order",
    "SynthesisRefused",
    "current_voices",
    "engine_for",
    "estimate_of",
    "start_synthesis",
]
