"""Orders with conditions in a message that is not read as it stands: no reading may lose a condition.

A line that goes astray would else make of « vote no, if … » a plain « vote no ».
"""

from __future__ import annotations

import re

from adjudicator.core.conditions import THEN
from adjudicator.core.standing_orders import IF
from adjudicator.core.words import Vocabulary
from adjudicator.orders.submission import Submission

_MARKS = r"[\s{,\[>*_\"'«“-]"


def keeps_clauses(text: str, submission: Submission, words: Vocabulary) -> bool:
    """Tell whether of a message all is in a ``submission`` that is written as orders with a condition, or none is."""
    if not _written(IF, text, words):
        return True
    kept = sum(len(standing.get(IF, ())) for standing in submission.standing.values())
    return 0 < kept == _written(THEN, text, words) + _arrows(text, words)


def _arrows(text: str, words: Vocabulary) -> int:
    """Return how many items of a list have an arrow in place of « then »."""
    items = [line for line in text.splitlines() if _ITEM.match(line)]
    return sum(bool(_ARROW.search(line)) and not _written(THEN, line, words) for line in items)


_ITEM = re.compile(r"\s*(?:[-–—*•·]|\d{1,2}[.)])\s*\S")
_ARROW = re.compile(r"=>|->|→|⇒")


def _written(word: str, text: str, words: Vocabulary) -> int:
    """Return how many times a word of clauses stands in a text as one that something belongs to, but in remarks."""
    forms = "|".join(map(re.escape, [word, *words.forms("clauses", word)]))
    sign = re.compile(rf"(?:^|{_MARKS})(?:{forms})[\s\"'»”*_]*(?::|=|->|→)", re.IGNORECASE)
    return sum(len(sign.findall(line)) for line in text.splitlines() if not line.lstrip().startswith("#"))
