"""Compile the report templates into the wheel, so that no command has to compile them."""

from __future__ import annotations

import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CompiledTemplates(BuildHookInterface):
    """Adds the modules that ``adjudicator/reports/environment.py`` looks for; an editable install has none."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile every template of a report; those of ``new`` (``*.yaml.j2``) have an environment of their own."""
        if version == "editable":
            return
        sys.path.insert(0, self.root)
        from adjudicator.reports.environment import COMPILED, environment

        self._folder = TemporaryDirectory()
        environment("html", Path(self.root) / "templates").compile_templates(
            self._folder.name, zip=None, filter_func=lambda name: name.endswith(".j2") and ".yaml." not in name
        )
        build_data["force_include"][self._folder.name] = f"adjudicator/_data/templates/{COMPILED}"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Remove what was compiled once the wheel holds it."""
        if version != "editable":
            self._folder.cleanup()
