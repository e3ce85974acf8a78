"""How fast the site's own work is; run by hand, never as a test."""
