"""Marks that transcribers and markup leave behind: [noise], <unk>, (inaudible), *sigh*, %uh."""

import html
import re
from collections.abc import Iterator
from functools import cache

from corpus.text.findings import Finding, found
from corpus.text.lexicon import any_of, words
from corpus.text.patterns import Match, Pattern, Rule, no_proposal, removal
from corpus.text.words import FILLERS

_STAMP = r"\d{0,2}:?\d{1,2}:\d\d(?:\.\d+)?"  # 00:12:04
_EVENTS = rf"(?:{any_of(words('sound-events'))}|x{{2,}}|{_STAMP})"
# In square or curly brackets with a word before or behind, [background noise], {breath in}; in
# round ones, where people put other things, at most (laughs softly), (background noise) or
# (inaudible 00:12). TalkBank writes &=laughs.
_BEFORE = (
    r"(?:(?:ambient|audience|background|brief|canned|crowd|dog|door|dramatic|gentle|heavy|light|long|"
    r"loud|phone|scattered|short|soft|tense|upbeat) )?"
)
_EVENT = rf"\s*(?:[\w-]{{1,20}}[ _-])?{_EVENTS}(?:[ _,-][\w-]{{1,20}})?\s*"
_DIRECTION = rf"\s*{_BEFORE}{_EVENTS}(?: \w{{1,20}}ly|,? (?:at )?{_STAMP})?\s*"
_NOTHING = r"[\s.?…-]*"
_MARK = (
    rf"\(\((?:{_EVENT}|{_NOTHING})\)\)|\((?:{_DIRECTION}|{_NOTHING})\)|\[(?:{_EVENT}|{_NOTHING})\]|"
    rf"\{{(?:{_EVENT}|{_NOTHING})\}}|<{_EVENT}>|\*{_EVENT}\*|&=[A-Za-z:]{{1,20}}|"
    r"</?[A-Za-z][\w-]{0,20}(?:\s[^<>]{0,80})?/?>|<!--[^<>]{0,80}-->"
)
_FORMATTING = re.compile(r"</?(?:a|b|em|font|i|s|span|strong|sub|sup|u)\b[^<>]*>", re.IGNORECASE)
_HINT = re.compile(r"[(\[{<*&]")
_PLACEHOLDER = re.compile(r"(?<![\w-])(?:x{3,}|y{3,}|unk|<?unk>?)(?![\w-])", re.IGNORECASE)
_ENTITY = re.compile(
    r"&(?:amp;|#38;|#x26;)*(?:#\d{1,7}|#x[0-9A-Fa-f]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});"
)
_SAY = "A transcriber's mark, not something that was said. Leave it out."


@cache
def _marks() -> re.Pattern[str]:
    """Runs of marks. Compiled when the first text comes: that takes a thirtieth of a start."""
    return re.compile(rf"(?:{_MARK})(?:\s*(?:{_MARK}))*", re.IGNORECASE)


def noise_marks(text: str) -> Iterator[Finding]:
    """Yield runs of marks and tags as one finding each, with their removal as proposal."""
    if _HINT.search(text):
        for match in _marks().finditer(text):
            start, end, rest = removal(text, *match.span())
            inside_a_word = (start, end) == match.span() and _FORMATTING.fullmatch(match[0])
            yield found("noise-mark", start, end, _SAY, "" if inside_a_word else rest)


def placeholders(text: str) -> Iterator[Finding]:
    """Yield what stands for words that nobody understood: xxx, yyy, unk."""
    for match in _PLACEHOLDER.finditer(text):
        start, end, rest = removal(text, *match.span())
        yield found("noise-mark", start, end, "Stands for words that were not heard.", rest)


def _filled_pause(match: Match) -> str | None:
    word = match["word"]
    return word if word.lower() in FILLERS else None


def entities(text: str) -> Iterator[Finding]:
    """Yield characters that are spelled as HTML spells them, escaped once or several times."""
    for match in _ENTITY.finditer(text) if "&" in text else ():
        plain, escaped = html.unescape(match[0]), match[0]
        while plain != escaped:
            plain, escaped = html.unescape(plain), plain
        if plain != match[0]:
            start, end = match.span()
            if plain.isspace():
                start, end, plain = removal(text, start, end)
            yield found("entity", start, end, "A character in HTML's spelling.", plain)


def _inner(match: Match) -> str:
    return match["inner"]


MARKS: tuple[Rule, ...] = (
    entities,
    noise_marks,
    placeholders,
    Pattern(
        "noise-mark",
        re.compile(r"(?<![\w%&])(?:%|&[-+~]?)(?P<word>[A-Za-z][\w-]{0,20})"),
        _filled_pause,
        "A transcriber's sign before a sound.",
    ),
    Pattern(
        "noise-mark",
        re.compile(rf"(?<!\w)[\[({{<](?P<inner>{any_of(FILLERS)})[\])}}>](?!\w)", re.IGNORECASE),
        _inner,
        "A transcriber's brackets around what was said. The filler stays.",
    ),
    Pattern(
        "markup",
        re.compile(
            r"(?<![\w*_`~])(?P<mark>\*{1,3}|_{1,3}|`{1,3}|~~)(?P<inner>[^\s*_`~](?:[^*_`~]{0,200}[^\s*_`~])?)"
            r"(?P=mark)(?![\w*_`~])"
        ),
        _inner,
        "Marks of emphasis are not spoken.",
    ),
    Pattern(
        "bracket",
        re.compile(r"\(\([^()]{0,200}\)\)|\[[^\[\]]{0,200}\]|\{[^{}]{0,200}\}|<[^<>]{1,80}>"),
        no_proposal,
        "Brackets are a transcriber's or an editor's. Keep the words that are said, without them.",
    ),
)
