"""Templates found by their paths, and filled in: what is shown is escaped for its format, whatever it is.

They are code: modules that a wheel carries; in a checkout compiled when used, and kept as modules are.
"""

from __future__ import annotations

from functools import cache
from importlib.machinery import SourceFileLoader
from pathlib import Path
from types import CodeType
from typing import Any, TypeAlias

from adjudicator.reports.rendering import Root, exported, rendered
from adjudicator.store.paths import data_folder

Hand: TypeAlias = dict[str, Any]
"""What the templates of a stage are given for one format, by the name under which they use it."""


def filled(path: str, hand: Hand, **values: Any) -> str:
    """Return what the template at ``path`` makes of ``values``."""
    return rendered(template(path), {**hand, **values})


def macros_of(path: str, hand: Hand) -> Any:
    """Return the macros of the template at ``path``, by their names, for what ``hand`` gives it."""
    return exported(template(path), hand)


@cache
def template(name: str) -> Root:
    """Return the template called ``name``, a path below ``templates/``, as the function that writes it."""
    path = data_folder("templates") / name
    written = path.with_suffix(".py")
    loader = SourceFileLoader(name, str(written)) if written.exists() else _Compiling(name, str(path))
    module: dict[str, Any] = {}
    exec(loader.get_code(name), module)  # type: ignore[arg-type] # a file that is there has code
    root: Root = module["root"]
    return root


class _Compiling(SourceFileLoader):
    """Makes code of a template; Python keeps it beside the file, in ``__pycache__``, while nothing has changed."""

    def source_to_code(  # type: ignore[override] # as Python's own
        self, data: Any, path: Any, *, _optimize: int = -1
    ) -> CodeType:
        """Compile the bytes of a template."""
        from adjudicator.reports.templatecode import module_code

        return module_code(bytes(data).decode(), path)

    def path_stats(self, path: Any) -> dict[str, Any]:
        """Return by what kept code is known to be that of the template, as its "time" and size.

        In it are the times of what compiles, too; to the nanosecond: one may edit, look, and edit again.
        """
        about = Path(path).stat()
        times = f"{about.st_mtime_ns} {about.st_ctime_ns} {_compiler()}"
        return {"mtime": int.from_bytes(_digest(times)[:4], "little"), "size": about.st_size}


@cache
def _compiler() -> str:
    """Return the times of what makes code of templates, and what runs it: in a checkout it may have changed since."""
    from importlib.util import find_spec

    here = Path(__file__).parent
    jinja = Path(find_spec("jinja2").origin).parent  # type: ignore[union-attr, arg-type] # it is installed
    files = (here / "templatecode.py", here / "rendering.py", jinja / "compiler.py", jinja / "parser.py")
    return " ".join(str(path.stat().st_mtime_ns) for path in files)


def _digest(text: str) -> bytes:
    from hashlib import sha256

    return sha256(text.encode()).digest()
