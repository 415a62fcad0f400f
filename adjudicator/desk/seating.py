"""Telling players about seats that changed hands and about orders that the MJ withdrew, and welcoming newcomers.

The act is recorded first. ``seated.json`` and ``withdrawals.json`` keep how many acts the players have been told about
and are written last, so that an interruption can be resumed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime

from adjudicator.campaign.acts import PROGRAM, SEATING, acts_in, mark_told, record, untold
from adjudicator.campaign.campaign import Campaign
from adjudicator.campaign.loading import with_people
from adjudicator.campaign.records import Act, Taken
from adjudicator.campaign.seats import Seats, absences_in, own_seats
from adjudicator.campaign.stages import Progress, progress_of, seats_at, withdrawals
from adjudicator.campaign.takeover import Change, returning
from adjudicator.core import standing_orders
from adjudicator.core.context import name_of
from adjudicator.core.faults import Listed, Phrase
from adjudicator.core.stage import player_reader
from adjudicator.desk.publishing import different_now, show
from adjudicator.forms.order_form import form_to_copy
from adjudicator.mail import outbox
from adjudicator.orders.keys import order_key
from adjudicator.orders.received import verdict_at
from adjudicator.store.layout import SEATED, TURNS, WITHDRAWALS
from adjudicator.table.clock import moment
from adjudicator.table.consequences import fate_in
from adjudicator.table.situation import Situation
from adjudicator.table.table import Submissions, ahead_of, awaited


def give_back(campaign: Campaign, now: datetime) -> Campaign:
    """Give seats back to their holders when the time of the stand-ins is over; return the changed campaign.

    The caller holds the campaign's lock and tells the players with :func:`tell_seats`.
    """
    seats = _due_back(campaign, now)
    if not seats:
        return campaign
    stage = progress_of(campaign).stage_folder.name
    act: Act = {"act": "replace", "at": now.isoformat(), "by": PROGRAM, "stage": stage}
    record(campaign.folder, {**act, "seats": seats})
    return with_people(campaign)


def seated_at(campaign: Campaign, now: datetime) -> Campaign:
    """Return the campaign with its seats as :func:`give_back` would leave them at ``now``. Nothing is written."""
    seats = _due_back(campaign, now)
    return campaign.with_seats(campaign.seats.changed(seats)) if seats else campaign


def _due_back(campaign: Campaign, now: datetime) -> list[Taken]:
    """Return the seats that go back now; empty when the game is over."""
    seats = returning(campaign.seats, now)
    return seats if seats and progress_of(campaign).stage is not None else []


def given_back(before: Seats, now: Seats) -> tuple[Phrase, ...]:
    """Tell the MJ which seats have gone back by themselves, comparing the seats ``before`` with those now."""
    back = [seat for seat in before.lent if now.times[seat] > before.times[seat]]
    sitters = [{"player": now.name_of(seat), "other": before.name_of(seat)} for seat in back]
    return tuple(Phrase("run.given-back", sitter) for sitter in sitters)


def tell_seats(situation: Situation) -> None:
    """Tell the players about each change of seats that they have not been told about.

    After an interruption the same message files are written again.
    """
    campaign, progress = situation.campaign, situation.progress
    changes = acts_in(campaign.folder, SEATING)
    new = untold(campaign.folder, SEATED, changes)
    if not new:
        return
    if progress.stage is not None:
        for number, act in new:
            letters = list(_letters(situation, number, act))
            outbox.put(campaign, progress.stage_folder.name, letters, situation.clock.now)
        show(situation)
    mark_told(campaign.folder, SEATED, changes)


def _letters(situation: Situation, number: int, act: Act) -> Iterator[outbox.PlayerMessage]:
    """Yield what everybody is told about a change, and for each newcomer also all that is needed to play."""
    campaign = situation.campaign
    voice, title = campaign.voice(), campaign.title
    before = seats_at(campaign, number - 1)
    before = before if before.acts else own_seats(campaign.as_written)
    change = Change(act["seats"], act.get("captains", {}))
    public = [voice.phrase(phrase) for phrase in change_said(campaign, before, change, act["by"] == PROGRAM)]
    public += [voice.phrase(phrase) for phrase in what_it_means(situation, change)]
    public += [act["said"]] if act.get("said") else []
    told = [] if all(_is_address(taken, before) for taken in act["seats"]) else campaign.players
    come = [taken["name"] for taken in act["seats"] if not taken.get("left")]
    # Newcomers who held a seat before or stood in for somebody are greeted as returning.
    stand_ins = (absence.substitute for absence in absences_in(campaign.plain) if absence.substitute is not None)
    there = {*before.people, *before.ever, *before.gone, *map(name_of, stand_ins)}
    if told:
        yield outbox.PlayerMessage("", f"seats-{number}", voice.say("letter.seats.subject", title=title), public)
    for player in campaign.players:
        if player in come:
            subject = voice.say("letter.seat.subject.again" if player in there else "letter.seat.subject", title=title)
            greeting = voice.say("letter.seat.again" if player in there else "letter.seat", title=title)
            text = [*public, "", greeting, *_welcome(situation, player)]
            yield outbox.PlayerMessage(player, f"seat-{number}", subject, text)
        elif player in told:
            subject = voice.say("letter.seats.subject", title=title)
            yield outbox.PlayerMessage(player, f"seats-{number}", subject, public)


def change_said(campaign: Campaign, before: Seats, change: Change, back: bool = False) -> Iterator[Phrase]:
    """Say to everybody what a ``change`` of the seats ``before`` means: who plays in whose place, and who is captain.

    If ``back`` is true, the time of stand-ins is over.
    """
    after = before.changed(change.seats)
    for taken in change.seats:
        yield _taken_said(campaign, taken, before, back)
    for camp, seat in change.captains.items():
        yield Phrase("seats.said.captain", {"player": after.name_of(seat), "camp": camp})


def _is_address(taken: Taken, before: Seats) -> bool:
    """Return whether a seat's holder stays and only the address changes."""
    sitter = before.sitters[taken["seat"]]
    same = taken["name"] == sitter.name and not sitter.left and not taken.get("left")
    return same and not before.stays(taken)


def what_it_means(situation: Situation, change: Change) -> Iterator[Phrase]:
    """Say to everybody what the game does with the seats that are left."""
    campaign, state = situation.campaign, situation.progress.state
    after = campaign.with_seats(campaign.all_seats.changed(change.seats, change.captains))
    for taken in change.seats:
        if taken.get("left"):
            ordered = taken["name"] in situation.table.orders
            yield campaign.game.rules.left_said(after.setting, state, taken["name"], ordered)


def learns(situation: Situation, change: Change) -> dict[str, list[Phrase]]:
    """Return by name what people who hold or held other seats would newly learn by a ``change``."""
    seats, learnt = situation.campaign.all_seats, dict[str, list[Phrase]]()
    for taken in change.seats:
        name = taken["name"]
        past = [seat for then in seats.past for seat in then if then[seat].name == name]
        sat_on = list(dict.fromkeys([*(seat for seat in seats.sitters if seat == name), *past]))
        if taken.get("left") or not sat_on or taken["seat"] in sat_on:
            continue
        known = [what for seat in sat_on for what in _known_by(situation, seat)]
        if more := [what for what in _known_by(situation, taken["seat"]) if what not in known]:
            learnt[name] = more
    return learnt


def _known_by(situation: Situation, seat: str) -> Sequence[Phrase]:
    """Return the secrets that the holder of a seat knows."""
    campaign = situation.campaign
    return campaign.game.rules.known_by(campaign.setting, situation.progress.state, campaign.all_seats.name_of(seat))


def orders_said(situation: Situation, change: Change) -> Iterator[Phrase]:
    """Tell the MJ which received orders remain valid for a seat's new holder, and which captain's orders become void.

    :func:`what_it_means` tells what happens to the orders of a seat that is left empty.
    """
    seats = situation.campaign.all_seats.changed(change.seats, change.captains)
    owing = awaited(progress_of(situation.campaign.with_seats(seats)))
    taken = [taken["seat"] for taken in change.seats if not taken.get("left")]
    for player in situation.table.orders:
        seat = situation.campaign.all_seats.seat_of(player)
        if player in situation.attendance.awaited and seats.name_of(seat) not in owing:
            for captain in change.captains.values():
                yield Phrase("seats.orders-void", {"player": player, "captain": seats.name_of(captain)})
        elif seat in taken:
            yield Phrase("seats.orders-stay", {"player": player})


def _taken_said(campaign: Campaign, taken: Taken, before: Seats, back: bool) -> Phrase:
    """Say to everybody what happens to one seat."""
    name, other = taken["name"], before.name_of(taken["seat"])
    if back:
        return Phrase("seats.said.back", {"player": name, "other": other})
    if taken.get("left"):
        return Phrase("seats.said.left", {"player": name})
    until = moment(campaign, datetime.fromisoformat(taken["until"]), year=True) if "until" in taken else None
    if before.stays(taken):
        said, owner = "seats.said.stays.until" if until else "seats.said.stays", before.lent[taken["seat"]].owner.name
        return Phrase(said, {"player": name, "other": owner, "moment": until or ""})
    if name == other:
        said = "seats.said.address" if _is_address(taken, before) else "seats.said.again"
        return Phrase(said, {"player": name})
    if until is not None:
        return Phrase("seats.said.until", {"player": name, "other": other, "moment": until})
    return Phrase("seats.said", {"player": name, "other": other})


# What a newcomer is given.


def _welcome(situation: Situation, player: str) -> Iterator[str]:
    """Yield the lines that tell a newcomer what is awaited, what has been ordered, and all that the seat may know."""
    campaign, progress = situation.campaign, situation.progress
    voice, stage = campaign.voice(), progress.stage
    if stage is None:
        return
    key = order_key(campaign.seed, stage, campaign.seats.holder(player))
    yield voice.say("letter.seat.key", key=key, stage=stage.said)
    for phrase in _ordered(situation, player):
        yield voice.phrase(phrase)
    yield voice.say("letter.now", stage=stage.said)
    yield voice.phrase(fate_in(situation, player))
    if form := form_to_copy(progress, player, voice):
        yield from ("", voice.say("letter.seat.form"), "", *form)
    if progress.folders:
        yield from ("", voice.say("letter.seat.report"), "", *_report(situation, player))
    for act in progress.amendments:
        yield from ("", voice.say("letter.amend", stage=stage.said, reason=act["said"]))
    if progress.amendments:
        yield from different_now(situation)(player)


def _ordered(situation: Situation, player: str) -> Iterator[Phrase]:
    """Say what the seat's previous holder has ordered, which counts until the newcomer sends something else."""
    table, campaign, orders = situation.table, situation.campaign, situation.campaign.game.orders
    if player in table.orders:
        receipt = orders.receipt(situation.progress.view(player), table.orders[player])
        yield Phrase("letter.seat.ordered", {"what": campaign.voice().receipt(receipt)})
    if standing := tuple(standing_orders.said(orders, table.standing.get(player, {}))):
        yield Phrase("letter.seat.standing", {"what": campaign.voice().list(map(campaign.voice().phrase, standing))})
    for turn, said in ahead_of(table.ahead, player).items():
        yield Phrase("letter.seat.ahead", {"turn": turn, "what": said})


def _report(situation: Situation, player: str) -> list[str]:
    """Return the lines of the last stage's report for this seat, with the names of the current players."""
    from adjudicator.reports.writing import render

    progress = situation.progress
    played = progress.played(len(progress.folders) - 1)
    return render(situation.campaign, played, player_reader(player), "text").splitlines()


# Orders that the MJ has withdrawn: the letter to their player, and what counts in their place.


def tell_withdrawals(situation: Situation) -> None:
    """Tell players that orders of theirs were withdrawn, unless they have been told.

    After an interruption the same message files are written again.
    """
    campaign, progress = situation.campaign, situation.progress
    done = withdrawals(situation.acts)
    new = untold(campaign.folder, WITHDRAWALS, done)
    if not new:
        return
    stage = progress.stage_folder.name
    of_now = [(number, act) for number, act in new if act["stage"] == stage and progress.stage is not None]
    letters = [_letter(situation, number, act) for number, act in of_now]
    outbox.put(campaign, stage, letters, situation.clock.now)
    mark_told(campaign.folder, WITHDRAWALS, done)


def _letter(situation: Situation, number: int, act: Act) -> outbox.PlayerMessage:
    """Return the letter about a withdrawal: which orders no longer count, what counts in their place, what happens now.

    It contains neither the MJ's reason nor the orders themselves, which may be another player's.
    """
    campaign, progress = situation.campaign, situation.progress
    voice, player = campaign.voice(), campaign.seats.name_of(act["player"])
    what = list(_withdrawn_said(progress, act))
    lines = [voice.say("letter.withdraw", what=Listed(tuple(what)))]
    lines += map(voice.phrase, counts_now(progress, situation.table, player, "player"))
    lines += [voice.phrase(fate_in(situation, player))]
    subject = voice.say("letter.withdraw.subject", title=campaign.title, stage=progress.awaited)
    return outbox.PlayerMessage(player, f"withdraw-{number}", subject, lines)


def _withdrawn_said(progress: Progress, act: Act) -> Iterator[Phrase]:
    """Yield each kind of orders that was withdrawn, once."""
    seat, kinds = act["player"], set[str]()
    for place in act["files"]:
        verdict = verdict_at(progress.campaign.folder / TURNS / place)
        if verdict is None:
            continue
        accepted, held = verdict["accepted"], verdict.get("kinds", ())
        if seat in verdict["orders"] if accepted else "orders" in held:
            kinds.add(str(verdict.get("turn", "")))
        if seat in verdict.get("standing", {}) if accepted else "standing" in held:
            kinds.add("standing")
    now = {"", str(progress.stage.turn) if progress.stage is not None else ""}
    if kinds & now or not (kinds or "standing" in act):
        yield Phrase("withdraw.what.orders", {"stage": progress.awaited})
    for turn in sorted(int(kind) for kind in kinds - now - {"standing"}):
        yield Phrase("withdraw.what.orders", {"stage": Phrase("stage.later", {"turn": turn})})
    if "standing" in kinds or "standing" in act:
        yield Phrase("withdraw.what.standing")


def counts_now(progress: Progress, table: Submissions, player: str, to: str) -> Iterator[Phrase]:
    """Say which orders of a player count, ``to`` the MJ (``mj``) or to the player (``player``).

    Missing orders are not mentioned here: the sentence about the player's fate in the awaited stage covers them.
    """
    campaign = progress.campaign
    rules, voice = campaign.game.orders, campaign.voice()
    if player in table.orders:
        receipt = voice.receipt(rules.receipt(progress.view(player), table.orders[player]))
        yield Phrase(f"withdraw.{to}.orders", {"player": player, "what": receipt})
    if standing := tuple(standing_orders.said(rules, table.standing.get(player, {}))):
        yield Phrase(f"withdraw.{to}.standing", {"player": player, "what": Listed(standing)})
