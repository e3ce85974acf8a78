"""Machines that write down what they hear, and how far that is from the text. Pure."""
