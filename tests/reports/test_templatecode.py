"""The code that templates become: what Jinja writes of them, without what they never use."""

from __future__ import annotations

from typing import Any

import pytest
from jinja2 import TemplateAssertionError
from markupsafe import Markup

from adjudicator.reports.rendering import Root, exported, rendered
from adjudicator.reports.templatecode import module_code, module_source


def compiled(template: str) -> Root:
    module: dict[str, Any] = {}
    exec(module_code(template, "a template"), module)
    root: Root = module["root"]
    return root


def written(template: str, form: str = "html", **values: Any) -> str:
    return rendered(compiled(template), {"format": form, **values})


HOSTILE = '<b>"&[/code]*'


def test_what_is_shown_is_escaped_once_for_its_format() -> None:
    assert written("{{ text }}", text=HOSTILE) == "&lt;b&gt;&quot;&amp;[/code]*"
    assert written("{{ text }}", text=Markup("<b>")) == "<b>"
    assert written("{{ text }}{{ 12 }}{{ none if false }}", form="bbcode", text="[b]") == "［b］12"
    assert written("{{ texts }}", texts=["<b>"]) == "[&#x27;&lt;b&gt;&#x27;]"


def test_a_text_goes_through_macros_and_is_escaped_where_it_is_shown_alone() -> None:
    template = (
        "{% macro inner(text) %}<i>{{ text }}</i>{% endmacro %}"
        "{% macro outer(text) %}<p>{{ inner(text) }}</p>{% endmacro %}{{ outer(text) }}"
    )
    assert written(template, text="<&>") == "<p><i>&lt;&amp;&gt;</i></p>"


MACRO = "{% macro one(first, second='b', third=first ~ second) %}{{ first }}{{ second }}{{ third }}{% endmacro %}"


@pytest.mark.parametrize(
    ("call", "shown"),
    [
        ("one('a')", "abab"),
        ("one('a', 'c')", "acac"),
        ("one('a', third='d')", "abd"),
        ("one(third='d', first='a')", "abd"),
        ("one('a', 'c', 'd')", "acd"),
    ],
)
def test_a_macro_takes_what_it_is_given_and_has_defaults_for_the_rest(call: str, shown: str) -> None:
    assert written(f"{MACRO}{{{{ {call} }}}}") == shown


@pytest.mark.parametrize("call", ["one('a', 'b', 'c', 'd')", "one('a', fourth='d')", "one('a', first='a')"])
def test_a_macro_takes_nothing_else(call: str) -> None:
    with pytest.raises(TypeError):
        written(f"{MACRO}{{{{ {call} }}}}")


@pytest.mark.parametrize(
    "template", ["{{ unknown }}", "{{ one.unknown }}", f"{MACRO}{{{{ one() }}}}", "{{ unknown() }}"]
)
def test_what_is_not_there_is_an_error_and_no_empty_place(template: str) -> None:
    with pytest.raises(NameError):
        written(template, **({} if "macro" in template else {"one": {}}))


@pytest.mark.parametrize(
    ("call", "shown"), [("m.one('a')", "abab"), ("m.one('a', 'c', 'd')", "acd"), ("m.one('a', third='d')", "abd")]
)
def test_a_macro_of_another_template_is_called_alike(call: str, shown: str) -> None:
    assert written(f"{{{{ {call} }}}}", m=exported(compiled(MACRO), {"format": "html"})) == shown


def test_a_macro_that_is_not_there_is_an_error() -> None:
    with pytest.raises(AttributeError):
        written("{{ m.two('a') }}", m=exported(compiled(MACRO), {"format": "html"}))


def test_of_a_record_its_keys_are_meant_whatever_they_are_called() -> None:
    assert written("{{ one.items }}{{ one.inner.keys }}", one={"items": "a", "inner": {"keys": "b"}}) == "ab"
    assert written("{{ 'none' if one.items is not defined }}", one={}) == "none"


def test_functions_are_called_in_loops_with_their_own_arguments_alone() -> None:
    def joined(*parts: str, **named: str) -> str:
        return "-".join((*parts, *named, *named.values()))

    template = "{% for one in 'ab' %}{{ joined(one, loop.index ~ '', by=one) }} {% endfor %}"
    assert written(template, joined=joined) == "a-1-by-a b-2-by-b "


@pytest.mark.parametrize(
    "template",
    ["{{ one(*two) }}", "{{ one(**two) }}", "{% macro m() %}{{ caller() }}{% endmacro %}{% call m() %}{% endcall %}"],
)
def test_what_this_code_has_no_way_of_calling_does_not_compile(template: str) -> None:
    with pytest.raises(TemplateAssertionError):
        module_source(template, "a template")
