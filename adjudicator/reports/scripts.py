"""What a page that does more than be read carries besides: its script, its own rules of style, the data it reads."""

from __future__ import annotations

import json
import re
from binascii import b2a_base64
from functools import cache
from hashlib import sha256
from typing import Any

from adjudicator.store.disk import read_file
from adjudicator.store.layout import data_folder


@cache
def script(name: str) -> str:
    """Return the script of the pages called ``name``: ``templates/scripts/NAME.js``, behind what it builds on."""
    return "".join(_text(f"{each}.js") for each in (*BEFORE.get(name, ()), name))


BEFORE = {"form": ("orders", "pointing"), "clauses": ("orders", "pointing", "form", "facts")}
"""Scripts that stand before another one, in one element with it."""


@cache
def script_style(name: str) -> str:
    """Return the rules of style that these pages have besides those of all pages: ``templates/scripts/NAME.css``."""
    return "".join(_text(f"{each}.css") for each in (*STYLED.get(name, ()), name))


STYLED = {"clauses": ("form",)}
"""Rules of style that stand before others."""


def _text(file: str) -> str:
    """Return a file of ``templates/scripts`` without comments, nor what moves lines in: pages are sent by mail."""
    text = read_file(data_folder("templates") / "scripts" / file).decode()
    lines = (line.strip() for line in _COMMENT.sub("", text).split("\n"))
    return "\n" + "".join(f"{line}\n" for line in lines if line and not line.startswith("// "))


_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)


@cache
def digest(text: str) -> str:
    """Return by what the policy of a page knows an element whose text this is: no other one counts."""
    return f"'sha256-{b2a_base64(sha256(text.encode()).digest(), newline=False).decode()}'"


def data_block(value: Any) -> str:
    """Return plain data as JSON that may stand in a ``script`` element: whatever it holds, nothing in it ends that.

    A text is JSON already.
    """
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return text.replace("&", r"\u0026").replace("<", r"\u003c").replace(">", r"\u003e")
