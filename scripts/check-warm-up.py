#!/usr/bin/env python3
"""Shows whether the client is warm when a run begins: its first two seconds beside the second half of the run.

Runs each way of sending several times against a static nginx with one worker, which is on one core, the client on the other or on both,
and compares the client's CPU time for each request, its compilers included, and the throughput. 1.00 means that the first seconds
are as good as the later ones. Ways take turns, so that what else the machine does hits all of them.

    mvn -q compile
    scripts/check-warm-up.py --repeats 5 --cores 1,2

Needs nginx, openssl and taskset.
"""

import argparse
import csv
import os
import pathlib
import shutil
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request

SCRIPTS = pathlib.Path(__file__).resolve().parent
CASES = {
    "classic": ("http", ["--transport", "classic"]),
    "classic, redirects": ("http", ["--transport", "classic", "--follow-redirects"]),
    "nio": ("http", ["--transport", "nio"]),
    "nio, TLS 1.2": ("TLS 1.2", ["--transport", "nio", "--insecure"]),
    "nio, TLS 1.3": ("TLS 1.3", ["--transport", "nio", "--insecure"]),
    "nio, HTTP/2 over TLS 1.2": ("TLS 1.2", ["--transport", "nio", "--insecure", "--http", "2"]),
    "nio, HTTP/2 over TLS 1.3": ("TLS 1.3", ["--transport", "nio", "--insecure", "--http", "2"]),
}
PORTS = ["http", "TLS 1.2", "TLS 1.3"]
EARLY_SECONDS = 2
NGINX = """
daemon off; worker_processes 1; worker_cpu_affinity 01; pid nginx.pid; error_log error.log;
events { worker_connections 4096; }
http {
  access_log off; keepalive_requests 1000000000;
  client_body_temp_path body; proxy_temp_path proxy; fastcgi_temp_path fastcgi; uwsgi_temp_path uwsgi; scgi_temp_path scgi;
  ssl_certificate cert.pem; ssl_certificate_key key.pem;
  server { listen 127.0.0.1:%d; location / { return 200 "an answer of a few bytes"; } }
  server { listen 127.0.0.1:%d ssl http2; ssl_protocols TLSv1.2; location / { return 200 "an answer of a few bytes"; } }
  server { listen 127.0.0.1:%d ssl http2; ssl_protocols TLSv1.3; location / { return 200 "an answer of a few bytes"; } }
}
"""


def free_ports(count):
    listeners = [socket.create_server(("127.0.0.1", 0)) for _ in range(count)]
    ports = [listener.getsockname()[1] for listener in listeners]
    for listener in listeners:
        listener.close()
    return ports


def start_nginx(folder, ports):
    nginx = shutil.which("nginx", path=os.environ["PATH"] + ":/usr/sbin:/sbin")
    if nginx is None:
        raise SystemExit("nginx is not installed: apt-get install nginx-light")
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", folder / "key.pem", "-out", folder / "cert.pem",
         "-days", "2", "-subj", "/CN=localhost"],
        check=True, stderr=subprocess.DEVNULL,
    )
    (folder / "nginx.conf").write_text(NGINX % tuple(ports))
    server = subprocess.Popen(
        ["taskset", "-c", "0", nginx, "-p", folder, "-c", folder / "nginx.conf"], stderr=subprocess.DEVNULL)
    deadline = time.monotonic() + 10
    while True:
        try:
            urllib.request.urlopen(f"http://127.0.0.1:{ports[0]}/").close()
            return server
        except OSError:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.1)


def run(case, cores, options, ports, folder):
    """The ratios early / late of CPU for each request, and of requests a second; and the late CPU in microseconds a request."""
    server, transport = CASES[case]
    scheme, port = "http" if server == "http" else "https", ports[PORTS.index(server)]
    output = folder / "run"
    shutil.rmtree(output, ignore_errors=True)
    subprocess.run(
        ["taskset", "-c", "1" if cores == 1 else "0,1", SCRIPTS / "swipestorm", "run", f"{scheme}://127.0.0.1:{port}/",
         "--threads", str(options.threads), "--duration", f"{options.seconds}s", "--records", "none", "--no-probe", *transport,
         "--output", output],
        check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )
    ok = [int(row["ok"]) for row in csv.DictReader(open(output / "throughput.csv"))]
    cpu = [float(row["client_cpu"]) * int(row["interval_us"]) for row in csv.DictReader(open(output / "telemetry.csv"))]
    seconds = min(len(ok), len(cpu), options.seconds)
    each = [cpu[i] / max(1, ok[i]) for i in range(seconds)]
    late = statistics.median(each[seconds // 2:])
    early = sum(cpu[:EARLY_SECONDS]) / max(1, sum(ok[:EARLY_SECONDS]))
    rate = statistics.mean(ok[:EARLY_SECONDS]) / statistics.median(ok[seconds // 2:seconds])
    return early / late, rate, late


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cores", default="1,2", help="cores of the client, of 1 and 2 (default: 1,2)")
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--seconds", type=int, default=10)
    parser.add_argument("--threads", type=int, default=50)
    parser.add_argument("--ways", default=";".join(CASES), help="ways of sending, with semicolons between (default: %(default)s)")
    options = parser.parse_args()
    ways = options.ways.split(";")
    for way in ways:
        if way not in CASES:
            raise SystemExit(f"no such way of sending: '{way}'; there are {'; '.join(CASES)}")
    cores = [int(number) for number in options.cores.split(",")]
    ports = free_ports(len(PORTS))
    found = {(case, number): [] for case in ways for number in cores}
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        folder.chmod(0o755)
        server = start_nginx(folder, ports)
        try:
            for repeat in range(options.repeats):
                for case, number in found:
                    found[case, number].append(run(case, number, options, ports, folder))
                    print(f"{repeat + 1}: {case}, {number}:", *("%.3f" % value for value in found[case, number][-1]), file=sys.stderr)
        finally:
            server.terminate()
            server.wait()
    print("| way of sending | client's cores | CPU us/request, later | CPU for each request, first seconds / later | requests/s, first / later |")
    print("|---|---|---|---|---|")
    for (case, number), ratios in found.items():
        cpu, rate, late = zip(*ratios)
        print(f"| {case} | {number} | {statistics.median(late):.2f} | {statistics.median(cpu):.3f} ({min(cpu):.3f} to {max(cpu):.3f}) "
              f"| {statistics.median(rate):.3f} ({min(rate):.3f} to {max(rate):.3f}) |")


if __name__ == "__main__":
    main()
