"""The files of a stage that was played, from which it can be read back."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from adjudicator.campaign.campaign import Campaign
from adjudicator.campaign.editions import formatted, state_steps
from adjudicator.campaign.loading import to_keep
from adjudicator.campaign.seats import called_in, facts_renamed
from adjudicator.core.plain import to_plain
from adjudicator.core.stage import Outcome
from adjudicator.store.layout import PINNED, UNDERSTOOD
from adjudicator.store.signed_json import json_bytes

if TYPE_CHECKING:
    from adjudicator.campaign.records import OnTable


def outcome_files(campaign: Campaign, outcome: Outcome[Any], table: OnTable) -> dict[str, bytes]:
    """Return the files from which a played stage can be read back."""
    rules, own = campaign.game.rules, campaign.seats.own
    written = {
        "log": [{"kind": fact.kind, "data": own(to_plain(fact.data))} for fact in outcome.log],
        "notices": [
            {"kind": notice.kind, "facts": facts_renamed(to_plain(notice.facts), own), "to": own(notice.to._asdict())}
            for notice in outcome.notices
        ],
        "results": own(to_plain(outcome.results)),
    }
    seats = {seat: name for name, seat in campaign.seats.called.items()}
    return {
        "orders.json": json_bytes(formatted("orders", called_in(table, seats))),
        PINNED: json_bytes(formatted("pinned", to_plain(campaign.pinned))),
        UNDERSTOOD: json_bytes(formatted("understood", to_keep(campaign))),
        "state.json": json_bytes(formatted("state", own(rules.dump(outcome.state)), state_steps(rules))),
        "outcome.json": json_bytes(formatted("outcome", written)),
    }
