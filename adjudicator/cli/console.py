"""What the commands share: click's classes with help from the catalogues, printing, times, and access to campaigns.

The MJ's acts also share their options, the question whether to go on, and the checks on the campaign.
"""

from __future__ import annotations

import gettext
import json
import os
import re
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime, tzinfo
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from adjudicator.core.faults import Phrase
from adjudicator.speech.voice import DEFAULT_LANGUAGE, LANGUAGES, Catalogue, Voice, catalogue, one_line, voice_of
from adjudicator.store.disk import UnusableError
from adjudicator.store.layout import locale_folder

if TYPE_CHECKING:
    from adjudicator.campaign.campaign import Campaign
    from adjudicator.campaign.records import RefusedFile
    from adjudicator.campaign.stages import Progress
    from adjudicator.desk.session import Session
    from adjudicator.table.situation import Situation


F = TypeVar("F", bound=Callable[..., Any])


def asked_language(args: Sequence[str]) -> str | None:
    """Return the language that ``--language`` asks for anywhere on the command line, or None.

    It is looked up before the line is parsed, so that help and error messages use it too.
    """
    for i, word in enumerate(args):
        value = args[i + 1] if word == "--language" and i + 1 < len(args) else word.removeprefix("--language=")
        if value in LANGUAGES and word.startswith("--language"):
            return value
    return None


def use_language(language: str) -> None:
    """Take click's own messages from our catalogue too, in ``language``; English needs none."""
    os.environ["LANGUAGE"] = language
    gettext.bindtextdomain("click", str(locale_folder()))
    gettext.textdomain("click")


def sentences(game: str = "") -> Catalogue:
    """Return the catalogue of the language that was asked for, or of the default one, for ``game`` if one is named."""
    return catalogue(explicit_language() or DEFAULT_LANGUAGE, game)


def refuse_inside(path: Path, folder: Path) -> None:
    """Raise ``UnusableError`` if ``path`` is inside a campaign's ``folder``, where only the program may write."""
    if path.resolve().is_relative_to(folder.resolve()):
        raise UnusableError("error.output-inside", folder=str(folder))


def explicit_language() -> str | None:
    """Return the language that the command line asks for, or None."""
    context = click.get_current_context(silent=True)
    found: str | None = context.find_root().obj if context else None
    return found


def _quoted(text: str, context: click.Context | None) -> str:
    """Return ``text`` in the quotation marks of the language asked for.

    The context is passed in because click may ask after the command has ended.
    """
    language = context.find_root().obj if context is not None else None
    return catalogue(language or DEFAULT_LANGUAGE).say("quoted", text=text)


def _named(metavar: str) -> str:
    """Return a placeholder of the usage, such as « DIR », in the language asked for."""
    return re.sub("[A-Z]{2,}", lambda found: sentences().say(f"metavar.{found[0]}"), metavar)


class TranslatedOption(click.Option):
    """An option whose help is a key of the catalogue."""

    def make_metavar(self, *context: Any, **named: Any) -> str:
        """Return what stands for the option's value, in the language asked for."""
        return _named(super().make_metavar(*context, **named))

    def get_error_hint(self, ctx: click.Context | None) -> str:
        """Return the option's names in the quotation marks of the language asked for."""
        return " / ".join(_quoted(name, ctx) for name in self.opts)

    def get_help_record(self, ctx: click.Context) -> tuple[str, str] | None:
        """Return the option's names and its help in the language asked for."""
        key = self.help
        try:
            self.help = sentences().say(key) if key else None
            return super().get_help_record(ctx)
        finally:
            self.help = key


class Argument(click.Argument):
    """An argument that error messages show in the quotation marks of the language asked for."""

    def make_metavar(self, *context: Any, **named: Any) -> str:
        """Return what stands for the argument in the usage, in the language asked for."""
        return _named(super().make_metavar(*context, **named))

    def get_error_hint(self, ctx: click.Context | None) -> str:
        """Return the argument's name in the usage, in quotation marks."""
        return _quoted(_named(self.metavar or self.human_readable_name), ctx)


class Helped(click.Command):
    """A command with an option for help that is made once.

    Click itself looks up the text of that option for every command that runs, and reads its catalogue for nothing else.
    """

    _help: click.Option | None = None

    def get_help_option(self, ctx: click.Context) -> click.Option | None:
        """Return the option for help, the same each time."""
        if self._help is None:
            names = [*self.get_help_option_names(ctx), "_help"]
            self._help = TranslatedOption(
                names, is_flag=True, is_eager=True, expose_value=False, callback=_show_help, help="option.help"
            )
        return self._help


def _show_help(ctx: click.Context, _: click.Parameter, asked: bool) -> None:
    """Print the help and exit, if it was asked for."""
    if asked and not ctx.resilient_parsing:
        click.echo(ctx.get_help(), color=ctx.color)
        ctx.exit()


class Command(Helped):
    """A command whose help is a key of the catalogue."""

    def format_help_text(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the help in the language asked for."""
        formatter.write_paragraph()
        with formatter.indentation():
            for paragraph in sentences().say(f"help.{self.name}").split("\n"):
                formatter.write_text(paragraph)


def option(*names: str, help: str, **attributes: Any) -> Callable[[F], F]:
    """Return click's decorator for an option; ``help`` is a key of the catalogue."""
    return click.option(*names, cls=TranslatedOption, help=help, **attributes)


language_option = option(
    "--language", type=click.Choice(LANGUAGES), expose_value=False, is_eager=True, help="option.language"
)
json_option = option("--json", "as_json", is_flag=True, help="option.json")
folder_argument = click.argument("folder", cls=Argument, metavar="DIR")


def say(voice: Voice, key: str, **values: Any) -> None:
    """Print a sentence on standard output."""
    click.echo(voice.say(key, **values))


def tell_refused(refused: RefusedFile, voice: Voice) -> None:
    """Print which file was refused, whose it was, and why; ``refused`` is its entry on the stage's table."""
    pasted = voice.source(refused["source"])
    source = voice.source_of(refused["source"], refused["players"], refused.get("begins", ""))
    click.echo(voice.count("status.refused", len(refused["faults"]), source=source))
    for fault in refused["faults"]:
        say(voice, "status.fault", line=fault["line"], column=fault["column"], message=fault["message"])
        for line in fault.get("lines", ()):
            click.echo(f"      {one_line(line)}".rstrip())
    if any(fault["code"] == "internal" for fault in refused["faults"]) and "kept" in refused:
        say(voice, "status.kept", file=f"turns/{refused['kept']}")
    if refused.get("note"):
        say(voice, "status.note", player=voice.list(refused["players"]) or pasted, note=refused["note"])


def complain(text: str) -> None:
    """Print a fault on standard error, in red on a terminal."""
    click.echo(click.style(text, fg="red") if sys.stderr.isatty() else text, err=True)


def print_json(value: Any) -> None:
    """Print ``value`` as JSON on standard output."""
    click.echo(json.dumps(value, ensure_ascii=False, indent=2))


def common_voice(game: str = "") -> Voice:
    """Return a voice for texts that concern no campaign; it knows the words of ``game`` if one is named."""
    return voice_of(game, explicit_language() or DEFAULT_LANGUAGE)


NOW = "ADJUDICATOR_NOW"
"""The environment variable that sets the time, for trying out what a campaign would do at another time."""


def now() -> datetime:
    """Return the current time in UTC. Raise ``UnusableError`` when ``ADJUDICATOR_NOW`` is not a time."""
    text = os.environ.get(NOW)
    return time_told(text) if text else datetime.now(UTC).replace(microsecond=0)


_BARE_DATE = r"\s*\d{4}-?(?:\d{2}-?\d{2}|\d{3}|W\d{2}(?:-?\d)?)\s*"
_DAY = r"(\d{4})-(\d{1,2})-(\d{1,2})|(\d{1,2})/(\d{1,2})/(\d{4})"
_DAY_AND_HOUR = rf"\s*(?:{_DAY})(?:\s*à\s*|[\s,]+(?:à\s+)?)(.*?)\s*"
EARLIEST, LATEST = 1970, 2999
"""The first and last year accepted: calculations fail at the ends of the calendar."""


def time_told(text: str, zone: tzinfo | None = None) -> datetime:
    """Return in UTC the time in ``text``: ``2026-11-24 20:05``, ``24/11/2026 20:05`` or ``24/11/2026 20``.

    A date without an hour is refused: taken as midnight, it would end the evening before the day that was meant. A time
    without a zone is in ``zone``, or the system's if that is None. Raise ``UnusableError`` if ``text`` is not such a
    time.
    """
    from adjudicator.core.context import hour_of_day

    time, both = text, re.fullmatch(_DAY_AND_HOUR, text)
    if both and (hour := hour_of_day(both[7])):
        year, month, day = both.group(1, 2, 3) if both[1] else both.group(6, 5, 4)
        time = f"{year}-{month:0>2}-{day:0>2} {hour}"
    if re.fullmatch(_BARE_DATE, text):
        raise UnusableError("error.bad-time", text=text)
    try:
        there = datetime.fromisoformat(time.strip())
        found = (there if there.tzinfo else there.replace(tzinfo=zone)).astimezone(UTC)
    except (ValueError, OverflowError) as error:
        raise UnusableError("error.bad-time", text=text) from error
    if not EARLIEST <= found.year <= LATEST:
        raise UnusableError("error.bad-time", text=text)
    return found


def open_campaign(folder: str) -> tuple[Campaign, Voice]:
    """Read the campaign in ``folder``; return it with its voice, in the language asked for or its own.

    This is for commands that write nothing; others use :func:`at_work`.
    """
    from adjudicator.campaign.loading import load_campaign

    campaign = load_campaign(Path(folder), explicit_language())
    return campaign, campaign.voice(explicit_language())


def open_seated(folder: str) -> tuple[Campaign, Voice]:
    """Do what :func:`open_campaign` does, with seats given back that are due now, even if that is not recorded yet."""
    campaign, voice = open_campaign(folder)
    return seated(campaign, now()), voice


def seated(campaign: Campaign, when: datetime) -> Campaign:
    """Return a campaign with its seats at the time ``when``, as the next command that writes will give them back."""
    if not campaign.seats.lent:
        return campaign
    from adjudicator.desk.seating import seated_at

    return seated_at(campaign, when)


@contextmanager
def at_work(folder: str, known: Campaign | None = None) -> Iterator[tuple[Session, Voice]]:
    """Lock and repair the campaign in ``folder``; give its session and its voice.

    ``known`` is the campaign if it has been read already.
    """
    from adjudicator.desk.session import session

    with session(Path(folder), now, explicit_language(), known) as table:
        yield table, table.campaign.voice(explicit_language())


def asks(yes: bool) -> bool:
    """Return whether a command asks before it goes on: on a terminal, unless ``--yes`` was given."""
    return not yes and sys.stdin.isatty()


def agreed(voice: Voice, question: str) -> bool:
    """Ask on a terminal whether to go on; without a terminal, giving the command counts as agreement."""
    if not asks(yes=False):
        return True
    words = voice.vocabulary

    def understood(text: str) -> bool:
        begun = [word for word in ("true", "false") if voice.word("booleans", word).startswith(text.strip().lower())]
        meaning = words.meaning("booleans", text) or next(iter(begun), None)
        if meaning is None:
            raise click.UsageError(voice.say("ask.one-of", text=text, words=voice.say("ask.yes-or-no")))
        return meaning == "true"

    answer: bool = click.prompt(
        voice.say(question),
        prompt_suffix=voice.say("colon"),
        default=voice.word("booleans", "false"),
        value_proc=understood,
    )
    return answer


# What the MJ's acts share: a reason, an author, a trial run, a question, the lock.


Decorated = TypeVar("Decorated", bound=Callable[..., Any])
NOBODY = "MJ"
"""Author of an act if the system does not tell the user's name."""


def act_options(command: Decorated) -> Decorated:
    """Add the options of every act: ``--reason``, which is required, ``--by``, ``--dry-run`` and ``--yes``."""
    for add in (
        option("--yes", is_flag=True, help="option.yes"),
        option("--dry-run", is_flag=True, help="option.dry-run"),
        option("--by", help="option.by", callback=kept),
        option("--reason", required=True, help="option.reason", callback=kept),
    ):
        command = add(command)
    return command


def correction_options(command: Decorated) -> Decorated:
    """Add the options of a correction: those of every act, and ``--public``, the text for everybody."""
    said = option("--public", "said", required=True, metavar="TEXT", help="option.said", callback=kept)
    return said(act_options(command))


def kept(context: click.Context, parameter: click.Parameter, text: str | None) -> str | None:
    """Return typed text on one line and without bytes that cannot be stored or shown; None if none was given.

    Raise ``UsageError`` if nothing remains.
    """
    from adjudicator.orders.inbox import source_name

    told = None if text is None else source_name(text).strip()
    if told == "":
        raise click.UsageError(common_voice().say("act.empty", option=parameter.opts[0]))
    return told


def time_to_come(situation: Situation, text: str) -> datetime:
    """Return the time in ``text``. Raise ``UnusableError`` when it cannot be read or is not in the future."""
    from adjudicator.table.clock import moment

    time = time_told(text, situation.campaign.zone)
    if time <= situation.clock.now:
        raise UnusableError("extend.past", moment=moment(situation.campaign, time, year=True))
    return time


def looked_at(folder: str) -> tuple[Situation, Voice]:
    """Return the campaign's situation before any change, and its voice."""
    from adjudicator.desk.session import refuse_lost
    from adjudicator.table.situation import situation_of

    campaign, voice = open_seated(folder)
    refuse_lost(campaign.folder)
    return situation_of(campaign, now()), voice


def looked_at_in_play(folder: str) -> tuple[Situation, Voice]:
    """Return what :func:`looked_at` does. Raise ``UnusableError`` when the game is over."""
    situation, voice = looked_at(folder)
    _refuse_over(situation.progress)
    return situation, voice


def _refuse_over(progress: Progress) -> None:
    """Raise ``UnusableError`` when the game is over."""
    if progress.stage is None:
        raise UnusableError("resolve.over")


def goes_on(voice: Voice, question: str, dry_run: bool, yes: bool) -> bool:
    """Return whether a command that has told its plan goes on: not for a trial; on a terminal it asks first.

    Exit with status 1 if the answer is no.
    """
    if dry_run:
        say(voice, "correction.dry-run")
        return False
    if not yes and not agreed(voice, question):
        say(voice, "act.nothing-changed")
        click.get_current_context().exit(1)
    return True


@contextmanager
def acting(folder: str, known: Campaign | None = None) -> Iterator[tuple[Session, Voice]]:
    """Lock and repair the campaign in ``folder``; give its session and its voice.

    ``known`` is the campaign if it has been read already. Raise ``UnusableError`` when the game is over, or when
    somebody has just played the stage that was awaited.
    """
    with at_work(folder, known) as (table, voice):
        _refuse_over(table.situation.progress)
        if table.overtaken is not None:
            raise UnusableError("act.moved-on", stage=voice.phrase(table.overtaken.said))
        yield table, voice


def author(by: str | None) -> str:
    """Return who acts: the name given, or that of the system's user, or ``MJ``. This never fails."""
    if by:
        return by
    from getpass import getuser

    from adjudicator.orders.inbox import source_name

    try:
        return source_name(getuser()).strip() or NOBODY
    except (OSError, KeyError, ImportError):  # a user without a name; without ``pwd`` it is an ImportError
        return NOBODY


def stop_when_moved_on(before: Progress, now: Progress) -> None:
    """Raise ``UnusableError`` if somebody has just played, taken back or amended: the plan told is out of date."""
    if (before.folders, before.mended) != (now.folders, now.mended):
        raise UnusableError("undo.moved-on", None, now.campaign.game.id, stage=now.awaited)


# What the MJ should know after an act: who is missing, and what would happen now.


def tell_missing(situation: Situation, voice: Voice) -> None:
    """Print whose orders are missing, and which seats are empty, if any."""
    if situation.attendance.missing:
        say(voice, "status.missing", names=voice.list(situation.attendance.missing))
    if situation.attendance.unseated:
        say(voice, "head.empty", names=voice.list(situation.attendance.unseated))


def tell_outcome(situation: Situation, voice: Voice) -> None:
    """Print who is missing and what cron would do now, if cron visits the campaign or it has deadlines."""
    from adjudicator.desk.last_run import last_visit

    tell_missing(situation, voice)
    timed = bool(situation.campaign.plain.get("deadline"))
    if situation.progress.stage is None or not (timed or last_visit(situation.campaign.folder)):
        return
    from adjudicator.desk.overview import prospect

    row = prospect(situation, now(), explicit_language())
    say(voice, would_do(situation, row["cron"]["what"]), when=Phrase("status.now"), why=row["cron"]["why"])


def would_do(situation: Situation, what: str) -> str:
    """Return the key of the sentence for what a visit would do; it mentions cron only if cron has ever come."""
    return f"status.cron.{what}" if has_cron(situation.campaign) else f"status.alone.{what}"


def has_cron(campaign: Campaign) -> bool:
    """Return whether ``run`` has ever visited the campaign: an MJ who plays by hand need not know of cron."""
    from adjudicator.desk.last_run import last_visit

    return last_visit(campaign.folder) is not None
