"""A development pack: plausible prompts made of templates, to build and to try a corpus with.

Never a benchmark: nobody wrote these sentences for listeners, and anybody can make them again.
Pure: a seed in, prompts out. `making` is the door; `grammar/` holds the words.
"""
