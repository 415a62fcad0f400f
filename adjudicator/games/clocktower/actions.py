"""What players may order: nothing, as the MJ writes what happens."""

from __future__ import annotations

from adjudicator.core.actions import Action

ACTIONS: tuple[Action, ...] = ()
