"""The templates of reports, and how they are read: what is shown is escaped for its format, whatever it is."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any, TypeAlias

from adjudicator.reports.markup import ESCAPE
from adjudicator.reports.templatecache import template_loader
from adjudicator.store.paths import data_folder

if TYPE_CHECKING:
    from jinja2 import Environment
    from jinja2.runtime import Context
    from markupsafe import Markup

Hand: TypeAlias = dict[str, Any]
"""What the templates of a stage are given for one format, by the name under which they use it."""


@cache
def environment() -> Environment:
    """Return what reads templates, with all that they may use of Jinja."""
    from jinja2 import Environment, StrictUndefined

    from adjudicator.reports.templatecode import DirectCode, Macro

    class Records(Environment):
        """Looks for a name in a record first; Jinja tries an attribute before that, and fails each time."""

        code_generator_class = DirectCode
        macro = Macro

        def getattr(self, obj: Any, attribute: str) -> Any:
            if type(obj) is dict:
                if attribute in obj:
                    return obj[attribute]
            elif hasattr(obj, attribute):
                return getattr(obj, attribute)
            return super().getattr(obj, attribute)

    return Records(
        loader=template_loader(data_folder("templates")),
        autoescape=True,
        finalize=_finalizer(),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=False,
        auto_reload=False,
        extensions=["jinja2.ext.do"],
    )


def _finalizer() -> Callable[[Context, Any], Markup]:
    """Return what escapes whatever a template shows, in the format that is being written; macros return safe text."""
    from jinja2 import pass_context
    from markupsafe import Markup

    escaped = {form: escaped_in(form) for form in ESCAPE}

    @pass_context
    def finalize(context: Context, value: Any) -> Markup:
        return value if type(value) is Markup else escaped[context["format"]](str(value))

    return finalize


@cache
def escaped_in(form: str) -> Callable[[str], Markup]:
    """Return what escapes a text in a format; names and cells come many times in the reports of a stage."""
    from markupsafe import Markup

    escape = ESCAPE[form]
    return lru_cache(maxsize=4096)(lambda text: Markup(escape(text)))


def filled(path: str, hand: Hand, **values: Any) -> str:
    """Return what the template at ``path`` makes of ``values``."""
    return environment().get_template(path).render(**values, **hand)


def macros_of(path: str, hand: Hand) -> Any:
    """Return the macros of the template at ``path``, by their names, for what ``hand`` gives it."""
    return environment().get_template(path).make_module(hand)


@cache
def safe_text() -> Callable[[str], Markup]:
    """Return what marks a text as escaped."""
    from adjudicator.reports.templatecode import safe

    return safe
