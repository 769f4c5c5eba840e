# SPDX-License-Identifier: Apache-2.0
"""One random program: build/wavelock-random writes it, build/wavelock runs it in lockstep.

A program's folder is <runs>/<profile>-<count>-<seed>. It is made anew each time, and removed when the program passes.
After a failure it holds the program (random.s, test.json), the report, log.txt and again.sh. again.sh makes the program
and runs it again.
"""
import os
import re
import shlex
import shutil
import subprocess

import results
from results import VERDICTS

GENERATOR = "build/wavelock-random"
TOOL = "build/wavelock"
EXPOSED_TOOL = "build/exposed/wavelock"  # of a unit with exposed hazards
KINDS = {"gfx906": "ISA=gfx906", "rdna": "MEMORY=rdna", "alias": "VCC_ALIAS=1"}  # of units, as their folders name them
MEMORY = ""  # of the unit, where it is not the generator's own: gfx9 or rdna
PROFILES = os.path.join("tb", "random", "profiles")
HANG_CYCLES = 1000000  # of the tool, by default


class DiskFull(Exception):
    """The disk that holds the runs is full: what came out says nothing about the program."""


def profile_path(name):
    return name if os.path.exists(name) else os.path.join(PROFILES, name + ".txt")


def profile_name(profile):
    return os.path.splitext(os.path.basename(profile))[0]


def profiles():
    """Names of all profiles."""
    return sorted(os.path.splitext(f)[0] for f in os.listdir(PROFILES) if f.endswith(".txt"))


def headline(text):
    """The line that says what went wrong."""
    lines = text.splitlines()
    for line in lines:
        if line.split(":")[0] in VERDICTS[1:]:
            return line
    return lines[-1] if lines else ""


def check_disk(folder, text=""):
    if "No space left on device" in text or shutil.disk_usage(folder).free < 1 << 20:
        raise DiskFull(f"{folder}: no space left on the disk")


def by_hand(command):
    """The command as a person gives it: with the tools of the tree, where a run has its own."""
    for own, common in ((GENERATOR, "build/wavelock-random"), (PROFILES, "tb/random/profiles")):
        command = [word.replace(own, common) for word in command]
    return shlex.join(command)


class Program:
    """A program to run. options: of the tool, as ["--inject", "EXEC:0:0:0:3@500"]. violation: its kind or None."""

    def __init__(self, runs, profile, count, seed, options=(), violation=None):
        self.profile, self.count, self.seed, self.violation = profile, count, seed, violation
        # A wave lives long in a long program: it is no hang.
        self.options = ["--hang-cycles", str(500 * count)] * (500 * count > HANG_CYCLES) + list(options)
        self.folder = os.path.join(
            runs, f"{profile_name(profile)}{f'-{violation}' if violation else ''}-{count}-{seed}"
        )
        self.coverage = os.path.join(self.folder, "coverage.tsv")
        self.process = None  # the one under way, for whoever wants to stop it
        self.verdict, self.why, self.cycles, self.instructions = "ERROR", "", 0, 0

    def make_command(self):
        return [
            GENERATOR,
            "--seed",
            str(self.seed),
            "--profile",
            profile_path(self.profile),
            "--count",
            str(self.count),
            "--out",
            self.folder,
        ] + [*(["--violation", self.violation] if self.violation else []), *(["--memory", MEMORY] if MEMORY else [])]

    def run_command(self):
        # Memory latencies and back-pressure differ from program to program: their seed is the program's.
        return [
            TOOL,
            "--device",
            "lockstep",
            self.folder,
            "--seed",
            str(self.seed),
            "--run-dir",
            self.folder,
            "--cache",
            self.folder,
            "--coverage",
            self.coverage,
        ] + self.options

    def again(self):
        """The line that repeats the run."""
        names = {
            "--inject": "INJECT",
            "--check": "CHECK",
            "--pure": "PURE",
            "--max-cycles": "MAX_CYCLES",
            "--hang-cycles": "HANG_CYCLES",
            "--exposed-hazards": "EXPOSED_HAZARDS",
        }
        more = "".join(f" {names[o]}={shlex.quote(v)}" for o, v in zip(self.options[::2], self.options[1::2]))
        unit = re.fullmatch(r"build/((?:[a-z0-9-]+/)*)wavelock", TOOL)
        for folder in unit[1].split("/")[:-1] if unit else ():
            if folder == "exposed":
                more += "" if "--exposed-hazards" in self.options else " EXPOSED_HAZARDS=1"
            elif re.fullmatch(r"lds\d+", folder):
                more += f" LDS_ENTRIES={folder[3:]}"
            elif set(folder.split("-")) <= KINDS.keys():
                more += "".join(f" {KINDS[kind]}" for kind in folder.split("-"))
            else:
                more += f" CONFIG={folder}"
        return f"make sim TEST={shlex.quote(self.folder)} SEED={self.seed}{more}"

    def _execute(self, command, timeout):
        self.process = subprocess.Popen(
            command,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
            start_new_session=True,
        )  # Ctrl-C is for us, who then stop it
        try:
            text = self.process.communicate(timeout=timeout)[0]
            return self.process.returncode, text
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.communicate()
            return VERDICTS.index("HANG"), f"HANG: no end after {timeout} seconds"

    def run(self, timeout=600):
        """Makes and runs the program; sets verdict, why, cycles and instructions. The folder stays, also after a pass.
        Raises OSError when there is no program to run, DiskFull."""
        shutil.rmtree(self.folder, ignore_errors=True)
        os.makedirs(self.folder)
        code, text = self._execute(self.make_command(), timeout)
        if code:
            check_disk(self.folder, text)
            raise OSError(f"{' '.join(self.make_command())}: exit code {code}: {headline(text)}")
        code, text = self._execute(self.run_command(), timeout)
        self.verdict = results.verdict_of(code)
        result = results.Result.read(self.folder)
        self.cycles, self.instructions = result["cycles"], result["instructions"]
        if self.verdict == "PASS":
            return
        check_disk(self.folder, text)
        if code not in range(len(VERDICTS)):
            self.why = f"ERROR: {TOOL} ended with code {code}: {headline(text)}"
        else:  # without a result it was killed for its time
            self.why = result.headline if result["verdict"] == self.verdict else headline(text)
        with open(os.path.join(self.folder, "log.txt"), "w", encoding="utf-8") as log:
            log.write(text)
        script = os.path.join(self.folder, "again.sh")
        with open(script, "w", encoding="utf-8") as file:
            file.write(
                "#!/bin/sh\n# Makes the program and runs it; from the top folder of the project.\n"
                f"mkdir -p {shlex.quote(self.folder)} && {by_hand(self.make_command())} && {self.again()}\n"
            )
        os.chmod(script, 0o755)

    def remove(self):
        shutil.rmtree(self.folder, ignore_errors=True)

    def stop(self):
        if self.process and self.process.poll() is None:
            self.process.terminate()
