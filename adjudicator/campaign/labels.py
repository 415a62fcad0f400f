"""What the MJ may call a stage: by its turn, by its phase and turn, or by what it is called in reports."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.core.stage import Stage
from adjudicator.core.words import fold
from adjudicator.speech.catalogue import LANGUAGES
from adjudicator.speech.voice import Voice, voice_of


def is_called(stage: Stage, label: str, game: str) -> bool:
    """Tell whether ``label`` names a stage of a ``game``, in whatever language.

    The name of a turn is that of each of its stages, if it has several.
    """
    names = [name for language in LANGUAGES for name in names_of(stage, voice_of(game, language))]
    numbers = [str(stage.turn), f"t{stage.turn}", f"turn {stage.turn}"] if stage.turn else []
    return not label.startswith("-") and _form(label) in map(_form, (*names, *numbers))


def _form(text: str) -> str:
    return fold(text.replace(",", " "))


def short_name(stage: Stage, voice: Voice) -> str:
    """Return a name of a stage in few words: « tour 3 », « vote 3 »."""
    whole, phase = _parts(stage, voice)
    return f"{phase} {stage.turn}" if phase else whole


def names_of(stage: Stage, voice: Voice) -> Iterator[str]:
    """Yield the names of a stage in words, the short one last; one before turn 1 has each word that tells much."""
    turn, phase = _parts(stage, voice)
    yield from (stage.label, voice.phrase(stage.said), turn)
    if phase:
        yield from (f"{turn} {phase}", f"{turn} {stage.phase}")
    if not stage.turn:
        yield from (word for word in turn.split() if len(word) >= _TELLING)
    yield short_name(stage, voice)


_TELLING = 4
"""Letters of a word that is not « des »."""


def _parts(stage: Stage, voice: Voice) -> tuple[str, str]:
    """Return how the turn of a stage is said, and in one word its phase; nothing where that is not said."""
    turn, _, phase = voice.phrase(stage.said).partition(", ")
    return turn, phase.split()[0] if phase else ""
