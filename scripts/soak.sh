#!/usr/bin/env bash
# Sends load at a constant rate for a long time, and judges whether memory, threads, sockets and handles of client and server
# stay as they are.
#   mvn -q compile
#   scripts/soak.sh --minutes 30 --rate 2000 --output results/soak
# --help lists the options; soak.py does the work.
# Fault: Half an hour of load at a constant rate -> heap after collection, memory, threads, sockets and handles of client and server stay flat, by a rule that the report states
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)

if ! command -v python3 >/dev/null; then
  echo "soak: python3 is not installed: it watches and judges" >&2
  exit 2
fi
exec python3 "$here/soak.py" "$@"
