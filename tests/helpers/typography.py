"""How French is set."""

from __future__ import annotations

import re

TYPOGRAPHY = {
    "U+00A0 before a colon": re.compile(r"(?<!\u00a0):(?=[ \n]|$)"),
    "U+202F before ; ! ?": re.compile(r"(?<![\u202f!?])[;!?](?=[ \n»)\u00a0]|$)"),
    "U+00A0 inside « »": re.compile(r"«(?!\u00a0)|(?<!\u00a0)»"),
    "…": re.compile(r"\.\.\."),
    "’": re.compile(r"[\w}]'[\w{]"),
    "no space that shows twice": re.compile(r"\S[ \u00a0\u202f]{2,}\S"),
}
