"""That by which letters go: a server, or a program of the machine's."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from adjudicator.mail.accounts import Sendmail, Server

if TYPE_CHECKING:
    from collections.abc import Callable

    from adjudicator.mail.deadline import Deadline
    from adjudicator.mail.smtp import Outcome


class Carrier(Protocol):
    """By which letters go."""

    def send(self, sender: str, person: str, data: bytes, about_to: Callable[[], None]) -> Outcome:
        """Hand over a mail."""

    def close(self) -> None:
        """End."""


def carrier_of(account: Server | Sendmail, deadline: Deadline | None = None) -> Carrier:
    """Return that by which the letters of an account go; all that is said with a server is over at the ``deadline``.

    Raises ``PostError``, ``UnusableError`` of a password.
    """
    if isinstance(account, Sendmail):
        from adjudicator.mail.sendmail import Program

        return Program(account)
    from adjudicator.mail.smtp import Smtp

    return Smtp(account, deadline)
