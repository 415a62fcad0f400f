"""Catalogues as modules of Python, for the wheel: to read one takes a tenth of what its ``.mo`` takes."""

from __future__ import annotations

from gettext import GNUTranslations
from typing import BinaryIO


def module_source(catalogue: BinaryIO) -> str:
    """Return the text of the module that says what a compiled catalogue (``.mo``) says; ``Written`` reads it."""
    translations = GNUTranslations(catalogue)
    said = vars(translations)["_catalog"]  # gettext gives no other way to all of them
    sentences = {key: text for key, text in said.items() if isinstance(key, str) and key}
    forms: dict[str, dict[int, str]] = {}
    for key, text in said.items():
        if isinstance(key, tuple):
            forms.setdefault(key[0], {})[key[1]] = text
    plurals = {key: tuple(found[number] for number in sorted(found)) for key, found in forms.items()}
    which = translations.info()["plural-forms"].partition("plural=")[2].rstrip(";")
    module = {"WHICH": which, "SENTENCES": sentences, "PLURALS": plurals}
    return "".join(f"{name} = {value!r}\n" for name, value in module.items())
