#!/usr/bin/env python3
"""What the client adds to the latencies it reports.

Sends load to a server that answers after a known time (5 ms, every two-hundredth after 50 ms) and measures that time itself,
and prints what the client recorded beside it, at several numbers of threads. The difference is the client's reading and
writing, the loopback network and the operating system's scheduling of both.

    mvn -q compile
    scripts/measure-overhead.py --threads 1,10,50 --requests 20000
"""

import argparse
import json
import pathlib
import subprocess
import tempfile

SCRIPTS = pathlib.Path(__file__).resolve().parent
PERCENTILES = {"50.0": "p50Us", "90.0": "p90Us", "99.0": "p99Us", "99.9": "p999Us"}


def measure(threads, requests, java):
    server = subprocess.Popen(
        [java, SCRIPTS / "KnownLatencyServer.java"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    try:
        url = server.stdout.readline().strip()
        with tempfile.TemporaryDirectory() as folder:
            directory = pathlib.Path(folder, "run")
            subprocess.run(
                [
                    SCRIPTS / "swipestorm", "run", "--url", url, "--threads", str(threads), "--requests", str(requests),
                    "--output", directory,
                ],
                check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            )
            recorded = json.loads((directory / "summary.json").read_text())["serviceTimeByMethod"]["exact"]
        injected = dict(line.split() for line in server.communicate("")[0].splitlines())
    finally:
        server.kill()
        server.wait()
    for percentile, name in PERCENTILES.items():
        was, is_now = int(injected[percentile]), recorded[name]
        print(f"| {threads} | p{percentile} | {was / 1000:.3f} | {is_now / 1000:.3f} | {(is_now - was) / 1000:+.3f} |", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--threads", default="1,10,50", help="numbers of threads (default 1,10,50)")
    parser.add_argument("--requests", type=int, default=20_000, help="requests of each run (default 20000)")
    parser.add_argument("--java", default="java", help="Java for the server (default java)")
    options = parser.parse_args()
    print("| threads | percentile | injected, ms | recorded, ms | difference, ms |")
    print("|---|---|---|---|---|")
    for threads in map(int, options.threads.split(",")):
        measure(threads, options.requests, options.java)


if __name__ == "__main__":
    main()
