"""How counts are written."""


def whole(number: float) -> float | int:
    """A whole number without its decimal point, any other number as it is."""
    return int(number) if float(number).is_integer() else number
