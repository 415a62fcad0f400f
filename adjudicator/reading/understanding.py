"""Translate a document, as a person wrote it, into canonical data.

Each word is understood by the place where it stands. The schema names the places by keywords that validators ignore:
``x-keys`` (the keys are words of that place of the vocabulary), ``x-names`` (the keys are names of that kind),
``x-read`` (the value is of one of these kinds), ``x-nothing`` (a word of that place stands for an empty object),
``x-blanks`` (lines may be left without a value) and ``x-unfilled`` (keys of objects that may be left blank as a
whole).
"""

from __future__ import annotations

import re
from collections.abc import Collection
from contextlib import suppress
from typing import Any

from adjudicator.core.context import Context, Kind, reader_of
from adjudicator.core.faults import Fault, KeyPath, Mark, Objection, Unread
from adjudicator.core.words import LONGEST, composed
from adjudicator.reading.schemas import Schema, alternatives, resolve
from adjudicator.reading.strict_yaml import MAX_FAULTS, Document

_SCALARS = ("boolean", "integer")
_AND = re.compile(r"\s*[,;]\s*(?:(?:et|and|puis|then)\s+)?|\s+(?:et|and|&|puis|then|>)\s+", re.IGNORECASE)
"""What stands between the names of a list that has no brackets."""


class Understood:
    """A document in canonical words, with where and how everything was written.

    All paths are canonical.

    ``values`` and ``keys``: where the values and keys stand.
    ``written``: the keys as the person wrote them.
    ``texts``: the scalars as the person wrote them.
    ``faulty``: the paths of the values that could not be read; they are None in ``root``.
    ``incomplete``: the paths of the objects from which an unreadable key was left out.
    ``troubled``: the paths at which the schema found a fault.
    ``unfilled``: the objects whose lines were all left blank, with the keys of these lines.
    """

    def __init__(self) -> None:
        """Create an empty result, which the reading fills."""
        self.root: Any = None
        self.values: dict[KeyPath, Mark] = {}
        self.keys: dict[KeyPath, Mark] = {}
        self.written: dict[KeyPath, str] = {}
        self.texts: dict[KeyPath, str] = {}
        self.faulty: set[KeyPath] = set()
        self.incomplete: set[KeyPath] = set()
        self.troubled: set[KeyPath] = set()
        self.unfilled: dict[KeyPath, list[str]] = {}
        self.faults: list[Fault] = []

    def mark(self, path: KeyPath, on_key: bool = False) -> Mark:
        """Return where the value (or the key) at ``path`` stands, or the nearest thing around it."""
        marks = (self.keys, self.values) if on_key else (self.values, self.keys)
        while path:
            for known in marks:
                if path in known:
                    return known[path]
            path = path[:-1]
        return self.values.get((), Mark())

    def spoilt_in(self, path: KeyPath) -> set[str | int]:
        """Return the keys at ``path`` under which something could not be read, or the schema finds a fault."""
        size, spoilt = len(path), (*self.faulty, *self.incomplete, *self.troubled)
        return {each[size] for each in spoilt if each[:size] == path and len(each) > size}

    def word(self, path: KeyPath) -> str:
        """Return the key at ``path``, or of the list that contains ``path``, as the person wrote it."""
        while path and isinstance(path[-1], int):
            path = path[:-1]
        return self.written.get(path, str(path[-1]) if path else "")

    def sender(self, base: KeyPath) -> Mark:
        """Return where the file says whose orders those at ``base`` are."""
        if base and base in self.keys and base[0] == "players":
            return self.keys[base]
        return self.values.get(("player",), self.mark(base))

    def shown(self, path: KeyPath, value: Any) -> str:
        """Return the value at ``path`` as the person wrote it, or ``value`` as short text."""
        return self.texts.get(path, shown(value))

    def blank(self, path: KeyPath) -> None:
        """Replace a value that is wrong for its place by None, so that nothing judges it again."""
        self.faulty.add(path)
        holder = self.root
        for step in path[:-1]:
            holder = holder[step]
        if path:
            holder[path[-1]] = None


def understand(document: Document, schema: Schema, context: Context) -> Understood:
    """Translate ``document`` into the canonical words of ``schema``; what cannot be read becomes None, with a fault."""
    reading = _Reading(document, context)
    reading.result.root = reading.read(document.root, (), (), schema, schema)
    return reading.result


class _Reading:
    """Translates one document along its schema; ``source`` is always a path as written, ``path`` the canonical one."""

    def __init__(self, document: Document, context: Context) -> None:
        self.document, self.context = document, context
        self.refused = {fault.mark for fault in document.faults}
        self.result = Understood()

    def read(self, node: Any, source: KeyPath, path: KeyPath, schema: Schema, root: Schema) -> Any:
        self.result.values[path] = self.document.values.get(source, Mark())
        schema, root = resolve(schema, root)
        if isinstance(node, str):
            self.result.texts[path] = node
        elif node is None and self.result.values[path] in self.refused:
            self.result.faulty.add(path)
        if isinstance(node, str) and "x-nothing" in schema:
            return self._read_nothing(node, path, schema["x-nothing"])
        if isinstance(node, dict) and (found := branch(schema, root, OBJECTS)):
            return self._read_object(node, source, path, *found)
        if isinstance(node, (list, dict)) and (items := self._read_items(node, source, path, schema, root)) is not None:
            return items
        if "x-read" in schema:
            return self._read_alone(node, source, path, schema, root)
        kind = schema.get("type")
        if isinstance(node, str) and isinstance(kind, str) and kind in _SCALARS:
            return self._read_kinds(node, path, [kind])
        if isinstance(node, str) and kind == "array" and (one := self._list_of_one(node, source, path, schema, root)):
            node = one
        return composed(node, schema.get("maxLength", LONGEST)) if isinstance(node, str) else node

    def _read_items(
        self, node: list[Any] | dict[str, Any], source: KeyPath, path: KeyPath, schema: Schema, root: Schema
    ) -> list[Any] | None:
        """Return the items of a list, or of one object where a list of objects is expected; None if it is neither."""
        found = _list_branch(schema, root)
        if found is None:
            return None
        item, base = found[0]["items"], found[1]
        if isinstance(node, list):
            return [self.read(one, (*source, i), (*path, i), item, base) for i, one in enumerate(node)]
        item, base = resolve(item, base)
        is_one = "x-read" in item and branch(item, base, OBJECTS)
        return [self.read(node, source, (*path, 0), item, base)] if is_one else None

    def _list_of_one(self, node: str, source: KeyPath, path: KeyPath, schema: Schema, root: Schema) -> list[Any] | None:
        """Return the things named where a list is expected: one, or several as « Anna and Eve »; None if they are not.

        Only names, words and numbers are taken apart: in any other text a comma may be a comma. What is misspelt is
        told as such. The file of a campaign shows its organiser lists in brackets, and is held to them.
        """
        if "items" not in schema or str(root.get("$id", "")).endswith(":campaign"):
            return None
        item, base = resolve(schema["items"], root)
        named = "x-read" in item
        one = not schema.get("minItems", 0) > 1 and "," not in node
        ways = [[node]] if one and (named or item.get("type") in (*_SCALARS, "string")) else []
        if (named or item.get("type") == "integer") and len(parts := _AND.split(node)) > 1:
            ways.append(parts)
        for parts in ways:
            faults, faulty = len(self.result.faults), set(self.result.faulty)
            read = [self.read(part, source, (*path, i), item, base) for i, part in enumerate(parts)]
            new = self.result.faults[faults:]
            is_meant = any(part is not None for part in read) or (named and " " not in node.strip())
            if not new or (parts is ways[-1] and (is_meant or new[-1].nearest)):
                return read
            del self.result.faults[faults:]
            self.result.faulty.intersection_update(faulty)
        return None

    def _read_object(self, node: dict[str, Any], source: KeyPath, path: KeyPath, schema: Schema, root: Schema) -> Any:
        if not node and "x-nothing" in schema and not schema.get("x-blanks"):
            return None  # an unfinished line: to order nothing, a player writes the word for nothing
        canonical: dict[str, Any] = {}
        properties = schema.get("properties", {})
        if source in self.document.incomplete:
            self.result.incomplete.add(path)
        cut = self._cut_values(node, source, schema, root)
        cut_off = {word for words in cut.values() for word in words}
        for key, value in node.items():
            if key in cut_off:
                continue
            name = self._read_key(key, (*source, key), schema, root)
            if name is None:
                self.result.incomplete.add(path)
                self._stand_in(canonical, path, schema)
                continue
            here = (*path, name)
            if name in canonical and here in self.result.keys:
                first = self.result.keys[here].line
                self._fault("duplicate-key", self._key_mark((*source, key)), key, values={"key": key, "line": first})
                continue
            self.result.keys[here] = self._key_mark((*source, key))
            self.result.written[here] = key
            inner = properties.get(name, schema.get("additionalProperties"))
            inner = inner if isinstance(inner, dict) else {}
            if key in cut:
                canonical[name] = None
                self._cut_value([value, *cut[key]], (*source, key), here, _is_text(inner, root))
                continue
            canonical[name] = self.read(value, (*source, key), here, inner, root)
        return without_blanks(canonical, path, schema, self.result.faulty, self.result.unfilled)

    def _cut_values(self, node: dict[str, Any], source: KeyPath, schema: Schema, root: Schema) -> dict[str, list[str]]:
        """Return the rest of each list that lacks its brackets, or text its quotes, by its key as written.

        YAML reads ``{squad: Anna, Eve}`` as a squad of Anna and a key ``Eve`` without a value: the result is
        ``{"squad": ["Eve"]}``.
        """
        cut: dict[str, list[str]] = {}
        if None not in node.values():
            return cut
        begun: str | None = None
        text = False
        for key, value in node.items():
            name = self._meaning(key, schema)
            if name is not None:
                inner, its_root = resolve(schema.get("properties", {}).get(name, {}), root)
                plain = isinstance(value, str) and (*source, key) not in self.document.quoted
                text = plain and _is_text(inner, its_root)
                begun = key if text or (isinstance(value, str) and _list_branch(inner, its_root)) else None
            elif value is not None or self.context.torn(key):
                begun = None
            elif begun is not None and (not text or self._on_one_line(source, begun, key)):
                cut.setdefault(begun, []).append(key)
        return cut

    def _on_one_line(self, source: KeyPath, one: str, other: str) -> bool:
        """Return whether two keys stand on one line; in block style the later one is a key, not the rest of a text."""
        return self._key_mark((*source, one)).line == self._key_mark((*source, other)).line

    def _cut_value(self, items: list[str], source: KeyPath, path: KeyPath, text: bool) -> None:
        """Add the fault of a list without its brackets, or of a text without its quotes; neither is read."""
        self.result.values[path] = self.document.values.get(source, Mark())
        self.result.faulty.add(path)
        found = ", ".join(items)
        if text:
            self._fault("text-quotes", self.result.values[path], found, values={"text": f'"{found}"'})
        else:
            self._fault("list-brackets", self.result.values[path], found, values={"list": f"[{found}]"})

    def _stand_in(self, canonical: dict[str, Any], path: KeyPath, schema: Schema) -> None:
        """Put the nearest known name in place of a misspelt one, so that it is not reported as missing too.

        Its value counts as unreadable.
        """
        nearest = self.result.faults[-1].nearest
        if "x-names" not in schema or nearest is None:
            return
        meant = self._kind(schema["x-names"])(nearest, self.context)  # the nearest name may be an alias of a player
        if meant not in canonical:
            canonical[meant] = None
            self.result.faulty.add((*path, meant))

    def _read_key(self, key: str, source: KeyPath, schema: Schema, root: Schema) -> str | None:
        """Return the canonical key; if the key is not understood, add a fault and return None."""
        if torn := self.context.torn(key):
            if not self._told_torn(torn.code, key):
                self._fault(torn.code, self._key_mark(source), key)
            return None
        if kind := schema.get("x-names"):
            return self._read_name(key, source, kind)
        place = schema.get("x-keys")
        if place is None:
            return key
        vocabulary = self.context.vocabulary
        allowed = schema.get("properties")
        if (known := self._meaning(key, schema)) is not None:
            return known
        if self._told_elsewhere(key, source, schema, root, place):
            return None
        possible = list(allowed or vocabulary.canonical(place))
        words = [self.context.word(place, name) for name in possible]
        elsewhere = vocabulary.meaning(place, key) is not None  # a word of another place or stage is no misspelt one
        nearest = None if elsewhere else vocabulary.nearest(place, key, self.context.language, possible)
        sent = place == "orders+clauses" and vocabulary.meaning("orders", key) is not None
        code = "never-left" if sent else "unknown-word" if words else "no-word-here"
        self._fault(code, self._key_mark(source), key, tuple(words), nearest)
        return None

    def _meaning(self, key: str, schema: Schema) -> str | None:
        """Return the canonical key that ``key`` stands for in an object of ``schema``; None if there is none."""
        place, allowed = schema.get("x-keys"), schema.get("properties")
        known = self.context.vocabulary.meaning(place, key) if place else None
        return known if allowed is None or known in allowed else None

    def _told_elsewhere(self, key: str, source: KeyPath, schema: Schema, root: Schema, place: str) -> bool:
        """Return whether ``key`` belongs at another level of indentation; if so, add a fault that says where."""
        vocabulary = self.context.vocabulary
        of_the_file = [
            word for word in ("note", "turn", "key", "luck", "standing") if word in root.get("properties", ())
        ]
        meant = vocabulary.meaning("envelope", key) if place != "envelope" else None
        if meant == "standing" and meant in of_the_file and vocabulary.meaning("envelope", str(source[0])) == "players":
            self._fault("standing-in-table", self._key_mark(source), key, values={"player": str(source[1])})
        elif meant in of_the_file:
            self._fault("belongs-above", self._key_mark(source), key)
        elif place == "orders" and self._is_left(key, root):
            word = self.context.word("envelope", "standing")
            self._fault("belongs-below", self._key_mark(source), key, values={"word": word})
        elif above := self._belongs_below(key, schema, root):
            word = self.context.word(place, above)
            self._fault("belongs-below", self._key_mark(source), key, values={"word": word})
        else:
            return False
        return True

    def _is_left(self, key: str, root: Schema) -> bool:
        """Return whether ``key`` is an order of the standing ones."""
        return self._meaning(key, resolve(root.get("properties", {}).get("standing", {}), root)[0]) is not None

    def _belongs_below(self, key: str, schema: Schema, root: Schema) -> str | None:
        """Return the neighbouring key below which ``key`` would be understood if it were indented, or None."""
        for name, part in schema.get("properties", {}).items():
            inner, _ = resolve(part, root)
            if "x-keys" in inner and self._meaning(key, inner) is not None:
                return str(name)
            kind = str(inner.get("x-names"))
            # Only a game's own names: those of players fit many places, and any text fits some kinds.
            if kind in self.context.kinds and self._is_of(kind, key) and not self._is_of(kind, "?"):
                return str(name)
        return None

    def _is_of(self, kind: str, text: str) -> bool:
        """Return whether a kind of values takes a text."""
        with suppress(Unread):
            self._kind(kind)(text, self.context)
            return True
        return False

    def _read_name(self, key: str, source: KeyPath, kind: str) -> str | None:
        """Return the canonical name; if the name is unknown, add a fault and return None."""
        if kind == "new-name":
            return composed(key, LONGEST)
        try:
            name: str = self._kind(kind)(key, self.context)
        except Unread as unread:
            self._fault(unread.code, self._key_mark(source), key, unread.expected, unread.nearest)
            return None
        return name

    def _read_kinds(self, node: Any, path: KeyPath, kinds: list[str]) -> Any:
        """Read ``node`` as the first of ``kinds`` that understands it; if none does, add a fault and return None.

        A missing value (None) has no fault here: the schema judges it.
        """
        if node is None:
            return None
        misses: list[Unread] = []
        for kind in kinds:
            try:
                return self._kind(kind)(node, self.context)
            except Unread as unread:
                misses.append(unread)
        telling = next((miss for miss in misses if miss.code != "not-understood"), misses[0])
        expected = tuple(dict.fromkeys(word for miss in misses for word in miss.expected))
        untold = len(self.result.faults) >= MAX_FAULTS
        near = None if untold else next((miss.nearest for miss in misses if miss.nearest), None)
        players = self.context.players
        if near and players and players.within(shown(node)) and players.find(near) is None:
            near = None  # « towards Zoé » looks like « towards the top » but means a player: suggest nothing
        self.result.faulty.add(path)
        if not self._told_torn(telling.code, node):
            self._fault(telling.code, self.result.values[path], telling.found or shown(node), expected, near)
        return None

    def _read_alone(self, node: Any, source: KeyPath, path: KeyPath, schema: Schema, root: Schema) -> Any:
        """Read ``node`` as one of the kinds of ``schema``; if an object is possible too, the fault says so.

        Where a list is possible too, ``Anna, Eve`` is one, if each of its parts can be read; but in a condition
        « Anna and Eve » may mean all of them or any, and is not read.
        """
        known, faulty = len(self.result.faults), set(self.result.faulty)
        read = self._read_kinds(node, path, schema["x-read"])
        if len(self.result.faults) == known:
            return read
        told, spoilt = self.result.faults[known:], self.result.faulty
        del self.result.faults[known:]
        self.result.faulty = faulty
        in_condition = "if" in path and "then" not in path
        if isinstance(node, str) and not in_condition and (lists := _list_branch(schema, root)):
            several = self._list_of_one(node, source, path, *lists)
            if several is not None and len(self.result.faults) == known:
                return several
        self.result.faults[known:], self.result.faulty = told, spoilt
        if found := branch(schema, root, OBJECTS):
            self.result.faults[-1] = told_with_braces(self.result.faults[-1], node, *found, self.context)
        return read

    def _told_torn(self, code: str, part: Any) -> bool:
        """Return whether ``part`` is a further part of a torn value, whose first part has just got the fault ``code``.

        YAML tears a value at an unexpected comma: ``{to: (3,5)}`` gives two parts.
        """
        torn = self.context.torn(part) if isinstance(part, str) else None
        last = self.result.faults[-1].code if self.result.faults else ""
        return torn is not None and torn.rest and torn.code == last == code

    def _kind(self, kind: str) -> Kind:
        """Return the reader of a kind: one of this game, one of all games, or a place of the vocabulary."""
        return reader_of(kind, self.context)

    def _read_nothing(self, node: str, path: KeyPath, place: str) -> dict[str, Any] | None:
        """Return an empty object for a word such as « nothing »; for any other text add a fault and return None."""
        vocabulary, language = self.context.vocabulary, self.context.language
        if vocabulary.meaning(place, node) is not None:
            return {}
        expected = ("expected.object", *vocabulary.words(place, language))
        near = vocabulary.nearest(place, node, language)
        near = near if near in vocabulary.words(place, language) else None  # « non » does not mean « none »
        self._fault("not-understood", self.result.values[path], node, expected, near)
        self.result.faulty.add(path)
        return None

    def _key_mark(self, source: KeyPath) -> Mark:
        return self.document.keys.get(source, Mark())

    def _fault(
        self,
        code: str,
        mark: Mark,
        found: str,
        expected: tuple[str, ...] = (),
        nearest: str | None = None,
        values: dict[str, str | int] | None = None,
    ) -> None:
        self.result.faults.append(Fault(code, mark, found, expected, nearest, values or {}))


OBJECTS = ("properties", "x-names", "x-keys")
"""Keywords by which a schema describes objects."""
LISTS = ("items",)
"""Keywords by which a schema describes lists."""


def branch(schema: Schema, root: Schema, words: tuple[str, ...]) -> tuple[Schema, Schema] | None:
    """Return the part of ``schema`` that has one of ``words``: itself or one of its alternatives; None if none has.

    The part comes with its root schema.
    """
    return next((part for part in alternatives(schema, root) if any(word in part[0] for word in words)), None)


def _list_branch(schema: Schema, root: Schema) -> tuple[Schema, Schema] | None:
    """Return the part of ``schema`` that describes lists, and its root; None if there is none or a kind reads the list.

    If ``x-read`` and ``items`` stand side by side, the kind reads the list as a whole: ``[1, 2]`` may be a span. If
    the list is an alternative under ``anyOf``, its items are read one by one, such as the members of a squad.
    """
    return None if "x-read" in schema and "items" in schema else branch(schema, root, LISTS)


def _is_text(schema: Schema, root: Schema) -> bool:
    """Return whether ``schema`` takes any text, in which a comma is a comma."""
    schema, _ = resolve(schema, root)
    return schema.get("type") == "string" and schema.get("x-read", ["free-text"]) == ["free-text"]


def shown(node: Any) -> str:
    """Return a parsed node as short text for a message."""
    if isinstance(node, list):
        return "[" + ", ".join(shown(item) for item in node) + "]"
    if isinstance(node, dict):
        return "{" + ", ".join(f"{key}: {shown(value)}" for key, value in node.items()) + "}"
    return "" if node is None else str(node)


def objected(objection: Objection, understood: Understood, base: tuple[str | int, ...] = ()) -> Fault:
    """Return an objection as a fault at its place; ``base`` is where the judged orders stand in the document."""
    path = (*base, *objection.path)
    values = {"word": understood.word(path), **objection.values}
    if objection.related:
        values["related"] = understood.word((*base, *objection.related))
    mark = understood.mark(path, objection.on_key) if objection.path else understood.sender(base)
    return Fault(objection.code, mark, understood.word(path), nearest=objection.nearest, values=values)


# Forms: players fill in some lines and leave others blank. ``x-blanks`` in a schema allows blank lines in an object;
# ``x-unfilled`` lists the keys of objects that count as absent if none of their lines is filled.


def without_blanks(
    canonical: dict[str, Any],
    path: KeyPath,
    schema: Schema,
    faulty: Collection[KeyPath],
    unfilled: dict[KeyPath, list[str]],
) -> dict[str, Any] | None:
    """Return an object without its blank lines; None if all were blank, with their keys added to ``unfilled``.

    Blank lines are only removed where ``x-blanks`` allows them; values in ``faulty`` could not be read and are not
    blank. Keys listed in ``x-unfilled`` are removed too if all lines of their objects were blank.
    """
    blank = [key for key, value in canonical.items() if value is None and (*path, key) not in faulty]
    if schema.get("x-blanks"):
        canonical = {key: value for key, value in canonical.items() if key not in blank}
        if blank and not canonical:
            unfilled[path] = blank
            return None
    not_written = [key for key in schema.get("x-unfilled", ()) if (*path, key) in unfilled]
    return {key: value for key, value in canonical.items() if key not in not_written}


# A single value where an object is expected: suggest how to write it as an object in braces.


_FEW_KEYS = 4
"""Up to this many keys of an object are named to whoever wrote something else in its place."""


def told_with_braces(fault: Fault, node: Any, schema: Schema, root: Schema, context: Context) -> Fault:
    """Return the ``fault`` of a ``node`` that is not understood, with how to write it as an object of ``schema``.

    If no such form is found, the fault also says what the object may contain: the words alone may be the opposite of
    what is meant. Of an object with many keys, or with required ones, it only says that it is possible.
    """
    if fault.code != "not-understood":
        return fault
    if braces := _in_braces(node, schema, root, context):
        return Fault("in-braces", fault.mark, fault.found, values={"braces": braces})
    if any(one.startswith("expected.") for one in fault.expected):
        return fault
    keys = list(schema.get("properties", {}))
    if "x-keys" not in schema or "required" in schema or len(keys) > _FEW_KEYS:
        only_word = len(fault.expected) == 1
        return fault._replace(expected=(*fault.expected, "expected.object")) if only_word else fault
    words = [context.word(schema["x-keys"], key) for key in keys]
    return fault._replace(expected=(*fault.expected, *(f"{{{word}: …}}" for word in words)))


def _in_braces(node: Any, schema: Schema, root: Schema, context: Context) -> str | None:
    """Return ``node`` as an object of ``schema`` with one key: ``{at: (1;4)}`` for a cell.

    Return None if no key of the object takes such a value.
    """
    if not isinstance(node, (str, int)) or "x-keys" not in schema:
        return None
    for name, part in schema.get("properties", {}).items():
        inner, _ = resolve(part, root)
        for kind in inner.get("x-read", ()):
            with suppress(Unread):
                reader_of(kind, context)(node, context)
                word = context.word(schema["x-keys"], name)
                return f"{{{word}: {node}}}"
    return None
