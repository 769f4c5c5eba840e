# SPDX-License-Identifier: Apache-2.0
"""Makes a failure of each cause small at the end of a night, and runs it once more for its stages cycle by cycle.

<failure>/small/ gets the program (scripts/wl/failures/shrink.py) or the OpenCL file (scripts/wl/failures/shrink_cl.py).
It gets what its run left, too: result.json, report.json and stages.txt, the log for Konata. <failure>/small.json says
what was found, or why there is nothing. A failure without a small program gets its own stages.txt. A night that goes on
after a kill keeps what small.json says.
"""
import contextlib
import dataclasses
import json
import os
import shlex
import shutil
import subprocess
import tempfile
import time

from wl.failures import causes, groups, shrink, shrink_cl
from wl.night import kinds
from wl.night.journal import write_whole
from wl.runs import foreign, programs


FACTS, FOLDER, STAGES = "small.json", "small", "stages.txt"
SOON = ["--hang-cycles", "20000"]  # of a hang: a smaller program need not wait for the usual million cycles
# small.json: why there is nothing, or what there is.
SMALL = (
    {"about": str},
    {"folder": str, "again": str, "size": str, "seconds": float, "other_seeds": str, "whole": bool},
)
MANY = 12  # causes whose whole time all causes have together
TIMEOUT = 600  # seconds of the run that shows the stages


@dataclasses.dataclass
class Bound:
    """Time of the night: seconds of a cause, and MANY times as long for all. stop: whether the night has ended."""

    each: float
    stop: object

    def __post_init__(self):
        self.end = time.monotonic() + MANY * self.each

    def begin(self):
        """Until when the next cause may take, as a function that says whether that is over."""
        end = min(self.end, time.monotonic() + self.each)
        return lambda: self.stop() or time.monotonic() > end


def command(how, cache):
    """How a failure runs, as shrink.Judge takes it. how: of Kind.repeated(); cache: a folder."""

    def words(test, run_dir, seed, fault):
        found = [how.tool, "--seed", seed, *how.options, "--cache", cache, "--run-dir", run_dir]
        return [*found, *(["--inject", fault] if fault else []), "--", test]

    return words


def single(entry, tools, cache):
    """A failure as causes.Runs takes it; None where it is no single run in lockstep."""
    how = kinds.KINDS[entry["kind"]].repeated(entry["job"], entry["folder"], tools) if "folder" in entry else None
    return (how.test, how.inject, command(how, cache)) if how else None


def chosen(failures):
    """The failure of a group to make small: one that comes again each time. None if there is none such."""
    return next((entry for entry in failures if entry.get("state") == groups.PERSISTENT and "folder" in entry), None)


def causes_of(of_groups, tools, jobs, over):
    """(causes, Rates) of {group: failures}, joined by runs until over() says that the time is over."""
    found, rates = causes.found(of_groups)
    if found and not over():
        with tempfile.TemporaryDirectory() as cache:
            runs = causes.Runs(lambda entry: single(entry, tools, cache), jobs, over)
            with contextlib.closing(runs):
                found = causes.joined(found, runs, rates)
    return found, rates


def look_at(found, tools, bound, jobs, say):
    """{group: facts of look()} of all groups: one of each cause is made small, that of most failures which can be."""
    about = {}
    for cause in found:
        others = sorted(cause.groups, key=lambda group: (group.name in cause.by_runs, -len(group.failures)))
        first = next((group for group in others if chosen(group.failures)), others[0])
        small = about[first.name] = look(first.name, first.failures, tools, bound, jobs, say)
        if small.get("whole"):
            cause.made_small(causes.lines_of(small["folder"]))
        others.remove(first)
        about |= {group.name: {"about": f"its cause has the program of {first.name}"} for group in others}
    return about


def look(group, failures, tools, bound, jobs, say):
    """Facts about the group's program: {"about": ...} where there is none, else the facts of small.json."""
    if group.startswith(groups.INFRASTRUCTURE):
        return {"about": "what the machine did is no program"}
    entry = chosen(failures)
    if not entry:
        return {"about": "no failure of the group is persistent and left a folder"}
    path = os.path.join(entry["folder"], FACTS)
    try:
        return foreign.read(path, SMALL)
    except FileNotFoundError:
        pass
    except foreign.Damaged as error:
        say(f"{error}: the failure is made small anew")
    if bound.each <= 0:
        return {"about": "SHRINK=0: the night was not asked for it"}
    over = bound.begin()
    if over():
        return {"about": "the night ended before it, or the time for all causes was over"}
    found = {"id": entry["id"], **small(entry, tools, over, jobs, say)}
    write_whole(path, json.dumps(found) + "\n")
    return found


def small(entry, tools, over, jobs, say):
    folder, job = entry["folder"], entry["job"]
    try:
        how = kinds.KINDS[entry["kind"]].repeated(job, folder, tools)
    except shrink.Refused as error:
        return {"about": str(error)}
    if not how:
        return {"about": f"a job of {entry['kind']} is no single run in lockstep"}
    if entry["verdict"] == "HANG":
        how = how._replace(options=[*how.options, *SOON])
    start = time.monotonic()
    out, seed = os.path.join(folder, FOLDER), str(job["seed"])
    kernel = shrink_cl.source(how.test, folder, ())
    with tempfile.TemporaryDirectory() as cache:
        words = command(how, cache)
        try:
            if kernel:
                facts, fault = small_kernel(kernel, how, folder, seed, out, jobs, over)
            else:
                facts, fault = small_program(words, how, folder, seed, out, jobs, over)
        except shrink.Refused as error:
            shutil.rmtree(out, ignore_errors=True)
            stages(words(how.test, cache, seed, how.inject), folder)
            return {"about": str(error).removeprefix(f"{folder}: ")}
        stages(words(out, out, seed, fault), out)
    options = [*how.options, *(["--inject", fault] if fault else [])]
    seconds = round(time.monotonic() - start, 1)
    again = f"make sim TEST={shlex.quote(out)} SEED={seed}{programs.Program.variables(options)}"
    say(f"SMALL {groups.group({**entry, 'folder': out})}: {facts['size']}, {seconds} s\n     again: {again}")
    return {"folder": out, "again": f"{again} {how.variables}".rstrip(), "seconds": seconds, **facts}


def small_program(command, how, folder, seed, out, jobs, over):
    """(what is known of the small program, the fault with which it fails)"""
    found = shrink.shrink(how.test, folder, command, how.inject, seed, out, jobs, say=lambda _: None, over=over)
    facts = {"instructions": len(found.case.instructions()), "size": found.size, "runs": found.runs}
    return {**facts, **common(found)}, found.case.inject


def small_kernel(kernel, how, folder, seed, out, jobs, over):
    """Makes the failure of an OpenCL file small: (its facts, its fault)."""
    found = shrink_cl.make_small(
        kernel, folder, how.tool, how.options, seed, how.inject, out, jobs, over, say=lambda _: None
    )
    return {"size": f"{found.lines} lines of OpenCL", **common(found)}, found.fault


def common(found):
    return {"other_seeds": f"{found.others} of {shrink.OTHER_SEEDS}", "whole": found.whole}


def stages(command, folder):
    """Runs it once more and writes the stages of its instructions. A run that takes too long leaves none."""
    path = os.path.join(folder, STAGES)
    try:
        subprocess.run([*command[:1], "--pipe", path, *command[1:]], capture_output=True, check=False, timeout=TIMEOUT)
    except subprocess.TimeoutExpired:
        if os.path.exists(path):
            os.remove(path)
