"""What a wheel carries besides the package's files: its templates and sentences, written as modules of Python."""

from __future__ import annotations

import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class Modules(BuildHookInterface):
    """Writes them where ``adjudicator/reports/templateloader.py`` and ``adjudicator/speech/catalogue.py`` find them."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Write the modules; an editable install has none: there what is edited is what is used."""
        if version == "editable":
            return
        sys.path.insert(0, self.root)
        from adjudicator.reports.templatecode import module_source as of_template
        from adjudicator.speech.sentencecode import module_source as of_catalogue

        self._room = TemporaryDirectory()
        templates = Path(self.root) / "templates"
        for path in sorted(templates.rglob("*.j2")):
            name = path.relative_to(templates)
            if name.suffixes[-2:] != [".yaml", ".j2"]:  # those of ``new`` are read by Jinja: they use more of it
                source = of_template(path.read_text(encoding="utf-8"), str(name))
                self._carry(build_data, f"templates/{name.with_suffix('.py').as_posix()}", source)
        for path in sorted((Path(self.root) / "adjudicator" / "locale").glob("*/LC_MESSAGES/*.mo")):
            if path.stem != "click":  # which asks gettext itself
                with path.open("rb") as file:
                    self._carry(build_data, f"sentences/{path.parts[-3]}/{path.stem}.py", of_catalogue(file))

    def _carry(self, build_data: dict[str, Any], name: str, source: str) -> None:
        written = Path(self._room.name) / name.replace("/", "--")
        written.write_text(source, encoding="utf-8")
        build_data["force_include"][str(written)] = f"adjudicator/_data/{name}"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Remove what was written for the build."""
        if version != "editable":
            self._room.cleanup()
