"""The rules of Le Plan, the expansion with Complot cards, in the order and with the numbers of docs/resistance.md.

``rules`` calls these functions where a game that is played without Le Plan goes straight on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from adjudicator.core.plain import Plain
from adjudicator.core.stage import PUBLIC, player_reader
from adjudicator.games.resistance.state import Gift, Plots, Seen, State, Table

COPIES: Mapping[str, int] = {
    "no_confidence": 3,
    "strong_leader": 2,
    "close_eye": 2,
    "opinion_maker": 2,
    "overheard": 2,
    "responsibility": 1,
    "spotlight": 1,
    "establish": 1,
    "open_up": 1,
}
"""L1. How many copies of each card there are."""

IMMEDIATE = frozenset({"overheard", "responsibility", "establish", "open_up"})
"""L1. The cards that are carried out at once; all others stay before their owner."""

LATE_SMALL: Mapping[str, int] = {
    "no_confidence": 1,
    "strong_leader": 2,
    "close_eye": 2,
    "opinion_maker": 1,
    "responsibility": 1,
}
"""L2. The deck of the later printing for five or six players."""

SUPPOSED: Mapping[str, int] = {**LATE_SMALL, "no_confidence": 2, "opinion_maker": 2, "spotlight": 1}
"""L2. The ten cards that are supposed to be those of the early printing for five or six players; nobody knows them."""

WINDOWS = ("chief", "give", "immediate", "opinion", "after_vote", "close_eye")
"""L28. The windows."""
ROUNDS = 5
SMALL = 7
"""L2. With fewer players, not all cards are in the deck."""
SIDES = ("left", "right")


def in_order(cards: Iterable[str]) -> tuple[str, ...]:
    """Return cards in the order of L1."""
    return tuple(sorted(cards, key=list(COPIES).index))


def deck_of(named: str | Mapping[str, int], players: int) -> tuple[str, ...]:
    """2. Return the cards of a deck: ``early``, ``late``, or how many there are of each card."""
    counts = (LATE_SMALL if named == "late" and players < SMALL else COPIES) if isinstance(named, str) else named
    return in_order(card for card, count in counts.items() for _ in range(count))


def draw_of(named: str | Mapping[str, int], players: int) -> int:
    """5. Return how many cards are drawn each round if the campaign does not say it."""
    return (players - 3) // 2 if named == "late" else 2 if players < 9 else 3


# What lies open, on which all that players may do depends -------------------------------------------------------


def cards_of(state: State) -> Plots:
    """Return the cards of a game that is played with Le Plan."""
    assert state.plots is not None
    return state.plots


def may_use(state: State, player: str, *cards: str) -> bool:
    """Return whether a player holds one of ``cards`` and has not passed."""
    plots = cards_of(state)
    return player not in plots.passed and plots.holds(player, *cards)


def may_look_at(state: State, player: str) -> tuple[str, ...]:
    """24. Return the members whose cards a player may see: not their own, and not the one in the light."""
    return tuple(member for member in state.squad if member not in (player, cards_of(state).lit))


def who_acts(state: State) -> tuple[str, ...]:
    """12, 19, 20, 23, 24. Return who may act in a phase of Le Plan, in seat order; everybody knows them."""
    plots, seats = cards_of(state), state.seats
    acting: Mapping[str, Callable[[str], bool]] = {
        "chief": lambda player: may_use(state, player, "strong_leader"),
        "give": lambda player: player == state.commander,
        "immediate": lambda player: bool(asked(state, player)),
        "opinion": lambda player: plots.holds(player, "opinion_maker"),
        "vote": lambda player: player not in plots.opinions,
        "after_vote": lambda player: may_use(state, player, "no_confidence", "spotlight"),
        "close_eye": lambda player: may_use(state, player, "close_eye") and bool(may_look_at(state, player)),
    }
    return tuple(filter(acting[state.phase], seats))


def asked(state: State, player: str) -> dict[str, int]:
    """16, 17, 19. Return how many cards ask a player something in stage ``immediate``, by the order that answers."""
    plots = cards_of(state)
    given = plots.given
    taking = takeable(around(state.seats, state.commander), plots.hands, given)
    counts = {
        "overhear": given.count(Gift("overheard", player)),
        "show": given.count(Gift("open_up", player)),
        "take": int(Gift("responsibility", player) in given and len(taking) > 1),
    }
    return {order: count for order, count in counts.items() if count}


def around(seats: Sequence[str], first: str) -> tuple[str, ...]:
    """Return all seats clockwise from that of ``first``."""
    start = seats.index(first)
    return (*seats[start:], *seats[:start])


def takeable(players: Sequence[str], hands: Mapping[str, Sequence[str]], given: Sequence[Gift]) -> list[Plain]:
    """16. Return what the receiver of ``responsibility`` may take from ``players``, each kind of an owner once.

    Cards that are listed before it count as lying there. Without it, nothing is taken.
    """
    place = next((i for i, gift in enumerate(given) if gift.plot == "responsibility"), None)
    if place is None:
        return []
    lying = {player: list(hands.get(player, ())) for player in players if player != given[place].to}
    for gift in given[:place]:
        if gift.plot not in IMMEDIATE and gift.to in lying:
            lying[gift.to].append(gift.plot)
    return [{"plot": card, "from": owner} for owner in lying for card in in_order(set(lying[owner]))]


def needs_answers(players: Sequence[str], hands: Mapping[str, Sequence[str]], given: Sequence[Gift]) -> bool:
    """19. Return whether cards that are given need answers, so that stage ``immediate`` follows."""
    asking = any(gift.plot in ("overheard", "open_up") for gift in given)
    return asking or len(takeable(players, hands, given)) > 1


# Words for the accounts ------------------------------------------------------------------------------------------


def tell(table: Table, kind: str, rules: Sequence[str], **facts: Any) -> None:
    """Note a fact, and tell it to everybody."""
    table.note(kind, rules=rules, **facts)
    table.tell(PUBLIC, kind, **facts)


def show(table: Table, player: str, seen: Seen) -> None:
    """17 to 19, 24. Show something to a player, who alone is told what it is."""
    plots = cards_of(table.state)
    plots.seen[player] = (*plots.seen.get(player, ()), seen)
    kind = "saw-side" if seen.side else "saw-card"
    facts = {"of": seen.player, "side": seen.side} if seen.side else {"of": seen.player, "card": seen.card}
    table.note(kind, rules=("L33",), player=player, **facts)
    table.tell(player_reader(player), kind, **facts)


def use(table: Table, player: str, card: str) -> None:
    """10. Discard a card that its owner uses."""
    plots = cards_of(table.state)
    left = list(plots.of(player))
    left.remove(card)
    _lay(plots, player, left)
    plots.discarded += (card,)


def _lay(plots: Plots, player: str, cards: Sequence[str]) -> None:
    plots.hands.pop(player, None)
    if cards:
        plots.hands[player] = tuple(cards)


def first_of(table: Table, order: str, card: str, answers: Sequence[Any] = (True,)) -> str:
    """11. Return the first player clockwise who uses ``card`` by one of ``answers`` under ``order``, or an empty text.

    Whoever comes too late keeps the card, and is the only one to be told.
    """
    state = table.state
    users = [
        player
        for player in around(state.seats, state.commander)
        if may_use(state, player, card) and table.given(player, order) in answers
    ]
    for player in users[1:]:
        _too_late(table, player, card)
    return users[0] if users else ""


def _too_late(table: Table, player: str, card: str) -> None:
    table.note("too-late", rules=("L11",), player=player, plot=card)
    table.tell(player_reader(player), "too-late", plot=card)


def take_passes(table: Table) -> None:
    """27. Take the passes of a window: each is public, and closes the windows of the round, or by option this one."""
    state, plots = table.state, cards_of(table.state)
    passing = [player for player in who_acts(state) if table.given(player, "pass") is True]
    if passing:
        tell(table, "passed", ("L27",), players=tuple(passing))
    if table.setting.plan is not None and table.setting.plan.passing == "round":
        plots.passed = state.in_seat_order((*plots.passed, *passing))


# 12 to 15. Leader charismatique, and the draw --------------------------------------------------------------------


def shuffle(table: Table) -> None:
    """4. Draw the order of the whole deck, at the deal."""
    assert table.setting.plan is not None
    deck = table.setting.plan.deck
    order = table.dice.deal("plot", deck, len(deck), first=1)
    table.state.plots = Plots(deck=order)
    table.note("plots-shuffled", rules=("L4",), plots=order)


def before_proposal(table: Table) -> None:
    """12. Open window ``chief`` if somebody other than the Commandant may use a Leader charismatique."""
    state = table.state
    state.phase = "chief"
    if all(player == state.commander for player in who_acts(state)):
        _draw_or_propose(table)


def _draw_or_propose(table: Table) -> None:
    """6. Draw the cards of the round, once, or await the next proposal."""
    state, plots = table.state, cards_of(table.state)
    state.phase = "proposal"
    if plots.dealt == state.round or table.setting.plan is None:
        return
    count = table.setting.plan.draw
    plots.dealt, plots.drawn, plots.deck = state.round, plots.deck[:count], plots.deck[count:]
    if plots.drawn:
        tell(table, "plots-drawn", ("L6",), plots=plots.drawn)
        state.phase = "give"


def chief(table: Table) -> None:
    """13, 15. Let the first who uses a Leader charismatique command; the Commandant's own changes nothing."""
    state, plots = table.state, cards_of(table.state)
    player = first_of(table, "chief", "strong_leader")
    take_passes(table)
    if player:
        use(table, player, "strong_leader")
        plots.usurped = player != state.commander
        state.commander = player
        tell(table, "usurped" if plots.usurped else "commands-on", ("L13" if plots.usurped else "L15",), player=player)
    _draw_or_propose(table)


# 7 to 9, 16 to 19. Giving cards, and those that are carried out at once -----------------------------------------


def give(table: Table) -> None:
    """7, 8. Give the cards as the Commandant lists them, or else by chance."""
    state, plots = table.state, cards_of(table.state)
    given = named_gifts(table)
    if given is None:
        given = _gifts_by_chance(table)
        tell(table, "given-by-chance", ("L8",), commander=state.commander, given=_plain(given))
    else:
        tell(table, "given", ("L7",), commander=state.commander, given=_plain(given))
    plots.drawn, plots.given = (), tuple(given)
    answers = needs_answers(around(state.seats, state.commander), plots.hands, given)
    state.phase = "immediate" if answers else "proposal"
    if state.phase == "proposal":
        carry_out(table)


def _plain(given: Iterable[Gift]) -> list[Plain]:
    return [gift._asdict() for gift in given]


def named_gifts(table: Table) -> list[Gift] | None:
    """7. Return the cards as the Commandant gives them; None if no list has come that gives each card drawn."""
    state, listed = table.state, table.given(table.state.commander, "give")
    rows = [row if isinstance(row, Mapping) else {} for row in listed] if isinstance(listed, list) else []
    given = [Gift(str(row.get("plot")), str(row.get("to"))) for row in rows]
    others = [player for player in state.seats if player != state.commander]
    whole = sorted(gift.plot for gift in given) == sorted(cards_of(state).drawn)
    return given if whole and all(gift.to in others for gift in given) else None


def _gifts_by_chance(table: Table) -> list[Gift]:
    state = table.state
    others = [player for player in state.seats if player != state.commander]
    return [
        Gift(card, table.dice.pick("give", str(number), others, whose=state.commander))
        for number, card in enumerate(cards_of(state).drawn, 1)
    ]


def immediate(table: Table) -> None:
    """19. Carry the cards out with the answers of their receivers, or else as chance has it."""
    carry_out(table)
    table.state.phase = "proposal"


def carry_out(table: Table) -> None:
    """16. Carry out the cards given, one after the other, and lay kept ones down in their place."""
    state, plots = table.state, cards_of(table.state)
    given, plots.given = plots.given, ()
    heard: dict[str, int] = {}
    for gift in given:
        if gift.plot not in IMMEDIATE:
            _lay(plots, gift.to, (*plots.of(gift.to), gift.plot))
            continue
        plots.discarded += (gift.plot,)
        if gift.plot == "overheard":
            heard[gift.to] = heard.get(gift.to, 0) + 1
            _overhear(table, gift.to, heard[gift.to])
        elif gift.plot == "establish":
            tell(table, "established", ("L18",), player=gift.to, of=state.commander)
            show(table, gift.to, Seen(state.commander, state.side(state.commander)))
        elif gift.plot == "open_up":
            _open_up(table, gift.to)
        else:
            _take(table, gift.to)


def _told(table: Table, kind: str, rule: str, drawn: bool, **facts: Any) -> None:
    tell(table, f"{kind}-by-chance" if drawn else kind, (rule,), **facts)


def _overhear(table: Table, player: str, number: int) -> None:
    """17. Show a player the identity of a neighbour; the left one sits in the next seat."""
    sent, seats = table.given(player, "overhear"), table.state.seats
    sides = sent if isinstance(sent, list) else [sent]
    side = sides[number - 1] if number <= len(sides) else None
    drawn = side not in SIDES
    if drawn:
        side = table.dice.pick("overhear", f"{player} {number}", SIDES, whose=player)
    step = 1 if side == "left" else -1
    neighbour = seats[(seats.index(player) + step) % len(seats)]
    _told(table, "overheard", "L17", drawn, player=player, of=neighbour)
    show(table, player, Seen(neighbour, table.state.side(neighbour)))


def _open_up(table: Table, player: str) -> None:
    """19. Let a player show their own identity to another."""
    others, to = [one for one in table.state.seats if one != player], table.given(player, "show")
    drawn = to not in others
    if drawn:
        to = table.dice.pick("show", player, others)
    _told(table, "opened-up", "L19", drawn, player=to, of=player)
    show(table, to, Seen(player, table.state.side(player)))


def _take(table: Table, player: str) -> None:
    """16. Let the receiver take a card that lies before another player when its place comes."""
    plots = cards_of(table.state)
    here = [Gift("responsibility", player)]
    possible = takeable(around(table.state.seats, table.state.commander), plots.hands, here)
    if not possible:
        tell(table, "took-nothing", ("L16",), player=player)
        return
    taken = possible[0] if len(possible) == 1 else table.given(player, "take")
    drawn = taken not in possible
    if drawn:
        taken = table.dice.pick("take", player, possible)
    left = list(plots.of(taken["from"]))
    left.remove(taken["plot"])
    _lay(plots, taken["from"], left)
    _lay(plots, player, (*plots.of(player), taken["plot"]))
    _told(table, "took", "L16", drawn, player=player, plot=taken["plot"], of=taken["from"])


# 20 to 23. Vote ---------------------------------------------------------------------------------------------------


def before_vote(state: State) -> None:
    """20. Let those who hold a Leader d'opinion vote first, openly."""
    state.phase = "opinion"
    if not who_acts(state):
        state.phase = "vote"


def opinion(table: Table) -> None:
    """20. Publish the open votes; a missing one counts as the option says."""
    state, plots, option = table.state, cards_of(table.state), table.setting.options.missing_vote
    for player in who_acts(state):
        vote = table.given(player, "vote")
        if vote not in ("yes", "no"):
            plots.silent += (player,)
            vote = "" if option == "uncounted" else option
        plots.opinions[player] = vote
    votes = {vote: tuple(one for one, cast in plots.opinions.items() if cast == vote) for vote in ("yes", "no")}
    tell(table, "opinions", ("L20",), **votes)
    if plots.silent:
        tell(table, "votes-missing", ("L20", "R10"), players=plots.silent, counted=option)
    state.phase = "vote"


def opens_after_vote(state: State) -> bool:
    """23. Open window ``after_vote`` for an approved squad if somebody may overturn it, or name a member of it."""
    state.phase = "after_vote"
    return bool(who_acts(state))


def overturns(table: Table) -> str:
    """21, 23. Play window ``after_vote``; return who overturns the approval, or an empty text."""
    state, plots = table.state, cards_of(table.state)
    player = first_of(table, "no_confidence", "no_confidence")
    holder = "" if player else first_of(table, "spotlight", "spotlight", state.squad)
    take_passes(table)
    if player:
        use(table, player, "no_confidence")
        tell(table, "overturned", ("L21",), player=player)
        return player
    if holder:
        use(table, holder, "spotlight")
        plots.lit = table.given(holder, "spotlight")
        tell(table, "lit", ("L23",), player=holder, of=plots.lit)
    return ""


# 24, 25. Mission --------------------------------------------------------------------------------------------------


def opens_close_eye(state: State, cards: Mapping[str, str]) -> bool:
    """24, 25. Lay the cards of a mission down; open window ``close_eye`` if somebody may see one."""
    plots = cards_of(state)
    plots.laid = dict(cards)
    state.phase = "close_eye"
    return bool(who_acts(state))


def close_eye(table: Table) -> None:
    """24. Let each who uses a Surveillance see the card of one member, clockwise; each member is seen once."""
    state, plots = table.state, cards_of(table.state)
    looked: list[str] = []
    acting = who_acts(state)
    for player in (one for one in around(state.seats, state.commander) if one in acting):
        sent = table.given(player, "inspect")
        sent = [sent] if isinstance(sent, str) else sent
        named = [one for one in sent if one in may_look_at(state, player)] if isinstance(sent, list) else []
        wanted = 2 if table.given(player, "both") is True and plots.of(player).count("close_eye") > 1 else 1
        free = [one for one in dict.fromkeys(named) if one not in looked][:wanted]
        for member in free:
            use(table, player, "close_eye")
            tell(table, "inspected", ("L24",), player=player, of=member)
            show(table, player, Seen(member, round=state.round, card=plots.laid[member]))
            looked.append(member)
        if named and len(free) < min(wanted, len(named)):
            _too_late(table, player, "close_eye")
    take_passes(table)


def clear(state: State) -> None:
    """Forget what belongs to one squad."""
    if state.plots is not None:
        plots = state.plots
        plots.usurped, plots.opinions, plots.silent, plots.lit, plots.laid = False, {}, (), "", {}
