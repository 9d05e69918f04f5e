#!/usr/bin/env bash
# Gives the client too little of everything that a system can be short of, and holds what it says against what is promised.
#
# Usage: sudo scripts/check-limits.sh
# Needs what `mvn compile` makes, and root: for file systems and a network of its own, which are gone afterwards. Takes some
# 2 minutes; load goes to this machine only. Exit code: 0 everything as promised.
# Fault: The disk is full before a run -> no load is sent; one line names the directory and the remedy; exit code 2
# Fault: The disk is full in the middle of a run (a tmpfs of 2 MB) -> exit code 1; records.csv ends with a whole row, written and missing rows add up to the attempts, one line names the remedy, and report works on what there is
# Fault: The disk is full in the middle of an experiment -> exit code 1; one line says so, the finished runs are reported, and those that are kept can be resumed
# Fault: The disk is read-only -> neither a run nor an experiment is begun; exit code 2
# Fault: --no-keepalive with 100 local ports (a network namespace) -> attempts without a port fail as client-limit, the others count as always; the verdict is client-bound; exit code 1
# Fault: 10,000 connections with a heap of 64 MB -> the run is made as with any other heap
# Fault: 60 threads allowed (a control group) -> nothing is sent, one line says what to do; exit code 1
set -euo pipefail
cd "$(dirname "$0")/.."
export LC_ALL=C
[ "$(id -u)" = 0 ] || { echo "check-limits: needs root, for file systems and a network of its own: use sudo" >&2; exit 2; }

# In a mount and a network namespace of its own, so that nothing of this is seen by anybody else, and all of it ends with it.
if [ "${1:-}" != --inside ]; then
  exec unshare --mount --net "$0" --inside
fi
work=$(mktemp -d)
failed=0
trap 'umount "$work/disk" 2> "$work.none" || true; rm -rf "$work" "$work.none"' EXIT
mkdir "$work/disk"
ip link set lo up

run() { # NAME WANTED-CODE OPTIONS...: runs the client, and keeps what it says
  local name=$1 wanted=$2 code=0
  shift 2
  scripts/swipestorm "$@" > "$work/said" 2>&1 || code=$?
  if [ "$code" = "$wanted" ]; then echo "ok    $name: exit code $code"; else
    echo "WRONG $name: exit code $code instead of $wanted"
    failed=1
  fi
}
says() { # PATTERN...: holds what the client has said against patterns, and shows the lines
  local pattern
  for pattern in "$@"; do
    if grep -Eq -- "$pattern" "$work/said"; then
      grep -E -m 1 -- "$pattern" "$work/said" | cut -c 1-200 | sed 's/^/        /'
    else
      echo "  WRONG it does not say: $pattern"
      failed=1
    fi
  done
  if grep -Eq 'Exception in|^	at |ERROR' "$work/said"; then
    echo "  WRONG it says:"
    grep -E -m 3 'Exception in|^	at |ERROR' "$work/said"
    failed=1
  fi
}
number() { # WORDS: the number behind them in what the client has said
  sed -n "s/.*$1 \([0-9][0-9,]*\).*/\1/p" "$work/said" | head -n 1 | tr -d ,
}
disk() { # SIZE: an empty file system that is so large
  umount "$work/disk" 2> "$work/none" || true
  mount -t tmpfs -o "size=$1" none "$work/disk"
}

quick=(--self-warmup none --threads 20)

echo "== disk"
disk 2m
head -c 2M /dev/zero > "$work/disk/others"
run "a disk that is full from the beginning" 2 run "${quick[@]}" --requests 1000 --records none --output "$work/disk/out"
says 'cannot write to the output directory.*the disk is full.*--output'
disk 2m
run "rows that cannot fit" 2 run "${quick[@]}" --requests 100000 --output "$work/disk/refused"
says 'The disk has .* 100,000 requests take at least 6.0 MB.*--records none'
disk 2m
run "a full disk" 1 run "${quick[@]}" --requests 16000 --output "$work/disk/out"
says 'WARNING: The disk has' 'PROBLEM: .*records.csv: the disk is nearly full.*--output' 'rows missing' 'failed 0 \+ never sent 0'
rows=$(number 'rows in records.csv')
missing=$(number 'rows missing')
attempts=$(number 'attempts')
there=$(($(wc -l < "$work/disk/out/records.csv") - 1))
if [ "$((rows + missing))" = "$attempts" ] && [ "$there" = "$rows" ]; then
  echo "        $rows rows written + $missing missing = $attempts attempts"
else
  echo "  WRONG $rows rows written, $there there, $missing missing, $attempts attempts"
  failed=1
fi
run "report on its records" 1 report "$work/disk/out" --output "$work/report"
says 'Rows are missing: all figures are of [0-9,]+ of'
disk 2m
run "a disk that fills up during an experiment" 1 sweep --self-warmup none --threads 2,4 --repeats 3 \
  --requests 4000 --settle 0s --pause 0s --records records.csv --print --output "$work/disk/out"
says 'PROBLEM: ' '\| threads=2'
disk 100k
mount -o remount,ro "$work/disk"
run "a read-only disk" 2 run "${quick[@]}" --requests 1000 --output "$work/disk/out"
says 'cannot write to the output directory.*Read-only.*--output'
run "a read-only disk, an experiment" 2 sweep --self-warmup none --threads 1,2 --output "$work/disk/out"
says 'cannot write to the output directory.*--output'

echo "== local ports"
# One server, started while there are ports: the last run's connections may keep all hundred for a minute.
scripts/swipestorm serve servlet --port 0 > "$work/served" 2>&1 &
server=$!
until grep -q 'answers at' "$work/served"; do sleep 0.1; done
url=$(sed -n 's/.* answers at \(.*\)\/ (process.*/\1/p' "$work/served")
sysctl -qw net.ipv4.ip_local_port_range='40000 40099' net.ipv4.tcp_tw_reuse=0
for transport in nio classic; do
  # Each has a connection of its own at once, so that 150 are more than there can be, however soon a port is free again.
  run "100 local ports, $transport" 1 run --self-warmup none --url "$url" --transport $transport --no-keepalive --threads 150 \
    --duration 3s --retries 0 --output "$work/ports-$transport"
  says 'x client-limit: .*assign requested address' 'VERDICT: client-bound' 'Checked: planned'
done
sysctl -qw net.ipv4.ip_local_port_range='1024 65535'

echo "== memory"
JAVA_OPTS=-Xmx64m run "10,000 connections with a heap of 64 MB" 0 run --self-warmup none --transport nio --threads 10000 \
  --requests 200000 --output "$work/heap"
says 'planned 200,000 = ok 200,000'
JAVA_OPTS=-Xmx64m run "200 threads with a heap of 64 MB, and the client's warm-up" 0 run --requests 200000 --output "$work/heap-200"
says 'planned 200,000 = ok 200,000'

echo "== threads"
group=/sys/fs/cgroup/pids/swipestorm-check
[ -d /sys/fs/cgroup/pids ] || group=/sys/fs/cgroup/swipestorm-check
if mkdir "$group" 2> "$work/none" && echo 60 > "$group/pids.max" 2> "$work/none"; then
  limited() { (
    echo "$BASHPID" > "$group/cgroup.procs"
    run "$@"
    exit "$failed"
  ) || failed=1; }
  limited "60 threads in all" 1 run --self-warmup none --url "$url" --threads 200 --output "$work/threads"
  says 'swipestorm: This machine .*thread.*--transport nio'
else
  echo "skipped: no control group can be made here; ClientLimitsIT shows the same with ulimit -v"
fi
kill "$server"
wait "$server" || true
[ ! -d "$group" ] || rmdir "$group"
exit "$failed"
