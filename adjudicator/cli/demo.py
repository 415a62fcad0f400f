"""``adjudicator demo``: play the example campaign and show its reports."""

from __future__ import annotations
