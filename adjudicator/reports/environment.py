"""The templates of reports filled in: what is shown is escaped for its format, whatever it is."""

from __future__ import annotations

from typing import Any, TypeAlias

from adjudicator.reports.rendering import exported, rendered
from adjudicator.reports.templateloader import template

Hand: TypeAlias = dict[str, Any]
"""What the templates of a stage are given for one format, by the name under which they use it."""


def filled(path: str, hand: Hand, **values: Any) -> str:
    """Return what the template at ``path`` makes of ``values``."""
    return rendered(template(path), {**hand, **values})


def macros_of(path: str, hand: Hand) -> Any:
    """Return the macros of the template at ``path``, by their names, for what ``hand`` gives it."""
    return exported(template(path), hand)
