# SPDX-License-Identifier: Apache-2.0
"""Makes the OpenCL file of a failed run small with cvise (docs/shrink.md): make shrink RUN=folder.

usage: shrink_cl.py CONFIG    the judge, which cvise starts in a folder with a smaller program.cl: exit code 0 when the
                              failure is of the same group

cvise knows C and proposes smaller files. The judge compiles and runs each of them as the failure ran: by the same tool,
options, arguments and seed. An error that a smaller kernel makes by itself is not the failure: its accesses stay inside
allocated and written memory wherever the whole kernel's did.
"""
import contextlib
import dataclasses
import json
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import time

from wl import ROOT
from wl.failures import shrink
from wl.runs import descriptions, foreign, results


PROGRAM, DESCRIPTION = "program.cl", "test.json"
SECONDS = 300  # for cvise, where SHRINK does not say otherwise
LOOK = 0.5  # seconds between two looks at the clock
QUIET = ["--memcheck", "1", "--uninit", "error"]  # of the tool: a HAZARD where a kernel reads or writes what it may not
SOUND = ("PASS", results.UNCHECKED, "EXPECT")  # nobody knows what a smaller kernel should give
INSTALLS = "apt-get update && apt-get install -y --no-install-recommends cvise"
INCLUDE = re.compile(r'^\s*#\s*include\s*"([^"]+)".*$', re.MULTILINE)
Refused = shrink.Refused


def source(name, run, roots):
    """(the OpenCL file of a test, the path of its description or None); None where the program is something else."""
    if name.endswith(".cl") and os.path.isfile(name):
        return name, None
    try:
        path = shrink.description(name, run, roots)
        program = shrink.read_description(path)["program"]
    except Refused:  # whoever looks at it as a program in assembly says so
        return None
    return (descriptions.beside(path, program), path) if program.endswith(".cl") else None


def whole(path, within=()):
    """The text of a file with the files beside it that it includes, but for those that it is within."""
    within = (*within, os.path.realpath(path))

    def included(found):
        other = os.path.join(os.path.dirname(path), found[1])
        inside = os.path.realpath(other) in within
        return whole(other, within) if os.path.isfile(other) and not inside else found[0]

    return INCLUDE.sub(included, foreign.text_of(path).decode())


@dataclasses.dataclass
class Judge:
    """How the failure runs.

    test: its description or None. inject: its fault or empty. cycles: of the whole kernel without the fault, or 0.
    wanted: the group. limits: options that end a run which goes astray.
    quiet: the options of QUIET, where the whole kernel fails with them in the same way.
    sound: whether the whole kernel comes to its end with QUIET where the failure is not."""

    tool: str
    options: list
    seed: str
    inject: str
    test: dict | None
    cache: str
    wanted: str = ""
    cycles: int = 0
    limits: list = dataclasses.field(default_factory=list)
    quiet: list = dataclasses.field(default_factory=list)
    sound: bool = False

    def run(self, program, *more, inject="", run_dir=None):
        """(group, result) of a run of the kernel with this text."""
        with tempfile.TemporaryDirectory() as folder:
            write(folder, program, self.test)
            run_dir = run_dir or os.path.join(folder, "run")
            words = [self.tool, "--seed", self.seed, *self.options, *more, "--cache", self.cache, "--run-dir", run_dir]
            words += ["--inject", inject] if inject else []
            words += ["--", folder if self.test else os.path.join(folder, PROGRAM)]
            try:
                subprocess.run(words, cwd=ROOT, capture_output=True, check=False, timeout=shrink.TIMEOUT)
            except subprocess.TimeoutExpired:
                pass
            return shrink.group(run_dir), results.Result.read(run_dir)

    def alone(self, program):
        """The result without the failure: without the fault, or of the model."""
        return self.run(program, *(self.limits if self.inject else ["--device", "model"]), *QUIET)[1]

    def faults(self, cycles):
        """The faults with which a kernel of so many cycles may fail: a shorter one comes to its fault sooner."""
        if not self.inject:
            return [""]
        row, cycle = self.inject.split("@")
        return [f"{row}@{max(1, int(cycle) - by)}" for by in dict.fromkeys((0, self.cycles - cycles))]

    def failing(self, program):
        """The fault with which the kernel fails in the same way, empty if it needs none; None: it does not fail so."""
        alone = self.alone(program)
        if self.sound and alone["verdict"] not in SOUND:
            return None
        for fault in self.faults(alone["cycles"]):
            if self.run(program, *self.limits, *self.quiet, inject=fault)[0] == self.wanted:
                return fault
        return None


def write(folder, program, test):
    """The kernel as a test, or as a file alone where it has no description."""
    with open(os.path.join(folder, PROGRAM), "w", encoding="utf-8") as file:
        file.write(program)
    if test:
        with open(os.path.join(folder, DESCRIPTION), "w", encoding="utf-8") as file:
            rows = (f"  {json.dumps(key)}: {json.dumps(value)}" for key, value in test.items())
            file.write("{\n" + ",\n".join(rows) + "\n}\n")


def judge_of(found, stored, tool, options, seed, inject, cache):
    """The judge of the failure that left the folder `stored`, and the whole kernel."""
    path, description = found
    test = None
    try:
        program = whole(path)
        if description:
            test = shrink.expecting_little({**shrink.read_description(description), "program": PROGRAM})
    except (OSError, ValueError, foreign.Damaged) as error:
        raise Refused(f"{path}: no program can be read: {error}") from None
    judge = Judge(os.path.abspath(tool), options, seed, inject, test, cache, shrink.group(stored))
    if judge.wanted == shrink.NEVER:
        result = results.Result.read(stored)
        said = result.headline.rstrip(": ")
        raise Refused(f"{stored}: {said}: expected one of {', '.join(shrink.VERDICTS)}, with a report")
    now, result = judge.run(program, inject=inject)
    if now != judge.wanted:
        raise Refused(f"{stored}: the failure does not repeat: {judge.wanted}; now {now}, {result.headline}")
    judge.cycles = judge.run(program)[1]["cycles"] if inject else 0
    judge.limits = ["--max-cycles", str(4 * max(judge.cycles, result["cycles"]) + 10000)]
    judge.quiet = QUIET if judge.run(program, *QUIET, inject=inject)[0] == judge.wanted else []
    judge.sound = judge.alone(program)["verdict"] in SOUND
    return judge, program


def reduced(judge, program, jobs, over):
    """The kernel that cvise leaves at its end or when over() holds, and whether it came to its end."""
    with tempfile.TemporaryDirectory() as folder:
        write(folder, program, None)
        config, script = os.path.join(folder, "config.json"), os.path.join(folder, "judge.sh")
        with open(config, "w", encoding="utf-8") as file:
            json.dump(dataclasses.asdict(judge), file)
        with open(script, "w", encoding="utf-8") as file:
            judged = [sys.executable, os.path.join(ROOT, "scripts", "wavelock"), "failures.shrink_cl", config]
            file.write(f"#!/bin/sh\nexec {shlex.join(judged)}\n")
        os.chmod(script, 0o755)
        words = ["cvise", "--n", str(jobs), "--tidy", "--timeout", str(shrink.TIMEOUT), script, PROGRAM]
        with open(os.path.join(folder, "log"), "w+", encoding="utf-8") as log:
            with subprocess.Popen(words, cwd=folder, stdout=log, stderr=log, start_new_session=True) as process:
                code = None
                while code is None and not over():
                    with contextlib.suppress(subprocess.TimeoutExpired):
                        code = process.wait(LOOK)
                if code is None:
                    os.killpg(process.pid, signal.SIGKILL)
            if code:
                log.seek(0)
                raise Refused(f"cvise: exit code {code}: {(log.read().splitlines() or ['nothing said'])[-1]}")
        with open(os.path.join(folder, PROGRAM), encoding="utf-8") as file:
            return file.read(), code == 0


def holding(judge, program):
    """The description with an expectation that the small kernel keeps without the failure, where there is one."""
    for name in shrink.buffers(judge.test or {}):
        test = {**judge.test, "expect": {"buffers": [{"buffer": name, "unchanged": True}]}}
        if dataclasses.replace(judge, test=test).alone(program).passed:
            return test
    return judge.test


def lines(program):
    return len([line for line in program.splitlines() if line.strip()])


def until(seconds):
    """A function that says whether so many seconds from now are over."""
    end = time.monotonic() + seconds
    return lambda: time.monotonic() > end


@dataclasses.dataclass(frozen=True)
class Small:
    """The result for a kernel. fault: with which it fails. others: how many of OTHER_SEEDS other seeds fail in the same
    way. whole: cvise came to its end; else the time was over."""

    fault: str
    lines: int
    others: int
    whole: bool


def make_small(found, stored, tool, options, seed, inject, out, jobs, over, say=print):
    """Writes the small kernel to the folder `out`. over: says whether the time is over."""
    if not shutil.which("cvise"):
        raise Refused(f"{stored}: cvise makes a .cl small, and it is missing. This line installs it: {INSTALLS}")
    with tempfile.TemporaryDirectory() as cache:
        judge, program = judge_of(found, stored, tool, options, seed, inject, cache)
        say(f"{lines(program)} lines; {judge.wanted}")
        small, ended = reduced(judge, program, jobs, over)
        fault = judge.failing(small)
        if fault is None:  # cvise was ended while it wrote
            raise Refused(f"{stored}: what cvise left does not fail in the same way")
        others = [str(n) for n in range(1, shrink.OTHER_SEEDS + 2) if str(n) != str(seed)][: shrink.OTHER_SEEDS]
        alike = [dataclasses.replace(judge, seed=n).failing(small) is not None for n in others]
        shutil.rmtree(out, ignore_errors=True)
        os.makedirs(out)
        test = holding(judge, small)
        if test:
            test = {**test, "about": f"made small: {test.get('about', '')}: {judge.wanted}"}
        write(out, small, test)
    say(small.rstrip("\n"))
    when = "" if ended else ", when the time was over"
    say(f"{out}: {lines(small)} lines{when}; {sum(alike)} of {len(others)} other seeds fail in the same way")
    return Small(fault, lines(small), sum(alike), ended)


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        judge = Judge(**json.load(file))
    with open(PROGRAM, encoding="utf-8", errors="replace") as file:
        return int(judge.failing(file.read()) is None)


if __name__ == "__main__":
    sys.exit(main())
