"""What a wheel carries besides the package's files: its templates, compiled to the modules that the program runs."""

from __future__ import annotations

import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class TemplateModules(BuildHookInterface):
    """Writes each template as a module beside it, where ``adjudicator/reports/templateloader.py`` finds it."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Write the modules; an editable install has none: there a template that is edited is the one that is used."""
        if version == "editable":
            return
        sys.path.insert(0, self.root)
        from adjudicator.reports.templatecode import module_source

        self._room = TemporaryDirectory()
        templates = Path(self.root) / "templates"
        for path in sorted(templates.rglob("*.j2")):
            name = path.relative_to(templates)
            if name.suffixes[-2:] != [".yaml", ".j2"]:  # those of ``new`` are read by Jinja: they use more of it
                written = Path(self._room.name) / name.as_posix().replace("/", "--")
                written.write_text(module_source(path.read_text(encoding="utf-8"), str(name)), encoding="utf-8")
                build_data["force_include"][str(written)] = f"adjudicator/_data/templates/{name.with_suffix('.py')}"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Remove what was written for the build."""
        if version != "editable":
            self._room.cleanup()
