"""Where a password is read: of a file that nobody else may read, or of the environment; and it is never quoted."""

from __future__ import annotations

from pathlib import Path

import pytest

from adjudicator.mail.accounts import Secret
from adjudicator.speech.voice import told
from adjudicator.store.disk import UnusableError

HIDDEN = "hunter2-Zq"


def secret(tmp_path: Path, data: bytes, mode: int = 0o600) -> Secret:
    path = tmp_path / "secret"
    path.write_bytes(data)
    path.chmod(mode)
    return Secret(path)


def refused(found: Secret) -> str:
    with pytest.raises(UnusableError) as caught:
        found.read()
    return told(caught.value, "fr")[0]


@pytest.mark.parametrize("data", [b"a b", b"a b\n", b"a b\r\n", b"\xef\xbb\xbfa b\n", b"a b \n\n"])
def test_a_password_is_one_line_of_a_file(tmp_path: Path, data: bytes) -> None:
    assert secret(tmp_path, data).read() == "a b"


@pytest.mark.parametrize("mode", [0o640, 0o604, 0o660, 0o620, 0o602, 0o611])
def test_a_file_that_others_may_read_is_refused(tmp_path: Path, mode: int) -> None:
    said = refused(secret(tmp_path, HIDDEN.encode(), mode))
    assert said.endswith(f"chmod 600 {tmp_path / 'secret'}") and HIDDEN not in said


@pytest.mark.parametrize("data", [b"", b"\n", b" ", b"a\nb", b"\xff\xfe", b"a\x00b", b"x" * 5000])
def test_what_is_no_password_is_refused(tmp_path: Path, data: bytes) -> None:
    assert "secret" in refused(secret(tmp_path, data))


def test_a_link_a_folder_or_nothing_is_no_password(tmp_path: Path) -> None:
    (tmp_path / "real").write_bytes(b"a")
    (tmp_path / "link").symlink_to("real")
    (tmp_path / "folder").mkdir()
    assert all(refused(Secret(tmp_path / name)) for name in ("link", "folder", "none"))


def test_a_password_in_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MAIL_PASSWORD", HIDDEN)
    assert Secret(variable="MAIL_PASSWORD").read() == HIDDEN
    monkeypatch.setenv("MAIL_PASSWORD", "")
    assert "MAIL_PASSWORD" in refused(Secret(variable="MAIL_PASSWORD"))
