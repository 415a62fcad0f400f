"""Folders that are published completely, with a manifest of their files by which missing or changed files are found."""

from __future__ import annotations

import errno
import json
import os
from collections.abc import Iterable, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from adjudicator.store import disk

# Some imports are inside functions to keep start-up fast: every command loads this module, but few need them.


MANIFEST = "MANIFEST.json"


def publish_folder(target: Path, files: Mapping[str, bytes], readable: bool = False) -> None:
    """Create the folder ``target`` from ``files``, relative POSIX paths to contents, completely or not at all.

    A ``MANIFEST.json`` with the SHA-256 of every file is added; see :func:`intact`. The parent folder must exist. Raise
    ``FileExistsError`` if ``target`` exists already, ``ValueError`` for a path that leaves the folder, is not in its
    simplest form or clashes with another, and ``OSError`` if the disk refuses.
    """
    _check_names(files)
    if os.path.lexists(target):
        raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(target))
    with disk.staged(target) as stage:
        _fill_stage(stage, files, readable)
    disk.sync(target.parent)


def intact(folder: Path) -> list[str]:
    """Return the names of files that are missing, changed, unreadable or not listed, according to ``MANIFEST.json``.

    An empty list means that the folder is intact. If the manifest itself is missing or unreadable, only it is named.
    """
    try:
        digests = _read_manifest(folder / MANIFEST)
    except (OSError, ValueError, RecursionError, disk.UnusableError):
        return [MANIFEST]
    changed = {name for name, digest in digests.items() if _digest_of(f"{folder}/{name}") != digest}
    return sorted(changed | (_names_in(folder) - digests.keys() - {MANIFEST}))


def read_published(folder: Path, names: Iterable[str]) -> dict[str, bytes]:
    """Return the contents of files of a published ``folder``, by name.

    Raise ``UnusableError`` for the manifest or the first file that is missing or differs from what was published, and
    ``PermissionError`` for one that may not be read, because this does not mean that it is damaged.
    """
    import hashlib

    try:
        digests = _read_manifest(folder / MANIFEST)
    except PermissionError:
        raise  # this subclass of OSError does not mean damage
    except (OSError, ValueError, RecursionError, disk.UnusableError) as error:
        raise disk.UnusableError("error.damaged", file=str(folder / MANIFEST)) from error
    whole: dict[str, bytes] = {}
    for name in names:
        data = _data_of(f"{folder}/{name}", strict=True) if name in digests else None
        if data is None or hashlib.sha256(data).hexdigest() != digests[name]:
            raise disk.UnusableError("error.damaged", file=str(folder / name))
        whole[name] = data
    return whole


def _fill_stage(stage: Path, files: Mapping[str, bytes], readable: bool) -> None:
    disk.make_one(stage, readable=False)
    folders = {stage, *(stage / above for above in _folders_of(files))}
    for folder in sorted(folders - {stage}):
        disk.make_one(folder, readable)
    paths = [(f"{stage}/{name}", data) for name, data in sorted(files.items())]
    paths.append((f"{stage}/{MANIFEST}", manifest(files)))
    disk.write_new(paths, readable)
    if readable:  # set last, so that nobody reads a half-written folder
        disk.set_rights(stage, disk.READABLE_FOLDER)
    for folder in sorted(folders, reverse=True):
        disk.sync(folder)


def manifest(files: Mapping[str, bytes]) -> bytes:
    """Return the ``MANIFEST.json`` of a folder with these ``files``: the SHA-256 of each."""
    return manifest_of(_digests_of(files))


def manifest_of(digests: Mapping[str, str]) -> bytes:
    """Return the ``MANIFEST.json`` of a folder whose files have these SHA-256 ``digests``, by name."""
    return _written({"format": 1, "files": digests})


def manifests(files: Mapping[str, bytes]) -> list[bytes]:
    """Return every accepted ``MANIFEST.json`` of such a folder: the one written now, and one without ``format``."""
    digests = _digests_of(files)
    return [manifest_of(digests), _written({"files": digests})]


def _digests_of(files: Mapping[str, bytes]) -> dict[str, str]:
    import hashlib

    return {name: hashlib.sha256(data).hexdigest() for name, data in files.items()}


def _written(shape: dict[str, object]) -> bytes:
    return (json.dumps(shape, indent=2, sort_keys=True) + "\n").encode()


def _read_manifest(path: Path) -> Mapping[str, str]:
    return _digests_in(disk.read_file(path))


@lru_cache(maxsize=2)  # one visit reads the last stage's manifest for the campaign file and for the state
def _digests_in(data: bytes) -> Mapping[str, str]:
    """Return the digests in a manifest, by file name. Raise ``ValueError`` if ``data`` is not a manifest."""
    document = json.loads(data)
    digests = document.get("files") if isinstance(document, dict) else None
    if not isinstance(digests, dict) or not all(isinstance(digest, str) for digest in digests.values()):
        raise ValueError(data)
    _check_names(digests)
    return digests


def _check_names(names: Mapping[str, object]) -> None:
    if MANIFEST in names or (names and not _is_plain("/\n/".join(names))):  # all are checked at once, for speed
        wrong = next(name for name in names if name == MANIFEST or not _is_plain(name))
        raise ValueError(f"not a file name inside the folder: {wrong!r}")
    folders = _folders_of(names)
    for name in (MANIFEST, *names):
        if name in folders:
            raise ValueError(f"both a file and a folder: {name!r}")


def _folders_of(names: Iterable[str]) -> set[str]:
    """Return the folders, as relative POSIX paths, that contain the files with these names."""
    folders: set[str] = set()
    for name in names:
        above = name.rpartition("/")[0]
        while above and above not in folders:
            folders.add(above)
            above = above.rpartition("/")[0]
    return folders


def _is_plain(name: str) -> bool:
    """Return whether ``name`` means the same file inside the folder on every system."""
    parts = f"/{name}/"
    if "//" in parts or "/./" in parts or "/../" in parts:
        return False
    return "\\" not in name and ":" not in name and "\0" not in name  # a colon is a drive or a stream on Windows


def _digest_of(path: str) -> str | None:
    """Return the SHA-256 of a file, or None if it cannot be read."""
    import hashlib

    data = _data_of(path)
    return hashlib.sha256(data).hexdigest() if data is not None else None


def _data_of(path: str, *, strict: bool = False) -> bytes | None:
    """Return the content of a file, or None if it cannot be read; if ``strict``, raise ``PermissionError``."""
    try:
        return None if os.path.islink(path) else disk.read_file(path)  # noqa: PTH114 - as below: no ``Path`` for each
    except disk.UnusableError:  # not a plain file
        return None
    except OSError as refusal:
        if strict and isinstance(refusal, PermissionError):
            raise
        return None


def _names_in(folder: Path) -> set[str]:
    names: set[str] = set()
    for top, folders, files in os.walk(folder):
        here = Path(top)
        links = [name for name in folders if (here / name).is_symlink()]
        names.update((here / name).relative_to(folder).as_posix() for name in (*files, *links))
    return names


# JSON files: readable, with the same bytes for the same value, and optionally with a hash of their content.


def json_bytes(value: Any) -> bytes:
    """Return ``value`` as readable JSON, always the same bytes for the same value."""
    return (json.dumps(value, ensure_ascii=False, indent=1) + "\n").encode()


def read_json(path: Path) -> Any:
    """Return the content of a JSON file. Raise ``UnusableError`` if it is missing or damaged."""
    try:
        return json_of(disk.read_file(path), path)
    except FileNotFoundError as error:
        raise disk.UnusableError("error.damaged", file=str(path)) from error


def json_of(data: bytes, path: Path) -> Any:
    """Return ``data`` parsed as JSON. Raise ``UnusableError``, which names the file ``path``, if it is not JSON."""
    try:
        return json.loads(data)
    except ValueError as error:
        raise disk.UnusableError("error.damaged", file=str(path)) from error


def sealed(value: dict[str, Any]) -> bytes:
    """Return ``value`` as JSON with a hash of itself, with which :func:`read_sealed` detects any change."""
    return json_bytes({**value, "sha256": _hash(value)})


def read_sealed(path: Path) -> dict[str, Any] | None:
    """Return what :func:`sealed` wrote to ``path``, or None if it is missing or has been changed.

    Raise ``OSError`` if the file exists but cannot be read.
    """
    try:
        return unsealed(disk.read_file(path))
    except FileNotFoundError:
        return None


def unsealed(data: bytes) -> dict[str, Any] | None:
    """Return the value of which :func:`sealed` made ``data``, or None if they have been changed."""
    try:
        value = json.loads(data)
        return value if isinstance(value, dict) and value.pop("sha256", None) == _hash(value) else None
    except (ValueError, RecursionError):
        return None


def is_as_sealed(value: dict[str, Any], data: bytes) -> bool:
    """Return whether ``data`` are exactly the bytes that :func:`sealed` makes of the value read from them."""
    try:
        return sealed(value) == data
    except (UnicodeEncodeError, RecursionError):  # a lone surrogate; nested too deeply
        return False


def _hash(value: dict[str, Any]) -> str:
    from hashlib import sha256

    return sha256(_sorted(value).encode()).hexdigest()


_sorted = json.JSONEncoder(sort_keys=True).encode
