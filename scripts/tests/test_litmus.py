# SPDX-License-Identifier: Apache-2.0
"""Litmus tests in lockstep over seeds and knobs of the memory, and what they must have shown (docs/litmus.md).

usage: test_litmus.py [SEEDS]            (default: 3; prints how often each outcome came)
       test_litmus.py --rdna [SEEDS]     those of a unit with the memory of RDNA

Every run must pass: no outcome but the allowed ones. Over all runs each allowed outcome must have come at least once;
a test that never races would pass too. And the check itself must fail: mp_nowait against what mp allows, rdna_sb_vmcnt
against what rdna_sb_smem allows.
"""
import json
import os
import subprocess
import sys
import tempfile

from wl import ROOT
from wl.runs import results, units
from wl.runs.runner import Job, Outcome, run
from wl.vectors import litmus_vectors


# As the seed says; erratic; a vector port that is seldom ready beside a fast scalar port; the other way round.
KNOBS = [
    "",
    "latency=[1,80] busy=[4,20]",
    "vector.latency=[40,120] vector.shut=[6,60] scalar.latency=[1,4] scalar.shut=[0,0] scalar.busy=[0,0]",
    "scalar.latency=[60,200] scalar.burst=50 vector.latency=[1,20]",
]
# Loads that overtake stores; stores that reach memory before a scalar load behind them.
SPREAD = ["vector.latency=[1,2000]", "scalar.shut=[2,60] vector.shut=[0,0] vector.busy=[0,0]"]
# Tool, tests, (a weak test, one that forbids its weak outcome, what is said then), knobs.
GFX9 = (
    "build/wavelock",
    litmus_vectors.tests,
    ("litmus/mp_nowait", "litmus/mp", "[1, 0], expected one of [0, 0], [0, 1], [1, 1]"),
    KNOBS,
)
RDNA = (
    units.path(units.OTHER),
    litmus_vectors.rdna_tests,
    ("litmus/rdna_sb_vmcnt", "litmus/rdna_sb_smem", "[0, 0], expected one of [0, 1], [1, 0], [1, 1]"),
    KNOBS + SPREAD,
)


def command(tool, test, seed, knobs, folder):
    more = ["--memory-knobs", knobs] if knobs else []
    return [tool, "--device", "lockstep", test, "--seed", str(seed), "--run-dir", folder, *more]


def job(tool, name, seed, knobs, total, folder):
    def call(this):
        code, text = this.execute(command(tool, name, seed, knobs, folder))
        chosen = results.Result.read(folder).facts.get("one_of", [])
        for i, count in enumerate(chosen[0]["seen"] if chosen else []):
            total[i] += count
        return Outcome(int(code == 0), int(code != 0), "", text)

    return Job(f"{name} seed {seed} {knobs}".rstrip(), call=call)


def judged_wrong(tool, tests, weak, settings, folder):
    """A test with a weak outcome, judged by another that forbids it: some run must end with EXPECT."""
    name, strict, message = weak
    test = tests[name]
    test["program"] = os.path.join(ROOT, "vectors", "litmus", test["program"])
    test["expect"] = tests[strict]["expect"]
    path = os.path.join(folder, "wrong.json")
    with open(path, "w", encoding="utf-8") as file:
        json.dump(test, file)
    for seed in range(1, 9):
        for knobs in settings:
            argv = command(tool, path, seed, knobs, os.path.join(folder, "wrong"))
            done = subprocess.run(argv, capture_output=True, text=True, check=False)
            if done.returncode == results.VERDICTS.index("EXPECT") and message in done.stderr:
                return True
    return False


def main(unit, seeds):
    os.chdir(ROOT)
    tool, listed, weak, settings = unit
    tests = dict(listed())
    if not os.path.exists(tool):
        sys.exit(f"{tool} is missing: make test builds it")
    with tempfile.TemporaryDirectory() as folder:
        totals = {name: [0] * len(test["expect"]["buffers"][0]["one_of"]) for name, test in tests.items()}
        jobs = [
            job(tool, name, seed, knobs, totals[name], os.path.join(folder, f"{name}.{k}.{seed}"))
            for name in totals
            for k, knobs in enumerate(settings)
            for seed in range(1, seeds + 1)
        ]
        failed = run(jobs, None)
        for name, test in tests.items():
            outcomes = test["expect"]["buffers"][0]["one_of"]
            print(f"{name}: " + ", ".join(f"{o} {n} times" for o, n in zip(outcomes, totals[name])))
            if not all(totals[name]):
                print(f"{name}: an outcome that is allowed never came: the test shows nothing")
                failed = 1
        if not judged_wrong(tool, tests, weak, settings, folder):
            print(f"{weak[0]} passes with the outcomes of {weak[1]}: the expectation checks nothing")
            failed = 1
    return 1 if failed else 0


if __name__ == "__main__":
    words = sys.argv[1:]
    chosen = RDNA if words[:1] == ["--rdna"] else GFX9
    counts = words[1:] if chosen is RDNA else words
    sys.exit(main(chosen, int(counts[0]) if counts else 3))
