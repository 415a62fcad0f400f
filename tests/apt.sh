#!/usr/bin/env bash
# Install the package $1 of the system, as root; wait for whoever else installs one, as another checkout that is set up.
set -euo pipefail

for _ in $(seq 120); do
    if said=$(LC_ALL=C apt-get update -qq 2>&1); then
        break
    fi
    case "$said" in
    *lock*) sleep 5 ;;
    *) echo "$said" >&2 && break ;; # the package may be known already
    esac
done
DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends -o DPkg::Lock::Timeout=600 "$1"
