"""The error for optional Python packages that a function needs and that are not installed."""

from __future__ import annotations


class PackageMissingError(Exception):
    """A package is not installed; ``pip install adjudicator[extra]`` would install it."""

    def __init__(self, package: str, extra: str) -> None:
        """Take the name of the package and the name of the extra, as pip knows them."""
        super().__init__(package)
        self.package, self.extra = package, extra
