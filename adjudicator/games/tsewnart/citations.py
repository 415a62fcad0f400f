"""The section of the rules page that decides the result of an order, quoted in the MJ's account."""

from __future__ import annotations

from collections.abc import Mapping

_MOVING: Mapping[str, str] = {
    "unreachable": "§4.1",
    "ally-there": "§4.2",
    "protected": "§4.3",
    "wounded": "§4.4",
    "eliminated": "§4.5",
    "moved": "§4.6",
}
_STOPPED: Mapping[str, str] = {
    "gone": "§3",
    "not-his": "§3",
    "exclusive": "§5",
    "terrorised": "§5",
    "steered": "§5",
    "decided": "§3",
}
_OTHER_ORDERS: Mapping[str, str] = {"reorder": "§6", "capture": "§8"}


def section(order: str, reason: str, of_a_piece: bool) -> str:
    """Return the section that decides, such as ``§4.3``.

    A reason that stops an order before it begins has its own section. Otherwise it is a numbered point of §4 for the
    move of a piece, and the section on the role, on ghosts or on captures for other orders.
    """
    if reason in _STOPPED:
        return _STOPPED[reason]
    if order == "extra_move" or (order == "move" and of_a_piece):
        return _MOVING.get(reason, "§5")
    return "§7" if order == "move" else _OTHER_ORDERS.get(order, "§5")
