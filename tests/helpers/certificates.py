"""Certificates made for a test: good, expired, not yet valid, of another name, of an unknown issuer."""

from __future__ import annotations

import ssl
from datetime import UTC, datetime, timedelta
from pathlib import Path

import trustme

AUTHORITY = trustme.CA()
STRANGER = trustme.CA()
LONG_AGO = datetime(2001, 1, 1, tzinfo=UTC)


def trusted(folder: Path) -> Path:
    """Write the certificate by which those of ``AUTHORITY`` are trusted; return its file."""
    path = folder / "authority.pem"
    AUTHORITY.cert_pem.write_to_path(path)
    return path


def context(kind: str = "good") -> ssl.SSLContext:
    """Return what a server speaks TLS with: ``good``, ``expired``, ``early``, ``other-name`` or ``unknown``."""
    authority = STRANGER if kind == "unknown" else AUTHORITY
    name = "elsewhere.exemple.fr" if kind == "other-name" else "localhost"
    begins = {"expired": LONG_AGO, "early": datetime.now(UTC) + timedelta(days=365)}.get(kind)
    ends = LONG_AGO + timedelta(days=1) if kind == "expired" else None
    found = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    authority.issue_cert(name, not_before=begins, not_after=ends).configure_cert(found)
    return found
