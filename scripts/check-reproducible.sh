#!/usr/bin/env bash
# Builds one commit twice, in two directories, and compares every jar and WAR and the lists of what is in them.
#
# Usage: scripts/check-reproducible.sh [COMMIT]     default: HEAD; what is not committed does not count
# Maven's own options come from MAVEN_ARGS, for instance MAVEN_ARGS=-o. Exit code 1 when something differs.
# Fault: A package that was built in another place or on another day -> the same commit gives the same bytes, with TZ=UTC
set -euo pipefail
cd "$(dirname "$0")/.."
commit=$(git rev-parse --verify "${1:-HEAD}^{commit}")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

for build in first second-in-another-place; do
  git clone -q --no-checkout . "$work/$build"
  git -C "$work/$build" checkout -q --detach "$commit"
  # Tests are compiled, since a test-jar is among the packages, and not run.
  # In one time zone: Spring Boot's repackaging writes its offset into every entry of the executable jar.
  (cd "$work/$build" && TZ=UTC \
    mvn -q -B ${MAVEN_ARGS:-} package -DskipTests -Dspotless.check.skip)
  (cd "$work/$build" && find . -maxdepth 3 \( -path '*/target/*.jar' -o -path '*/target/*.war' -o -path '*/target/sbom.cdx.json' \) \
    -type f ! -name '*.original' | LC_ALL=C sort | xargs sha256sum) > "$work/$build.sums"
done

if ! diff "$work"/*.sums; then
  echo "two builds of $commit differ" >&2
  exit 1
fi
cat "$work/first.sums"
echo "two builds of $commit are identical"
