"""Jinja, set up for reports: every value a template shows is escaped for the format it writes."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, TypeAlias

from jinja2 import Environment, FileSystemLoader, ModuleLoader, StrictUndefined, pass_context
from markupsafe import Markup

from adjudicator.reports.markup import ESCAPE
from adjudicator.store.layout import data_folder

Hand: TypeAlias = dict[str, Any]
"""The variables that the templates of a stage share for one format, by name; ``format`` is one of them."""

COMPILED = "compiled"
"""The folder below ``templates`` in which a wheel has them as Python modules (``hatch_build.py``)."""


@cache
def escaped_in(form: str) -> Callable[[str], Markup]:
    """Return a function that escapes text for a format (a key of ``ESCAPE``).

    It remembers texts: names and cells come up many times in the reports of a stage.
    """
    escape = ESCAPE[form]
    return lru_cache(maxsize=4096)(lambda text: Markup(escape(text)))


class _Environment(Environment):
    """Reads ``a.b`` as the key ``b`` of a record, even where ``dict`` has a method of that name."""

    def getattr(self, obj: Any, attribute: str) -> Any:
        """Return what a template means by ``obj.attribute``."""
        if type(obj) is dict and attribute in obj:
            return obj[attribute]
        return super().getattr(obj, attribute)


def environment(form: str, folder: Path | None = None) -> Environment:
    """Return the environment for a format; ``folder`` is where its templates are, by default the program's own."""
    return _environment(form, folder or data_folder("templates"))


@cache
def _environment(form: str, folder: Path) -> Environment:
    compiled = folder / COMPILED

    @pass_context  # without the context Jinja would escape constants once, when it compiles, for one format
    def finalize(_: Any, value: Any) -> Any:
        return value if type(value) is Markup else escaped_in(form)(str(value))

    return _Environment(
        loader=ModuleLoader(compiled) if compiled.is_dir() else FileSystemLoader(folder),
        undefined=StrictUndefined,
        finalize=finalize,
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
        extensions=["jinja2.ext.do"],
    )


def filled(path: str, hand: Hand, **values: Any) -> str:
    """Return the text of the template at ``path``, given the variables of ``hand`` and ``values``."""
    return environment(hand["format"]).get_template(path).render({**hand, **values})


def macros_of(path: str, hand: Hand) -> Any:
    """Return the macros of the template at ``path`` as attributes; they see the variables of ``hand``."""
    return environment(hand["format"]).get_template(path).make_module(hand)
