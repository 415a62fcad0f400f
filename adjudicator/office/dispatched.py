"""What came of the letters below a root, and what the MJ is told of it."""

from __future__ import annotations

from dataclasses import dataclass, field

from adjudicator.office.visit import Line
from adjudicator.speech.voice import Voice, told

LOOK = "unsent"
"""Why the MJ should look: a letter that nobody takes, a server that cannot be used."""


@dataclass
class Dispatched:
    """What came of the letters below a root."""

    sent: int = 0
    waiting: int = 0
    """Letters that are tried again later."""
    lines: list[Line] = field(default_factory=list)
    """What the MJ is told, in words."""
    to_give: list[str] = field(default_factory=list)
    """Among them what he has to give to somebody himself, with what is refused for good: told once each."""
    closed: bool = field(default=False, compare=False)
    """Whether the last letter has been written; see :func:`send`."""

    @property
    def look(self) -> bool:
        """Whether somebody should look."""
        return any(line.reason is not None for line in self.lines)

    def tell(self, line: Line) -> None:
        """Tell something, once."""
        if line.text and line not in self.lines:
            self.lines.append(line)

    def tell_trouble(self, error: Exception, voice: Voice) -> None:
        """Tell what went wrong, each time that it does."""
        self.lines += [Line(sentence, LOOK) for sentence in told(error, voice.language)]
