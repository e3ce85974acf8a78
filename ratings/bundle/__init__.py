"""A board and everything that it follows from, in one zip file that can be checked anywhere."""
