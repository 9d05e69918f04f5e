#!/usr/bin/env bash
# Makes a release without publishing it, and checks what Maven Central demands of each module: the jar or WAR, sources,
# javadoc, a signature of each file, and a POM with name, description, URL, licence, developers and source control.
#
# Usage: scripts/check-release.sh VERSION [COMMIT]     default: HEAD; what is not committed does not count
# Signs with a key made for the occasion. Maven's own options come from MAVEN_ARGS. Exit code 1 when something is missing.
set -euo pipefail
cd "$(dirname "$0")/.."
version=${1:?a version, such as 1.2.3}
commit=$(git rev-parse --verify "${2:-HEAD}^{commit}")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

export GNUPGHOME=$work/keys
mkdir -m 700 "$GNUPGHOME"
gpg -q --batch --passphrase '' --quick-generate-key 'Nobody <nobody@example.org>' default default 1d 2>/dev/null

git clone -q --no-checkout . "$work/tree"
cd "$work/tree"
git checkout -q --detach "$commit"
scripts/set-version.sh "$version"
# shellcheck disable=SC2086 # MAVEN_ARGS holds several words
mvn -q -B ${MAVEN_ARGS:-} -Prelease deploy -DskipTests -Dspotless.check.skip -Dmaven.install.skip \
  -DaltDeploymentRepository="check::file://$work/repository"

python3 - "$work/repository" "$version" <<'P'
import pathlib
import re
import sys
import xml.etree.ElementTree

top, version = pathlib.Path(sys.argv[1]), sys.argv[2]
M = "{http://maven.apache.org/POM/4.0.0}"


def read(pom):
    return xml.etree.ElementTree.parse(top / pom).getroot()


names = {str(file.relative_to(top)) for file in top.rglob("*") if file.is_file() and version in file.parts[-1]}
poms = sorted(name for name in names if name.endswith(".pom"))
missing = [] if poms else ["every module"]
for pom in poms:
    base = pom[: -len(".pom")]
    artifact = base.split("/")[-3]
    model = read(pom)
    packaging = model.findtext(M + "packaging", "jar")
    own = [name for name in names if name.startswith(base) and not re.search(r"\.(asc|md5|sha1|sha256|sha512)$", name)]
    wanted = [".pom"] if packaging == "pom" else [".pom", "-sources.jar", "-javadoc.jar", "." + packaging]
    missing += [f"{artifact}{end}" for end in wanted if base + end not in names]
    missing += [f"{name}.asc" for name in own if name + ".asc" not in names]
    own_version = model.findtext(M + "version") or model.findtext(f"{M}parent/{M}version")
    if own_version != version:
        missing.append(f"version {version} in the POM of {artifact}, which has {own_version}")
    snapshots = {each.text for each in model.iter(M + "version") if each.text and "SNAPSHOT" in each.text}
    missing += [f"a release in place of {snapshot} in the POM of {artifact}" for snapshot in sorted(snapshots)]
    chain = [model]
    while (parent := chain[-1].find(M + "parent")) is not None:
        name = "/".join([*parent.findtext(M + "groupId").split("."), parent.findtext(M + "artifactId"), parent.findtext(M + "version")])
        found = [other for other in poms if other.startswith(name + "/")]
        if not found:
            missing.append(f"{name}, the parent of {artifact}")
            break
        chain.append(read(found[0]))
    # A name and a description are not inherited.
    missing += [f"<{element}> in the POM of {artifact}" for element in ("name", "description") if not model.findtext(M + element, "").strip()]
    for element in ("url", "licenses", "developers", "scm"):
        if all(each.find(M + element) is None for each in chain):
            missing.append(f"<{element}> in the POM of {artifact}")
    print(f"{artifact}: {len(own)} files, signed")
for line in missing:
    print(f"missing: {line}", file=sys.stderr)
sys.exit(1 if missing else 0)
P
