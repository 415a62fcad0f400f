"""The journal that cannot be rewritten unseen: each stage's ``chain.json`` binds what came since the one before.

A link lists all that has been written since the link before (orders as they came, how they came, what they were judged
to be, acts, the manifest of the stage), each by a *leaf*: the SHA-256 of a salt, a space and the SHA-256 of its bytes.
Its *head* is the SHA-256 of the head before and of the list, as ``sha256sum`` would take them from a file. The head is
told to everybody; from then on nothing of what it binds can be changed without another head. Salts come from the secret
seed, so that nothing can be guessed from a head, and anybody can check it when the seed is published.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, TypedDict

from adjudicator.campaign.acts import act_files, undoings
from adjudicator.campaign.editions import read_record
from adjudicator.orders.received import number_of
from adjudicator.orders.submission import receipt_code
from adjudicator.store import disk
from adjudicator.store.layout import BEGAN, CHAIN, ORDERS, PUBLISHED, RESULT, TURNS, WITHDRAWN, withdrawn_folder
from adjudicator.store.published import MANIFEST

if TYPE_CHECKING:
    from adjudicator.campaign.records import Act


class Link(TypedDict):
    """What a stage's ``chain.json`` keeps."""

    before: str
    """The head before; empty for the first link of a campaign."""
    acts: int
    """How many acts had been recorded when the stage was announced."""
    orders: int
    """The number of the last order file that had come for the stage; what comes when the game is over has others."""
    entries: dict[str, str]
    """The leaf of each file that is bound, by its name, in the order in which the head takes them."""
    head: str


def leaf_of(salt: str, digest: str) -> str:
    """Return the leaf of a file by its salt and the SHA-256 of its bytes, in hexadecimal digits."""
    from hashlib import sha256

    return sha256(f"{salt} {digest}".encode()).hexdigest()


def salt_of(seed: str, before: str, name: str) -> str:
    """Return the salt of what is bound by a ``name`` in the link after the head ``before``."""
    import hmac

    return hmac.digest(seed.encode(), f"chain|{before}|{name}".encode(), "sha256").hex()


def head_of(before: str, entries: Mapping[str, str]) -> str:
    """Return the head of a link: the SHA-256 of a line for the head before, and one for each leaf and its name."""
    from hashlib import sha256

    lines = [before, *(f"{leaf}  {name}" for name, leaf in entries.items())]
    return sha256("".join(f"{line}\n" for line in lines).encode()).hexdigest()


def link_of(stage: Path) -> Link | None:
    """Return the link of the stage in a folder; None where none is, or it is not as it was written.

    Raises ``UnusableError`` when a later version wrote it, and ``OSError`` when it may not be read.
    """
    kept = read_record("chain", stage / CHAIN)
    if kept is None:
        return None
    link: Link = kept  # type: ignore[assignment]
    return link


# The link that a stage adds to the chain when it is announced: see ``desk/hash_chain.py``.
#
# It is made of what lies on the disk alone, so that one whose announcement was interrupted is made again the same.


class Since(NamedTuple):
    """Since when a stage's link binds what was written: the head before, and how many acts were bound then."""

    head: str
    acts: int


def new_link(folder: Path, seed: str, stages: Sequence[Path], acts: Sequence[Act]) -> Link:
    """Return the link of the last of the ``stages`` of the campaign in ``folder``, as it was made, or made now."""
    kept = link_of(stages[-1])
    if kept is not None:
        return kept
    since = since_when(stages[:-1], acts)
    return made(folder, seed, stages[-1], acts, since)


def last_head(stages: Sequence[Path], acts: Sequence[Act]) -> str:
    """Return the last head that was told; empty before the first."""
    return since_when(stages, acts).head


def since_when(stages: Sequence[Path], acts: Sequence[Act]) -> Since:
    """Return where the chain goes on after ``stages`` and ``acts``.

    What was taken back since stays in it: an undoing says which head was the last.
    """
    link = link_of(stages[-1]) if stages else None
    done = link["acts"] if link else 0
    undone = undoings(acts[done:])
    if undone:
        return Since(undone[-1].get("head", ""), done)
    return Since(_told_with(stages[-1]) if stages else "", done)


def _told_with(stage: Path) -> str:
    published = read_record("published", stage / PUBLISHED)
    return (published["head"] if published else None) or ""


def made(folder: Path, seed: str, stage: Path, acts: Sequence[Act], since: Since, orders: int | None = None) -> Link:
    """Return the link of a ``stage``, announced after these ``acts`` of the campaign in ``folder``, from the disk.

    ``orders`` is the number of the last order file that it binds; None for all.
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
    """Return with what salt a file is bound: an order file with the code of its receipt, so that its player can."""
    if not name.endswith(_ORDER):
        return salt_of(seed, before, name)
    stage, _, file = name.split("/")[-3:]
    return receipt_code(seed, stage, file.removesuffix(_ORDER), digest)


_ORDER = ".yaml"


def _bound(folder: Path, stage: Path, acts: Sequence[Act], since: Since, orders: int) -> Iterator[tuple[str, Path]]:
    """Yield what the link of a stage binds: by what name, and where it lies."""
    began = folder / BEGAN
    if not since.head and began.exists():
        yield BEGAN, began
    undone = len(undoings(acts[: since.acts]))
    for path, act in list(zip(act_files(folder), acts, strict=False))[since.acts :]:
        if act["act"] == "undo":
            undone += 1
            yield from _never_played(folder, undone)
        yield f"{path.parent.name}/{path.name}", path
    for name, path in _received(stage, f"{TURNS}/{stage.name}"):
        if number_of(path) <= orders:
            yield name, path
    yield f"{TURNS}/{stage.name}/{RESULT}/{MANIFEST}", stage / RESULT / MANIFEST


def _never_played(folder: Path, number: int) -> Iterator[tuple[str, Path]]:
    """Yield what had come for the stage that was awaited when stages were taken back, for the ``number``-th time."""
    into = withdrawn_folder(folder, number)
    for stage in disk.entries(into / TURNS):
        if not (stage / RESULT).exists():
            yield from _received(stage, f"{WITHDRAWN}/{into.name}/{TURNS}/{stage.name}")


def _received(stage: Path, name: str) -> Iterator[tuple[str, Path]]:
    for path in disk.entries(stage / ORDERS):
        if number_of(path):
            yield f"{name}/{ORDERS}/{path.name}", path
