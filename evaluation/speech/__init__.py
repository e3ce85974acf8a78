"""Models that metrics stand on, behind small interfaces: recognisers, encoders, activity. Pure."""
