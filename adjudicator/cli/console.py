"""How the commands speak: click's classes with help from the catalogues, and what they print."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TypeVar

import click

from adjudicator.speech.voice import one_line

if TYPE_CHECKING:
    from datetime import datetime, tzinfo
    from pathlib import Path

    from adjudicator.campaign.campaign import Campaign
    from adjudicator.campaign.records import RefusedFile
    from adjudicator.campaign.stages import Progress
    from adjudicator.desk.session import Session
    from adjudicator.speech.catalogue import Catalogue
    from adjudicator.speech.voice import Voice
    from adjudicator.table.situation import Situation


LANGUAGES = ("fr", "en")
DEFAULT_LANGUAGE = "fr"

F = TypeVar("F", bound=Callable[..., Any])


def asked_language(args: Sequence[str]) -> str | None:
    """Return the language that ``--language`` asks for anywhere on the command line, or None.

    It is looked for before the line is parsed, so that help and mistakes speak it too.
    """
    for i, word in enumerate(args):
        value = args[i + 1] if word == "--language" and i + 1 < len(args) else word.removeprefix("--language=")
        if value in LANGUAGES and word.startswith("--language"):
            return value
    return None


def use_language(language: str) -> None:
    """Let click's own sentences come from a catalogue of ours too, in ``language``; English needs none."""
    import gettext

    from adjudicator.store.layout import locale_folder

    os.environ["LANGUAGE"] = language
    gettext.bindtextdomain("click", str(locale_folder()))
    gettext.textdomain("click")


def sentences(game: str = "") -> Catalogue:
    """Return the catalogue of the language that was asked for, or of the default one, for ``game`` if one is named."""
    from adjudicator.speech.catalogue import catalogue

    return catalogue(explicit_language() or DEFAULT_LANGUAGE, game)


def refuse_inside(path: Path, folder: Path) -> None:
    """Raise ``UnusableError`` where a file would lie in a campaign's ``folder``: there the program alone writes."""
    from adjudicator.store.disk import UnusableError

    if path.resolve().is_relative_to(folder.resolve()):
        raise UnusableError("error.output-inside", folder=str(folder))


def explicit_language() -> str | None:
    """Return the language that the command line asks for, or None."""
    context = click.get_current_context(silent=True)
    found: str | None = context.find_root().obj if context else None
    return found


def _quoted(text: str, context: click.Context | None) -> str:
    """Return ``text`` in the quotes of the language asked for; click asks when no command runs any more."""
    from adjudicator.speech.catalogue import catalogue

    language = context.find_root().obj if context is not None else None
    return catalogue(language or DEFAULT_LANGUAGE).say("quoted", text=text)


class TranslatedOption(click.Option):
    """An option whose help is a key of the catalogue."""

    def get_error_hint(self, ctx: click.Context | None) -> str:
        """Return the names of the option in the quotes of the language asked for."""
        return " / ".join(_quoted(name, ctx) for name in self.opts)

    def get_help_record(self, ctx: click.Context) -> tuple[str, str] | None:
        """Return the names of the option and its help in the language asked for."""
        key = self.help
        try:
            self.help = sentences().say(key) if key else None
            return super().get_help_record(ctx)
        finally:
            self.help = key


class Argument(click.Argument):
    """An argument that is named in the quotes of the language asked for."""

    def get_error_hint(self, ctx: click.Context | None) -> str:
        """Return what stands for the argument in the usage, in quotes."""
        return _quoted(self.metavar or self.human_readable_name, ctx)


class Helped(click.Command):
    """Whatever shows its help when it is asked for.

    Click looks up what it says of that option for every command that runs, and reads its catalogue for nothing else.
    """

    _help: click.Option | None = None

    def get_help_option(self, ctx: click.Context) -> click.Option | None:
        """Return the option that asks for help, the same each time."""
        if self._help is None:
            names = [*self.get_help_option_names(ctx), "_help"]
            self._help = TranslatedOption(
                names, is_flag=True, is_eager=True, expose_value=False, callback=_show_help, help="option.help"
            )
        return self._help


def _show_help(ctx: click.Context, _: click.Parameter, asked: bool) -> None:
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
    """Say which file was refused, whose it was, and for what; ``refused`` is what the table of a stage keeps of it."""
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
    import json

    click.echo(json.dumps(value, ensure_ascii=False, indent=2))


def common_voice(game: str = "") -> Voice:
    """Return a voice for what concerns no campaign; it knows the sentences and words of ``game`` if one is named."""
    from adjudicator.speech.voice import voice_of

    return voice_of(game, explicit_language() or DEFAULT_LANGUAGE)


NOW = "ADJUDICATOR_NOW"
"""The variable of the environment that says what time it is, to try what a campaign would do at another."""


def now() -> datetime:
    """Return what time it is, in UTC. Raises ``UnusableError`` when ``ADJUDICATOR_NOW`` is no time."""
    from datetime import UTC, datetime

    text = os.environ.get(NOW)
    return time_told(text) if text else datetime.now(UTC).replace(microsecond=0)


_BARE_DATE = r"\s*\d{4}-?(?:\d{2}-?\d{2}|\d{3}|W\d{2}(?:-?\d)?)\s*"
_DAY = r"(\d{4})-(\d{1,2})-(\d{1,2})|(\d{1,2})/(\d{1,2})/(\d{4})"
_DAY_AND_HOUR = rf"\s*(?:{_DAY})(?:\s*à\s*|[\s,]+(?:à\s+)?)(.*?)\s*"
EARLIEST, LATEST = 1970, 2999
"""The first and the last year of a time: at the ends of the calendar nothing can be counted."""


def time_told(text: str, zone: tzinfo | None = None) -> datetime:
    """Return the time that ``text`` says, as ``2026-11-24 20:05``, ``24/11/2026 20:05`` or ``24/11/2026 20``, in UTC.

    A date without an hour says none: its midnight is the evening before to whoever means the day. A time without a
    zone of its own is on the clock of ``zone``, the system's if it is None. Raises ``UnusableError`` when it says none.
    """
    import re
    from datetime import UTC, datetime

    from adjudicator.core.context import hour_of_day
    from adjudicator.store.disk import UnusableError

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

    For what writes nothing: who writes reads it in :func:`at_work`.
    """
    from pathlib import Path

    from adjudicator.campaign.loading import load_campaign

    campaign = load_campaign(Path(folder), explicit_language())
    return campaign, campaign.voice(explicit_language())


def open_seated(folder: str) -> tuple[Campaign, Voice]:
    """Do what :func:`open_campaign` does, with those who sit there now, whether or not that has been written yet."""
    campaign, voice = open_campaign(folder)
    return seated(campaign, now()), voice


def seated(campaign: Campaign, when: datetime) -> Campaign:
    """Return a campaign with those who sit there at a time: the next command that writes gives back what is due."""
    if not campaign.seats.lent:
        return campaign
    from adjudicator.desk.seating import seated_at

    return seated_at(campaign, when)


@contextmanager
def at_work(folder: str, known: Campaign | None = None) -> Iterator[tuple[Session, Voice]]:
    """Hold the campaign in ``folder`` and bring it into order; give how it stands, and its voice.

    ``known`` is the campaign where it has been read before.
    """
    from pathlib import Path

    from adjudicator.desk.session import session

    with session(Path(folder), now, explicit_language(), known) as table:
        yield table, table.campaign.voice(explicit_language())


def asks(yes: bool) -> bool:
    """Tell whether a command asks if it is to go on: on a terminal, unless it was told ``--yes``."""
    return not yes and sys.stdin.isatty()


def agreed(voice: Voice, question: str) -> bool:
    """Ask on a terminal whether to go on; who is none has agreed by giving the command."""
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


# What the MJ's acts share: a reason, an author, a trial, a question, the lock.


Decorated = TypeVar("Decorated", bound=Callable[..., Any])
NOBODY = "MJ"
"""Who acts where the system does not say."""


def act_options(command: Decorated) -> Decorated:
    """Give a command the options of every act: ``--reason``, which it needs, ``--by``, and to try it, or not to ask."""
    for add in (
        option("--yes", is_flag=True, help="option.yes"),
        option("--dry-run", is_flag=True, help="option.dry-run"),
        option("--by", help="option.by", callback=kept),
        option("--reason", required=True, help="option.reason", callback=kept),
    ):
        command = add(command)
    return command


def correction_options(command: Decorated) -> Decorated:
    """Give a command the options of what the MJ mends: those of every act, and what everybody is told of it."""
    said = option("--public", "said", required=True, metavar="TEXT", help="option.said", callback=kept)
    return said(act_options(command))


def kept(context: click.Context, parameter: click.Parameter, text: str | None) -> str | None:
    """Return what was typed as it can be stored and shown: on one line, whatever bytes the terminal let into it."""
    from adjudicator.orders.inbox import source_name

    told = None if text is None else source_name(text).strip()
    if told == "":
        raise click.UsageError(common_voice().say("act.empty", option=parameter.opts[0]))
    return told


def time_to_come(situation: Situation, text: str) -> datetime:
    """Return the time that a ``text`` says. Raises ``UnusableError`` when it cannot be read or is past."""
    from adjudicator.store.disk import UnusableError
    from adjudicator.table.clock import moment

    time = time_told(text, situation.campaign.zone)
    if time <= situation.clock.now:
        raise UnusableError("extend.past", moment=moment(situation.campaign, time, year=True))
    return time


def looked_at(folder: str) -> tuple[Situation, Voice]:
    """Return how the campaign stands, of which nothing is changed yet, and its voice."""
    from adjudicator.desk.session import refuse_lost
    from adjudicator.table.situation import situation_of

    campaign, voice = open_seated(folder)
    refuse_lost(campaign.folder)
    return situation_of(campaign, now()), voice


def looked_at_in_play(folder: str) -> tuple[Situation, Voice]:
    """Return what :func:`looked_at` does. Raises ``UnusableError`` when the game is over."""
    situation, voice = looked_at(folder)
    _refuse_over(situation.progress)
    return situation, voice


def _refuse_over(progress: Progress) -> None:
    from adjudicator.store.disk import UnusableError

    if progress.stage is None:
        raise UnusableError("resolve.over")


def goes_on(voice: Voice, question: str, dry_run: bool, yes: bool) -> bool:
    """Tell whether a command goes on that has said what it would do: not to try it; on a terminal it asks first.

    It exits with status 1 where the answer is no.
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
    """Hold the campaign in ``folder`` and bring it into order; give it with its voice.

    ``known`` is the campaign where it has been read before. Raises ``UnusableError`` when its game is over.
    """
    from adjudicator.store.disk import UnusableError

    with at_work(folder, known) as (table, voice):
        _refuse_over(table.situation.progress)
        if table.overtaken is not None:
            raise UnusableError("act.moved-on", stage=voice.phrase(table.overtaken.said))
        yield table, voice


def author(by: str | None) -> str:
    """Return who acts: the name given, or that of the system's user; it is never a reason to stop."""
    if by:
        return by
    from getpass import getuser

    from adjudicator.orders.inbox import source_name

    try:
        return source_name(getuser()).strip() or NOBODY
    except (OSError, KeyError, ImportError):  # a user without a name; where there is no ``pwd``, it says so thus
        return NOBODY


def stop_when_moved_on(before: Progress, now: Progress) -> None:
    """Do nothing where somebody has just played, taken back or amended: it is not what was told.

    Raises ``UnusableError``.
    """
    from adjudicator.store.disk import UnusableError

    if (before.folders, before.mended) != (now.folders, now.mended):
        raise UnusableError("undo.moved-on", None, now.campaign.game.id, stage=now.awaited)


# What the MJ should know as he holds a campaign or lets it go on: who is missing, and what would happen now.


def tell_missing(situation: Situation, voice: Voice) -> None:
    """Name those whose orders are awaited, if any are."""
    if situation.attendance.missing:
        say(voice, "status.missing", names=voice.list(situation.attendance.missing))
    if situation.attendance.unseated:
        say(voice, "head.empty", names=voice.list(situation.attendance.unseated))


def tell_outlook(situation: Situation, voice: Voice) -> None:
    """Say what cron would do now, in a campaign to which it comes or in which the time decides; not of a game over."""
    from adjudicator.core.faults import Phrase
    from adjudicator.desk.last_run import last_visit

    timed = bool(situation.campaign.plain.get("deadline"))
    if situation.progress.stage is None or not (timed or last_visit(situation.campaign.folder)):
        return
    from adjudicator.desk.overview import prospect

    row = prospect(situation, now(), explicit_language())
    say(voice, would_do(situation, row["cron"]["what"]), when=Phrase("status.now"), why=row["cron"]["why"])


def would_do(situation: Situation, what: str) -> str:
    """Return the sentence that says what a visit would do; it names cron where cron has come, and nowhere else."""
    return f"status.cron.{what}" if has_cron(situation.campaign) else f"status.alone.{what}"


def has_cron(campaign: Campaign) -> bool:
    """Tell whether a campaign has ever been visited by ``run``: an MJ who plays by hand need not know of cron."""
    from adjudicator.desk.last_run import last_visit

    return last_visit(campaign.folder) is not None
