"""Names that players have on the forum and that YAML would take for something else, as ``[LG]Toto`` or ``@nna``."""

from __future__ import annotations

import json
import re

from adjudicator.core.words import Names

_PLAIN = r"\w[\w .’'-]*[\w!?.]"
"""What is text wherever a name may stand; in many campaigns there is no name to ask it of."""


def quoted_names(data: bytes, names: Names | None) -> bytes:
    """Return the text of a file with such names in quotes where one of them is a whole key or value."""
    odd = [name for name in names.others if not re.fullmatch(_PLAIN, name)] if names else []
    if not odd:
        return data
    text = data.decode("utf-8", "surrogateescape")
    for name in sorted(odd, key=len, reverse=True):
        text = _quoted(text, name)
    return text.encode("utf-8", "surrogateescape")


def _quoted(text: str, name: str) -> str:
    quoted, spelt = json.dumps(name, ensure_ascii=False), re.escape(name)
    ends = r"(?=[ \t\r]*(?:$|:(?:\s|$))|[ \t]+#)"
    lines = rf"^([ \t]*(?:-[ \t]+)?|[^\n{{\[]{{0,200}}:[ \t]+){spelt}{ends}"
    text = re.sub(lines, lambda found: found[1] + quoted, text, flags=re.MULTILINE | re.IGNORECASE)
    inside = rf"([{{,\[][ \t]*|:[ \t]+){spelt}(?=[ \t]*[:,}}\]])"
    return "\n".join(
        re.sub(inside, lambda found: found[1] + quoted, line, flags=re.IGNORECASE) if _brackets(line, name) else line
        for line in text.split("\n")
    )


def _brackets(line: str, name: str) -> bool:
    """Tell whether a line has brackets besides those of the name: commas part values in them alone."""
    bare = line.casefold().replace(name.casefold(), "")
    return "{" in bare or "[" in bare
