#!/usr/bin/env bash
# Make sure that there is strace for tests/desk/test_kill.py and `make crash`; only Linux has it, and only there they need it.
set -euo pipefail

if [ "$(uname -s)" != Linux ]; then
    exit 0
fi
if ! command -v strace > /dev/null && [ "$(id -u)" = 0 ] && command -v apt-get > /dev/null; then
    "$(dirname "$0")/apt.sh" strace || true
fi
if ! command -v strace > /dev/null; then
    echo "There is no strace here, which kills commands at system calls for the tests. Install the package strace" \
        "(apt-get install strace, dnf install strace, …) and try again." >&2
    exit 1
fi
if ! strace -f -qq -y -o /dev/null -e inject=fsync:signal=KILL:when=1 true; then
    echo "strace is here, but cannot trace: it is older than 4.16, or this is a container without the right to" \
        "(docker run --cap-add=SYS_PTRACE)." >&2
    exit 1
fi
