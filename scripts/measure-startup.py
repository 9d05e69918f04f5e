#!/usr/bin/env python3
"""Seconds from a command to its first measured request, and the client's CPU time until then: medians, and the range.

Answers requests itself, on a port of its own, so that a server is running. The check of the connection (HEAD) does not count.

    scripts/measure-startup.py --launcher distribution/target/swipestorm-0.3.0-SNAPSHOT/bin/swipestorm --repeats 7

Without --launcher it starts the working tree's. JAVA_HOME chooses the Java, SWIPESTORM_ARCHIVE=off leaves the archive of classes out.
"""

import argparse
import pathlib
import resource
import socket
import statistics
import subprocess
import tempfile
import threading
import time

ANSWER = b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"
TICKS_PER_SECOND = 100


class Server:
    """Notes when the first request other than HEAD arrives; requests have no body."""

    def __init__(self):
        self.listener = socket.create_server(("127.0.0.1", 0), backlog=500)
        self.port = self.listener.getsockname()[1]
        self.client = None
        self.first = None
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            threading.Thread(target=self.answer, args=(self.listener.accept()[0],), daemon=True).start()

    def answer(self, connection):
        unread = b""
        with connection:
            while True:
                try:
                    received = connection.recv(65536)
                    if not received:
                        return
                    unread += received
                    while b"\r\n\r\n" in unread:
                        head, unread = unread.split(b"\r\n\r\n", 1)
                        if self.first is None and not head.startswith(b"HEAD"):
                            now = time.monotonic()
                            self.first = now, self.cpu_seconds()
                        connection.sendall(ANSWER)
                except OSError:
                    return

    def cpu_seconds(self):
        fields = pathlib.Path(f"/proc/{self.client.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / TICKS_PER_SECOND


def told(values):
    return f"{statistics.median(values):.2f} ({min(values):.2f} to {max(values):.2f})"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--launcher", default=pathlib.Path(__file__).resolve().parent / "swipestorm")
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--requests", type=int, default=200)
    options = parser.parse_args()
    server = Server()
    walls, cpus, wholes = [], [], []
    for _ in range(options.repeats):
        with tempfile.TemporaryDirectory() as folder:
            server.first = None
            before = resource.getrusage(resource.RUSAGE_CHILDREN)
            begun = time.monotonic()
            server.client = subprocess.Popen(
                [options.launcher, "run", f"http://127.0.0.1:{server.port}/", "--requests", str(options.requests),
                 "--output", folder + "/run"],
                stdout=subprocess.DEVNULL,
            )
            if server.client.wait() != 0 or server.first is None:
                raise SystemExit("the run failed")
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
            walls.append(server.first[0] - begun)
            cpus.append(server.first[1])
            wholes.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    print(f"first request after {told(walls)} s, {told(cpus)} s of CPU; whole run {told(wholes)} s of CPU")


if __name__ == "__main__":
    main()
