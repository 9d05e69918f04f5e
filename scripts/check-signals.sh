#!/usr/bin/env bash
# Sends every signal to the client in every phase of a run and of an experiment, and holds what becomes of the client, of the
# server that it has started, and of the results against what is promised. Then it freezes and kills a server.
#
# Usage: scripts/check-signals.sh [PHASE...]     default: all phases, and the server
# Needs what `mvn compile` makes. Takes some 5 minutes; load goes to this machine only. Exit code: 0 everything as promised.
# Fault: SIGINT, SIGTERM, SIGHUP, SIGINT twice, kill -9 in each of eight phases -> exit code 130, 143, 129, 130, 137; what was measured is reported or readable; the server never outlives the client, not even when it is frozen
# Fault: SIGSTOP of the server for 5 s, SIGKILL and a new start, under a constant rate -> the silent seconds show in throughput.csv, response times show the wait, and the run continues to its end
# shellcheck disable=SC2317 # functions are given to others as arguments
set -euo pipefail
cd "$(dirname "$0")/.."
export LC_ALL=C
work=$(mktemp -d)
client=
server=
failed=0

end() {
  local pid
  for pid in $client $server; do
    kill -KILL "$pid" 2> "$work/none" || true
  done
  rm -rf "$work"
}
trap end EXIT

swipestorm() { # a shell in the background is deaf to SIGINT, and so would be what it starts
  exec env --default-signal=INT,TERM,HUP scripts/swipestorm "$@"
}

# Runs a command again and again, for at most this many seconds, until it succeeds.
within() {
  local deadline=$(($(date +%s) + $1))
  shift
  until "$@"; do
    [ "$(date +%s)" -lt "$deadline" ] || return 1
    sleep 0.01
  done
}

gone() { # also what has ended and was not buried yet
  local stat
  stat=$(sed 's/.*) //' "/proc/$1/stat" 2> "$work/none") || return 0
  [ "${stat%% *}" = Z ]
}
said() { grep -q "$1" "$work/said"; }
heard_or_gone() { said 'a second signal quits at once' || gone "$client"; }
has_thread() { cat /proc/"$client"/task/*/comm 2> "$work/none" | grep -q "^$1"; }
has_server() {
  server=$(pgrep -P "$client" -x java) || return 1
}
has_records() { [ "$(wc -c 2> "$work/none" < "$work/out/records.csv" || echo 0)" -gt 1000 ]; }
has_file() { [ -e "$work/out/$1" ]; }

# Starts a client and waits until it is in that phase.
reach() {
  local args threads=4
  rm -rf "$work/out"
  case $1 in
  start-up | self-warm-up) args="run --requests 1000000000" ;;
  warm-up) args="run --self-warmup none --warmup 1h" ;;
  running) args="run --self-warmup none --requests 1000000000" ;;
  draining) args="run --self-warmup none --duration 5s" ;;
  reporting) args="run --self-warmup none --requests 5000" ;;
  experiment) args="sweep --self-warmup none --settle 0s --repeats 50 --requests 1000000000" threads=2,4 ;;
  pause) args="sweep --self-warmup none --settle 0s --repeats 50 --requests 5000 --pause 1h" threads=2,4 ;;
  *)
    echo "check-signals: there is no phase '$1'; use some of $phases" >&2
    exit 2
    ;;
  esac
  # shellcheck disable=SC2086 # several words
  swipestorm $args --threads $threads --output "$work/out" > "$work/said" 2>&1 &
  client=$!
  within 120 has_server
  case $1 in
  self-warm-up) within 120 has_thread swipestorm-stub ;;
  warm-up | experiment) within 120 has_thread swipestorm-work ;;
  running) within 120 has_records ;;
  draining)
    within 120 has_records
    kill -STOP "$server"
    sleep 5.5 # the run's time is over
    ;;
  reporting) within 120 has_file throughput.csv ;;
  pause) within 120 said 'req/s' ;;
  esac
}

left() { # what there is of the run or experiment
  if said 'finished run'; then
    sed -n 's/.*INTERRUPTED after \([0-9]* finished runs*\).*/\1 reported/p' "$work/said"
  elif grep -qs '"interrupted" : true' "$work/out/summary.json"; then
    echo partial
  elif grep -qs '"interrupted" : false' "$work/out/summary.json"; then
    echo whole
  elif [ -s "$work/out/records.csv" ] && [ "$(wc -l < "$work/out/records.csv")" -gt 1 ]; then
    # Only now: the report would make the other files.
    if scripts/swipestorm report "$work/out" > "$work/report" 2>&1; then echo "records readable"; else echo "RECORDS LOST"; fi
  else
    echo nothing
  fi
}

case_of() { # PHASE SIGNAL: prints a cell, and counts what is not as promised
  local phase=$1 signal=$2 code=0 begin took what wanted kinds
  reach "$phase" || { echo -n "NOT REACHED "; failed=1; }
  begin=$(date +%s%N)
  kill "-${signal%+*}" "$client" || true
  if [ "$signal" = INT+INT ]; then
    if within 60 heard_or_gone; then kill -INT "$client" 2> "$work/none" || true; fi
  fi
  case $signal in
  # Whoever is frozen cannot notice that its parent is gone; those who are asked to end in turn end it by force.
  KILL | INT+INT) [ "$phase" != draining ] || kill -CONT "$server" || true ;;
  esac
  within 120 gone "$client" || { echo -n "CLIENT HANGS "; failed=1; }
  took=$((($(date +%s%N) - begin) / 100000000))
  wait "$client" 2> "$work/none" || code=$?
  client=
  within 60 gone "$server" || { echo -n "SERVER LEFT "; failed=1; kill -KILL "$server"; }
  server=
  what=$(left)
  case $signal in
  INT | INT+INT) wanted=130 ;;
  TERM) wanted=143 ;;
  HUP) wanted=129 ;;
  KILL) wanted=137 ;;
  esac
  case $signal-$phase in
  INT+INT-* | KILL-reporting) kinds='nothing|partial|whole|records readable|.* reported' ;;
  KILL-running | KILL-draining) kinds='records readable' ;;
  KILL-* | *-start-up) kinds='nothing' ;;
  *-reporting) kinds='whole' ;;
  *-experiment) kinds='0 finished runs reported' ;;
  *-pause) kinds='1 finished run reported' ;;
  *) kinds='partial' ;;
  esac
  [ "$code" = "$wanted" ] || { echo -n "WRONG CODE "; failed=1; }
  [[ $what =~ ^($kinds)$ ]] || { echo -n "NOT $kinds: "; failed=1; }
  echo -n "$code, $what, $((took / 10)).$((took % 10)) s"
}

silent_seconds() { # of the run in that directory: no answer, though attempts were in flight or failed
  awk -F, 'NR > 1 && $5 == 0 && ($6 > 0 || $12 > 0) { n++ } END { print n + 0 }' "$1/throughput.csv"
}

serve() { # PORT: starts a server, and takes note of its process and address
  swipestorm serve servlet --port "$1" > "$work/served" 2>&1 &
  client=$!
  within 120 grep -q 'answers at' "$work/served"
  server=$(pgrep -P "$client" -x java)
  url=$(sed -n 's/.* answers at \(.*\)\/ (process.*/\1/p' "$work/served")
}

server_fault() { # NAME COMMAND...: 10 s at 300 requests/s, in the fourth second of which the command is run
  local name=$1 run code=0 answered silent longest
  shift
  serve 0
  scripts/swipestorm run --url "$url" --self-warmup none --rate 300/s --threads 20 --duration 14s --retries 0 \
    --output "$work/$name" > "$work/said" 2>&1 &
  run=$!
  within 120 test -s "$work/$name/records.csv"
  sleep 3
  "$@"
  wait "$run" || code=$?
  silent=$(silent_seconds "$work/$name")
  answered=$(awk -F, 'END { print $5 }' "$work/$name/throughput.csv")
  longest=$(sed -n 's/^ *response time.*max *//p' "$work/said" | head -n 1)
  echo "| $name | exit code $code, $silent silent seconds${longest:+, longest response time $longest} |"
  grep -E 'Checked|attempts .* = ok|x (connect|closed|timeout)' "$work/said" | sed 's/^/    /'
  if [ "$silent" -lt "$wanted_silence" ] || [ "$answered" = 0 ]; then
    echo "NOT AS PROMISED"
    failed=1
  fi
  kill -TERM "$client" && within 60 gone "$client"
  client=
  server=
}

freeze() {
  kill -STOP "$server"
  sleep 5
  kill -CONT "$server"
}
kill_and_restart() {
  kill -KILL "$server"
  within 60 gone "$client"
  sleep 2
  serve "${url##*:}"
}

phases="start-up self-warm-up warm-up running draining reporting experiment pause"
signals="INT TERM HUP INT+INT KILL"
echo "| phase | SIGINT | SIGTERM | SIGHUP | SIGINT twice | kill -9 |"
echo "|---|---|---|---|---|---|"
# shellcheck disable=SC2048,SC2086 # several words
for phase in ${*:-$phases}; do
  echo -n "| $phase |"
  for signal in $signals; do
    echo -n " "
    case_of "$phase" "$signal"
    echo -n " |"
  done
  echo
done
if [ $# = 0 ]; then
  echo
  echo "| server | what the run shows |"
  echo "|---|---|"
  wanted_silence=4
  server_fault frozen-for-5-s freeze
  wanted_silence=1
  server_fault killed-and-started-again kill_and_restart
fi
exit "$failed"
