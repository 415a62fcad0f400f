"""What each reader is told of a stage: the report, the headline, and at the end what was secret.

Templates read the fields of a report, which are declared by the dicts that the functions build here. Causes, sides and
the like are canonical words; players are named in seat order unless a comment says otherwise.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from adjudicator.core.dice import hashed
from adjudicator.core.faults import Listed, Phrase, Word
from adjudicator.core.game_reports import Chapter, Past
from adjudicator.core.plain import Plain, to_plain
from adjudicator.core.roles import ending, winner
from adjudicator.core.stage import Fact, Outcome, Reader
from adjudicator.games.resistance.actions import receipt
from adjudicator.games.resistance.forms import identity
from adjudicator.games.resistance.plot_actions import USED_IN
from adjudicator.games.resistance.plot_reports import (
    awaited_said,
    cards_said,
    events,
    fact_said,
    learnt,
    plan_said,
    plots_part,
    seen_said,
)
from adjudicator.games.resistance.plots import WINDOWS
from adjudicator.games.resistance.rules import (
    MISSIONS,
    PROPOSALS,
    missing_card,
    rejections,
    squad_size,
    starting_character,
    targets,
    who_chooses,
)
from adjudicator.games.resistance.state import OF_THE_SHEET, Proposal, Setting, State
from adjudicator.games.resistance.views import PlayerView, player_view


def report(
    setting: Setting, before: State, outcome: Outcome[State], orders: Mapping[str, Plain], reader: Reader
) -> Plain:
    """Return what ``reader`` may know after a stage, as plain values for the template; ``orders`` are by player."""
    after: State = outcome.state
    public = public_part(setting, before, after)
    if after.plots is not None:
        public["plots"] = plots_part(setting, before, outcome)
    if reader.kind == "player":
        return {"public": public, **player_part(setting, before, outcome, orders, reader.name)}
    if reader.kind == "mj":
        return {"public": public, **mj_part(setting, outcome)}
    return {"public": public}


# The public part ---------------------------------------------------------------------------------------------


def public_part(setting: Setting, before: State, after: State) -> Plain:
    """Return what is public (9, 15): the votes by name, but of a mission only how many cards were failures."""
    return {
        "event": event(setting, before, after),
        "missions": [mission_row(setting, after, number) for number in range(1, MISSIONS + 1)],
        "score": {"successes": after.score(True), "failures": after.score(False)},
        "seats": [seat_row(setting, after, player) for player in after.seats],
        "proposals": [proposal_row(proposal) for proposal in after.proposals],  # of the whole game, in order
        "trust": [trust_row(after, player) for player in after.seats],
        "now": now(setting, after),
        "ending": ending(after, side=after.side),  # 19
        # Whether the fourth mission that is carried out takes two failures to fail, whatever its number.
        "two_in_fourth": setting.options.two_failures == "order" and len(after.seats) >= 7,
    }


def event(setting: Setting, before: State, after: State) -> Plain | None:
    """Return what happened in the stage; None if its proposal was removed by an amendment of the MJ."""
    if before.phase == "deal":  # cylons and colons: how many there are
        return {
            "kind": "dealt",
            "commander": after.commander,
            "cylons": len(after.cylons),
            "colons": len(after.seats) - len(after.cylons),
            "draws": draws(setting, after),
        }
    if before.phase in ("mission", "close_eye"):
        done = after.missions[-1].number if after.phase != "close_eye" else 0
        return {"kind": "carried-out", "mission": done} if done else {"kind": "cards-down"}
    if after.phase in ("vote", "opinion") and before.phase in ("proposal", "give"):
        return {
            "kind": "drawn" if after.drawn else "proposed",
            "commander": after.commander,
            "squad": list(after.squad),
            "target": after.target,
        }
    made = _made(before, after)
    if made is None or before.phase in WINDOWS:
        return None
    if before.phase == "vote":
        # ``counted``: how missing votes count by option.
        return {"kind": "voted", "counted": setting.options.missing_vote, **proposal_row(made)}
    return {"kind": "skipped", **proposal_row(made)}


def _made(before: State, after: State) -> Proposal | None:
    """Return the proposal made in a stage; None if an amendment of the MJ has removed it."""
    this = (before.round, before.proposal)
    return next((one for one in after.proposals if (one.round, one.number) == this), None)


SEED = "…"
"""The placeholder for the seed while it is secret."""


def draws(setting: Setting, after: State) -> list[Plain]:
    """Return the public draws of the deal, each with the text by which it can be repeated (2 to 4).

    ``among`` are the candidates, in the order in which the draw numbers them.
    """
    rows: list[Plain] = []
    if setting.options.seats == "drawn":
        rows.append({"what": "seats", "among": list(setting.players), "text": hashed(SEED, 0, "seat", "0")})
    if setting.options.first_commander == "drawn" and starting_character(setting) is None:
        rows.append({"what": "commander", "among": list(after.seats), "text": hashed(SEED, 0, "commander", "")})
    return rows


def mission_row(setting: Setting, state: State, number: int) -> Plain:
    """Return one of the five missions: what it takes and, once it is carried out, its result."""
    players = len(state.seats)
    row: Plain = {
        "number": number,
        "size": squad_size(players, number),
        # Whether it takes two failures to fail because of its number; see also ``two_in_fourth``.
        "two": number == 4 and players >= 7 and setting.options.two_failures == "number",
        "result": "",  # until it is carried out; the fields below exist only from then on
    }
    for done in state.missions:
        if done.number == number:
            row["result"] = done.result
            row["failures"] = done.failures
            row["squad"], row["round"] = list(done.squad), done.round
            if done.lit:
                row["lit"] = {"player": done.lit[0], "card": done.lit[1]}
    return row


def proposal_row(proposal: Proposal) -> Plain:
    """Return one proposal with its votes by name, in seat order; its squad is empty if the Commandant named none.

    ``defaulted`` are the players who sent no vote; if missing votes count, they are among ``yes`` or ``no`` too.
    """
    votes = proposal.votes
    return {
        **to_plain(proposal),
        "yes": [player for player in votes if votes[player] == "yes"],
        "no": [player for player in votes if votes[player] == "no"],
        "result": "approved" if proposal.approved else "rejected" if proposal.squad else "skipped",
    }


def seat_row(setting: Setting, state: State, player: str) -> Plain:
    """Return a seat: its player's character (or ``""``), votes and missions, and whether the player is the Commandant.

    ``votes`` holds a list for each round, with a vote for each proposal: ``yes`` or ``no``; ``default-yes``,
    ``default-no`` or ``default-uncounted`` if the player sent none; ``skipped`` if the Commandant named no squad.
    """
    rounds = sorted({proposal.round for proposal in state.proposals})
    return {
        "player": player,
        "character": setting.characters.get(player, ""),
        "commander": player == state.commander and state.ending is None,
        "votes": [
            [_vote_of(proposal, player) for proposal in state.proposals if proposal.round == number]
            for number in rounds
        ],
        "missions": [{"number": done.number, "result": done.result} for done in state.missions if player in done.squad],
    }


def trust_row(state: State, player: str) -> Plain:
    """Return how many squads a player has voted yes to, and on how many the player voted, by who was in them.

    Missing votes do not count.
    """
    voted = [one for one in state.proposals if player in one.votes and player not in one.defaulted]
    said_yes = [one for one in voted if one.votes[player] == "yes"]
    given = [
        {
            "to": other,
            "yes": sum(other in one.squad for one in said_yes),
            "votes": sum(other in one.squad for one in voted),
        }
        for other in state.seats
    ]
    return {"player": player, "given": given}


def _vote_of(proposal: Proposal, player: str) -> str:
    if not proposal.squad:
        return "skipped"
    if player in proposal.defaulted:
        return f"default-{proposal.votes.get(player, 'uncounted')}"
    return proposal.votes[player]


def now(setting: Setting, state: State) -> Plain:
    """Return what is awaited next, and from whom; empty at the end.

    ``rejections`` is None if each round counts anew; ``squad`` is empty while one is to be named; ``missing`` is the
    value of the option that says what happens if nothing comes; ``sizes`` are the missions that may be proposed.
    """
    if state.ending is not None:
        return {}
    options = setting.options
    missing = {"proposal": options.no_squad, "vote": options.missing_vote, "mission": options.missing_card}
    missing["opinion"] = options.missing_vote
    return {
        **({"window": awaited_said(state)} if state.phase in WINDOWS else {}),
        "phase": state.phase,
        "round": state.round,
        "proposal": state.proposal,
        "last_chance": rejections(setting, state) == PROPOSALS - 1,
        "rejections": rejections(setting, state) if options.rejections == "game" else None,
        "commander": state.commander,
        "squad": list(state.squad),
        "target": state.target,
        "targeted": options.targeted_attacks,
        "missing": missing.get(state.phase, ""),
        "sizes": [
            {"target": target, "size": squad_size(len(state.seats), target)} for target in targets(setting, state)
        ],
    }


def table_said(setting: Setting, state: State, reader: Reader) -> list[Phrase]:
    """Say for ``status`` which cards lie before whom; to the MJ also in which order the others will come."""
    return [] if state.plots is None else cards_said(state.plots, state.seats, reader.kind == "mj")


def options(setting: Setting) -> list[Phrase]:
    """Return in words each option that differs from the rule sheet and matters in this game."""
    chosen = setting.options._asdict()
    if starting_character(setting) is not None:  # R3: this character decides who commands first
        del chosen["first_commander"]
    # In order, the fourth mission carried out is mission 4; with fewer than seven players it takes one failure anyway.
    if not setting.options.targeted_attacks or len(setting.players) < 7:
        del chosen["two_failures"]
    told = [
        Phrase(f"variant.{name}.{value}".lower())
        for name, value in chosen.items()
        if value != getattr(OF_THE_SHEET, name)
    ]
    return told if setting.plan is None else [*told, *plan_said(setting.plan)]


def headline(setting: Setting, before: State, outcome: Outcome[State]) -> list[Phrase]:
    """Say what was dealt, proposed, voted on or carried out and, if the game is over, how it ended."""
    after: State = outcome.state
    happened = event(setting, before, after)
    told = events(before, outcome) if after.plots is not None else ()
    drawn = [Phrase("plots.sentence", {"what": one}) for one in told if one.key == "happened.plots-drawn"]
    lines = [Phrase("plots.sentence", {"what": one}) for one in told if one.key != "happened.plots-drawn"]
    lines += [_event_said(setting, after, happened)] if happened else []
    lines += [*_lit_said(after, happened), *drawn]
    if after.ending and (won := winner(setting, after)):
        lines += [Phrase(f"report.end.cause.{after.ending.winner}.{after.ending.cause}"), won]
    return lines


def _lit_said(after: State, event: Plain | None) -> Iterator[Phrase]:
    """Yield the card that was in the light in the mission carried out, if there was one (L23)."""
    if event and event["kind"] == "carried-out" and (lit := after.missions[-1].lit):
        yield Phrase("report.lit-card", {"player": lit[0], "card": Word("cards", lit[1])})


def _event_said(setting: Setting, after: State, event: Plain) -> Phrase:
    kind, squad = event["kind"], Listed(tuple(event.get("squad") or ()))
    if kind == "carried-out":
        row = mission_row(setting, after, event["mission"])
        key, values = f"event.mission.{row['result']}", {"number": row["number"], "squad": Listed(tuple(row["squad"]))}
        return Phrase(key, values, n=row["failures"]) if row["failures"] else Phrase(f"{key}.none", values)
    if kind == "cards-down":
        return Phrase("report.cards-down")
    if kind == "dealt":
        return Phrase("event.dealt", {name: event[name] for name in ("colons", "cylons", "commander")})
    if kind in ("proposed", "drawn", "skipped"):
        return Phrase(f"event.{kind}", {"commander": event["commander"], "target": event["target"], "squad": squad})
    yes, no = len(event["yes"]), len(event["no"])
    tied = event["result"] == "rejected" and yes and yes == no
    values = {"target": event["target"], "squad": squad, "yes": yes, "no": no}
    return Phrase(f"event.{'tied' if tied else event['result']}", values)


# The part of one player --------------------------------------------------------------------------------------


def player_part(
    setting: Setting, before: State, outcome: Outcome[State], orders: Mapping[str, Plain], player: str
) -> Plain:
    """Return what only this player is told: their identity, the fellow Cylons they know, and what they ordered."""
    after: State = outcome.state
    owed = player in who_chooses(before)
    given = orders.get(player) if owed else None
    view = player_view(setting, after, player)
    return {
        "you": {
            "character": setting.characters.get(player, ""),
            "identity": identity(view),
            "known": known_sides(view),  # the same for the pictures
        },
        # What the player or their standing orders ordered, or else what the rules did instead; None if neither was due.
        "order": _ordered(player_view(setting, before, player), given) if given else None,
        "default": _default(setting, before, after, player) if owed and not given else None,
        **({"learnt": learnt(outcome, player), "seen": seen_said(view.plots.seen)} if view.plots else {}),
    }


def _ordered(view: PlayerView, orders: Plain) -> Phrase:
    first, *more = receipt(view, orders).actions
    for other in more:
        first = Phrase("receipt.several", {"one": first, "other": other})
    return first


def known_sides(view: PlayerView) -> list[Plain]:
    """Return the sides that a player knows, in seat order: their own, and those that they were told or shown."""
    return [{"player": player, "side": view.known[player]} for player in view.seats if player in view.known]


def _default(setting: Setting, before: State, after: State, player: str) -> Phrase:
    """Tell a player what the rules did because no order came."""
    if before.phase == "vote":
        made = _made(before, after)
        return Phrase(f"default.vote.{made.votes.get(player, 'uncounted') if made else 'uncounted'}")
    if before.phase == "opinion" and after.plots is not None:
        return Phrase(f"default.vote.{after.plots.opinions.get(player) or 'uncounted'}")
    if before.phase in WINDOWS:
        return Phrase(f"default.{'not-now' if before.phase in USED_IN else before.phase}")
    if before.phase == "mission":
        return Phrase(f"default.mission.{missing_card(setting, before, player)}")
    return Phrase("default.squad.drawn" if after.squad else "default.squad.skipped")


# The part of the MJ ------------------------------------------------------------------------------------------


def mj_part(setting: Setting, outcome: Outcome[State]) -> Plain:
    """Return what only the MJ is told: all identities, and the stage fact by fact with the rules that decided."""
    state: State = outcome.state
    return {
        "sides": [
            {"player": player, "character": setting.characters.get(player, ""), "side": state.side(player)}
            for player in state.seats
        ],
        "account": [happened(fact) for fact in outcome.log],
    }


def happened(fact: Fact) -> Phrase:
    """Return one fact of the log in words, with the rules that decided it."""
    rules = Listed(tuple(fact.data["rules"]))
    return Phrase("account.line", {"what": fact_said(*fact), "rules": rules})


# The end -----------------------------------------------------------------------------------------------------


def epilogue(setting: Setting, past: Sequence[Past]) -> list[Chapter]:
    """Return a chapter on sabotage, then one for each stage; the identities are already in the last report (19)."""
    missions = [one for one in past if one.stage.phase == "mission"]
    return [
        Chapter(Phrase("epilogue.sabotage"), list(map(_sabotage, missions))),
        *(Chapter(one.stage.said, [fact_said(*fact) for fact in _told_at_the_end(setting, one)]) for one in past),
    ]


def _told_at_the_end(setting: Setting, one: Past) -> Iterator[Fact]:
    """Yield what may be told at the end of a stage; L34: who came too late, and by default, stays secret."""
    for fact in one.outcome.log:
        if setting.plan is None:
            yield fact
        elif fact.kind != "too-late":
            yield fact._replace(kind="card") if fact.kind == "card-missing" else fact


def _sabotage(one: Past) -> Phrase:
    """Return in words whose cards counted as failures in a mission.

    A Colon's failure that was corrected to a success (``card-corrected``) is left out.
    """
    cards = [fact.data for fact in one.outcome.log if fact.kind in ("card", "card-missing")]
    names = tuple(card["player"] for card in cards if card["card"] == "failure")
    mission = one.outcome.state.last_played()
    if not names:
        return Phrase("epilogue.sabotaged.none", {"mission": mission})
    return Phrase("epilogue.sabotaged", {"mission": mission, "names": Listed(names)})
