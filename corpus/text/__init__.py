"""The rules of a prompt: what its text alone, its source passage and its neighbours show.

Pure: text in, findings out. `linting` is the door; `passages` and `duplicates` compare.
"""
