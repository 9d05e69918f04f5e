#!/usr/bin/env bash
# Puts a WAR of Swipestorm's into a Tomcat that is running, waits until it answers, and puts back the WAR that was there
# if it does not. `deploy-tomcat.sh --help` says how.
set -euo pipefail
export LC_ALL=C # order of versions, and curl's messages

usage() {
  cat <<'USAGE'
Usage: deploy-tomcat.sh [OPTIONS] servlet|springboot|FILE.war

Puts a WAR under a context path of a running Tomcat 11, and waits until <context>/health says that it is up. If it does
not in time, the WAR that was there before is put back. A WAR that is there already and healthy is left as it is.

Where Tomcat is, one of:
  --catalina-base DIR   on this machine; Tomcat's directory with webapps in it
                        (default: $CATALINA_BASE, else $CATALINA_HOME)
  --ssh HOST            on another one, with --catalina-base as the directory there (default there: /opt/tomcat)
  --manager URL         behind Tomcat's manager, e.g. http://localhost:8080/manager; the environment holds TOMCAT_USER
                        and TOMCAT_PASSWORD of a user with the role manager-script

Options:
  --context NAME        context path, letters, digits, dots, dashes and underscores; ROOT is the empty one (default: app)
  --url URL             where Tomcat answers (default: http://localhost:8080, or port 8080 of HOST, or the manager's)
  --ssh-config FILE     configuration for ssh, as of ssh -F
  --timeout SECONDS     longest wait for Tomcat, 1 to 3600 (default: 60)
  --dry-run             say what would be done, and do nothing
  --help                print this

Exit code: 0 the WAR answers, 1 it does not, and what was there before is back, 2 wrong usage.
USAGE
}

die() { # one line, exit code 2: nothing was done
  echo "deploy-tomcat: $1" >&2
  exit 2
}
fail() {
  echo "deploy-tomcat: $1" >&2
  exit 1
}
say() { echo "deploy-tomcat: $1"; }

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
base='' host='' ssh_config='' manager='' context=app url='' timeout=60 dry_run='' what=''

while [ $# -gt 0 ]; do
  case $1 in
  --catalina-base | --ssh | --ssh-config | --manager | --context | --url | --timeout)
    [ $# -ge 2 ] || die "$1 needs a value (--help lists the options)"
    case $1 in
    --catalina-base) base=$2 ;;
    --ssh) host=$2 ;;
    --ssh-config) ssh_config=$2 ;;
    --manager) manager=${2%/} ;;
    --context) context=${2#/} ;;
    --url) url=${2%/} ;;
    --timeout) timeout=$2 ;;
    esac
    shift 2
    ;;
  --dry-run)
    dry_run=yes
    shift
    ;;
  --help | -h)
    usage
    exit 0
    ;;
  -*) die "there is no option $1 (--help lists them)" ;;
  *)
    [ -z "$what" ] || die "one WAR at a time, not $what and $1"
    what=$1
    shift
    ;;
  esac
done

# The WAR of a server: in a distribution, or as the build made it.
war_of() {
  local wars=("$root/servers/$1-server.war")
  [ -f "${wars[0]}" ] || wars=("$root/$1-server/target/swipestorm-$1-server-"*.war)
  { [ ${#wars[@]} -eq 1 ] && [ -f "${wars[0]}" ]; } ||
    die "there is not just one WAR of the $1 server: run 'mvn clean package' in $root, or name a file"
  echo "${wars[0]}"
}

[ -n "$what" ] || die "which WAR? servlet, springboot or a file (--help lists the options)"
case $what in
servlet | springboot) war=$(war_of "$what") ;;
*)
  war=$what
  [ -f "$war" ] || die "there is no file $war"
  ;;
esac
[[ $context =~ ^[A-Za-z0-9_][A-Za-z0-9._-]*$ ]] ||
  die "'$context' is not a context: use letters, digits, dots, dashes and underscores"
{ [[ $timeout =~ ^[0-9]{1,4}$ ]] && [ "$((10#$timeout))" -ge 1 ] && [ "$((10#$timeout))" -le 3600 ]; } ||
  die "--timeout must be 1 to 3600 seconds, not '$timeout'"
timeout=$((10#$timeout))
[ -z "$manager" ] || [ -z "$host$base" ] || die "--manager needs neither --ssh nor --catalina-base: leave them out"
[ -z "$ssh_config" ] || [ -n "$host" ] || die "--ssh-config needs --ssh"
case $host in -*) die "'$host' is not a host for --ssh" ;; esac
for one in "$manager" "$url"; do
  case $one in '' | http://?* | https://?*) ;; *) die "'$one' is not a URL: write it like http://localhost:8080" ;; esac
done
command -v curl >/dev/null || die "curl is not installed: it asks Tomcat whether the server is up"

if [ -n "$manager" ]; then
  { [ -n "${TOMCAT_USER:-}" ] && [ -n "${TOMCAT_PASSWORD:-}" ]; } ||
    die "--manager needs TOMCAT_USER and TOMCAT_PASSWORD in the environment"
  case $TOMCAT_USER$TOMCAT_PASSWORD in *[\"\\]* | *$'\n'*) die "TOMCAT_USER and TOMCAT_PASSWORD must hold neither quotes nor backslashes" ;; esac
  url=${url:-${manager%/*}}
elif [ -n "$host" ]; then
  base=${base:-/opt/tomcat}
  url=${url:-http://${host#*@}:8080}
else
  base=${base:-${CATALINA_BASE:-${CATALINA_HOME:-}}}
  [ -n "$base" ] || die "where is Tomcat? Name it with --catalina-base, --ssh or --manager, or set CATALINA_HOME"
  [ -d "$base/webapps" ] || die "'$base' has no directory webapps: give Tomcat's directory with --catalina-base"
  url=${url:-http://localhost:8080}
fi
path=/$context
[ "$context" != ROOT ] || path=

# --- Asking the server ------------------------------------------------------------------------------------------------

# What Tomcat is asked for it answers at once or not at all.
ask() { curl --silent --max-time 10 "$@"; }
healthy() { [ "$(ask --write-out ' %{http_code}' "$url$path/health" || true)" = '{"status":"UP"} 200' ]; }
listening() { ask --output /dev/null "$url/"; }
# The context has no application of its own: whatever else is asked there is not found.
gone() { [ "$(ask --output /dev/null --write-out '%{http_code}' "$url$path/health" || true)" = 404 ]; }

# Whether a command comes true within the time-out.
within_time() {
  local end=$((SECONDS + timeout))
  until "$@"; do
    [ "$SECONDS" -lt "$end" ] || return 1
    sleep 0.3
  done
}

# What a WAR is known by. A line of shell about its standard input, as it also has to be run where Tomcat is.
checksum='{ sha256sum 2>/dev/null || shasum -a 256; } | cut -d " " -f 1'
wanted=$(sh -c "$checksum" <"$war")

# --- A directory, here or over ssh ------------------------------------------------------------------------------------

# Runs a line of shell on Tomcat's machine, with this one's standard input. The only way there.
on_host() {
  if [ -z "$host" ]; then
    sh -c "$1"
  else
    ssh -o BatchMode=yes ${ssh_config:+-F "$ssh_config"} -- "$host" "$1"
  fi
}
quoted() { printf "'%s'" "${1//\'/\'\\\'\'}"; }

# Tomcat ignores names that do not end in .war, so a file is complete before it is seen, and what was there is kept.
in_webapps() { quoted "$base/webapps/$1"; }
there=$(in_webapps "$context.war")
arriving=$(in_webapps ".$context.war.arriving")
previous=$(in_webapps ".$context.war.previous")
taken_away='' placed=''

roll_back() {
  trap - EXIT
  trap '' INT TERM HUP
  on_host "rm -f $arriving" || true
  if [ -n "$placed" ]; then
    on_host "rm -f $there" || true
  fi
  if [ -z "$taken_away" ]; then
    fail "$1; nothing is left of it${placed:+: see the logs of Tomcat}"
  fi
  if [ -n "$placed" ]; then
    within_time gone || true
  fi
  on_host "mv -f $previous $there" || fail "$1; the WAR that was there before could not be put back: it is $previous"
  if within_time healthy; then
    fail "$1; the WAR that was there before is back and answers at $url$path/"
  fi
  fail "$1; the WAR that was there before is back, but does not answer at $url$path/: see Tomcat's logs"
}

deploy_to_directory() {
  local state had=''
  state=$(on_host "if test -f $there; then echo war; elif test -d $(in_webapps "$context"); then echo directory; elif test -d $(in_webapps .); then echo nothing; else echo nowhere; fi") ||
    fail "cannot look into $base/webapps${host:+ on $host}"
  [ "$state" != nowhere ] || fail "there is no directory $base/webapps${host:+ on $host}"
  listening || fail "nothing answers at $url: start Tomcat first, or say with --url where it is"
  case $state in
  war) had=$(on_host "cat $there | $checksum") || fail "cannot read $base/webapps/$context.war${host:+ on $host}" ;;
  directory) fail "$base/webapps/$context is a directory without a WAR, which could not be put back: remove it first" ;;
  *) ! healthy || fail "$url$path/health answers, but $base/webapps has no $context.war: is --url that of another Tomcat?" ;;
  esac
  if [ "$had" = "$wanted" ] && healthy; then
    say "the same WAR is there already and answers at $url$path/: nothing to do"
    return
  fi
  if [ -n "$dry_run" ]; then
    [ -z "$had" ] || say "would take $base/webapps/$context.war away${host:+ on $host}, and keep it to put it back"
    say "would put $war there${host:+ on $host} as $base/webapps/$context.war"
    say "would wait up to $timeout s for $url$path/health"
    return
  fi
  trap 'roll_back "ended early"' EXIT
  trap 'exit 130' INT
  trap 'exit 143' TERM HUP
  on_host "cat >$arriving" <"$war"
  if [ -n "$had" ]; then
    # The old application must be seen to be gone, or its answers would be taken for those of the new one.
    on_host "mv -f $there $previous"
    taken_away=yes
    within_time gone || roll_back "Tomcat did not take the old application away within $timeout s: is autoDeploy off?"
  fi
  placed=yes
  on_host "mv -f $arriving $there"
  within_time healthy || roll_back "$url$path/health did not answer within $timeout s"
  trap - EXIT INT TERM HUP
  on_host "rm -f $previous" || say "could not remove $previous, which is no longer needed"
  say "$war answers at $url$path/"
}

# --- Tomcat's manager -------------------------------------------------------------------------------------------------

# One command of the manager's text interface; user and password go in by a pipe, where no list of processes shows them.
manage() {
  local command=$1
  shift
  curl --silent --show-error --max-time "$((timeout + 10))" \
    --config <(printf 'user = "%s:%s"\n' "$TOMCAT_USER" "$TOMCAT_PASSWORD") "$@" "$manager/text/$command"
}

# What the manager lists, and only if it is a list.
list_of_manager() {
  local list
  list=$(manage list | tr -d '\r') || return 1
  case $list in OK*) echo "$list" ;; *) head -n 1 <<<"$list" >&2 && return 1 ;; esac
}

# The versions under the context path among what the manager lists, the newest last, each as "version state"; - is the
# one without a version. Lines are path:state:sessions:name, and a name ends with ## and the version, if it has one.
versions() {
  awk -F : -v path="${path:-/}" '$1 == path && NF >= 4 {
    at = index($4, "##"); print (at ? substr($4, at + 2) : "-"), $2 }' | sort
}

undeploy() {
  local answer parameter=''
  [ "$1" = - ] || parameter="&version=$1"
  answer=$(manage "undeploy?path=${path:-/}$parameter" | tr -d '\r')
  case $answer in OK*) ;; *) return 1 ;; esac
}

# Versions live side by side, and Tomcat gives requests to the newest: the old one serves until the new one does.
deploy_by_manager() {
  local list now newest='' version answer old state
  list=$(list_of_manager) ||
    fail "the manager at $manager gave no list: does it run, and has TOMCAT_USER the role manager-script?"
  now=$(versions <<<"$list")
  [ -z "$now" ] || newest=$(tail -n 1 <<<"$now")
  if [[ $newest == *"-${wanted:0:16} running" ]] && healthy; then
    say "the same WAR is there already and answers at $url$path/: nothing to do"
    return
  fi
  version=$(date -u +%Y%m%d%H%M%S)-${wanted:0:16}
  # Versions are ordered by their seconds, so a second one waits for the next.
  if [[ $newest == "${version%-*}"-* ]]; then
    sleep 1
    version=$(date -u +%Y%m%d%H%M%S)-${wanted:0:16}
  fi
  [[ -z $newest || $version > ${newest% *} || ${newest% *} = - ]] ||
    fail "version ${newest% *} under $path is newer than $version, and Tomcat would go on serving it: undeploy it first"
  if [ -n "$dry_run" ]; then
    say "would deploy $war through $manager as version $version of ${path:-/}"
    say "would wait up to $timeout s for $url$path/health"
    [ -z "$now" ] || say "would then undeploy: $(cut -d ' ' -f 1 <<<"$now" | paste -sd ' ')"
    return
  fi
  manager_roll_back() {
    trap - EXIT
    trap '' INT TERM HUP
    undeploy "$version" || true
    [ -n "$now" ] || fail "$1; it was taken away again: see Tomcat's logs"
    if within_time healthy; then
      fail "$1; the version that was there before answers at $url$path/"
    fi
    fail "$1; the version that was there before does not answer at $url$path/: see Tomcat's logs"
  }
  trap 'manager_roll_back "ended early"' EXIT
  trap 'exit 130' INT
  trap 'exit 143' TERM HUP
  answer=$(manage "deploy?path=${path:-/}&version=$version" --upload-file "$war" | head -n 1 | tr -d '\r') || true
  case $answer in OK*) ;; *) manager_roll_back "the manager said: ${answer:-nothing}" ;; esac
  [[ $(list_of_manager | versions) == *"$version running"* ]] || manager_roll_back "Tomcat did not start the application"
  within_time healthy || manager_roll_back "$url$path/health did not answer within $timeout s"
  trap - EXIT INT TERM HUP
  while read -r old state; do
    [ -z "$old" ] || undeploy "$old" || say "could not undeploy the old version $old ($state): it stays beside the new one"
  done <<<"$now"
  say "$war answers at $url$path/"
}

if [ -n "$manager" ]; then
  deploy_by_manager
else
  deploy_to_directory
fi
