"""Speaker encoders: speech in, a unit vector that tells voices apart out."""
