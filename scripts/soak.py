#!/usr/bin/env python3
"""A long run at a constant rate, watched from outside: does anything of client or server grow?

Usage: scripts/soak.sh [--minutes N] [--rate N] [--threads N] [--transport NAME] [--server NAME] [--every SECONDS]
                       [--output DIR]

Makes one `swipestorm run` against a server that it starts, with all records on. Every --every seconds (default 10) it has
both JVMs collect their garbage, so that what is left of the heap is what is in use, and counts their threads, sockets and
other handles; memory in RAM and the client's sockets are taken from the run's own telemetry.csv, once a second. Writes
soak.csv, soak.svg and README.md beside the files of the run (whose records are read for the report and then deleted).
Needs what `mvn compile` makes, Linux, and a JDK for its jcmd and jstat.

Exit code: 0 everything stayed flat and all requests were ok, 1 something did not, 2 wrong usage.
"""
import argparse
import csv
import datetime
import html
import os
import pathlib
import shutil
import statistics
import subprocess
import sys
import time

HERE = pathlib.Path(__file__).resolve().parent
SWIPESTORM = next((p for p in (HERE / "swipestorm", HERE.parent / "bin" / "swipestorm") if p.exists()), None)
MIB = 1024 * 1024

# What is watched: its name, unit, the factor from what is read to the unit, and how much more than before is no growth.
# The client itself keeps about a kilobyte for each second of a run, its telemetry and timeline: in half an hour 2 MiB.
QUANTITIES = {
    "client_heap": ("MiB", 1 / MIB, 4),
    "server_heap": ("MiB", 1 / MIB, 4),
    "client_rss": ("MiB", 1 / MIB, 24),
    "server_rss": ("MiB", 1 / MIB, 24),
    "client_threads": ("threads", 1, 2),
    "server_threads": ("threads", 1, 2),
    "client_open_sockets": ("sockets", 1, 4),
    "server_sockets": ("sockets", 1, 4),
    "client_handles": ("other handles", 1, 4),
    "server_handles": ("other handles", 1, 4),
}
SHARE = 0.05
RULE = (
    "The first third is left out: there the JVMs still load and compile. Something grew when the median of its last third "
    "lies more than 5 %, and more than the allowance in the table, above the median of its middle third."
)
FROM_TELEMETRY = ("client_rss", "server_rss", "client_open_sockets")


def fail(message):
    print(f"soak: {message}", file=sys.stderr)
    raise SystemExit(2)


def options():
    parser = argparse.ArgumentParser(prog="soak.sh", description=__doc__.split("\n\n")[0])
    parser.add_argument("--minutes", type=float, default=30, help="how long (default: 30)")
    parser.add_argument("--rate", type=int, default=2000, help="requests a second (default: 2000)")
    parser.add_argument("--threads", type=int, default=200, help="workers, each with a connection (default: 200)")
    parser.add_argument("--transport", default="nio", help="classic or nio (default: nio)")
    parser.add_argument("--server", default="servlet", help="servlet or springboot (default: servlet)")
    parser.add_argument("--every", type=float, default=10, help="seconds between two looks (default: 10)")
    parser.add_argument("--output", type=pathlib.Path, help="new or empty (default: results/<date>-soak)")
    typed = parser.parse_args()
    typed.output = typed.output or pathlib.Path("results") / f"{datetime.datetime.now(datetime.timezone.utc):%F}-soak"
    if typed.output.exists() and (not typed.output.is_dir() or any(typed.output.iterdir())):
        fail(f"'{typed.output}' is there already and not an empty directory: name another one with --output")
    if not 0.5 <= typed.minutes <= 7 * 24 * 60 or not 1 <= typed.every <= typed.minutes * 60 / 12:
        fail("--minutes must be at least 0.5, and --every at least 1 and so short that there are 12 looks")
    if SWIPESTORM is None:
        fail("there is no swipestorm beside this script: run 'mvn compile'")
    for tool in ("jcmd", "jstat"):
        if tool_of(tool) is None:
            fail(f"there is no {tool}: put a JDK's bin into the PATH, or set JAVA_HOME to one")
    return typed


def tool_of(name):
    home = os.environ.get("JAVA_HOME")
    return shutil.which(name, path=f"{home}/bin") if home else shutil.which(name)


def child_of(pid):
    """The first process that a process has started; None while there is none."""
    for task in pathlib.Path(f"/proc/{pid}/task").iterdir():
        children = (task / "children").read_text().split()
        if children:
            return int(children[0])
    return None


def heap_after_collection(pid):
    """Bytes of a JVM's heap that are in use right after a collection of all of it."""
    subprocess.run([tool_of("jcmd"), str(pid), "GC.run"], check=True, stdout=subprocess.DEVNULL, timeout=60)
    table = subprocess.run(
        [tool_of("jstat"), "-gc", str(pid)], check=True, capture_output=True, text=True, timeout=60
    ).stdout.split("\n")
    columns = dict(zip(table[0].split(), table[1].split()))
    used = [columns[name] for name in ("S0U", "S1U", "EU", "OU") if columns.get(name, "-") != "-"]
    return sum(float(kibibytes.replace(",", ".")) for kibibytes in used) * 1024


def threads(pid):
    for line in pathlib.Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("Threads:"):
            return int(line.split()[1])
    raise OSError("the process has ended")


def handles(pid):
    """How many sockets and how many other files a process has open."""
    sockets = others = 0
    for handle in pathlib.Path(f"/proc/{pid}/fd").iterdir():
        try:
            is_socket = os.readlink(handle).startswith("socket:")
        except FileNotFoundError:
            continue
        sockets, others = sockets + is_socket, others + (not is_socket)
    return sockets, others


def look(seconds, client, server):
    row = {"seconds": round(seconds, 3)}
    for name, pid in (("client", client), ("server", server)):
        row[f"{name}_heap"] = heap_after_collection(pid)
        row[f"{name}_threads"] = threads(pid)
        sockets, row[f"{name}_handles"] = handles(pid)
        if name == "server":
            row["server_sockets"] = sockets
    return row


def watch(typed, process):
    """Looks at both until the run is over; looks that one of the two did not live through are left out."""
    rows = []
    telemetry_begin = None
    server = None
    begin = time.monotonic()
    while process.poll() is None:
        time.sleep(0.2)
        try:
            server = server or child_of(process.pid)
            # The clock of the run starts after warm-up and connections: with the first row of the records, about.
            records = typed.output / "run" / "records.csv.gz"
            if telemetry_begin is None and server and records.exists() and handles(process.pid)[0] >= typed.threads:
                telemetry_begin = begin = time.monotonic()
            if telemetry_begin and time.monotonic() - begin >= (len(rows) + 1) * typed.every:
                rows.append(look(time.monotonic() - begin, process.pid, server))
        except (OSError, subprocess.SubprocessError, ValueError, IndexError):
            if process.poll() is None and time.monotonic() - begin < typed.minutes * 60 - typed.every:
                raise
    # What was seen after the load ended is not what was to be watched.
    return [row for row in rows if row["seconds"] <= typed.minutes * 60]


def series(rows, telemetry):
    """Each quantity as pairs of seconds and number."""
    found = {}
    for name, (_, factor, _) in QUANTITIES.items():
        if name in FROM_TELEMETRY:
            found[name] = [(int(row["at_us"]) / 1e6, float(row[name]) * factor) for row in telemetry if row.get(name)]
        else:
            found[name] = [(row["seconds"], row[name] * factor) for row in rows]
    return found


def slope_per_hour(points):
    """Median of the slopes between all pairs of at most 300 points (Sen, 1968)."""
    some = points[:: max(1, len(points) // 300)]
    slopes = [(b[1] - a[1]) / (b[0] - a[0]) for i, a in enumerate(some) for b in some[i + 1 :] if b[0] > a[0]]
    return 3600 * statistics.median(slopes) if slopes else 0.0


def judge(name, points, length):
    """Medians of the middle and the last third, the slope over both, and whether it grew."""
    middle = [value for at, value in points if length / 3 <= at < 2 * length / 3]
    last = [value for at, value in points if 2 * length / 3 <= at]
    if not middle or not last:
        return None
    before, after = statistics.median(middle), statistics.median(last)
    grew = after - before > max(SHARE * before, QUANTITIES[name][2])
    return before, after, slope_per_hour([point for point in points if point[0] >= length / 3]), grew


def plot(found, judged, length):
    """Small charts one below the other, each from zero to a little above its highest value."""
    width, high, left, gap = 860, 90, 170, 34
    parts = []
    for row, (name, points) in enumerate(found.items()):
        top = 30 + row * (high + gap)
        most = max([value for _, value in points], default=1) * 1.15 or 1
        places = " ".join(
            f"{left + at / length * (width - left - 20):.1f},{top + high - value / most * high:.1f}" for at, value in points
        )
        grew = judged[name] and judged[name][3]
        parts.append(
            f'<text x="8" y="{top + high / 2 - 6}">{html.escape(name)}</text>'
            f'<text x="8" y="{top + high / 2 + 12}" fill="#666">{html.escape(QUANTITIES[name][0])}'
            f'{", GREW" if grew else ""}</text>'
            f'<text x="{left - 6}" y="{top + 10}" text-anchor="end" fill="#666">{most:.4g}</text>'
            f'<text x="{left - 6}" y="{top + high}" text-anchor="end" fill="#666">0</text>'
            f'<path d="M{left} {top}V{top + high}H{width - 20}" fill="none" stroke="#999"/>'
            f'<polyline points="{places}" fill="none" stroke="{"#c0392b" if grew else "#1f77b4"}" stroke-width="1.5"/>'
        )
    bottom = 30 + len(found) * (high + gap)
    marks = "".join(
        f'<text x="{left + part * (width - left - 20) / 6:.0f}" y="{bottom}" text-anchor="middle" fill="#666">'
        f"{part * length / 360:.4g} min</text>"
        for part in range(7)
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{bottom + 16}" '
        f'viewBox="0 0 {width} {bottom + 16}" role="img" font-family="sans-serif" font-size="12">\n'
        "<title>Memory, threads and handles of client and server during a soak</title>\n"
        '<rect width="100%" height="100%" fill="#fff"/>\n' + "\n".join(parts) + f"\n{marks}\n</svg>\n"
    )


def report(typed, judged, code, looks):
    lines = [
        f"# Soak: {typed.minutes:g} minutes at {typed.rate:,} requests a second",
        "",
        f"`scripts/soak.sh --minutes {typed.minutes:g} --rate {typed.rate} --threads {typed.threads} "
        f"--transport {typed.transport} --server {typed.server} --every {typed.every:g}`: one run, in [run](run/report.html), "
        f"against a server that it started; exit code {code}. {looks} looks from outside, each after a collection of both "
        "heaps; what the client saw itself is from `run/telemetry.csv`. Each collection stands a JVM still, so the longest "
        "latencies of this run are made here and say nothing.",
        "",
        RULE,
        "",
        "| | unit | middle third | last third | slope an hour | allowance | |",
        "|---|---|---:|---:|---:|---:|---|",
    ]
    for name, verdict in judged.items():
        unit, _, allowance = QUANTITIES[name]
        if verdict is None:
            lines.append(f"| {name} | {unit} | - | - | - | {allowance} | NOT SEEN |")
        else:
            before, after, slope, grew = verdict
            word = "GREW" if grew else "flat"
            lines.append(f"| {name} | {unit} | {before:.1f} | {after:.1f} | {slope:+.2f} | {allowance} | {word} |")
    lines += ["", "The slope is the median of those between all pairs of points of the last two thirds (Sen, 1968).", ""]
    lines += ["![What was watched, over time](soak.svg)", ""]
    return "\n".join(lines)


def main():
    typed = options()
    typed.output.mkdir(parents=True, exist_ok=True)
    length = typed.minutes * 60
    process = subprocess.Popen(
        [str(SWIPESTORM), "run", "--server", typed.server, "--transport", typed.transport]
        + ["--threads", str(typed.threads), "--rate", str(typed.rate), "--duration", f"{round(length)}s"]
        + ["--records", "records.csv.gz", "--output", str(typed.output / "run")]
    )
    try:
        rows = watch(typed, process)
        code = process.wait()
    finally:
        if process.poll() is None:
            process.terminate()
            process.wait(timeout=60)
    with open(typed.output / "soak.csv", "w", newline="") as file:
        columns = ["seconds"] + [name for name in QUANTITIES if name not in FROM_TELEMETRY]
        writer = csv.DictWriter(file, columns, lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
    with open(typed.output / "run" / "telemetry.csv", newline="") as file:
        telemetry = list(csv.DictReader(file))
    (typed.output / "run" / "records.csv.gz").unlink(missing_ok=True)
    found = series(rows, telemetry)
    judged = {name: judge(name, points, length) for name, points in found.items()}
    (typed.output / "soak.svg").write_text(plot(found, judged, length))
    text = report(typed, judged, code, len(rows))
    (typed.output / "README.md").write_text(text)
    print(text)
    raise SystemExit(0 if code == 0 and all(v is not None and not v[3] for v in judged.values()) else 1)


if __name__ == "__main__":
    main()
