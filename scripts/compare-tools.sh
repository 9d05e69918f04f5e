#!/usr/bin/env bash
# Compares load generators against a static nginx: CPU for each request, requests a second, peak memory.
#   mvn -q compile
#   scripts/compare-tools.sh --tools wrk,ab,h2load,nio,classic --connections 10,50,200 --pairs 5
# Installs what is missing by apt when started as root, and leaves the measuring to compare-tools.py; --help lists the flags.
set -euo pipefail
measure=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)/compare-tools.py
PATH=$PATH:/usr/sbin:/sbin # where nginx is, also for users whose PATH leaves it out

if ! command -v python3 >/dev/null; then
  echo "python3 is not installed" >&2
  exit 2
fi
for argument; do
  case $argument in -h | --help) exec python3 "$measure" --help ;; esac
done

packages=$(python3 "$measure" --missing "$@") # also refuses wrong flags before anything is installed
if [ -n "$packages" ]; then
  if [ "$(id -u)" -ne 0 ] || ! command -v apt-get >/dev/null; then
    echo "Not installed: $packages. Install them first, on Debian or Ubuntu: sudo apt-get install $packages" >&2
    exit 2
  fi
  # The nginx package would start a server on port 80, which is not wanted.
  policy=/usr/sbin/policy-rc.d
  if [ ! -e "$policy" ]; then
    trap 'rm -f "$policy"' EXIT
    trap 'exit 130' INT TERM HUP
    printf '#!/bin/sh\nexit 101\n' >"$policy"
    chmod +x "$policy"
  else
    policy=
  fi
  # shellcheck disable=SC2086 # several packages
  if ! { apt-get -q update && DEBIAN_FRONTEND=noninteractive apt-get -qy --no-install-recommends install $packages; } >&2; then
    echo "apt-get could not install: $packages" >&2
    exit 2
  fi
  [ -z "$policy" ] || rm -f "$policy"
  trap - EXIT INT TERM HUP
fi
exec python3 "$measure" "$@"
