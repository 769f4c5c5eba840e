# SPDX-License-Identifier: Apache-2.0
"""Lockstep vectors on a unit of other sizes (rtl/configs), or another kind: instruction set, memory, control words.

usage: test_config.py CONFIG [NAME...]    the tests whose names match a pattern, on the unit of CONFIG, as small or
                                          "gfx906 rdna". Default: with other sizes all but bench/*, else the tests that
                                          the default unit refuses and SOME. A unit of another kind also gets illegal
                                          instructions and random programs
       test_config.py --other             the same on OTHER of scripts/wl/runs/units.py; generic tests: SOME alone
       test_config.py --control           the same on CONTROL
       test_config.py --sizes             which sizes the RTL accepts, which it refuses

Builds the unit. With rdna the tests of compiled kernels are left out, but for SOME. Each other test must end as
it does on the default unit, or be refused because it needs other sizes or another unit; these are counted. Exit code 1
if a test fails or none passes. A file below build/units then gives for each test: passed, or what it needs.
"""
import concurrent.futures
import fnmatch
import json
import os
import re
import subprocess
import sys
import tempfile

from wl import ROOT
from wl.runs import descriptions, units
from wl.vectors.directed import refuse


ERROR = 6  # exit code of a refused launch
RAN = os.path.join("build", "units")  # what ran on which unit
PASSED = "passed"
# What tb/device/dispatch.c says of a workgroup that does not fit, and tb/cli/fits.c of the GDS.
NEEDS = (
    ("more waves", re.compile(r"is \d+ waves, the unit has \d+ slots")),
    ("more VGPRs", re.compile(r"needs \d+ physical VGPRs, the unit has \d+")),
    ("more LDS", re.compile(r"bytes of LDS .*the unit has \d+")),
    ("more GDS", re.compile(r"needs \d+ bytes of GDS, the unit has \d+")),
    ("less GDS", re.compile(r"needs at most \d+ bytes of GDS, the unit has \d+")),
    ("another instruction set", re.compile(r"it is for gfx90\d, the unit is gfx90\d")),
    ("other memory", re.compile(r"it is for \w+ memory, the unit has \w+ memory")),
    (
        "other names of VCC",
        re.compile(r"it is for a unit in which VCC has \w+ names?, in this unit it has \w+ \(CONFIG"),
    ),
    ("SRAM-ECC", re.compile(r"it is for a unit with SRAM-ECC, this unit has none")),
    ("no SRAM-ECC", re.compile(r"it is for a unit without SRAM-ECC, this unit has it")),
    ("control words", re.compile(r"it needs a unit with control words \(CONFIG with control_words\)")),
    ("images", re.compile(r"it needs stage \d of images, the unit has stage \d")),
    ("no images", re.compile(r"it is for a unit without images, this unit has stage \d")),
    ("another ValuDelay", re.compile(r"it is for a unit with ValuDelay \d, this unit has \d")),
)
PROGRAMS = ("--count", "1500", "1", "10")  # random ones, of a unit of another kind
LIMITS = ("--count", "200", "1", "4")
# Lines of the default profile and what they become. The LDS of a small unit, 16 KiB, has space for three waves, and not
# for owner accesses, which need that of four.
SMALL = (("waves 4", "waves 3"), ("owner 1", "owner 0"))
AT_LIMITS = (("limit 2", "limit 40"), ("aims 30", "aims 100"), ("launches 40", "launches 70"))
# Generic tests that another unit must run too: its code objects, memory or counters affect them.
SOME = ("smoke", "fork_join", "transpose", "directed_valu_32", "directed_half_mix", "waits/vm", "waits/vm_deep")
OF_SIZES = {"deep", "lds256", "odd", "small"}  # fragments; all others make a unit of another kind
# The ranges of rtl/cu_pkg.sv: macro, the least and the most that the unit accepts, what it refuses.
SIZES = {
    "NumWaves": ("WL_NUM_WAVES", 2, 16, (1, 17)),
    "PhysVgprs": ("WL_PHYS_VGPRS", 256, 1024, (255, 1025)),
    "LdsEntries": ("WL_LDS_ENTRIES", 2, 1024, (1, 96, 2048)),
    "GdsEntries": ("WL_GDS_ENTRIES", 0, 1024, (1025,)),
    "GdsLatency": ("WL_GDS_LATENCY", 0, 255, (256,)),
    "LdsQueueDepth": ("WL_LDS_QUEUE_DEPTH", 2, 64, (1, 6)),
    "VmemQueueDepth": ("WL_VMEM_QUEUE_DEPTH", 2, 64, (1, 6)),
    "MessageQueueDepth": ("WL_MESSAGE_QUEUE_DEPTH", 2, 64, (1, 6)),
    "ExportQueueDepth": ("WL_EXPORT_QUEUE_DEPTH", 2, 64, (1, 6)),
    "PrioBound": ("WL_PRIO_BOUND", 1, 1024, (0, 1025)),
    "Isa": ("WL_ISA", 900, 906, (0, 901)),
    "ValuDelay": ("WL_VALU_DELAY", 0, 5, (6,)),
    "Images": ("WL_IMAGES", 0, 3, (4,)),
}


def elaborate(sizes):
    """(exit code, output) of Verilator's lint of a unit whose parameters have these values."""
    defines = [f"-D{SIZES[name][0]}={value}" for name, value in sizes.items()]
    command = [os.environ.get("VERILATOR", "verilator"), "--lint-only", "-Wall", "-fno-dfg", "--no-timing"]
    done = subprocess.run(
        command + defines + ["--top-module", "cu", "-f", "rtl/files.f"], capture_output=True, text=True, check=False
    )
    return done.returncode, done.stdout + done.stderr


def judge_sizes():
    """All sizes at their least and at their most pass. Each out of range is refused by name, value and reason."""
    accepted = [{name: row[i] for name, row in SIZES.items()} for i in (1, 2)]
    # Each run has a value of every size: the unit names them all.
    refused = [{name: row[3][i] for name, row in SIZES.items() if i < len(row[3])} for i in range(3)]
    passed = failed = 0
    with concurrent.futures.ThreadPoolExecutor(int(os.environ.get("JOBS") or 2)) as pool:
        for sizes, (code, text) in zip(accepted + refused, pool.map(elaborate, accepted + refused)):
            wrong = [f"exit {code}"] if (code == 0) != (sizes in accepted) else []
            if sizes not in accepted:
                wrong += [n for n, value in sizes.items() if not re.search(rf"{n} is {value}, expected .*: \w", text)]
            failed += len(wrong)
            passed += max(len(sizes) - len(wrong), 0)
            if wrong:
                print(f"FAIL {sizes}: {', '.join(wrong)}\n{text[:500]}")
    print(f"sizes: {passed} passed, {failed} failed")
    return 1 if failed else 0


def asks_for_another(test):
    """Whether the default unit refuses the test."""
    path = descriptions.path(test)
    return path is not None and not units.fits(path, units.DEFAULT)


def run(tool, test, device, measures=None, further=False):
    """(test, exit code, output). measures: the folder in which it leaves what it executed. further: of a folder that
    has several tests, not the first."""
    with tempfile.TemporaryDirectory() as folder:
        command = [tool, "--device", device, test, "--run-dir", folder]
        if device == "lockstep" and further:  # some are meant to hang
            command += ["--hang-cycles", "100000"]
        if measures:
            path = os.path.join(measures, f"{test}.tsv")
            os.makedirs(os.path.dirname(path), exist_ok=True)
            command += ["--coverage", path]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    return test, done.returncode, done.stdout + done.stderr


def accepted_launches(tool):
    """Launches with control words that must be refused and are not: D-CTRL-31 and maxwell-control.md 8.1."""
    with open(descriptions.path("control/trap"), encoding="utf-8") as file:
        test = json.load(file)
    test["program"] = os.path.join(ROOT, "vectors", "control", "trap", "trap.s")
    launches = (
        ({"shared_temps": 4}, "waves with control words have no shared VGPRs"),
        ({"issue": {"control": "trap_1", "waves": 1}}, "expected a multiple of 32"),
    )
    for launch, said in launches:
        with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
            json.dump(test | {"launch": test["launch"] | launch}, file)
            file.flush()
            _, code, text = run(tool, file.name, "lockstep")
        if code != ERROR or said not in text:
            yield f"a launch with {launch}, which must be refused"
    made = subprocess.run(["make", "tools", "CONFIG=control_words exposed_hazards"], capture_output=True, check=False)
    if b"a unit has one of them" not in made.stderr:
        yield "a unit with control words and exposed hazards, which must be refused"


def write_ran(name, lines):
    """What became of each test on the unit of this name."""
    path = os.path.join(RAN, f"{name}.tsv")
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as file:
        file.writelines(f"{test}\t{how}\n" for test, how in sorted(lines.items()))


def counts_63_loads(tool):
    """Whether VM_CNT reaches 63 where the queue has space for more: v3 of waits/vm_deep is what s_getreg said."""
    with tempfile.NamedTemporaryFile("r", suffix=".txt", encoding="utf-8") as trace:
        subprocess.run([tool, "waits/vm_deep", "--trace", trace.name], stdout=subprocess.DEVNULL, check=False)
        return any(" v3, s20 " in line and "; v3=0000003f*64" in line for line in trace)


def fills_a_barrier(tool):
    """Whether 63 operations are on the barrier of control/barrier_full: the fourth scalar load then waits for one."""
    with tempfile.NamedTemporaryFile("r", suffix=".txt", encoding="utf-8") as trace:
        subprocess.run([tool, "control/barrier_full", "--trace", trace.name], stdout=subprocess.DEVNULL, check=False)
        issues = [int(line.split()[0]) for line in trace if " s_load_dword " in line]
        return len(issues) > 3 and issues[3] - issues[2] > 300


def write_profile(name, changes):
    """A profile of this name below RAN: the default one, with other lines in place of some."""
    with open(os.path.join("tb", "random", "profiles", "default.txt"), encoding="utf-8") as file:
        text = file.read()
    for line, other in changes:
        text, changed = re.subn(f"^{line}$", other, text, flags=re.M)
        if changed != 1:
            sys.exit(f"tb/random/profiles/default.txt: expected one line '{line}'")
    path = os.path.join(RAN, f"{name}.txt")
    os.makedirs(RAN, exist_ok=True)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    return path


def is_compiled(test):
    """Whether a stock compiler makes the program: it waits for stores as the memory of GFX9 counts them."""
    with open(descriptions.path(test), encoding="utf-8") as file:
        return json.load(file)["program"].endswith(".cl")


def illegal_kinds(unit):
    """The fragments with illegal instructions of their own that the unit has."""
    return [kind for kind in refuse.FOLDERS if units.has(unit, kind)]


def illegal(kind):
    """The name of the check of a kind of units that has illegal instructions of its own."""
    return f"what is illegal with {kind}"


def illegal_cases(kind):
    """The names of these cases, tests that are made from a table."""
    folder = refuse.FOLDERS[kind][0] + "/"
    return [test for test, _ in descriptions.below(descriptions.MADE) if test.startswith(folder)]


def besides_vectors(unit, tool, kinds):
    """Checks beside the vectors that fail on a unit of another kind. kinds: the fragments that make it one."""
    checks = {
        illegal(kind): ["scripts/wavelock", "vectors.directed_vectors", "--illegal", tool, "lockstep", "--unit", kind]
        for kind in illegal_kinds(unit)
    }
    if unit == units.OTHER:  # the tool of these litmus tests
        checks["litmus tests of RDNA memory"] = ["scripts/wavelock", "tests.test_litmus", "--rdna", "2"]
    if "control_words" in kinds:
        checks["faults in control words"] = [
            "scripts/wavelock",
            "campaigns.faults",
            "--control",
            "--count",
            "2",
            "--tool",
            tool,
        ]
    runs = os.path.join("runs", units.name(unit))
    small = SMALL if "small" in unit else ()
    for what, name, changes, programs in (
        ("random programs", "usual", small, PROGRAMS),
        ("random programs at limits, and pairs that shall meet", "limits", (*small, *AT_LIMITS), LIMITS),
    ):
        profile = write_profile(f"{units.name(unit)}-{name}", changes)
        argv = ["scripts/wavelock", "campaigns.random_programs", "--tool", tool, "--runs", runs, "--profile", profile]
        checks[what] = [*argv, *programs]
    failed = [what for what, argv in checks.items() if subprocess.run([sys.executable, *argv], check=False).returncode]
    if unit == units.CONTROL and not counts_63_loads(tool):
        failed.append("63 loads in flight")
    if unit == units.CONTROL and not fills_a_barrier(tool):
        failed.append("63 operations on a barrier")
    return failed + (list(accepted_launches(tool)) if "control_words" in kinds else [])


def main(words):
    os.chdir(ROOT)
    if words == ["--sizes"]:
        return judge_sizes()
    known = {"--other": units.OTHER, "--control": units.CONTROL}
    first, *patterns = words
    unit = known.get(first) or units.of(first)
    name, tool = units.name(unit), units.path(unit)
    kinds = [fragment for fragment in unit if fragment not in OF_SIZES]
    besides = bool(kinds) and not patterns
    if not units.build(unit, "wavelock", *["wavelock-random"] * besides):
        return 1
    lines = subprocess.run([tool, "--list"], capture_output=True, text=True, check=True).stdout.splitlines()
    listed = [line.split()[0] for line in lines if line.strip()]
    # A folder's further tests run here if they ask for another unit. besides_vectors() runs the ones made from tables.
    further = [t for root in descriptions.ROOTS for t, first in descriptions.below(root) if not first]
    more = [t for t in further if not descriptions.directed(t) and asks_for_another(t)]
    other = {t for t in listed if asks_for_another(t)} | set(more)
    tests = listed + more
    failed, ran = besides_vectors(unit, tool, kinds) if besides else [], {}
    for kind in (kind for kind in illegal_kinds(unit) if besides and illegal(kind) not in failed):
        ran |= dict.fromkeys(illegal_cases(kind), PASSED)
    if not patterns and (words == ["--other"] or unit == units.CONTROL or not OF_SIZES & set(unit)):
        tests = [t for t in tests if t in SOME or t in other]
    if "rdna" in unit:
        tests = [t for t in tests if t in SOME or not is_compiled(t)]
    patterns = patterns or ["*"]
    tests = [t for t in tests if any(fnmatch.fnmatch(t, p) for p in patterns) and not t.startswith("bench/")]
    measures = os.path.join("build", "coverage", "unit", name) if kinds else None
    with concurrent.futures.ThreadPoolExecutor(int(os.environ.get("JOBS") or 2)) as pool:
        # Coverage is measured for the tests that the default unit does not run anyway.
        runs = [(t, "lockstep", measures if t in SOME or t in other else None, t in more) for t in tests]
        # The standalone model gives a program with control words the verdict of lockstep (D-CTRL-48).
        runs += [(t, "model", None) for t in tests if t.startswith("control/") and t not in more]
        for test, code, text in pool.map(lambda r: run(tool, *r), runs):
            need = next((what for what, said in NEEDS if said.search(text)), None)
            if code == 0:
                ran.setdefault(test, PASSED)
            elif code == ERROR and need:
                ran[test] = need
            else:
                ran[test] = "failed"
                failed.append(test)
                print(f"FAIL {test}: exit {code}")
                print("".join(f"  {line}\n" for line in text.splitlines()[:3]), end="")
    write_ran(name, ran)
    passed = sum(how == PASSED for how in ran.values())
    refused = {what: sorted(test for test in ran if ran[test] == what) for what, _ in NEEDS}
    for what, names in refused.items():
        if names:
            print(f"{len(names)} need {what} than this unit has: {' '.join(names)}")
    print(f"{name}: {passed} passed, {len(failed)} failed, {sum(map(len, refused.values()))} need another unit")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__.strip())
    sys.exit(main(sys.argv[1:]))
