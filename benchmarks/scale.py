"""How often things are measured, and on how much."""

from __future__ import annotations

from typing import NamedTuple


class Scale(NamedTuple):
    """How many rounds, and how many of each thing; the text of a row tells such a number by its name (``{many}``)."""

    rounds: int = 17
    slow_rounds: int = 6
    grown_rounds: int = 15
    short_stages: int = 12
    few: int = 20
    many: int = 200
    few_mails: int = 100
    mails: int = 1000
    orders: int = 5000
    weighed_due: int = 1000
    weighed_idle: int = 10000
    turn_rounds: int = 40
    camp_rounds: int = 15
    hostile_rounds: int = 6


FULL = Scale()
QUICK = Scale(rounds=6, slow_rounds=2, many=60)
