#!/usr/bin/env bash
# Runs the reference study run by run: threads, sending models, servlet against Spring Boot, Little's law. Each run is
# one `swipestorm run`; `reproduce.sh --help` says more.
set -euo pipefail

usage() {
  cat <<'USAGE'
Usage: reproduce.sh [OPTIONS] [-- FURTHER OPTIONS OF EACH swipestorm run]

Runs the Average model with 100, 160, 200 and 500 threads, the other two models with 200, servlet and Spring Boot server
in turn, twice each, and one thread for Little's law; writes summaries, timelines, plots and a README.md with the figures
beside the published ones. The per-request rows are read for it and then deleted. Some 10 to 60 minutes.

Options:
  --servlet-url URL        a servlet server that is running (default: one is started for each run)
  --springboot-url URL     a Spring Boot server that is running (default: one is started for each run)
  --requests N             of each run (default: 500000)
  --little-requests N      of the run with one thread (default: 10000)
  --output DIR             new or empty (default: results/<date>-reference-study)
  --help                   print this

Exit code: 0 all was run, 1 a run failed, 2 wrong usage. A run in which requests failed is in the tables all the same.
USAGE
}

die() {
  echo "reproduce: $1" >&2
  exit 2
}

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
servlet_url='' springboot_url='' requests=500000 little_requests=10000 output=results/$(date +%F)-reference-study
while [ $# -gt 0 ]; do
  case $1 in
  --servlet-url | --springboot-url | --requests | --little-requests | --output)
    [ $# -ge 2 ] || die "$1 needs a value (--help lists the options)"
    case $1 in
    --servlet-url) servlet_url=$2 ;;
    --springboot-url) springboot_url=$2 ;;
    --requests) requests=$2 ;;
    --little-requests) little_requests=$2 ;;
    --output) output=$2 ;;
    esac
    shift 2
    ;;
  --help | -h)
    usage
    exit 0
    ;;
  --)
    shift
    break
    ;;
  *) die "there is no option $1 (--help lists them)" ;;
  esac
done
for number in "$requests" "$little_requests"; do
  [[ $number =~ ^[1-9][0-9]{0,11}$ ]] || die "'$number' is not a number of requests"
done
[ ! -e "$output" ] || [ -z "$(ls -A "$output" 2>/dev/null || echo x)" ] ||
  die "'$output' is there already and not an empty directory: name another one with --output"
command -v python3 >/dev/null || die "python3 is not installed: it makes the tables"
swipestorm=$here/swipestorm # in a working tree
[ -f "$swipestorm" ] || swipestorm=$here/../bin/swipestorm
[ -f "$swipestorm" ] || die "there is neither $here/swipestorm nor $swipestorm"

further=("$@")

# One run: its name, its server, and its options.
run() {
  local name=$1 server=$2 url code=0
  shift 2
  url=$servlet_url
  [ "$server" = servlet ] || url=$springboot_url
  if [ -n "$url" ]; then
    set -- --url "$url" "$@"
  else
    set -- --server "$server" "$@"
  fi
  set -- "$@" ${further[@]+"${further[@]}"} --output "$output/$name"
  echo "== swipestorm run $*"
  "$swipestorm" run "$@" || code=$?
  # 1 says that requests failed; without a summary there was no run.
  if [ "$code" -gt 1 ] || [ ! -f "$output/$name/summary.json" ]; then
    echo "reproduce: $name ended with exit code $code; what was made before is in $output" >&2
    exit "$([ "$code" -gt 0 ] && echo "$code" || echo 1)"
  fi
  rm -f "$output/$name"/records.csv*
}

mkdir -p "$output"
for threads in 100 160 200 500; do
  run "average-$threads" servlet --model average --threads "$threads" --requests "$requests"
done
for model in producer-consumer less-blocking; do
  run "$model-200" servlet --model "$model" --threads 200 --requests "$requests"
done
for round in 1 2; do
  for server in servlet springboot; do
    run "$server-$round" "$server" --model average --threads 200 --requests "$requests"
  done
done
run one-thread servlet --model average --threads 1 --requests "$little_requests"

python3 "$here/reproduce.py" "$output" >"$output/README.md"
cat "$output/README.md"
