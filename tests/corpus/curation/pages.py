"""What people read on a page."""

import html
import re
from typing import Any


def text_of(answer: Any) -> str:
    """The words of a page in order, without marks, each space one."""
    content = answer.content.decode()
    words = re.sub(r"<(script|style).*?</\1>|<[^>]+>", " ", content, flags=re.DOTALL)
    return re.sub(r" ([.,;])", r"\1", " ".join(html.unescape(words).split()))
