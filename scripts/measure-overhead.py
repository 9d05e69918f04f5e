#!/usr/bin/env python3
"""What load generators add to the latencies that they report.

Sends load to a server that answers after a known time (5 ms, every two-hundredth after 50 ms) and measures that time itself,
and prints what the load generator recorded beside it, at several numbers of threads. The difference is the generator's reading
and writing, the loopback network and the operating system's scheduling of both. With --rate, requests begin at that rate.

    mvn -q compile
    scripts/measure-overhead.py --threads 1,10,50 --requests 20000
    scripts/measure-overhead.py --tools nio,classic,oha,k6,locust-fast --threads 100 --rate 5000 --seconds 10

oha, k6 and locust have to be on PATH.
"""

import argparse
import csv
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile

SCRIPTS = pathlib.Path(__file__).resolve().parent
PERCENTILES = {"50.0": "p50Us", "90.0": "p90Us", "99.0": "p99Us", "99.9": "p999Us"}
K6 = """
import http from 'k6/http';
export const options = {
  discardResponseBodies: true,
  summaryTrendStats: ['p(50)', 'p(90)', 'p(99)', 'p(99.9)'],
  scenarios: { all: %s },
};
export default function () { http.get('%s/'); }
"""
LOCUST = """
from locust import %s, constant_throughput, task


class Sender(%s):
    host = '%s'
    wait_time = constant_throughput(%s)

    @task
    def send(self):
        self.client.get('/')
"""


def stop(message):
    print(message, file=sys.stderr)
    raise SystemExit(2)


def swipestorm(transport, url, threads, options, folder):
    amount = ["--rate", str(options.rate), "--duration", f"{options.seconds}s"] if options.rate else ["--requests", str(options.requests)]
    subprocess.run(
        [SCRIPTS / "swipestorm", "run", "--url", url, "--transport", transport, "--threads", str(threads), *amount, "--no-probe",
         "--output", folder / "run"],
        check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )
    recorded = json.loads((folder / "run" / "summary.json").read_text())["serviceTimeByMethod"]["exact"]
    return {percentile: recorded[name] for percentile, name in PERCENTILES.items()}


def oha(url, threads, options, folder):
    amount = ["-q", str(options.rate), "-z", f"{options.seconds}s"] if options.rate else ["-n", str(options.requests)]
    said = subprocess.run(
        ["oha", "--no-tui", "--output-format", "json", "-c", str(threads), *amount, url], check=True, capture_output=True, text=True)
    recorded = json.loads(said.stdout)["latencyPercentiles"]
    return {percentile: recorded["p" + percentile.removesuffix(".0")] * 1e6 for percentile in PERCENTILES}


def k6(url, threads, options, folder):
    scenario = {
        "executor": "constant-arrival-rate", "rate": options.rate, "timeUnit": "1s", "duration": f"{options.seconds}s",
        "preAllocatedVUs": threads, "maxVUs": threads,
    } if options.rate else {"executor": "shared-iterations", "vus": threads, "iterations": options.requests}
    script, export = folder / "k6.js", folder / "k6.json"
    script.write_text(K6 % (json.dumps(scenario), url))
    subprocess.run(
        ["k6", "run", "--quiet", "--no-usage-report", "--summary-export", export, script], check=True, stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL)
    recorded = json.loads(export.read_text())["metrics"]["http_req_duration"]
    return {percentile: recorded[f"p({percentile.removesuffix('.0')})"] * 1e3 for percentile in PERCENTILES}


def locust(kind, url, threads, options, folder):
    if not options.rate:
        stop("locust has no number of requests to end after: give --rate")
    script, prefix = folder / "locust.py", folder / "stats"
    script.write_text(LOCUST % (kind, kind, url, options.rate / threads))
    subprocess.run(
        ["locust", "-f", script, "--headless", "--only-summary", "-u", str(threads), "-r", str(threads), "-t", f"{options.seconds}s",
         "--csv", prefix], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    with open(f"{prefix}_stats.csv", newline="") as file:
        recorded = next(row for row in csv.DictReader(file) if row["Name"] == "Aggregated")
    return {percentile: float(recorded[f"{percentile.removesuffix('.0')}%"]) * 1e3 for percentile in PERCENTILES}


TOOLS = {
    "nio": (None, lambda *rest: swipestorm("nio", *rest)),
    "classic": (None, lambda *rest: swipestorm("classic", *rest)),
    "oha": ("oha", oha),
    "k6": ("k6", k6),
    "locust": ("locust", lambda *rest: locust("HttpUser", *rest)),
    "locust-fast": ("locust", lambda *rest: locust("FastHttpUser", *rest)),
}


def measure(tool, threads, options):
    server = subprocess.Popen(
        [options.java, SCRIPTS / "KnownLatencyServer.java"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    try:
        url = server.stdout.readline().strip()
        with tempfile.TemporaryDirectory() as folder:
            recorded = TOOLS[tool][1](url, threads, options, pathlib.Path(folder))
        injected = dict(line.split() for line in server.communicate("")[0].splitlines())
    finally:
        server.kill()
        server.wait()
    for percentile in PERCENTILES:
        was, is_now = int(injected[percentile]), recorded[percentile]
        print(
            f"| {tool} | {threads} | p{percentile} | {was / 1000:.3f} | {is_now / 1000:.3f} | {(is_now - was) / 1000:+.3f} |",
            flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tools", default="classic", help=f"of {', '.join(TOOLS)} (default classic)")
    parser.add_argument("--threads", default="1,10,50", help="numbers of threads or connections (default 1,10,50)")
    parser.add_argument("--requests", type=int, default=20_000, help="requests of each run (default 20000)")
    parser.add_argument("--rate", type=int, help="requests a second, instead of as many as possible")
    parser.add_argument("--seconds", type=int, default=10, help="how long, with --rate (default 10)")
    parser.add_argument("--java", default="java", help="Java for the server (default java)")
    options = parser.parse_args()
    tools = options.tools.split(",")
    for tool in tools:
        if tool not in TOOLS:
            stop(f"no such tool: '{tool}' (there are {', '.join(TOOLS)})")
        program = TOOLS[tool][0]
        if program and not shutil.which(program):
            stop(f"{program} is not on PATH")
    print("| tool | threads | percentile | injected, ms | recorded, ms | difference, ms |")
    print("|---|---|---|---|---|---|")
    for threads in map(int, options.threads.split(",")):
        for tool in tools:
            measure(tool, threads, options)


if __name__ == "__main__":
    main()
