#!/usr/bin/env python3
"""What recording every attempt costs, and whether memory stays flat.

Runs the same load (Average, 200 threads, classic transport) with and without the per-request CSV in alternation, in one
JVM against one servlet server in another, and prints the ratio of the throughputs pair by pair and as a median. Then
runs the client in two sizes with records and prints the peak memory of both.

    mvn -q compile
    scripts/measure-recording.py --pairs 20 --seconds 4 --sizes 500000,5000000

Needs Linux and nothing but Python 3. JAVA_HOME and JAVA_OPTS are those of scripts/swipestorm.
"""

import argparse
import json
import os
import pathlib
import re
import shutil
import statistics
import subprocess
import tempfile

SCRIPTS = pathlib.Path(__file__).resolve().parent
CLIENT = SCRIPTS / "swipestorm"


def start_server():
    server = subprocess.Popen([CLIENT, "serve", "servlet", "--port", "0"], stdout=subprocess.PIPE, text=True)
    line = server.stdout.readline()
    found = re.search(r"http://\S+", line)
    if not found:
        raise SystemExit(f"The server did not start: {line}")
    return server, found.group()


def java(*arguments):
    """The client's classes with a program of this folder."""
    root = SCRIPTS.parent
    target = root / "cli" / "target"
    home = os.environ.get("JAVA_HOME")
    # The file has absolute paths: in a copied tree, its own classes must come before those of the other.
    own = ":".join(str(root / module / "target" / "classes") for module in ("cli", "client", "server-launch"))
    class_path = f"{own}:{(target / 'runtime.classpath').read_text().strip()}"
    flags = os.environ.get("JAVA_OPTS", "").split()
    return [os.path.join(home, "bin", "java") if home else "java", *flags, "-cp", class_path, *map(str, arguments)]


def compare(url, pairs, seconds, folder):
    program = subprocess.Popen(
        java(SCRIPTS / "RecordingThroughput.java", url, pairs, seconds, folder), stdout=subprocess.PIPE, text=True
    )
    ratios = []
    for line in program.stdout:
        pair, recorded, bare = map(float, line.split())
        ratios.append(recorded / bare)
        print(f"pair {pair:.0f}: {recorded:,.0f} req/s with records, {bare:,.0f} without", flush=True)
    if program.wait() != 0 or len(ratios) != pairs:
        raise SystemExit("The comparison ended early")
    quarter = statistics.quantiles(ratios, n=4) if pairs > 1 else ratios * 3
    print(
        f"throughput with records / without, median of {pairs} pairs: {statistics.median(ratios):.3f} "
        f"(middle half from {quarter[0]:.3f} to {quarter[2]:.3f})",
        flush=True,
    )


def peak_memory(url, requests, folder):
    """Peak memory in MB of a client that sends and records so many requests."""
    directory = os.path.join(folder, f"run-{requests}")
    command = [CLIENT, "run", "--url", url, "--requests", str(requests), "--output", directory]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    rows = json.loads(pathlib.Path(directory, "summary.json").read_text())["records"]["rows"]
    if process.returncode != 0 or rows != requests:
        raise SystemExit(f"{requests} requests ended with exit code {process.returncode} and {rows} rows")
    shutil.rmtree(directory)
    return usage.ru_maxrss / 1024


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pairs", type=int, default=20, help="pairs of runs to compare (default 20)")
    parser.add_argument("--seconds", type=float, default=4, help="seconds of each run (default 4)")
    parser.add_argument("--sizes", default="500000,5000000", help="requests of the runs whose memory is compared")
    options = parser.parse_args()
    server, url = start_server()
    try:
        with tempfile.TemporaryDirectory() as folder:
            if options.pairs > 0:
                compare(url, options.pairs, options.seconds, folder)
            peaks = []
            for size in map(int, filter(None, options.sizes.split(","))):
                peaks.append(peak_memory(url, size, folder))
                print(f"peak memory of {size:,} requests with records: {peaks[-1]:,.0f} MB", flush=True)
            if len(peaks) > 1:
                print(f"ratio: {peaks[-1] / peaks[0]:.3f}")
    finally:
        server.terminate()
        server.wait()


if __name__ == "__main__":
    main()
