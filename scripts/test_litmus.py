#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Litmus tests in lockstep over seeds and knobs of the memory, and what they must have shown (docs/litmus.md).

usage: test_litmus.py [SEEDS]       (default: 3; prints how often each outcome came)

Every run must pass: no outcome but the allowed ones. Over all runs each allowed outcome must have come at least once;
a test that never races would pass too. And the check itself must fail: mp_nowait against what mp allows.
"""
import json
import os
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
import litmus_vectors  # noqa: E402
import results  # noqa: E402
from runner import Job, Outcome, run  # noqa: E402

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
TOOL = "build/wavelock"
# As the seed says; erratic; a vector port that is seldom ready beside a fast scalar port; the other way round.
KNOBS = [
    "",
    "latency=[1,80] busy=[4,20]",
    "vector.latency=[40,120] vector.shut=[6,60] scalar.latency=[1,4] scalar.shut=[0,0] scalar.busy=[0,0]",
    "scalar.latency=[60,200] scalar.burst=50 vector.latency=[1,20]",
]


def command(test, seed, knobs, folder):
    more = ["--memory-knobs", knobs] if knobs else []
    return [TOOL, "--device", "lockstep", test, "--seed", str(seed), "--run-dir", folder, *more]


def job(name, seed, knobs, total, folder):
    def call(this):
        code, text = this.execute(command(name, seed, knobs, folder))
        chosen = results.Result.read(folder).facts.get("one_of", [])
        for i, count in enumerate(chosen[0]["seen"] if chosen else []):
            total[i] += count
        return Outcome(int(code == 0), int(code != 0), "", text)

    return Job(f"{name} seed {seed} {knobs}".rstrip(), call=call)


def judged_wrong(folder):
    """mp_nowait with the outcomes of mp: some run must end with EXPECT."""
    tests = dict(litmus_vectors.tests())
    test = tests["litmus/mp_nowait"]
    test["program"] = os.path.join(ROOT, "vectors", "litmus", "litmus.s")
    test["expect"] = tests["litmus/mp"]["expect"]
    path = os.path.join(folder, "wrong.json")
    with open(path, "w", encoding="utf-8") as file:
        json.dump(test, file)
    for seed in range(1, 9):
        argv = command(path, seed, KNOBS[2], os.path.join(folder, "wrong"))
        done = subprocess.run(argv, capture_output=True, text=True, check=False)
        said = "[1, 0], expected one of [0, 0], [0, 1], [1, 1]" in done.stderr
        if done.returncode == results.VERDICTS.index("EXPECT") and said:
            return True
    return False


def main(seeds):
    os.chdir(ROOT)
    with tempfile.TemporaryDirectory() as folder:
        totals = {name: [0] * len(test["expect"]["buffers"][0]["one_of"]) for name, test in litmus_vectors.tests()}
        jobs = [
            job(name, seed, knobs, totals[name], os.path.join(folder, f"{name}.{k}.{seed}"))
            for name in totals
            for k, knobs in enumerate(KNOBS)
            for seed in range(1, seeds + 1)
        ]
        failed = run(jobs, None)
        for name, test in litmus_vectors.tests():
            outcomes = test["expect"]["buffers"][0]["one_of"]
            print(f"{name}: " + ", ".join(f"{o} {n} times" for o, n in zip(outcomes, totals[name])))
            if not all(totals[name]):
                print(f"{name}: an outcome that is allowed never came: the test shows nothing")
                failed = 1
        if not judged_wrong(folder):
            print("litmus/mp_nowait passes with the outcomes of mp: the expectation checks nothing")
            failed = 1
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if sys.argv[1:] else 3))
