#!/usr/bin/env bash
# Sets the version of the project: in the POMs, and in the documents, manifests and scripts that name an artefact with it.
#
# Usage: scripts/set-version.sh VERSION     a release, or the version after it with -SNAPSHOT
# Maven's own options come from MAVEN_ARGS. A release also sets project.build.outputTimestamp to today.
set -euo pipefail
cd "$(dirname "$0")/.."
new=${1:?a version, such as 1.2.3 or 1.3.0-SNAPSHOT}
[[ $new =~ ^[0-9]+\.[0-9]+\.[0-9]+(-SNAPSHOT)?$ ]] || { echo "'$new' is not a version: write it like 1.2.3 or 1.3.0-SNAPSHOT" >&2; exit 2; }
old=$(sed -n 's:^  <version>\(.*\)</version>$:\1:p' pom.xml)
# shellcheck disable=SC2086 # MAVEN_ARGS holds several words
mvn -q -B ${MAVEN_ARGS:-} org.codehaus.mojo:versions-maven-plugin:2.22.0:set -DnewVersion="$new" -DprocessAllModules -DgenerateBackupPoms=false
git grep -lF "$old" -- docs deploy scripts | xargs -r sed -i "s/\(swipestorm[a-z-]*[-:]\|<version>\)${old//./\\.}/\1$new/g"
if [[ $new != *-SNAPSHOT ]]; then
  sed -i "s:\(<project.build.outputTimestamp>\)[^<]*:\1$(date -u +%F)T00\:00\:00Z:" pom.xml
fi
