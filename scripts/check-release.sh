#!/usr/bin/env bash
# Makes a release without publishing it, and checks what Maven Central demands of each module: the jar or WAR, sources,
# javadoc, a signature of each file, and a POM with name, description, URL, licence, developers and source control.
#
# Usage: scripts/check-release.sh VERSION [COMMIT]     default: HEAD; what is not committed does not count
# Signs with a key made for the occasion. Maven's own options come from MAVEN_ARGS. Exit code 1 when something is missing.
set -euo pipefail
cd "$(dirname "$0")/.."
version=${1:?a version, such as 0.2.0}
commit=$(git rev-parse --verify "${2:-HEAD}^{commit}")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

export GNUPGHOME=$work/keys
mkdir -m 700 "$GNUPGHOME"
gpg -q --batch --passphrase '' --quick-generate-key 'Nobody <nobody@example.org>' default default 1d 2>/dev/null

git clone -q --no-checkout . "$work/tree"
cd "$work/tree"
git checkout -q --detach "$commit"
# shellcheck disable=SC2086 # MAVEN_ARGS holds several words
mvn -q -B ${MAVEN_ARGS:-} org.codehaus.mojo:versions-maven-plugin:2.22.0:set -DnewVersion="$version" -DprocessAllModules -DgenerateBackupPoms=false
# shellcheck disable=SC2086
mvn -q -B ${MAVEN_ARGS:-} -Prelease deploy -DskipTests -Dspotless.check.skip -Dmaven.install.skip \
  -DaltDeploymentRepository="check::file://$work/repository"

python3 - "$work/repository" "$version" <<'P'
import pathlib
import re
import sys

top, version = pathlib.Path(sys.argv[1]), sys.argv[2]
names = {str(file.relative_to(top)) for file in top.rglob("*") if file.is_file() and version in file.parts[-1]}
poms = sorted(name for name in names if name.endswith(".pom"))
missing = [] if poms else ["every module"]
for pom in poms:
    base = pom[: -len(".pom")]
    artifact = base.split("/")[-3]
    text = (top / pom).read_text()
    own = [name for name in names if name.startswith(base) and not re.search(r"\.(asc|md5|sha1|sha256|sha512)$", name)]
    pom_only = "<packaging>pom</packaging>" in text
    wanted = [".pom"] if pom_only else [".pom", "-sources.jar", "-javadoc.jar", ".war" if "<packaging>war</packaging>" in text else ".jar"]
    missing += [f"{artifact}{end}" for end in wanted if base + end not in names]
    missing += [f"{name}.asc" for name in own if name + ".asc" not in names]
    if f"<version>{version}</version>" not in text or "SNAPSHOT" in text:
        missing.append(f"version {version} in the POM of {artifact}")
    inherited = "" if "<parent>" not in text else (top / next(p for p in poms if "/swipestorm/swipestorm/" in p)).read_text()
    for element in ("name", "description"):
        if f"<{element}" not in text:
            missing.append(f"<{element}> in the POM of {artifact}")
    for element in ("url", "licenses", "developers", "scm"):
        if f"<{element}" not in text + inherited:
            missing.append(f"<{element}> in the POM of {artifact}")
    print(f"{artifact}: {len(own)} files, signed")
for line in missing:
    print(f"missing: {line}", file=sys.stderr)
sys.exit(1 if missing else 0)
P
