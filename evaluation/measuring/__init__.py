"""Measuring plain files, and listing what can be measured. Pure."""
