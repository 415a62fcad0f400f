"""The commands ``resolve``, with which the MJ plays the awaited stage, and ``run``, with which cron plays many."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from adjudicator.cli import console
from adjudicator.core.faults import Phrase
from adjudicator.core.stage import MJ
from adjudicator.speech.voice import Voice, voice_of
from adjudicator.store.disk import UnusableError
from adjudicator.store.layout import CAMPAIGN_FILE, REPORTS

if TYPE_CHECKING:
    from adjudicator.campaign.campaign import Campaign
    from adjudicator.campaign.stages import Played, Progress
    from adjudicator.desk.scheduler import Stop
    from adjudicator.desk.visit import Visit, VisitLine
    from adjudicator.orders.submission import Submission
    from adjudicator.post.incoming import FetchResult
    from adjudicator.table.situation import Situation


@click.command("resolve", cls=console.Command)
@console.folder_argument
@console.option("--dry-run", is_flag=True, help="option.dry-run")
@console.option("--force", is_flag=True, help="option.force")
@console.option("--yes", is_flag=True, help="option.yes-force")
@console.option("--words", metavar="FILE", help="option.words")
@console.json_option
@console.language_option
def resolve(folder: str, dry_run: bool, words: str | None, as_json: bool, **how: bool) -> None:
    """Play the stage that is awaited."""
    force = how["force"]
    if as_json and not dry_run:
        raise click.UsageError(console.common_voice().say("resolve.json-dry"))
    file = None if words is None else Path(words)
    if dry_run:
        _rehearse(*console.open_seated(folder), force, file, as_json)
    else:
        _resolve(folder, force, how["yes"], file)


def _resolve(folder: str, force: bool, yes: bool, words: Path | None) -> None:
    """Receive orders, play the awaited stage and any that follow at once, and print the results.

    Exit with an error status if the stage is not to be played now.
    """
    from adjudicator.cli.orders import tell_not_taken, tell_one
    from adjudicator.desk.visit import onward

    by = console.author(None)  # looked up before anything is published
    with console.at_work(folder) as (table, voice):
        _stop_when_over(table.situation.progress, voice)
        if table.overtaken is not None:  # somebody has just played the stage that was awaited
            console.complain(voice.say("resolve.moved-on", stage=table.overtaken.said))
            click.get_current_context().exit(3)
        received = table.receive()
        for submission in received.submissions:
            tell_one(submission, voice, stored=True)
        tell_not_taken(table.campaign, voice)
        received.refuse()
        situation = table.situation
        if _tell_hold(situation, voice):  # ``--force`` does not change that, only ``release`` does
            console.complain(voice.say("resolve.may-release", folder=str(situation.campaign.folder)))
            click.get_current_context().exit(3)
        if not force and _is_to_close(situation):
            table.close(by)
            situation = table.situation
        _stop_when_not_due(situation, voice, force)
        _stop_when_refused(received.submissions, situation, voice, force)
        _stop_unless_agreed(situation, voice, yes)
        played = table.play(by, words)
        _tell_absent(situation, voice, "resolve.forced")
        _tell_readers(played, voice)
        console.say(voice, "resolve.done", stage=played.stage.said, folder=str(played.folder / REPORTS))
        for further, _ in onward(table, by, played, by_hand=True):
            console.say(voice, "resolve.done", stage=further.stage.said, folder=str(further.folder / REPORTS))
    _tell_next(table.situation, voice)


def _rehearse(campaign: Campaign, voice: Voice, force: bool, words: Path | None, as_json: bool) -> None:
    """Print what playing would give, with the orders stored and those in the inbox; write nothing."""
    from adjudicator.cli.orders import tell_not_taken, tell_one
    from adjudicator.desk.foreword import foreword
    from adjudicator.desk.publishing import play
    from adjudicator.desk.reception import judged
    from adjudicator.desk.session import refuse_lost
    from adjudicator.orders.inbox import look_into
    from adjudicator.table.situation import situation_of

    refuse_lost(campaign.folder)
    situation = situation_of(campaign, console.now())
    _stop_when_over(situation.progress, voice)
    inbox = look_into(campaign)
    inbox.refuse()
    rehearsed = judged(situation, inbox.files, console.explicit_language())
    for submission, _ in rehearsed if not as_json else ():
        tell_one(submission, voice, stored=False)
    tell_not_taken(campaign, voice)
    situation = situation.with_more([verdict for _, verdict in rehearsed])
    if not force and not as_json and not all(submission.accepted for submission, _ in rehearsed):
        console.complain(voice.say("resolve.refused.dry"))
    _stop_when_not_due(situation, voice, force, as_json, dry=True)
    if not as_json:
        _tell_proposed(situation, voice)
    played = play(situation, foreword(campaign, words))
    if not as_json:
        _tell_absent(situation, voice, "resolve.forced.dry")
        _tell_readers(played, voice)
    _show_rehearsal(situation, played, voice, as_json)


def _show_rehearsal(situation: Situation, played: Played, voice: Voice, as_json: bool) -> None:
    """Print what changes, the MJ's report, and the hash of the files that would be written."""
    from hashlib import sha256

    from adjudicator.desk.publishing import result_files
    from adjudicator.reports.writing import render
    from adjudicator.store.published import manifest

    campaign = situation.campaign
    state = played.outcome.state
    changes = [voice.phrase(change) for change in campaign.game.reports.changes(campaign.setting, played.before, state)]
    report = render(campaign, played, MJ, "text", voice.language)
    files = result_files(situation, played)
    digest = sha256(manifest(files)).hexdigest()
    if as_json:
        stage = played.stage.plain
        console.print_json(
            {"stage": stage, "changes": changes, "report": report, "files": list(files), "manifest": digest}
        )
        return
    console.say(voice, "resolve.dry-run")
    _tell_hold(situation, voice)
    click.echo(report, nl=False)
    click.echo()
    console.say(voice, "resolve.changes" if changes else "resolve.no-changes")
    for change in changes:
        click.echo(f"- {change}")
    click.echo()
    click.echo(voice.count("resolve.digest", len(files), digest=digest))


def _stop_when_over(progress: Progress, voice: Voice) -> None:
    """Exit with status 2 when the game is over."""
    if progress.stage is None:
        console.complain(voice.say("resolve.over"))
        click.get_current_context().exit(2)


def _tell_hold(situation: Situation, voice: Voice) -> bool:
    """Print that the campaign is held, if it is; return whether it is."""
    from adjudicator.campaign.acts import hold_in_force
    from adjudicator.table.decision import why_held

    hold = hold_in_force(situation.acts)
    if hold is not None:
        console.complain(
            voice.phrase(Phrase("resolve.held", {"why": why_held(situation.campaign, hold, situation.clock.now)}))
        )
    return hold is not None


def _stop_when_refused(submissions: Sequence[Submission], situation: Situation, voice: Voice, force: bool) -> None:
    """Exit with status 1 when a file was refused just now and not corrected, so that its sender can react first.

    Otherwise the sender's earlier orders, which the file was to correct, would be played.
    """
    just_now = [submission.source for submission in submissions if not submission.accepted]
    if force or not just_now:
        return
    if refused := situation.table.still_refused(just_now):
        console.complain(voice.count("resolve.refused", refused))
        click.get_current_context().exit(1)


def _is_to_close(situation: Situation) -> bool:
    """Return whether the players' time ends now, in a game that then waits for an hour, whoever was asked anything.

    ``run`` ends it at the deadline; without cron this command does, or the hour would never come.
    """
    from adjudicator.table.decision import decide

    progress = situation.progress
    hides = progress.phase.starts == "orders" and situation.campaign.game.rules.hides_questions(progress.state)
    return hides and situation.closing is None and decide(situation, by_hand=True).what == "ask"


def _tell_absent(situation: Situation, voice: Voice, said: str) -> None:
    """Print whose orders are missing in the stage that is played."""
    if absent := situation.attendance.absent:
        click.echo(voice.count(said, len(absent), names=voice.list(absent)))


def _tell_readers(played: Played, voice: Voice) -> None:
    """Print for whom the MJ's words at the head of the reports are, if there are any."""
    from adjudicator.desk.foreword import readers

    if (said := readers(played.table["words"])) is not None:
        click.echo(voice.phrase(said))


def _tell_proposed(situation: Situation, voice: Voice) -> None:
    """Print what the MJ has not answered, and what is played as long as he does not."""
    from adjudicator.table.questions import said, value_said

    asking = situation.asking
    if asking is None or not asking.open:
        return
    console.say(voice, "resolve.proposed")
    for one in asking.open:
        value = value_said(situation.campaign, one.question.purpose, one.question.kind, one.value)
        what = said(situation.campaign, *one.question.place)
        click.echo("- " + voice.say("resolve.proposed.one", what=what, value=value))


def _stop_when_not_due(
    situation: Situation, voice: Voice, force: bool, as_json: bool = False, dry: bool = False
) -> None:
    """Exit with status 3 when the stage is not due, unless ``force`` is set and nothing indispensable is missing.

    A ``dry`` run shows proposals in place of the MJ's open answers. It stops if there is no proposal, or if the MJ is
    to answer before he sees what follows.
    """
    from adjudicator.table.decision import decide

    decision = decide(situation, by_hand=True, released=True)  # a hold was printed before
    absent = situation.attendance.absent
    asking = situation.asking
    answered = asking is None or not asking.insisting
    if dry and asking is not None:
        answered = not any(one.value is None or one.question.first for one in asking.open)
    can_force = answered and (not absent or situation.progress.phase.default)
    if decision.what == "play" or (force and can_force) or (dry and decision.what == "ask" and answered):
        return
    missing, away = situation.attendance.missing, situation.attendance.away
    if as_json:
        stage = situation.progress.stage
        told = {"stage": stage.plain if stage else None, "waits": voice.phrase(decision.why)}
        console.print_json({**told, "missing": list(missing), "away": list(away), "can_force": can_force})
    if missing:
        console.complain(voice.count("resolve.missing", len(missing), names=voice.list(missing)))
        if unseated := situation.attendance.unseated:
            console.complain(voice.say("head.empty", names=voice.list(unseated)))
        if away:
            console.complain(voice.count("resolve.away", len(away), names=voice.list(away)))
    if situation.clock.due is not None or not situation.attendance.missing:
        console.complain(voice.phrase(Phrase("resolve.not-due", {"why": decision.why})))
    may_force = "resolve.may-force" if absent else "resolve.may-force.now"
    cannot = "resolve.no-default" if answered else "resolve.no-answer"
    console.complain(voice.say(may_force if can_force else cannot, folder=str(situation.campaign.folder)))
    click.get_current_context().exit(3)


def _stop_unless_agreed(situation: Situation, voice: Voice, yes: bool) -> None:
    """Ask on a terminal before forced play of a stage in which more than half of the players are without orders."""
    from adjudicator.table.decision import decide

    attendance, stood_in = situation.attendance, situation.stood_in
    without = [player for player in (*attendance.missing, *attendance.away) if player not in stood_in]
    if 2 * len(without) <= len(attendance.awaited) or decide(situation, by_hand=True, released=True).what == "play":
        return
    if console.asks(yes):
        awaited = len(attendance.awaited)
        click.echo(voice.count("resolve.most-missing", len(without), names=voice.list(without), awaited=awaited))
        if not console.agreed(voice, "resolve.ask"):
            console.say(voice, "resolve.not-played")
            click.get_current_context().exit(1)


def _tell_next(after: Situation, voice: Voice) -> None:
    """Print which stage is awaited now, until when, and what is wrong with files for it."""
    from adjudicator.desk.heads import told_without
    from adjudicator.table.clock import dated

    stage = after.progress.stage
    if stage is None:
        console.say(voice, "resolve.end")
        return
    console.say(voice, "resolve.next", stage=stage.said)
    if (formless := told_without(after.progress)) is not None:
        click.echo(voice.phrase(formless))
    for refused in after.table.refused_now:  # files sent ahead for the stage that begins
        console.tell_refused(refused, voice)
    if after.clock.due is not None:
        console.say(voice, "status.due", moment=dated(after.campaign, after.clock.due, after.clock.now))


# ``adjudicator run``: do what is due in every campaign, for cron.


_MOST_JOBS = 64
"""Maximum number of processes: more than the processor cores gain nothing, and each needs memory."""


@click.command("run", cls=console.Command)
@click.argument("roots", cls=console.Argument, metavar="ROOT…", nargs=-1, required=True)
@console.option("--all", "everything", is_flag=True, help="option.all")
@console.option("--quiet", is_flag=True, help="option.quiet")
@console.option("--jobs", type=click.IntRange(1, _MOST_JOBS), metavar="N", help="option.jobs")
@console.json_option
@console.language_option
def run(roots: tuple[str, ...], everything: bool, quiet: bool, jobs: int | None, as_json: bool) -> None:
    """Visit every campaign below some folders."""
    from adjudicator.cli.post import get_mail, send_mail, tell_unread_accounts
    from adjudicator.desk.scheduler import Round, visits

    folders, unusable = _campaigns(roots)
    moment = console.now()
    posts, faulty = get_mail(roots, moment, as_json or quiet)
    stops = _stops(folders, posts, faulty)
    look, kept = False, []
    for found in visits(stops, Round(moment, console.explicit_language(), quiet), jobs or _jobs_for(len(stops))):
        look |= found.look
        if posts or as_json:  # otherwise they are not used again, and there may be many
            kept.append(found)
        if not as_json and (found.news or everything or (sys.stdout.isatty() and not quiet)):
            _tell(found)
    look |= tell_unread_accounts(roots, folders)
    for post in posts:
        look |= send_mail(post, kept, moment, as_json or quiet, everything)
    if as_json:
        console.print_json([_row(found) for found in kept])
    click.get_current_context().exit(2 if unusable or faulty else 1 if look else 0)


def _stops(folders: Sequence[Path], posts: Sequence[FetchResult], faulty: Sequence[Path]) -> list[Stop]:
    """Return the campaigns to visit with what their mail brought; ``faulty`` are roots with unreadable accounts."""
    from adjudicator.desk.scheduler import Stop
    from adjudicator.desk.visit import Meanwhile

    nothing = Meanwhile()
    if not posts and not faulty:
        return [Stop(folder, nothing) for folder in folders]
    unread = [*faulty, *(post.root for post in posts if post.unread)]
    brought = {folder: known for post in posts for folder, known in post.meanwhile.items()}
    there = [(folder, folder.resolve()) for folder in folders]
    stops = []
    for folder, path in there:
        known = brought.get(path, nothing)
        away = known.unread or any(path.is_relative_to(root) for root in unread)
        stops.append(Stop(folder, known._replace(unread=away)))
    return stops


def _jobs_for(campaigns: int) -> int:
    """Return the number of processes that visit so many campaigns: one if they are few, otherwise one for each core."""
    from adjudicator.desk.scheduler import FEW

    if campaigns < FEW:
        return 1
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return min(cores, _MOST_JOBS)


def _campaigns(roots: Sequence[str]) -> tuple[list[Path], bool]:
    """Return the campaigns below ``roots``, each once, and whether a root is unusable; print what is wrong with it."""
    found: list[Path] = []
    unusable = False
    for root in roots:
        below, troubles = _below(Path(root))
        unusable |= bool(troubles)
        for sentence in troubles:
            console.complain(sentence)
        found += below
    if len(roots) > 1:  # a root may be given twice, or be inside another
        distinct: dict[Path, Path] = {}
        for folder in found:
            distinct.setdefault(folder.resolve(), folder)
        found = list(distinct.values())
    return found, unusable


def _below(root: Path) -> tuple[list[Path], list[str]]:
    """Return the campaigns below ``root``, or sentences that say what is wrong with it."""
    from adjudicator.desk.scheduler import campaigns_below
    from adjudicator.speech.voice import told

    try:
        refuse_whole_disk(root)
        if not root.exists():
            raise UnusableError("error.no-folder", folder=str(root))
        if root.is_file():
            meant = str(root.parent) if root.name == CAMPAIGN_FILE else None
            raise UnusableError("error.folder-wanted", meant, folder=str(root))
        below = campaigns_below(root)
        if not below:
            raise UnusableError("run.none", folder=str(root))
        return below, []
    except (OSError, UnusableError) as error:
        return [], told(error, console.common_voice().language)


def refuse_whole_disk(root: Path) -> None:
    """Raise ``UnusableError`` when ``root`` is the root of the file system: games anywhere would be played."""
    there = root.resolve()
    if there == there.parent:
        raise UnusableError("run.whole-disk", folder=str(root))


def _tell(found: Visit) -> None:
    """Print a campaign's line and, below it, what happened and what the MJ should know.

    Lines that need the MJ's attention begin with a word by which mail can be sorted.
    """
    voice = voice_of("", found.language)
    write = console.complain if found.what == "broken" else click.echo

    def called(text: str, line: VisitLine) -> str:
        return voice.say("run.look", line=text) if line.reason is not None else text

    write(called(voice.say("pair", name=str(found.folder), what=found.line.text), found.line))
    for line in (*found.events, *found.remarks):
        write(f"  {called(line.text, line)}")


def _row(found: Visit) -> dict[str, object]:
    """Return the JSON data about a visit."""
    return {
        "folder": str(found.folder),
        "result": found.what,
        "message": found.line.text,
        "events": [line.text for line in found.events],
        "remarks": [line.text for line in found.remarks],
        "look": found.look,
        "reasons": list(found.reasons),
        "news": found.news,
    }
