"""Templates in a checkout: compiled when used, kept as Python keeps modules, and never behind what is edited."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from adjudicator.reports import templatecode, templateloader


@pytest.fixture
def templates(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of templates of one's own, in a Python that keeps what it compiles."""
    monkeypatch.setattr(templateloader, "data_folder", lambda name: tmp_path / name)
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    folder = tmp_path / "templates"
    (folder / "toy").mkdir(parents=True)
    return folder


def shown(name: str) -> str:
    """What a template shows to a program that begins now."""
    templateloader.template.cache_clear()
    templateloader._compiler.cache_clear()
    return templateloader.filled(name, {"format": "html"}, one="&")


def test_an_edit_is_seen_at_once(templates: Path) -> None:
    for text in ("a{{ one }}", "b{{ one }}", "c{{ one }}"):  # of one length, in one second
        (templates / "toy" / "player.j2").write_text(text, encoding="utf-8")
        assert shown("toy/player.j2") == f"{text[0]}&amp;"


def test_what_is_compiled_is_kept_until_the_template_or_what_compiles_it_changes(
    templates: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    compiled: list[str] = []
    compiles = templatecode.module_code
    monkeypatch.setattr(
        templatecode, "module_code", lambda text, path: compiled.append(Path(path).name) or compiles(text, path)
    )
    for name in ("toy/player.j2", "toy/page.css.j2"):
        (templates / name).write_text("{{ one }}", encoding="utf-8")
        assert [shown(name) for _ in range(3)] == ["&amp;"] * 3
    assert compiled == ["player.j2", "page.css.j2"]
    monkeypatch.setattr(templateloader, "_compiler", lambda: "another")
    templateloader.template.cache_clear()
    templateloader.template("toy/player.j2")
    assert compiled[2:] == ["player.j2"]


def test_where_nothing_can_be_kept_the_same_is_shown(templates: Path) -> None:
    (templates / "toy" / "player.j2").write_text("{{ one }}", encoding="utf-8")
    (templates / "toy" / "__pycache__").write_text("no folder", encoding="utf-8")
    assert [shown("toy/player.j2") for _ in range(2)] == ["&amp;"] * 2


def test_what_is_kept_and_was_emptied_is_compiled_anew(templates: Path) -> None:
    """As a power cut leaves a file that was not synced."""
    (templates / "toy" / "player.j2").write_text("{{ one }}", encoding="utf-8")
    assert shown("toy/player.j2") == "&amp;"
    (kept,) = (templates / "toy" / "__pycache__").iterdir()
    size = kept.stat().st_size
    for left in (b"", bytes(size)):
        kept.write_bytes(left)
        assert shown("toy/player.j2") == "&amp;"
        assert kept.stat().st_size == size


def test_of_a_wheel_the_module_is_taken(templates: Path) -> None:
    (templates / "toy" / "player.j2").write_text("{{ one }}", encoding="utf-8")
    (templates / "toy" / "player.py").write_text(
        templatecode.module_source("module {{ one }}", "toy/player.j2"), encoding="utf-8"
    )
    assert shown("toy/player.j2") == "module &amp;"


def test_what_goes_wrong_is_told_with_the_line_of_the_template(templates: Path) -> None:
    (templates / "toy" / "player.j2").write_text(
        "one\n\n{% for x in [1] %}\n{{ one.two.three }}\n{% endfor %}", "utf-8"
    )
    with pytest.raises(NameError, match="two") as caught:
        shown("toy/player.j2")
    lines = [(entry.path.name, entry.lineno + 1) for entry in caught.traceback if isinstance(entry.path, Path)]
    assert ("player.j2", 4) in lines
