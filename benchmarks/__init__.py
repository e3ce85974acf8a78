"""Speed in comparison; see bin/bench."""
