"""What stands behind the word for a fact as somebody wrote it: put into the form in which it is read, or told how."""

from __future__ import annotations

import re

from adjudicator.core.conditions import AND, OR, UNLESS
from adjudicator.core.faults import Fault
from adjudicator.reading.bounds import bound_in
from adjudicator.reading.lexicon import written_value
from adjudicator.reading.mending import Mending
from adjudicator.reading.outline import Place
from adjudicator.reading.partwords import braced
from adjudicator.reading.schemas import Schema
from adjudicator.reading.twigs import Branches, Twig, written


def mend_group(mending: Mending, group: Twig) -> None:
    """Mend the facts of a group; facts that must all hold need no « and » of their own within it."""
    if not isinstance(group.node, dict):
        return
    found = mending.under(AND, group.node)
    parts = _together(found[1]) if found else None
    if found and parts is not None and not parts.keys() & group.node.keys():
        del group.node[found[0]]
        group.node |= parts
        mending.put_right = True
    for key, inner in list(group.node.items()):
        if mending.fact(key):
            mend_argument(mending, key, inner)
        elif mending.place.meaning(key, mending.context) is not None:
            mending.tell(Fault("clauses-nested", inner.key or inner.mark, key), ())
            del group.node[key]
            group.whole = False


def _together(twig: Twig) -> Branches | None:
    """Return the facts of groups that must all hold as those of one."""
    groups = twig.node if isinstance(twig.node, list) else [twig]
    keys = [key for group in groups if isinstance(group.node, dict) for key in group.node]
    if len(set(keys)) < len(keys) or not all(isinstance(group.node, dict) and group.whole for group in groups):
        return None
    return {key: each for group in groups if isinstance(group.node, dict) for key, each in group.node.items()}


def mend_argument(mending: Mending, key: str, twig: Twig) -> None:
    """Mend the argument of one fact, the word for which is ``key``."""
    place = mending.place.part(mending.fact(key) or key)
    kinds = place.schema.get("x-read", ())
    if place.schema.get("type") == "boolean":
        if twig.node is None:
            yes = mending.context.vocabulary.word("booleans", "true", mending.context.language)
            mending.tell(Fault("clauses-bare", twig.mark, key), [f"{key}: {yes}"])
    elif place.schema.get("type") == "object":
        _mend_object(mending, key, twig, place)
    elif "integer" in kinds:
        _mend_bound(mending, twig)
    elif "yes" in kinds and isinstance(twig.node, str) and _is_no(mending, twig.node):
        words = mending.context.vocabulary
        yes = words.word("booleans", "true", mending.context.language)
        fault = Fault("clauses-denial", twig.mark, f"{key}: {twig.node}", values={"fill": ""})
        mending.tell(fault, [f"{mending.word(UNLESS)}: {{{key}: {yes}}}"])
        mending.spoil(twig)
    else:
        _tell_several(mending, key, twig, place.schema)


def _is_no(mending: Mending, text: str) -> bool:
    return mending.context.vocabulary.meaning("booleans", text) == "false"


# Numbers --------------------------------------------------------------------------------------------------------


def _mend_bound(mending: Mending, twig: Twig) -> None:
    """Write « > 3 », « at least 4 », « {at least 4} », « two » as a bound is read."""
    text = twig.node if isinstance(twig.node, str) else None
    if isinstance(twig.node, dict) and len(twig.node) == 1:
        text = _bound_of(mending, *next(iter(twig.node.items())))
    found = bound_in(text, mending.context) if text is not None else None
    if found is None or found == text:
        return
    if found.startswith("{"):
        twig.node = _pairs(found, twig)
    elif found.startswith("["):
        twig.node = [Twig(number, twig.mark) for number in found.strip("[]").split(", ")]
    else:
        twig.node = found
    mending.put_right = True


def _bound_of(mending: Mending, key: str, inner: Twig) -> str | None:
    """Return the text of a bound of which something is missing, « at least 4 » without its colon, « more than: 3 »."""
    if inner.node is None:
        return key
    if mending.context.vocabulary.meaning("bounds", key) is None and isinstance(inner.node, str):
        return f"{key} {inner.node}"
    return None


def _pairs(bound: str, twig: Twig) -> Branches:
    pairs = (part.split(": ") for part in bound.strip("{}").split(", "))
    return {word: Twig(number, twig.mark, twig.key or twig.mark) for word, number in pairs}


# Several parts --------------------------------------------------------------------------------------------------


def _mend_object(mending: Mending, key: str, twig: Twig, place: Place) -> None:
    """Mend a bound among the parts of an argument; tell of an argument that is not written in parts."""
    if isinstance(twig.node, dict):
        inner = mending.place.inner(mending.fact(key) or key)
        for word, each in list(twig.node.items()):
            strange = inner is not None and inner.meaning(word, mending.context) is None
            text = _bound_of(mending, word, each) if strange and place.takes("at_least") else None
            found = bound_in(text, mending.context) if text is not None else None
            if found is not None and found.startswith("{") and not _pairs(found, each).keys() & twig.node.keys():
                del twig.node[word]
                twig.node |= _pairs(found, each)
                mending.put_right = True
    elif isinstance(twig.node, str):
        shown = braced(place, twig.node, mending.context)
        mending.tell(Fault("clauses-parts", twig.mark, key, values={"fill": ""}), [f"{key}: {shown}"])
        mending.spoil(twig)


def _tell_several(mending: Mending, key: str, twig: Twig, schema: Schema) -> None:
    """Tell of several values that words join, « Anna or Bruno », or of a list where one value is asked for."""
    takes_list = any(each.get("type") == "array" for each in schema.get("anyOf", ()))
    if isinstance(twig.node, list) and not takes_list:
        values = [item.node for item in twig.node if isinstance(item.node, str)]
        if len(values) < 2 or len(values) < len(twig.node):
            return
        either = True
    elif isinstance(twig.node, list) and any(_runs_together(mending, schema, item) for item in twig.node):
        values, either = [], False
    elif isinstance(twig.node, str) and _read(mending, schema, twig.node) is None:
        values = _joined(mending, schema, twig.node)
        either = mending.ear.is_joined(twig.node) or not takes_list
    else:
        return
    if len(values) < 2 and "player" in schema.get("x-read", ()) and mending.context.players is not None:
        values = mending.context.players.within(written(twig))
    if len(values) < 2:
        return
    groups = written(Twig([Twig({key: Twig(each)}) for each in values]))
    lines = [f"{mending.word(OR)}: {groups}"] if either else [f"{key}: [{', '.join(map(str, values))}]"]
    found = written(twig) if isinstance(twig.node, list) else str(twig.node)
    fault = Fault("clauses-either", twig.mark, found) if either else Fault("clauses-several", twig.mark, found)
    mending.tell(fault, lines)
    mending.spoil(twig)


def _runs_together(mending: Mending, schema: Schema, item: Twig) -> bool:
    """Tell whether several names stand in one part of a list, « [Anna Bruno] »."""
    players = mending.context.players if "player" in schema.get("x-read", ()) else None
    if players is None or not isinstance(item.node, str) or _read(mending, schema, item.node) is not None:
        return False
    return len(players.within(item.node)) > 1


def _joined(mending: Mending, schema: Schema, text: str) -> list[str]:
    """Return the values that a text joins by « or », « and », commas; none where one of them is none."""
    words = mending.context.vocabulary
    joins = "|".join(re.escape(form) for word in (OR, AND) for form in words.forms("clauses", word))
    parts = [part for part in re.split(rf"\s*,\s*|\s+(?:{joins})\s+", text.strip(), flags=re.IGNORECASE) if part]
    values = [_read(mending, schema, part) for part in parts]
    return [value for value in values if value is not None] if None not in values else []


def _read(mending: Mending, schema: Schema, text: str) -> str | None:
    return written_value(schema.get("x-read", ()), text, mending.context)
