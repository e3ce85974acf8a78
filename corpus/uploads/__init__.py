"""Which clip a file is meant to be, told by its name."""
