"""Pages of the documents: their commands, what they show of them, their links and their bare text."""

from __future__ import annotations

import json
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import TypeAlias
from unittest.mock import patch

from click.testing import CliRunner
from pytest import MonkeyPatch

from adjudicator.cli.main import main
from support.disks import environment
from support.shared import once

SCRIPT = f'adjudicator() {{ "{sys.executable}" -m adjudicator "$@"; }}\n'

CODE = re.compile(r"```.*?```|`[^`\n]*`", re.DOTALL)

FEW = 4
"""How many commands of a page are run in a shell."""

MARKUP = re.compile(r"<[^>\n]+>|\]\([^)\n]*\)|^\|[-|]+\|$", re.MULTILINE)

HOUR = re.compile(r"^<!-- heure : (\S+) -->$", re.MULTILINE)
"""What time it is for all commands that follow on a page, which readers do not see."""


def sessions(text: str) -> list[tuple[str, str]]:
    """The commands of the console blocks, here-documents included, each with the output the page shows."""
    found: list[tuple[str, str]] = []
    for block in re.findall(r"```console\n(.*?)```", text, re.DOTALL):
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, output = part.partition("\n")
            if "<<." in command:
                document, _, output = output.partition("\n.\n")
                command = f"{command}\n{document}\n.\n"
            found.append((command, output))
    return found


def timed(page: str) -> list[tuple[str, str, str]]:
    """The commands of a page's console blocks, with what it shows and the hour at which they are given.

    The hour is empty, for the true one, until the page sets it.
    """
    found, hour = [], ""
    for part in re.split(r"^(?=<!-- heure)", page, flags=re.MULTILINE):
        told = HOUR.match(part)
        assert told or not part.startswith("<!--"), part[:60]
        hour = told[1] if told else ""
        found += [(command, output, hour) for command, output in sessions(part)]
    return found


def matches(shown: str, printed: str) -> bool:
    """Whether the page shows what was printed; « … » ends a line early, or stands for lines left out."""
    lines = shown.replace("\u00a0", " ").replace("\u202f", " ").splitlines()
    pattern = "".join("(?:.*\n)*" if line == "…" else re.escape(line).replace("…", ".*") + "\n" for line in lines)
    return re.fullmatch(pattern, printed.replace("\u00a0", " ").replace("\u202f", " ")) is not None


def shell(script: str, folder: Path, hour: str = "") -> str:
    """Run the commands of a console block in ``folder``, at an hour, and return all that they print.

    The program is started anew for each of its commands, as whoever follows the page does.
    """
    return subprocess.run(
        ["sh", "-c", SCRIPT + script],
        cwd=folder,
        env=environment() | {"ADJUDICATOR_NOW": hour},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        check=False,
    ).stdout


Run: TypeAlias = Callable[[Sequence[str], str], str]
"""What runs the program with arguments, given what it reads, and returns all that it prints."""


def _here(args: Sequence[str], given: str) -> str:
    """Run the program in this process; that files are synced is the business of others."""
    with patch("os.fsync"):
        return CliRunner().invoke(main, args, input=given, catch_exceptions=False).output


def console(script: str, folder: Path, hour: str = "", run: Run = _here) -> str:
    """Do as :func:`shell` does, but let ``run`` run the program where no more than the program is asked for."""
    line, _, document = script.partition("\n")
    words = shlex.split(line, comments=True)
    reads = words[-1:] == ["<<."]
    asked = words[1:-1] if reads else words[1:]
    if words[0] != "adjudicator" or set("|&;<>$`*?~") & set(" ".join(asked)) or set("$`\\") & set(document):
        return shell(script, folder, hour)
    with MonkeyPatch.context() as patched:
        patched.setenv("ADJUDICATOR_NOW", hour)
        patched.chdir(folder)
        return run(asked, document.removesuffix(".\n"))


def prepare(script: str, folder: Path) -> None:
    """Run the commands of a script, here-documents included, one after the other."""
    for command in re.findall(r"^.*<<\.\n(?:.*\n)*?\.\n|^.+\n", script, re.MULTILINE):
        console(command, folder)


Told: TypeAlias = tuple[str, str, str]
"""A command of a page, what the page shows of it, and the hour at which it is given."""


def sections(page: str) -> dict[str, list[Told]]:
    """The commands of a page by the headings of the sections in which they stand, all in the order of the page.

    What ``make`` does concerns the checkout: it is left out.
    """
    bare_page = re.sub(r"```.*?```", lambda block: re.sub("^#", "\0", block[0], flags=re.MULTILINE), page, flags=re.S)
    found: dict[str, list[Told]] = {}
    commands = [told for told in timed(page) if not told[0].startswith("make ")]
    for part in re.split(r"^(?=#+ )", bare_page, flags=re.MULTILINE):
        heading = part.partition("\n")[0].strip("# ")
        count = len([command for command, _ in sessions(part) if not command.startswith("make ")])
        if count:
            twice = sum(known.startswith(heading) for known in found)
            found[f"{heading} ({twice + 1})" if twice else heading] = [commands.pop(0) for _ in range(count)]
    assert not commands
    return found


EXCHANGE = re.compile(
    r"(?:<!-- (\w+) -->\n\n)?```yaml\n([^`]*)```\n(?:\n[^`\n]+\n)?\n```text\n([^`]*)```", re.MULTILINE
)
"""What a player sends, below the folder of its campaign if that is not « partie », and the letter that answers it."""


def answer(campaign: Path, message: str) -> str:
    """Submit a player's message, and return the letter that he gets, without its head."""
    before = set(campaign.glob("outbox/*/receipt-*"))
    printed = console(f"adjudicator submit {campaign.name} - <<.\n{message}.\n", campaign.parent)
    letters = set(campaign.glob("outbox/*/receipt-*")) - before
    assert len(letters) == 1, printed
    return letters.pop().read_text(encoding="utf-8").partition("\n\n")[2]


def wrong_answers(page: Path, folder: Path, *, anew: bool = False) -> list[str]:
    """Send what a page for players shows to the campaigns of a folder; return what is not answered as it shows.

    The page shows what is answered now if it is to be ``anew``.
    """
    wrong = []

    def followed(found: re.Match[str]) -> str:
        campaign, message, shown = found.groups()
        letter = answer(folder / (campaign or "partie"), message)
        if matches(shown, letter):
            return found[0]
        wrong.append(f"{message}\n--- the page\n{shown}\n--- answered\n{letter}")
        return found[0].removesuffix(f"{shown}```") + letter.replace("\u00a0", " ").replace("\u202f", " ") + "```"

    text = EXCHANGE.sub(followed, page.read_text(encoding="utf-8"))
    if anew and wrong:
        page.write_text(text, encoding="utf-8")
    return wrong


class Story:
    """A page that is followed from top to bottom in one folder: each command is run once, whoever asks first.

    What it does not show rightly is written into it, if it is to be ``anew``; lines that it left out come back.
    """

    def __init__(self, page: Path, folder: Path, run: Run = _here, *, anew: bool = False) -> None:
        self.folder = folder
        self._page = page
        self._run = run
        self._anew = anew
        self._sections = sections(page.read_text(encoding="utf-8"))
        self._wrong: dict[str, list[str]] = {}

    def wrong_in(self, heading: str) -> list[str]:
        """Follow the page up to the end of a section; return what is not printed as that section shows it."""
        for name, told in self._sections.items():
            if name not in self._wrong:
                self._wrong[name] = list(self._differences(told))
            if name == heading:
                break
        return self._wrong[heading]

    def to_the_end(self) -> dict[str, list[str]]:
        """Follow the whole page; return what is not printed as the page shows it, by section."""
        return {heading: self.wrong_in(heading) for heading in self._sections}

    def _differences(self, told: Iterable[Told]) -> Iterator[str]:
        for command, shown, hour in told:
            printed = console(command, self.folder, hour, self._run)
            if not matches(shown, printed):
                yield f"{command}\n--- the page\n{shown}\n--- printed\n{printed}"
                if self._anew:
                    self._show(command, shown, printed)

    def _show(self, command: str, shown: str, printed: str) -> None:
        """Let the page show what was printed, with plain spaces as its blocks have them."""
        page = self._page.read_text(encoding="utf-8")
        block = f"$ {command}" if command.endswith("\n") else f"$ {command}\n"
        plain = printed.replace("\u00a0", " ").replace("\u202f", " ")
        found = re.search(re.escape(block + shown) + r"(?=\$ |```)", page)
        if found:
            self._page.write_text(page[: found.start()] + block + plain + page[found.end() :], encoding="utf-8")


class Followed:
    """A page that is followed to its end once, for all processes that share the tests of a run.

    Its games may be those of a page that is followed before it, or be made by a script that is ``prepared``.
    """

    def __init__(self, page: Path, *, anew: bool = False, after: Followed | None = None, prepared: str = "") -> None:
        self._page = page
        self._anew = anew
        self._after = after
        self._prepared = prepared

    def _fill(self, room: Path) -> None:
        room.mkdir()
        if self._after:
            shutil.copytree(self._after.folder, room / "here")
        else:
            (room / "here").mkdir()
        prepare(self._prepared, room / "here")
        wrong = Story(self._page, room / "here", anew=self._anew).to_the_end()
        (room / "wrong.json").write_text(json.dumps(wrong), encoding="utf-8")

    @property
    def _room(self) -> Path:
        return once(f"page-{self._page.name}", self._fill)

    @property
    def folder(self) -> Path:
        """The folder in which the page was followed: nothing may be changed there."""
        return self._room / "here"

    def wrong_in(self, heading: str) -> list[str]:
        """Return what is not printed as a section shows it."""
        found: list[str] = json.loads((self._room / "wrong.json").read_bytes())[heading]
        return found


def wrong_from_a_shell(page: str, folder: Path) -> list[str]:
    """Follow a page in a shell for a few commands of the program; return what is not as the page shows it."""
    wrong, left = [], FEW
    for command, shown, hour in [told for section in sections(page).values() for told in section]:
        printed = shell(command, folder, hour)
        if not matches(shown, printed):
            wrong.append(f"{command}\n--- the page\n{shown}\n--- printed\n{printed}")
        left -= command.startswith("adjudicator ")
        if not left:
            break
    return wrong


def bare(page: str) -> str:
    """The text of a page without code, anchors and the targets of links."""
    return MARKUP.sub("", CODE.sub("x", page))


def anchors(path: Path) -> list[str]:
    return re.findall(r'<a id="([^"]+)"></a>', path.read_text(encoding="utf-8"))
