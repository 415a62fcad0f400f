"""Standing orders that serve no more since ``campaign.yaml`` was changed: their owners hear of it.

They are kept all the same: a rule that is changed back finds them.
"""

from __future__ import annotations

from adjudicator.campaign.editions import read_record, record_bytes
from adjudicator.core.faults import Phrase
from adjudicator.mail import outbox
from adjudicator.store import disk
from adjudicator.store.layout import LAPSED
from adjudicator.table.consequences import fate_in
from adjudicator.table.situation import Situation


def lapsed(situation: Situation) -> tuple[str, ...]:
    """Return the players whose standing orders serve no more: who sends nothing does nothing; in roster order."""
    return tuple(situation.table.standing) if situation.campaign.when_missing == "nothing" else ()


def tell_lapses(situation: Situation) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Write to those whose standing orders serve no more, and to those whose serve again, and return both.

    Each hears of it once; the caller holds the campaign's lock. Nothing once the game is over.
    """
    if situation.progress.stage is None:
        return (), ()
    path = situation.campaign.folder / LAPSED
    known = (read_record("lapsed", path) or {"players": []})["players"]
    now = lapsed(situation)
    void = tuple(player for player in now if player not in known)
    again = tuple(player for player in situation.table.standing if player in known and player not in now)
    if list(now) != known:
        title = {"title": situation.campaign.title}
        off = Phrase("letter.standing.off"), Phrase("letter.standing.off.subject", title)
        on = Phrase("letter.standing.on"), Phrase("letter.standing.on.subject", title)
        letters = [_letter(situation, player, "standing-off", *off) for player in void]
        letters += [_letter(situation, player, "standing-on", *on) for player in again]
        outbox.put(situation.campaign, situation.progress.stage_folder.name, letters, situation.clock.now)
        disk.write_whole(path, record_bytes("lapsed", {"players": list(now)}))
    return void, again


def _letter(situation: Situation, player: str, about: str, text: Phrase, subject: Phrase) -> outbox.Message:
    voice = situation.campaign.voice()
    said = [voice.phrase(text), voice.phrase(fate_in(situation, player))]
    return outbox.Message(player, about, voice.phrase(subject), said)
