"""The rules, in the order and with the numbers of the rule sheet (docs/overseers.md); one function plays each phase.

Orders that reach these functions have no objections. What players left is passed on as it is, under keys of its own
(``ranking``, ``discard_ranking``, ``down_ranking``), because it may depend on what is drawn in the same stage.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any, NamedTuple

from adjudicator.core.conditions import listed
from adjudicator.core.stage import MJ, PUBLIC, Reader, player_reader
from adjudicator.games.overseers.state import BLANK, OVERSEERS, TRAITS, Card, Setting, State, Table, in_order


def happened(table: Table, rule: str, kind: str, to: Reader = PUBLIC, **facts: Any) -> None:
    """Write down for the MJ what happened by a rule, and tell it to a reader."""
    table.note(kind, rules=(rule,), **facts)
    if to != MJ:
        table.tell(to, kind, **facts)


def drawn(table: Table, rule: str, purpose: str, player: str, candidates: Sequence[Any], key: str = "") -> Any:
    """46. Draw one of some candidates for a player, and write it down for the MJ; of one thing nothing is drawn."""
    found = table.dice.pick(purpose, key or player, candidates, whose=player)
    if len(candidates) > 1:
        happened(table, rule, "drawn", MJ, player=player, purpose=purpose, among=len(candidates), results=(found,))
    return found


def several(table: Table, rule: str, purpose: str, player: str, candidates: Sequence[Any], count: int) -> list[Any]:
    """46. Draw some candidates for a player one after the other, and write it down for the MJ."""
    found = list(table.dice.deal(purpose, candidates, min(count, len(candidates)), key=player, first=1))
    if found and len(candidates) > 1:
        happened(table, rule, "drawn", MJ, player=player, purpose=purpose, among=len(candidates), results=tuple(found))
    return found


# Setting up --------------------------------------------------------------------------------------------------

CARDS: Mapping[int, tuple[int, ...]] = {
    3: (3, 4, 5, 5, 5, 3),
    4: (3, 4, 5, 5, 5, 3),
    5: (4, 6, 6, 6, 6, 4),
    6: (5, 6, 7, 7, 7, 4),
}
"""2. How many cards of each trait are in play, by the number of players."""
HAND = 6
TAKEN = 5
"""11. How many cards everybody takes."""
WORTH = {"anger": 6, "benevolence": 4, "lust": 3, "greed": 2, BLANK: 5}
"""3. What each card is worth; Courage and Hope are worth what the campaign's tables say."""
ROUNDS = 3


def all_cards(players: int) -> list[str]:
    """2. Return the traits of all cards in play, in the sheet's order."""
    return [trait for trait, count in zip(TRAITS, CARDS[players], strict=True) for _ in range(count)]


def overseers_in(setting: Setting) -> tuple[str, ...]:
    """4. Return the Overseers in play: all, or those that are no bonus cards."""
    return OVERSEERS if setting.options.overseers == "eleven" else OVERSEERS[2:]


def settle(table: Table, rule: str, kind: str, tied: Sequence[str]) -> str:
    """5. Return the one to whom a tie between players falls: by the Leader's list, else by the seats from his left."""
    if not tied[1:]:
        return tied[0]
    leader = table.state.leader
    own = table.state.lists.get(leader, {}).get(kind, [])
    seats = table.setting.clockwise(table.setting.left_of(leader))
    fallen = next(player for player in (*own, *seats) if player in tied)
    table.state.ties[kind] = [fallen]
    happened(table, rule, f"tie-{kind}", players=tuple(tied), player=fallen)
    return fallen


def keep_lists(table: Table) -> None:
    """5. Keep the lists that players have sent, each until its player sends another of its kind."""
    for player in table.setting.players:
        lists = table.given(player, "ties")
        if isinstance(lists, Mapping):
            new = {kind: listed(names) for kind, names in lists.items()}
            table.state.lists[player] = {**table.state.lists.get(player, {}), **new}
            table.note("lists-sent", rules=("O5",), player=player)


# Deal --------------------------------------------------------------------------------------------------------


def deal(table: Table) -> None:
    """6. Draw the first Leader, and deal the first round; in a game that was played by hand, its next round."""
    state, players = table.state, table.setting.players
    state.scores = state.scores or {player: [] for player in players}
    deal_round(table, state.leaders.pop() if state.leaders else drawn(table, "O6", "leader", "", players))


def deal_round(table: Table, leader: str) -> None:
    """7. Deal six cards and an Overseer to everybody, and begin the draft or, if he was dealt, Fushen's choice."""
    players, before = table.setting.players, table.state
    state = State("", before.turn, before.round, [*before.leaders, leader], before.scores, before.lists)
    table.state = state
    cards = all_cards(len(players))
    dealt = table.dice.deal("card", cards, HAND * len(players), first=1)
    state.aside = list((Counter(cards) - Counter(dealt)).elements())
    overseers = table.dice.deal("overseer", overseers_in(table.setting), len(players), first=1)
    state.overseers = dict(zip(players, overseers, strict=True))
    hands = {player: in_order(dealt[HAND * i : HAND * (i + 1)]) for i, player in enumerate(players)}
    happened(table, "O7", "dealt", round=state.round, leader=leader, aside=len(state.aside))
    for player, overseer in state.overseers.items():
        happened(table, "O7", "overseer", player=player, overseer=overseer)
    if state.aside:
        happened(table, "O2", "aside", to=MJ, cards=tuple(state.aside))
    begin_draft(table, hands)


def begin_draft(table: Table, hands: Mapping[str, Sequence[str]]) -> None:
    """7, 10, 11. Give everybody a hand; await Fushen's choice if he is in play, else the first pick."""
    state = table.state
    state.taken = {player: [] for player in hands}
    state.shown = {player: [] for player in hands}
    state.held = {player: [] for player in hands}
    state.step = 1
    hold(table, {player: in_order(hand) for player, hand in hands.items()})
    state.phase = "pick"
    if owner := state.owner("fushen"):
        left = [each for each in overseers_in(table.setting) if each not in state.overseers.values()]
        state.offered = sorted(several(table, "O10", "fushen", owner, left, 3), key=OVERSEERS.index)
        state.shown[owner] += state.offered
        happened(table, "O10", "offered", player_reader(owner), player=owner, overseers=tuple(state.offered))
        state.phase = "fushen"


def become(table: Table) -> None:
    """10. Let Fushen become one of the Overseers offered; if his player names none, one is drawn."""
    state = table.state
    owner = state.owner("fushen")
    named = table.given(owner, "become")
    chosen = named or drawn(table, "O10", "become", owner, state.offered)
    state.overseers[owner], state.offered = chosen, []
    happened(table, "O10", "became" if named else "became-drawn", player=owner, overseer=chosen)
    state.phase = "pick"


# Draft -------------------------------------------------------------------------------------------------------


def may_call(state: State) -> bool:
    """14. Return whether Wuming may be called at this step: once a round, and only if it makes no sixth card."""
    most = max(map(len, state.taken.values()), default=0)
    return bool(state.owner("wuming")) and not state.called and state.phase == "pick" and most + 2 <= TAKEN


def picks_left(state: State) -> bool:
    """11, 16. Return whether a card is to be picked at this stage: at a step, or with the placement."""
    return bool(state.hands) and all(state.hands.values()) and state.phase in ("pick", "placement")


def by_ranking(ranking: Iterable[Any], cards: Sequence[str], taken: Sequence[str]) -> str | None:
    """15. Return the first trait of a ranking that is among cards and of which fewer than its « at most » are taken."""
    for one in ranking:
        trait, most = next(iter(one.items())) if isinstance(one, Mapping) else (one, HAND)
        if trait in cards and taken.count(trait) < most:
            return str(trait)
    return None


def take_picks(table: Table, numbers: Sequence[int] = (1,)) -> None:
    """11, 14, 15. Let everybody take the first card of a step, and the second if Wuming calls.

    It is what the player has named, or what the ranking left says, or else one of the cards that are left.
    """
    for player, hand in table.state.hands.items():
        taken, by_chance = table.state.taken[player], False
        for number in numbers:
            named = table.given(player, "pick" if number == 1 else "second")
            ranked = None if named else by_ranking(table.given(player, "ranking") or (), hand, taken)
            chosen = named or ranked or drawn(table, "O15", "pick", player, hand, f"{player} {number}")
            hand.remove(chosen)
            taken.append(chosen)
            happened(table, "O11", "picked-ranked" if ranked else "picked", MJ, player=player, trait=chosen)
            by_chance |= not named and not ranked
        if by_chance:
            happened(table, "O15", "pick-was-drawn", player=player)


def pick(table: Table) -> None:
    """11, 13, 14. Let everybody take a card, or two if Wuming calls, and pass the hands on."""
    state = table.state
    wuming = state.owner("wuming")
    calls = may_call(state) and table.given(wuming, "call") is True
    take_picks(table, (1, 2) if calls else (1,))
    if calls:
        state.called = True
        happened(table, "O14", "called", player=wuming)
    taken = len(state.taken[table.setting.players[0]])
    chooses = table.setting.options.draft_end == "choose"
    happened(table, "O11", "all-picked", step=state.step)
    if taken == TAKEN and not chooses:
        end_draft(table)
        return
    pass_hands(table)
    state.step += 1
    if taken == TAKEN:
        for player, hand in state.hands.items():
            state.taken[player].append(hand.pop())
    if taken == TAKEN or (taken == TAKEN - 1 and not chooses):
        state.phase = "placement"


def pass_hands(table: Table) -> None:
    """11, 12. Pass all hands to the left neighbour or, with the option ``alternate``, to the right in round 2."""
    right = table.setting.options.direction == "alternate" and table.state.round == 2
    hands, left_of = table.state.hands, table.setting.left_of
    moved = {(player if right else left_of(player)): hands[left_of(player) if right else player] for player in hands}
    hold(table, {player: moved[player] for player in table.setting.players})


def hold(table: Table, hands: dict[str, list[str]]) -> None:
    """11. Give everybody a hand, of which nobody else knows."""
    table.state.hands = hands
    for player, hand in hands.items():
        table.state.held[player].append(list(hand))
        happened(table, "O11", "hand", player_reader(player), player=player, cards=tuple(hand))


def end_draft(table: Table) -> None:
    """11. Lay the cards that are left in the hands onto the pile."""
    state = table.state
    for player, hand in state.hands.items():
        for trait in hand:
            lay_on_pile(table, player, trait)
    state.hands = {player: [] for player in state.hands}
    state.phase = "placement"


def lay_on_pile(table: Table, player: str, trait: str) -> None:
    """11, 13. Lay a card that was not taken onto the pile, face down; its player alone knows it."""
    table.state.pile = in_order([*table.state.pile, trait])
    happened(table, "O11", "put-on-pile", player_reader(player), player=player, trait=trait)


# Placement ---------------------------------------------------------------------------------------------------


def face_down(overseer: str) -> int:
    """16, 17. Return how many cards a player lays face down."""
    return 3 if overseer == "liu" else 2


def place(table: Table) -> None:
    """16 to 18. Take the last pick or lay a sixth card aside, and lay all cards, face up or face down."""
    state = table.state
    keep_lists(table)
    if picks_left(state):
        take_picks(table)
        end_draft(table)
    for player, taken in state.taken.items():
        if len(taken) > TAKEN:
            aside = laid_aside(table, player, in_order(taken))
            taken.remove(aside)
            lay_on_pile(table, player, aside)
        down = laid_down(table, player, in_order(taken))
        up = in_order((Counter(taken) - Counter(down)).elements())
        lay(state, player, up, down)
        happened(table, "O16", "laid", player=player, up=tuple(up), down=len(down))
        happened(table, "O18", "laid-down", player_reader(player), player=player, cards=tuple(down))
    open_powers(table)


def laid_aside(table: Table, player: str, cards: Sequence[str]) -> str:
    """16. Return the card that a player lays aside: as ordered, as left, or else drawn."""
    named = table.given(player, "discard")
    chosen = named or by_ranking(table.given(player, "discard_ranking") or (), cards, ())
    return str(chosen or drawn(table, "O16", "discard", player, cards))


def laid_down(table: Table, player: str, cards: Sequence[str]) -> list[str]:
    """18. Return the cards that a player lays face down: as ordered, as left, or else drawn one by one."""
    if named := table.given(player, "down"):
        return list(named)
    count, ranking = face_down(table.state.overseers[player]), table.given(player, "down_ranking") or ()
    down: list[str] = []
    left = list(cards)
    while len(down) < count and (found := by_ranking(ranking, left, down)):
        left.remove(found)
        down.append(found)
    return [*down, *several(table, "O18", "down", player, left, count - len(down))]


def lay(state: State, player: str, up: Sequence[str], down: Sequence[str]) -> None:
    """18. Lay a player's cards: those face up, then those face down, numbered from 1."""
    cards = [*((trait, True) for trait in up), *((trait, False) for trait in down)]
    state.cards[player] = [Card(number, trait, is_up) for number, (trait, is_up) in enumerate(cards, 1)]
    state.shows[player], state.numbered[player] = list(up), len(cards)


def gain(table: Table, player: str, trait: str, up: bool) -> int:
    """18, 21, 25. Give a player a card as printed, with the next number; blank if it is Yanmei's and « ever »."""
    state = table.state
    state.numbered[player] += 1
    blank = table.setting.options.yanmei == "ever" and state.overseers[player] == "yanmei" and trait == state.turned
    state.cards[player].append(Card(state.numbered[player], trait, up, BLANK if blank else ""))
    return state.numbered[player]


# Powers of the vote ------------------------------------------------------------------------------------------

POWERS = {"yanmei": "turn", "gan": "keep", "meixiu": "look", "nuying": "copy"}
"""19. The Overseers whose powers are used before the vote, in this order, each with the key of its order."""


def open_powers(table: Table) -> None:
    """19, 22. Open the window of the powers, and show Gan two cards of the pile; no window if none is in play."""
    state = table.state
    state.hands, state.taken = {}, {}
    state.phase = "powers" if any(state.owner(overseer) for overseer in POWERS) else "vote"
    if owner := state.owner("gan"):
        state.offered = in_order(several(table, "O22", "gan", owner, state.pile, 2))
        state.shown[owner] += state.offered
        happened(table, "O22", "offered-cards", player_reader(owner), player=owner, cards=tuple(state.offered))


def use_powers(table: Table) -> None:
    """19. Use the powers that are ordered, in their order."""
    for overseer, power in zip(POWERS, (turn, keep, look, copy), strict=True):
        if owner := table.state.owner(overseer):
            power(table, owner)
    table.state.phase = "vote"


def by_number(state: State, player: str) -> dict[int, Card]:
    """18. Return the cards of a player by their numbers, in the order of these."""
    return {card.number: card for card in state.cards[player]}


def as_seen(card: Card) -> tuple[int, str]:
    """20, 24. Return the number of a card and its trait, which is empty to others while it lies face down."""
    return card.number, card.trait if card.up else ""


def turn(table: Table, owner: str) -> None:
    """20. Make a card of Yanmei and all her cards of its trait blank; its trait is public only if it lies face up."""
    if number := table.given(owner, "turn"):
        card = by_number(table.state, owner)[number]
        table.state.turned = card.trait
        for each in table.state.cards[owner]:
            each.nature = BLANK if each.trait == card.trait else each.nature
        happened(table, "O20", "turned", player=owner, card=as_seen(card))


def keep(table: Table, owner: str) -> None:
    """22. Let Gan keep one of the two cards, face down; if his player names none, one is drawn."""
    state = table.state
    if state.offered:
        kept = table.given(owner, "keep") or drawn(table, "O22", "keep", owner, state.offered)
        state.pile.remove(kept)
        happened(table, "O22", "kept", player=owner, number=gain(table, owner, kept, up=False))
        happened(table, "O22", "kept-card", player_reader(owner), player=owner, trait=kept)
    state.offered = []


def look(table: Table, owner: str) -> None:
    """23. Show Meixiu two face-down cards of another player; if she names no numbers, they are drawn."""
    given = table.given(owner, "look")
    if not given:
        return
    state, other = table.state, given["player"]
    down = {card.number: card.trait for card in state.cards[other] if not card.up}
    numbers = given.get("cards")
    if numbers is None:
        numbers = several(table, "O23", "look", owner, [*down], 2)
    seen = [down[number] for number in sorted(numbers)]
    state.shown[owner] += seen
    happened(table, "O23", "looked", player=owner, other=other, numbers=tuple(sorted(numbers)))
    happened(table, "O23", "seen", player_reader(owner), player=owner, other=other, cards=tuple(seen))


def copy(table: Table, owner: str) -> None:
    """24. Let a card of Nüying count as what is printed on another of hers; traits are public only of cards face up."""
    if given := table.given(owner, "copy"):
        card, model = (by_number(table.state, owner)[given[key]] for key in ("card", "of"))
        card.nature = model.trait
        happened(table, "O24", "copied", player=owner, card=as_seen(card), model=as_seen(model))


# Vote and Judgement ------------------------------------------------------------------------------------------


def vote(table: Table) -> None:
    """27. Publish the votes and accuse who has most; if nobody votes, nobody is accused, or by option all are tied."""
    state, players = table.state, table.setting.players
    keep_lists(table)
    for player in players:
        if (name := table.given(player, "vote")) in players:
            state.votes[player] = name
            happened(table, "O27", "voted", player=player, other=name)
        else:
            happened(table, "O27", "not-voted", player=player)
    counts = Counter(state.votes.values())
    if not counts and table.setting.options.no_votes == "nobody":
        happened(table, "O27", "nobody-accused")
        show_down(table)
        return
    most = max(counts.values(), default=0)
    state.accused = settle(table, "O27", "accuse", [player for player in players if counts[player] == most])
    happened(table, "O27", "accused", player=state.accused, votes=most)
    state.phase = "judgement"


def judge(table: Table) -> None:
    """28, 29. Let the accused admit, which costs two cards, or deny; who does not answer denies."""
    state, accused = table.state, table.state.accused
    if admitted := table.given(accused, "admit"):
        state.answer = "admit"
        cards = [card for card in state.cards[accused] if card.number in admitted]
        numbers = tuple(card.number for card in cards)
        state.admitted = [leave(state, accused, card) for card in cards]
        happened(table, "O28", "admits", player=accused, numbers=numbers)
        happened(table, "O28", "admitted-cards", player_reader(accused), player=accused, cards=tuple(state.admitted))
    else:
        state.answer = "deny"
        happened(table, "O29", "denies", player=accused)
    show_down(table)


def leave(state: State, player: str, card: Card) -> str:
    """25. Lay a card of a player onto the pile; return its trait, which is what is printed on it."""
    state.cards[player].remove(card)
    state.pile = in_order([*state.pile, card.trait])
    return card.trait


# Showdown ----------------------------------------------------------------------------------------------------


class Line(NamedTuple):
    """A line of a sum: how many cards count as a trait, or what an Overseer adds, and the points."""

    what: str
    cards: int
    points: int


def lines(setting: Setting, overseer: str, cards: Iterable[Card], showdown: bool) -> list[Line]:
    """3, 30, 31. Return what a player's cards count, line by line, in the Showdown or in the Score.

    Xie and Suyin count in the Showdown alone, Meixiu in both.
    """
    counts = Counter(card.counts for card in cards)
    found = []
    for trait in (*TRAITS, BLANK):
        if n := counts[trait]:
            worth = 12 if showdown and overseer == "suyin" and trait == "anger" else WORTH.get(trait, 0)
            found.append(Line(trait, n, setting.tables[trait][min(n, 3) - 1] if trait in setting.tables else n * worth))
    if showdown and overseer == "xie" and (virtues := counts["courage"] + counts["hope"]):
        found.append(Line("xie", virtues, virtues))
    if overseer == "meixiu":
        found.append(Line("meixiu", 0, 3))
    return found


def show_down(table: Table) -> None:
    """30 to 32, 35. Show and count all cards, find whether the accused is the highest, and settle what follows."""
    state, setting = table.state, table.setting
    sums = {player: lines(setting, state.overseers[player], state.cards[player], True) for player in setting.players}
    state.showdown = {player: sum(line.points for line in own) for player, own in sums.items()}
    for player, cards in state.cards.items():
        for card in cards:
            card.up = True
        happened(table, "O30", "shown", player=player, shown=[(card.number, card.trait, card.nature) for card in cards])
    happened(table, "O30", "showdown", sums=sums, totals=dict(state.showdown))
    if state.answer == "deny":
        highest = [player for player, points in state.showdown.items() if points == max(state.showdown.values())]
        tied = state.accused in highest
        state.guilty = tied and settle(table, "O32", "highest", highest) == state.accused
        happened(table, "O32", "guilty" if state.guilty else "innocent", player=state.accused)
        if state.guilty:
            lose(table)
        else:
            take(table)
    sweep(table)


def lose(table: Table) -> None:
    """33. Lay the pair of the guilty player's cards onto the pile whose loss lowers the Showdown total most."""
    state, player = table.state, table.state.accused
    pair, tied = costliest_pair(table)
    if tied:
        state.ties["lose"] = [card.trait for card in pair]
        happened(table, "O34", "tie-lose", player=player, cards=tuple(state.ties["lose"]))
    numbers = tuple(card.number for card in pair)
    state.lost = [leave(state, player, card) for card in pair]
    happened(table, "O33", "lost", player=player, cards=tuple(state.lost), numbers=numbers)


def costliest_pair(table: Table) -> tuple[list[Card], bool]:
    """33, 34. Return the pair that the accused loses, and whether the Leader's list settled between pairs."""
    state, overseer = table.state, table.state.overseers[table.state.accused]
    own = state.lists.get(state.leader, {}).get("lose", [])
    order = [*own, *TRAITS, BLANK]  # where a trait stands twice, its first place counts
    cards = state.cards[state.accused]

    def kind(card: Card) -> tuple[int, int]:
        return order.index(card.trait), order.index(card.counts)

    def left(pair: Sequence[Card]) -> int:
        kept = [card for card in cards if card not in pair]
        return sum(line.points for line in lines(table.setting, overseer, kept, showdown=True))

    pairs = list(combinations(sorted(cards, key=lambda card: (kind(card), card.number)), 2))
    least = min(map(left, pairs))
    best = [pair for pair in pairs if left(pair) == least]  # in the order of rule 34, as their cards are
    return list(best[0]), len({tuple(map(kind, pair)) for pair in best}) > 1


def take(table: Table) -> None:
    """35. Give the innocent player a card of the pile, and show him all of it."""
    state, player = table.state, table.state.accused
    happened(table, "O35", "pile", player_reader(player), player=player, cards=tuple(state.pile))
    if not state.pile:
        return
    ranking = table.given(player, "take") if table.setting.options.innocent == "chosen" else None
    taken = by_ranking(listed(ranking or []), state.pile, ())
    by_chance = not taken and len(state.pile) > 1
    state.took = taken or drawn(table, "O35", "take", player, state.pile)
    state.pile.remove(state.took)
    number = gain(table, player, state.took, up=True)
    happened(table, "O35", "took-drawn" if by_chance else "took", player=player, trait=state.took, number=number)


def sweep(table: Table) -> None:
    """36. Give Lanfei's owner all Greed cards of the pile."""
    state = table.state
    if owner := state.owner("lanfei"):
        state.swept = state.pile.count("greed")
        state.pile = [trait for trait in state.pile if trait != "greed"]
        for _ in range(state.swept):
            gain(table, owner, "greed", up=True)
        happened(table, "O36", "swept", player=owner, count=state.swept)
    find_thief(table)


# Greed and Score ---------------------------------------------------------------------------------------------


def find_thief(table: Table) -> None:
    """37. Find who has most cards that count as Greed; there is none if nobody has one."""
    state = table.state
    state.greed = {p: [card.counts for card in cards].count("greed") for p, cards in state.cards.items()}
    happened(table, "O37", "greed", counts=dict(state.greed))
    if most := max(state.greed.values()):
        state.thief = settle(table, "O37", "thief", [player for player, count in state.greed.items() if count == most])
        happened(table, "O37", "thief", player=state.thief)
    if state.thief or state.owner("liang"):
        state.phase = "greed"
    else:
        score(table)


def can_be_robbed(state: State) -> list[str]:
    """36, 38. Return the players who may be robbed: all but the thief and Lanfei's owner."""
    return [player for player, own in state.overseers.items() if player != state.thief and own != "lanfei"]


def be_greedy(table: Table) -> None:
    """38, 39. Let the thief rob a player and Liang weaken one, and count the round."""
    state = table.state
    if state.thief:
        rob(table)
    state.weakened = table.given(state.owner("liang"), "weaken") or ""
    score(table)


def rob(table: Table) -> None:
    """38. Let the first player of the thief's list who can be robbed give a card: of the victim's choice, or drawn."""
    state, named = table.state, table.given(table.state.thief, "rob") or ()
    victims = [name for name in listed(named) if name in can_be_robbed(state)]
    if not victims:
        happened(table, "O38", "robs-nobody", player=state.thief)
        return
    state.victim = victims[0]
    cards = by_number(state, state.victim)
    wishes = listed(table.given(state.victim, "give") or [])
    card = next((card for wish in wishes for card in cards.values() if wish in (card.number, card.trait)), None)
    if card is None:
        card = cards[drawn(table, "O38", "given", state.victim, [*cards])]
        if len(cards) > 1:
            happened(table, "O38", "given-drawn", player=state.victim)
    state.cards[state.victim].remove(card)
    state.given = card.trait
    gain(table, state.thief, card.trait, up=True)
    happened(table, "O38", "robbed", player=state.thief, other=state.victim, trait=card.trait, number=card.number)


def score(table: Table) -> None:
    """39 to 42. Count the round; name the next Leader and deal the next round, or end the game."""
    state, setting = table.state, table.setting
    sums = {player: lines(setting, state.overseers[player], state.cards[player], False) for player in setting.players}
    weaken(table, sums)
    scores = {player: sum(line.points for line in own) for player, own in sums.items()}
    for player, points in scores.items():
        state.scores[player].append(points)
    happened(table, "O40", "scored", sums=sums, totals=scores)
    if state.round == ROUNDS:
        end(table)
        return
    lowest = [player for player, points in scores.items() if points == min(scores.values())]
    leader = settle(table, "O40", "next", lowest)
    happened(table, "O40", "next-leader", player=leader)
    state.round += 1
    if setting.one_round:
        state.phase = "scored"
        state.leaders.append(leader)
    else:
        deal_round(table, leader)


def weaken(table: Table, sums: Mapping[str, list[Line]]) -> None:
    """39. Take a point for each card from whom Liang weakens, or by option give Liang up to four points of his."""
    state = table.state
    if not state.weakened:
        return
    owner, own = state.owner("liang"), sums[state.weakened]
    most = 4 if table.setting.options.liang == "steal4" else len(state.cards[state.weakened])
    points = min(most, sum(line.points for line in own))
    own.append(Line("liang", 0, -points))
    if table.setting.options.liang == "steal4":
        sums[owner].append(Line("liang", 0, points))
    happened(table, "O39", "weakened", player=owner, other=state.weakened, points=points)


def end(table: Table) -> None:
    """42. Name the winners: of those with most points, those who were never Leader, or else all of them."""
    state = table.state
    points = totals(state)
    best = [player for player in table.setting.players if points[player] == max(points.values())]
    never = [player for player in best if player not in state.leaders]
    state.winners = never or best
    happened(table, "O42", "won", players=tuple(state.winners), totals=points)
    state.phase = "over"


def totals(state: State) -> dict[str, int]:
    """41, 42. Return the points of each player in all rounds counted."""
    return {player: sum(points) for player, points in state.scores.items()}


# Stages ------------------------------------------------------------------------------------------------------

PHASES: Mapping[str, Callable[[Table], None]] = {
    "deal": deal,
    "fushen": become,
    "pick": pick,
    "placement": place,
    "powers": use_powers,
    "vote": vote,
    "judgement": judge,
    "greed": be_greedy,
}
"""43. The function that plays each phase; it sets the next phase itself."""


def parts_of(state: State, player: str) -> Iterator[str]:
    """19, 37 to 39. Yield what a player may do with a power, or in Greed: rob, give if somebody may rob him, weaken."""
    own = state.overseers.get(player, "")
    if state.phase == "powers" and own in POWERS:
        yield POWERS[own]
    if state.phase == "greed" and state.thief:
        if player == state.thief:
            yield "rob"
        elif player in can_be_robbed(state):
            yield "give"
    if state.phase == "greed" and own == "liang":
        yield "weaken"


def is_awaited(state: State, player: str) -> bool:
    """43. Return whether a player is awaited; all that decides it is public."""
    alone = {"fushen": state.owner("fushen"), "judgement": state.accused}
    if state.phase in alone:
        return player == alone[state.phase]
    return state.phase in ("pick", "placement", "vote") or any(parts_of(state, player))
