#!/usr/bin/env python3
"""What recording every attempt costs, and whether memory stays flat.

Runs the same load with and without the per-request CSV in alternation (A B B A ...) against one servlet server that
stays up, and prints the ratio of the throughputs and of the client's CPU time, pair by pair and as a median. Then runs
two sizes with records and prints the peak memory of both.

    mvn -q compile
    scripts/measure-recording.py --pairs 5 --requests 500000 --sizes 500000,5000000

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

CLIENT = pathlib.Path(__file__).resolve().parent / "swipestorm"


def start_server():
    server = subprocess.Popen([CLIENT, "serve", "servlet", "--port", "0"], stdout=subprocess.PIPE, text=True)
    line = server.stdout.readline()
    found = re.search(r"http://\S+", line)
    if not found:
        raise SystemExit(f"The server did not start: {line}")
    return server, found.group()


def run(url, requests, records, directory, arguments):
    """One run in a process of its own; returns its throughput, CPU seconds and peak memory in MB."""
    shutil.rmtree(directory, ignore_errors=True)
    command = [
        CLIENT, "run", "--url", url, "--requests", str(requests), "--records", records, "--output", directory,
    ] + arguments
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        raise SystemExit(f"{' '.join(map(str, command))} ended with exit code {process.returncode}")
    summary = json.loads(pathlib.Path(directory, "summary.json").read_text())
    return {
        "throughput": summary["throughputPerSecond"],
        "cpu": usage.ru_utime + usage.ru_stime,
        "peak": usage.ru_maxrss / 1024,
        "rows": (summary["records"] or {"rows": 0})["rows"],
    }


def median_of(pairs, key):
    ratios = [recorded[key] / bare[key] for recorded, bare in pairs]
    return f"{statistics.median(ratios):.3f} (from {min(ratios):.3f} to {max(ratios):.3f})"


def compare(url, requests, count, directory, arguments):
    pairs = []
    for number in range(count):
        kinds = ["records.csv", "none"] if number % 2 == 0 else ["none", "records.csv"]
        results = {kind: run(url, requests, kind, directory, arguments) for kind in kinds}
        assert results["records.csv"]["rows"] >= requests
        pairs.append((results["records.csv"], results["none"]))
        print(
            f"pair {number + 1}: {pairs[-1][0]['throughput']:,.0f} req/s with records, "
            f"{pairs[-1][1]['throughput']:,.0f} without",
            flush=True,
        )
    print(f"throughput with records / without, median of {count} pairs: {median_of(pairs, 'throughput')}")
    # The CPU of a recorded run holds reading the whole file again for the exact percentiles, after the clock stopped.
    print(f"CPU of the whole process with records / without: {median_of(pairs, 'cpu')}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pairs", type=int, default=5, help="pairs of runs to compare (default 5)")
    parser.add_argument("--requests", type=int, default=500_000, help="requests of each (default 500000)")
    parser.add_argument("--sizes", default="500000,5000000", help="requests of the runs whose memory is compared")
    parser.add_argument("arguments", nargs="*", help="further options for every run, after --")
    options = parser.parse_args()
    server, url = start_server()
    try:
        with tempfile.TemporaryDirectory() as folder:
            directory = os.path.join(folder, "run")
            run(url, options.requests, "none", directory, options.arguments)  # warms the server up
            compare(url, options.requests, options.pairs, directory, options.arguments)
            peaks = []
            for size in map(int, filter(None, options.sizes.split(","))):
                peaks.append(run(url, size, "records.csv", directory, options.arguments)["peak"])
                print(f"peak memory of {size:,} requests with records: {peaks[-1]:,.0f} MB", flush=True)
            if len(peaks) > 1:
                print(f"ratio: {peaks[-1] / peaks[0]:.3f}")
    finally:
        server.terminate()
        server.wait()


if __name__ == "__main__":
    main()
