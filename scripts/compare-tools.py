#!/usr/bin/env python3
"""What a request costs the client: load generators compared against a static nginx.

Every generator sends the same load for the same time over the same number of connections to one nginx worker: --load
chooses a POST that is answered with 201 and a short body, a GET of a small page, a GET of 100 KB, or a mix of five
operations with random paths and bodies from examples/workloads/mixed.yaml, which wrk sends by a Lua script. --protocol
chooses HTTP/1.1 or HTTP/2, in clear text or over TLS. nginx is pinned to one core, the generator to another. A round
runs each of them once, in an order that rotates. wrk, or h2load for HTTP/2, is in every round as the yardstick: ratios
are made within a round. Requests are counted by nginx. Memory, sockets and the bytes on the loopback interface are
sampled every second. Progress goes to stderr, the tables to stdout.

    mvn -q compile
    scripts/compare-tools.sh --connections 10,50,200 --pairs 5 --seconds 8
    scripts/compare-tools.sh --protocol h2 --tools h2load,nio --connections 10 --streams 20

Needs Linux with two cores. JAVA_OPTS is that of scripts/swipestorm; SWIPESTORM names another launcher to be measured,
for example that of another working tree.
"""

import argparse
import contextlib
import csv
import datetime
import http.client
import itertools
import json
import os
import pathlib
import platform
import re
import resource
import shlex
import shutil
import signal
import socket
import statistics
import string
import subprocess
import sys
import tempfile
import time

CLIENT = os.environ.get("SWIPESTORM") or str(pathlib.Path(__file__).resolve().parent / "swipestorm")
JSON = "application/json"
COMMENT = "".join(itertools.islice(itertools.cycle(string.ascii_letters + string.digits), 256))
BODY = '{"swiper":"4711","swipee":"815815","comment":"%s"}' % COMMENT

PACKAGES = {
    "wrk": "wrk", "ab": "apache2-utils", "h2load": "nghttp2-client", "nginx": "nginx-light", "taskset": "util-linux",
    "openssl": "openssl",
}
SWIPESTORM = {
    "nio": ["--transport", "nio"],
    "classic": ["--transport", "classic"],
    "classic-virtual": ["--transport", "classic", "--virtual-threads"],
}
MIXED = pathlib.Path(__file__).resolve().parent.parent / "examples" / "workloads" / "mixed.yaml"
# By load: the path that is requested, and a row of Swipestorm for each of these; {url} is the server's.
LOADS = {
    "post": ("/swipe/left/", {
        "fixed body, records off": ["--url", "{url}", "--workload", "same-swipe", "--records", "none"],
        "random bodies, every attempt in the CSV": ["--url", "{url}", "--records", "records.csv"],
    }),
    "get": ("/page.html", {
        "records off": ["{url}/page.html", "--records", "none"],
        "every attempt in the CSV": ["{url}/page.html", "--records", "records.csv"],
    }),
    "large": ("/large.bin", {
        "records off": ["{url}/large.bin", "--records", "none"],
        "every attempt in the CSV": ["{url}/large.bin", "--records", "records.csv"],
    }),
    "mixed": ("/", {
        "mixed.yaml, records off": ["--url", "{url}", "--workload", str(MIXED), "--records", "none"],
        "swipes, records off": ["--url", "{url}", "--workload", "swipes", "--records", "none"],
    }),
}
LARGE = 100 * 1024
WHAT = {
    "post": f"POST /swipe/left/ with a body of {len(BODY)} bytes, answered with 201",
    "get": "GET of a page of some 600 bytes",
    "large": "GET of 100 KB",
    "mixed": "Five operations with random paths and JSON bodies, from a file, and by a Lua script in wrk",
}
# Tools that can send each load, besides Swipestorm.
SENDERS = {"post": None, "get": None, "large": None, "mixed": ["wrk"]}
# By protocol: what is said of it, its scheme, what nginx listens for, and the tools that speak it, besides Swipestorm.
PROTOCOLS = {
    "http": ("HTTP/1.1 (ab: 1.0)", "http", "", None),
    "https": ("HTTP/1.1 (ab: 1.0) over TLS 1.3 with TLS_AES_128_GCM_SHA256 and a P-256 key", "https", "ssl", None),
    "h2c": ("HTTP/2 in clear text", "http", "http2", ["h2load", "oha"]),
    "h2": ("HTTP/2 over TLS 1.3 with TLS_AES_128_GCM_SHA256", "https", "ssl http2", ["h2load", "oha", "k6"]),
}
# These cannot send each request over a new connection.
KEEP_ALIVE_ONLY = ["h2load", "vegeta"]
LOCUST = {
    "locust": ("HttpUser", 1), "locust-2": ("HttpUser", 2),
    "locust-fast": ("FastHttpUser", 1), "locust-fast-2": ("FastHttpUser", 2),
}
# How a generator says its version; one that does not is another program of the same name.
VERSIONS = {
    "wrk": (["-v"], r"^wrk (\S+)"),
    "ab": (["-V"], r"ApacheBench, Version (\S+)"),
    "h2load": (["--version"], r"h2load nghttp2/(\S+)"),
    "hey": (["-h"], r"Usage: hey()"),
    "vegeta": (["-version"], r"Version: (\S+)"),
    "bombardier": (["--version"], r"bombardier version (\S+)"),
    "oha": (["--version"], r"oha (\S+)"),
    "k6": (["version"], r"k6(?:\.exe)? v(\S+)"),
    "wrk2": (["-v"], r"^wrk (\S+)"),
    **{name: (["--version"], r"locust (\S+)") for name in LOCUST},
}
# What a generator says of its requests and seconds; of the others only nginx's count and the seconds asked for are known.
OWN_FIGURES = {
    "wrk": (r"^measured (\d+) requests", r"^measured .* ([\d.]+) s$"),
    "ab": (r"^Complete requests: +(\d+)", r"^Time taken for tests: +([\d.]+) seconds"),
    "h2load": (r"^requests: .* (\d+) done,", r"^finished in ([\d.]+)s"),
    "hey": (r"^\s*\[201\]\s+(\d+) responses", r"^\s*Total:\s+([\d.]+) secs"),
}
FIGURES = ["cpu_us_per_request", "requests_per_second", "peak_rss_mb"]
SAMPLED = ["memory_mb_mean", "memory_mb_max", "loopback_mb_per_second_mean", "loopback_mb_per_second_max", "sockets_mean", "sockets_max"]


def stop(message, code=1):
    print(message, file=sys.stderr)
    raise SystemExit(code)


class Interrupted(Exception):
    """A signal asked the comparison to end."""


signals = []  # a signal is only noted, so that it cannot come between the start of a process and the promise to stop it


def check_signals():
    if signals:
        raise Interrupted(signals[0])


def whole_number(least):
    def parse(text):
        if not re.fullmatch(r"[0-9]{1,6}", text) or int(text) < least:
            raise argparse.ArgumentTypeError(f"must be a whole number from {least} on, not '{text}'")
        return int(text)

    return parse


def each(parse):
    """A list with commas; what stands twice counts once."""
    return lambda text: list(dict.fromkeys(map(parse, text.split(","))))


def tool(text):
    if text not in VERSIONS and text not in SWIPESTORM:
        raise argparse.ArgumentTypeError(f"no such tool: '{text}' (there are {', '.join([*VERSIONS, *SWIPESTORM])})")
    return text


def parse_options():
    parser = argparse.ArgumentParser(
        prog="scripts/compare-tools.sh", description=__doc__, allow_abbrev=False,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.error = lambda message: stop(f"{message} (--help lists the flags)", 2)
    add = parser.add_argument
    add("--tools", type=each(tool), default=None, metavar="LIST",
        help=f"default wrk,ab,h2load,nio,classic, for HTTP/2 h2load,nio; there are {', '.join([*VERSIONS, *SWIPESTORM])}")
    add("--load", choices=list(LOADS), default="post", help="default %(default)s")
    add("--protocol", choices=list(PROTOCOLS), default="http", help="h2c and h2 are HTTP/2; default %(default)s")
    add("--streams", type=whole_number(1), default=1, metavar="N", help="at once on a connection of HTTP/2 (default %(default)s)")
    add("--no-keepalive", action="store_true", help="a new connection for each request; over TLS with a full handshake")
    add("--connections", type=each(whole_number(1)), default="10,50,200", metavar="LIST", help="default %(default)s")
    add("--pairs", type=whole_number(1), default=5, metavar="N", help="rounds (default %(default)s)")
    add("--seconds", type=whole_number(1), default=8, metavar="S", help="of each measurement (default %(default)s)")
    add("--warmup", type=whole_number(0), default=12, metavar="S", help="a JVM gets before it (default %(default)s)")
    add("--java", default=os.environ.get("JAVA_HOME"), metavar="HOME", help="default JAVA_HOME or the java on PATH")
    add("--output", type=pathlib.Path, metavar="DIR", help="table.md, table.csv and rounds.csv are written there as well")
    add("--missing", action="store_true", help=argparse.SUPPRESS)  # only names the packages that have to be installed
    return parser.parse_args()


def said(command, env):
    """What a command prints; nothing when it cannot be run."""
    try:
        return subprocess.run(
            command, env=env, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
            errors="replace", timeout=30,
        ).stdout
    except (OSError, subprocess.TimeoutExpired):
        return ""


def java_version(options, env):
    java = os.path.join(options.java, "bin", "java") if options.java else "java"
    found = re.search(r'version "((\d+)[^"]*)".*\n(.*)', said([java, "-version"], env))
    if not found:
        stop(f"No Java at {java}: name its home with --java", 2)
    if "classic-virtual" in options.tools and int(found[2]) < 21:
        stop(f"classic-virtual needs Java 21, and {java} is {found[1]}", 2)
    return f"{found[1]} ({found[3]})"


def swipestorm_version(env):
    text = said([CLIENT, "run", "--help-all"], env)
    for flag in ("--transport", "--workload", "--self-warmup"):
        if flag not in text:
            stop(last_line(text) if "not built" in text else f"{CLIENT} does not run, or has no {flag}", 2)
    version = re.search(r"^swipestorm (.*)", said([CLIENT, "--version"], env), re.MULTILINE)
    return version[1] if version else ""


def last_line(text):
    return (text.strip().splitlines() or [""])[-1]


def program(name):
    """The program of a tool; two tools may be one program."""
    return "locust" if name in LOCUST else name


def yardstick(options):
    return "h2load" if http2(options) else "wrk"


def http2(options):
    return options.protocol.startswith("h2")


def versions(options, env):
    found = {"nginx": re.search(r"nginx/(\S+)", said(["nginx", "-v"], env))}
    for name in filter(VERSIONS.get, options.tools):
        arguments, pattern = VERSIONS[name]
        found[name] = re.search(pattern, said([program(name), *arguments], env), re.MULTILINE)
        if not found[name]:
            stop(f"The {name} on PATH does not say which version of {name} it is", 2)
    return {name: match[1] for name, match in found.items()}


def check(options):
    """Refuses what cannot be measured; returns packages that are to be installed first."""
    allowed = sorted(os.sched_getaffinity(0))
    if len(allowed) < 2:
        stop("Needs two cores, one for nginx and one for the client; this machine gives one", 2)
    if not options.tools:
        options.tools = ["h2load", "nio"] if http2(options) else ["wrk", "ab", "h2load", "nio", "classic"]
        if options.no_keepalive:
            options.tools = [name for name in options.tools if name not in KEEP_ALIVE_ONLY]
    if yardstick(options) not in options.tools:
        options.tools.insert(0, yardstick(options))
    if options.streams > 1 and not http2(options):
        stop("--streams needs a --protocol of HTTP/2: h2c or h2", 2)
    if options.no_keepalive and http2(options):
        stop("--no-keepalive is for HTTP/1.1: leave it out, or choose --protocol http or https", 2)
    speakers = PROTOCOLS[options.protocol][3]
    for name in options.tools:
        if speakers and name not in [*speakers, "nio"]:
            stop(f"{name} does not speak {PROTOCOLS[options.protocol][0]}: leave it out of --tools", 2)
        if options.no_keepalive and name in KEEP_ALIVE_ONLY:
            stop(f"{name} cannot send each request over a new connection: leave it out of --tools", 2)
    for name in filter(VERSIONS.get, options.tools):
        if SENDERS[options.load] and name not in SENDERS[options.load]:
            stop(f"{name} cannot send the load {options.load}: leave it out of --tools", 2)
    wanted = [*dict.fromkeys(map(program, filter(VERSIONS.get, options.tools))), "nginx", "taskset"]
    if PROTOCOLS[options.protocol][1] == "https":
        wanted.append("openssl")
    absent = [name for name in wanted if not shutil.which(name)]
    for name in absent:
        if name not in PACKAGES:
            stop(f"{name} is not on PATH", 2)
    if options.output and (options.output / "table.md").exists():
        stop(f"{options.output} has a table.md already: name another directory", 2)
    return [PACKAGES[name] for name in absent]


def free_ports(count):
    sockets = [socket.create_server(("127.0.0.1", 0)) for _ in range(count)]
    ports = [one.getsockname()[1] for one in sockets]
    for one in sockets:
        one.close()
    return ports


def make_certificate(folder):
    made = subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2",
         "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1",
         "-keyout", folder / "key.pem", "-out", folder / "certificate.pem"],
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
    )
    if made.returncode != 0:
        stop(f"openssl made no certificate: {last_line(made.stdout)}")


TLS = """
    ssl_certificate certificate.pem;
    ssl_certificate_key key.pem;
    ssl_protocols TLSv1.3;
    ssl_conf_command Ciphersuites TLS_AES_128_GCM_SHA256;
"""
# Otherwise only the tools that remember sessions would have shorter handshakes.
FULL_HANDSHAKES = """
    ssl_session_cache off;
    ssl_session_tickets off;
"""


def start_nginx(folder, core, port, status_port, connections, options):
    limit = max(1024, 2 * connections + 64)
    _, scheme, listens_for, _ = PROTOCOLS[options.protocol]
    tls = (TLS + (FULL_HANDSHAKES if options.no_keepalive else "")) if scheme == "https" else ""
    if tls:
        make_certificate(folder)
    folder.chmod(0o755)  # nginx's worker, which serves these, is not root
    (folder / "page.html").write_text("<!doctype html><title>page</title>" + "<p>text</p>" * 50)
    (folder / "large.bin").write_bytes(bytes(LARGE))
    (folder / "nginx.conf").write_text(f"""
daemon off;
worker_processes 1;
worker_rlimit_nofile {limit};
pid nginx.pid;
error_log error.log;
events {{ worker_connections {limit}; }}
http {{
  access_log off;
  default_type {JSON};
  keepalive_requests 1000000000;
  keepalive_timeout {"0" if options.no_keepalive else "1h"};
  http2_max_concurrent_streams {max(128, options.streams)};
  client_header_buffer_size 4k;
  client_body_temp_path body;
  proxy_temp_path proxy;
  fastcgi_temp_path fastcgi;
  uwsgi_temp_path uwsgi;
  scgi_temp_path scgi;
  server {{
    listen 127.0.0.1:{port} {listens_for} backlog=4096;{tls}
    root {folder};
    location = /page.html {{ default_type text/html; }}
    location = /large.bin {{ default_type application/octet-stream; }}
    location / {{ return 201 '{{"message":"ok"}}'; }}
  }}
  server {{
    listen 127.0.0.1:{status_port};
    location / {{ stub_status; }}
  }}
}}
""")
    # A session of its own: Ctrl-C is for this script, which then stops what it started.
    return subprocess.Popen(
        ["taskset", "-c", str(core), "nginx", "-p", folder, "-c", folder / "nginx.conf"],
        stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=(folder / "stderr").open("w"), start_new_session=True,
    )


def counted(status_port):
    """nginx's count of all requests, the one that asks for it included."""
    connection = http.client.HTTPConnection("127.0.0.1", status_port, timeout=10)
    connection.request("GET", "/")
    text = connection.getresponse().read().decode()
    connection.close()
    return int(re.search(r"requests *\n *\d+ +\d+ +(\d+)", text)[1])


def wait_for_nginx(nginx, folder, status_port):
    for _ in range(100):
        try:
            return counted(status_port)
        except OSError:
            if nginx.poll() is not None:
                break
            time.sleep(0.05)
    stop(f"nginx did not start: {last_line((folder / 'stderr').read_text())}")


DONE = """
function done(summary)
  print(string.format('measured %d requests in %.6f s', summary.requests, summary.duration / 1e6))
end
"""


def write_inputs(folder, url, options):
    load = options.load
    body = folder / "body.json"
    body.write_text(BODY)
    post = f"wrk.method = 'POST'\nwrk.headers['Content-Type'] = '{JSON}'\nwrk.body = '{BODY}'\n"
    mixed = (pathlib.Path(__file__).resolve().parent / "compare-tools-mixed.lua").read_text()
    (folder / "wrk.lua").write_text({"post": post, "mixed": mixed}.get(load, "") + DONE)
    (folder / "vegeta.txt").write_text(
        f"POST {url}\nContent-Type: {JSON}\n@{body}\n" if load == "post" else f"GET {url}\n")
    k6_options = {"insecureSkipTLSVerify": True, "noConnectionReuse": options.no_keepalive, "discardResponseBodies": True}
    (folder / "k6.js").write_text(
        f"import http from 'k6/http';\nexport const options = {json.dumps(k6_options)};\n"
        f"const request = {{ headers: {{ 'Content-Type': '{JSON}' }} }};\n"
        "export default function () { "
        + (f"http.post('{url}', '{BODY}', request);" if load == "post" else f"http.get('{url}');") + " }\n"
    )
    for name in LOCUST:
        kind, _ = LOCUST[name]
        headers = {"Content-Type": JSON, **({"Connection": "close"} if options.no_keepalive else {})}
        verified = "verify=False, " if kind == "HttpUser" else ""
        call = f"post({url!r}, data={BODY!r}, {verified}headers={headers!r})" if load == "post" else (
            f"get({url!r}, {verified}headers={headers!r})")
        (folder / f"{name}.py").write_text(
            f"import urllib3\nfrom locust import {kind}, constant, task\n\nurllib3.disable_warnings()\n\n\n"
            f"class Sender({kind}):\n    host = {url!r}\n    wait_time = constant(0)\n    insecure = True\n\n"
            f"    @task\n    def send(self):\n        self.client.{call}\n"
        )


def command_of(name, url, connections, seconds, folder, options):
    body, header = folder / "body.json", f"content-type: {JSON}"
    post = options.load == "post"
    close = ["-H", "Connection: close"] if options.no_keepalive else []
    workers = connections * options.streams
    if name in LOCUST:
        processes = LOCUST[name][1]
        return [
            "locust", "-f", str(folder / f"{name}.py"), "--headless", "--only-summary", "--loglevel", "ERROR",
            "-u", str(connections), "-r", str(connections), "-t", f"{seconds}s",
            *(["--processes", str(processes)] if processes > 1 else []),
        ]
    return [str(word) for word in {
        "wrk": ["wrk", "-t1", f"-c{connections}", f"-d{seconds}s", *close, "-s", folder / "wrk.lua", url],
        # It sends at a rate only: this one is more than any server answers.
        "wrk2": ["wrk2", "-t1", f"-c{connections}", f"-d{seconds}s", "-R1000000", *close, "-s", folder / "wrk.lua", url],
        # The number of requests stands after the time, which would set it to 50,000; more than ab can send.
        "ab": ["ab", "-q", *([] if options.no_keepalive else ["-k"]), "-c", connections, "-t", seconds, "-n", seconds * 1_000_000,
               *(["-p", body, "-T", JSON] if post else []), url],
        "h2load": ["h2load", *([] if http2(options) else ["--h1"]), "-t1", f"-c{connections}", f"-m{options.streams}", "-D", seconds,
                   *(["-d", body, "-H", header] if post else []), url],
        "hey": ["hey", "-z", f"{seconds}s", "-c", connections, *(["-disable-keepalive"] if options.no_keepalive else []),
                *(["-m", "POST", "-D", body, "-T", JSON] if post else []), url],
        "vegeta": [
            "vegeta", "attack", "-insecure", "-rate", 0, "-workers", connections, "-max-workers", connections, "-connections",
            connections, "-duration", f"{seconds}s", "-targets", folder / "vegeta.txt", "-output", os.devnull,
        ],
        "bombardier": [
            "bombardier", "-q", "-k", "-c", connections, "-d", f"{seconds}s", *(["-a"] if options.no_keepalive else []),
            *(["-m", "POST", "-f", body, "-H", header] if post else []), url,
        ],
        "oha": [
            "oha", "--no-tui", "--insecure", "-z", f"{seconds}s", "-c", connections,
            *(["--http-version", 2, "-p", options.streams] if http2(options) else []),
            *(["--disable-keepalive"] if options.no_keepalive else []),
            *(["-m", "POST", "-D", body, "-T", JSON] if post else []), url,
        ],
        "k6": ["k6", "run", "--quiet", "--no-usage-report", "-u", workers, "-d", f"{seconds}s", folder / "k6.js"],
    }[name]]


def end_session(process, number):
    """Ends a process that was started in a session of its own, and what it started in turn."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, number)
    process.wait()


def family(pid):
    """A process and those that it started in turn, as far as they still run."""
    found = [pid]
    for one in found:
        with contextlib.suppress(OSError):
            for task in pathlib.Path(f"/proc/{one}/task").iterdir():
                found += map(int, (task / "children").read_text().split())
    return found


class Samples:
    """What a process and its children use, second by second."""

    def __init__(self, pid):
        self.pid, self.rows, self.due = pid, [], time.monotonic() + 1
        self.last_bytes, self.last_time = self.loopback_bytes(), time.monotonic()

    @staticmethod
    def loopback_bytes():
        # Whatever is sent on this interface is also received on it: one direction counts both ways of a connection.
        return int(re.search(r"lo: *(\d+)", pathlib.Path("/proc/net/dev").read_text())[1])

    def take_when_due(self):
        now = time.monotonic()
        if now < self.due:
            return
        self.due += 1
        memory = sockets = 0
        for pid in family(self.pid):
            with contextlib.suppress(OSError):
                found = re.search(r"VmRSS:\s+(\d+)", pathlib.Path(f"/proc/{pid}/status").read_text())
                memory += int(found[1]) if found else 0
                for link in pathlib.Path(f"/proc/{pid}/fd").iterdir():
                    with contextlib.suppress(OSError):
                        sockets += os.readlink(link).startswith("socket:")
        total = self.loopback_bytes()
        self.rows.append((memory / 1024, (total - self.last_bytes) / (now - self.last_time) / 1e6, sockets))
        self.last_bytes, self.last_time = total, now

    def figures(self):
        columns = list(zip(*self.rows)) or [[0], [0], [0]]
        return dict(zip(SAMPLED, [one(column) for column in columns for one in (statistics.mean, max)]))


def run(command, core, env, folder, limit):
    """Runs one client to its end; what it printed, its CPU seconds, its peak memory in MB, and its samples."""
    output = folder / "output"
    with output.open("w") as file:
        process = subprocess.Popen(
            ["taskset", "-c", str(core), *command], env=env, start_new_session=True,
            stdin=subprocess.DEVNULL, stdout=file, stderr=subprocess.STDOUT,
        )
    try:
        high_water, ended, deadline = 0, 0, time.monotonic() + limit
        samples = Samples(process.pid)
        while not ended:
            time.sleep(0.1)
            check_signals()
            samples.take_when_due()
            status = pathlib.Path(f"/proc/{process.pid}/status").read_text()
            found = re.search(r"VmHWM:\s+(\d+)", status)
            high_water = int(found[1]) if found else high_water
            ended, status, usage = os.wait4(process.pid, os.WNOHANG)
            if not ended and time.monotonic() > deadline:
                stop(f"{command[0]} did not end within {limit} s")
        process.returncode = os.waitstatus_to_exitcode(status)
    finally:
        if process.returncode is None:
            end_session(process, signal.SIGKILL)
    text = output.read_text(errors="replace")
    if process.returncode != 0:
        stop(f"{shlex.join(command)} ended with exit code {process.returncode}: {last_line(text)}")
    # A process starts as a copy of this one, and that counts in its ru_maxrss: below our own size, only VmHWM tells.
    own = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    peak = usage.ru_maxrss if usage.ru_maxrss > own else high_water
    return text, usage.ru_utime + usage.ru_stime, peak / 1024, samples.figures()


def measure_other(name, setting, connections, options):
    url = setting["url"] + LOADS[options.load][0]
    command = command_of(name, url, connections, options.seconds, setting["folder"], options)
    text, cpu, peak, sampled = run(command, setting["core"], setting["env"], setting["folder"], options.seconds + 60)
    own = [re.search(pattern, text, re.MULTILINE) for pattern in OWN_FIGURES.get(name, ())]
    if not all(own):
        stop(f"{name} printed no number of requests and seconds: {last_line(text)}")
    requests, seconds = [match[1] for match in own] or (None, options.seconds)
    return {"cpu_seconds": cpu, "seconds": float(seconds), "peak_rss_mb": peak, "own_count": requests and int(requests),
            **sampled}, 0


def measure_swipestorm(name, variant, setting, connections, options):
    directory = setting["folder"] / "run"
    command = [
        CLIENT, "run", *(word.format(url=setting["url"]) for word in LOADS[options.load][1][variant]), *SWIPESTORM[name],
        *(["--insecure"] if PROTOCOLS[options.protocol][1] == "https" else []),
        *(["--http", "2", "--connections", str(connections), "--streams", str(options.streams)] if http2(options) else []),
        *(["--no-keepalive"] if options.no_keepalive else []),
        *(["--no-tls-resumption"] if options.no_keepalive and options.protocol == "https" else []),
        "--threads", str(connections * options.streams), "--duration", f"{options.seconds}s",
        *(["--warmup", f"{options.warmup}s"] if options.warmup else []), "--self-warmup", "stub", "--output", str(directory),
    ]
    limit = options.seconds + options.warmup + 300  # it reads its records again
    _, _, peak, sampled = run(command, setting["core"], setting["env"], setting["folder"], limit)
    summary = json.loads((directory / "summary.json").read_text())
    shutil.rmtree(directory)
    if "clientCpuSeconds" not in summary:
        stop(f"{CLIENT} wrote a summary.json without clientCpuSeconds")
    attempts, rows = summary["attempts"]["total"], (summary["records"] or {}).get("rows")
    if rows is not None and rows != attempts:
        stop(f"{name}, {variant}: {rows} rows of {attempts} attempts")
    return {
        "cpu_seconds": summary["clientCpuSeconds"], "seconds": summary["wallTimeSeconds"], "peak_rss_mb": peak,
        "own_count": attempts, **sampled,
    }, (summary["warmUp"] or {}).get("attempts", 0)


def measure(client, setting, connections, options):
    time.sleep(0.5)  # the last one's connections close
    before = counted(setting["status_port"])
    name, variant = client
    if variant:
        result, not_measured = measure_swipestorm(name, variant, setting, connections, options)
    else:
        result, not_measured = measure_other(name, setting, connections, options)
    requests = counted(setting["status_port"]) - before - 1 - not_measured
    if requests <= 0 or result["cpu_seconds"] <= 0 or result["seconds"] <= 0:
        stop(f"{label(client)} did nothing that could be measured")
    result["requests"] = requests
    result["cpu_us_per_request"] = result["cpu_seconds"] * 1e6 / requests
    result["requests_per_second"] = requests / result["seconds"]
    return result


def label(client):
    name, variant = client
    return f"Swipestorm {name}: {variant}" if variant else name


def rotated(clients, by):
    by %= len(clients)
    return clients[by:] + clients[:by]


def compare(options, clients, env, measured):
    """Appends every measurement to `measured`, so that an end before time leaves what was measured until then."""
    nginx_core, core = sorted(os.sched_getaffinity(0))[:2]
    with tempfile.TemporaryDirectory(prefix="compare-tools-") as name:
        folder = pathlib.Path(name)
        port, status_port = free_ports(2)
        nginx = start_nginx(folder, nginx_core, port, status_port, max(options.connections), options)
        try:
            wait_for_nginx(nginx, folder, status_port)
            setting = {
                "url": f"{PROTOCOLS[options.protocol][1]}://127.0.0.1:{port}", "status_port": status_port, "core": core, "env": env, "folder": folder,
            }
            write_inputs(folder, setting["url"] + LOADS[options.load][0], options)
            for number, connections in itertools.product(range(1, options.pairs + 1), options.connections):
                for client in rotated(clients, number - 1):
                    check_signals()
                    result = measure(client, setting, connections, options)
                    if nginx.poll() is not None:
                        stop("nginx ended before it was stopped")
                    measured.append({"round": number, "connections": connections, "client": label(client), **result})
                    print(
                        f"round {number}/{options.pairs}, {connections} connections, {label(client)}: "
                        f"{result['cpu_us_per_request']:.2f} us/request, {result['requests_per_second']:,.0f} req/s, "
                        f"{result['peak_rss_mb']:,.1f} MB", file=sys.stderr, flush=True,
                    )
        finally:
            end_session(nginx, signal.SIGTERM)


def complete_rounds(measured, connections, clients, standard):
    """For each round in which every client was measured: the measurements by client, with ratios to the yardstick's."""
    rounds = {}
    for one in measured:
        if one["connections"] == connections:
            rounds.setdefault(one["round"], {})[one["client"]] = one
    rounds = [by_client for by_client in rounds.values() if len(by_client) == len(clients)]
    for by_client, figure in itertools.product(rounds, FIGURES[:2]):
        for one in by_client.values():
            one[f"{figure}_ratio"] = one[figure] / by_client[standard][figure]
    return rounds


def medians(measured, options, clients):
    rows = []
    for connections in options.connections:
        rounds = complete_rounds(measured, connections, clients, yardstick(options))
        for client in map(label, clients if rounds else []):
            row = {"connections": connections, "client": client, "rounds": len(rounds)}
            row.update({figure: statistics.median(one[client][figure] for one in rounds) for figure in [*FIGURES, *SAMPLED]})
            for figure in FIGURES[:2]:
                ratios = [one[client][f"{figure}_ratio"] for one in rounds]
                row[f"{figure}_ratio"] = statistics.median(ratios)
                row[f"{figure}_ratio_min"], row[f"{figure}_ratio_max"] = min(ratios), max(ratios)
            rows.append(row)
    return rows


def warnings(measured):
    for one in measured:
        own, requests = one["own_count"], one["requests"]
        if own is not None and abs(own - requests) > 0.005 * requests + one["connections"]:
            yield (
                f"Warning: round {one['round']}, {one['connections']} connections, {one['client']}: "
                f"nginx counted {requests:,} requests, the client {own:,}."
            )


def connection_use(options):
    if options.no_keepalive:
        full = ", a full handshake each" if options.protocol == "https" else ""
        return f"a new connection for each request{full}"
    return f"{options.streams} at once on each connection" if http2(options) else "kept-alive"


def head(options, found):
    cpu = re.search(r"^model name\s*: (.*)", pathlib.Path("/proc/cpuinfo").read_text(), re.MULTILINE)
    nginx_core, core = sorted(os.sched_getaffinity(0))[:2]
    lines = [
        f"`{shlex.join(['scripts/compare-tools.sh', *sys.argv[1:]])}`",
        "",
        f"* {datetime.datetime.now().astimezone():%Y-%m-%d %H:%M %Z}; {cpu[1] if cpu else platform.machine()}, "
        f"{os.cpu_count()} cores; Linux {platform.release()}, {platform.freedesktop_os_release().get('PRETTY_NAME', '')}",
        f"* {', '.join(f'{name} {version}'.strip() for name, version in found.items())}",
        f"* {WHAT[options.load]}, {PROTOCOLS[options.protocol][0]}, {connection_use(options)}. nginx, one worker, has core "
        f"{nginx_core}, the client core {core}. Requests are nginx's count.",
        f"* Medians; ratios are to {yardstick(options)}'s figure of the same round. Peak RSS is that of the whole process. Memory, "
        "sockets and the bytes on the loopback interface, both directions, were sampled every second, of processes that a tool "
        "starts, too; Swipestorm's warm-up is in these.",
    ]
    if "Java" in found:
        lines.append(
            "* CPU is user + system of the whole process, of Swipestorm only that of the measured window: the JVM's start and "
            f"{options.warmup} s of warm-up lie before it. The JVM sees one core, and chooses its collector by that; flags: "
            f"{os.environ.get('JAVA_OPTS') or 'none'}."
        )
    else:
        lines.append("* CPU is user + system of the whole process.")
    return lines


def markdown(options, found, rows, notes):
    lines = head(options, found)
    for connections, group in itertools.groupby(rows, lambda row: row["connections"]):
        group = list(group)
        lines += [
            "",
            f"{connections} connections, {group[0]['rounds']} of {options.pairs} rounds complete, {options.seconds} s each",
            "",
            f"| client | CPU us/request | ratio to {yardstick(options)} (min-max) | req/s | ratio to {yardstick(options)} (min-max) "
            "| peak RSS MB |",
            "|---|---|---|---|---|---|",
        ]
        for row in group:
            cpu, rate = (
                f"{row[f'{figure}_ratio']:.2f} ({row[f'{figure}_ratio_min']:.2f}-{row[f'{figure}_ratio_max']:.2f})"
                for figure in FIGURES[:2]
            )
            lines.append(
                f"| {row['client']} | {row['cpu_us_per_request']:.2f} | {cpu} | {row['requests_per_second']:,.0f} | {rate} "
                f"| {row['peak_rss_mb']:,.1f} |"
            )
        lines += [
            "",
            "| client | memory MB, mean | max | loopback MB/s, mean | max | sockets, mean | max |",
            "|---|---|---|---|---|---|---|",
            *(
                f"| {row['client']} | " + " | ".join(f"{row[figure]:,.{0 if 'sockets' in figure else 1}f}" for figure in SAMPLED) + " |"
                for row in group
            ),
        ]
    for note in notes:
        lines += ["", note]
    return "\n".join(lines) + "\n"


def write_csv(path, rows):
    names = list(dict.fromkeys(name for row in rows for name in row))
    with path.open("w", newline="") as file:
        writer = csv.DictWriter(file, names, lineterminator="\n")
        writer.writeheader()
        for row in rows:
            writer.writerow({name: round(value, 4) if isinstance(value, float) else value for name, value in row.items()})


def report(options, found, clients, measured, notes):
    rows = medians(measured, options, clients)
    if not rows:
        notes = [*notes, "No round was complete."]
    table = markdown(options, found, rows, [*warnings(measured), *notes])
    sys.stdout.write(table)
    sys.stdout.flush()
    if options.output:
        (options.output / "table.md").write_text(table)
        write_csv(options.output / "table.csv", rows)
        write_csv(options.output / "rounds.csv", measured)


def main():
    options = parse_options()
    packages = check(options)
    if options.missing:
        return print(*packages)
    if packages:
        stop(f"Not installed: {' '.join(packages)}", 2)
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, lambda caught, _: signals.append(caught))
    env = {name: value for name, value in os.environ.items() if not name.lower().endswith("_proxy")}
    if options.java:
        env["JAVA_HOME"] = options.java
    found = versions(options, env)
    clients = [(name, variant) for name in options.tools for variant in (LOADS[options.load][1] if name in SWIPESTORM else [None])]
    if any(variant for _, variant in clients):
        java = java_version(options, env)
        found.update({"Swipestorm": swipestorm_version(env), "Java": java})
    if options.output:
        try:
            options.output.mkdir(parents=True, exist_ok=True)
        except OSError as problem:
            stop(f"{options.output} cannot be made: {problem.strerror}", 2)
    measured, notes, code = [], [], 0
    try:
        compare(options, clients, env, measured)
    except Interrupted as interruption:
        notes, code = ["Interrupted; rounds that were not complete are left out."], 128 + interruption.args[0]
    except (SystemExit, OSError) as end:
        if isinstance(end, OSError):
            print(end, file=sys.stderr)
        notes, code = ["Ended early by an error; rounds that were not complete are left out."], 1
    report(options, found, clients, measured, notes)
    return code


if __name__ == "__main__":
    raise SystemExit(main())
