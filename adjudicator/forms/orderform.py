"""A ready order file: what a player may order now, as lines that he fills; one left blank orders nothing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from adjudicator.campaign.campaign import Campaign, seed_hash
from adjudicator.campaign.stages import Progress
from adjudicator.core.game import Choice
from adjudicator.core.phrase import Listed, Phrase
from adjudicator.core.stage import Stage
from adjudicator.core.words import fold
from adjudicator.orders.formlines import form_lines, remark_lines, scalar
from adjudicator.orders.keys import order_key
from adjudicator.orders.luck import takes_words
from adjudicator.speech.voice import Voice
from adjudicator.store.errors import UnusableError
from adjudicator.table.fate import fate_in
from adjudicator.table.situation import Situation
from adjudicator.table.table import ahead_of


def order_form(situation: Situation, player: str, voice: Voice) -> str:
    """Return the form of ``player`` for the stage awaited: a file with blanks to fill, refused while none is filled.

    Raises ``UnusableError`` when the game is over, and when others send orders in his stead.
    """
    progress = situation.progress
    campaign, stage = progress.campaign, awaited_stage(progress)
    view = progress.view(player)
    choices = campaign.game.forms.choices(view)
    standing = _standing_choices(progress, player)
    asks = takes_words(progress)
    if not choices and not standing and not asks:
        awaited = situation.attendance.awaited
        key = "form.not-awaited" if awaited else "form.nobody-awaited"
        raise UnusableError(key, player=player, names=voice.list(awaited))
    said = fate_in(situation, player)
    title = voice.say("form.title", title=campaign.title, stage=stage.said)
    his_situation = campaign.game.forms.situation(view) if choices or standing else ()
    lines = [
        f"# yaml-language-server: $schema={schema_name(voice)}",
        *remark_lines(title),
        *(
            line
            for phrase in (*his_situation, *_kept(situation, player), *_in_force(standing, situation, player), said)
            for line in remark_lines(voice.phrase(phrase))
        ),
        *_envelope(campaign, stage, player, voice),
        *(_word(campaign, voice) if asks else ()),
        *form_lines(choices, standing, stage, voice),
    ]
    return "\n".join(lines) + "\n"


def form_to_copy(progress: Progress, player: str, voice: Voice) -> list[str]:
    """Return the lines of a form for the end of a player's report: without what the report says, and standing orders.

    None where nothing is awaited that he could send. It depends on his view alone.
    """
    campaign, stage = progress.campaign, progress.stage
    choices = campaign.game.forms.choices(progress.view(player)) if stage else []
    if stage is None or not choices:
        return []
    return [*_envelope(campaign, stage, player, voice), *form_lines(choices, (), stage, voice)]


def _envelope(campaign: Campaign, stage: Stage, player: str, voice: Voice) -> Iterator[str]:
    """The lines that say whose orders these are: with his key, where it is demanded."""
    yield f"{voice.word('envelope', 'player')}: {scalar(player)}"
    if stage.turn:
        yield f"{voice.word('envelope', 'turn')}: {stage.turn}"
    if campaign.demands_key:
        key = order_key(campaign.seed, stage, campaign.seats.holder(player))
        yield f"{voice.word('envelope', 'key')}: {key}"


def _word(campaign: Campaign, voice: Voice) -> Iterator[str]:
    """The line of the player's word on which draws hang: a random one, in place of which he may put his own.

    A word that followed from anything known before would leave the draws to whoever knows it. Above it stands the hash
    of the seed, so that he has it before he sends his word.
    """
    from secrets import token_hex

    yield from remark_lines(voice.say("report.seed-hash", hash=seed_hash(campaign.seed)))
    yield from remark_lines(voice.say("form.luck"))
    yield f"{voice.word('envelope', 'luck')}: {scalar(f'x{token_hex(5)}')}"


def _standing_choices(progress: Progress, player: str) -> Sequence[Choice]:
    """Return the standing orders that ``player`` may give: none, where the campaign plays none."""
    campaign = progress.campaign
    if campaign.when_missing == "nothing":
        return []
    return campaign.game.forms.standing_choices(progress.view(player))


def _kept(situation: Situation, player: str) -> Iterator[Phrase]:
    """Say what is kept of the player's orders: those for the stage awaited, those for later turns, trouble to come."""
    table, progress = situation.table, situation.progress
    rules = progress.campaign.game.orders
    for said in ahead_of(table.ahead, player).values():
        yield Phrase("form.ahead", {"said": said})
    if progress.campaign.when_missing == "nothing":
        return
    for trouble in rules.standing_trouble(progress.view(player), table.standing.get(player, {})):
        yield Phrase("form.trouble", {"what": trouble})


def _in_force(choices: Sequence[Choice], situation: Situation, player: str) -> Iterator[Phrase]:
    """Say which standing orders of the player hold."""
    orders = situation.campaign.game.orders
    said = tuple(orders.standing_said(situation.table.standing.get(player, {}))) if choices else ()
    if said:
        yield Phrase("form.standing.now", {"list": Listed(said)})


def schema_name(voice: Voice) -> str:
    """Return the name of the schema file that the first line of a form gives to editors."""
    return f"{_slug(voice.word('envelope', 'orders'))}.schema.json"


def form_names(players: Sequence[str], voice: Voice) -> dict[str, str]:
    """Return a file name for the form of each of ``players``: safe everywhere, and no two alike."""
    names: dict[str, str] = {}
    for player in players:
        name = f"{_slug(voice.word('envelope', 'orders'))}-{_slug(player)}".rstrip("-")
        while f"{name}.yaml" in names.values():
            name += "-2"
        names[player] = f"{name}.yaml"
    return names


def _slug(text: str) -> str:
    return "-".join("".join(letter if letter.isalnum() else " " for letter in fold(text)).split())


def awaited_stage(progress: Progress) -> Stage:
    """Return the stage that forms are for. Raises ``UnusableError`` when the game is over."""
    if progress.stage is None:
        raise UnusableError("resolve.over")
    return progress.stage
