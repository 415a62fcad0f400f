#!/usr/bin/env bash
# Make sure that there is a browser for tests/reports/test_browser.py; $1 is the virtual environment's folder of programs.
set -euo pipefail

for name in chromium chromium-browser google-chrome; do
    if command -v "$name" > /dev/null; then
        exit 0
    fi
done
if [ "$(id -u)" = 0 ] && command -v apt-get > /dev/null; then
    if "$(dirname "$0")/apt.sh" chromium; then
        exit 0
    fi
fi
"$1/playwright" install chromium
