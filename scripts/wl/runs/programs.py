# SPDX-License-Identifier: Apache-2.0
"""One random program: build/wavelock-random writes it, build/wavelock runs it in lockstep.

Many programs are made and run by a server: build/wavelock --serve has generator and assembler in its process, and forks
one for each program. A program is the same both ways.

A program's folder is <runs>/<profile>-<count>-<seed>. It is made anew each time, and removed when the program passes.
After a failure it holds the program (random.s, test.json), the report, log.txt and again.sh. again.sh makes the program
and runs it again. A program that runs elsewhere gets its folder there by keep().
"""
import contextlib
import hashlib
import json
import os
import re
import shlex
import shutil
import signal
import subprocess

from wl import Error
from wl.runs import results, tables, unit_folder, units
from wl.runs.results import VERDICTS


GENERATOR = "build/wavelock-random"
NAME = "wavelock"
TOOL = f"build/{NAME}"
COUNTED = f"{NAME}-counted"  # the tool that counts what lines of the RTL ran
FAST = "-fast"  # behind the name of a tool: the same, for long runs (mk/fast.mk)
MEMORY = ""  # of the unit, where it is not the generator's own: gfx9 or rdna
PROFILES = os.path.join("tb", "random", "profiles")
LIBRARY = "wavelock-programs.so"  # beside a tool that can serve
HANG_CYCLES = 1000000  # of a random program, as the generator says; a wave waits no longer in any


def use(tool=None, generator=None, profiles=None, memory=None):
    """What makes and runs programs from here on; None: as before. memory: of the unit, as gfx9, or empty."""
    global TOOL, GENERATOR, PROFILES, MEMORY
    TOOL, GENERATOR = tool or TOOL, generator or GENERATOR
    PROFILES = profiles or PROFILES
    MEMORY = MEMORY if memory is None else memory


class DiskFull(Error):
    """The disk that holds the runs is full: what came out says nothing about the program."""


def table():
    """The table of the programs, beside the tool of a unit with an instruction set of its own; None for GFX9."""
    path = os.path.join(os.path.dirname(TOOL), unit_folder.TABLE)
    return path if os.path.exists(path) else None


def profile_path(name):
    """The file with a profile: of its own, or the table of the unit."""
    return table() or (name if os.path.exists(name) else os.path.join(PROFILES, name + ".txt"))


def profile_name(profile):
    return os.path.splitext(os.path.basename(profile))[0]


def profiles():
    """Names of all profiles."""
    if table():
        return tables.profiles(table())
    return sorted(os.path.splitext(f)[0] for f in os.listdir(PROFILES) if f.endswith(".txt"))


def check_profile(name):
    """Raises Error where there is no such profile."""
    if name not in profiles() if table() else not os.path.isfile(profile_path(name)):
        raise Error(f"no profile {name}; there are: {', '.join(profiles())}")


def headline(text):
    """The line that says what went wrong."""
    lines = text.splitlines()
    for line in lines:
        if line.split(":")[0] in VERDICTS[1:]:
            return line
    return lines[-1] if lines else ""


WRONG = re.compile(r"\b(FAIL(ED|URE)?|WRONG|NOT NOTICED|unlike|mismatch|differs?|wrong|expected|ends with)\b|[Ee]rror:")
SUM = re.compile(r"\d[\d ]*\b(passed|wrong|failed|listings|operands|mutants|changes|errors|schedules)\b")
TRACEBACK = "Traceback (most recent call last):"


def first_wrong(text):
    """The line of a command's output that first says what went wrong; the last line where none does."""
    lines = text.splitlines()
    if headline(text).split(":")[0] in VERDICTS[1:]:
        return headline(text)
    for number, line in enumerate(lines):
        if line.startswith(TRACEBACK):  # what was raised is its first line that is not indented
            return next((later for later in lines[number + 1 :] if later[:1].strip()), line)
        if WRONG.search(line) and not SUM.match(line):
            return line.strip()
    return headline(text)


def write_hashes(path, hashes):
    """Hashes of the programs of a script, for a night that looks for one that ran twice. path: empty for none."""
    if path:
        with open(path, "w", encoding="ascii") as file:
            file.writelines(f"{one}\n" for one in hashes)


def check_disk(folder, text=""):
    if "No space left on device" in text or shutil.disk_usage(folder).free < 1 << 20:
        raise DiskFull(f"{folder}: no space left on the disk")


def by_hand(command):
    """The command as a person gives it: with the tools of the tree, where a run has its own."""
    generator = units.path(units.of_folder(os.path.dirname(TOOL)), "wavelock-random")
    for own, common in ((GENERATOR, generator), (PROFILES, "tb/random/profiles")):
        command = [word.replace(own, common) for word in command]
    return shlex.join(command)


class Server:
    """A tool that serves, by the lines of tb/random/serve/serve.h. It starts with a program, anew after its death."""

    def __init__(self, tool):
        self.tool = tool
        self.process = None

    def run(self, make, run, log, seconds):
        """Makes a program, by arguments of the generator, and runs it, by arguments of the tool: the answer. make None:
        there is a program. The answer of a server that was killed has its signal as the code."""
        if not self.process:
            self.process = subprocess.Popen(
                [self.tool, "--serve"],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
                start_new_session=True,
                env={**os.environ, "LD_BIND_NOW": "1"},  # once, and not in each process that it forks
            )
        job = {"run": run, "log": os.path.abspath(log), "seconds": seconds, **({"make": make} if make else {})}
        try:
            self.process.stdin.write(json.dumps(job) + "\n")
            self.process.stdin.flush()
            line = self.process.stdout.readline()
        except BrokenPipeError:
            line = ""
        if not line:
            code = self.end()
            return {"made": True, "code": code or results.VERDICTS.index("ERROR"), "cpu": 0, "launch": None}
        answer = json.loads(line)
        if "error" in answer:
            raise OSError(f"{self.tool} --serve: {answer['error']}")
        return answer

    def kill(self):
        """Ends it with the program that it runs, from any thread."""
        if self.process:
            try:
                os.killpg(self.process.pid, signal.SIGKILL)
            except ProcessLookupError:
                pass

    def end(self):
        """Lets it end: its exit code."""
        process, self.process = self.process, None
        if not process:
            return 0
        try:
            process.stdin.close()
        except BrokenPipeError:
            pass
        process.stdout.close()
        return process.wait()


def serves(tool):
    """Whether a tool can serve: it needs a library beside it."""
    return os.path.exists(os.path.join(os.path.dirname(tool), LIBRARY))


def server():
    """A server of the tool that runs programs; None: this one cannot serve."""
    return Server(TOOL) if serves(TOOL) else None


def of_unit():
    """What a line that repeats a run says of the unit."""
    unit = units.of_folder(os.path.dirname(TOOL))
    return f" {units.as_typed(unit)}" if unit else ""


class Program:
    """A program to run. options: of the tool, as ["--inject", "EXEC:0:0:0:3@500"]. violation: its kind or None.

    kept: where its folder goes by keep(), if it runs elsewhere. cover: a file of holes that it is pointed at. aim: a
    pair of events that shall meet, and a shift (tb/random/aim.c)."""

    def __init__(self, runs, profile, count, seed, options=(), violation=None, kept=None, cover=None, aim=None):
        self.profile, self.count, self.seed, self.violation, self.aim = profile, count, seed, violation, aim
        self.given, self.cover = list(options), cover
        # A wave lives long in a long program: it is no hang.
        self.options = ["--hang-cycles", str(500 * count)] * (500 * count > HANG_CYCLES) + self.given
        kind = violation or (aim and aim[0])
        name = f"{profile_name(profile)}{f'-{kind}' if kind else ''}-{count}-{seed}"
        self.folder, self.kept = os.path.join(runs, name), os.path.join(kept or runs, name)
        self.coverage = os.path.join(self.folder, "coverage.tsv")
        self.waves = None  # file of a waveform of the failure, by the build that writes them
        self.process = None  # the one under way, for whoever wants to stop it
        self.verdict, self.why, self.cycles, self.instructions = "ERROR", "", 0, 0
        self.code = 0  # exit code of the run; None when it ran out of time
        self.cpu, self.launch = None, None  # processor time of a served program and of its launches; None: not known

    def make_command(self, folder=None):
        if table():
            return [
                *(GENERATOR, "--table", table(), "--seed", str(self.seed), "--profile", self.profile),
                *("--count", str(self.count), "--out", folder or self.folder),
            ]
        limits = os.path.join(os.path.dirname(TOOL), unit_folder.LIMITS)
        return (
            [
                GENERATOR,
                "--seed",
                str(self.seed),
                "--profile",
                profile_path(self.profile),
                "--count",
                str(self.count),
                "--out",
                folder or self.folder,
            ]
            + [*(["--violation", self.violation] if self.violation else []), *(["--memory", MEMORY] if MEMORY else [])]
            + (["--cover", self.cover] if self.cover else [])
            + (["--unit", limits] if os.path.exists(limits) else [])
            + (["--aim", self.aim[0], "--shift", str(self.aim[1])] if self.aim else [])
        )

    def run_command(self):
        # Memory latencies and back-pressure differ from program to program: their seed is the program's.
        return [
            TOOL + ("-trace" if self.waves else ""),
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
            *(["--waves-auto", self.waves] if self.waves else []),
        ] + self.options

    @staticmethod
    def variables(options):
        """Options as make's variables."""
        names = {
            "--inject": "INJECT",
            "--check": "CHECK",
            "--pure": "PURE",
            "--max-cycles": "MAX_CYCLES",
            "--hang-cycles": "HANG_CYCLES",
            "--exposed-hazards": "EXPOSED_HAZARDS",
        }
        return "".join(f" {names[o]}={shlex.quote(v)}" for o, v in zip(options[::2], options[1::2]))

    def again(self):
        """The line that repeats the run."""
        return f"make sim TEST={shlex.quote(self.kept)} SEED={self.seed}{self.variables(self.options)}{of_unit()}"

    def made_again(self):
        """The line that makes the program again and runs it, of one that passed."""
        return (
            f"make random PROFILE={shlex.quote(self.profile)} COUNT={self.count} SEEDS={self.seed}..{self.seed}"
            f"{f' COVER={shlex.quote(self.cover)}' if self.cover else ''}{self.variables(self.given)}{of_unit()}"
        )

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
            return None, f"HANG: no end after {timeout} seconds"

    def _alone(self, timeout):
        """Makes and runs the program by a process each: (whether it was made, exit code, what was said)."""
        code, text = self._execute(self.make_command(), timeout)
        if code != 0:
            return False, code, text
        return True, *self._execute(self.run_command(), timeout)

    def _served(self, by, timeout):
        """As _alone(), by a server."""
        self.process = by
        log = os.path.join(self.folder, "log.txt")
        answer = by.run(self.make_command()[1:], self.run_command()[1:], log, timeout)
        self.cpu, self.launch = answer["cpu"], answer["launch"]
        if answer["code"] is None:
            return True, None, f"HANG: no end after {timeout} seconds"
        if answer["made"] and not answer["code"]:
            return True, 0, ""
        with contextlib.suppress(FileNotFoundError), open(log, encoding="utf-8", errors="replace") as file:
            return answer["made"], answer["code"], file.read()
        return answer["made"], answer["code"], ""

    def run(self, timeout=600, by=None):
        """Makes and runs the program; sets verdict, why, cycles and instructions. The folder stays, also after a pass.
        by: the server that does it; None: processes of its own. A run for a waveform has its own always.
        Raises OSError when there is no program to run, DiskFull."""
        shutil.rmtree(self.folder, ignore_errors=True)
        os.makedirs(self.folder)
        made, code, text = self._served(by, timeout) if by and not self.waves else self._alone(timeout)
        if not made:
            check_disk(self.folder, text)
            raise OSError(f"{' '.join(self.make_command())}: exit code {code}: {headline(text)}")
        self.code, self.verdict = code, "HANG" if code is None else results.verdict_of(code)
        result = results.Result.read(self.folder)
        self.cycles, self.instructions = result["cycles"], result["instructions"]
        if self.verdict == "PASS":
            return
        check_disk(self.folder, text)
        if code is not None and code not in range(len(VERDICTS)):
            self.why = f"ERROR: {TOOL} ended with code {code}: {headline(text)}"
        else:  # without a result it was killed for its time
            self.why = result.headline if result["verdict"] == self.verdict else headline(text)
        with open(os.path.join(self.folder, "log.txt"), "w", encoding="utf-8") as log:
            log.write(text)
        script = os.path.join(self.folder, "again.sh")
        with open(script, "w", encoding="utf-8") as file:
            file.write(
                "#!/bin/sh\n# Makes the program and runs it; from the top folder of the project.\n"
                f"mkdir -p {shlex.quote(self.kept)} && {by_hand(self.make_command(self.kept))} && {self.again()}\n"
            )
        os.chmod(script, 0o755)

    def hash(self):
        """SHA-256 of the program's instructions, whatever made it."""
        with open(os.path.join(self.folder, "random.s"), "rb") as file:
            return hashlib.sha256(file.read()).hexdigest()

    def remove(self):
        shutil.rmtree(self.folder, ignore_errors=True)

    def keep(self):
        """Moves the folder of a program that ran elsewhere to its place."""
        if self.kept != self.folder:
            shutil.rmtree(self.kept, ignore_errors=True)
            os.replace(self.folder, self.kept)

    def kill(self):
        if isinstance(self.process, Server) or (self.process and self.process.poll() is None):
            self.process.kill()
