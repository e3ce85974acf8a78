"""What a frozen corpus version is and when one may be made. Pure."""
