"""The curators' pages of studies."""
