"""Pages of the curators' workplace, under /curate/."""
