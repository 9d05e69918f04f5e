#!/usr/bin/env python3
"""How long others wait while a server is under attack: the latency of one polite client, quiet and meanwhile.

Usage: scripts/measure-attacks.py [--requests N] [--rounds N]
Needs what `mvn compile` makes. Starts each server on a free port of this machine, attacks only that, and prints a table
of medians over the rounds: quiet and attacked alternate, so that a change of the machine's mood meets both.
"""
# Fault: Slow heads, slow bodies, idle connections, header floods and vanishing clients, beside one polite client -> its latency stays near the quiet one; docs/reliability.md has the figures
import argparse
import contextlib
import pathlib
import socket
import statistics
import struct
import subprocess
import threading
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
SERVERS = {
    "servlet": ("servlet-server", "io.github.swipestorm.servlet.ServletServer"),
    "springboot": ("springboot-server", "io.github.swipestorm.springboot.SpringBootServer"),
}
BODY = b'{"swiper":1,"swipee":1,"comment":"x"}'
SWIPE = (
    b"POST /swipe/left/ HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n"
    % len(BODY)
) + BODY


@contextlib.contextmanager
def server(kind):
    module, main = SERVERS[kind]
    target = ROOT / module / "target"
    # The file has absolute paths: in a copied tree, its own classes must come before those of the other.
    own = f"{target / 'classes'}:{ROOT / 'swipe-api' / 'target' / 'classes'}"
    classpath = f"{own}:{(target / 'runtime.classpath').read_text().strip()}"
    process = subprocess.Popen(
        ["java", "-cp", classpath, main, "--port", "0", "--parent-lifeline"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        line = process.stdout.readline()
        yield int(line.rsplit(":", 1)[1].strip("/\n"))
    finally:
        process.stdin.close()
        process.wait(timeout=30)


def read_answer(connection):
    """Reads one answer, by its length or to its last chunk."""
    answer = b""
    while b"\r\n\r\n" not in answer:
        answer += receive(connection)
    head, body = answer.split(b"\r\n\r\n", 1)
    length = [int(line[15:]) for line in head.split(b"\r\n") if line.lower().startswith(b"content-length:")]
    while len(body) < length[0] if length else not body.endswith(b"0\r\n\r\n"):
        body += receive(connection)
    return head


def receive(connection):
    data = connection.recv(65536)
    if not data:
        raise SystemExit("the server closed the polite client's connection")
    return data


def connect(port):
    return socket.create_connection(("127.0.0.1", port), timeout=30)


def latencies(port, requests):
    """Milliseconds of swipes one after the other on one connection."""
    taken = []
    with connect(port) as connection:
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        for _ in range(requests):
            start = time.perf_counter()
            connection.sendall(SWIPE)
            if b" 201 " not in read_answer(connection):
                raise SystemExit("the polite client was refused")
            taken.append((time.perf_counter() - start) * 1000)
    return taken


class Attack:
    """Connections that are opened before the measurement, and what goes on with them meanwhile."""

    def __init__(self, port, number, opening, pace=None, drop=b"x"):
        self.connections = []
        for _ in range(number):
            connection = connect(port)
            connection.sendall(opening)
            self.connections.append(connection)
        self.pace, self.drop, self.over = pace, drop, threading.Event()
        self.thread = threading.Thread(target=self.drip)
        self.thread.start()

    def drip(self):
        while self.pace and not self.over.wait(self.pace):
            for connection in self.connections:
                with contextlib.suppress(OSError):
                    connection.sendall(self.drop)

    def stop(self):
        self.over.set()
        self.thread.join()
        for connection in self.connections:
            connection.close()


class Storm:
    """Connections that come, do harm and go, some hundred each second."""

    def __init__(self, port, harm, reset=False):
        self.port, self.harm, self.reset, self.over = port, harm, reset, threading.Event()
        self.thread = threading.Thread(target=self.blow)
        self.thread.start()

    def blow(self):
        while not self.over.wait(0.003):
            with contextlib.suppress(OSError), connect(self.port) as connection:
                connection.sendall(self.harm)
                if self.reset:
                    connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
                else:
                    connection.recv(4096)

    def stop(self):
        self.over.set()
        self.thread.join()


ATTACKS = {
    "300 slow heads": lambda port: Attack(port, 300, b"GET /health HTTP/1.1\r\nX: ", 0.5),
    "150 slow bodies": lambda port: Attack(port, 150, SWIPE[:-30], 0.5),
    "5,000 idle connections": lambda port: Attack(port, 5000, b""),
    "up to 300 endless heads a second": lambda port: Storm(port, b"GET / HTTP/1.1\r\n" + b"A: b\r\n" * 200),
    "up to 300 resets a second": lambda port: Storm(port, SWIPE[:-1], reset=True),
    "up to 300 broken requests a second": lambda port: Storm(port, b"G[T / HTTP/1.1\r\n\r\n"),
}


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--requests", type=int, default=1000, help="of the polite client, for each figure")
    parser.add_argument("--rounds", type=int, default=5)
    arguments = parser.parse_args()
    print("| server | attack | quiet p50 | attacked p50 | quiet p99 | attacked p99 | p50 ratio | p99 ratio |")
    print("|---|---|---|---|---|---|---|---|")
    for kind in SERVERS:
        with server(kind) as port:
            latencies(port, 10 * arguments.requests)
            for name, begin in ATTACKS.items():
                figures = []
                for _ in range(arguments.rounds):
                    quiet = quantiles(latencies(port, arguments.requests))
                    attack = begin(port)
                    try:
                        figures.append(quiet + quantiles(latencies(port, arguments.requests)))
                    finally:
                        attack.stop()
                q50, q99, a50, a99 = (statistics.median(column) for column in zip(*figures))
                print(
                    f"| {kind} | {name} | {q50:.3f} ms | {a50:.3f} ms | {q99:.3f} ms | {a99:.3f} ms "
                    f"| {a50 / q50:.2f} | {a99 / q99:.2f} |",
                    flush=True,
                )


def quantiles(values):
    ordered = sorted(values)
    return ordered[len(ordered) // 2], ordered[int(len(ordered) * 0.99)]


if __name__ == "__main__":
    main()
