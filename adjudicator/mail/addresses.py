"""Addresses as they are compared, and ours among those to which a mail went."""

from __future__ import annotations

from adjudicator.core.words import slug


def plain_address(address: str) -> str:
    """Return an address by which it is compared: capitals from A to Z are small, its domain is as servers write it.

    Nothing else is changed: another sign that looks the same, or is folded into the same one, makes another address.
    """
    local, at, domain = address.rpartition("@")
    if not domain.isascii():
        domain = ".".join(map(_as_servers_write, domain.split(".")))
    return (local + at + domain).translate(_SMALL)


def _as_servers_write(label: str) -> str:
    """Return a part of a domain in letters of ASCII (``xn--…``), if that stands for just what is written; else it."""
    small = label.lower()
    if len(label) > _LONGEST_LABEL or label.isascii() or any(_is_folded(letter) for letter in label):
        return label
    try:
        coded = small.encode("idna")
        return coded.decode() if coded.decode("idna") == small else label
    except UnicodeError:
        return label


def _is_folded(letter: str) -> bool:
    """Tell whether a letter that is none of ASCII's becomes one as a small letter, as the sign of Kelvin does."""
    return not letter.isascii() and letter.lower().isascii()


_LONGEST_LABEL = 63
_SMALL = {capital: capital + 32 for capital in range(ord("A"), ord("Z") + 1)}


def forms_of(address: str) -> tuple[str, ...]:
    """Return how a plain address may be written: its domain as servers write it, and in the letters of its language."""
    local, at, domain = address.rpartition("@")
    try:
        read = domain.encode("ascii").decode("idna") if "xn--" in domain else domain
    except UnicodeError:
        read = domain
    return (address,) if read == domain else (address, local + at + read)


def tag_of(address: str, ours: str) -> str:
    """Return what stands behind the ``+`` of an address to which a mail went, if it is ours with one; else nothing."""
    local, _, domain = plain_address(address.lower()).rpartition("@")
    own, _, own_domain = plain_address(ours.lower()).rpartition("@")
    name, plus, tag = local.partition("+")
    return slug(tag) if plus and name == own and domain == own_domain else ""


def is_ours(address: str, ours: str) -> bool:
    """Tell whether a mail to an address would come back to the mailbox whose address is ``ours``, with a tag or not."""
    plain, own = plain_address(address).lower(), plain_address(ours).lower()
    local, _, domain = plain.rpartition("@")
    return own in (plain, f"{local.partition('+')[0]}@{domain}")
