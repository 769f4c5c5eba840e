# SPDX-License-Identifier: Apache-2.0
"""The vectors of vectors/wait_states/ against a wrong table, and against the unit with and without exposed hazards.

1. A copy of the model's table is built whose numbers of wait states can be changed from outside. With one state more,
   every <row>_ok vector of that row must be reported. With one state less, no <row>_bad vector is. Unchanged, all end
   as they expect.
2. The unit without exposed hazards (docs/wait-states.md), in lockstep with --hazards off: every <row>_bad program runs
   like its <row>_ok twin, with the results that the interlocks give.
3. The unit with exposed hazards (CONFIG=exposed_hazards), in lockstep: every <row>_ok passes and every <row>_bad is a
   HAZARD. With --hazards off a <row>_bad is a MISMATCH, because the unit reads old values, or what DIFFERS says. With
   one state more in the unit every <row>_ok is one. With one state less, or none, no <row>_bad is. Another outcome
   shows nothing about the vector.
4. A program that keeps the rules sees no hazard: on a unit with exposed hazards vectors, with one seed, and random
   programs pass.

usage: test_wait_states.py [--model-only] [--whole] [--one-name]

1 and 2 run on two units: the default one, in which VCC has one name, and one with second names (CONFIG=vcc_alias),
which has row 13. 3 runs on the latter, with the vectors of both. make test has these units (scripts/wl/runs/units.py);
its scripts/wavelock tests.test_config --other does 4.

--whole     3 and 4 run on the default unit with second names and exposed hazards
--one-name  everything, 4 too, runs on the unit in which VCC has one name
"""
import collections
import concurrent.futures
import glob
import json
import os
import re
import subprocess
import sys

from wl import ROOT
from wl.mutation import changed_model
from wl.runs import descriptions, results, units
from wl.tree import plant


ALL_OF_ONE = "--one-name" in sys.argv[1:]  # may run beside the others: a night does
WORK = os.path.join("build", "wait_states_one_name" if ALL_OF_ONE else "wait_states")
TOOL = os.path.join(WORK, "wavelock-model")
# The units of 1, 2 and 3; without: rows that may have no vectors.
Unit = collections.namedtuple("Unit", "least interlocked exposed without")
# VCC has one name: D-WAIT-13.
ONE_NAME = Unit(units.DEFAULT, units.DEFAULT, units.of("exposed_hazards"), frozenset({13}))
TWO_NAMES = Unit(units.of("vcc_alias"), units.CONTROL, units.OTHER, frozenset(range(1, 17)) - {13})
# The unit of --whole.
WHOLE = TWO_NAMES._replace(exposed=units.of("exposed_hazards vcc_alias"))
# Vectors that keep a row of which none breaks it: D-WAIT-25.
ALONE = {"wait_states/row15_load_lds_ok"}
# The verdict of a pair on the unit with exposed hazards where it is no MISMATCH. A vector instruction that is not
# discarded holds its wave before it writes anything. An address with another upper half lies in another line, and so do
# texels by another word of a T# or S#. By a T# of no kind no register is written. A transfer by another M0 goes to
# another entry of the LDS.
DIFFERS = {
    "row04": "ILLEGAL",
    "row04_setreg": "ILLEGAL",
    "row04_field": "ILLEGAL",
    "row09_hi": "ILLEGAL",
    "row09_number": "ILLEGAL",
    "row09_scratch_hi": "ILLEGAL",
    "row09_scratch_saddr": "ILLEGAL",
    "row09_load_lds": "ILLEGAL",
    "row09_image": "ILLEGAL",
    "row09_image_last": "ILLEGAL",
    "row09_image_name": "ILLEGAL",
    "row09_image_pitch": "ILLEGAL",
    "row09_sampler": "ILLEGAL",
    "row15_load_lds": "ILLEGAL",
    "row15_store_lds": "ILLEGAL",
    "row15_global_lds": "ILLEGAL",
    "row15_scratch_lds": "ILLEGAL",
}
# Nothing changes the number of shared registers.
NO_WINDOW = {"row01_shared", "row02_shared"}
# Random programs. The unit without exposed hazards has other seeds.
SEEDS = (1001, 1100)

# Before main: "row:number" of the environment goes into the table.
CHANGE = """
#include <stdlib.h>
__attribute__((constructor)) static void change(void) {
  const char *text = getenv("WAIT_STATES");
  if (text != NULL) required[strtoul(text, NULL, 10)] = (uint8_t)strtoul(strchr(text, ':') + 1, NULL, 10);
}
"""
CHANGES = [
    plant.Change(
        "required", "static const uint8_t required[ROWS]", "#include <string.h>\nstatic uint8_t required[ROWS]"
    ),
    plant.Change("too_early", "states < 5;", "states < 6;"),  # how far it looks back: one more than the table needs
    plant.Change("scalar_written", "static bool scalar_written(", CHANGE + "static bool scalar_written("),
]


def table(text):
    """{row: number} as the source has it."""
    body = re.search(r"required\[ROWS\] = \{(.*?)\};", text, re.S).group(1)
    return {int(row): int(states) for row, states in re.findall(r"\[(\d+)\] = (\d+)", body)}


def build(text, unit):
    os.makedirs(WORK, exist_ok=True)
    changed = os.path.join(WORK, "wait_states.c")
    with open(changed, "w", encoding="utf-8") as file:
        file.write(text)
    changed_model.build(TOOL, [changed], unit=unit.least)


def model(vector, row=None, states=None):
    """The result of a run."""
    environment = dict(os.environ)
    if row is not None:
        environment["WAIT_STATES"] = f"{row}:{states}"
    return results.of_run([TOOL, "--device", "model", vector], env=environment)[1]


def of_row(names, row, kind):
    return [f"wait_states/{n}" for n in names if re.match(rf"row{row:02d}(_|$)", n) and n.endswith(kind)]


def changed_table(rules, names, unit):
    problems, runs = [], 0
    for row, states in sorted(rules.items()):
        good, bad = of_row(names, row, "_ok"), of_row(names, row, "_bad")
        if not (good and bad or row in unit.without) or len(set(good) - ALONE) != len(bad):
            problems.append(f"row {row}: {len(good)} vectors that keep it, {len(bad)} that break it")
        for vector in good + bad:
            result = model(vector)
            if not result.passed:
                problems.append(f"{vector}: {result.headline}")
        for vector in good:
            result = model(vector, row, states + 1)
            if result["verdict"] != "HAZARD" or f"row {row}:" not in result["why"]:
                problems.append(f"row {row} with {states + 1} for {states} states: {vector} does not notice")
        for vector in bad:
            result = model(vector, row, states - 1)
            if result["verdict"] != "EXPECT" or "was expected, and the run passed" not in result["why"]:
                problems.append(f"row {row} with {states - 1} for {states} states: {vector} does not notice")
        runs += 4 * len(good)
    return problems, runs


def path_of(name):
    return descriptions.path(f"wait_states/{name}")


def test_of(name):
    return descriptions.elsewhere(path_of(name))


def asks_for(path, unit):
    """Whether the test is one of this unit's: each is of one unit here."""
    return units.fits(path, unit.least) and (not unit.least or names_of_vcc(path) is True)


def names_of_vcc(path):
    """Whether the test is for a unit with second names (True) or of one name (False); None: for both."""
    return units.needs(path).get("vcc_alias")


def make(unit):
    """Builds its tool, and the random programs of it."""
    if not units.build(unit, "wavelock", "wavelock-random"):
        sys.exit(f"{units.path(unit)} could not be built")


# Decisions: D-WAIT-9.
def without_check(names, unit):
    """Every _bad program with the expectations of its _ok twin."""
    problems, runs = [], 0
    if unit.interlocked:
        make(unit.interlocked)
    for name in (n for n in names if n.endswith("_bad")):
        folder = os.path.join(WORK, name)
        os.makedirs(folder, exist_ok=True)
        test, twin = (test_of(n) for n in (name, name[: -len("_bad")] + "_ok"))
        test["expect"] = twin["expect"]
        with open(os.path.join(folder, "test.json"), "w", encoding="utf-8") as file:
            json.dump(test, file)
        _, result = results.of_run([units.path(unit.interlocked), "--device", "lockstep", "--hazards", "off", folder])
        runs += 1
        if not result.passed:
            problems.append(f"{name} with --hazards off: {result.headline}")
    return problems, runs


def in_lockstep(tool, vector, *options):
    """How the process ended, and its result."""
    return results.of_run([tool, "--device", "lockstep", vector, *options])


# Decisions: D-WAIT-14, D-WAIT-16, D-WAIT-17, D-WAIT-19.
def exposed_hazards_of_rows(rules, names, tool):
    """Problems and the number of runs: each row's hazard is there, and as long as the table says."""
    cases = []  # vector, options, verdict, what must be said
    for name in names:
        vector = f"wait_states/{name}"
        match = re.match(r"((?:row(\d\d)|vccz)\w*)_(ok|bad)$", name)
        row = int(match.group(2) or 0)
        states = rules[row] if row else 1  # VCCZ: a hazard or none
        differs = DIFFERS.get(match.group(1), "MISMATCH")
        if match.group(1) in NO_WINDOW:
            cases.append((vector, [], "PASS", ""))
            if match.group(3) == "bad":
                cases.append((vector, ["--hazards", "off"], "EXPECT", "and the run passed"))
        elif match.group(3) == "ok":
            cases.append((vector, [], "PASS", ""))
            if row:
                cases.append((vector, ["--exposed-hazards", f"{row}={states + 1}"], differs, ""))
        else:
            # As the vector expects a HAZARD: what is one is a PASS, and what passes is an EXPECT.
            cases.append((vector, [], "PASS", ""))
            cases.append((vector, ["--hazards", "off"], differs, ""))
            for fewer in sorted({states - 1, 0}):
                cases.append(
                    (
                        vector,
                        ["--hazards", "off", "--exposed-hazards", f"{row or 'vccz'}={fewer}"],
                        "EXPECT",
                        "and the run passed",
                    )
                )
    return run_cases(cases, tool), len(cases)


def run_cases(cases, tool):
    problems = []
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        runs = pool.map(lambda case: in_lockstep(tool, case[0], *case[1]), cases)
        for (vector, options, wanted, words), (_, result) in zip(cases, runs):
            if result["verdict"] != wanted or words not in result["why"]:
                problems.append(f"{tool} {' '.join([vector, *options])}: {result.headline}; expected {wanted} {words}")
    return problems


# Decisions: D-WAIT-15, D-WAIT-18.
def legal_programs(of, tool):
    """Problems, the number of vectors of these units, and what random_programs.py said."""
    cases = []  # as run_cases has them
    for folder in ("vectors", os.path.join("build", "vectors")):
        for path in glob.glob(os.path.join(folder, "**", "*.json"), recursive=True):
            name = os.path.relpath(path, folder)[: -len(".json")]
            if of[-1].least and names_of_vcc(path) is False:
                continue
            if any(asks_for(path, unit) for unit in of):
                # Some of a folder's further tests are meant to hang.
                if os.path.basename(path) == "test.json":
                    cases.append((os.path.dirname(name), [], "PASS", ""))
                else:
                    cases.append((name, ["--hang-cycles", "100000"], "PASS", ""))
    problems = run_cases(sorted(cases), tool)
    done = subprocess.run(
        ["scripts/wavelock", "campaigns.random_programs", *map(str, SEEDS), "--tool", tool],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    said = done.stdout.strip()
    return problems + ([said] if done.returncode else []), len(cases), said.splitlines()[-1]


def bad_options(unit):
    """What --exposed-hazards refuses, and where."""
    problems, exposed = [], units.path(unit.exposed)
    for tool, text, words in (
        (units.path(units.DEFAULT), "5=6", "CONFIG=exposed_hazards"),
        (exposed, "13=8", "expected 0 to 7") if unit.least else (exposed, "13=1", "CONFIG=vcc_alias"),
        (exposed, "5=8", "expected 0 to 7"),
        (exposed, "vccz=2", "expected 0 to 1"),
        (exposed, "5=6,", "expected <row>=<wait states>"),
    ):
        done, _ = in_lockstep(tool, "smoke", "--exposed-hazards", text)
        if results.verdict_of(done.returncode) != "ERROR" or words not in done.stderr:
            problems.append(f"{tool} --exposed-hazards {text}: {done.stderr.strip()}; expected ERROR and {words}")
    return problems


def unit_with_exposed_hazards(rules, names, of):
    """(problems, a summary) of the last of these units, by the vectors of all of them."""
    unit = of[-1]
    make(unit.exposed)
    problems, runs = exposed_hazards_of_rows(rules, names, units.path(unit.exposed))
    summary = f"{runs} runs of the unit with exposed hazards"
    if unit != TWO_NAMES:
        more, vectors, programs = legal_programs(of, units.path(unit.exposed))
        problems, summary = problems + more, f"{summary}, {vectors} vectors, random programs: {programs}"
    return problems + bad_options(unit), summary


def main():
    os.chdir(ROOT)
    (text,) = plant.planted("a table that can be changed", CHANGES).values()
    two = WHOLE if "--whole" in sys.argv[1:] else TWO_NAMES
    of = (ONE_NAME,) if ALL_OF_ONE else (ONE_NAME, two)
    every_name = [n.removeprefix("wait_states/") for n in descriptions.names() if n.startswith("wait_states/")]
    rules, every, problems, runs, lockstep = table(text), [], [], 0, 0
    for unit in of:
        names = sorted(n for n in every_name if asks_for(path_of(n), unit))
        build(text, unit)
        more, count = changed_table(rules, names, unit)
        problems, runs, every = problems + more, runs + count, every + names
        if "--model-only" not in sys.argv[1:]:
            more, count = without_check(names, unit)
            problems, lockstep = problems + more, lockstep + count
    summary = f"{len(rules)} rows, {runs} runs with a changed table"
    if "--model-only" not in sys.argv[1:]:
        summary += f", {lockstep} programs in lockstep without the check"
        more, exposed_hazards = unit_with_exposed_hazards(rules, every, of)
        problems += more
        summary += f", {exposed_hazards}"
    print("\n".join(problems) if problems else summary)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
