"""What the studies share: runs that are made once, statistics with intervals, and a page.

A study keeps everything below its output directory. A run or experiment that is finished is not made again, so that a study that was
interrupted, in whatever way, goes on where it ended when the same command is given once more.
"""

import argparse
import csv
import ctypes
import datetime
import json
import math
import os
import pathlib
import random
import re
import shutil
import signal
import socket
import statistics
import subprocess
import sys
import time

try:
    import fcntl
except ImportError:
    fcntl = None

ROOT = pathlib.Path(__file__).resolve().parents[2]
SWIPESTORM = ROOT / "scripts" / "swipestorm"
EXAMPLES = ROOT / "examples" / "workloads"

FREE_BYTES = 2 * 1024**3
LIBC = ctypes.CDLL(None) if sys.platform == "linux" else None
PR_SET_PDEATHSIG = 1
COLOURS = ["#2171b5", "#d95f02", "#1b9e77", "#7570b3", "#666"]

# Student's t for 95 %, two sides, by degrees of freedom.
T95 = [12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160, 2.145, 2.131, 2.120, 2.110,
       2.101, 2.093, 2.086, 2.080, 2.074, 2.069, 2.064, 2.060, 2.056, 2.052, 2.048, 2.045, 2.042]


def end_with_parent():
    """In a child: asks Linux to stop it when the study is killed, which then cannot stop it itself."""
    if LIBC:
        LIBC.prctl(PR_SET_PDEATHSIG, signal.SIGTERM)


class Study:
    def __init__(self, name, description, minutes, repeats=None):
        """minutes: how long it takes, by the number of repeats; repeats: of each cell, when it has a choice of them."""
        parser = argparse.ArgumentParser(
            prog=f"scripts/studies/{name}",
            description=description,
            epilog=f"It takes about {minutes(repeats):.0f} min (--quick: 1 min). The same command once more goes on where an interrupted"
                   " one ended.",
        )
        parser.add_argument("--quick", action="store_true", help="a few short runs, to see that it works; its figures mean nothing")
        parser.add_argument("--output", type=pathlib.Path,
                            help=f"directory (default: results/<date>-study-{name}, or the latest of these that is not finished)")
        if repeats:
            parser.add_argument("--repeats", type=int, default=repeats, help=f"runs of each cell, from 3 on (default: {repeats})")
        options = parser.parse_args()
        self.name, self.quick = name, options.quick
        self.repeats = 1 if self.quick else options.repeats if repeats else None
        if repeats and options.repeats < 3:
            self.fail(f"--repeats must be at least 3, not {options.repeats}: an interval takes three runs")
        self.form = {"study": name, "quick": self.quick, **({"repeats": self.repeats} if repeats else {})}
        output = options.output or self.unfinished() or pathlib.Path("results") / f"{datetime.date.today()}-study-{name}"
        self.output = output.resolve()
        self.commands = []
        self.lines = []
        self.conclusions = []
        try:
            self.output.mkdir(parents=True, exist_ok=True)
            mark = self.output / "study.json"
            if mark.exists():
                if json.loads(mark.read_text()) != self.form:
                    self.fail(f"'{output}' has another study, or another form of it: name another one with --output")
            elif any(self.output.iterdir()):
                self.fail(f"'{output}' is not empty and not a study's directory: name another one with --output")
            else:
                self.save(mark, json.dumps(self.form) + "\n")
            self.lock(mark)
            if shutil.disk_usage(self.output).free < FREE_BYTES:
                self.fail(f"'{output}' has less than {FREE_BYTES / 1e9:.0f} GB free, which a study may need for a time")
        except OSError as e:
            self.fail(f"'{output}' cannot be used: {e.strerror}")
        takes = "a minute" if self.quick else f"{minutes(self.repeats):.0f} min"
        self.say(f"The study {name} takes about {takes}, less what is finished already, and writes {output}. Nothing else should run"
                 " meanwhile. When it is interrupted, the same command goes on.")

    def unfinished(self):
        """The latest default directory with this form of the study and no page yet."""
        found = [mark.parent for mark in pathlib.Path("results").glob(f"*-study-{self.name}/study.json")
                 if json.loads(mark.read_text()) == self.form and not (mark.parent / "README.md").exists()]
        return max(found, default=None)

    def lock(self, mark):
        """Every process that this one starts inherits the lock, so that nothing is left of an earlier one that was killed."""
        self.locked = open(mark, encoding="utf-8")
        os.set_inheritable(self.locked.fileno(), True)
        for attempt in range(60 if fcntl else 0):
            try:
                fcntl.flock(self.locked, fcntl.LOCK_EX | fcntl.LOCK_NB)
                return
            except BlockingIOError:
                if attempt == 0:
                    self.say(f"Waiting for an earlier command to end that has '{self.output}'.")
                time.sleep(1)
        if fcntl:
            self.fail(f"'{self.output}' is in use by another command: wait for its end, or stop it")

    def fail(self, message):
        print(f"{self.name}: {message}", file=sys.stderr)
        sys.exit(2)

    def say(self, line):
        print(line, file=sys.stderr, flush=True)

    # Runs

    def save(self, path, text):
        """Writes all of it or nothing, whenever this process is killed."""
        partial = path.with_name(path.name + ".partial")
        partial.write_text(text, encoding="utf-8")
        partial.replace(path)

    def file(self, name, text):
        """A file beside the runs; returns its name, as every command runs in the output directory."""
        self.save(self.output / name, text)
        return name

    def example(self, name):
        return self.file(name, (EXAMPLES / name).read_text(encoding="utf-8"))

    def process(self, *words, **more):
        # The lock is the only file besides the standard streams that a child gets.
        return subprocess.Popen([str(word) for word in words], cwd=self.output, env=self.environment(), preexec_fn=end_with_parent,
                                pass_fds=[self.locked.fileno()], **more)

    def swipestorm(self, words, allowed=(0,)):
        self.say("== swipestorm " + " ".join(words))
        self.wait([self.process(SWIPESTORM, *words, stdout=subprocess.DEVNULL)], words[0], allowed)

    def wait(self, processes, what, allowed=(0, 1)):
        """Waits for all of them; ends the study unless each ended with one of these exit codes."""
        try:
            codes = [process.wait() for process in processes]
        except KeyboardInterrupt:
            for process in processes:
                process.wait()
            self.say(f"{self.name}: interrupted; the same command goes on with it")
            sys.exit(130)
        wrong = [code for code in codes if code not in allowed]
        if wrong:
            how = f"by signal {-wrong[0]}" if wrong[0] < 0 else f"with exit code {wrong[0]}"
            self.say(f"{self.name}: swipestorm {what} ended {how}; what is finished is in {self.output}, and the same command goes on"
                     " with it")
            sys.exit(1)

    def environment(self):
        """In the quick form every JVM lives for seconds: it gains nothing from what its second compiler and the verifier cost."""
        if not self.quick:
            return dict(os.environ)
        return {**os.environ, "JAVA_TOOL_OPTIONS": "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC -XX:+UnlockDiagnosticVMOptions"
                                                   " -XX:-BytecodeVerificationRemote"}

    def start(self, *words):
        """A process whose first line of output ends with its address; returns both."""
        process = self.process(*words, stdout=subprocess.PIPE, text=True)
        found = re.search(r"http://localhost:\d+", process.stdout.readline())
        if not found:
            process.terminate()
            self.fail(f"{words[0]} did not start")
        return process, found.group()

    def start_agents(self, count):
        """Agents on this machine that know each other; returns the address of the first, and the processes."""
        with socket.create_server(("127.0.0.1", 0)) as free:
            first = f"127.0.0.1:{free.getsockname()[1]}"
        agents = []
        for i in range(count):
            # They share a machine: the warm-up of one would disturb the runs of another.
            agents.append(self.process(SWIPESTORM, "agent", "--no-self-warmup", "--join" if i else "--listen", first,
                                       stdout=subprocess.PIPE, text=True))
            if "listens at" not in agents[-1].stdout.readline():
                self.stop(agents)
                self.fail("an agent did not start")
        return first, agents

    @staticmethod
    def stop(processes):
        for process in reversed(processes):
            process.terminate()
            process.wait()

    def remember(self, words):
        self.commands.append("swipestorm " + " ".join(f"'{w}'" if " " in w else w for w in words))

    def finished(self, name):
        """Whether a run came to its end."""
        summary = self.output / name / "summary.json"
        return summary.exists() and json.loads(summary.read_text()).get("state") == "ended"

    def begin_run(self, name, words, again=False):
        """The words of a run; None when it is finished already and not wanted again."""
        directory = self.output / name
        words = ["run", *words, *(["--self-warmup", "none"] if self.quick else []),
                 *([] if "--records" in words else ["--records", "none"])]
        self.remember(words)
        if self.finished(name) and not again:
            return None
        if directory.exists():
            shutil.rmtree(directory)
        return [*words, "--quiet", "--output", name]

    def run(self, name, *words):
        """The summary of a run; requests may fail."""
        command = self.begin_run(name, [str(w) for w in words])
        if command:
            self.swipestorm(command, (0, 1))
        return self.summary(name)

    def summary(self, name):
        if not self.finished(name):
            self.fail(f"the run '{name}' did not come to its end; its message is above, and the same command makes it again")
        return json.loads((self.output / name / "summary.json").read_text())

    def matrix(self, name, plan, *words, settle="3s"):
        """Rows of runs.csv by setting, and those of runs-by-operation.csv."""
        directory = self.output / name
        file = self.file(f"{name}.yaml", plan)
        warm = ["--self-warmup", "none", "--settle", "0s"] if self.quick else ["--settle", settle]
        words = ["matrix", file, *[str(w) for w in words], "--pause", "0.2s", *warm]
        self.remember(words)
        finished = directory / "finished"
        if finished.exists():
            return Runs(directory)
        if (directory / "experiment.json").exists():
            self.swipestorm(["resume", name], (0, 1))
        else:
            if directory.exists():
                shutil.rmtree(directory)
            self.swipestorm([*words, "--output", name], (0, 1))
        if not (directory / "runs.csv").exists():
            self.fail(f"the experiment '{name}' made no run; its message is above")
        if "This experiment is not complete" in (directory / "report.md").read_text(encoding="utf-8"):
            self.fail(f"the experiment '{name}' ended early; the same command goes on with it")
        finished.touch()
        return Runs(directory)

    # The page

    def conclude(self, line):
        """What follows from the figures, said at the top of the page."""
        self.conclusions.append(f"* {line}")

    def add(self, *lines):
        self.lines.extend(lines)

    def table(self, heads, rows):
        cells = [[str(cell) for cell in row] for row in rows]
        numbers = [all(re.fullmatch(r"[-+\d.,%() to]+", row[i]) for row in cells) for i in range(len(heads))]
        self.add("", "| " + " | ".join(heads) + " |", "|" + "".join("---:|" if number else "---|" for number in numbers))
        self.add(*("| " + " | ".join(row) + " |" for row in cells), "")

    def svg(self, name, text, caption):
        self.save(self.output / name, text)
        self.add("", f"![{caption}]({name})", "")

    def write(self, title, first):
        """The page of a study whose runs Swipestorm made; the summary of one of them says on what."""
        environment = first["environment"]
        self.write_page(title, f"Swipestorm {environment['swipestorm']}, commit {environment['commit']}, Java {environment['java']},"
                        f" {environment['cpus']} CPUs, {environment['os']}; client and server on one machine, over loopback",
                        first["startedAt"][:10], ["In this directory, with the files that are here:", ""])

    def write_page(self, title, machine, day=datetime.date.today(), where=()):
        head = [f"# {title}", ""]
        if self.quick:
            head += ["**This is the quick form: runs of a second, to see that everything works. Its figures mean nothing.**", ""]
        head += [
            f"Made by `scripts/studies/{self.name}{' --quick' if self.quick else ''}` on {day}; {machine}. Intervals are of 95 %. The"
            " published figures are from other machines and networks: what can be compared is their shape, not their size.",
            "",
        ]
        follows = ["## What follows", "", *self.conclusions, ""] if self.conclusions else []
        tail = ["", "## Commands", "", *where, *(f"    {command}" for command in dict.fromkeys(self.commands))]
        self.save(self.output / "README.md", "\n".join(head + follows + self.lines + tail) + "\n")
        print("\n".join([*follows, f"{self.output / 'README.md'}"]))


class Runs:
    """The runs of an experiment, by setting."""

    def __init__(self, directory):
        self.rows = self._read(directory / "runs.csv")
        by_operation = directory / "runs-by-operation.csv"
        self.operations = self._read(by_operation) if by_operation.exists() else []

    @staticmethod
    def _read(path):
        with open(path, newline="", encoding="utf-8") as file:
            return list(csv.DictReader(file))

    def settings(self):
        """In order, numbers by their size: the runs were shuffled."""
        return sorted(dict.fromkeys(row["setting"] for row in self.rows),
                      key=lambda setting: [int(part) if part.isdigit() else part for part in re.split(r"(\d+)", setting)])

    def by_round(self, setting, column="ok_per_s", operation=None):
        rows = self.rows if operation is None else [row for row in self.operations if row["operation"] == operation]
        return {int(row["round"]): float(row[column]) for row in rows if row["setting"] == setting and row[column]}

    def values(self, setting, column="ok_per_s", operation=None):
        return list(self.by_round(setting, column, operation).values())

    def ratios(self, one, other, column="ok_per_s"):
        """One setting by another, round by round: what slows a whole round is in both."""
        first, second = self.by_round(one, column), self.by_round(other, column)
        return [first[r] / second[r] for r in first if second.get(r)]

    def ratios_of_columns(self, setting, column, by):
        """One column by another, run by run."""
        one, other = self.by_round(setting, column), self.by_round(setting, by)
        return [one[r] / other[r] for r in one if other.get(r)]

    def verdicts(self, setting):
        found = [row["verdict"] for row in self.rows if row["setting"] == setting]
        return ", ".join(dict.fromkeys(sorted(found, key=lambda word: -found.count(word))))


# Statistics

def interval(values):
    """Mean, and the ends of its interval of 95 %; the ends are None with fewer than three values."""
    mean = statistics.fmean(values)
    if len(values) < 3:
        return mean, None, None
    t = T95[len(values) - 2] if len(values) - 2 < len(T95) else 1.96
    half = t * statistics.stdev(values) / math.sqrt(len(values))
    return mean, mean - half, mean + half


def ratio_interval(ratios):
    """Geometric mean of ratios, with its interval."""
    mean, low, high = interval([math.log(r) for r in ratios])
    return math.exp(mean), *((None, None) if low is None else (math.exp(low), math.exp(high)))


def text(number, digits=0):
    return "-" if number is None else f"{number:,.{digits}f}"


def with_interval(values, digits=0):
    if not values:
        return "-"
    mean, low, high = interval(values)
    # Of few values, Student's interval may begin below 0, where no time and no rate is.
    return text(mean, digits) + ("" if low is None else f" ({text(max(low, min(0, *values)), digits)} to {text(high, digits)})")


def with_ratio(ratio):
    """A ratio, with its interval where it has one."""
    mean, low, high = ratio
    return f"{mean:.3f}" + ("" if low is None else f" ({low:.3f} to {high:.3f})")


def judge(ratio, more, less):
    """What a ratio's interval says."""
    _, low, high = ratio
    if low is None:
        return "too few runs to say"
    return more if low > 1 else less if high < 1 else "no difference shown"


def two_groups(values, seed=1, samples=2_000):
    """Whether values fall into two groups: the largest gap that leaves three or more on each side, by the standard deviation, against
    that of normally distributed values. Returns both groups and the chance of such a gap without groups; None with too few values."""
    if len(values) < 8:
        return None

    def gap(some):
        ordered = sorted(some)
        width = statistics.stdev(ordered) or 1
        at = max(range(3, len(ordered) - 2), key=lambda i: ordered[i] - ordered[i - 1])
        return (ordered[at] - ordered[at - 1]) / width, ordered[:at], ordered[at:]

    found, low, high = gap(values)
    numbers = random.Random(seed)
    as_wide = sum(gap([numbers.gauss(0, 1) for _ in values])[0] >= found for _ in range(samples))
    return low, high, as_wide / samples


def operation_rows(summary, label):
    """A row for each operation and one for all, as the load generators of the studies print them."""
    rows = []
    wall = summary["wallTimeSeconds"]
    for operation in [*(summary["operations"] or []), None]:
        requests = (operation or summary)["requests"]
        attempts = (operation or summary)["attempts"]
        service = (summary["latency"] if operation is None else operation)["serviceTime"]
        cells = [text(service[key] / 1e3 if service[key] is not None else None, 2)
                 for key in ("p50Us", "p95Us", "p99Us", "meanUs", "minUs", "maxUs")]
        rows.append([label, operation["name"] if operation else "all", text(requests["ok"]), text(requests["failed"]), *cells,
                     text(attempts["bodyBytes"] / max(1, attempts["total"]), 2), text(requests["ok"] / wall, 1)])
    return rows


OPERATION_HEADS = ["run", "row", "ok", "failed", "p50 ms", "p95", "p99", "mean", "min", "max", "mean bytes", "req/s"]


def line_chart(title, series, last, height=300, unit=""):
    """An SVG with a line for each series: a name and its points (x, y), of which x begins at 0."""
    across = max((x for _, points in series for x, _ in points), default=1) or 1
    top = max((y for _, points in series for _, y in points), default=1) or 1
    bottom = height - 50
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" width="780" height="{height}" font-family="sans-serif" font-size="13">',
             f'<rect width="100%" height="100%" fill="#fff"/><text x="10" y="20">{title}, at most {top:,.0f}{unit}</text>',
             f'<path d="M60 40 V{bottom} H760" fill="none" stroke="#888"/><text x="60" y="{bottom + 18}">0 s</text>',
             f'<text x="760" y="{bottom + 18}" text-anchor="end">{last}</text>']
    for i, (name, points) in enumerate(series):
        colour = COLOURS[i % len(COLOURS)]
        line = " ".join(f"{60 + 700 * x / across:.1f},{bottom - (bottom - 40) * y / top:.1f}" for x, y in points)
        parts += [f'<polyline points="{line}" fill="none" stroke="{colour}" stroke-width="2"/>',
                  f'<text x="{60 + 270 * (i % 3)}" y="{bottom + 40 + 18 * (i // 3)}" fill="{colour}">{name}</text>']
    return "\n".join([*parts, "</svg>\n"])


def heat_map(title, rows, columns, values, row_name, column_name):
    """An SVG with a cell for each pair of numbers; dark is high."""
    cell, left, top = 92, 90, 70
    least, most = min(values.values()), max(values.values())
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{left + cell * len(columns) + 20}" height="{top + 46 * len(rows) + 20}"'
             ' font-family="sans-serif" font-size="13">', '<rect width="100%" height="100%" fill="#fff"/>',
             f'<text x="10" y="20" font-size="15">{title}</text>',
             f'<text x="{left}" y="42" fill="#555">{column_name}</text>', f'<text x="10" y="{top - 6}" fill="#555">{row_name}</text>']
    for j, column in enumerate(columns):
        parts.append(f'<text x="{left + cell * j + cell / 2}" y="{top - 6}" text-anchor="middle">{column}</text>')
    for i, row in enumerate(rows):
        y = top + 46 * i
        parts.append(f'<text x="{left - 14}" y="{y + 28}" text-anchor="end">{row}</text>')
        for j, column in enumerate(columns):
            value = values.get((row, column))
            if value is None:
                continue
            share = (value - least) / (most - least) if most > least else 0.5
            red, green, blue = (round(a + (b - a) * share) for a, b in ((235, 8), (243, 81), (251, 156)))
            parts.append(f'<rect x="{left + cell * j}" y="{y}" width="{cell - 2}" height="44" fill="rgb({red},{green},{blue})"/>'
                         f'<text x="{left + cell * j + cell / 2}" y="{y + 28}" text-anchor="middle"'
                         f' fill="{"#fff" if share > 0.5 else "#111"}">{value:,.0f}</text>')
    return "\n".join([*parts, "</svg>"]) + "\n"
