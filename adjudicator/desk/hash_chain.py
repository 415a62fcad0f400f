"""The hash chain: each stage's ``chain.json`` binds all that was written since the stage before, so that changes show.

A link lists these files as leaves (salted hashes); its head is the SHA-256 of the previous head and that list, as
``sha256sum`` would compute it from a file. Everybody is told the head. Salts come from the secret seed: nobody can
guess contents from a head, and anybody can check it once the seed is published.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from adjudicator.campaign.acts import act_files, undoings
from adjudicator.campaign.editions import read_record
from adjudicator.campaign.records import Act, Link
from adjudicator.orders.received import number_of
from adjudicator.orders.submission import receipt_code
from adjudicator.store import disk
from adjudicator.store.layout import BEGAN, CHAIN, ORDERS, PUBLISHED, RESULT, TURNS, WITHDRAWN, withdrawn_folder
from adjudicator.store.published import MANIFEST


def leaf_of(salt: str, digest: str) -> str:
    """Return a file's leaf from its salt and ``digest``, the SHA-256 of its bytes in hexadecimal digits."""
    return sha256(f"{salt} {digest}".encode()).hexdigest()


def salt_of(seed: str, before: str, name: str) -> str:
    """Return the salt of the file bound as ``name`` in the link that follows the head ``before``."""
    import hmac

    return hmac.digest(seed.encode(), f"chain|{before}|{name}".encode(), "sha256").hex()


def head_of(before: str, entries: Mapping[str, str]) -> str:
    """Return a link's head: the SHA-256 of a line with the previous head and one line for each leaf and its name."""
    lines = [before, *(f"{leaf}  {name}" for name, leaf in entries.items())]
    return sha256("".join(f"{line}\n" for line in lines).encode()).hexdigest()


def link_of(stage: Path) -> Link | None:
    """Return the link in a stage's folder; None if there is none or it is damaged.

    Raise ``UnusableError`` if a later version wrote it, and ``OSError`` if it cannot be read.
    """
    return read_record("chain", stage / CHAIN)  # type: ignore[return-value]


# The link that a stage adds to the chain when it is announced. It is computed from the files on disk alone, so that
# resuming an interrupted announcement gives the same link.


class Since(NamedTuple):
    """Where a stage's link begins: the previous head, empty before the first, and how many acts earlier links bind."""

    head: str
    acts: int


def new_link(folder: Path, seed: str, stages: Sequence[Path], acts: Sequence[Act]) -> Link:
    """Return the link of the last of ``stages`` of the campaign in ``folder``: the stored one, or else a new one."""
    kept = link_of(stages[-1])
    if kept is not None:
        return kept
    since = since_when(stages[:-1], acts)
    return made(folder, seed, stages[-1], acts, since)


def since_when(stages: Sequence[Path], acts: Sequence[Act]) -> Since:
    """Return where the chain continues after ``stages`` and ``acts``.

    Stages that were taken back since remain in the chain: an undoing says which head was the last.
    """
    link = link_of(stages[-1]) if stages else None
    done = link["acts"] if link else 0
    undone = undoings(acts[done:])
    if undone:
        return Since(undone[-1].get("head", ""), done)
    published = read_record("published", stages[-1] / PUBLISHED) if stages else None
    return Since((published["head"] if published else None) or "", done)


def made(folder: Path, seed: str, stage: Path, acts: Sequence[Act], since: Since, orders: int | None = None) -> Link:
    """Compute the link of a ``stage`` of the campaign in ``folder`` from the disk; ``acts`` preceded its announcement.

    ``orders`` is the number of the last order file that it binds; None binds all.
    """
    if orders is None:
        orders = max((number_of(path) for path in disk.entries(stage / ORDERS)), default=0)
    entries = {}
    for name, path in _bound(folder, stage, acts, since, orders):
        digest = sha256(disk.read_file(path)).hexdigest()
        entries[name] = leaf_of(salt(seed, since.head, name, digest), digest)
    head = head_of(since.head, entries)
    return {"before": since.head, "acts": len(acts), "orders": orders, "entries": entries, "head": head}


def salt(seed: str, before: str, name: str, digest: str) -> str:
    """Return the salt that binds a file; for an order file its receipt code, so that its player can check the leaf."""
    if not name.endswith(_ORDER):
        return salt_of(seed, before, name)
    stage, _, file = name.split("/")[-3:]
    return receipt_code(seed, stage, file.removesuffix(_ORDER), digest)


_ORDER = ".yaml"


def _bound(folder: Path, stage: Path, acts: Sequence[Act], since: Since, orders: int) -> Iterator[tuple[str, Path]]:
    """Yield the name and the path of each file that the link of a stage binds."""
    began = folder / BEGAN
    if not since.head and began.exists():
        yield BEGAN, began
    undone = len(undoings(acts[: since.acts]))
    for path, act in list(zip(act_files(folder), acts, strict=False))[since.acts :]:
        if act["act"] == "undo":
            undone += 1
            into = withdrawn_folder(folder, undone)
            for taken in disk.entries(into / TURNS):
                if not (taken / RESULT).exists():  # the stage that was awaited then
                    yield from _received(taken, f"{WITHDRAWN}/{into.name}/{TURNS}/{taken.name}")
        yield f"{path.parent.name}/{path.name}", path
    for name, path in _received(stage, f"{TURNS}/{stage.name}"):
        if number_of(path) <= orders:
            yield name, path
    yield f"{TURNS}/{stage.name}/{RESULT}/{MANIFEST}", stage / RESULT / MANIFEST


def _received(stage: Path, name: str) -> Iterator[tuple[str, Path]]:
    """Yield the name and the path of each numbered file among the orders of a stage."""
    for path in disk.entries(stage / ORDERS):
        if number_of(path):
            yield f"{name}/{ORDERS}/{path.name}", path
