# SPDX-License-Identifier: Apache-2.0
"""Measures what the checker costs, how fast model and unit run and how long builds take. Asserts nothing.

usage: bench.py [--pairs N] [--builds | --night SEEDS | --ratios FILE | --classes]

Each comparison runs its two commands in turn (A B A B ...). The median of the ratios of the pairs is the result: it is
honest on a machine whose speed drifts. There are four ratios.
  - Wall time: from the rate of the launch alone, as its result has it.
  - User time, without start and end: a run of the test smoke is subtracted. Load disturbs it less.
  - Instructions of the host, and misses of its first cache of instructions, by cachegrind, without start and end. Load
    does not disturb them.
Valgrind does not have the exception flags of the host's float unit. So programs that test floats have ratios by time
alone.
"""
import argparse
import contextlib
import json
import os
import re
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

from wl import Error
from wl.campaigns import classes
from wl.runs import results
from wl.tree import sources


LOCKSTEP = "build/wavelock --device lockstep"
BARE = "build/wavelock-bare --device rtl --check off"
MODEL = "build/wavelock-model --device model"
# Even numbers of trips, for about as many cycles as simd_busy takes.
FLOATS = [
    ("f32, FMA and transcendentals", "bench/unit_f32 --args trips=200"),
    ("packed f16", "bench/unit_packed --args trips=400"),
    ("f64", "bench/unit_f64 --args trips=80"),
]
LISTING = "vectors/sass/long/product.maxas"
COPIES = 10
BUSY = "simd_busy"
MEMORY = "bench/model_memory --args trips=1000"  # a second: what takes a hundredth says nothing


# What the checker costs: title, name in the history of nights, and test.
COSTS = (
    ("The checker's cost: lockstep against the same RTL bare, SIMD busy (goal 1.10)", "SIMD busy", BUSY),
    ("The same with the LDS and memory busy", "LDS and memory busy", MEMORY),
)


def spread(values, digits):
    values = sorted(values)
    return f"{statistics.median(values):,.{digits}f} " f"({values[0]:,.{digits}f} .. {values[-1]:,.{digits}f})"


def ratio(what, values):
    """A ratio of runs as a file of --ratios has it."""
    return {"what": what, "median": statistics.median(values), "least": min(values), "most": max(values)}


def run(command, unit):
    """Runs a command that must pass; returns its rate in `unit` and its user time in seconds."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    done, result = results.of_run(command.split())
    if done.returncode != 0 or result["verdict"] not in ("PASS", results.UNCHECKED):
        raise Error(f"{command}\n{done.stdout}{done.stderr}")
    return result.rate(unit), resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before


def counted(command):
    """Host instructions of a command, and its misses of the first cache of instructions."""
    tool = ["valgrind", "--tool=cachegrind", "--cache-sim=yes", "--cachegrind-out-file=/dev/null"]
    done = subprocess.run([*tool, *command.split()], capture_output=True, text=True, check=False)
    found = [re.search(rf"{name} *: *([\d,]+)", done.stderr) for name in (r"I *refs", r"I1 *misses")]
    if done.returncode or not all(found):
        raise Error(f"{' '.join(tool)} {command}\n{done.stdout}{done.stderr}")
    return [int(match.group(1).replace(",", "")) for match in found]


def pairs(title, a, b, unit, count):
    """A against B, pairs of a tool and a test: ratios of wall time, by the rate each reports, of user time, of host
    instructions and cache misses. Returns a list of `ratio`."""
    shorts = [f"{tool} smoke" for tool, _ in (a, b)]
    a, b = " ".join(a), " ".join(b)
    print(f"{title}\n  A: {a}\n  B: {b}", flush=True)
    starts = [min(run(command, unit)[1] for _ in range(3)) for command in shorts]
    run(a, unit), run(b, unit)
    runs = [(run(a, unit), run(b, unit)) for _ in range(count)]
    print(f"  A {spread([x[0] for x, _ in runs], 0)} {unit}\n  B {spread([y[0] for _, y in runs], 0)} {unit}")
    walls = [y[0] / x[0] for x, y in runs]
    users = [(x[1] - starts[0]) / (y[1] - starts[1]) for x, y in runs]
    print(
        f"  wall time A / B {spread(walls, 3)}   median (min .. max) of {count} pairs\n"
        f"  user time A / B {spread(users, 3)}",
        flush=True,
    )
    found = [ratio("wall time", walls), ratio("user time", users)]
    if not shutil.which("valgrind"):
        print("  no ratio of instructions: valgrind is not installed", flush=True)
        return found
    whole, begin = [[counted(command) for command in commands] for commands in ((a, b), shorts)]
    for at, what in enumerate(("instructions", "misses of the instruction cache")):
        of_a, of_b = (whole[side][at] - begin[side][at] for side in (0, 1))
        print(f"  {what} A / B {of_a / of_b:.3f}   {of_a:,} and {of_b:,}", flush=True)
        found.append(ratio(what, [of_a / of_b]))
    return found


def costs(count, path=None):
    """What the checker costs. path: the file that gets the ratios, each with a name."""
    found = []
    for title, name, test in COSTS:
        measured = pairs(title, (LOCKSTEP, test), (BARE, test), "cycles/s", count)
        found += [{**one, "what": f"{name}, {one['what']}"} for one in measured]
    if path:
        with open(path, "w", encoding="utf-8") as file:
            json.dump(found, file)


def speed(title, a, b, unit, count):
    """How much faster A goes than B, in units of each per second of wall time."""
    print(f"{title}\n  A: {a}\n  B: {b}", flush=True)
    run(a, unit), run(b, unit)
    runs = [(run(a, unit)[0], run(b, unit)[0]) for _ in range(count)]
    print(f"  A {spread([x for x, _ in runs], 0)} {unit}\n  B {spread([y for _, y in runs], 0)} {unit}")
    print(
        f"  {unit} A / B {spread([x / y for x, y in runs], 3)}   median (min .. max) of {count} pairs\n"
        "  no ratio of instructions: valgrind does not have the exception flags of the host's float unit",
        flush=True,
    )


def rate(title, command, unit, count):
    print(f"{title}\n  {command}", flush=True)
    run(command, unit)
    values = [run(command, unit)[0] / 1e6 for _ in range(count)]
    print(f"  {spread(values, 1)} million {unit}", flush=True)


def timed(title, commands, count=1):
    values = []
    for _ in range(count):
        start = time.time()
        for command in commands:
            subprocess.run(command, shell=True, check=True, stdout=subprocess.DEVNULL)
        values.append(time.time() - start)
    print(f"{title}\n  {' && '.join(commands)}\n  {spread(values, 1)} s", flush=True)


def long_listing():
    """The listing, and COPIES of it as one kernel, without control fields."""
    with open(LISTING, encoding="utf-8") as file:
        text = re.sub(r"^\S\S:\S:\S:\S:\S", "--:-:-:-:1", file.read(), flags=re.M)
    body = re.sub(r".* EXIT;\n", "", text)
    copies = "".join(re.sub(r"\bLOOP\b", f"LOOP{n}", body) for n in range(COPIES))
    return text, f"{copies}--:-:-:-:1      EXIT;\n"


def listings(count):
    """Mending a long listing against its part. By the number of lines the ratio would be COPIES."""
    with tempfile.TemporaryDirectory() as folder:
        paths = [os.path.join(folder, name) for name in ("short.maxas", "long.maxas")]
        texts = long_listing()
        for path, text in zip(paths, texts):
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)

        def mend(path):
            command = ["build/wavelock-sass", "check", path, "--fix", os.path.join(folder, "out.maxas")]
            before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
            if subprocess.run(command, check=False, stdout=subprocess.DEVNULL).returncode:
                raise Error(f"{' '.join(command)}")
            return resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before

        lines = [text.count("\n") for text in texts]
        print(f"Mending copies of {LISTING} without control fields (goal A: 1 s)")
        print(f"  A: {lines[1]} lines\n  B: {lines[0]} lines")
        runs = [[mend(path) for path in paths] for _ in range(count)]
        print(f"  A {spread([a for _, a in runs], 3)} s of processor time\n  B {spread([b for b, _ in runs], 3)} s")
        ratios = spread([a / max(b, 0.001) for b, a in runs], 1)
        print(f"  user time A / B {ratios}   median (min .. max) of {count} pairs", flush=True)


@contextlib.contextmanager
def edited(path):
    """With a line more at the end of a source."""
    with open(path, encoding="utf-8") as file:
        text = file.read()
    try:
        with open(path, "a", encoding="utf-8") as file:
            file.write("\n")
        yield
    finally:
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)


def launches(count):
    """The cost of a launch of an OpenCL program on the model, with a large buffer and without one."""
    with tempfile.TemporaryDirectory() as folder:
        program = os.path.join(folder, "cost")
        subprocess.run(["cc", "-O2", sources.named("programs/cost.c"), "-lOpenCL", "-o", program], check=True)

        def cost(mib):
            env = {"WAVELOCK_DEVICE": "model", "WAVELOCK_OUT": tempfile.mkdtemp(dir=folder)}
            command = ["scripts/cl", program, "1000", str(mib)]
            done = subprocess.run(command, env={**os.environ, **env}, capture_output=True, text=True, check=False)
            if done.returncode:
                raise Error(f"{' '.join(command)}\n{done.stdout}{done.stderr}")
            return float(done.stdout.split()[0])

        print("A launch of an OpenCL program on the model, one wave that does nothing (goal 1 ms)")
        print("  A: tb/opencl/programs/cost 1000 256, a buffer of 256 MiB")
        print("  B: tb/opencl/programs/cost 1000 0", flush=True)
        cost(256), cost(0)
        runs = [(cost(256), cost(0)) for _ in range(count)]
        print(f"  A {spread([a for a, _ in runs], 3)} ms\n  B {spread([b for _, b in runs], 3)} ms")
        ratios = spread([a / b for a, b in runs], 2)
        print(f"  wall time A / B {ratios}   median (min .. max) of {count} pairs", flush=True)


def night(seeds, count):
    """How much faster a worker on each core runs a night of random programs than one worker alone."""
    with tempfile.TemporaryDirectory() as folder:
        words = ["--name", "night", "--fresh", "--runs", folder, "--first", "8", "--seeds", str(seeds), "--shrink", "0"]

        def run_night(jobs):
            """Wall time, and processor time of the programs."""
            start = time.time()
            command = [sys.executable, "scripts/wavelock", "night.nightly", *words, "--jobs", str(jobs)]
            done = subprocess.run(command, capture_output=True, text=True, check=False)
            if done.returncode:
                raise Error(f"{' '.join(command)}\n{done.stdout}{done.stderr}")
            wall = time.time() - start
            with open(os.path.join(folder, "nightly", "night", "journal.jsonl"), encoding="utf-8") as journal:
                return wall, sum(json.loads(line)["cpu"] for line in journal)

        cores = os.cpu_count()
        print(f"{seeds} random programs of each profile, of two cores against one (goal 1.8)")
        print(f"  A: {cores} workers\n  B: 1 worker", flush=True)
        runs = [(run_night(cores), run_night(1)) for _ in range(count)]
        print(f"  A {spread([a[0] for a, _ in runs], 1)} s\n  B {spread([b[0] for _, b in runs], 1)} s")
        print(f"  wall time B / A {spread([b[0] / a[0] for a, b in runs], 2)}   median (min .. max) of {count} pairs")
        print(f"  processor time of the programs A / B {spread([a[1] / b[1] for a, b in runs], 2)}", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--pairs", type=int, default=9, help="pairs or runs of each measurement")
    parser.add_argument("--builds", action="store_true", help="also time builds (minutes); removes build/")
    parser.add_argument("--night", type=int, metavar="SEEDS", help="measure random programs on all cores alone")
    parser.add_argument("--ratios", metavar="FILE", help="measure what the checker costs alone; FILE gets the ratios")
    parser.add_argument("--classes", action="store_true", help="measure instructions of each class on the model")
    args = parser.parse_args()
    if args.classes:
        classes.measure(args.pairs)
        return
    if args.night:
        night(args.night, args.pairs)
        return
    costs(args.pairs, args.ratios)
    if args.ratios:
        return
    for title, test in FLOATS:
        speed(
            f"The unit with its float units busy, against integers: {title} (goal 0.8)",
            f"{BARE} {test}",
            f"{BARE} {BUSY}",
            "cycles/s",
            args.pairs,
        )
    for title, test, trips in [
        ("all lanes on (goal 200)", "bench/model_valu", 100000),
        ("f64, all lanes on (goal 80)", "bench/model_f64", 20000),
        ("packed f16, all lanes on", "bench/model_packed", 10000),
        ("partial EXEC (goal 150)", "bench/model_partial", 50000),
        ("LDS and memory (goal 100)", "bench/model_memory", 40000),
    ]:
        rate(f"The model alone, {title}", f"{MODEL} {test} --args trips={trips}", "wave-instructions/s", args.pairs)
    listings(args.pairs)
    launches(args.pairs)
    if args.builds:
        make = "CCACHE_DISABLE=1 make -s -j2 sim TEST=fork_join"
        subprocess.run(make, shell=True, check=True, stdout=subprocess.DEVNULL)
        for what, name in (
            ("the testbench, to a verdict (goal 5 s)", "cli/main.c"),
            ("the model, to a verdict (goal 5 s)", "vop3.def"),
            ("a leaf of the RTL, to a verdict (goal 10 s)", "wave_select.sv"),
        ):
            with edited(sources.named(name)):
                timed(f"Edit {what}", [make])
        timed("A cold clone, to a verdict (goal 180 s)", ["rm -rf build", make])
    print(f"machine: {os.cpu_count()} cores")


if __name__ == "__main__":
    main()
