#!/usr/bin/env bash
# Make sure that there is a Dovecot for the tests that read mailboxes (tests/support/mail_servers.py); only Linux has it, and
# only there they need it. The package starts none where it is installed by the tests: each test runs its own.
set -euo pipefail

if [ "$(uname -s)" != Linux ]; then
    exit 0
fi
export PATH="$PATH:/usr/sbin"
if ! command -v dovecot > /dev/null && [ "$(id -u)" = 0 ] && command -v apt-get > /dev/null; then
    "$(dirname "$0")/apt.sh" dovecot-imapd || true
fi
if ! command -v dovecot > /dev/null; then
    echo "There is no Dovecot here, the server whose mailboxes the tests read. Install the package dovecot-imapd" \
        "(apt-get install dovecot-imapd, dnf install dovecot, …) and try again." >&2
    exit 1
fi
