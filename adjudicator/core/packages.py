"""Packages of Python that one may do without: what needs one says so when it is missing."""

from __future__ import annotations


class PackageMissingError(Exception):
    """A package that is not installed; with ``adjudicator[extra]`` it is."""

    def __init__(self, package: str, extra: str) -> None:
        """Take the name of the package and that of the extra, as pip knows them."""
        super().__init__(package)
        self.package, self.extra = package, extra
