"""The MJ's acts as commands, such as ``undo``, ``amend``, ``extend``, ``hold``, ``replace`` and ``withdraw``.

Each command first prints its plan, asks on a terminal whether to go on, and then acts under the campaign's lock.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any

import click

from adjudicator.campaign.acts import hold_in_force
from adjudicator.campaign.stages import Played, Progress, played_before
from adjudicator.cli import console
from adjudicator.core.faults import Listed, Phrase
from adjudicator.core.plain import to_plain
from adjudicator.core.stage import Outcome
from adjudicator.orders.inbox import DroppedFile
from adjudicator.orders.received import records
from adjudicator.speech.voice import Voice
from adjudicator.store import disk
from adjudicator.store.disk import UnusableError
from adjudicator.store.layout import ORDERS, REPORTS, TURNS
from adjudicator.table.clock import dated, moment
from adjudicator.table.consequences import Withdrawal, table_without, withdrawal
from adjudicator.table.decision import why_held
from adjudicator.table.situation import Situation, later
from adjudicator.table.table import Submissions, awaited, table_of

if TYPE_CHECKING:
    from adjudicator.campaign.amendment_file import Amendment
    from adjudicator.campaign.takeover import Change
    from adjudicator.desk.session import Replayed


@click.command("undo", cls=console.Command)
@console.folder_argument
@console.option("--to", metavar="STAGE", help="option.to")
@console.option("--public", "said", metavar="TEXT", help="option.said", callback=console.kept)
@console.option("--unread", is_flag=True, help="option.unread")
@console.act_options
@console.option("--until", metavar="TIME", help="option.undo-until")
@console.language_option
def undo(folder: str, to: str | None, until: str | None, dry_run: bool, yes: bool, **told: Any) -> None:
    """Take back stages that have been played."""
    if (told["said"] is None) != told["unread"]:
        raise click.UsageError(console.common_voice().say("undo.said-or-unread"))
    before, voice = console.looked_at(folder)
    index = _back_to(before.progress, to)
    if told["unread"]:
        _refuse_sent(before.progress, index)
    due = _due(before, until) if until is not None else None
    _tell_plan(before.progress, index, voice)
    if not console.goes_on(voice, "undo.ask", dry_run, yes):
        return
    with console.at_work(folder, before.campaign) as (table, voice):
        # Somebody may have changed the campaign while the question was asked.
        console.stop_when_moved_on(before.progress, table.situation.progress)
        table.undo(console.author(told["by"]), index, told["reason"], told["said"] or "", due, told["unread"])
    if told["unread"]:
        console.say(voice, "undo.done.unread", folder=f"{folder}/withdrawn")
    else:
        console.say(voice, "undo.done", folder=f"{folder}/withdrawn", reason=told["said"])
    console.tell_outcome(table.situation, voice)


def _back_to(progress: Progress, label: str | None) -> int:
    """Return the index of the first stage to take back. Raise ``UnusableError`` when there is none."""
    if not progress.folders:
        raise UnusableError("undo.nothing")
    return len(progress.folders) - 1 if label is None else progress.find(label, console.explicit_language())


def _refuse_sent(progress: Progress, index: int) -> None:
    """Raise ``UnusableError`` if anything has been sent about a stage from ``index`` on, which is said to be unread."""
    from adjudicator.post.messages import was_sent

    for number in range(index, len(progress.folders)):
        if was_sent(progress.campaign.folder, progress.folders[number].name):
            raise UnusableError(
                "undo.was-sent", None, progress.campaign.game.id, stage=progress.stage_played(number).said
            )


def _due(situation: Situation, until: str) -> datetime:
    """Return the new deadline. Raise ``UnusableError`` if it is unreadable or past, or the campaign has none at all."""
    if not situation.campaign.plain.get("deadline"):
        raise UnusableError("extend.no-deadline")
    return console.time_to_come(situation, until)


def _tell_plan(progress: Progress, index: int, voice: Voice) -> None:
    """Print what would be taken back, what is awaited again with how many orders, and what has come since."""
    stages = tuple(progress.stage_played(number).said for number in range(index, len(progress.folders)))
    console.say(voice, "undo.plan", stages=Listed(stages), stage=stages[0])
    if progress.stage is None:
        console.say(voice, "undo.over")
    if index == 0 and progress.campaign.asks_for_words:
        console.say(voice, "undo.luck")
    again = _files_in(progress, progress.folders[index].name)
    click.echo(voice.count("undo.again", again) if again else voice.say("undo.again.none"))
    since = sum(_files_in(progress, folder.name) for folder in progress.folders[index + 1 :])
    if since:
        click.echo(voice.count("undo.since", since))
    if progress.stage is not None:
        _tell_set_aside(progress, progress.stage.said, voice)


def _tell_set_aside(progress: Progress, stage: Phrase, voice: Voice) -> None:
    """Print what has come for the awaited stage, which returns when that stage is awaited again."""
    files = _files_in(progress, progress.stage_folder.name)
    if files:
        click.echo(voice.count("undo.aside", files, stage=stage))
    if progress.amendments:
        console.say(voice, "undo.aside.amended", stage=stage)


def _files_in(progress: Progress, stage: str) -> int:
    """Return how many order files came for a stage."""
    return len(disk.entries(progress.campaign.folder / TURNS / stage / ORDERS, "*.yaml"))


# ``adjudicator replay``: play stages that were taken back again, with their orders.


@click.command("replay", cls=console.Command)
@console.folder_argument
@console.option("--force", is_flag=True, help="option.replay-force")
@console.option("--by", help="option.by", callback=console.kept)
@console.option("--dry-run", is_flag=True, help="option.dry-run")
@console.option("--yes", is_flag=True, help="option.yes")
@console.language_option
def replay(folder: str, force: bool, by: str | None, dry_run: bool, yes: bool) -> None:
    """Play again stages that were taken back."""
    by = console.author(by)  # looked up before anything is published
    looked, voice = console.looked_at(folder)
    before = looked.progress
    planned = _rehearse(before, by, force, voice)
    if not planned.played and not planned.begins:
        click.get_current_context().exit(3)
    if not console.goes_on(voice, "replay.ask", dry_run, yes):
        return
    with console.at_work(folder, before.campaign) as (table, voice):
        console.stop_when_moved_on(before, table.situation.progress)
        table.receive().refuse()
        replayed = table.replay(by, force)
    for played in replayed.played:
        console.say(voice, "resolve.done", stage=played.stage.said, folder=str(played.folder / REPORTS))
    if replayed.stop != planned.stop:  # something has come since it was told
        _tell_stop(replayed.stop, table.situation, voice)
    console.tell_outcome(table.situation, voice)


def _rehearse(before: Progress, by: str, force: bool, voice: Voice) -> Replayed:
    """Print what would be played, what would differ and what stops it; return what would be done."""
    from adjudicator.cli.orders import tell_one
    from adjudicator.desk.session import rehearsal

    with rehearsal(before.campaign.folder, console.now(), console.explicit_language()) as table:
        received = table.receive()
        for submission in received.submissions:
            tell_one(submission, voice, stored=False)
        received.refuse()
        replayed = table.replay(by, force, forms=False)
        for played, why in zip(replayed.played, replayed.in_spite, strict=True):
            _tell_changes(table.situation.progress, played, voice)
            if why is not None:
                console.say(voice, "replay.forced", stage=played.stage.said, why=why)
        _tell_stop(replayed.stop, table.situation, voice, [submission.source for submission in received.submissions])
    return replayed


def _tell_changes(progress: Progress, played: Played, voice: Voice) -> None:
    """Print what differs after a stage from when it was played before."""
    corrected, campaign = played.table["corrected"], progress.campaign
    before = played_before(progress, played.folder.name, corrected["number"]) if corrected else None
    if before is None:
        console.say(voice, "replay.lost", stage=played.stage.said)
        return
    changes = campaign.game.reports.changes(campaign.setting, before.outcome.state, played.outcome.state)
    if not changes:  # some camps and players may be told something else nevertheless
        then, now = _told(before.outcome), _told(played.outcome)
        if others := [name for name in then | now if then.get(name) != now.get(name)]:
            console.say(voice, "replay.plan.told", stage=played.stage.said, names=voice.list(others))
            return
    console.say(voice, "replay.plan" if changes else "replay.plan.same", stage=played.stage.said)
    for change in changes:
        click.echo(f"- {voice.phrase(change)}")


def _told(outcome: Outcome[Any]) -> dict[str, Any]:
    """Return what each camp or player alone learnt, and whether their orders succeeded, by name."""
    told: dict[str, Any] = {}
    for player, results in outcome.results.items():
        told[player] = [{order: came["success"] for order, came in results.items()}]
    for notice in outcome.notices:
        told.setdefault(notice.to.name, []).append(to_plain(notice.facts))
    return {name: things for name, things in told.items() if name}


def _tell_stop(stop: Phrase, after: Situation, voice: Voice, told: Sequence[str] = ()) -> None:
    """Print why no more stages are played, and what is wrong with refused files, except those ``told`` already."""
    if after.progress.stage is None:
        console.say(voice, "resolve.end")
        return
    console.say(voice, "replay.stop", stage=after.progress.awaited, why=stop)
    for refused in after.table.refused_now:
        if refused["source"] not in told:
            console.tell_refused(refused, voice)


# ``adjudicator amend``: correct the game state before the awaited stage, with a file that says what it should contain.


@click.command("amend", cls=console.Command)
@console.folder_argument
@click.argument("file", cls=console.Argument, metavar="FILE")
@console.correction_options
@console.language_option
def amend(folder: str, file: str, dry_run: bool, yes: bool, **told: Any) -> None:
    """Amend the state of the awaited stage."""
    from adjudicator.campaign.amendment_file import tried
    from adjudicator.cli.orders import read_files

    [written] = read_files([file], folder)
    situation, voice = console.looked_at(folder)
    before, orders = situation.progress, situation.table
    amendment = _judged(written, before, voice)
    after = tried(amendment, before)
    if not _tell_amendment(before, after, voice):
        return
    foretold = dry_run or console.asks(yes)  # otherwise it is told afterwards, as judging orders takes time
    if foretold:
        _tell_orders(orders, table_of(after, records(after)), voice)
    if not console.goes_on(voice, "amend.ask", dry_run, yes):
        return
    with console.at_work(folder, before.campaign) as (table, voice):
        console.stop_when_moved_on(before, table.situation.progress)
        if table.campaign is not before.campaign:  # edited since, or seats changed
            amendment = _judged(written, table.situation.progress, voice)
        table.amend(console.author(told["by"]), amendment, told["reason"], told["said"])
    console.say(voice, "amend.done", stage=table.situation.progress.awaited, reason=told["said"])
    if not foretold:
        _tell_orders(orders, table.situation.table, voice)
    console.tell_outcome(table.situation, voice)


def _judged(file: DroppedFile, progress: Progress, voice: Voice) -> Amendment:
    """Return a file's amendment; print its faults and exit with status 1 if it has any."""
    from adjudicator.campaign.amendment_file import read_amendment

    amendment = read_amendment(file.data, progress, console.explicit_language())
    if amendment.faults:
        for fault in amendment.faults:
            console.complain(voice.placed(fault, file.source))
        console.complain(voice.count("amend.refused", len(amendment.faults), source=voice.source(file.source)))
        click.get_current_context().exit(1)
    return amendment


def _tell_amendment(before: Progress, after: Progress, voice: Voice) -> bool:
    """Print what an amendment changes; return whether it changes anything."""
    campaign = before.campaign
    rules = campaign.game.rules
    if rules.dump(before.state) == rules.dump(after.state):
        console.say(voice, "amend.same")
        return False
    console.say(voice, "amend.plan", stage=after.awaited)
    for change in campaign.game.reports.changes(campaign.setting, before.state, after.state):
        click.echo(f"- {voice.phrase(change)}")
    return True


def _tell_orders(old: Submissions, new: Submissions, voice: Voice) -> None:
    """Print whose received orders are refused in the amended state, or are accepted now."""
    known = [(file["source"], file.get("kept")) for file in old.refused]
    unfit = [refused for refused in new.refused if (refused["source"], refused.get("kept")) not in known]
    if unfit:
        console.say(voice, "amend.unfit")
    for refused in unfit:
        console.tell_refused(refused, voice)
    fitting = [player for player in new.orders if player not in old.orders]
    if fitting:
        console.say(voice, "amend.fit", names=voice.list(fitting))


# ``adjudicator extend``: give the players more time for the awaited stage.


@click.command("extend", cls=console.Command)
@console.folder_argument
@console.option("--more", metavar="2j|6h", help="option.more")
@console.option("--until", metavar="TIME", help="option.until")
@console.act_options
@console.language_option
def extend(
    folder: str, more: str | None, until: str | None, reason: str, by: str | None, dry_run: bool, yes: bool
) -> None:
    """Move the deadline of the awaited stage."""
    foretold = dry_run or console.asks(yes)
    told = _told_and_agreed(folder, more, until, dry_run, yes) if foretold else None
    if foretold and told is None:
        return
    with console.acting(folder) as (table, voice):
        if told is not None:
            console.stop_when_moved_on(told, table.situation.progress)
        situation, campaign = table.situation, table.campaign
        due = _due_after(situation, more, until)
        if due == situation.clock.due:
            console.say(voice, "extend.same", moment=moment(campaign, due, year=True))
            return
        table.extend(console.author(by), reason, due)
    if situation.clock.due is not None and due < situation.clock.due:
        console.say(voice, "extend.sooner")
    console.say(voice, "extend.done", moment=moment(campaign, due, year=True), reason=reason)


def _told_and_agreed(folder: str, more: str | None, until: str | None, dry_run: bool, yes: bool) -> Progress | None:
    """Print what would become of the deadline; return the progress that this was based on, or None not to go on."""
    situation, voice = console.looked_at_in_play(folder)
    due = _due_after(situation, more, until)
    same = due == situation.clock.due
    console.say(voice, "extend.same" if same else "extend.plan", moment=moment(situation.campaign, due, year=True))
    return situation.progress if not same and console.goes_on(voice, "extend.ask", dry_run, yes) else None


def _due_after(situation: Situation, more: str | None, until: str | None) -> datetime:
    """Return the new deadline. Raise ``UnusableError`` if there is none to move, or it is unreadable or past."""
    if situation.clock.due is None:
        raise UnusableError("extend.no-deadline")
    if (more is None) == (until is None):
        raise UnusableError("extend.which")
    due = later(situation, more) if more is not None else console.time_told(until or "", situation.campaign.zone)
    if due <= situation.clock.now:
        raise UnusableError("extend.past", moment=moment(situation.campaign, due, year=True))
    return due


# ``adjudicator hold``: stop the clock of a campaign; nothing is played until it is released.


@click.command("hold", cls=console.Command)
@console.folder_argument
@console.option("--until", metavar="TIME", help="option.hold-until")
@console.act_options
@console.language_option
def hold(folder: str, until: str | None, reason: str, by: str | None, dry_run: bool, yes: bool) -> None:
    """Hold a campaign."""
    if dry_run or console.asks(yes):
        looked, voice = console.looked_at_in_play(folder)
        if until is not None:
            console.time_to_come(looked, until)
        console.say(voice, "hold.plan", reason=reason)
        if not console.goes_on(voice, "hold.ask", dry_run, yes):
            return
    with console.acting(folder) as (table, voice):
        situation, campaign, now = table.situation, table.campaign, table.now
        before = hold_in_force(situation.acts)
        end = console.time_to_come(situation, until) if until is not None else None
        table.hold(console.author(by), reason, end)
    if end is None:
        console.say(voice, "hold.done", reason=reason)
    else:
        key = "hold.done.until" if console.has_cron(table.campaign) else "hold.done.until.alone"
        console.say(voice, key, reason=reason, moment=moment(campaign, end, year=True))
    if before is not None:
        console.say(voice, "hold.again", why=why_held(campaign, before, now))
    console.tell_missing(situation, voice)


# ``adjudicator release``: let a campaign go on that is held.


@click.command("release", cls=console.Command)
@console.folder_argument
@console.act_options
@console.language_option
def release(folder: str, reason: str, by: str | None, dry_run: bool, yes: bool) -> None:
    """Release a campaign."""
    if dry_run or console.asks(yes):
        before, voice = console.looked_at_in_play(folder)
        _refuse_free(before)
        console.say(voice, "release.plan", reason=reason)
        _tell_past(before, voice, folder)
        if not console.goes_on(voice, "release.ask", dry_run, yes):
            return
    with console.acting(folder) as (table, voice):
        _refuse_free(table.situation)
        table.release(console.author(by), reason)
    console.say(voice, "release.done", reason=reason)
    _tell_past(table.situation, voice, folder)
    console.tell_outcome(table.situation, voice)


def _refuse_free(situation: Situation) -> None:
    """Raise ``UnusableError`` if the campaign is not held."""
    if hold_in_force(situation.acts) is None:
        raise UnusableError("release.not-held")


def _tell_past(situation: Situation, voice: Voice, folder: str) -> None:
    """Print that the deadline is past, if it is, so that cron may play at once."""
    due = situation.clock.due
    if due is not None and not situation.clock.until(due):
        key = "release.past" if console.has_cron(situation.campaign) else "release.past.alone"
        console.say(voice, key, moment=dated(situation.campaign, due, situation.clock.now), folder=folder)


# ``adjudicator replace``: somebody else takes a seat, or several seats change at once.


@click.command("replace", cls=console.Command)
@console.folder_argument
@click.argument("pairs", cls=console.Argument, metavar="SEAT=NAME…", nargs=-1, required=True)
@console.option("--email", metavar="ADDRESS", help="option.seat-email")
@console.option("--forum", metavar="NAME", help="option.seat-forum", callback=console.kept)
@console.option("--until", metavar="TIME", help="option.seat-until")
@console.option("--captain", metavar="NAME", help="option.seat-captain")
@console.correction_options
@console.language_option
def replace(folder: str, pairs: Sequence[str], dry_run: bool, yes: bool, **told: Any) -> None:
    """Let other people take seats from now on."""
    from adjudicator.campaign.takeover import SeatingWish, replacing

    taken = [_pair(text) for text in pairs]

    def change(situation: Situation) -> Change:
        until = console.time_to_come(situation, told["until"]) if told["until"] is not None else None
        wish = SeatingWish(told["email"], told["forum"], until, told["captain"])
        return replacing(situation.campaign, taken, wish, situation.clock.now)

    reseat(folder, change, told, dry_run, yes)


def _pair(text: str) -> tuple[str, str]:
    """Return the seat and the name in ``SEAT=NAME``. Raise ``UnusableError`` if ``text`` has another form."""
    seat, equals, name = text.partition("=")
    if not equals or not seat.strip() or not name.strip():
        raise UnusableError("seats.form", text=text)
    return seat, name


# ``adjudicator leave``: somebody leaves, and nobody takes the seat.


@click.command("leave", cls=console.Command)
@console.folder_argument
@click.argument("name", cls=console.Argument, metavar="NAME")
@console.option("--captain", metavar="NAME", help="option.seat-captain")
@console.correction_options
@console.language_option
def leave(folder: str, name: str, dry_run: bool, yes: bool, **told: Any) -> None:
    """Let somebody leave."""
    from adjudicator.campaign.takeover import leaving

    def change(situation: Situation) -> Change:
        return leaving(situation.campaign, name, told["captain"])

    reseat(folder, change, told, dry_run, yes)


# What ``replace`` and ``leave`` share: telling the plan and carrying it out.


def reseat(
    folder: str, change_in: Callable[[Situation], Change], told: Mapping[str, Any], dry_run: bool, yes: bool
) -> None:
    """Change seats as ``change_in`` says for a situation; it raises ``UnusableError`` if that is impossible."""
    before, voice = console.looked_at_in_play(folder)
    change = change_in(before)
    _tell_seats(before, change, voice)
    _refuse_learning(before, change, voice, dry_run or yes)
    if not console.goes_on(voice, "seats.ask", dry_run, yes):
        return
    with console.acting(folder, before.campaign) as (table, voice):
        if change_in(table.situation) != change:  # somebody has just changed seats: what was told is out of date
            raise UnusableError("seats.moved-on")
        table.reseat(console.author(told["by"]), change, told["reason"], told["said"])
    console.say(voice, "seats.done", reason=told["said"])
    console.tell_outcome(table.situation, voice)


def _tell_seats(situation: Situation, change: Change, voice: Voice) -> None:
    """Print who would hold which seat, at what address, and which orders remain valid."""
    from adjudicator.desk.seating import change_said, orders_said, what_it_means

    campaign = situation.campaign
    for phrase in (*change_said(campaign, campaign.all_seats, change), *what_it_means(situation, change)):
        click.echo(voice.phrase(phrase))
    for taken in change.seats:
        if not taken.get("left"):
            known = [taken[key] for key in ("email", "forum") if key in taken]
            told = "seats.address" if known else "seats.no-address"
            console.say(voice, told, player=taken["name"], address=voice.list(known))
    for phrase in orders_said(situation, change):
        click.echo(voice.phrase(phrase))


def _refuse_learning(situation: Situation, change: Change, voice: Voice, agreed: bool) -> None:
    """Print what somebody would learn in addition to what another seat has shown: no act makes them forget it.

    Raise ``UnusableError`` if nobody has ``agreed`` to that and nobody can be asked.
    """
    from adjudicator.desk.seating import learns

    learnt = learns(situation, change)
    for player, what in learnt.items():
        console.say(voice, "seats.learns", player=player, what=Listed(tuple(what)))
    if learnt and not agreed and not console.asks(yes=False):
        raise UnusableError("seats.learns.refused", names=Listed(tuple(learnt)))


# ``adjudicator withdraw``: declare orders of a player void.


@click.command("withdraw", cls=console.Command)
@console.folder_argument
@click.argument("player", cls=console.Argument, metavar="PLAYER")
@console.option("--turn", type=click.IntRange(1), metavar="N", help="option.withdraw-turn")
@console.option("--standing", is_flag=True, help="option.withdraw-standing")
@console.act_options
@console.language_option
def withdraw(folder: str, player: str, turn: int | None, standing: bool, dry_run: bool, yes: bool, **told: Any) -> None:
    """Withdraw a player's last file."""
    if standing and turn is not None:
        raise UnusableError("withdraw.which")
    before, voice = console.looked_at_in_play(folder)
    planned = withdrawal(before, player, turn, standing)
    _tell_withdrawal(before, planned, voice)
    if not console.goes_on(voice, "withdraw.ask", dry_run, yes):
        return
    with console.acting(folder, before.campaign) as (table, voice):
        if withdrawal(table.situation, player, turn, standing) != planned:
            now = table.situation.progress
            raise UnusableError("undo.moved-on", None, now.campaign.game.id, stage=now.awaited)
        table.withdraw(console.author(told["by"]), planned, told["reason"])
    console.say(voice, "withdraw.done", player=planned.player)
    console.tell_outcome(table.situation, voice)


def _tell_withdrawal(situation: Situation, planned: Withdrawal, voice: Voice) -> None:
    """Print which file would no longer count, and what would count in its place."""
    from adjudicator.desk.seating import counts_now

    progress, player = situation.progress, planned.player
    click.echo(voice.phrase(planned.said))
    act = planned.act({"act": "withdraw", "at": situation.clock.now.isoformat(), "by": "", "stage": ""}, progress)
    after = table_without(progress, act)
    for phrase in counts_now(progress, after, player, "mj"):
        click.echo(voice.phrase(phrase))
    if player not in after.orders and player in awaited(progress):
        console.say(voice, "withdraw.awaited", player=player, stage=progress.awaited)
