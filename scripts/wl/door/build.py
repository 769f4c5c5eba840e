# SPDX-License-Identifier: Apache-2.0
"""Builds targets by the rules of mk/build.mk, if something has changed.

usage: scripts/wavelock door.build [VARIABLE=value ...] TARGET...

It takes the variables of the unit, and the rules' own (RULES). One make at a time writes to a folder of the build.
Another one waits for it, and then looks at what there is to do. Each process of a build has the lock: where make alone
is killed, the next waits for the compilers that it left. In a read-only tree nothing is built: existing
up-to-date builds are used.

Files in a folder of the build say what it was built from:
  .stamp    for each set of targets: the sums of all that a build of them reads, and what came out. Where both are as
            they were, make is not started.
  .sources  of each file of the tree: size, times, inode and sum, as the last build found it.
.times has the seconds of the last builds, by targets and by what had changed. .lock names what is being built.
make goes by times alone. So a file with other contents gets the time of now, if it is not newer than that build. A copy
of an older file with its own time (cp -p, rsync -a, tar) is a change, too.
"""
import fcntl
import hashlib
import json
import os
import signal
import sys
import time

from wl import ROOT
from wl.door.progress import Progress, duration, named
from wl.door.values import Refused
from wl.runs import unit_folder, units

# Variables of the rules that a user may type. A make below this one gets them by WAVELOCK_RULES.
RULES = ("MUTANTS", "CC", "CXX", "CCACHE", "CFLAGS", "SANITIZE", "VERILATOR", "VERILATOR_ROOT", "VERILATED_OPT")
RULES += ("VERILATED_SPLIT", "LEVELS")
# Further inputs of a build: variables of the environment, and programs whose version changes its output.
ENVIRONMENT = ("PATH", "CPATH", "C_INCLUDE_PATH", "LIBRARY_PATH", "LD_LIBRARY_PATH", "PKG_CONFIG_PATH")
ENVIRONMENT += ("SYSTEMC_INCLUDE", "SYSTEMC_LIBDIR", *RULES)
PROGRAMS = ("gcc", "g++", "verilator", "llvm-config-16", "llvm-bolt-16")
STAMPS = 64  # of a folder: the last ones
TIMES = 64  # of a folder: the last ones
TICK = 20_000_000  # nanoseconds: a file that is changed twice in so short a time may keep its times
OUTPUTS = ("build", "runs")  # folders of the tree in which no source lies


def folder_of(unit):
    """In which a unit is built."""
    return os.path.join("build", units.name(units.of_variables(unit))).rstrip("/")


# ---- what a build reads ----------------------------------------------------------------------------


def state_of(path):
    """The facts by which a changed file is known, or None where there is none."""
    try:
        found = os.stat(path)
    except OSError:
        return None
    return (found.st_size, found.st_mtime_ns, found.st_ctime_ns, found.st_ino)


def files_below(top):
    """(path, state) of each file below a folder, but for what is built and what runs leave."""
    folders = [top]
    while folders:
        folder = folders.pop()
        with os.scandir(folder) as entries:
            for entry in entries:
                name = entry.name
                if entry.is_dir(follow_symlinks=False):
                    if not name.startswith(".") and name != "__pycache__" and (folder != "." or name not in OUTPUTS):
                        folders.append(entry.path)
                elif entry.is_file():
                    found = entry.stat()
                    yield entry.path, (found.st_size, found.st_mtime_ns, found.st_ctime_ns, found.st_ino)


def commit():
    """Files that name the commit: a tool has it in its text."""
    try:
        git = ".git"
        if os.path.isfile(git):
            with open(git, encoding="utf-8") as file:
                git = file.read().strip().removeprefix("gitdir: ")
        with open(os.path.join(git, "HEAD"), encoding="utf-8") as file:
            head = file.read().strip()
        common = git
        if os.path.exists(os.path.join(git, "commondir")):
            with open(os.path.join(git, "commondir"), encoding="utf-8") as file:
                common = os.path.join(git, file.read().strip())
        branch = os.path.join(common, head.removeprefix("ref: "))
        states = [state_of(os.path.join(common, name)) for name in ("packed-refs", "refs/tags")]
        if os.path.isfile(branch):
            with open(branch, encoding="utf-8") as file:
                head += file.read()
        return [head, *states]
    except OSError:
        return []


def programs():
    """The states of PROGRAMS and of those that RULES name, as PATH finds them."""
    folders = os.environ.get("PATH", os.defpath).split(os.pathsep)
    found = {name: next(filter(None, (state_of(os.path.join(f, name)) for f in folders)), None) for name in PROGRAMS}
    return list(found.items())


class Sources:
    """The files that a build of a unit reads, as they are now."""

    def __init__(self, unit):
        self.at = time.time_ns()
        self.states = dict(files_below("."))
        if "UNIT" in unit:  # it may lie outside of the tree, in build/, and its sources elsewhere
            for path in (unit["UNIT"], *unit_folder.outside(unit["UNIT"])):
                self.states.update(files_below(path) if os.path.isdir(path) else {path: state_of(path)})
        self.besides = [commit(), programs(), [os.environ.get(name) for name in ENVIRONMENT]]
        self.sums = None

    def quick(self):
        """A sum of their states."""
        return sum_of((sorted(self.states.items()), self.besides))

    def contents(self):
        """A sum of their contents alone; after read()."""
        return sum_of(sorted(self.sums.items()))

    def read(self, known):
        """Takes the sum of a file that is as it was from `known`, {path: (*state, sum)}, and reads the others."""
        self.sums = {}
        for path, state in self.states.items():
            *before, total = known.get(path, ("",))
            self.sums[path] = total if tuple(before) == state else sum_of_file(path)

    def settled(self):
        """Whether no file has changed so lately that another change of it could go unseen."""
        return max((max(state[1], state[2]) for state in self.states.values()), default=0) < self.at - TICK

    def table(self):
        return {path: (*state, self.sums[path]) for path, state in self.states.items()}


def sum_of(what):
    return hashlib.blake2b(repr(what).encode(errors="surrogateescape"), digest_size=16).hexdigest()


def sum_of_file(path):
    try:
        with open(path, "rb") as file:
            return hashlib.blake2b(file.read(), digest_size=16).hexdigest()
    except OSError:
        return ""


# ---- what is kept of a build -----------------------------------------------------------------------


def load(path):
    """The object in a file of this module; {} if the file is missing or no such file."""
    try:
        with open(path, encoding="utf-8") as file:
            found = json.load(file)
        return found if isinstance(found, dict) else {}
    except (OSError, ValueError):
        return {}


def save(path, what):
    with open(f"{path}.new", "w", encoding="utf-8") as file:
        json.dump(what, file)
    os.replace(f"{path}.new", path)


def outcome(folder, targets):
    """The output of a build: the states of the targets, and the names of all programs and libraries beside them."""
    with os.scandir(folder) as entries:
        names = [entry.name for entry in entries if entry.name.startswith(("wavelock", "libwavelock", "points."))]
    beside = sorted(name for name in names if not name.endswith((".part", ".part.o", ".notes", ".new")))
    return {target: state_of(target) for target in targets}, beside


def as_it_was(stamp, folder):
    """Whether all that came out of a build is still there: the targets by size and time, which a copy keeps."""
    return all(map(os.path.exists, (os.path.join(folder, name) for name in stamp["beside"]))) and all(
        state and state[:2] == list(state_of(target) or ())[:2] for target, state in stamp["outputs"].items()
    )


def touch_older(sources, before, ended):
    """A file whose contents changed, and that is not newer than what was built of others, becomes newer."""
    for path, state in sources.states.items():
        if before.get(path, ("",))[-1] != sources.sums[path] and state[1] <= ended:
            try:
                os.utime(path)
            except OSError as error:
                raise Refused(f"{path}: it has changed, and its time cannot be set: {error.strerror}") from None
            sources.states[path] = state_of(path)


def changed(sources, before):
    """Which of the folders that tools are made of have other files than a build before: "all" if there was none."""
    if not before:
        return "all"
    paths = {path for path in {*before, *sources.sums} if before.get(path, ("",))[-1] != sources.sums.get(path, "")}
    tops = {path.removeprefix("./").split(os.sep)[0] for path in paths}
    return " ".join(sorted(tops & {"examples", "mk", "refmodel", "rtl", "tb", "vectors"}))


def holder(path):
    """What the make that has a lock builds, and since when: a phrase, or nothing if it has not said so yet."""
    found = load(path)
    try:
        return f" {named(found['targets'])}, for {duration(max(0, time.time() - found['at']))}"
    except (KeyError, TypeError):
        return ""


# ---- make ------------------------------------------------------------------------------------------


def flags():
    """The flags of the make above for the one below: its jobs, and what is said. Not -i, -q and -t: with these an old
    program would pass for a new one."""
    words = os.environ.get("MAKEFLAGS", "").split(" -- ")[0]
    first, *rest = words.split(" ")
    kept, letters = [], first if first[:1] != "-" else ""
    for word in rest if letters or not first else [first, *rest]:
        if word.startswith(("-j", "-l", "-O", "--jobserver", "--output-sync", "--trace", "--debug", "--no-print")):
            kept.append(word)
        elif word.startswith("-") and not word.startswith("--"):
            letters += word[1:]
    letters = "".join(letter for letter in letters if letter in "Bdknsw")
    return ([f"-{letters}"] if letters else []) + kept


def flag(letter):
    """Whether make was called with this flag."""
    return any(letter in word for word in flags() if not word.startswith(("--", "-j", "-l", "-O")))


def spawn(argv, env):
    """Runs a program of PATH: its exit code. A key of the terminal goes to both, and this waits for the program. Python
    ignores SIGPIPE; the program does not."""
    process = os.posix_spawnp(argv[0], argv, env, setsigdef=[signal.SIGPIPE])
    old = signal.signal(signal.SIGTERM, lambda *_: os.kill(process, signal.SIGTERM))
    try:
        return os.waitstatus_to_exitcode(os.waitpid(process, 0)[1])
    except KeyboardInterrupt:
        os.waitpid(process, 0)
        raise
    finally:
        signal.signal(signal.SIGTERM, old)


class Build:
    """targets: paths and names of mk/build.mk; folder: of the unit; variables: of the unit and of the rules."""

    def __init__(self, folder, targets, variables):
        self.folder, self.targets = folder, list(targets)
        self.unit = {name: text for name, text in variables.items() if text}
        if "UNIT" in self.unit:
            self.unit["UNIT"] = unit_folder.path_of(self.unit["UNIT"])
        typed = dict(word.split("=", 1) for word in json.loads(os.environ.get("WAVELOCK_RULES", "[]")))
        words = {**self.unit, **typed, "BUILD": folder}
        self.words = [f"{name}={text.replace('$', '$$')}" for name, text in words.items()]
        self.key = " ".join([*sorted(self.words), *self.targets])
        self.flags = flags()

    def path(self, name):
        return os.path.join(self.folder, name)

    def make(self, *more):
        """Runs make: its exit code."""
        own = [] if any(word.startswith(("-j", "--jobserver")) for word in self.flags) else [f"-j{os.cpu_count() or 1}"]
        own += [] if os.environ.get("V") else ["--silent"]
        argv = ["make", "--no-print-directory", "-f", "mk/build.mk", *own, *more, *self.words, *self.targets]
        others = ("MAKEOVERRIDES", "MFLAGS", *units.VARIABLES)
        env = {name: text for name, text in os.environ.items() if name not in others}
        env["MAKEFLAGS"] = " ".join(self.flags)
        if "UNIT" in self.unit:
            unit_folder.write_lists(self.unit["UNIT"], self.folder)
        return spawn(argv, env)

    def is_done(self):
        """Whether what a build would do is done: it is known what it was built from, and that is as it was."""
        self.sources = Sources(self.unit)
        stamp = load(self.path(".stamp")).get(self.key)
        return bool(stamp) and stamp["quick"] == self.sources.quick() and as_it_was(stamp, self.folder)

    def run(self):
        """Builds: the exit code."""
        forced = flag("B") or flag("n")
        if not forced and self.is_done():
            return 0
        try:
            os.makedirs(self.folder, exist_ok=True)
            lock = os.open(self.path(".lock"), os.O_RDWR | os.O_CREAT, 0o666)
        except OSError:
            return self.look()
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            path = self.path(".lock")
            said = f"waiting for another make that builds in this tree{holder(path)} ({path})"
            print(said, file=sys.stderr, flush=True)
            fcntl.flock(lock, fcntl.LOCK_EX)
        os.ftruncate(lock, 0)
        os.pwrite(lock, json.dumps({"targets": self.targets, "at": time.time()}).encode(), 0)
        os.set_inheritable(lock, True)  # the processes of the build have it
        try:
            return self.locked(forced)
        finally:
            os.close(lock)

    def locked(self, forced):
        self.sources = Sources(self.unit)  # another make may have built meanwhile
        last = load(self.path(".sources"))
        before = last.get("files", {})
        self.sources.read(before)
        stamps = load(self.path(".stamp"))
        stamp = stamps.get(self.key)
        now = self.sources.contents(), sum_of(self.sources.besides)
        done = not forced and bool(stamp) and (stamp["contents"], stamp["besides"]) == now
        if done and as_it_was(stamp, self.folder):
            self.keep(stamps, stamp["outputs"], stamp["beside"])
            return 0
        if flag("n"):
            return self.make()
        if before:
            touch_older(self.sources, before, last["ended"] or time.time_ns())
        # A build that is killed or fails has built some of it: what is changed later is changed from this.
        save(self.path(".sources"), {"ended": None, "files": self.sources.table()})
        code = self.timed(changed(self.sources, before))
        save(self.path(".sources"), {"ended": time.time_ns(), "files": self.sources.table()})
        if code == 0:
            self.keep(load(self.path(".stamp")), *outcome(self.folder, self.targets))
        return code

    def timed(self, what):
        """Runs make and says what it does: the exit code. what: the folders that have changed."""
        if os.environ.get("V") or flag("s"):
            return self.make()
        times, key = load(self.path(".times")), f"{self.key} | {what}"
        last = times.pop(key, None)
        with Progress(self.folder, self.targets, last if isinstance(last, (int, float)) else None) as progress:
            code = self.make()
        if code == 0:
            times = {**times, key: round(progress.seconds, 1)}
            save(self.path(".times"), dict(list(times.items())[-TIMES:]))
        return code

    def keep(self, stamps, outputs, beside):
        """Writes the stamp of this build. Names that are no files leave none: only make knows what they mean."""
        stamps.pop(self.key, None)
        if all(outputs.values()) and self.sources.settled():
            sums = {"quick": self.sources.quick(), "contents": self.sources.contents()}
            sums["besides"] = sum_of(self.sources.besides)
            stamps[self.key] = {**sums, "outputs": outputs, "beside": beside}
        save(self.path(".stamp"), dict(list(stamps.items())[-STAMPS:]))

    def look(self):
        """In a tree that cannot be written: whether all is up to date."""
        last = load(self.path(".sources"))
        before = last.get("files", {})
        self.sources.read(before)
        stamp = load(self.path(".stamp")).get(self.key)
        if stamp and stamp["contents"] == self.sources.contents() and as_it_was(stamp, self.folder):
            return 0
        other = [path for path in self.sources.states if before.get(path, ("",))[-1] != self.sources.sums[path]]
        older = [f"--what-if={path.removeprefix('./')}" for path in other] if before else []
        for levels in ("host", "all"):  # either will do
            if self.make("--question", "READ_ONLY=1", f"LEVELS={levels}", *older) == 0:
                return 0
        names = " ".join(self.targets)
        print(
            f"ERROR: {self.folder} cannot be written, and what is built there is not up to date: {names}",
            file=sys.stderr,
        )
        return 6


def levels_at_desk(folder, targets, variables):
    """LEVELS (refmodel/rules.mk) for a verb of the desk. all: the tools are built so and up to date; a night that runs
    in the tree keeps them. host: something has to be built."""
    os.environ["LEVELS"] = "all"
    of_all = Build(folder, targets, dict(variables))
    if of_all.is_done():
        return "all"
    try:
        with open(of_all.path("levels"), encoding="ascii") as file:
            is_all = not file.read().strip()
    except OSError:
        return "host"
    return "all" if is_all and of_all.make("--question", "READ_ONLY=1") == 0 else "host"


def build(folder, targets, variables=()):
    """Builds targets of the unit of these variables in its folder. Refused when that fails."""
    code = Build(folder, targets, dict(variables)).run()
    if code:
        raise Refused(f"{' '.join(targets)} could not be built")


def main():
    os.chdir(ROOT)
    words = sys.argv[1:]
    variables = dict(word.split("=", 1) for word in words if "=" in word)
    targets = [word for word in words if "=" not in word]
    wrong = [name for name in variables if name not in (*units.VARIABLES, *RULES)]
    if not targets or wrong:
        print(__doc__, file=sys.stderr)
        return 6
    return Build(folder_of(variables), targets, variables).run()


if __name__ == "__main__":
    sys.exit(main())
