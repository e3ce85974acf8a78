"""What agreement tells, as sentences, rounded numbers and coordinates: pure."""
