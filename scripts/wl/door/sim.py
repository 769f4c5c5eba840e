# SPDX-License-Identifier: Apache-2.0
"""make sim, run, waves, debug and cover: runs of the tests that TEST names, with what the variables say.

A single run imports little: what the others need is imported where they need it.
"""
import fcntl
import hashlib
import itertools
import os
import re
import signal
import sys

from wl.door import build as building
from wl.door import near, unit
from wl.door.values import VARIABLES, Refused, flag, parallel, value
from wl.door.variables import FLAGS, OF_THE_UNIT, OPTIONS, USED_BY, given, judge_values


ERROR = 6  # docs/verdicts.md
VECTORS = ("vectors", os.path.join("build", "vectors"))
PROGRAMS = (".s", ".cl", ".co", ".comp")  # endings of what runs without a description
TAG = "tag:"  # before a tag in TEST: vectors/tags.txt
# Select runs or the output folder; the line that repeats a run leaves them out.
OF_MANY = ("TEST", "SEED", "SEEDS", "JOBS", "OUT")
# Variables that name the file or folder of one run.
OF_ONE_RUN = ("TRACE", "PIPE", "PERFETTO", "VIEWER")
# Options that need the events of the probe.
OF_EVENTS = ("CONFLICTS", "STATS", "PIPE", "PERFETTO", "VIEWER")


def waves_wanted():
    """The value of WAVES: "" for none, "1" for a second run, "auto" or "auto:before,after" for the first run itself."""
    text = value("WAVES")
    if not re.fullmatch(r"|0|1|auto(:[0-9]{1,9},[0-9]{1,9})?", text):
        raise Refused(f'WAVES: found "{text}", expected 0, 1, auto or auto:before,after')
    return text.removeprefix("0")


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


def is_named(test):
    """Whether a test of the vectors has the name."""
    name = test.rstrip("/")
    if os.path.normpath(name) != name or name.startswith(("/", "..")):
        return False
    below = [os.path.join(root, name) for root in VECTORS]
    return any(os.path.isfile(path) for b in below for path in (os.path.join(b, "test.json"), f"{b}.json"))


def is_one(test):
    return is_named(test) or any(map(os.path.isfile, (test, f"{test}.json", os.path.join(test, "test.json"))))


def expand(word, names):
    """The tests that a word of TEST means. One that means none is left to the tool, which knows names that are near."""
    if is_one(word):
        return [word]
    below = os.path.join(value("UNIT"), word)
    if value("UNIT") and (is_one(below) or os.path.isdir(below)):
        return [below] if is_one(below) else sorted(of_folder(below)) or [word]
    if word.startswith(TAG):
        return tagged(word, names)
    below = word.rstrip("/") + "/"
    if any(c in word for c in "*?["):
        import fnmatch
        import glob

        files = [path for path in glob.glob(word) if is_one(path) or os.path.splitext(path)[1] in PROGRAMS]
        return sorted(fnmatch.filter(names, word)) or sorted(files) or [word]
    return sorted(name for name in names if name.startswith(below)) or sorted(of_folder(word)) or [word]


def tagged(word, names):
    """The tests with a tag that the unit is for; how many others there are is said."""
    from wl.door import tags
    from wl.runs import descriptions, units

    found = tags.by_tag(names)
    if word.removeprefix(TAG) not in found:
        raise Refused(f'TEST: found "{word}", expected {TAG} and one of {" ".join(sorted(found))}')
    several = found[word.removeprefix(TAG)]
    fit = [test for test in several if units.fits(descriptions.path(test), units.of(value("CONFIG")))]
    if len(fit) < len(several):
        others = [test for test in several if test not in fit]
        names = " ".join(others)
        print(f"{word}: {len(others)} of {len(several)} tests are for other units: {names}", file=sys.stderr)
    if not fit:
        raise Refused(f"TEST: no test of {word} is for this unit")
    return fit


def of_folder(path):
    """The tests below a folder that is given by its path: of vectors/ their names, of another one their paths. A folder
    without any has shaders."""
    import glob

    found = {os.path.join(path, name) for name in tests_below(path)}
    for root in map(os.path.abspath, VECTORS):
        below = os.path.relpath(os.path.abspath(path), root)
        if below == "." or not below.startswith(".."):
            found = {name for name in names_of_tests() if below in (".", name) or name.startswith(below + "/")}
    return found or set(glob.glob(os.path.join(glob.escape(path), "*.comp")))


def no_option(test):
    """A file whose name begins with a dash is no option of the compiler."""
    return f"./{test}" if test.startswith("-") and os.path.exists(test) else test


def tests():
    """The tests that TEST names, and whether all of them are there. A shader is known by the description made of it."""
    found, known = named()
    return [described(test) if test.endswith(".comp") and os.path.isfile(test) else test for test in found], known


def described(shader):
    """The description of a shader for the unit, or for GPU."""
    from wl.runs import shaders, units

    own = "vega20" if "gfx906" in units.of(value("CONFIG")) else "vega10"
    gpu = value("GPU", own)
    if gpu not in shaders.GPUS:
        raise Refused(f'GPU: found "{gpu}", expected one of {", ".join(shaders.GPUS)}')
    if shaders.GPUS[gpu] != shaders.GPUS[own]:
        how = "with" if shaders.GPUS[gpu] == "gfx906" else "without"
        raise Refused(f"GPU={gpu} is for {shaders.GPUS[gpu]}, the unit is {shaders.GPUS[own]} (CONFIG {how} gfx906)")
    program = os.path.join("build", shaders.PROGRAM)
    build(program, "the compiler of shaders")
    try:
        return shaders.described(shader, program, gpu, not flag("NOOPT"), shader_cache())
    except shaders.Refused as error:
        raise Refused(f"{shader}: {error}") from None


def shader_cache():
    """The folder of what is made of shaders, beside the cache of kernels."""
    from wl.runs import shaders

    cache = outputs()[1]
    return os.path.join(os.path.dirname(cache), "shaders") if cache else shaders.CACHE


def named():
    """The tests as TEST names them, and whether all of them are there."""
    text = value("TEST")
    if is_one(text):
        return [no_option(text)], True
    if os.path.isdir(text) and of_folder(text):  # its name may have spaces
        return sorted(of_folder(text)), True
    import shlex

    names = names_of_tests()
    try:
        words = shlex.split(text)
    except ValueError:
        words = [text]
    found = [no_option(test) for word in words for test in expand(word, names)]
    unknown = [test for test in found if not is_one(test)]
    new = near.renamed_test(unknown[0]) if unknown else None
    if new and all(is_one(test) for test in expand(new, names)):
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
    import tempfile

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

    It is held by a lock on itself. Files of an earlier run in it are removed; those of a run that failed move to
    NAME.failed, in place of what is there. An empty folder does not stay.
    """

    def __init__(self, below, name):
        for n in itertools.count(1):
            self.path = os.path.join(below, f"{name}.{n}" if n > 1 else name)
            if self._claim():
                break
        ends = ("report.json", "result.json", ".fst", ".gtkw", ".instructions", ".classes", ".png")
        files = [file for file in os.listdir(self.path) if file.endswith(ends)]
        if "result.json" in files and self._has_failed():
            self._keep(files)
            return
        for file in files:
            os.remove(os.path.join(self.path, file))

    def _has_failed(self):
        """Whether the run that left the folder failed. A damaged result is of no run that somebody looks at."""
        from wl.runs import foreign, results

        try:
            verdict = foreign.read(os.path.join(self.path, "result.json"), results.FACTS)["verdict"]
        except foreign.Damaged:
            return False
        return verdict not in ("PASS", results.UNCHECKED)

    def _keep(self, files):
        import shutil

        kept = self.path + ".failed"
        shutil.rmtree(kept, ignore_errors=True)
        os.makedirs(kept)
        for file in files:
            os.rename(os.path.join(self.path, file), os.path.join(kept, file))

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
    """The exit code of a tool: for an interrupted process the shell's, for one that died of another signal ERROR."""
    if code >= 0:
        return code
    if -code in (signal.SIGINT, signal.SIGTERM, signal.SIGPIPE):
        return 128 - code
    say(f"ERROR: {tool} was ended by {signal.Signals(-code).name}", error=True)
    return ERROR


class Terminal:
    """A run whose output is seen as it comes. A signal reaches the tool, whose exit code counts. Python ignores
    SIGPIPE; the tool does not."""

    @staticmethod
    def execute(argv, quiet=False):
        sys.stdout.flush()
        nowhere = [(os.POSIX_SPAWN_OPEN, stream, os.devnull, os.O_WRONLY, 0) for stream in (1, 2)]
        files = nowhere if quiet else []
        process = os.posix_spawnp(argv[0], argv, os.environ, file_actions=files, setsigdef=[signal.SIGPIPE])
        signal.signal(signal.SIGINT, lambda *_: None)  # the terminal's key goes to both
        signal.signal(signal.SIGTERM, lambda *_: os.kill(process, signal.SIGTERM))
        code = os.waitstatus_to_exitcode(os.waitpid(process, 0)[1])
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
    from wl.failures import waves

    try:
        return waves.window(os.path.join(run_dir, "report.json"))
    except waves.Failed:
        return None


WRITES_WAVES = "the unit that writes waveforms"


def build(target, what):
    """Builds a tool in the middle of a run."""
    made = building.Build(os.path.dirname(target), [target], unit.variables())
    if not made.is_done() and made.make("--question", "READ_ONLY=1"):
        print(f"building {target}, {what}", file=sys.stderr, flush=True)
    if made.run():
        raise Refused(f"{target} could not be built")


class Runs:
    """The runs of one call: TARGET with what the variables say."""

    def __init__(self, target):
        self.target = target
        folder = unit.built()
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
        self.options += [option for name, option in FLAGS.items() if flag(name)]
        self.waves = waves_wanted() if target == "sim" else ""
        self.auto = self.waves.startswith("auto")
        if self.auto:
            self.tool = self.trace_tool
        self.below, cache = outputs()
        self.cache = ["--cache", cache] if cache else []
        self.coverage = None  # a folder: each run that passes leaves what it covers there

    def command(self, tool, test, seed, *more):
        return [tool, "--seed", seed, *self.options, *self.cache, *more, "--", test]

    def one(self, where, test, seed, several=False):
        """Runs a test: the exit code."""
        with Folder(self.below, run_name(test, seed, self.options)) as folder:
            stem = os.path.splitext(os.path.basename(test.rstrip("/").removesuffix("/test.json")))[0]
            fst = os.path.join(folder.path, re.sub(r"[^\w.-]+", "_", stem, flags=re.ASCII) + ".fst")
            more = ["--run-dir", folder.path] + (["--waves", fst] if self.target == "waves" else [])
            table = self.coverage and os.path.join(self.coverage, os.path.basename(folder.path) + ".tsv")
            if table:
                more += ["--coverage", table]
            if self.auto:
                more += ["--waves-auto", fst + self.waves.removeprefix("auto")]
            code = where.execute(self.command(self.tool, test, seed, *more))
            if table and code and os.path.exists(table):
                os.remove(table)
            if self.target == "waves":
                shown = self.show(where, fst, folder.path, several)
                return code if shown or code else ERROR
            if os.path.exists(fst):
                self.show(where, fst, folder.path, several)
            cycles = window(folder.path) if code and self.waves == "1" else None
            if cycles:
                build(self.trace_tool, WRITES_WAVES)
                more = ["--waves", f"{fst}:{cycles}"]  # the run before gave the result
                again = where.execute(self.command(self.trace_tool, test, seed, *more), quiet=True)
                if again != code and not os.path.exists(fst):
                    import shutil

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
        import glob
        import shlex
        import subprocess

        from wl.failures import waves

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
        """A run of several, for the runner."""
        import shlex

        from wl.runs import programs, results, runner

        ours = [name for name, takers in USED_BY.items() if self.target in takers and name not in OF_MANY]
        typed = "".join(f" {name}={shlex.quote(value(name))}" for name in ours if value(name))

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

        again = f"make {self.target} TEST={shlex.quote(test)} SEED={seed}{typed}"
        return runner.Job(f"{test} seed {seed}", call=call, seed=seed, again=again)

    def run(self):
        if not value("TEST").strip():
            raise Refused(f"make {self.target}: which? TEST=... (make list)")
        found, known = tests()
        wanted = seeds()
        if not known:  # the tool says so, and which names are near
            from wl.runs import runner

            runner.forget(os.path.join(self.below, "junit.xml"))
            return Terminal.execute(self.command(self.tool, found[0], wanted[0]))
        runs = [(test, seed) for test in found for seed in wanted]
        if len(runs) == 1:
            return self.one(Terminal, *runs[0])
        for name in filter(value, OF_ONE_RUN):
            raise Refused(f"{name} is of one run, found {len(found)} tests and {len(wanted)} seeds")
        if self.waves == "1":
            build(self.trace_tool, WRITES_WAVES)  # once, and not beside the runs
        from wl.runs import runner

        junit = os.path.join(self.below, "junit.xml")
        return runner.run([self.job(*r) for r in runs], parallel(), junit, f"make {self.target}")


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


def cover():
    """Runs the tests and prints one report of what those that pass cover together."""
    import glob
    import tempfile

    from wl.cover.coverage import Coverage
    from wl.door.kinds import script

    runs = Runs("cover")
    own = unit.has_own_isa()
    if value("UNIT") and not own:
        Terminal.say(f"{value('UNIT')}: the points are of all of GFX9; those of what the unit lacks stay holes")
    with tempfile.TemporaryDirectory() as runs.coverage:
        code = runs.run()
        tables = sorted(glob.glob(os.path.join(runs.coverage, "*.tsv")))
        if not tables:
            return code
        if own:  # its instructions alone
            counts = Coverage()
            for table in tables:
                counts.add_file(table)
            Terminal.say(counts.markdown().rstrip())
            return code
        points = os.path.join(os.path.dirname(runs.tool), "points.tsv")
        return Terminal.execute(script("cover.coverage", "--points", points, *tables)) or code
