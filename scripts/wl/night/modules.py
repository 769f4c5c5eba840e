# SPDX-License-Identifier: Apache-2.0
"""The modules of the RTL that are most likely wrong, for each cause of a night (scripts/wl/failures/suspects.py).

The tool that counts runs some failing programs of a cause up to the failure, and some programs that passed. It must be
of the sources of the night: what it counts are lines of the RTL.
"""
import concurrent.futures
import os
import re
import subprocess
import tempfile

from wl import Error
from wl.failures import suspects
from wl.failures.causes import report_of
from wl.failures.culprit import class_of
from wl.failures.groups import ASSERTION, culprit
from wl.failures.waves import divergence
from wl.night import kinds
from wl.runs import programs


TOOL = programs.COUNTED
FAILING, PASSING = 3, 6  # programs of a cause, and of all causes
SHOWN = 3  # modules of a cause
# Cycles of a failure: behind its first divergence, before the issue of its instruction, before the divergence at least.
BEHIND, BEFORE, LEAST = 2, 3, 6


def counts(tool, build):
    """The reason why this tool can say nothing of a night of this build; empty where it can."""
    if not os.path.exists(tool):
        return f"{tool} is not there"
    done = subprocess.run([tool, "--version"], capture_output=True, text=True, check=False)
    its, wanted = (re.search(r"\bsources (\w+)", text) for text in (done.stdout, build))
    same = its and wanted and its[1] == wanted[1]
    return "" if same else f"{tool} is of other sources than the night"


def rank(causes, passed, tools, tool, jobs, over):
    """Sets `suspects` of causes. passed: results of random programs that passed. tools: folder of the programs of the
    run; tool: that counts. over(): whether the time is over: then no further cause gets them."""
    failing = {id(cause): failures_of(cause) for cause in causes}
    if not any(failing.values()) or over():
        return
    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        made = pool.map(lambda entry: passing(entry, folder, tools, tool), passed[:: max(1, len(passed) // PASSING)])
        others = list(filter(None, made))
        for cause in causes:
            if over() or not failing[id(cause)]:
                continue
            found = list(pool.map(lambda one: until_failure(*one, tools, tool), failing[id(cause)]))
            found = [(counted, row) for counted, row in zip(found, map(row_of, failing[id(cause)])) if counted]
            if found:
                ranked = suspects.ranked([one for one, _ in found], others, [row for _, row in found])
                cause.suspects = [module for module, _ in ranked[:SHOWN]]


def failures_of(cause):
    """[(failure, its report)] of a cause, at most FAILING of as many groups as can be."""
    of_groups = [[(failure, report_of(failure)) for failure in group.failures[:FAILING]] for group in cause.groups]
    turns = [its[n] for n in range(FAILING) for its in of_groups if n < len(its)]
    return [(failure, report) for failure, report in turns if "cycle" in (divergence(report) or {})][:FAILING]


def row_of(one):
    """(row, class of the instruction) of a failure, as suspects.ranked takes it."""
    first, name = divergence(one[1]), culprit(one[1])
    return first["what"] if first["row"] == ASSERTION else first["row"], class_of(name) if name else ""


def until_failure(failure, report, tools, tool):
    """What ran from the issue of the failing instruction on; None of what is no single run in lockstep."""
    how = kinds.KINDS[failure["kind"]].repeated(failure["job"], failure["folder"], tools)
    if not how or how.inject:
        return None
    cycle, name = divergence(report)["cycle"], culprit(report)
    steps = [step for step in report.get("wave", {}).get("history", []) if step.get("name") == name]
    since = min([cycle - LEAST, *(step["cycle"] - BEFORE for step in steps[-1:])])
    return measured(tool, how.test, failure["job"]["seed"], how.options, cycle + BEHIND, max(since, 0))


def passing(entry, folder, tools, tool):
    """What runs in a random program that passed, which is made anew; None where it cannot be made."""
    program = programs.Program(folder, entry["profile"], entry["count"], entry["seed"])
    command = [os.path.join(tools, os.path.basename(programs.GENERATOR)), *program.make_command()[1:]]
    if subprocess.run(command, capture_output=True, check=False).returncode:
        return None
    return measured(tool, program.folder, entry["seed"], program.options, None, 0)


def measured(*what):
    try:
        return suspects.measure(*what)
    except Error:
        return None
