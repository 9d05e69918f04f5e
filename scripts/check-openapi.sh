#!/usr/bin/env bash
# Holds the OpenAPI document against both servers with Schemathesis, a checker that is not ours.
#
# Usage: scripts/check-openapi.sh [EXAMPLES]     default: 200 for each operation
# Needs what `mvn compile` makes, and Python 3 with access to a package index; without them it says so and ends with 0.
# Fault: Requests that a third party makes from the API's description, right and wrong ones -> status, headers and body are as described; no server error
set -euo pipefail
cd "$(dirname "$0")/.."
version=4.32.5
work=$(mktemp -d)
server=
trap '[ -z "$server" ] || kill "$server" 2>/dev/null || true; rm -rf "$work"' EXIT

if ! python3 -m venv "$work/venv" || ! "$work/venv/bin/pip" install -q "schemathesis==$version"; then
  echo "skipped: schemathesis $version cannot be installed here" >&2
  exit 0
fi

check() {
  local module=$1 main=$2 url
  # The file has absolute paths: in a copied tree, its own classes must come before those of the other.
  java -cp "$module/target/classes:swipe-api/target/classes:server-launch/target/classes:$(cat "$module/target/runtime.classpath")" "$main" --port 0 > "$work/ready" &
  server=$!
  for _ in $(seq 300); do
    url=$(sed -n 's/.* ready at \(.*\)\/$/\1/p' "$work/ready")
    [ -z "$url" ] || break
    sleep 0.2
  done
  [ -n "$url" ] || { echo "$module did not start" >&2; exit 1; }
  echo "== $module"
  # The directory is temporary: the checker leaves its database where it runs.
  (cd "$work" && venv/bin/st run "$url/openapi.yaml" --url "$url" --checks all \
    --max-examples "$examples" --seed 1 --no-color)
  kill "$server"
  wait "$server" || true
  server=
}

examples=${1:-200}
check servlet-server io.github.swipestorm.servlet.ServletServer
check springboot-server io.github.swipestorm.springboot.SpringBootServer
