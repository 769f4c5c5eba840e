# SPDX-License-Identifier: Apache-2.0
"""What make sim, run, waves, debug, replay, diff, shrink, cover, code-coverage, random, nightly, lds-unit, exec-unit,
format-unit, vmem-unit, vector-unit, fuzz, sass-fuzz, sass-listings, exhaustive and bench do.

Their tools are built before.

usage: scripts/wavelock TARGET [VARIABLE=value ...]

The variables are make's (make help). make hands them on in the environment: no shell reads what a user typed. Their
names are in WAVELOCK_TYPED. What else the environment has by the name of a variable is refused. Called by hand, this
builds nothing, and the exit code is that of the verdict (docs/verdicts.md). make has 2 for every failure.

       scripts/wavelock --judge TARGET... -- VARIABLE... -- VARIABLE...

is make's question before it begins: says why one of the variables is refused, or nothing. The former were given, the
latter are in the environment.
"""
import fcntl
import fnmatch
import glob
import hashlib
import itertools
import json
import os
import pathlib
import re
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile

from wl import ROOT
from wl.door import near, tags
from wl.failures import waves
from wl.runs import foreign, programs, results, runner, units


ERROR = programs.VERDICTS.index("ERROR")
VECTORS = ("vectors", os.path.join("build", "vectors"))
TAG = "tag:"  # before a tag in TEST: vectors/tags.txt

# The targets that use a variable. Given to another it is refused: it would be ignored. SETUP and V are for all.
TESTS, UNIT = ("sim", "run", "waves", "cover", "debug"), ("sim", "waves", "cover", "debug")
USED_BY = {
    "TEST": (*TESTS, "code-coverage"),
    **dict.fromkeys(
        (
            "KERNEL",
            "HAZARDS",
            "MEMCHECK",
            "UNINIT",
            "RACES",
            "GRID",
            "GROUP",
            "OFFSET",
            "LDS",
            "SCRATCH",
            "ALIGNMENT",
            "ARGS",
            "CLFLAGS",
        ),
        TESTS,
    ),
    "TRACE": ("sim", "run", "waves", "cover"),
    "CONFLICTS": ("sim", "waves", "cover"),
    "GDB": ("debug",),
    "DEVICE": ("debug",),
    "PURE": (*TESTS, "random"),
    **dict.fromkeys(("KEEP_GOING", "HANG_CYCLES", "MAX_CYCLES", "MEMORY_KNOBS"), UNIT),
    **dict.fromkeys(("STATS", "PIPE", "PERFETTO", "VIEWER"), ("sim", "waves")),
    "SEED": (
        *TESTS,
        "code-coverage",
        "lds-unit",
        "exec-unit",
        "format-unit",
        "vmem-unit",
        "vector-unit",
        "fuzz",
        "sass-fuzz",
        "mutate",
    ),
    "ALL": ("vector-unit",),
    "SEEDS": ("sim", "run", "waves", "cover", "code-coverage", "random", "nightly"),
    "FIRST": ("code-coverage", "random", "nightly"),
    "CHECK": (*UNIT, "random"),
    "INJECT": (*UNIT, "random", "nightly"),
    "WAVES": ("sim",),
    "MAX_INSTRUCTIONS": ("run", "debug"),
    "COUNT": (
        "code-coverage",
        "random",
        "nightly",
        "lds-unit",
        "exec-unit",
        "vmem-unit",
        "vector-unit",
        "fuzz",
        "sass-fuzz",
        "mutate",
    ),
    "BLOCK": ("mutate",),
    "PROFILE": ("code-coverage", "random", "nightly"),
    "CONFIG": (*TESTS, "random", "tools", "clean"),
    "LDS_ENTRIES": (*TESTS, "random", "lds-unit", "install", "tools", "clean"),
    "EXPOSED_HAZARDS": (*UNIT, "random", "tools", "clean"),
    "ISA": (*TESTS, "code-coverage", "random", "vector-unit", "tools", "clean"),
    "MEMORY": (*TESTS, "code-coverage", "random", "tools", "clean"),
    "VCC_ALIAS": (*TESTS, "code-coverage", "random", "tools", "clean"),
    "CONTROL_WORDS": (*TESTS, "code-coverage", "random", "tools", "clean"),
    "VALU_DELAY": (*TESTS, "code-coverage", "random", "tools", "clean"),
    "UNIT": (*UNIT, "probe-check", "tools", "clean"),
    "PLUS": (*UNIT, "probe-check"),
    "HOURS": ("nightly",),
    "KINDS": ("nightly",),
    "LAUNCHER": ("nightly",),
    "SHRINK": ("nightly", "shrink"),
    "RUN": ("nightly", "replay", "diff", "shrink"),
    "CLOCK": ("diff",),
    "FRESH": ("nightly",),
    "JOBS": (
        "sim",
        "run",
        "waves",
        "code-coverage",
        "random",
        "nightly",
        "test",
        "cycles",
        "lint",
        "exhaustive",
        "vector-unit",
        "shrink",
        "mutate",
    ),
    "OUT": (*TESTS, "code-coverage", "random", "nightly", "shrink", "mutate"),
    "ONLY": ("test", "cycles", "exhaustive", "vector-unit"),
    "RECORD": ("exhaustive", "vector-unit"),
    "BENCH": ("bench",),
    "LISTINGS": ("sass-listings", "nightly"),
    "COVER": ("random", "nightly"),
    "RANK": ("nightly",),
    "PREFIX": ("install",),
    "DESTDIR": ("install",),
    "SETUP": (),
    "V": (),
}
# What does that which a variable does for other targets.
INSTEAD = {
    (
        "lint",
        "ONLY",
    ): ": make test ONLY=lint, or scripts/wavelock checks.lint NAME for the checks whose names contain NAME"
}
# Further targets. Files of the build are none: a make for one of them may have inherited the variables of another make.
OF_MAKE_ALONE = (
    "test",
    "cycles",
    "list",
    "lint",
    "format",
    "formal",
    "mutate",
    "double-mutants",
    "opcodes",
    "install",
    "tools",
    "clean",
)

# Variable: option of the tool. A variable that is not set is not passed on: the tool has the default.
OPTIONS = {
    "KEEP_GOING": "--keep-going",
    "HANG_CYCLES": "--hang-cycles",
    "MAX_CYCLES": "--max-cycles",
    "MAX_INSTRUCTIONS": "--max-instructions",
    "HAZARDS": "--hazards",
    "MEMCHECK": "--memcheck",
    "UNINIT": "--uninit",
    "RACES": "--races",
    "KERNEL": "--kernel",
    "GRID": "--grid",
    "GROUP": "--group",
    "OFFSET": "--offset",
    "ALIGNMENT": "--alignment",
    "LDS": "--lds",
    "SCRATCH": "--scratch",
    "ARGS": "--args",
    "MEMORY_KNOBS": "--memory-knobs",
    "CLFLAGS": "--cl-options",
    "INJECT": "--inject",
    "TRACE": "--trace",
    "PIPE": "--pipe",
    "PERFETTO": "--perfetto",
    "VIEWER": "--viewer",
    "PLUS": "--plus",
    "PURE": "--pure",
}
# Those that say which runs there are, and where: no part of the line that repeats one of them.
OF_MANY = ("TEST", "SEED", "SEEDS", "JOBS", "OUT")
OF_THE_UNIT = {"CHECK": "--check"}
# What the tool takes, so that a message names the variable. Ranges are the tool's.
NUMBERS = ("SEED", "KEEP_GOING", "HANG_CYCLES", "MAX_CYCLES", "MAX_INSTRUCTIONS")
WORDS = {
    "CHECK": ("off", "default", "every"),
    "HAZARDS": ("error", "warn", "off"),
    "MEMCHECK": ("off", "unmapped", "bounds", "1"),
    "UNINIT": ("off", "count", "error"),
    "RACES": ("0", "1"),
    "PURE": ("0", "1"),
    "ALIGNMENT": ("dword", "dword_strict", "strict", "unaligned"),
}
# Those that say nothing when they are empty; of the others an empty value is an error of the tool.
MAY_BE_EMPTY = {
    "MEMCHECK",
    "UNINIT",
    "RACES",
    "KERNEL",
    "GRID",
    "GROUP",
    "OFFSET",
    "ALIGNMENT",
    "LDS",
    "SCRATCH",
    "ARGS",
    "MEMORY_KNOBS",
    "CLFLAGS",
    "INJECT",
    "TRACE",
    "PIPE",
    "PERFETTO",
    "VIEWER",
    "PLUS",
}
# What is the file or folder of one run.
OF_ONE_RUN = ("TRACE", "PIPE", "PERFETTO", "VIEWER")
# The line that repeats a run (tb/cli/options.def, BUILD_VARIABLES of the Makefile) has these, and no file to write.
REPEATED = {"TEST", "SEED", *OPTIONS, *OF_THE_UNIT, *units.VARIABLES} - set(OF_ONE_RUN)
# What needs the events of the probe.
OF_EVENTS = ("CONFLICTS", "STATS", "PIPE", "PERFETTO", "VIEWER")


# Variables that may come from the environment: where and how things run. tcsh exports GROUP, which is ignored there.
OF_ENVIRONMENT = {"DESTDIR", "JOBS", "OUT", "PREFIX", "SETUP", "V"}
# Those that a script reads by itself.
READ_LATER = {"ONLY", "RECORD"}


class Refused(Exception):
    """What was asked for cannot be done; the text says why."""


def judge(targets, names):
    """Refuses a variable that is none, or that none of the targets uses."""
    for name in names:
        if name not in USED_BY:
            raise Refused(near.unknown("variable", name, USED_BY))
    for name, users in USED_BY.items():
        if name in names and users and not set(targets) & set(users):
            instead = "".join(INSTEAD.get((target, name), "") for target in targets)
            raise Refused(f"{name} is for make {', '.join(users)}; make {' '.join(targets)} does not use it{instead}")


def judge_environment(targets, names):
    """Refuses variables of the environment that one of the targets would use: nobody typed them for this run."""
    used = [
        name for name in sorted(names) if set(targets) & set(USED_BY[name]) and name not in ("GROUP", *OF_ENVIRONMENT)
    ]
    if used:
        found = " ".join(f"{name}={shlex.quote(os.environ.get(name, ''))}" for name in used)
        raise Refused(f"found in the environment: {found}; expected on the command line of make, or not at all")


VARIABLES = {}  # of this call: what was typed


def value(name, default=""):
    return VARIABLES.get(name, default)


def flag(name):
    """A variable that is 1 or not."""
    text = value(name)
    if text not in ("", "0", "1"):
        raise Refused(f'{name}: found "{text}", expected 0 or 1')
    return text == "1"


def number(name, default, least=1):
    text = value(name, str(default))
    if not re.fullmatch(r"[0-9]{1,18}", text) or int(text) < least:
        raise Refused(f'{name}: found "{text}", expected a number from {least}')
    return int(text)


def judge_values(names):
    """Refuses what the tool would refuse by the name of its option."""
    for name in names:
        text = value(name)
        if name not in VARIABLES or (not text and name in MAY_BE_EMPTY):
            continue
        if name in NUMBERS and not re.fullmatch("0[xX][0-9a-fA-F]+|[0-9]+", text):
            raise Refused(f'{name}: found "{text}", expected a number')
        if name in WORDS and text not in WORDS[name]:
            raise Refused(f'{name}: found "{text}", expected one of {", ".join(WORDS[name])}')


def waves_wanted():
    """What WAVES says: "" for none, "1" for a second run, "auto" or "auto:before,after" for the first run itself."""
    text = value("WAVES")
    if not re.fullmatch(r"|0|1|auto(:[0-9]{1,9},[0-9]{1,9})?", text):
        raise Refused(f'WAVES: found "{text}", expected 0, 1, auto or auto:before,after')
    return text.removeprefix("0")


def parallel():
    return number("JOBS", os.cpu_count() or 1)


def given(table):
    """The options of a table of which the variable is set."""
    return [
        word
        for name, option in table.items()
        if name in VARIABLES and (value(name) or name not in MAY_BE_EMPTY)
        for word in (option, value(name))
    ]


# ---- tests and seeds -------------------------------------------------------------------------------


def tests_below(root):
    """Names of the tests below a folder: each folder that has a test.json, and every other description by its file."""
    for folder, _, files in os.walk(root):
        below = os.path.relpath(folder, root)
        for file in files:
            if file == "test.json":
                yield below
            elif file.endswith(".json"):
                yield os.path.normpath(os.path.join(below, file[: -len(".json")]))


def names_of_tests():
    return {name for root in VECTORS for name in tests_below(root)}


def is_one(test, names):
    return test.rstrip("/") in names or any(
        map(os.path.isfile, (test, f"{test}.json", os.path.join(test, "test.json")))
    )


def expand(word, names):
    """The tests that a word of TEST means. One that means none is left to the tool, which knows names that are near."""
    if is_one(word, names):
        return [word]
    if word.startswith(TAG):
        return tagged(word, names)
    below = word.rstrip("/") + "/"
    if any(c in word for c in "*?["):
        files = [
            path for path in glob.glob(word) if is_one(path, names) or os.path.splitext(path)[1] in (".s", ".cl", ".co")
        ]
        return sorted(fnmatch.filter(names, word)) or sorted(files) or [word]
    return sorted(name for name in names if name.startswith(below)) or sorted(of_folder(word)) or [word]


def tagged(word, names):
    """The tests with a tag that the unit is for; how many others there are is said."""
    found = tags.by_tag(names)
    if word.removeprefix(TAG) not in found:
        raise Refused(f'TEST: found "{word}", expected {TAG} and one of {" ".join(sorted(found))}')
    several = found[word.removeprefix(TAG)]
    fit = [test for test in several if tags.fits(test, VARIABLES)]
    if len(fit) < len(several):
        others = [test for test in several if test not in fit]
        names = " ".join(others)
        print(f"{word}: {len(others)} of {len(several)} tests are for other units: {names}", file=sys.stderr)
    if not fit:
        raise Refused(f"TEST: no test of {word} is for this unit")
    return fit


def of_folder(path):
    """The tests below a folder that is given by its path: of vectors/ their names, of another one their paths."""
    for root in map(os.path.abspath, VECTORS):
        below = os.path.relpath(os.path.abspath(path), root)
        if below == "." or not below.startswith(".."):
            return {name for name in names_of_tests() if below in (".", name) or name.startswith(below + "/")}
    return {os.path.join(path, name) for name in tests_below(path)}


def no_option(test):
    """A file whose name begins with a dash is no option of the compiler."""
    return f"./{test}" if test.startswith("-") and os.path.exists(test) else test


def tests():
    """The tests that TEST names, and whether all of them are there."""
    text, names = value("TEST"), names_of_tests()
    if is_one(text, names):
        return [no_option(text)], True
    if os.path.isdir(text) and of_folder(text):  # its name may have spaces
        return sorted(of_folder(text)), True
    try:
        words = shlex.split(text)
    except ValueError:
        words = [text]
    found = [no_option(test) for word in words for test in expand(word, names)]
    unknown = [test for test in found if not is_one(test, names)]
    new = near.renamed_test(unknown[0]) if unknown else None
    if new and all(is_one(test, names) for test in expand(new, names)):
        raise Refused(f"TEST: {unknown[0]} is now {new}")
    return (unknown[:1], False) if unknown else (list(dict.fromkeys(found)), True)


def seed():
    """SEED, as the decimal number that is in the run's folder: 007 and 0x7 are 7."""
    text = value("SEED", "1")
    if not re.fullmatch("0[xX][0-9a-fA-F]{1,16}|[0-9]{1,20}", text):
        raise Refused(f'SEED: found "{text}", expected a number')
    return str(int(text, 16 if text[:2] in ("0x", "0X") else 10))


def seeds():
    """The seeds to run, as text."""
    text = value("SEEDS")
    if not text:
        return [seed()]
    several = re.fullmatch(r"([0-9]+)\.\.([0-9]+)", text)
    if several and int(several[1]) <= int(several[2]):
        if "SEED" in VARIABLES:
            raise Refused(f"SEED={value('SEED')} and SEEDS={text}: one of them")
        return [str(n) for n in range(int(several[1]), int(several[2]) + 1)]
    if not re.fullmatch(r"[0-9]+", text) or int(text) == 0:
        raise Refused(f'SEEDS: found "{text}", expected a range as 1..20 or a number from 1')
    first = int(seed())
    return [str(n) for n in range(first, first + int(text))]


# ---- the folder of a run ---------------------------------------------------------------------------


def outputs():
    """The folder for what runs write, and the cache of kernels there (None: the tree's). A tree that cannot be written
    gets nothing."""
    if value("OUT"):
        try:
            os.makedirs(value("OUT"), exist_ok=True)
        except OSError as error:
            raise Refused(f"OUT: {value('OUT')}: {error.strerror}") from None
        if not os.access(value("OUT"), os.W_OK):
            raise Refused(f"OUT: {value('OUT')}: cannot be written")
        return value("OUT"), None if os.access("build", os.W_OK) else os.path.join(value("OUT"), "kernels")
    try:
        os.makedirs("runs", exist_ok=True)
    except OSError:
        pass
    if os.access("runs", os.W_OK) and (os.access("build/kernels", os.W_OK) or os.access("build", os.W_OK)):
        return "runs", None
    folder = os.path.join(tempfile.gettempdir(), f"wavelock-{os.getuid()}")
    os.makedirs(folder, mode=0o700, exist_ok=True)
    if os.stat(folder).st_uid != os.getuid():
        raise Refused(f"{folder}: not a folder of this user, and the tree cannot be written")
    return folder, os.path.join(folder, "kernels")


def run_name(test, seed, options):
    """TEST-SEED, a slash of the name as a dot. What this does not tell apart has a sum of all of it behind."""
    text = re.sub(r"[^\w.-]+", "_", test.replace("/", "."), flags=re.ASCII).strip(".")[-100:]
    name = f"{text}-{re.sub('[^0-9]', '_', seed)[:20]}"
    if re.fullmatch(r"[\w/-]+", test, flags=re.ASCII) and seed.isdecimal() and not options:
        return name
    return f"{name}-{hashlib.sha256(repr((test, seed, options)).encode()).hexdigest()[:8]}"


class Folder:
    """A folder that no other run has at the same time: NAME, or NAME.2 and so on while that one is in use.

    It is held by a lock on itself. What an earlier run left in it is removed. An empty folder does not stay.
    """

    def __init__(self, below, name):
        for n in itertools.count(1):
            self.path = os.path.join(below, f"{name}.{n}" if n > 1 else name)
            if self._claim():
                break
        for file in os.listdir(self.path):
            if file in ("report.json", "result.json") or file.endswith((".fst", ".gtkw", ".instructions", ".classes")):
                os.remove(os.path.join(self.path, file))

    def _claim(self):
        while True:
            os.makedirs(self.path, exist_ok=True)
            try:
                self.lock = os.open(self.path, os.O_RDONLY | os.O_DIRECTORY)
                fcntl.flock(self.lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                if os.path.samestat(os.stat(self.path), os.fstat(self.lock)):
                    return True
                os.close(self.lock)  # it was removed in between
            except FileNotFoundError:
                pass
            except BlockingIOError:
                os.close(self.lock)
                return False

    def __enter__(self):
        return self

    def __exit__(self, *_):
        try:
            os.rmdir(self.path)
        except OSError:
            pass
        os.close(self.lock)


# ---- a run -----------------------------------------------------------------------------------------


def exit_code(tool, code, say):
    """Of a process that was interrupted, as a shell has it; of one that died, ERROR."""
    if code >= 0:
        return code
    if -code in (signal.SIGINT, signal.SIGTERM, signal.SIGPIPE):
        return 128 - code
    say(f"ERROR: {tool} was ended by {signal.Signals(-code).name}", error=True)
    return ERROR


class Terminal:
    """A run whose output is seen as it comes. A signal reaches the tool, whose exit code counts."""

    @staticmethod
    def execute(argv, quiet=False):
        sys.stdout.flush()
        more = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL} if quiet else {}
        with subprocess.Popen(argv, **more) as process:
            signal.signal(signal.SIGINT, lambda *_: None)  # the terminal's key goes to both
            signal.signal(signal.SIGTERM, lambda *_: process.terminate())
            code = process.wait()
        return exit_code(argv[0], code, Terminal.say)

    @staticmethod
    def say(text, error=False):
        print(text, file=sys.stderr if error else sys.stdout, flush=True)


class Collected:
    """A run of several: what it says is kept for the runner."""

    def __init__(self, job):
        self.job, self.text = job, ""

    def execute(self, argv, quiet=False):
        code, text = self.job.execute(argv)
        self.text += "" if quiet else text
        return ERROR if code is None else exit_code(argv[0], code, self.say)

    def say(self, text, error=False):
        self.text += text + "\n"


def window(run_dir):
    """Cycles of the waveform of a failed run, as --waves has them; None when there is no run to look at."""
    try:
        return waves.window(os.path.join(run_dir, "report.json"))
    except waves.Failed:
        return None


WRITES_WAVES = "the unit that writes waveforms"


def build(target, what):
    """Builds a tool in the middle of a run, by the rules of make and with its jobs. make gets the variables of the unit
    alone: it would read what the others hold as its own language."""
    command = ["make", "--silent", "--no-print-directory"]
    env = {name: text for name, text in os.environ.items() if name not in set(USED_BY) - {"SETUP", "V"}}
    env |= {name: value(name) for name in units.VARIABLES if value(name)}
    if subprocess.run(
        command + ["--question", "BUILDING=1", "READ_ONLY=1", target],
        env=env,
        close_fds=False,
        check=False,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    ).returncode:
        print(f"building {target}, {what}", file=sys.stderr, flush=True)
    env["BUILD"] = built()
    if subprocess.run(["scripts/build", target], env=env, close_fds=False, check=False).returncode:
        raise Refused(f"{target} could not be built")


def built():
    """The folder in which make builds the unit that the variables mean."""
    if value("LDS_ENTRIES") not in ("", *(str(2**n) for n in range(1, 11))):
        raise Refused(f'LDS_ENTRIES: found "{value("LDS_ENTRIES")}", expected a power of two from 2 to 1024')
    configs = sorted(path.stem for path in pathlib.Path("rtl/configs").glob("*.f"))
    if value("CONFIG") not in ("", *configs):
        raise Refused(f'CONFIG: found "{value("CONFIG")}", expected one of {" ".join(configs)}')
    if value("CONFIG") and value("LDS_ENTRIES"):
        if "WL_LDS_ENTRIES" in pathlib.Path("rtl/configs", f"{value('CONFIG')}.f").read_text(encoding="utf-8"):
            raise Refused(f"CONFIG={value('CONFIG')} and LDS_ENTRIES both size the LDS: expected one of them")
    if value("ISA") not in ("", "gfx900", "gfx906"):
        raise Refused(f'ISA: found "{value("ISA")}", expected gfx900 or gfx906')
    if value("MEMORY") not in ("", "gfx9", "rdna"):
        raise Refused(f'MEMORY: found "{value("MEMORY")}", expected gfx9 or rdna')
    if value("VCC_ALIAS") not in ("", "0", "1"):
        raise Refused(f'VCC_ALIAS: found "{value("VCC_ALIAS")}", expected 0 or 1')
    if value("CONTROL_WORDS") not in ("", "0", "1"):
        raise Refused(f'CONTROL_WORDS: found "{value("CONTROL_WORDS")}", expected 0 or 1')
    if value("VALU_DELAY") not in ("", "0", "1", "2", "3", "4", "5"):
        raise Refused(f'VALU_DELAY: found "{value("VALU_DELAY")}", expected 0 to 5')
    return os.path.join("build", units.name({name: value(name) for name in units.VARIABLES})).rstrip("/")


class Runs:
    """The runs of one call: TARGET with what the variables say."""

    def __init__(self, target):
        self.target = target
        folder = built()
        self.trace_tool = os.path.join(folder, "wavelock-trace")
        names = {"run": "-model", "waves": "-trace", "debug": "-model" if value("DEVICE") == "model" else ""}
        self.tool = os.path.join(
            folder, "wavelock" + names.get(target, "-bare" if value("CHECK") == "off" and not value("INJECT") else "")
        )
        judge_values(("SEED", *OPTIONS, *(() if target == "run" else OF_THE_UNIT)))
        if target != "run" and value("CHECK") == "off":
            for name in OF_EVENTS:
                if value(name) not in ("", "0"):
                    raise Refused(f"{name} is made from the events that the checker gets: not with CHECK=off")
        self.options = given(OPTIONS)
        if target == "run" or (target == "debug" and value("DEVICE") == "model"):
            self.options += ["--device", "model"]
        else:
            self.options += given(OF_THE_UNIT)
        if flag("CONFLICTS"):
            self.options.append("--conflicts")
        if flag("STATS"):
            self.options.append("--stats")
        if "=" in value("EXPOSED_HAZARDS"):
            self.options += ["--exposed-hazards", value("EXPOSED_HAZARDS")]
        self.waves = waves_wanted() if target == "sim" else ""
        self.auto = self.waves.startswith("auto")
        if self.auto:
            self.tool = self.trace_tool
        ours = [name for name, users in USED_BY.items() if target in users and name not in OF_MANY]
        self.typed = "".join(f" {name}={shlex.quote(value(name))}" for name in ours if value(name))
        self.below, cache = outputs()
        self.cache = ["--cache", cache] if cache else []

    def command(self, tool, test, seed, *more):
        return [tool, "--seed", seed, *self.options, *self.cache, *more, "--", test]

    def one(self, where, test, seed, several=False):
        """Runs a test: the exit code."""
        if self.target == "run":
            return where.execute(self.command(self.tool, test, seed))
        with Folder(self.below, run_name(test, seed, self.options)) as folder:
            stem = os.path.splitext(os.path.basename(test.rstrip("/").removesuffix("/test.json")))[0]
            fst = os.path.join(folder.path, re.sub(r"[^\w.-]+", "_", stem, flags=re.ASCII) + ".fst")
            more = ["--run-dir", folder.path] + (["--waves", fst] if self.target == "waves" else [])
            if self.auto:
                more += ["--waves-auto", fst + self.waves.removeprefix("auto")]
            code = where.execute(self.command(self.tool, test, seed, *more))
            if self.target == "waves":
                shown = self.show(where, fst, folder.path, several)
                return code if shown or code else ERROR
            if os.path.exists(fst):
                self.show(where, fst, folder.path, several)
            cycles = window(folder.path) if code and self.waves == "1" else None
            if cycles:
                build(self.trace_tool, WRITES_WAVES)
                more = ["--waves", f"{fst}:{cycles}"]  # its result is that of the run before
                again = where.execute(self.command(self.trace_tool, test, seed, *more), quiet=True)
                if again != code and not os.path.exists(fst):
                    free = shutil.disk_usage(folder.path).free >> 10
                    where.say(f"ERROR: {fst}: no waveform could be written; its disk has {free} KiB left", error=True)
                    return code
                if again != code:
                    where.say(f"the run with the waveform ended otherwise: exit code {again}, not {code}", error=True)
                self.show(where, fst, folder.path, several)
            if code and self.cache and not value("OUT"):
                where.say(f"the tree cannot be written: result.json and report.json lie in {folder.path}", error=True)
            return code

    @staticmethod
    def show(where, fst, run_dir, several):
        """Makes the waveform readable, and opens it where there is a display. False: no waveform can be read."""
        try:
            if not os.path.exists(fst):
                if not os.path.exists(os.path.join(run_dir, "result.json")):
                    return True  # nothing ran, and why has been said
                raise waves.Failed(f"{fst}: no waveform was written")
            if value("UNIT"):  # a save file names signals of rtl/
                where.say(f"waveform: {fst}   open it: gtkwave {shlex.quote(fst)}")
                return True
            waves.write_save_file(fst, run_dir)
        except (waves.Failed, OSError) as error:
            where.say(f"ERROR: {error}", error=True)
            for path in glob.glob(glob.escape(os.path.splitext(fst)[0]) + ".*"):
                os.remove(path)
            return False
        save = os.path.splitext(fst)[0] + ".gtkw"
        where.say(f"waveform: {fst}   open it: gtkwave {shlex.quote(save)}")
        if not several and (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
            with open(os.devnull, "w", encoding="utf-8") as nowhere:
                subprocess.Popen(["gtkwave", save], stdout=nowhere, stderr=nowhere, start_new_session=True)
        return True

    def job(self, test, seed):
        def call(job):
            where = Collected(job)
            code = self.one(where, test, seed, several=True)
            # As the runner reads it.
            names = [
                os.fsencode(f"{word} {test} seed {seed}: ").decode(errors="replace")
                for word in ("PASS", results.UNCHECKED)
            ]
            lines = where.text.splitlines()
            said = [line.removeprefix(name) for name in names for line in lines if line.startswith(name)]
            unchecked = code == 0 and any(line.startswith(names[1]) for line in lines)
            return runner.Outcome(
                int(code == 0 and not unchecked),
                int(code != 0),
                programs.headline(where.text) if code else "".join(said[-1:]),
                where.text,
                notes="" if code else "\n".join(line for line in lines if line.startswith("waveform: ")),
                unchecked=int(unchecked),
            )

        again = f"make {self.target} TEST={shlex.quote(test)} SEED={seed}{self.typed}"
        return runner.Job(f"{test} seed {seed}", call=call, seed=seed, again=again)

    def run(self):
        if not value("TEST").strip():
            raise Refused(f"make {self.target}: which? TEST=... (make list)")
        found, known = tests()
        wanted = seeds()
        if not known:  # the tool says so, and which names are near
            runner.forget(os.path.join(self.below, "junit.xml"))
            return Terminal.execute(self.command(self.tool, found[0], wanted[0]))
        runs = [(test, seed) for test in found for seed in wanted]
        if len(runs) == 1:
            return self.one(Terminal, *runs[0])
        for name in filter(value, OF_ONE_RUN):
            raise Refused(f"{name} is of one run, found {len(found)} tests and {len(wanted)} seeds")
        if self.waves == "1":
            build(self.trace_tool, WRITES_WAVES)  # once, and not beside the runs
        junit = os.path.join(self.below, "junit.xml")
        return runner.run([self.job(*r) for r in runs], parallel(), junit, f"make {self.target}")


# ---- a stored run ----------------------------------------------------------------------------------


LONGEST = 8192  # characters of a line that repeats a run
# What a value of such a line looks like, beside NUMBERS and WORDS, where the tool does not judge it: make and Verilator
# may read these.
FORMS = {
    "EXPOSED_HAZARDS": (r"1|[0-9]+=[0-9]+(,[0-9]+=[0-9]+)*", "1 or states of rows, as 5=6,9=0"),
    "UNIT": (r"(?!.*(^|/)\.\.?(/|$))[\w.][\w./-]*", "a folder of this tree"),
    "PLUS": (
        r"\s*((\+verilator\+(seed|rand\+reset)\+[0-9]+|\+(?!verilator\+)\S*)(\s+|$))*",
        "plus arguments of the unit",
    ),
}


def repeated(line):
    """(target, {variable: value}) of a line that repeats a run. It is data: nothing of it is run or put into an
    environment. ValueError says what is no such line."""
    if not line:
        raise ValueError("no line that repeats the run")
    if len(line) > LONGEST or re.search(r"[\0-\x08\x0b-\x1f\x7f]", line):
        raise ValueError(f"found control characters, or more than {LONGEST} characters; expected a line")
    try:
        words = shlex.split(line)
    except ValueError as error:
        raise ValueError(f"found {foreign.found(line)}, expected words of a shell: {error}") from None
    if words[:1] != ["make"] or words[1:2] not in (["sim"], ["run"]):
        raise ValueError(f"found {foreign.found(line)}, expected make sim or make run")
    given = {}
    for word in words[2:]:
        name, sign, text = word.partition("=")
        if not sign or name not in REPEATED or words[1] not in USED_BY[name]:
            raise ValueError(f"found {foreign.found(word)}, expected variables that a line of make {words[1]} has")
        if name in given:
            raise ValueError(f"found {name} twice")
        form, expected = FORMS.get(name, ("(?s).*", ""))
        if not re.fullmatch(form, text, re.ASCII):
            raise ValueError(f"{name}: found {foreign.found(text)}, expected {expected}")
        given[name] = text
    for name in ("TEST", "SEED"):
        if not given.get(name):
            raise ValueError(f"found no {name}")
    return words[1], given


class Stored:
    """The run that left a folder. Its variables become those of this call, and its tool is built."""

    def __init__(self):
        self.folder = value("RUN")
        if not os.path.isdir(self.folder):
            raise Refused(f'RUN: found "{self.folder}", expected the folder of a run, as runs/fork_join-1')
        path = os.path.join(self.folder, "result.json")
        try:
            self.result = self.whole(path)
            target, given = self.line()
        except foreign.Damaged as error:
            raise Refused(f"RUN: {error}") from None
        except ValueError as error:
            raise Refused(f"RUN: {path}: reproduce: {error}") from None
        for name in set(USED_BY) - {"OUT", "JOBS", "SETUP", "V"}:
            VARIABLES.pop(name, None)
            os.environ.pop(name, None)
        VARIABLES.update(given)
        try:
            self.runs = Runs(target)
        except Refused as error:
            raise Refused(f"RUN: {path}: reproduce: {error}") from None
        if value("UNIT") and not os.path.exists(self.runs.tool):
            raise Refused(
                f"RUN: {path}: reproduce: UNIT={value('UNIT')} has not been built here. "
                f"Its code runs when it is built: make {shlex.quote(self.runs.tool)} UNIT={shlex.quote(value('UNIT'))}"
            )
        build(self.runs.tool, "which ran it")
        self.same_build()

    @staticmethod
    def whole(path):
        """The result of a run, with all that a run writes."""
        try:
            facts = foreign.read(path, {})
        except FileNotFoundError:
            raise foreign.Damaged(
                f"{os.path.dirname(path)}: found no result.json, expected the folder of a run"
            ) from None
        wrong = results.of_form(facts, "Run", results.schema(), "")
        if wrong:
            raise foreign.Damaged(f"{path}: {wrong[0].lstrip('.: ')}: docs/result.md says what is expected")
        return results.Result(facts)

    def line(self):
        """The line that repeats it, which says what the other keys say."""
        facts = self.result.facts
        if not facts["reproduce"] and facts["why"]:
            raise ValueError(f"no line that repeats the run: {facts['why']}")
        target, given = repeated(facts["reproduce"])
        here = {
            "TEST": (given["TEST"], facts["test"]),
            "SEED": (given["SEED"], str(facts["seed"])),
            "target": (target, "run" if facts["device"] == "model" else "sim"),
        }
        for name, (said, expected) in here.items():
            if said != expected:
                raise ValueError(f"{name}: found {foreign.found(said)}, expected {foreign.found(expected)}")
        return target, given

    def same_build(self):
        """Refuses another build, for it may run otherwise."""
        here = subprocess.run([self.runs.tool, "--version"], capture_output=True, text=True, check=True).stdout.strip()
        then, now = self.result["build"].split(", "), here.split(", ")
        if then != now:
            was, is_now = (
                ", ".join(part for part in one if part not in other) for one, other in ((then, now), (now, then))
            )
            raise Refused(
                f"RUN: {self.folder}: it was another build: {was or 'one that says less'}, now {is_now or 'less'}"
            )

    def again(self, where, run_dir, quiet=False, more=()):
        """Runs it again: the exit code."""
        command = self.runs.command(self.runs.tool, value("TEST"), value("SEED"), "--run-dir", run_dir, *more)
        return where.execute(command, quiet)


def replay():
    stored = Stored()
    with tempfile.TemporaryDirectory() as folder:
        stored.again(Terminal, folder)
        now = results.Result.read(folder)
    then = stored.result
    keys = [key for key in {**then.facts, **now.facts} if key not in results.OWN]
    differ = [key for key in keys if then.facts.get(key) != now.facts.get(key)]
    objects = [result.facts.get("object", "") for result in (then, now)]
    if os.path.basename(objects[0]) != os.path.basename(objects[1]):
        print(f"differs: the program: {objects[0]}, now {objects[1]}")
    for key in differ:
        print(f"differs: {key}: {then.facts.get(key)}, now {now.facts.get(key)}")
    if not differ:
        print(f"replay of {stored.folder}: the same: {then.headline if then['why'] else then['verdict']}")
    return int(bool(differ))


LINE_LANES = 8  # of a VGPR, and SGPRs, in a line of the table


def two_lines(name, dut, expected):
    """Words of a table: one line where DUT and model agree, else one for each, and one of marks."""
    lines = [f"  {name:12} {' '.join(f'{word:08x}' for word in dut)}"]
    if dut != expected:
        lines = [f"{lines[0]}  DUT", f"  {'':12} {' '.join(f'{word:08x}' for word in expected)}  expected"]
        lines.append(f"  {'':12} {' '.join(' ' * 8 if a == b else '^' * 8 for a, b in zip(dut, expected))}".rstrip())
    return lines


def table(words, name):
    """Registers with these words of DUT and model, so many in a line. name: of a line, by its first word."""
    for at in range(0, len(words["dut"]), LINE_LANES):
        end = at + LINE_LANES
        yield from two_lines(name(at), words["dut"][at:end], words["expected"][at:end])


def state_text(state):
    """Both states (docs/replay.md) as lines, and how many registers of a wave and dwords of the LDS differ."""
    count, lines = len(state["lds"]["differ"]), []
    for wave in state["waves"]:
        lines.append(f"wave {wave['slot']}")
        lines.append(f"  {'register':12} {'DUT':20} expected")
        for row in wave["rows"]:
            dut, expected = (f"0x{int(row[side], 16):0{(row['bits'] + 3) // 4}x}" for side in ("dut", "expected"))
            lines.append(f"  {row['row']:12} {dut:20} {expected:20} {'' if dut == expected else '<-'}".rstrip())
            count += dut != expected
        lines += table(wave["sgprs"], lambda at: f"s{at}")
        count += sum(a != b for a, b in zip(*wave["sgprs"].values()))
        for number, vgpr in enumerate(wave["vgprs"]):
            count += vgpr["dut"] != vgpr["expected"]
            if vgpr["dut"] == vgpr["expected"] == [vgpr["dut"][0]] * len(vgpr["dut"]):
                lines.append(f"  v{number:<11} {vgpr['dut'][0]:08x} in all lanes")
            else:
                lines += table(vgpr, lambda at, number=number: f"v{number}[{at}:{at + LINE_LANES - 1}]")
    for word in state["lds"]["differ"]:
        lines.append(f"LDS dword {word['dword']}: DUT {word['dut']:08x}, expected {word['expected']:08x}")
    return lines, count


def diff():
    cycle = number("CLOCK", "")
    stored = Stored()
    if stored.result["device"] != "lockstep":
        raise Refused(f"RUN: {stored.folder}: device {stored.result['device']}, which has no two states")
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "state.json")
        stored.again(Terminal, folder, quiet=True, more=("--state", f"{path}:{cycle}"))
        now = results.Result.read(folder)
        if not os.path.exists(path):
            why = f": {now.headline}" if now["why"] else ""
            raise Refused(f"CLOCK: the run has no cycle {cycle}; it ended after {now['cycles']}{why}")
        with open(path, encoding="utf-8") as file:
            lines, count = state_text(json.load(file))
    print(f"{stored.result['reproduce']}\ncycle {cycle}")
    print("\n".join(lines or ["no wave is live"]))
    print(f"{count} registers and dwords of the LDS differ")
    return 0


def make_small():
    from wl.failures import shrink
    from wl.failures import shrink_cl

    jobs = parallel()
    asked, seconds = value("SHRINK"), number("SHRINK", shrink_cl.SECONDS)
    stored = Stored()
    below = os.path.join(outputs()[0], "shrunk")
    out = os.path.join(below, os.path.basename(os.path.abspath(stored.folder)) or "run")
    inject = value("INJECT")
    if stored.result["device"] != "lockstep":
        raise Refused(f"RUN: {stored.folder}: device {stored.result['device']}, expected lockstep")
    kernel = shrink_cl.source(value("TEST"), stored.folder, VECTORS)
    changed = [name for name in shrink.OF_DESCRIPTIONS if value(name)]
    if changed and not kernel:
        raise Refused(f"RUN: {stored.folder}: it has {' '.join(changed)}; make shrink takes that from a description")
    options = stored.runs.options
    if inject:
        at = options.index("--inject")
        options = options[:at] + options[at + 2 :]
    if asked and not kernel:
        raise Refused(f"SHRINK: make shrink uses it for a .cl file, found {value('TEST')}")
    if kernel:
        return small_kernel(shrink_cl, kernel, stored, options, inject, out, jobs, seconds)

    with tempfile.TemporaryDirectory() as cache:

        def command(folder, run_dir, seed, fault):
            words = [stored.runs.tool, "--seed", seed, *options, "--cache", cache, "--run-dir", run_dir]
            return [*words, *(["--inject", fault] if fault else []), "--", folder]

        try:
            test = shrink.description(value("TEST"), stored.folder, VECTORS)
            case = shrink.shrink(test, stored.folder, command, inject, value("SEED"), out, jobs).case
        except shrink.Refused as error:
            raise Refused(f"RUN: {error}") from None
    print(line_of_small(stored, out, case.inject))
    return 0


def line_of_small(stored, test, fault):
    """The line that runs the small test as the failure ran."""
    words = {word.split("=")[0]: word for word in shlex.split(stored.result["reproduce"])[2:]}
    words.update({"TEST": f"TEST={test}"}, **({"INJECT": f"INJECT={fault}"} if fault else {}))
    return shlex.join(["make", "sim", *words.values()])


def small_kernel(shrink_cl, kernel, stored, options, inject, out, jobs, seconds):
    """The same of an OpenCL file."""
    try:
        over = shrink_cl.until(seconds)
        fault = shrink_cl.make_small(
            kernel, stored.folder, stored.runs.tool, options, value("SEED"), inject, out, jobs, over
        ).fault
    except shrink_cl.Refused as error:
        raise Refused(f"RUN: {error}") from None
    print(line_of_small(stored, out if kernel[1] else os.path.join(out, shrink_cl.PROGRAM), fault))
    return 0


def debug():
    if value("DEVICE") not in ("", "model", "lockstep"):
        raise Refused(f'DEVICE: found "{value("DEVICE")}", expected lockstep or model')
    if value("CHECK") == "off":
        raise Refused("CHECK=off: the debugger shows both sides, and needs the model")
    if not value("TEST").strip():
        raise Refused("make debug: which? TEST=... (make list)")
    runs = Runs("debug")
    found, known = tests()
    if len(found) > 1:
        raise Refused(f"make debug: one test, found {len(found)}: TEST=... (make list)")
    more = ["--gdb", value("GDB")] if value("GDB") else ["--debug"]
    return Terminal.execute(runs.command(runs.tool, found[0], seed(), *(more if known else ())))


# ---- the other targets -----------------------------------------------------------------------------


def cover():
    runs = Runs("cover")
    found, known = tests()
    if len(found) != 1 or len(seeds()) != 1:
        raise Refused(f"make cover: one test and one seed, found {len(found)} and {len(seeds())}")
    table = os.path.join(runs.below, f"cover-{os.getpid()}.tsv")
    try:
        code = Terminal.execute(
            runs.command(runs.tool, found[0], seeds()[0], *(["--coverage", table] if known else []))
        )
        points = os.path.join(os.path.dirname(runs.tool), "points.tsv")
        return code or Terminal.execute(["scripts/wavelock", "cover.coverage", "--points", points, table])
    finally:
        if os.path.exists(table):
            os.remove(table)


def first_and_how_many(default):
    """What SEEDS and FIRST say of random programs; None where they say nothing and there is no default."""
    several = re.fullmatch(r"([0-9]{1,18})\.\.([0-9]{1,18})", value("SEEDS"))
    if several:
        if value("FIRST"):
            raise Refused(f"FIRST={value('FIRST')} and SEEDS={value('SEEDS')}: one of them")
        first, last = map(int, several.groups())
        if 0 < first <= last:
            return first, last - first + 1
    if value("SEEDS") and (several or not re.fullmatch("0*[1-9][0-9]{0,17}", value("SEEDS"))):
        raise Refused(f'SEEDS: found "{value("SEEDS")}", expected a range as 1..20 or a number from 1')
    return number("FIRST", 1) if value("FIRST") else None, int(value("SEEDS")) if value("SEEDS") else default


def random():
    if value("CHECK") == "off":
        raise Refused("CHECK=off: random programs have no expectations but the model's")
    judge_values(("PURE", *OF_THE_UNIT))
    first, many = first_and_how_many(20)
    first = first or 1
    return [
        "scripts/wavelock",
        "campaigns.random_programs",
        str(first),
        str(first + many - 1),
        "--profile",
        value("PROFILE") or "default",
        "--count",
        str(number("COUNT", 1000)),
        "--jobs",
        str(parallel()),
        "--tool",
        os.path.join(built(), "wavelock"),
        "--runs",
        outputs()[0],
        *(["--cover", value("COVER")] if value("COVER") else []),
        "--",
        *given({"INJECT": "--inject", "PURE": "--pure", **OF_THE_UNIT}),
        *(["--exposed-hazards", value("EXPOSED_HAZARDS")] if "=" in value("EXPOSED_HAZARDS") else []),
    ]


def code_coverage():
    """The runs of TEST on one unit; without it vectors and random programs, also on a unit that has all the rest."""
    unit = built()
    words = ["--out", os.path.join(outputs()[0], "coverage"), "--jobs", str(parallel())]
    if value("TEST"):
        for name in ("FIRST", "COUNT", "PROFILE"):
            if value(name):
                raise Refused(f"{name} is for random programs, TEST for tests: one of them")
        judge_values(("SEED",))
        found, known = tests()
        if not known:
            raise Refused(f'TEST: found "{found[0]}", expected a test (make list)')
        runs = [f"{test}@{seed}" for test in found for seed in seeds()]
        return ["scripts/wavelock", "cover.code_coverage", "all", *words, "--units", unit, "--", *runs]
    if value("SEED"):
        raise Refused("SEED is for TEST; random programs have SEEDS and FIRST")
    first, many = first_and_how_many(2)
    words += ["--first", str(first or 1), "--seeds", str(many), "--count", str(number("COUNT", 1000))]
    words += ["--profile", value("PROFILE")] if value("PROFILE") else []
    if unit != "build":
        return ["scripts/wavelock", "cover.code_coverage", "all", *words, "--units", unit]
    other = os.path.join("build", "-".join(("gfx906", "rdna", "alias", "control")))
    build_unit(other, {"ISA": "gfx906", "MEMORY": "rdna", "VCC_ALIAS": "1", "CONTROL_WORDS": "1"}, "wavelock-counted")
    return ["scripts/wavelock", "cover.code_coverage", "all", *words, "--whole", "--units", f"{unit} {other}"]


def build_unit(folder, variables, *names):
    """Builds programs of another unit, if this is make's call."""
    if "MAKELEVEL" not in os.environ:
        return
    env = {**os.environ, "BUILD": folder, **variables}
    targets = [os.path.join(folder, name) for name in (*names, "wavelock-random")]
    if subprocess.run(["scripts/build", *targets], env=env, close_fds=False, check=False).returncode:
        raise Refused(f"{' '.join(targets)} could not be built")


def build_for(names, kinds):
    """Builds what the kinds of jobs need, unit by unit, if this is make's call. kinds: the module."""
    if "MAKELEVEL" not in os.environ:
        return
    for folder, targets in kinds.targets(names).items():
        variables = {"BUILD": os.path.join("build", folder), **kinds.UNITS.get(folder, {})}
        done = subprocess.run(
            ["scripts/build", *targets], env={**os.environ, **variables}, close_fds=False, check=False
        )
        if done.returncode:
            raise Refused(f"{' '.join(targets)} could not be built")


def nightly():
    from wl.night import kinds

    hours, name = value("HOURS"), value("RUN")
    if hours and not (re.fullmatch(r"[0-9]*\.?[0-9]+", hours) and float(hours) > 0):
        raise Refused(f'HOURS: found "{hours}", expected a number above 0, as 8 or 0.5')
    if value("SHRINK") and not re.fullmatch(r"[0-9]+", value("SHRINK")):
        raise Refused(f'SHRINK: found "{value("SHRINK")}", expected seconds, as 300, or 0')
    if name and not re.fullmatch(r"\w[\w.-]*", name):
        raise Refused(f"""RUN: found "{name}", expected a name of letters, digits, '-', '_' and '.'""")
    first, many = first_and_how_many(None)
    if value("LISTINGS") and not os.path.isdir(value("LISTINGS")):
        raise Refused(f'LISTINGS: found "{value("LISTINGS")}", expected a folder')
    # What is said of random programs alone asks for them alone.
    of_random = any(value(name) for name in ("SEEDS", "PROFILE", "COUNT", "INJECT"))
    chosen = value("KINDS") or (kinds.Random.name if of_random else " ".join(kinds.KINDS))
    if "KINDS" in VARIABLES and not value("KINDS").strip():  # make takes blanks away
        chosen = ""
    for kind in chosen.split() or [chosen]:
        if kind not in kinds.KINDS:
            raise Refused(f'KINDS: found "{kind}", expected some of {" ".join(kinds.KINDS)}')
    asked = {
        "--name": name,
        "--kinds": chosen,
        "--launcher": value("LAUNCHER"),
        "--listings": value("LISTINGS"),
        "--shrink": value("SHRINK"),
        "--cover": value("COVER"),
        "--hours": hours,
        "--jobs": parallel(),
        "--seeds": many,
        "--first": first,
        "--profile": value("PROFILE"),
        "--count": number("COUNT", 1) if value("COUNT") else None,
        "--inject": value("INJECT"),
        "--runs": outputs()[0],
    }
    build_for(chosen.split(), kinds)
    return [
        "scripts/wavelock",
        "night.nightly",
        *(["--fresh"] if flag("FRESH") else []),
        *(["--rank"] if flag("RANK") else []),
        *(f"{option}={text}" for option, text in asked.items() if text),
    ]


def seed_and_count():
    return [
        word
        for name, least in (("SEED", 0), ("COUNT", 1))
        if name in VARIABLES
        for word in (f"--{name.lower()}", str(number(name, 1, least)))
    ]


def lds_unit():
    return [os.path.join(built(), "wavelock-lds-unit"), *seed_and_count()]


def exec_unit():
    return [os.path.join(built(), "wavelock-exec-unit"), *seed_and_count()]


def format_unit():
    seed = ["--seed", str(number("SEED", 1, 0))] if "SEED" in VARIABLES else []
    return ["scripts/wavelock", "tests.test_format_unit", "--whole", *seed]


def vmem_unit():
    return [os.path.join(built(), "wavelock-vmem-unit"), *seed_and_count()]


def vector_unit():
    return campaign("wavelock-vector-unit", *seed_and_count(), *(["--all", "1"] if flag("ALL") else []))


def probe_check():
    if not value("UNIT"):
        raise Refused("make probe-check: of which unit? UNIT=<its folder> (docs/second-unit.md)")
    return ["scripts/wavelock", "door.probe_check", os.path.join(built(), "wavelock"), *given({"PLUS": "--plus"})]


def fuzz():
    return [os.path.join(built(), "wavelock-fuzz"), *seed_and_count()]


def sass_fuzz():
    return [os.path.join(built(), "wavelock-sass-fuzz"), *seed_and_count()]


def sass_listings():
    folder = value("LISTINGS")
    if not os.path.isdir(folder):
        raise Refused(f'LISTINGS: found "{folder}", expected a folder')
    return ["scripts/wavelock", "control.listings", folder]


def campaign(program, *options):
    """With RECORD=1 it writes the record. It reads the variable itself."""
    flag("RECORD")
    return ["scripts/wavelock", "campaigns.exhaustive", os.path.join(built(), program), *options]


def exhaustive():
    return campaign("wavelock-exhaustive")


def bench():
    return ["scripts/wavelock", "campaigns.bench", *shlex.split(value("BENCH"))]


OTHERS = {
    "code-coverage": code_coverage,
    "random": random,
    "nightly": nightly,
    "lds-unit": lds_unit,
    "exec-unit": exec_unit,
    "format-unit": format_unit,
    "vmem-unit": vmem_unit,
    "vector-unit": vector_unit,
    "fuzz": fuzz,
    "sass-fuzz": sass_fuzz,
    "sass-listings": sass_listings,
    "exhaustive": exhaustive,
    "bench": bench,
    "probe-check": probe_check,
}


OF_CASES = ("sim", "run", "waves")  # several runs leave a junit.xml, the Makefile knows it too
HERE = {"cover": cover, "debug": debug, "replay": replay, "diff": diff, "shrink": make_small}


def main():
    targets = ("sim", "run", "waves", *HERE, *OTHERS)
    words = sys.argv[1:]
    if words[:1] == ["--judge"]:
        end = words.index("--")
        last = words.index("--", end + 1) if "--" in words[end + 1 :] else len(words)
        given, strays = words[end + 1 : last], words[last + 1 :]
        asked = [word for word in words[1:end] if word in targets or word in OF_MAKE_ALONE]
        try:
            if asked:
                judge(asked, given)
                judge_environment(asked, strays)
        except Refused as error:
            print(error)
        return 0
    if not words or words[0] not in targets or not all(re.match(r"\w+=", word) for word in words[1:]):
        print(f"{__doc__}\nTARGET is one of {', '.join(targets)}", file=sys.stderr)
        return ERROR
    target, typed = words[0], dict(word.split("=", 1) for word in words[1:])
    os.environ.update(typed)
    mine = {*typed, *os.environ.pop("WAVELOCK_TYPED", "").split(), *OF_ENVIRONMENT}
    VARIABLES.update((name, os.environ[name]) for name in mine if name in USED_BY and name in os.environ)
    strays = [name for name in USED_BY if name in os.environ and name not in mine]
    os.chdir(ROOT)
    try:
        judge([target], typed)
        judge_environment([target], strays)
        if target in OTHERS:
            argv = OTHERS[target]()
        for name in set(USED_BY) - OF_ENVIRONMENT - READ_LATER | set(strays):
            os.environ.pop(name, None)
        if target in OTHERS:
            os.execv(argv[0], argv)
        return HERE[target]() if target in HERE else Runs(target).run()
    except (Refused, foreign.Damaged) as error:
        if target in OF_CASES:
            runner.forget(os.path.join(value("OUT") or "runs", "junit.xml"))
        print(f"ERROR: {error}", file=sys.stderr)
        return ERROR
    except BrokenPipeError:  # nobody reads on
        runner.leave_output()
        return runner.UNREAD


if __name__ == "__main__":
    try:
        sys.exit(main())
    except OSError as error:
        if error.filename is not None:
            raise
        print(f"ERROR: standard output cannot be written: {error.strerror}", file=sys.stderr)
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # what Python still has for it
        sys.exit(ERROR)
