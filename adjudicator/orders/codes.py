"""The short code of a receipt: by it a player can show, when the game is over, which bytes of his were received.

It is also the salt with which his file is bound into the chain (``campaign/chain.py``): with the file and the code
anybody can make its leaf. Without the seed nobody can make the code.
"""

from __future__ import annotations

from adjudicator.orders.keys import in_letters


def receipt_code(seed: str, stage: str, number: str, digest: str) -> str:
    """Return the code of the file that came as ``number`` in a stage, by the name of its folder.

    ``digest`` is the SHA-256 of its bytes in hexadecimal digits.
    """
    import hmac

    return in_letters(hmac.digest(seed.encode(), f"receipt|{stage}|{number}|{digest}".encode(), "sha256"), 3)
