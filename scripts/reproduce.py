#!/usr/bin/env python3
"""Makes the README.md of a directory of reproduce.sh: its runs beside the published ones of the reference study.

    scripts/reproduce.py results/2026-11-21-reference-study
"""

import json
import pathlib
import sys

# The published figures, against Tomcat on a free-tier EC2 host: wall time in s, ok, failed, requests/s.
# Two rows of the comparison of servers were published with nothing but throughput, one of them with failed requests.
PUBLISHED = {
    "average-100": ("178.077", "500,000", "0", "2,807.77"),
    "average-160": ("159.531", "500,000", "0", "3,134.19"),
    "average-200": ("158.472", "500,000", "0", "3,155.13"),
    "average-500": ("172.218", "500,000", "0", "2,903.30"),
    "producer-consumer-200": ("159.962", "500,000", "0", "3,125.74"),
    "less-blocking-200": ("153.617", "500,000", "0", "3,254.85"),
    "servlet-1": ("", "", "2,045", "3,422.9"),
    "servlet-2": ("", "", "", "3,907.1"),
    "springboot-1": ("", "", "", "2,973.5"),
    "springboot-2": ("", "", "", "3,126.7"),
    "one-thread": ("293.061", "10,000", "", ""),
}
# One more run was published with a record of each request, as all of ours have: with mean, median, p99, min and max.
PUBLISHED_WITH_ROWS = {"average-200": ("162.421", "", "", "3,078", "64.46", "60.26", "148.14", "17", "4,141")}
THREADS_OF_LITTLE = "average-200"
ONE_THREAD = "one-thread"


def table(heads, rows):
    lines = ["| " + " | ".join(heads) + " |", "|" + "---|" * len(heads)]
    return "\n".join(lines + ["| " + " | ".join(row) + " |" for row in rows])


def command_of(name, summary):
    # Where the files went is this directory, and says nothing about the run.
    words = summary["command"].split(" ")
    if "--output" in words:
        at = words.index("--output")
        del words[at : at + 2]
    return [f"[{name}]({name}/)", f"`{' '.join(words)}`"]


def figures_of(name, summary):
    times = summary["latency"]["serviceTime"]
    milliseconds = [f"{times[key] / 1e3:,.3f}" for key in ("meanUs", "p50Us", "p99Us", "minUs", "maxUs")]
    requests = summary["requests"]
    rows = [
        [
            name,
            f"{summary['wallTimeSeconds']:.3f}",
            f"{requests['ok']:,}",
            f"{requests['failed'] + requests['neverSent']:,}",
            f"{summary['throughputPerSecond']:,.2f}",
            *milliseconds,
        ],
        ["published", *PUBLISHED[name], "", "", "", "", ""],
    ]
    if name in PUBLISHED_WITH_ROWS:
        rows.append(["published, every request recorded", *PUBLISHED_WITH_ROWS[name]])
    return rows


def little(runs):
    """Little's law, L = lambda W: with N requests always under way, each taking W, N / W are done in a second."""
    one, many = runs[ONE_THREAD], runs[THREADS_OF_LITTLE]
    threads = many["plan"]["threads"]
    alone = one["wallTimeSeconds"] / one["requests"]["ok"]
    under_load = many["latency"]["serviceTime"]["meanUs"] / 1e6
    measured = many["throughputPerSecond"]
    rows = []
    for source, time, published in (
        ("one thread alone", alone, ("29.3 ms", "6,824", "46 %")),
        (f"{threads} threads, mean service time", under_load, ("64.46 ms", "3,106", "102 %")),
    ):
        predicted = threads / time
        rows.append([source, f"{time * 1e3:.3f} ms", f"{predicted:,.0f}", f"{measured / predicted:.0%}".replace("%", " %")])
        rows.append(["published", *published])
    return table(["a request's time, from", "time", f"predicted for {threads} threads, req/s", "measured / predicted"], rows)


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    directory = pathlib.Path(sys.argv[1])
    runs = {name: json.loads((directory / name / "summary.json").read_text()) for name in PUBLISHED}
    first = runs[next(iter(PUBLISHED))]
    machine = first["environment"]
    target = "" if "--url" in first["command"] else ", client and server together"
    print(f"# The reference study, run by run, {first['startedAt'][:10]}\n")
    print(
        f"Swipestorm {machine['swipestorm']}, commit {machine['commit']}, on {machine['cpus']} CPUs{target}: "
        f"{machine['jvm']} {machine['java']}, {machine['os']}.\nBelow each row is what was published: another client "
        "against Tomcat on a free-tier EC2 host, over\nthe internet. Machines and networks differ, so the rows say what each "
        "did, not which is better.\n"
    )
    print(table(["run", "command"], [command_of(name, summary) for name, summary in runs.items()]) + "\n")
    heads = ["run", "wall s", "ok", "failed", "req/s", "mean ms", "median ms", "p99 ms", "min ms", "max ms"]
    print(table(heads, [row for name, summary in runs.items() for row in figures_of(name, summary)]) + "\n")
    print("## Little's law\n")
    print(little(runs))


if __name__ == "__main__":
    main()
