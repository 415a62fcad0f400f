"""``adjudicator report``: print a report again."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from adjudicator.cli.console import (
    Command,
    explicit_language,
    folder_argument,
    language_option,
    open_seated,
    option,
    refuse_inside,
)

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from adjudicator.campaign.campaign import Campaign
    from adjudicator.campaign.stages import Progress
    from adjudicator.core.stage import Reader
    from adjudicator.reports.writing import Wish


FORMATS = ("text", "bbcode", "markdown", "html", "svg", "png", "json")
FORUMS = ("forumotion", "phpbb")
"""As in reports/markup.py, which ``--help`` need not load; a test holds them equal."""


@click.command("report", cls=Command)
@folder_argument
@option("--turn", metavar="N", help="option.turn")
@option("--for", "reader", metavar="READER", default="public", help="option.for")
@option("--history", is_flag=True, help="option.history")
@option("--format", "form", type=click.Choice(FORMATS), help="option.format")
@option("--forum", type=click.Choice(FORUMS), help="option.forum")
@option("--max-chars", type=click.IntRange(min=500), metavar="N", help="option.max-chars")
@option("--output", metavar="FILE", help="option.output")
@option("--part", type=click.IntRange(min=1), metavar="N", help="option.part")
@language_option
def command(
    folder: str,
    turn: str | None,
    reader: str,
    history: bool,
    form: str | None,
    output: str | None,
    part: int | None,
    **board: Any,
) -> None:
    """Print the report of a stage for one reader, as one post or several, or write it to a file."""
    from adjudicator.campaign.stages import progress_of
    from adjudicator.reports.writing import Wish
    from adjudicator.store.disk import UnusableError

    campaign, voice = open_seated(folder)
    progress = progress_of(campaign)
    if not progress.folders:
        raise UnusableError("error.nothing-played")
    index = len(progress.folders) - 1 if turn is None else progress.find(turn, explicit_language())
    if history:
        indexes = range(len(progress.folders)) if turn is None else (index,)
        text = _history(progress, indexes, reader, form or "html")
        _give(text.encode(), output, form or "html", campaign.folder)
        return
    progress, whom = _as_told(progress, index, reader)
    wish = Wish(explicit_language(), **board)
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


def _in_form(progress: Progress, index: int, reader: Reader, form: str, wish: Wish) -> list[bytes]:
    """Return the posts of a report in a format; what is no text is one."""
    if form == "png":
        return _images(progress, index, reader, wish)
    if form == "json":
        from adjudicator.reports.writing import report_json

        return [report_json(progress.campaign, progress.played(index), reader, wish.language).encode()]
    return _posts(progress, index, reader, form, wish)


def _history(progress: Progress, indexes: Iterable[int], text: str, form: str) -> str:
    """Return the stages at ``indexes`` one after the other as the reader whom ``text`` names saw them, in a format.

    He is told of each by the names of its time.
    """
    from adjudicator.reports.pages import history_json, history_page
    from adjudicator.store.disk import UnusableError

    if form not in _HISTORIES:
        raise UnusableError("error.history-format")
    told = [(*_as_told(progress, index, text), index) for index in indexes]
    write = history_json if form == "json" else history_page
    return write(progress.campaign, told, explicit_language())


_HISTORIES = ("html", "json")
"""The formats in which a whole game is written."""


def _give(data: bytes, output: str | None, form: str, folder: Path) -> None:
    """Print a report, or write it to a new file, outside the campaign's ``folder``: there lies what everybody may read.

    A picture is not printed on a terminal.
    """
    import sys
    from pathlib import Path

    from adjudicator.store.disk import UnusableError, write_whole

    if output is not None:
        path = Path(output)
        if path.exists() or path.is_symlink():
            raise UnusableError("error.output-exists", file=output)
        refuse_inside(path, folder)
        if not path.absolute().parent.is_dir():
            raise UnusableError("error.output-folder", folder=str(path.parent))
        write_whole(path, data)
    elif form != "png":
        click.echo(data.decode(), nl=False)
    elif sys.stdout.isatty():
        raise UnusableError("error.to-terminal")
    else:
        sys.stdout.buffer.write(data)


def _posts(progress: Progress, index: int, reader: Reader, form: str, wish: Wish) -> list[bytes]:
    """Return the posts of a report, as they were sent if nothing else is wished for."""
    from adjudicator.desk.heads import framing
    from adjudicator.reports.writing import posts_of

    campaign = progress.campaign
    as_sent = wish.forum is None and wish.max_chars is None and wish.language in (None, campaign.language)
    texts = _as_sent(progress.folders[index], progress, index, reader, form) if as_sent else []
    texts = texts or posts_of(campaign, progress.played(index), reader, form, wish, framing(progress, index, reader))
    return [text.encode() for text in texts]


def _images(progress: Progress, index: int, reader: Reader, wish: Wish) -> list[bytes]:
    """Return the pictures of a report as one PNG."""
    from adjudicator.reports.environment import image_of

    pictures = _posts(progress, index, reader, "svg", wish)
    return [image_of(picture.decode()) for picture in pictures if picture]


def _as_told(progress: Progress, index: int, text: str) -> tuple[Progress, Reader]:
    """Return the reader whom ``text`` names, with the campaign by whose names he is told of the stage at ``index``.

    They are those of that time, but for who has come since and reads of the last stage: he has that report, and a key,
    from no one else.
    """
    from adjudicator.core.stage import player_reader

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
    """Return the posts of a report as they were sent, whatever has changed since; none when they are not there."""
    from adjudicator.reports.writing import published_posts
    from adjudicator.store.layout import RESULT

    campaign = progress.campaign
    if campaign.seats != progress.seats_at(index):
        return []
    return published_posts(stage, campaign, reader, form) or published_posts(stage / RESULT, campaign, reader, form)


def reader_named(campaign: Campaign, text: str) -> Reader:
    """Return the reader that ``public``, ``mj``, ``camp:NAME`` or ``player:NAME`` names, in French or English.

    Raises ``UnusableError`` for anything else, with the nearest reader there is.
    """
    from adjudicator.core.faults import Listed
    from adjudicator.core.stage import MJ, PUBLIC, Reader
    from adjudicator.core.words import Names, fold, nearest
    from adjudicator.store.disk import UnusableError

    kind, _, name = text.partition(":")
    known = {"public": PUBLIC, "mj": MJ, "gm": MJ}
    if not name and fold(kind) in known:
        return known[fold(kind)]
    named = {"camp": Names(list(campaign.camps)), "player": campaign.names, "joueur": campaign.names}.get(
        fold(kind), Names([])
    )
    found = named.find(name)
    if found is not None:
        return Reader("camp" if fold(kind) == "camp" else "player", found)
    if gone := campaign.seats.gone_fault(name):
        raise UnusableError(f"fault.{gone.code}", found=name, player=gone.values["player"])
    own = "joueur" if (explicit_language() or campaign.language) == "fr" else "player"
    word = kind if fold(kind) in ("player", "joueur") else own
    written = [f"camp:{camp}" for camp in campaign.camps] + [f"{word}:{player}" for player in campaign.players]
    bare = {each.partition(":")[2] or each: each for each in ("public", "mj", *written)}
    near = bare.get(nearest(name or text, bare) or "")
    raise UnusableError("error.no-such-reader", near, reader=text, known=Listed(("public", *_examples(written), "mj")))


def _examples(written: list[str]) -> list[str]:
    """Return the first reader of each kind."""
    first = {each.partition(":")[0]: each for each in reversed(written)}
    return list(reversed(first.values()))
