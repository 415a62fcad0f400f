"""Templates by Jinja: values are escaped for their format, and a mistake is told with its line."""

from __future__ import annotations

from pathlib import Path

import pytest

from adjudicator.reports.environment import environment


@pytest.mark.parametrize(
    ("form", "shown"),
    [("html", "&lt;b&gt;"), ("text", "<b>"), ("bbcode", "<\u2060b>")],  # a word joiner: boards read no tag there
)
def test_a_value_is_escaped_for_its_format(tmp_path: Path, form: str, shown: str) -> None:
    (tmp_path / "report.j2").write_text("{{ one }}{{ '<b>' }}", encoding="utf-8")
    assert environment(form, tmp_path).get_template("report.j2").render(one="<b>") == shown * 2


def test_a_key_comes_before_a_method_of_that_name(tmp_path: Path) -> None:
    (tmp_path / "report.j2").write_text("{{ one.items }}", encoding="utf-8")
    assert environment("text", tmp_path).get_template("report.j2").render(one={"items": 3}) == "3"


def test_what_goes_wrong_is_told_with_the_line_of_the_template(tmp_path: Path) -> None:
    (tmp_path / "report.j2").write_text(
        "one\n\n{% for x in [1] %}\n{{ one.two.three }}\n{% endfor %}", encoding="utf-8"
    )
    with pytest.raises(Exception, match="two") as caught:
        environment("html", tmp_path).get_template("report.j2").render(one={})
    lines = [(entry.path.name, entry.lineno + 1) for entry in caught.traceback if isinstance(entry.path, Path)]
    assert ("report.j2", 4) in lines
