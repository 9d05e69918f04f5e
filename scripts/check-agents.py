#!/usr/bin/env python3
"""Breaks agents and the network between them, each in network namespaces of this machine, and shows what the report says.

    sudo scripts/check-agents.py [DIRECTORY] [CASE ...]

Needs root, iproute2, and compiled classes. The server runs in the machine's own namespace, the command and two agents in one each, on a
bridge 10.231.0.0/24. Writes results.md and the output of all processes into DIRECTORY (default: a temporary one). Cases:
"""

import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SWIPESTORM = str(ROOT / "scripts" / "swipestorm")
COMMAND, FIRST, SECOND = "swst-c", "swst-a", "swst-b"
ADDRESS = {COMMAND: "10.231.0.13", FIRST: "10.231.0.11", SECOND: "10.231.0.12"}
SERVER = "http://10.231.0.1:18080"
PATIENCE = 120


def sh(*words):
    subprocess.run(words, check=True)


def quietly(*words):
    subprocess.run(words, check=False, stderr=subprocess.DEVNULL)


def network():
    remove_network()
    sh("ip", "link", "add", "swst-br", "type", "bridge")
    sh("ip", "addr", "add", "10.231.0.1/24", "dev", "swst-br")
    sh("ip", "link", "set", "swst-br", "up")
    for space, address in ADDRESS.items():
        sh("ip", "netns", "add", space)
        sh("ip", "link", "add", space, "type", "veth", "peer", "name", "eth0", "netns", space)
        sh("ip", "link", "set", space, "master", "swst-br", "up")
        sh("ip", "-n", space, "addr", "add", address + "/24", "dev", "eth0")
        sh("ip", "-n", space, "link", "set", "eth0", "up")
        sh("ip", "-n", space, "link", "set", "lo", "up")


def remove_network():
    for space in ADDRESS:
        quietly("ip", "netns", "del", space)
    quietly("ip", "link", "del", "swst-br")


class Started:
    """A process of a case, whose output goes to a file."""

    def __init__(self, log, words, environment=None):
        self.log = log
        with open(log, "w") as out:
            self.process = subprocess.Popen(
                words, stdout=out, stderr=subprocess.STDOUT, env={**os.environ, **(environment or {})}, start_new_session=True
            )

    def text(self):
        return self.log.read_text()

    def await_text(self, text):
        end = time.monotonic() + PATIENCE
        while text not in self.text():
            if self.process.poll() is not None or time.monotonic() > end:
                raise SystemExit(f"{self.log} does not say '{text}':\n{self.text()}")
            time.sleep(0.1)

    def end(self):
        # The whole group: a wrapper such as faketime ends without its child.
        for word, patience in ((signal.SIGCONT, 0), (signal.SIGTERM, 15), (signal.SIGKILL, 5)):
            try:
                os.killpg(self.process.pid, word)
            except ProcessLookupError:
                return
            end = time.monotonic() + patience
            while time.monotonic() < end and self.group_lives():
                time.sleep(0.1)

    def group_lives(self):
        self.process.poll()
        try:
            os.killpg(self.process.pid, 0)
            return True
        except ProcessLookupError:
            return False


def within(space, *words):
    return ["ip", "netns", "exec", space, *words]


class Case:
    """One run over two agents, the second of which is treated badly."""

    options = ["--threads", "8", "--rate", "200/s", "--duration", "14s"]
    before_agent = []
    environment = {}

    def __init__(self, directory):
        self.directory = directory

    def prepare(self):
        pass

    def during(self):
        pass

    def undo(self):
        pass

    def run(self, certificates):
        self.directory.mkdir(parents=True)
        self.prepare()
        common = ["--cluster-tls", str(certificates)]
        started = []
        try:
            first = Started(
                self.directory / "agent-1.txt",
                within(FIRST, SWIPESTORM, "agent", "--listen", ADDRESS[FIRST] + ":7800", *common),
            )
            started.append(first)
            first.await_text("listens at")
            self.second = Started(
                self.directory / "agent-2.txt",
                within(SECOND, *self.before_agent, SWIPESTORM, "agent", "--listen", ADDRESS[SECOND] + ":7800")
                + ["--join", ADDRESS[FIRST], *common],
                self.environment,
            )
            started.append(self.second)
            self.second.await_text("listens at")
            output = self.directory / "run"
            words = ["run", "--join", ADDRESS[FIRST], "--agents", "2", *common, "--url", SERVER, *self.options]
            words += ["--self-warmup", "none", "--output", str(output)]
            command = Started(self.directory / "command.txt", within(COMMAND, SWIPESTORM, *words))
            started.append(command)
            self.second.await_text("run ")
            time.sleep(4)
            self.during()
            command.process.wait(PATIENCE)
            self.undo()
            return self.summary(command, output)
        finally:
            self.undo()
            for each in reversed(started):
                each.end()

    def summary(self, command, output):
        report = json.loads((output / "summary.json").read_text()) if (output / "summary.json").exists() else {}
        requests = report.get("requests", {})
        lines = [line for line in command.text().splitlines() if any(word in line for word in ("LOST", "FAILED", "WARNING", "PROBLEM"))]
        agents = [
            f"{a['address']}: {a['requests']['ok']} ok, {a['requests']['failed']} failed"
            + (f", lost after second {a['lost']['lastSecond']}" if a["lost"] else "")
            + (f", clock ahead by {round(a['clock']['aheadMs']):,} ms" if a["clock"]["aheadMs"] is not None else "")
            for a in report.get("agents", [])
        ]
        told = [line.split(" ", 1)[1] for line in self.second.text().splitlines() if "the load ends" in line]
        return requests, agents, lines + [f"agent 2: {line}" for line in told], command.process.returncode


class Nothing(Case):
    """nothing: both agents and the network are well"""


class DelayAndLoss(Case):
    """delay-and-loss: 20 ms of delay and 1 % of loss on all links"""

    def prepare(self):
        for space in ADDRESS:
            sh("tc", "-n", space, "qdisc", "add", "dev", "eth0", "root", "netem", "delay", "20ms", "loss", "1%")

    def undo(self):
        for space in ADDRESS:
            quietly("tc", "-n", space, "qdisc", "del", "dev", "eth0", "root")


class DroppedRoute(Case):
    """dropped-route: after 4 s no packet passes between the command and the second agent, which still reaches the server"""

    def during(self):
        sh("ip", "-n", SECOND, "route", "add", "blackhole", ADDRESS[COMMAND] + "/32")
        sh("ip", "-n", COMMAND, "route", "add", "blackhole", ADDRESS[SECOND] + "/32")

    def undo(self):
        quietly("ip", "-n", SECOND, "route", "del", "blackhole", ADDRESS[COMMAND] + "/32")
        quietly("ip", "-n", COMMAND, "route", "del", "blackhole", ADDRESS[SECOND] + "/32")


class FewFiles(Case):
    """few-files: the second agent may open 128 files, and its share has 200 workers"""

    options = ["--threads", "400", "--duration", "6s"]
    before_agent = ["sh", "-c", 'ulimit -n 128; exec "$@"', "sh"]


class FullDisk(Case):
    """full-disk: the temporary directory of the second agent is a file system of 1 MB"""

    options = ["--threads", "8", "--duration", "8s"]

    def prepare(self):
        self.disk = self.directory / "disk"
        self.disk.mkdir()
        sh("mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", str(self.disk))
        self.environment = {"JAVA_OPTS": f"-Djava.io.tmpdir={self.disk} -XX:-UsePerfData"}

    def undo(self):
        pass

    def run(self, certificates):
        try:
            return super().run(certificates)
        finally:
            quietly("umount", str(self.disk))


class Slow(Case):
    """slow: the second agent is stopped for 0.8 s of each second"""

    def during(self):
        for _ in range(8):
            self.second.process.send_signal(signal.SIGSTOP)
            time.sleep(0.8)
            self.second.process.send_signal(signal.SIGCONT)
            time.sleep(0.2)


CASES = {case.__doc__.split(":")[0]: case for case in (Nothing, DelayAndLoss, DroppedRoute, FewFiles, FullDisk, Slow)}
__doc__ += "\n".join("    " + case.__doc__ for case in CASES.values())


def main():
    if {"-h", "--help"} & set(sys.argv):
        print(__doc__)
        return
    # Namespaces and file systems are removed then, too.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    directory = Path(sys.argv[1] if len(sys.argv) > 1 else tempfile.mkdtemp(prefix="agents-")).absolute()
    chosen = sys.argv[2:] or list(CASES)
    unknown = [name for name in chosen if name not in CASES]
    if unknown:
        raise SystemExit(f"There is no case {unknown[0]}; there are {', '.join(CASES)}")
    directory.mkdir(parents=True, exist_ok=True)
    certificates = Path(tempfile.mkdtemp()) / "certificates"
    sh(SWIPESTORM, "agent", "init-tls", str(certificates))
    network()
    server = Started(directory / "server.txt", [SWIPESTORM, "serve", "servlet", "--port", "18080"])
    rows = ["| what was done | requests ok, failed, never sent | agents | what was said | exit code |", "|---|---|---|---|---|"]
    try:
        server.await_text("18080")
        for name in chosen:
            try:
                requests, agents, lines, code = CASES[name](directory / name).run(certificates)
            except subprocess.CalledProcessError as e:
                print(f"{name}: this machine cannot do it: '{' '.join(e.cmd)}' failed")
                continue
            counts = f"{requests.get('ok')}, {requests.get('failed')}, {requests.get('neverSent')}"
            rows.append(f"| {CASES[name].__doc__} | {counts} | {'<br>'.join(agents)} | {'<br>'.join(lines)} | {code} |")
            print(rows[-1], flush=True)
    finally:
        server.end()
        remove_network()
        shutil.rmtree(certificates.parent)
        (directory / "results.md").write_text("\n".join(rows) + "\n")
    print(directory / "results.md")


if __name__ == "__main__":
    main()
