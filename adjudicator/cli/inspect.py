"""The commands ``status``, ``report``, ``journal`` and ``why``, which show a campaign without changing it."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from adjudicator.campaign.stages import Progress, progress_of
from adjudicator.cli import console
from adjudicator.core.faults import Listed, Phrase, PhraseArgument
from adjudicator.core.stage import MJ, PUBLIC, Reader, player_reader
from adjudicator.core.words import Names, fold, nearest
from adjudicator.speech.voice import TROUBLES, Voice, capitalised
from adjudicator.store.disk import UnusableError, write_whole
from adjudicator.store.layout import BUREAU, RESULT, accounts_root
from adjudicator.table.clock import dated, dated_anywhere, moment
from adjudicator.table.situation import Situation, situation_of
from adjudicator.table.table import owing

if TYPE_CHECKING:
    from adjudicator.campaign.campaign import Campaign
    from adjudicator.desk.overview import Overview, PublicOverview
    from adjudicator.orders.received import ReceivedFile
    from adjudicator.reports.writing import ReportOptions


@click.command("status", cls=console.Command)
@console.folder_argument
@console.option("--public", is_flag=True, help="option.public")
@console.option("--at", metavar="TIME", help="option.at")
@console.option("--files", is_flag=True, help="option.files")
@console.json_option
@console.language_option
def status(folder: str, public: bool, at: str | None, files: bool, as_json: bool) -> None:
    """Print how far a campaign has come, what it waits for, and why it has not gone on."""
    from adjudicator.desk.overview import overview, public_overview

    situation, voice = _situation(folder, at)
    if public:
        numbers = public_overview(situation, console.explicit_language())
        if as_json:
            console.print_json(numbers)
        else:
            _tell_public(numbers, situation, voice)
        return
    row = overview(situation, console.now(), console.explicit_language(), foreseen=at is not None)
    if as_json:
        console.print_json({**row, "files": _files(situation)})
    else:
        _tell(row, situation, voice)
        if files:
            _tell_files(situation, voice)
    click.get_current_context().exit(2 if _unusable(row) else 0)


def _unusable(row: Overview) -> bool:
    """Return whether the campaign could be read but no command can go on with it."""
    return row["cron"]["what"] == "broken"


def _situation(folder: str, at: str | None) -> tuple[Situation, Voice]:
    """Return the campaign's situation now, or ``at`` a future time, and its voice.

    If the campaign cannot be used, print also since when cron has found it so.
    """
    try:
        campaign, voice = console.open_campaign(folder)
        when = _to_come(at, campaign) if at else console.now()
        return situation_of(console.seated(campaign, when), when), voice
    except TROUBLES:
        _tell_broken(Path(folder))
        raise


def _to_come(text: str, campaign: Campaign) -> datetime:
    """Return the time in ``text``. Raise ``UnusableError`` when it cannot be read, or is past."""
    time = console.time_told(text, campaign.zone)
    if time < console.now():
        raise UnusableError("status.past", moment=moment(campaign, time, year=True))
    return time


def _tell_broken(folder: Any) -> None:
    """Print since when cron has found the campaign broken, if it has."""
    from adjudicator.desk.last_run import last_visit

    try:
        visited = last_visit(folder)
    except (OSError, UnusableError):  # the folder or its memory of visits may be what is unusable
        return
    if visited is not None and visited["what"] == "broken":
        since = dated_anywhere(datetime.fromisoformat(visited["since"]), console.now())
        console.complain(console.common_voice().say("status.broken-since", moment=since))


# Output in words.


def _tell_public(row: PublicOverview, situation: Situation, voice: Voice) -> None:
    """Print what everybody may know."""
    _tell_title(row, situation, voice)
    if row["phase"] != "over" and row["awaited"]:
        received = str(row["received"])
        if row["received"] is None:
            own = f"status.count.{row['phase']}"  # the game may have its own sentence
            usual = "status.count.window" if situation.progress.window else "status.count.secret"
            click.echo(voice.count(own if voice.catalogue.has(own) else usual, row["awaited"]))
        elif row["of_camps"]:
            click.echo(voice.count("status.count.camps", row["awaited"], received=received))
        else:
            click.echo(voice.count("status.count", row["awaited"], received=received))
    if row["held"]:
        console.say(voice, "status.held")
    elif situation.closing is not None and situation.campaign.game.rules.hides_questions(situation.progress.state):
        console.say(voice, "status.night")  # said whether the MJ is asked anything or not, since that is secret
    else:
        _tell_first_due(situation, voice)
    console.say(voice, "report.seed-hash", hash=row["seed_hash"])


def _tell_title(row: Overview | PublicOverview, situation: Situation, voice: Voice) -> None:
    """Print the title, the awaited stage and the winner, if any, and what lies on the table."""
    console.say(voice, "status.title", title=row["title"], stage=situation.progress.awaited)
    if row["winner"]:
        click.echo(row["winner"])
    for line in row.get("table", ()):
        console.say(voice, "receipt.sentence", text=capitalised(line))


def _tell_due(situation: Situation, voice: Voice) -> None:
    """Print the deadline, if there is one."""
    clock = situation.clock
    if clock.due is not None:
        console.say(voice, "status.due", moment=dated(situation.campaign, clock.due, clock.now))


def _tell_first_due(situation: Situation, voice: Voice) -> None:
    """Print the deadline; in a campaign that has not begun, print what it would be if it began now."""
    due = situation.begun(console.now()).clock.due
    if situation.clock.due is None and due is not None:
        console.say(voice, "status.due.first", moment=dated(situation.campaign, due, situation.clock.now))
    else:
        _tell_due(situation, voice)


def _tell(row: Overview, situation: Situation, voice: Voice) -> None:
    """Print what the MJ may know."""
    from adjudicator.campaign.loading import revisions

    _tell_title(row, situation, voice)
    if row["phase"] != "over":
        _tell_time(situation, voice)
        _tell_orders(row, voice)
        _tell_asked(situation, voice)
    if row["inbox"]:
        click.echo(voice.count("status.inbox", row["inbox"]))
    if row["not_taken"]:
        click.echo(voice.count("status.not-taken", len(row["not_taken"]), names=voice.list(row["not_taken"])))
    if situation.stage_files.unjudged:
        click.echo(voice.count("status.unjudged", situation.stage_files.unjudged))
    for revision in revisions(situation.progress):
        click.echo(voice.phrase(revision))
    if row["phase"] != "over" or _unusable(row):
        _tell_prospect(row, situation, voice)
        _tell_words(row, situation, voice)
    if row.get("formless"):
        from adjudicator.desk.heads import told_without

        if (formless := told_without(situation.progress)) is not None:
            click.echo(voice.phrase(formless))
    _tell_bureau(row, situation, voice)
    console.say(voice, "report.seed-hash", hash=row["seed_hash"])


def _tell_words(row: Overview, situation: Situation, voice: Voice) -> None:
    """Print for whom the MJ's waiting words are, or once what is wrong with them."""
    from adjudicator.desk.foreword import foreword, readers
    from adjudicator.speech.voice import told

    try:
        said = readers(foreword(situation.campaign))
    except UnusableError as error:
        if not _unusable(row):
            console.complain(told(error, voice.language)[0])
        return
    if said is not None:
        click.echo(voice.phrase(said))


def _tell_bureau(row: Overview, situation: Situation, voice: Voice) -> None:
    """Print how many items wait to be posted by hand, and the file that lists them; print nothing if there are none."""
    from adjudicator.post.bureau import known_of
    from adjudicator.speech.voice import TROUBLES, told

    try:
        known_of(situation.campaign.folder, situation.clock.now)
    except TROUBLES as damage:
        for sentence in told(damage, voice.language):
            click.echo(sentence)
    if row.get("to_post"):
        click.echo(voice.count("status.bureau", row["to_post"], file=str(situation.campaign.folder / BUREAU)))


def _tell_time(situation: Situation, voice: Voice) -> None:
    """Print the deadline, the period of grace and an extension."""
    clock = situation.clock
    _tell_due(situation, voice)
    if clock.closes is not None and clock.closes != clock.due and clock.until(clock.closes):
        console.say(voice, "status.grace", moment=dated(situation.campaign, clock.closes, clock.now))
    if clock.extension is not None:
        key = "status.extension" if clock.extension["reason"] else "status.extension.bare"
        console.say(voice, key, by=clock.extension["by"], reason=clock.extension["reason"])


def _tell_orders(row: Overview, voice: Voice) -> None:
    """Print whose orders have come, and everything else about orders."""
    if sys.stdout.isatty():
        _table(row, voice)
    else:
        console.say(voice, "status.received", names=voice.list(row["received"]) or "—")
        console.say(voice, "status.missing", names=voice.list(row["missing"]) or "—")
    if row["empty"]:
        console.say(voice, "head.empty", names=voice.list(row["empty"]))
    if answered := row.get("answered"):
        console.say(voice, "status.answered", names=voice.list(answered))
    if row["away"]:
        console.say(voice, "status.away", names=voice.list(row["away"]))
    if row["reminded"]:
        console.say(voice, "status.reminded", names=voice.list(row["reminded"]))
    if row["standing"]:
        console.say(voice, "status.standing", names=voice.list(row["standing"]))
    for left in row.get("left", ()):
        key = "status.left" if left["now"] is None else "status.left.now"
        console.say(voice, key, player=left["player"], said=left["said"], number=left["now"] or 0)
    if row["lapsed"]:
        console.say(voice, "status.lapsed", names=voice.list(row["lapsed"]))
    for ahead in row["ahead"]:
        console.say(voice, "status.ahead", names=voice.list(ahead["players"]), turn=ahead["turn"])
    for refused in row["refused"]:
        console.tell_refused(refused, voice)
    for player, note in row["notes"].items():
        console.say(voice, "status.note", player=player, note=note)


def _tell_asked(situation: Situation, voice: Voice) -> None:
    """Print what the MJ has decided, what waits for him, and what is put differently since he answered."""
    asking = situation.asking
    if situation.closing is not None:
        console.say(voice, "status.closed")
    if asking is None:
        return
    from adjudicator.table.questions import decided, said, told_of, troubles_said

    troubles = asking.troubles
    for line in decided(asking):
        click.echo(voice.phrase(line))
    for line in troubles_said(situation.campaign, troubles.get("asked_beyond", 0), troubles.get("asked_twice", ())):
        click.echo(f"{capitalised(voice.phrase(line))}.")
    if not asking.open:
        return
    click.echo(voice.count("status.asked", len(asking.open), folder=str(situation.campaign.folder)))
    for one in asking.listed:
        click.echo(f"- {voice.phrase(said(situation.campaign, *one.question.place))}")
        for phrase in told_of(asking, one, situation.closing is not None):
            click.echo(f"    {voice.phrase(phrase)}")
    if more := len(asking.open) - len(asking.listed):
        click.echo(voice.count("asked.more", more))


def _tell_prospect(row: Overview, situation: Situation, voice: Voice) -> None:
    """Print what happens next: by cron, or by the MJ's hand if cron never came and there are no deadlines."""
    if _unusable(row) or row["held"] or row["visit"] is not None or situation.campaign.plain.get("deadline"):
        _tell_cron(row, situation, voice)
    else:
        asked = situation.asking is not None and situation.asking.open and not row["missing"]
        console.say(voice, "status.ready" if row["ready"] else "status.waiting.mj" if asked else "status.waiting")


def _tell_cron(row: Overview, situation: Situation, voice: Voice) -> None:
    """Print what cron would do, now or at the time asked for, and the result of its last visit."""
    foreseen = row["cron"]["at"] is not None
    asked = moment(situation.campaign, situation.clock.now, year=True)
    when = Phrase("status.then", {"moment": asked}) if foreseen else Phrase("status.now")
    console.say(voice, console.would_do(situation, row["cron"]["what"]), when=when, why=row["cron"]["why"])
    if row["missing"] and row["cron"]["what"] in ("play", "brake"):
        _tell_mail_first(situation, voice)
    if row["visit"] is None:
        console.say(voice, "status.never-visited")
        return
    times = (datetime.fromisoformat(row["visit"][key]) for key in ("at", "since"))
    at, since = (dated(situation.campaign, time, situation.clock.now) for time in times)
    console.say(voice, f"status.visited.{row['visit']['what']}", moment=at, since=since)


def _tell_mail_first(situation: Situation, voice: Voice) -> None:
    """Print for a game by mail that cron fetches mail before it plays, or that its accounts are faulty."""
    root = accounts_root(situation.campaign.folder)
    if root is None:
        return
    from adjudicator.mail.accounts import load_accounts

    try:
        accounts = load_accounts(root)
    except TROUBLES:
        console.say(voice, "status.mail.faulty", root=str(root))
        return
    if accounts is not None and accounts.receiving:
        console.say(voice, "status.mail.first")


def _files(situation: Situation) -> list[ReceivedFile]:
    """Return how each file received in the awaited stage came, and its verdict."""
    from adjudicator.orders.received import register

    return register(situation.progress) if situation.progress.stage is not None else []


def _tell_files(situation: Situation, voice: Voice) -> None:
    """Print one line for each received file: when and how it came, whose it is, its verdict."""

    def said(time: str) -> Phrase:
        return dated(situation.campaign, datetime.fromisoformat(time), situation.clock.now)

    files = _files(situation)
    console.say(voice, "status.files" if files else "status.files.none")
    for file in files:
        parts: list[PhraseArgument] = [voice.source(file["name"])]
        parts += [Phrase("status.file.saved", {"moment": said(file["saved"])})] if "saved" in file else []
        parts += [Phrase("status.file.dated", {"moment": said(file["dated"])})] if "dated" in file else []
        at: PhraseArgument = said(file["at"]) if "at" in file else "—"
        became = "withdrawn" if "withdrawn" in file else "accepted" if file["accepted"] else "refused"
        verdict = Phrase(f"status.file.{became}", {"names": Listed(tuple(file.get("withdrawn", ())))})
        what = Listed((*parts, *file["players"]))
        console.say(voice, "status.file", number=file["number"], moment=at, what=what, verdict=verdict)


def _table(row: Overview, voice: Voice) -> None:
    """Print one line for each player, in colour."""
    names = [*row["received"], *row["missing"], *row["away"]]
    width = max(map(len, names), default=0)
    for name in names:
        came = name in row["received"]
        mark = click.style(voice.say("status.in" if came else "status.out"), fg="green" if came else "yellow")
        click.echo(f"  {name:<{width}}  {mark}")


# ``adjudicator report``: print a report again.


FORMATS = ("text", "bbcode", "markdown", "html", "svg", "png", "json")
FORUMS = ("forumotion", "phpbb")
"""As in ``reports/markup.py``, which ``--help`` need not load; a test keeps them equal."""


@click.command("report", cls=console.Command)
@console.folder_argument
@console.option("--turn", metavar="N", help="option.turn")
@console.option("--for", "reader", metavar="READER", default="public", help="option.for")
@console.option("--history", is_flag=True, help="option.history")
@console.option("--format", "form", type=click.Choice(FORMATS), help="option.format")
@console.option("--forum", type=click.Choice(FORUMS), help="option.forum")
@console.option("--max-chars", type=click.IntRange(min=500), metavar="N", help="option.max-chars")
@console.option("--output", metavar="FILE", help="option.output")
@console.option("--part", type=click.IntRange(min=1), metavar="N", help="option.part")
@console.language_option
def report(
    folder: str,
    turn: str | None,
    reader: str,
    history: bool,
    form: str | None,
    output: str | None,
    part: int | None,
    **board: Any,
) -> None:
    """Print a stage's report for one reader, as one post or several, or write it to a file."""
    from adjudicator.reports.writing import ReportOptions

    campaign, voice = console.open_seated(folder)
    progress = progress_of(campaign)
    if not progress.folders:
        raise UnusableError("error.nothing-played")
    index = len(progress.folders) - 1 if turn is None else progress.find(turn, console.explicit_language())
    if history:
        indexes = range(len(progress.folders)) if turn is None else (index,)
        text = _history(progress, indexes, reader, form or "html")
        _give(text.encode(), output, form or "html", campaign.folder)
        return
    progress, whom = _as_told(progress, index, reader)
    wish = ReportOptions(console.explicit_language(), **board)
    posts = _in_form(progress, index, whom, form or "text", wish)
    if not any(posts):
        raise UnusableError("error.no-picture")
    if part is not None and part > len(posts):
        raise UnusableError("error.no-such-part", number=part, total=len(posts))
    shown: list[bytes] = []
    for number, post in enumerate(posts, 1):
        if part is None and number > 1:
            shown.append(f"{voice.say('report.next-post', number=number, total=len(posts))}\n".encode())
        shown += [post] if part in (None, number) else []
    _give(b"".join(shown), output, form or "text", progress.campaign.folder)


def _in_form(progress: Progress, index: int, reader: Reader, form: str, wish: ReportOptions) -> list[bytes]:
    """Return the posts of a report in a format; formats that are not text have one."""
    if form == "png":
        from adjudicator.reports.environment import image_of

        pictures = _posts(progress, index, reader, "svg", wish)
        return [image_of(picture.decode()) for picture in pictures if picture]
    if form == "json":
        from adjudicator.reports.writing import report_json

        return [report_json(progress.campaign, progress.played(index), reader, wish.language).encode()]
    return _posts(progress, index, reader, form, wish)


def _history(progress: Progress, indexes: Iterable[int], text: str, form: str) -> str:
    """Return the stages at ``indexes``, one after the other, as the reader named by ``text`` saw them.

    Each stage uses the names of its time. Raise ``UnusableError`` for a format without histories.
    """
    from adjudicator.reports.pages import history_json, history_page

    if form not in _HISTORIES:
        raise UnusableError("error.history-format")
    told = [(*_as_told(progress, index, text), index) for index in indexes]
    write = history_json if form == "json" else history_page
    return write(progress.campaign, told, console.explicit_language())


_HISTORIES = ("html", "json")
"""The formats in which a whole game can be written."""


def _give(data: bytes, output: str | None, form: str, folder: Path) -> None:
    """Print a report, or write it to a new file outside the campaign's ``folder``, part of which is public.

    A picture is not printed on a terminal.
    """
    if output is not None:
        path = Path(output)
        if path.exists() or path.is_symlink():
            raise UnusableError("error.output-exists", file=output)
        console.refuse_inside(path, folder)
        if not path.absolute().parent.is_dir():
            raise UnusableError("error.output-folder", folder=str(path.parent))
        write_whole(path, data)
    elif form != "png":
        click.echo(data.decode(), nl=False)
    elif sys.stdout.isatty():
        raise UnusableError("error.to-terminal")
    else:
        sys.stdout.buffer.write(data)


def _posts(progress: Progress, index: int, reader: Reader, form: str, wish: ReportOptions) -> list[bytes]:
    """Return the posts of a report, as they were sent unless other options are asked for."""
    from adjudicator.desk.heads import framing
    from adjudicator.reports.writing import posts_of

    campaign = progress.campaign
    as_sent = wish.forum is None and wish.max_chars is None and wish.language in (None, campaign.language)
    texts = _as_sent(progress.folders[index], progress, index, reader, form) if as_sent else []
    texts = texts or posts_of(campaign, progress.played(index), reader, form, wish, framing(progress, index, reader))
    return [text.encode() for text in texts]


def _as_told(progress: Progress, index: int, text: str) -> tuple[Progress, Reader]:
    """Return the reader named by ``text``, and the campaign with the names under which this reader learnt of the stage.

    These are the names of the stage at ``index``. But the new holder of a seat reads the last stage with the names of
    now, as in the letter with which the seat came.
    """
    now, then = progress.campaign, progress.as_played(index)
    if then is progress:
        return progress, reader_named(now, text)
    is_of_then = text.partition(":")[2] and then.campaign.names.find(text.partition(":")[2])
    of_then = is_of_then and now.names.find(text.partition(":")[2]) is None
    whom = reader_named(then.campaign if of_then else now, text)
    if of_then or whom.kind != "player":
        return then, whom
    before = then.campaign.seats.name_of(now.seats.seat_of(whom.name))
    last = index == len(progress.folders) - 1
    if last and now.seats.holder(whom.name) != then.campaign.seats.holder(before):
        return progress, whom
    return then, player_reader(before)


def _as_sent(stage: Path, progress: Progress, index: int, reader: Reader, form: str) -> list[str]:
    """Return the posts of a report as they were sent, whatever has changed since; empty if they are not kept."""
    from adjudicator.reports.writing import published_posts

    campaign = progress.campaign
    if campaign.seats != progress.seats_at(index):
        return []
    return published_posts(stage, campaign, reader, form) or published_posts(stage / RESULT, campaign, reader, form)


def reader_named(campaign: Campaign, text: str) -> Reader:
    """Return the reader that ``public``, ``mj``, ``camp:NAME``, ``player:NAME`` or ``NAME`` names, in either language.

    Raise ``UnusableError`` for any other text, with the nearest existing reader.
    """
    kind, _, name = text.partition(":")
    known = {"public": PUBLIC, "mj": MJ, "gm": MJ}
    if not name and fold(kind) in known:
        return known[fold(kind)]
    if not name and (alone := campaign.names.find(kind)):
        return Reader("player", alone)
    named = {"camp": Names(list(campaign.camps)), "player": campaign.names, "joueur": campaign.names}.get(
        fold(kind), Names([])
    )
    found = named.find(name)
    if found is not None:
        return Reader("camp" if fold(kind) == "camp" else "player", found)
    if gone := campaign.seats.gone_fault(name):
        raise UnusableError(f"fault.{gone.code}", found=name, player=gone.values["player"])
    own = "joueur" if (console.explicit_language() or campaign.language) == "fr" else "player"
    word = kind if fold(kind) in ("player", "joueur") else own
    written = [f"camp:{camp}" for camp in campaign.camps] + [f"{word}:{player}" for player in campaign.players]
    bare = {each.partition(":")[2] or each: each for each in ("public", "mj", *written)}
    near = bare.get(nearest(name or text, bare) or "")
    first = {each.partition(":")[0]: each for each in reversed(written)}  # the first reader of each kind
    examples = Listed(("public", *reversed(first.values()), "mj"))
    raise UnusableError("error.no-such-reader", near, reader=text, known=examples)


# ``adjudicator journal``: the whole story of a campaign in chronological order.


@click.command("journal", cls=console.Command)
@console.folder_argument
@console.json_option
@console.language_option
def journal(folder: str, as_json: bool) -> None:
    """Print the story of a campaign, for its MJ."""
    from adjudicator.proof.story import said, story

    campaign, voice = console.open_campaign(folder)
    events = story(progress_of(campaign))
    if as_json:
        console.print_json(events)
    elif not events:
        console.say(voice, "journal.nothing")
    else:
        for event in events:
            click.echo(capitalised(voice.phrase(said(event, campaign))))


# ``adjudicator why``: what holds for one player.


@click.command("why", cls=console.Command)
@console.folder_argument
@click.argument("player", cls=console.Argument, metavar="PLAYER")
@console.language_option
def why(folder: str, player: str) -> None:
    """Print what holds for a player and why, for the MJ alone."""
    from adjudicator.core.game_reports import Past

    campaign, voice = console.open_seated(folder)
    name = campaign.names.find(player)
    if name is None:
        raise UnusableError("seats.unknown", campaign.names.nearest(player), name=player)
    progress, game, setting = progress_of(campaign), campaign.game, campaign.setting
    played = [progress.played(index) for index in range(len(progress.folders))]
    past = [Past(one.stage, one.before, one.outcome, one.table["orders"]) for one in played]
    stage, state = progress.stage, progress.state
    owes = "why.awaited" if stage and name in owing(campaign, state) else "why.not-awaited"
    lines = [Phrase(owes, {"stage": stage.said})] if stage else []
    console.say(voice, "why.title", player=name, title=campaign.title)
    for line in (*lines, *game.reports.explain(setting, state, name, past)):
        click.echo(f"- {capitalised(voice.phrase(line))}")
