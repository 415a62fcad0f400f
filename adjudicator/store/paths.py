"""Where the schemas, templates and example campaigns lie: inside an installed package, or beside a checkout."""

from __future__ import annotations

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent.parent


def data_folder(name: str) -> Path:
    """Return the folder ``schemas``, ``templates`` or ``campaigns``.

    A wheel carries them in ``adjudicator/_data``; a checkout, an editable install and an unpacked sdist have
    them beside the package.
    """
    inside = _PACKAGE / "_data" / name
    return inside if inside.is_dir() else _PACKAGE.parent / name


def locale_folder() -> Path:
    """Return the folder of the message catalogues, which are part of the package."""
    return _PACKAGE / "locale"
