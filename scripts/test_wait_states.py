#!/usr/bin/env python3
"""The vectors of vectors/wait_states/ against a wrong table, and against the unit without the check.

1. A copy of the model's table is built in which one row's number of wait states can be changed from outside. With one state more,
   every <row>_ok vector of that row must be reported; with one less, no <row>_bad vector is. Unchanged, all do what they say.
2. The unit has no windows (docs/wait-states.md): in lockstep with --hazards off every <row>_bad program must run like its <row>_ok
   twin, with the results that the interlocks give.

usage: test_wait_states.py [--model-only]
"""
import glob
import json
import os
import re
import shutil
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
SOURCE = os.path.join("refmodel", "src", "wait_states.c")
VECTORS = os.path.join("vectors", "wait_states")
WORK = os.path.join("build", "wait_states")
TOOL = os.path.join(WORK, "wavelock-model")
# VCC has one name (docs/wait-states.md).
WITHOUT_VECTORS = {13}

# Before main: "row:number" of the environment goes into the table.
CHANGE = """
#include <stdlib.h>
__attribute__((constructor)) static void change(void) {
  const char *text = getenv("WAIT_STATES");
  if (text != NULL) required[strtoul(text, NULL, 10)] = (uint8_t)strtoul(strchr(text, ':') + 1, NULL, 10);
}
"""


def replace(text, before, after):
    if text.count(before) != 1:
        sys.exit(f"{SOURCE}: expected once, found {text.count(before)} times: {before}")
    return text.replace(before, after)


def table(text):
    """{row: number} as the source has it."""
    body = re.search(r"required\[ROWS\] = \{(.*?)\};", text, re.S).group(1)
    return {int(row): int(states) for row, states in re.findall(r"\[(\d+)\] = (\d+)", body)}


def build(text):
    text = replace(text, "static const uint8_t required[ROWS]", "#include <string.h>\nstatic uint8_t required[ROWS]")
    text = replace(text, "states < 5;", "states < 6;")  # how far it looks back: one more than the table needs
    text = replace(text, "static bool is(", CHANGE + "static bool is(")
    os.makedirs(WORK, exist_ok=True)
    changed = os.path.join(WORK, "wait_states.c")
    with open(changed, "w", encoding="utf-8") as file:
        file.write(text)
    objects = [path for path in glob.glob("build/obj/tb/*.o") if os.path.basename(path) not in ("backend_rtl.o",)]
    subprocess.run(["gcc", "-std=c11", "-D_GNU_SOURCE", "-O1", "-Irefmodel/include", "-Irefmodel/src", changed, *objects,
                    "build/obj/build.o", "build/libwavelock.a", "-lelf", "-lmsgpackc", "-ljansson", "-lm", "-o", TOOL], check=True)


def run(command, row=None, states=None):
    """(exit code, all that it said)."""
    environment = dict(os.environ)
    if row is not None:
        environment["WAIT_STATES"] = f"{row}:{states}"
    done = subprocess.run(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    return done.returncode, done.stdout


def model(vector, row=None, states=None):
    return run([TOOL, "--device", "model", vector], row, states)


def of_row(names, row, kind):
    return [f"wait_states/{n}" for n in names if re.match(rf"row{row:02d}(_|$)", n) and n.endswith(kind)]


def changed_table(rules, names):
    problems, runs = [], 0
    for row, states in sorted(rules.items()):
        good, bad = of_row(names, row, "_ok"), of_row(names, row, "_bad")
        if bool(good and bad) == (row in WITHOUT_VECTORS) or len(good) != len(bad):
            problems.append(f"row {row}: {len(good)} vectors that keep it, {len(bad)} that break it")
        for vector in good + bad:
            code, said = model(vector)
            if code:
                problems.append(f"{vector}: {said.strip().splitlines()[-1]}")
        for vector in good:
            code, said = model(vector, row, states + 1)
            if code != 3 or f"row {row}:" not in said:
                problems.append(f"row {row} with {states + 1} for {states} states: {vector} does not notice")
        for vector in bad:
            code, said = model(vector, row, states - 1)
            if code != 4 or "was expected, and the run passed" not in said:
                problems.append(f"row {row} with {states - 1} for {states} states: {vector} does not notice")
        runs += 4 * len(good)
    return problems, runs


def without_check(names):
    """Every _bad program with the expectations of its _ok twin."""
    problems, runs = [], 0
    for name in (n for n in names if n.endswith("_bad")):
        folder = os.path.join(WORK, name)
        shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(os.path.join(VECTORS, name), folder)
        with open(os.path.join(VECTORS, name[:-4] + "_ok", "test.json"), encoding="utf-8") as file:
            expect = json.load(file)["expect"]
        path = os.path.join(folder, "test.json")
        with open(path, encoding="utf-8") as file:
            test = json.load(file)
        test["expect"] = expect
        with open(path, "w", encoding="utf-8") as file:
            json.dump(test, file)
        code, said = run(["build/wavelock", "--device", "lockstep", "--hazards", "off", folder])
        runs += 1
        if code:
            problems.append(f"{name} with --hazards off: {said.strip().splitlines()[-1]}")
    return problems, runs


def main():
    os.chdir(ROOT)
    with open(SOURCE, encoding="utf-8") as file:
        text = file.read()
    names = sorted(os.listdir(VECTORS))
    rules = table(text)
    build(text)
    problems, runs = changed_table(rules, names)
    lockstep = 0
    if "--model-only" not in sys.argv[1:]:
        more, lockstep = without_check(names)
        problems += more
    print("\n".join(problems) if problems else
          f"{len(rules)} rows, {runs} runs with a changed table, {lockstep} programs in lockstep without the check")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
