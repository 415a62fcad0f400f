"""What only the MJ can repair, in words: one sentence for each thing that is wrong."""

from __future__ import annotations

import errno

from adjudicator.core.faults import Filling, Phrase
from adjudicator.core.packages import PackageMissingError
from adjudicator.speech.voice import Voice, voice_of
from adjudicator.store.errors import FaultyFileError, UnusableError

TROUBLES = (UnusableError, FaultyFileError, PackageMissingError, OSError)
"""The exceptions that are told in a sentence."""


def told(error: Exception, language: str) -> list[str]:
    """Return what is wrong in sentences of ``language``; an ``error`` of the program itself has one too."""
    if isinstance(error, UnusableError):
        voice = voice_of(error.of_game, language)
        return [voice.suggesting(voice.say(error.key, **error.values), error.nearest)]
    if isinstance(error, FaultyFileError):
        return [voice_of(error.game, language).placed(fault, str(error.source)) for fault in error.faults]
    voice = voice_of("", language)
    if isinstance(error, PackageMissingError):
        return [voice.say("error.no-package", package=error.package, extra=error.extra)]
    if isinstance(error, OSError):
        return [_refused_by_system(error, voice)]
    return [voice.say("error.internal", reason=f"{type(error).__name__}: {error}")]


_KEYS = {
    errno.ENOSPC: "error.disk-full",
    errno.EDQUOT: "error.disk-full",
    errno.EFBIG: "error.disk-full",
    errno.EACCES: "error.forbidden",
    errno.EPERM: "error.forbidden",
    errno.EROFS: "error.read-only",
    errno.ENOENT: "error.no-file",
    errno.EISDIR: "error.is-folder",
    errno.ENOTDIR: "error.not-folder",
    errno.EAGAIN: "error.busy",
}


_REASONS = {
    errno.ENOSPC: "reason.disk-full",
    errno.EDQUOT: "reason.disk-full",
    errno.EFBIG: "reason.disk-full",
    errno.EACCES: "reason.forbidden",
    errno.EPERM: "reason.forbidden",
    errno.EROFS: "reason.read-only",
    errno.EEXIST: "reason.not-folder",
    errno.ENOTDIR: "reason.not-folder",
    errno.ENOENT: "reason.nothing-there",
    errno.EISDIR: "reason.is-folder",
}


def reason_of(refusal: OSError) -> Filling:
    """Return why the system refused a file that was to be read or written, as a part of a sentence."""
    reason = _REASONS.get(refusal.errno or 0)
    return Phrase(reason) if reason else refusal.strerror or str(refusal)


def _refused_by_system(error: OSError, voice: Voice) -> str:
    """Say in plain words what the system refused: a full disk and a forbidden folder have sentences of their own."""
    key = _KEYS.get(error.errno or 0, "error.system")
    if key == "error.disk-full" and error.filename is None:  # each of our files is named
        key = "error.output-full"
    return voice.say(key, file=str(error.filename or ""), reason=error.strerror or str(error))
