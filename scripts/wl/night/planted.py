# SPDX-License-Identifier: Apache-2.0
"""Plants bugs in the RTL, runs short nights of random programs on it, and judges the causes that the nights name.

usage: planted.py [--seed N] [--count NIGHTS] [--jobs N] [--out DIR] [--fresh] [--judge]

The bugs are mutants of all blocks in one build (docs/mutation.md). A trial of a quarter of the programs says which of
them a night sees. A night without a bug must pass. Each other night is a run of night/nightly.py with one bug, each
fourth night one with three. A bug is found if all failures that it alone explains are in one cause, and in no other. A
cause is wrong if no bug explains all of its failures. A suspect is the module of a bug if its file has that name.

DIR/SEED has what a seed left. plan.json has the mutants and what the trial saw. Each night has a folder. planted.json
has what the table says, and all that one needs to look at a miss. A night that is over does not run again, and one that
was ended goes on. --fresh throws all away. With --judge nothing runs but the step that finds causes, anew, on
the nights that are over.

Exit code: 0 the bars are met, 1 they are not, 6 it could not run.
"""
import argparse
import collections
import concurrent.futures
import itertools
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile

from wl import ROOT
from wl.failures import groups
from wl.mutation import campaign, equivalents, instrument, mutate_block
from wl.mutation.campaign import Campaign, Failed, Fate
from wl.mutation.mutate_block import number, table
from wl.night import modules, smaller
from wl.night.journal import write_whole
from wl.runs import foreign, programs, results


NIGHTS = 20
MUTANTS = 12  # of each block
SEVERAL, EACH = 3, 4  # bugs of a night, in one of so many nights
SEEDS, COUNT = 4, 300  # of the programs of a night, with every profile
SHRINK = 15  # seconds
TIMEOUT = 300  # seconds of a program
SUSPECTS = 3  # the bug's module is among so many
BUILD = "planted"
TOOL = "wavelock-mutants"  # in the folder of tools
BUILT = ("build/wavelock-random", f"build/{modules.TOOL}", f"build/{programs.LIBRARY}", "build/points.tsv")
NIGHT = "night"
TRUTH = "truth.json"
# Bars: percent of the bugs that are one cause, causes that hold two, percent of the bugs whose module is suspected.
ONE_CAUSE, HOLD_TWO, SUSPECTED = 90, 0, 80
STAND_IN = """#!/bin/sh
# The unit with bugs.
case "$1" in
--serve) shift; exec {tool} --serve {options} "$@" ;;
*) exec {tool} {options} "$@" ;;
esac
"""
# It writes no waveforms.
STAND_IN_OF_WAVES = """#!/bin/sh
left=$#
while [ "$left" -gt 0 ]; do
  word=$1
  shift
  left=$((left - 1))
  case "$word" in
  --waves-auto) shift; left=$((left - 1)) ;;
  *) set -- "$@" "$word" ;;
  esac
done
exec {tool} {options} "$@"
"""
BUG = {"number": foreign.COUNT, "id": str, "block": str, "file": str, "line": foreign.COUNT, "operator": str}
PLAN = {"mutants": [BUG], "fails": {str: [str]}}
CAUSE = {"name": str, "groups?": [str], "jobs": [str], "suspects?": [str]}
RESULT = {"id": str, "verdict": str, "cycles": foreign.COUNT, "why?": str, "group?": str, "folder?": str}


def options(words):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=number(1), default=1, help="of the mutants, the bugs and the programs (1)")
    parser.add_argument("--count", type=number(1), default=NIGHTS, help="nights (%(default)s)")
    parser.add_argument("--jobs", type=number(1), default=os.cpu_count(), help="at the same time (one a core)")
    parser.add_argument("--out", default=os.path.join("runs", "planted"), help="folder (%(default)s)")
    parser.add_argument("--fresh", action="store_true", help="throw away what the folder of the seed holds")
    parser.add_argument("--judge", action="store_true", help="find the causes of the nights that are over anew")
    return parser.parse_args(words)


def say(text):
    print(text, file=sys.stderr, flush=True)


def write_json(path, what):
    write_whole(path, json.dumps(what, indent=1) + "\n")


# ---- the bugs ------------------------------------------------------------------------------------------


def mutants_of(seed):
    """Mutants of all blocks that are not known to be equivalent."""
    reasons, found = equivalents.read(), []
    for block in instrument.blocks():
        its = [mutant for mutant in instrument.mutants_of(block) if equivalents.key(mutant) not in reasons]
        found += instrument.slice_of(its, MUTANTS, seed)
    return found


def build(seed, tools):
    """Builds the unit with the mutants, and copies the tools: rows of the mutants that are in the code."""
    mutants = mutants_of(seed)
    tool = mutate_block.build(BUILD, mutants, "", BUILT)
    there = campaign.in_code(os.path.join("build", "mutants", BUILD, "verilated"))
    os.makedirs(tools)
    for path in BUILT:
        shutil.copy2(path, tools)
    shutil.copy2(tool, os.path.join(tools, TOOL))
    shutil.copytree(programs.PROFILES, os.path.join(tools, "profiles"))
    return [instrument.row(mutant) for mutant in mutants if mutant.number in there]


def first_seed(seed):
    """The first seed of the programs of its nights."""
    return 1 + (seed - 1) * SEEDS


def trial(rows, seed, tools, folder, jobs):
    """{number of a mutant: programs that fail with it}: of a quarter of the programs of a night. A mutant that ends the
    process of a run is left out."""
    fails, broken = collections.defaultdict(list), set()
    for test in campaign.random_tests(folder, len(programs.profiles()), first_seed(seed)):
        runs = Campaign(os.path.join(tools, TOOL), folder, [Fate(row) for row in rows], jobs)
        runs.run(test)
        for fate in runs.fates.values():
            if fate.verdict:
                fails[fate.row["number"]].append(str(test))
            elif fate.broken:
                broken.add(fate.row["number"])
        say(f"trial: {test}: {runs.count('caught')} of {len(rows)} mutants fail")
    return {str(one): its for one, its in sorted(fails.items()) if one not in broken}


def plan_of(chosen, folder, tools):
    """plan.json. What it needs is made at the first time."""
    path = os.path.join(folder, "plan.json")
    if os.path.exists(path):
        return foreign.read(path, PLAN)
    shutil.rmtree(folder, ignore_errors=True)
    rows = build(chosen.seed, tools)
    programs.use(generator=os.path.join(tools, "wavelock-random"), profiles=os.path.join(tools, "profiles"))
    with tempfile.TemporaryDirectory(dir=folder) as work:
        plan = {"mutants": rows, "fails": trial(rows, chosen.seed, tools, work, chosen.jobs)}
    write_json(path, plan)
    return plan


def drawn(fails, count, seed):
    """The bugs of each night: lists of numbers. Several bugs of one night have a program each that only this one
    fails, in the trial. fails: {number: programs}."""
    left = sorted(fails, key=int)
    random.Random(seed).shuffle(left)
    nights = []
    for night in range(1, count + 1):
        size = SEVERAL if night % EACH == 0 else 1
        some = next((some for some in itertools.combinations(left, size) if all_seen(some, fails)), None)
        if not some:
            raise Failed(f"night {night} of {count}: of {len(fails)} mutants that programs see too few are left")
        nights.append([int(one) for one in some])
        left = [one for one in left if one not in some]
    return nights


def all_seen(some, fails):
    return all(set(fails[one]).difference(*(fails[other] for other in some if other != one)) for one in some)


# ---- a night -------------------------------------------------------------------------------------------


def with_bugs(bugs, hang):
    """Options of a tool with these bugs on. hang: after so many cycles a wave that waits is a HANG."""
    on = ["--plus", f"+mutants_on={','.join(map(str, bugs))}"] if bugs else []
    return [*on, *(["--hang-cycles", str(hang)] if hang else [])]


def stand_in(folder, tools, bugs, hang):
    """A folder of tools for a night: the unit has the bugs."""
    os.makedirs(folder, exist_ok=True)
    texts = {"wavelock": STAND_IN, "wavelock-trace": STAND_IN_OF_WAVES}
    about = {"tool": os.path.abspath(os.path.join(tools, TOOL)), "options": " ".join(with_bugs(bugs, hang))}
    for name, text in texts.items():
        write_whole(os.path.join(folder, name), text.format(**about))
        os.chmod(os.path.join(folder, name), 0o755)
    for name in (*map(os.path.basename, BUILT), "profiles"):
        if not os.path.lexists(link := os.path.join(folder, name)):
            os.symlink(os.path.abspath(os.path.join(tools, name)), link)


def run(folder, tools, bugs, hang, chosen):
    """Runs a night, or what is left of it: the folder that it left, with its tools."""
    os.makedirs(folder, exist_ok=True)
    own, left = os.path.join(folder, "tools"), os.path.join(folder, "nightly", NIGHT)
    over = os.path.join(left, "finished")
    if not os.path.exists(over):
        stand_in(own, tools, bugs, hang)
        words = ["--name", NIGHT, "--runs", folder, "--tools", own, "--kinds", "random", "--seeds", SEEDS]
        words += ["--first", first_seed(chosen.seed), "--count", COUNT, "--shrink", SHRINK, "--timeout", TIMEOUT]
        command = [sys.executable, "scripts/wavelock", "night.nightly", *map(str, words), "--jobs", str(chosen.jobs)]
        with open(os.path.join(folder, "log.txt"), "a", encoding="utf-8") as log:
            code = subprocess.run(command, stdout=log, stderr=log, check=False).returncode
        if code not in (0, 1) or not os.path.exists(over):
            raise Failed(f"{log.name}: the night ended early, with exit code {code}; the same command goes on")
    if not os.path.lexists(kept := os.path.join(left, "tools")):
        os.symlink(os.path.abspath(own), kept)  # the night has thrown its copy away
    return left


def results_of(left):
    """The results of a night, and those that are no PASS."""
    with open(path := os.path.join(left, "journal.jsonl"), encoding="utf-8") as file:
        entries = [foreign.loads(line, RESULT, f"{path}: line {n}") for n, line in enumerate(file, 1)]
    return entries, [entry for entry in entries if entry["verdict"] != "PASS"]


def longest(folder, tools, chosen):
    """Runs the night without a bug, which must pass: the cycles of its longest program. With a bug no wave needs to
    wait for longer than twice as many."""
    entries, failures = results_of(run(folder, tools, [], 0, chosen))
    if failures:
        raise Failed(f"{folder}: without a bug the night must pass; it said: {failures[0]['why']}")
    return max(entry["cycles"] for entry in entries)


# ---- the truth -----------------------------------------------------------------------------------------


def group_with(bug, hang, tool, entry):
    """The group of a failing program's run with this bug alone; empty where it passes."""
    with tempfile.TemporaryDirectory() as out:
        command = [tool, *with_bugs([bug], hang), "--device", "lockstep", entry["folder"], "--seed", str(entry["seed"])]
        command += ["--run-dir", out, "--cache", out, *entry["job"]["options"]]
        try:
            code = subprocess.run(command, capture_output=True, check=False, timeout=TIMEOUT).returncode
        except subprocess.TimeoutExpired:
            code = None
        if code == 0:
            return ""
        result = results.Result.read(out)
        verdict = "HANG" if code is None else results.verdict_of(code)
        return groups.group({**entry, "code": code, "verdict": verdict, "why": result.headline, "folder": out})


def truth_of(folder, failures, bugs, hang, tools, jobs):
    """{id of a failing job: its bugs}: those with which alone it fails in the same group. It may have none, where they
    fail together."""
    path = os.path.join(folder, TRUTH)
    if os.path.exists(path):
        return foreign.read(path, {str: [foreign.COUNT]})
    if len(bugs) == 1:
        found = {entry["id"]: bugs for entry in failures}
    else:
        tool = os.path.join(tools, TOOL)
        with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
            runs = {(e["id"], bug): pool.submit(group_with, bug, hang, tool, e) for e in failures for bug in bugs}
        found = {e["id"]: [bug for bug in bugs if runs[e["id"], bug].result() == e["group"]] for e in failures}
    write_json(path, found)
    return found


# ---- the judge -----------------------------------------------------------------------------------------


def anew(left, entries, tools, jobs):
    """The causes of a night, found once more. Time is not short."""
    by_group = collections.defaultdict(list)
    for entry in entries:
        if entry["verdict"] != "PASS":
            by_group[groups.group(entry)].append(entry)
    own = os.path.join(left, "tools")
    found, rates = smaller.causes_of(by_group, own, jobs, lambda: False)
    passed = [entry for entry in entries if entry["verdict"] == "PASS"]
    modules.rank(found, passed, own, os.path.join(tools, modules.TOOL), jobs, lambda: False)
    return [
        {
            "name": cause.name(rates),
            "groups": [group.name for group in cause.groups],
            "jobs": [entry["id"] for group in cause.groups for entry in group.failures],
            "suspects": cause.suspects,
        }
        for cause in found
    ]


def causes_of(left):
    """The causes that a night names."""
    return foreign.read(os.path.join(left, "report.json"), {"causes": [CAUSE]})["causes"]


def judged_cause(cause, truth):
    """A cause with the bugs that explain each of its jobs, and whether it holds two bugs."""
    known = [set(truth[job]) for job in cause["jobs"] if truth.get(job)]
    common = sorted(set.intersection(*known)) if known else []
    return {**cause, "bugs": sorted(set().union(*known)), "common": common, "holds_two": bool(known and not common)}


def judged_bug(row, truth, failures, causes):
    """A bug with its jobs, those that only it explains, and the causes that these are in. rank: the place
    of its module, from 1, among the suspects of the cause with most of them; 0: it has no place there."""
    jobs = [job for job, bugs in truth.items() if row["number"] in bugs]
    alone = {job for job in jobs if truth[job] == [row["number"]]}
    its = sorted((c for c in causes if alone & set(c["jobs"])), key=lambda c: -len(alone & set(c["jobs"])))
    suspects = its[0].get("suspects", []) if its else []
    module = equivalents.module_of(row["file"])
    return {
        **row,
        "jobs": len(jobs),
        "alone": sorted(alone),
        "groups": sorted({entry["group"] for entry in failures if entry["id"] in jobs}),
        "causes": [cause["name"] for cause in its],
        "one_cause": len(its) == 1 and alone <= set(its[0]["jobs"]),
        "module": module,
        "rank": suspects.index(module) + 1 if module in suspects else 0,
    }


def judge(night, rows, truth, failures, causes):
    """What planted.json says of a night. rows: of its bugs."""
    causes = [judged_cause(cause, truth) for cause in causes]
    keys = ("id", "group", "folder", "again")
    return {
        "night": night,
        "bugs": [judged_bug(row, truth, failures, causes) for row in rows],
        "causes": causes,
        "jobs": [{**{key: entry.get(key, "") for key in keys}, "bugs": truth.get(entry["id"])} for entry in failures],
    }


def percent(part, whole):
    return round(100 * part / whole, 1) if whole else 0.0


def totals(nights):
    """The figures. A bug is seen if there is a failure that only it explains."""
    bugs = [bug for night in nights for bug in night["bugs"]]
    seen = [bug for bug in bugs if bug["alone"]]
    causes = [cause for night in nights for cause in night["causes"]]
    one, suspected = sum(bug["one_cause"] for bug in seen), sum(0 < bug["rank"] <= SUSPECTS for bug in seen)
    return {
        "nights": len(nights),
        "bugs": len(bugs),
        "seen": len(seen),
        "one_cause": one,
        "one_cause_percent": percent(one, len(seen)),
        "causes": len(causes),
        "groups": sum(len({job["group"] for job in night["jobs"]}) for night in nights),
        "hold_two": sum(cause["holds_two"] for cause in causes),
        "suspected": suspected,
        "suspected_percent": percent(suspected, len(seen)),
    }


def met(found):
    return (
        found["one_cause_percent"] >= ONE_CAUSE
        and found["hold_two"] <= HOLD_TWO
        and found["suspected_percent"] >= SUSPECTED
    )


def verdict_of(bug, causes):
    if not bug["alone"]:
        return "not seen"
    if any(cause["holds_two"] and cause["name"] in bug["causes"] for cause in causes):
        return "with another bug"
    return "one cause" if bug["one_cause"] else f"{len(bug['causes'])} causes"


def show(nights):
    rows = [
        {
            "night": night["night"],
            "bug": f"{bug['file']}:{bug['line']}",
            "operator": bug["operator"],
            "jobs": bug["jobs"],
            "alone": len(bug["alone"]),
            "groups": len(bug["groups"]),
            "causes": len(bug["causes"]),
            "suspect": bug["rank"] or "-",
            "verdict": verdict_of(bug, night["causes"]),
        }
        for night in nights
        for bug in night["bugs"]
    ]
    table(tuple(rows[0]), rows)
    found = totals(nights)
    print(
        f"\n{found['nights']} nights, {found['groups']} groups of failures, {found['causes']} causes; "
        f"{found['seen']} of {found['bugs']} bugs seen\n"
        f"one cause each: {found['one_cause']} of {found['seen']} bugs, {found['one_cause_percent']} % "
        f"(at least {ONE_CAUSE} %)\n"
        f"causes that hold two bugs: {found['hold_two']} (at most {HOLD_TWO})\n"
        f"module among the first {SUSPECTS} suspects: {found['suspected']} of {found['seen']} bugs, "
        f"{found['suspected_percent']} % (at least {SUSPECTED} %)",
        flush=True,
    )


def main():
    os.chdir(ROOT)
    chosen = options(sys.argv[1:])
    folder = os.path.join(chosen.out, str(chosen.seed))
    tools, kept = os.path.join(folder, "tools"), os.path.join(folder, "planted.json")
    if chosen.fresh:
        shutil.rmtree(folder, ignore_errors=True)
    if chosen.judge and not os.path.exists(os.path.join(folder, "plan.json")):
        raise Failed(f"{folder}: no night has run there")
    plan = plan_of(chosen, folder, tools)
    rows = {row["number"]: row for row in plan["mutants"]}
    nights, hang = [], 2 * longest(os.path.join(folder, "00"), tools, chosen)
    for at, bugs in enumerate(drawn(plan["fails"], chosen.count, chosen.seed), 1):
        night = os.path.join(folder, f"{at:02}")
        if chosen.judge and not os.path.exists(os.path.join(night, TRUTH)):
            continue
        left = run(night, tools, bugs, hang, chosen)
        entries, failures = results_of(left)
        truth = truth_of(night, failures, bugs, hang, tools, chosen.jobs)
        causes = anew(left, entries, tools, chosen.jobs) if chosen.judge else causes_of(left)
        nights.append({"folder": left, **judge(f"{at:02}", [rows[bug] for bug in bugs], truth, failures, causes)})
        write_json(kept, {"totals": totals(nights), "nights": nights})
        say(f"night {at:02}: {len(failures)} failures, {len(causes)} causes: {left}")
    if not nights:
        raise Failed(f"{folder}: no night is over")
    show(nights)
    print(kept)
    return int(not met(totals(nights)))


if __name__ == "__main__":
    sys.exit(main())
