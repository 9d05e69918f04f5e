#!/usr/bin/env python3
"""What agents cost the command that coordinates them: bytes that it receives and CPU time that it uses, each second.

Starts a server, agents and a run on this machine for each number of agents, and watches the command in the middle of the run. The figures for
100 agents are those of the line through the smallest and the largest number. Needs Linux, ss (iproute2), and compiled classes.

    mvn -q compile
    scripts/measure-agents.py --agents 1,2,4 --rates 50,2000
"""

import argparse
import os
import pathlib
import re
import socket
import subprocess
import tempfile
import time

SWIPESTORM = pathlib.Path(__file__).resolve().parent / "swipestorm"
TICK_MS = 1000 / os.sysconf("SC_CLK_TCK")
MANY = 100


def start(*words):
    """A process whose first line of output says where it listens; returns both."""
    process = subprocess.Popen([SWIPESTORM, *words], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    return process, process.stdout.readline()


def stop(processes):
    for process in reversed(processes):
        process.terminate()
        process.wait()


def received(pid):
    """Bytes over all connections of a process that are open now."""
    connections = subprocess.run(["ss", "-tnpiOH", "state", "established"], capture_output=True, text=True, check=True).stdout
    return sum(int(found) for line in connections.splitlines() if f"pid={pid}," in line for found in re.findall(r"bytes_received:(\d+)", line))


def cpu_ms(pid):
    words = pathlib.Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(words[11]) + int(words[12])) * TICK_MS


def measure(agents, rate, seconds):
    """Bytes and milliseconds of CPU time of the command, each a second."""
    processes = []
    with tempfile.TemporaryDirectory() as folder:
        try:
            server, line = start("serve", "servlet", "--port", "0")
            processes.append(server)
            url = re.search(r"http://\S+", line).group()
            with socket.create_server(("127.0.0.1", 0)) as free:
                first = f"127.0.0.1:{free.getsockname()[1]}"
            for i in range(agents):
                processes.append(start("agent", "--join" if i else "--listen", first)[0])
            # Self warm-up of the agents, the first seconds of the run, and its end are left out.
            run = subprocess.Popen([SWIPESTORM, "run", "--join", first, "--agents", str(agents), "--url", url, "--threads", str(8 * agents),
                                    "--rate", f"{rate * agents}/s", "--duration", f"{seconds + 15}s", "--records", "none", "--no-probe",
                                    "--self-warmup", "none", "--quiet", "--output", folder + "/run"], stdout=subprocess.DEVNULL)
            processes.append(run)
            time.sleep(12)
            before = time.monotonic(), received(run.pid), cpu_ms(run.pid)
            time.sleep(seconds)
            after = time.monotonic(), received(run.pid), cpu_ms(run.pid)
            if run.poll() is not None:
                raise SystemExit(f"the run with {agents} agents ended early, with exit code {run.returncode}")
            run.wait()
        finally:
            stop(processes)
    time_s = after[0] - before[0]
    return (after[1] - before[1]) / time_s, (after[2] - before[2]) / time_s


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--agents", default="1,2,4", help="numbers of agents, at least two (default: 1,2,4)")
    parser.add_argument("--rates", default="50,2000", help="requests a second of each agent (default: 50,2000)")
    parser.add_argument("--seconds", type=int, default=20, help="for which the command is watched (default: 20)")
    options = parser.parse_args()
    numbers = [int(number) for number in options.agents.split(",")]
    print("| requests/s of each agent | agents | kB/s received | kB/s an agent | CPU of the command, ms/s |")
    print("|---:|---:|---:|---:|---:|")
    for rate in (int(rate) for rate in options.rates.split(",")):
        found = {}
        for number in numbers:
            found[number] = byte, cpu = measure(number, rate, options.seconds)
            print(f"| {rate:,} | {number} | {byte / 1e3:.1f} | {byte / number / 1e3:.2f} | {cpu:.1f} |", flush=True)
        least, most = min(numbers), max(numbers)
        if most > least:
            byte, cpu = (found[least][i] + (found[most][i] - found[least][i]) / (most - least) * (MANY - least) for i in (0, 1))
            print(f"| {rate:,} | {MANY}, extrapolated | {byte / 1e3:.0f} | {byte / MANY / 1e3:.2f} | {cpu:.0f} |", flush=True)


if __name__ == "__main__":
    main()
