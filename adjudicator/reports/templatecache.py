"""Compiled templates, kept between runs in the user's own cache folder: compiling costs more than writing a turn."""

from __future__ import annotations

import marshal
import os
import sys
from contextlib import suppress
from functools import cache
from pathlib import Path
from stat import S_ISREG
from types import CodeType
from typing import TYPE_CHECKING, Any

from adjudicator import __version__

if TYPE_CHECKING:
    from collections.abc import MutableMapping

    from jinja2 import BaseLoader, Environment, Template


def cache_folder() -> Path:
    """Return the folder for what can be made again at any time, where this system keeps such things."""
    if sys.platform == "win32":
        root = os.environ.get("LOCALAPPDATA")
    elif sys.platform == "darwin":
        root = str(Path.home() / "Library" / "Caches")
    else:
        root = os.environ.get("XDG_CACHE_HOME")
    return Path(root or Path.home() / ".cache") / "adjudicator" / __version__


def _is_ones_own(folder: Path) -> bool:
    """Whether nobody else may write there: what lies in it is run."""
    if sys.platform == "win32":
        return True
    about = folder.stat()
    return about.st_uid == os.getuid() and not about.st_mode & 0o022


def template_loader(folder: Path) -> BaseLoader:
    """Return what loads the templates in ``folder``, with a cache, or none where no folder can be made for it.

    What was compiled of a file that is still the same is taken without reading it, as Python does with modules.
    """
    from jinja2 import FileSystemLoader

    class Loader(FileSystemLoader):
        def load(
            self, environment: Environment, name: str, globals: MutableMapping[str, Any] | None = None
        ) -> Template:
            path = folder / name
            made_of = _made_of(path)
            entry = kept / f"{_digest(str(path).encode()).hex()[:40]}.template" if kept and made_of else None
            code = _unsealed(_read(entry), made_of) if entry else None
            if code is None:
                source, file, _ = self.get_source(environment, name)
                code = environment.compile(source, name, file)
                if entry:
                    with suppress(OSError):  # what the disk refuses is compiled the next time too
                        _write(entry, _sealed(code, made_of))
            return environment.template_class.from_code(environment, code, {} if globals is None else globals)

    kept = _own_folder()
    return Loader(folder)


def _own_folder() -> Path | None:
    """Return the folder of the cache, made if need be; None where it cannot be, or others may write there."""
    try:
        folder = cache_folder()
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        return folder if _is_ones_own(folder) else None
    except (OSError, RuntimeError):  # no home, or one that cannot be written
        return None


def _made_of(path: Path) -> bytes:
    """Return all by which an entry is known to be that of this template, for this Python and what compiles here.

    It is empty where there is no such file.
    """
    try:
        return "\n".join((sys.version, _jinja_version(), _generator(), str(path), _state(path), "")).encode()
    except OSError:
        return b""


def _state(path: Path) -> str:
    """Return what is another when a file has been written since: nobody can set back when it was changed."""
    about = path.stat()
    return f"{about.st_size} {about.st_mtime_ns} {about.st_ctime_ns}"


@cache
def _generator() -> str:
    """Return the state of what writes the code: in a checkout it may have changed since."""
    from adjudicator.reports import templatecode

    return _state(Path(templatecode.__file__))


def _jinja_version() -> str:
    import jinja2

    known = vars(jinja2).get("__version__")  # to ask the metadata takes longer than a template
    if isinstance(known, str):
        return known
    from importlib.metadata import version

    return version("jinja2")


def _sealed(code: CodeType, made_of: bytes) -> bytes:
    """Return compiled code as it is kept: behind a digest of itself and of what it was ``made_of``."""
    data = marshal.dumps(code)
    return _digest(made_of + data) + data


def _unsealed(kept: bytes, made_of: bytes) -> CodeType | None:
    """Return the code that :func:`_sealed` kept, or None where anything is not as it was: damaged code can do harm."""
    seal, data = kept[:_SEAL], kept[_SEAL:]
    if seal != _digest(made_of + data):
        return None
    code = marshal.loads(data)
    return code if isinstance(code, CodeType) else None


_SEAL = 32


def _digest(data: bytes) -> bytes:
    from hashlib import sha256

    return sha256(data).digest()


def _read(path: Path) -> bytes:
    """Return the bytes of an entry; none where there is no plain file that can be read, and never wait for a pipe."""
    flags = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
    try:
        with os.fdopen(os.open(path, flags), "rb") as file:
            return file.read() if S_ISREG(os.fstat(file.fileno()).st_mode) else b""
    except OSError:
        return b""


def _write(path: Path, data: bytes) -> None:
    """Write an entry whole, beside others that do the same. Raises ``OSError``; nothing is then left of it."""
    temporary = path.with_suffix(f".{os.getpid()}")
    try:
        temporary.unlink(missing_ok=True)  # of a process that was killed
        with temporary.open("xb") as file:
            file.write(data)
        temporary.replace(path)
    except BaseException:
        with suppress(OSError):
            temporary.unlink(missing_ok=True)
        raise
