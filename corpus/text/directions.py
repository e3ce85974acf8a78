"""Characters that set the direction of text until another one ends it.

A name that holds one turns round whatever follows it in a sentence, numbers included: 42 % reads
24 %. Marks of direction, and letters of scripts that run from the right, do no such thing.
Source: Unicode Standard Annex 9, explicit directional formatting characters.
"""

TURNS = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


def turns_text(name: str) -> bool:
    """Whether the name could turn round the text after it."""
    return not TURNS.isdisjoint(name)
