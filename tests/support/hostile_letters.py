"""What players send, as it comes: orders as people write them, dressed, encoded and damaged on the way.

``letter`` makes one file from a source of chance and a ``Scene`` (which game, which stage, who plays). Its text begins
as orders that are right, or nearly; then it may be mutated, put among a mail's or a forum's other text, written in
some encoding, and damaged byte by byte. The same chance makes the same file.
"""

from __future__ import annotations

import base64
import html
import quopri
import random
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TypeAlias

Chance: TypeAlias = random.Random


@dataclass(frozen=True)
class Scene:
    """The stage for which players write: its ``phase`` and ``turn``, who plays, and the key of each player.

    ``awaited`` are those who owe orders.
    """

    game: str
    phase: str
    turn: int
    players: tuple[str, ...]
    keys: Mapping[str, str]
    awaited: tuple[str, ...]


@dataclass(frozen=True)
class Letter:
    """One file: the name under which it comes (as ``os.fsdecode`` has it), its bytes, and how it was made."""

    token: str
    name: str
    data: bytes
    encoding: str
    shape: str


def letter(chance: Chance, scene: Scene, token: str) -> Letter:
    """Make one file; ``token`` stands in its name, but for the few names that leave no room for it."""
    shape, text = body(chance, scene)
    for _ in range(chance.choice((0,) * 6 + (1, 1, 2, 4))):
        text = chance.choice(MUTATIONS)(chance, text, scene)
    text = chance.choice(DRESSES)(chance, text) if chance.random() < 0.4 else text
    if chance.random() < 0.05:
        text = chance.choice(MUTATIONS)(chance, text, scene)
    text = chance.choice(("\n",) * 12 + ("\r\n",) * 4 + ("\r", "\u2028")).join(text.split("\n"))
    encoding = chance.choice(USUAL if chance.random() < 0.5 else tuple(ENCODINGS))
    data = ENCODINGS[encoding](chance, text)
    for _ in range(chance.choice((0,) * 9 + (1, 1, 3))):
        data = chance.choice(DAMAGES)(chance, data)
    return Letter(token, name(chance, token), data, encoding, shape)


# Orders ------------------------------------------------------------------------------------------------------

CELLS = ("(1;1)", "(3;3)", "[2, 1]", "3;2", "(6;3)", "(2,2)", "(99;99)", "1;1;1", "(0;0)", "( 4 ; 1 )")
DIRECTIONS = ("haut", "bas", "gauche", "droite", "up", "left", "vers la droite", "DROITE !", "« Gauche »", "“haut”")
VOTES = ("oui", "non", "yes", "frak non", "Oui, c’est ce que tous nous disons !", "so say we all", "Frak, no!", "bof")
CARDS = ("réussite", "réussite", "échec", "success", "sabotage", "échouée", "mission réussie")
ROLES = ("Brute", "agile", "archer", "Terreur", "Savant", "professeur", "Dément", "croque-mort", "Null", "rôle")
NOTES = (
    "un mot au MJ, jamais publié",
    "MJ : est-ce que je suis bien en (1;1) ?",
    "MJ: absent jusqu'à lundi : voir mon message #12",
    '"MJ : entre guillemets : 10 h"',
    "GM : is it my turn?",
    "|\n  Bonsoir,\n  deux lignes : et un deux-points\n",
    ">-\n  une note\n  pliée",
    "[b]gras[/b] <b>html</b> & {accolades} %s {0} \\u0000",
    "« Voilà » — c’est dit… 🚀 \u202eenvers\u202c \u3164",
    "-",
    "MJ :",
)


def body(chance: Chance, scene: Scene) -> tuple[str, str]:
    """Return the name of a shape, and orders of that shape: right ones, or nearly."""
    shape = chance.choice((*SHAPES, "own", "own", "ahead", "ahead", "table", "form"))
    return shape, SHAPES[shape](chance, scene)


def _own(chance: Chance, scene: Scene) -> str:
    """Return the file of one player for the stage that is awaited."""
    return _file(chance, scene, scene.turn)


def _file(chance: Chance, scene: Scene, turn: int, player: str | None = None, standing: float = 0.1) -> str:
    words = chance.choice((*FRENCH, ENGLISH))
    player = player or _player(chance, scene)
    lines = [f"{words['player']}: {player}"]
    if turn or chance.random() < 0.2:
        lines.append(f"{words['turn']}: {turn}")
    if chance.random() < 0.25:
        lines.append(f"{words['key']}: {_key(chance, scene, player)}")
    if chance.random() < standing:
        lines.append(f"{words['standing']}: {_orders(chance, scene, player)}")
    lines.append(_given(chance, scene, player, words))
    if chance.random() < 0.35:
        lines.append(f"{words['note']}: {chance.choice(NOTES)}")
    if chance.random() < 0.1:
        chance.shuffle(lines)
    if chance.random() < 0.2:
        lines.insert(chance.randrange(len(lines) + 1), "# une remarque : à ne pas lire")
    return "\n".join(lines) + chance.choice(("\n", "\n", "", "\n\n\n"))


FRENCH = (
    {"player": "joueur", "turn": "tour", "key": "clé", "standing": "permanents", "orders": "ordres", "note": "note"},
    {"player": "Joueur", "turn": "Tour", "key": "cle", "standing": "Ordres permanents", "orders": "ordre"}
    | {"note": "remarque"},
    {"player": "JOUEUR", "turn": "TOUR", "key": "CLÉ", "standing": "PERMANENTS", "orders": "ORDRES", "note": "NOTE"},
)
ENGLISH = {"player": "player", "turn": "turn", "key": "key", "standing": "standing", "orders": "orders", "note": "note"}


def _player(chance: Chance, scene: Scene) -> str:
    known = chance.choice(scene.awaited if scene.awaited and chance.random() < 0.8 else scene.players)
    return chance.choice((known,) * 40 + (known.upper(), known.lower(), known[:-1], "Nicole", "bleu", "Rien"))


def _key(chance: Chance, scene: Scene, player: str) -> str:
    right = scene.keys.get(player, "ABCD-EFGH")
    return chance.choice(
        (right,) * 30 + (right.lower(), right.replace("-", " "), "ABCD-EFGH", "", "[]", "{a: b}", "12")
    )


def _given(chance: Chance, scene: Scene, player: str, words: Mapping[str, str]) -> str:
    """Return the line or lines of a player's orders, in one of the ways in which they may stand."""
    if scene.phase in ("roles", "placement"):
        return _chosen(chance, scene, player)
    return f"{words['orders']}: {_orders(chance, scene, player)}"


def _chosen(chance: Chance, scene: Scene, player: str) -> str:
    """Return what a captain chooses for his camp, of which ``players`` has the half."""
    half = len(scene.players) // 2
    camp = scene.players[half:] if player in scene.players[half:] else scene.players[:half]
    if scene.phase == "roles":
        chosen = dict(zip(camp, chance.sample(ROLES[:8], len(camp)), strict=True))
    else:
        column = 1 if camp == scene.players[:half] else 6
        rows = chance.sample(range(1, len(camp) + 1), len(camp))
        chosen = {player: f"({column};{row})" for player, row in zip(camp, rows, strict=True)}
    word = {"roles": "rôles", "placement": "placement"}[scene.phase]
    if chance.random() < 0.5:
        return f"{word}: {{" + ", ".join(f"{player}: {what}" for player, what in chosen.items()) + "}"
    return f"{word}:" + "".join(f"\n  {player}: {what}" for player, what in chosen.items())


def _orders(chance: Chance, scene: Scene, player: str) -> str:
    """Return orders as they stand behind their key: in braces, or on lines of their own."""
    given = _resistance(chance, scene) if scene.game == "resistance" else _tsewnart(chance)
    if not given or chance.random() < 0.15:
        return chance.choice(("rien", "rien", "nothing", "je ne fais rien", "", "{}"))
    if chance.random() < 0.5:
        return "{" + ", ".join(f"{key}: {value}" for key, value in given.items()) + "}"
    return "".join(f"\n  {key}: {value}" for key, value in given.items())


def _in_braces(chance: Chance, scene: Scene, player: str) -> str:
    given = _orders(chance, scene, player).split("\n  ")
    return given[0] if len(given) == 1 else "{" + ", ".join(given[1:]) + "}"


def _tsewnart(chance: Chance) -> dict[str, str]:
    way, cell = chance.choice(DIRECTIONS), chance.choice(CELLS)
    one = chance.choice(
        (
            *({"déplacement": chance.choice(DIRECTIONS[:4])} for _ in range(20)),
            {"move": way},
            {"deplacement": cell},
            {"déplacement": "droite", "déplacement supplémentaire": "droite"},
            {"viser": cell},
            {"tirer": cell},
            {"terroriser": cell},
            {"échanger": way},
            {"attirer": "gauche"},
            {"téléport": cell},
            {"révéler": cell},
            {"modifier": "{action: terreur rouge, avant: déplacement du Savant bleu}"},
            {"conduire fantôme": "{case: (1;1), camp: rouge, vers: haut}"},
            {"capturer": "Zoé"},
            {"autopsie": "oui"},
            {},
        )
    )
    votes = (*({},) * 9, {"abandonner": "oui"}, {"arrêter": chance.choice(VOTES)}, {"arrêter": "oui"}, {"stop": "no"})
    return {**one, **chance.choice(votes)}


def _resistance(chance: Chance, scene: Scene) -> dict[str, str]:
    members = chance.sample(scene.players, chance.choice((2,) * 6 + (3, 3, 1)))
    squad = chance.choice(("[{}]".format(", ".join(members)), " et ".join(members), " & ".join(members)))
    given = {
        "proposal": chance.choice(
            (
                {"escadron": squad},
                {"escadron": squad},
                {"team": squad, "target": "1"},
                {"escadron": squad, "cible": "9"},
            )
        ),
        "vote": {chance.choice(("vote", "voter", "VOTE")): chance.choice(VOTES)},
        "mission": {chance.choice(("mission", "carte", "card")): chance.choice(CARDS)},
    }
    phase = scene.phase if chance.random() < 0.85 else chance.choice(tuple(given))
    return given.get(phase, {"vote": "oui"})


def _ahead(chance: Chance, scene: Scene) -> str:
    """Return a file for a later turn."""
    return _file(chance, scene, scene.turn + chance.choice((1,) * 9 + (2,) * 5 + (3, 10, 11, 10**9)))


def _past(chance: Chance, scene: Scene) -> str:
    """Return a file for a turn that is past."""
    return _file(chance, scene, max(0, scene.turn - chance.choice((1, 1, 2, 9))))


def _standing(chance: Chance, scene: Scene) -> str:
    """Return standing orders, alone."""
    words = chance.choice((*FRENCH, ENGLISH))
    player = _player(chance, scene)
    every = {"resistance": "{vote: oui, mission: réussite}", "tsewnart": "{déplacement: haut}"}
    given = chance.choice((*(every[scene.game],) * 3, "rien", _orders(chance, scene, player)))
    return f"{words['player']}: {player}\n{words['turn']}: {scene.turn}\n{words['standing']}: {given}\n"


def _table(chance: Chance, scene: Scene) -> str:
    """Return the MJ's table of several players."""
    word, players = chance.choice((("joueurs", "tour"), ("players", "turn"))), chance.sample(scene.players, 3)
    turn = scene.turn + chance.choice((0, 0, 0, 1))
    rows = (f"  {player}: {_in_braces(chance, scene, player)}\n" for player in players)
    return f"{word[1]}: {turn}\n{word[0]}:\n" + "".join(rows)


def _form(chance: Chance, scene: Scene) -> str:
    """Return the program's own form, sent back with an order or two."""
    player = _player(chance, scene)
    return (
        "# yaml-language-server: $schema=ordres.schema.json\n# La partie\n# Tu es le Tacticien, en (5;2).\n"
        f"joueur: {player}\ntour: {scene.turn}\n# Remplis les lignes que tu veux\n"
        f"{_given(chance, scene, player, FRENCH[0])}\n"
        "  # Votes, avec ou sans ordres :\n  arrêter:\npermanents:\n  déplacement:\n# un mot\nnote:\n"
    )


def _two(chance: Chance, scene: Scene) -> str:
    """Return two files in one."""
    between = chance.choice(("", "---\n", "\n\n", "...\n", "-- \n"))
    return _own(chance, scene) + between + _file(chance, scene, scene.turn)


def _prose(chance: Chance, scene: Scene) -> str:
    """Return a message that holds no orders, or none that a program would find."""
    player = _player(chance, scene)
    return chance.choice(
        (
            f"Salut !\nJe me déplace à droite au tour {scene.turn}, d'accord ?\n{player}\n",
            f"Bonjour,\njoueur : {player}, tour : {scene.turn}, ordres : rien\n",
            "",
            "\n \n\t\n",
            "# joueur: Zoé\n",
            "rien",
            "- joueur: Anna\n- tour: 1\n",
            "<!DOCTYPE html>\n<html><body><p>joueur: Anna<br>tour: 1</p></body></html>\n",
            '{"joueur": "Anna", "tour": 1, "ordres": "rien"}\n',
            "joueur;tour;ordres\nAnna;1;rien\n",
            "%PDF-1.4\n%âãÏÓ\n1 0 obj\n",
        )
    )


SHAPES: Mapping[str, Callable[[Chance, Scene], str]] = {
    "own": _own,
    "ahead": _ahead,
    "past": _past,
    "standing": _standing,
    "table": _table,
    "form": _form,
    "two": _two,
    "prose": _prose,
}


# Mutations of the text ---------------------------------------------------------------------------------------

WRONG = (
    *("", "[]", "{}", "[a, b]", "{a: b}", "[[1]]", "12", "-1", "1e309", "0x10", "007", "1_000", "٣", "３", "²", "1.0"),
    *("true", "no", "null", "~", ".nan", "2026-11-20", "10:20", '"\\ud800"', '"\\0"', '"\\UFFFFFFFF"', "'", '"', "|"),
    *("!!python/object:os.system x", "!x", "&a b", "*a", "&a [*a]", "[", "{", "[[[[", "? a", "- a", "%", "@", "`", "#"),
    *("{joueur: Anna}", "{Anna: rien}", "-", ":", "a: b", "\u3164", "\u200b", "\ufeff", "\u2060", "\ufdd0", "\ufffe"),
    *("1" * 30, "A" * 300, "{0}", "%s", "%(x)s", "{player}", "<b>", "[b]", "[/code]", "$(id)", "\u202eAnna", "Аnna"),
    *("Anna\u0301\u0301", "ANNA", "anna ", "Anna, Luc", "«Anna»", "“Anna”", "An\tna", "An na", "e\u0301", "ﬁ", "İ"),
)
SPELT = (
    *("joueurs", "clef", "Cle", "key", "keys", "ordre", "Ordres", "orders", "tours", "turn", "camp", "player", "note"),
    *("permanent", "standing", "déplacment", "vote", "rôles", "placement", "<<", "?", "", "joueur joueur", "Jоueur"),
    *('"joueur"', "'tour'", "[a]", "{a: b}", "&x", "*x", "!t k", "null", "1", "oui", "é" * 80, "k" * 300, "\u3164"),
)
_KEYED = re.compile(r"^([ \-]*)([^:\n#]{1,60}?)([ \u00a0]*:)([^\n]*)$", re.MULTILINE)


def _lines(change: Callable[[Chance, list[str]], None]) -> Callable[[Chance, str, Scene], str]:
    """Return a mutation that works on the lines of a text."""

    def mutation(chance: Chance, text: str, scene: Scene) -> str:
        lines = text.split("\n")
        change(chance, lines)
        return "\n".join(lines)

    return mutation


def _double(chance: Chance, lines: list[str]) -> None:
    at = chance.randrange(len(lines))
    lines.insert(chance.choice((at, len(lines))), lines[at])


def _delete(chance: Chance, lines: list[str]) -> None:
    del lines[chance.randrange(len(lines))]
    lines or lines.append("")


def _swap(chance: Chance, lines: list[str]) -> None:
    one, other = chance.randrange(len(lines)), chance.randrange(len(lines))
    lines[one], lines[other] = lines[other], lines[one]


def _indent(chance: Chance, lines: list[str]) -> None:
    for at in chance.choice(([chance.randrange(len(lines))], range(len(lines)))):
        lines[at] = chance.choice((" ", "  ", "\t", "    ", "\u00a0", "\u3000", "> ", "> > ", "- ", "* ")) + lines[at]


def _outdent(chance: Chance, lines: list[str]) -> None:
    at = chance.randrange(len(lines))
    lines[at] = lines[at].lstrip()


def _join(chance: Chance, lines: list[str]) -> None:
    at = chance.randrange(len(lines))
    lines[at : at + 2] = [" ".join(lines[at : at + 2])]


def _cut(chance: Chance, text: str, scene: Scene) -> str:
    at = chance.randrange(len(text) + 1)
    return chance.choice((text[:at], text[at:]))


def _splice(chance: Chance, text: str, scene: Scene) -> str:
    other = body(chance, scene)[1]
    return text[: chance.randrange(len(text) + 1)] + other[chance.randrange(len(other) + 1) :]


def _value(chance: Chance, text: str, scene: Scene) -> str:
    """Put something else where a value is."""
    places = list(_KEYED.finditer(text))
    if not places:
        return text + chance.choice(WRONG)
    place = chance.choice(places)
    wrong = chance.choice((*WRONG, *scene.players))
    return f"{text[: place.start(4)]} {wrong}{text[place.end(4) :]}"


def _spelling(chance: Chance, text: str, scene: Scene) -> str:
    """Spell a key otherwise."""
    places = list(_KEYED.finditer(text))
    if not places:
        return text
    place = chance.choice(places)
    return text[: place.start(2)] + chance.choice(SPELT) + text[place.end(2) :]


def _insert(chance: Chance, text: str, scene: Scene) -> str:
    """Put something odd anywhere."""
    at = chance.randrange(len(text) + 1)
    return text[:at] + chance.choice((*WRONG, *ODD)) + text[at:]


ODD = (
    *("\u00a0", "\u202f", "\u2028", "\u2029", "\u0085", "\x0b", "\x0c", "\x1b[31m", "\x07", "\x7f", "\x00", "\x9b"),
    *("\ufeff", "\u200d", "\u202e", "\u2066", "🚀", "👩‍👩‍👧", "\U000e0041", "\ue000", "\uffff", "\t", "\t:", ":", " #"),
    *("[code]", "[/code]", "```", "```yaml\n", "[quote]", "[/quote]", "[b]", "[/b]", "[code]\n[code]", "---", "..."),
    *("\n%YAML 1.2\n---\n", "\n? - a\n: - b\n", "\n<<: *a\n", "\n- -\n", "&#8203;", "<br>", "<script>alert(1)"),
)


def _deep(chance: Chance, text: str, scene: Scene) -> str:
    """Put a value in many lists, mappings or levels."""
    many = chance.choice((5, 19, 20, 21, 50, 400))
    deep = chance.choice(("[" * many + "]" * many, "[" * many, "{a: " * many + "b" + "}" * many, "- " * many + "a"))
    at = chance.randrange(len(text) + 1)
    return text[:at] + deep + text[at:]


def _long(chance: Chance, text: str, scene: Scene) -> str:
    """Make something long: a value, a line, many keys."""
    many = chance.choice((2_000, 20_000, 120_000) if chance.random() < 0.2 else (200,))
    what = chance.choice(("x", "é", "mot ", "\u0301", "🚀")) * (many // 4)
    keys = "".join(f"k{number}: v\n" for number in range(many // 10))
    at = chance.randrange(len(text) + 1)
    return chance.choice((text[:at] + what + text[at:], text + keys, _note(text, what), f"{what}\n{text}"))


def _note(text: str, what: str) -> str:
    return f"{text}\nnote: {what}\n"


def _word(chance: Chance, text: str, scene: Scene) -> str:
    """Write as a word processor or a telephone does."""
    pairs = {"'": "’", '"': "“", "-": "—", ": ": "\u00a0: ", "...": "…", "  ": "\u00a0\u00a0", ":": "："}
    for plain, typed in pairs.items():
        text = text.replace(plain, typed) if chance.random() < 0.4 else text
    return text


def _case(chance: Chance, text: str, scene: Scene) -> str:
    return chance.choice((str.upper, str.lower, str.title, str.swapcase))(text)


MUTATIONS: tuple[Callable[[Chance, str, Scene], str], ...] = (
    *(_lines(change) for change in (_double, _delete, _swap, _indent, _outdent, _join)),
    *(_cut, _splice, _value, _value, _value, _spelling, _spelling, _insert, _insert, _deep, _long, _word, _case),
)


# Dresses -----------------------------------------------------------------------------------------------------

GREETINGS = (
    "Salut ! Voilà mes ordres, à bientôt",
    "Bonjour à tous,\n\nici Zoé : voici",
    "Hello, here you are",
    "Voil\u00e0",
    "[b]Ordres[/b] du tour",
    "joueur: quelqu’un d’autre",
)
SIGNATURES = ("-- \nZoé : à bientôt", "Zoé", "Envoyé depuis mon téléphone\u202f!", "___\n« Qui vivra verra »", "\n\n\n")


def _code(chance: Chance, text: str) -> str:
    start, end = chance.choice((("[code]", "[/code]"), ("[CODE=yaml]", "[/CODE]"), ("```yaml", "```"), ("```", "```")))
    between = chance.choice(("\n", "\n", ""))
    return f"{chance.choice(GREETINGS)}\n{start}{between}{text}{between}{end}\n{chance.choice(SIGNATURES)}\n"


def _bare_code(chance: Chance, text: str) -> str:
    return f"[code]\n{text}\n[/code]\n"


def _quoted_post(chance: Chance, text: str) -> str:
    tag = chance.choice(('quote="MJ"', "quote", "spoiler", "size=12", "color=#ff0000", "b"))
    return f"[{tag}]{text}[/{tag.partition('=')[0]}]"


def _answered_post(chance: Chance, text: str) -> str:
    return f'[quote="MJ"]Mettez [code]vos ordres[/code] ici : merci[/quote]\n{_code(chance, text)}'


def _mail(chance: Chance, text: str) -> str:
    quoted = "".join(f"> {line}\n" for line in text.split("\n"))
    head = chance.choice(("Le lun. 23 nov. 2026 à 10:02, MJ <mj@example.org> a écrit :\n", "On Monday, MJ wrote:\n"))
    return chance.choice((f"{text}\n{head}{quoted}", f"{head}{quoted}\n{text}", quoted))


def _signed(chance: Chance, text: str) -> str:
    return f"{chance.choice(GREETINGS)}\n\n{text}\n{chance.choice(SIGNATURES)}\n"


def _html(chance: Chance, text: str) -> str:
    rows = "<br>\n".join(html.escape(line) for line in text.split("\n"))
    return chance.choice((f"<p>{rows}</p>", f"<pre>{html.escape(text)}</pre>", rows.replace(" ", "&nbsp;")))


def _headed(chance: Chance, text: str) -> str:
    return (
        "From: Zoé <zoe@example.org>\nTo: mj@example.org\nSubject: =?utf-8?Q?tour_1_=C3=A0_l=27heure?=\n"
        f"Date: Mon, 23 Nov 2026 10:02:00 +0100\nContent-Type: text/plain; charset=utf-8\n\n{text}"
    )


DRESSES: tuple[Callable[[Chance, str], str], ...] = (
    *(_code, _code, _code, _bare_code, _quoted_post, _answered_post, _mail, _signed, _html, _headed),
)


# Encodings ---------------------------------------------------------------------------------------------------


def _plain(codec: str, before: bytes = b"") -> Callable[[Chance, str], bytes]:
    return lambda chance, text: before + text.encode(codec, "replace")


def _mixed_outside(chance: Chance, text: str) -> bytes:
    """Return UTF-8 with bytes of Latin-1 before and after a block of code."""
    if "[code]" not in text:
        text = _bare_code(chance, text)
    greeting, signature = chance.choice(GREETINGS[:4]), chance.choice(SIGNATURES[:2])
    before = greeting.encode("latin-1", "replace") if chance.random() < 0.7 else greeting.encode()
    return before + b"\xe0\n" * chance.choice((0, 1)) + b"\n" + text.encode() + b"\n" + signature.encode("latin-1")


def _mixed_inside(chance: Chance, text: str) -> bytes:
    """Return UTF-8 with one character in Latin-1."""
    data = text.encode()
    accents = list(re.finditer(rb"\xc3[\x80-\xbf]", data))
    if not accents:
        at = chance.randrange(len(data) + 1)
        return data[:at] + b"\xe9" + data[at:]
    accent = chance.choice(accents)
    return data[: accent.start()] + accent[0].decode().encode("latin-1") + data[accent.end() :]


def _with(*pieces: bytes) -> Callable[[Chance, str], bytes]:
    """Return an encoding: UTF-8 with some of ``pieces``, which are none, anywhere."""

    def encode(chance: Chance, text: str) -> bytes:
        data = text.encode()
        for _ in range(chance.choice((1, 1, 2))):
            at = chance.choice((0, len(data), chance.randrange(len(data) + 1)))
            data = data[:at] + chance.choice(pieces) + data[at:]
        return data

    return encode


def _mojibake(chance: Chance, text: str) -> bytes:
    return text.encode().decode("cp1252", "replace").encode()


def _decomposed(chance: Chance, text: str) -> bytes:
    import unicodedata

    return unicodedata.normalize(chance.choice(("NFD", "NFKD", "NFKC")), text).encode()


ENCODINGS: Mapping[str, Callable[[Chance, str], bytes]] = {
    "utf-8": _plain("utf-8"),
    "utf-8 decomposed": _decomposed,
    "utf-8 with BOM": _plain("utf-8", b"\xef\xbb\xbf"),
    "latin-1": _plain("latin-1"),
    "cp1252": _plain("cp1252"),
    "cp437": _plain("cp437"),
    "mac-roman": _plain("mac-roman"),
    "utf-16": _plain("utf-16"),
    "utf-16-le": _plain("utf-16-le"),
    "utf-16-be": _plain("utf-16-be"),
    "utf-16-be with BOM": _plain("utf-16-be", b"\xfe\xff"),
    "utf-16 cut": lambda chance, text: text.encode("utf-16")[:-1],
    "utf-32": _plain("utf-32"),
    "utf-32-be": _plain("utf-32-be"),
    "utf-7": _plain("utf-7"),
    "mixed, outside": _mixed_outside,
    "mixed, inside": _mixed_inside,
    "mojibake": _mojibake,
    "quoted-printable": lambda chance, text: quopri.encodestring(text.encode()),
    "base64": lambda chance, text: base64.encodebytes(text.encode()),
    "surrogates": _with(b"\xed\xa0\xbd", b"\xed\xb0\x80", b"\xed\xa0\xbd\xed\xb8\x80"),
    "NULs": _with(b"\0", b"\0\0\0\0", b"\xc0\x80"),
    "bad UTF-8": _with(b"\xff", b"\xc3", b"\xe2\x80", b"\x80\x80", b"\xf0\x9f", b"\xf8\x88\x80\x80\x80", b"\xc3\x28"),
}
"""How a text becomes bytes; those that are no encoding of it are what clients make of one."""
USUAL = ("utf-8", "utf-8", "utf-8 with BOM", "utf-8 decomposed", "mixed, outside", "mixed, outside")
"""Encodings of which much is accepted."""


# Damages -----------------------------------------------------------------------------------------------------


def _flip(chance: Chance, data: bytes) -> bytes:
    changed = bytearray(data)
    for _ in range(chance.choice((1, 1, 8)) if data else 0):
        changed[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
    return bytes(changed)


def _cut_bytes(chance: Chance, data: bytes) -> bytes:
    at = chance.randrange(len(data) + 1)
    return chance.choice((data[:at], data[at:]))


def _put_bytes(chance: Chance, data: bytes) -> bytes:
    at = chance.randrange(len(data) + 1)
    return data[:at] + chance.randbytes(chance.choice((1, 1, 4, 40))) + data[at:]


def _twice(chance: Chance, data: bytes) -> bytes:
    start = chance.randrange(len(data) + 1)
    end = start + chance.randrange(80)
    return data[:end] + data[start:]


def _huge(chance: Chance, data: bytes) -> bytes:
    """Make a file larger than is read; rarely, for it costs time."""
    if chance.random() < 0.95:
        return data
    return data + chance.choice((b" ", b"\n", b"a", b"\xe0", b"- ")) * chance.choice((66_000, 66_000, (1 << 20) + 9))


DAMAGES: tuple[Callable[[Chance, bytes], bytes], ...] = (_flip, _flip, _cut_bytes, _put_bytes, _twice, _huge)


# Names -------------------------------------------------------------------------------------------------------

NAMES = (
    *("{}.yaml",) * 6,
    *("{}.txt", "{} Zoé à 10 h.yaml", "{}", "{}.json", "{}.yaml.txt", "{}..", "{} .yaml", "{}.YAML", "-{}.yaml"),
    *("--help {}", "{}\n{}.yaml", "{}\t\x1b[31m\x07.yaml", "{}\x7f\x01.yaml", "{}\u202egpj.yaml", "{}\u3164.yaml"),
    *(
        "{}\udcff\udce9.yaml",
        "\udcc3{}.yaml",
        "{}[b]x[i].yaml",
        "{}<script>.yaml",
        "{}%s{{0}}{{x}}.yaml",
        "{}\\x.yaml",
    ),
    *("{}:x.yaml", "{}'\".yaml", "{}🚀.yaml", "{}" + "x" * 240, "0001 {}.yaml", "{}.accepted.json", "{};rm -rf.yaml"),
    *("{}\u2028x.yaml", "{}\u00a0:.yaml", "{}e\u0301\u0301.yaml", "~{}.yaml", "${}", "{}?*.yaml", "{}\r.yaml"),
)
"""Names for files, with a place for the token; the last ones are what a system may hold all the same."""
RESERVED = ("-", "0001.yaml", "campaign.yaml", "con", "0001.accepted.json", "..yaml.x", "\udcff", "\n", "None")
"""Whole names; each may come once in an inbox."""


def name(chance: Chance, token: str) -> str:
    """Return the name of a file, as ``os.fsdecode`` gives it."""
    if chance.random() < 0.02:
        return chance.choice(RESERVED)
    return chance.choice(NAMES).format(*(token,) * 2)
