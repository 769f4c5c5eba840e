# SPDX-License-Identifier: Apache-2.0
"""The kinds of jobs of a night: what each runs, how long about, and how its result reads.

A job is a JSON object: `id`, which no other job of the night has, `kind`, and what its kind needs. A result is one
too: `id`, `kind`, `verdict` (scripts/wl/runs/results.py), `cycles` and `instructions` in lockstep, `again`, the line
that repeats it, and `seconds`. One that is no PASS has `why`, and mostly `folder`, which keeps what the job left.
`code` is the exit code of its process, null when that ran out of time. A program that a server ran has `cpu` and
`launch`, the processor time of its process and of its launches (tb/random/serve/serve.h). scripts/wl/failures/groups.py
adds its `group` and more.
"""
import collections
import contextlib
import copy
import functools
import glob
import itertools
import json
import os
import random
import re
import shlex
import shutil

from wl.campaigns import exhaustive, opencl_programs
from wl.checks import formal
from wl.control import control_kernels
from wl.control.control_words import Refused as NotConverted
from wl.cover import code_coverage, points
from wl.cover.coverage import NEAR, Coverage
from wl.failures import shrink, waves
from wl.mutation import double_mutants, instrument, mutate
from wl.runs import descriptions, foreign, programs, results, runner, shaders, units
from wl.runs.programs import Program, headline, profile_path
from wl.tree import sources


CHUNKS, WORK, TOOLS, STOP = "chunks", "work", "tools", "stop"  # names in the folder of a run
CODE = "code"  # of tables of code coverage there
POINTS = "points.tsv"  # the same: the list of functional coverage points
COUNTS = (1000, 2000, 5000, 10000)  # instructions of a program: short ones start more waves, long ones run faster
PURE_EVERY = 8  # seeds: in the programs of one of so many the model computes floats on integers alone (PURE=1)
HASHES = "hashes"  # of programs, in the folder of a job
RATIOS = "ratios.json"  # of campaigns.bench, in the folder of a job
DELAYS = (0, 3)  # ValuDelay of the units with control words
HOUR = 3600  # seconds: no job is longer, but of the kinds that say so


class Place:
    """Where a worker runs its jobs: the folder of the run, a folder of its own there, the run's tools."""

    def __init__(self, run, name):
        self.run, self.scratch = run, os.path.join(run, WORK, name)
        self.keeps = run  # folder for what failed jobs leave
        self.waves = False  # whether a failure in lockstep leaves a waveform
        self.again = False  # whether a failure runs again
        own = os.path.join(run, TOOLS)
        self.tools = own if os.path.isdir(own) else "build"
        self.running = None
        if self.tools == own:
            profiles = os.path.join(own, "profiles")
            programs.use(self.tool("wavelock"), self.tool("wavelock-random"), profiles)
        self._server = programs.server()

    def server(self):
        """Makes and runs random programs. None while a failure runs again: it runs as its line does by hand."""
        return None if self.again else self._server

    def tool(self, name):
        """A program of the build by its name there."""
        return os.path.join(self.tools, name)

    def points(self):
        """The list of functional points."""
        own = os.path.join(self.run, TOOLS, POINTS)
        return own if os.path.exists(own) else points.TABLE

    def execute(self, argv, timeout=HOUR):
        """Runs a process: (exit code, None when it ran out of time; what it said)."""
        os.makedirs(self.scratch, exist_ok=True)
        self.running = runner.Job("", timeout=timeout)
        return self.running.execute(argv)

    def kill(self):
        if self.running:
            self.running.kill()

    def clear(self):
        """After a job, whatever it left."""
        self.running = None
        shutil.rmtree(self.scratch, ignore_errors=True)

    def remove(self):
        self.clear()

    @contextlib.contextmanager
    def aside(self):
        """For a failure that runs again: what it leaves does not replace what the failure left."""
        self.keeps, self.again = self.scratch + ".again", True
        try:
            os.makedirs(self.keeps, exist_ok=True)
            yield
        finally:
            shutil.rmtree(self.keeps, ignore_errors=True)
            self.keeps, self.waves, self.again = self.run, False, False

    def show(self, fst, folder):
        """Makes a waveform of a run readable that left this folder: its name, or why there is none."""
        if not os.path.exists(fst):
            return None
        try:
            waves.write_save_file(fst, folder)
            return os.path.basename(fst)
        except waves.Failed as error:
            return f"none: {error}"

    @staticmethod
    def take_waves(source, target):
        """Moves a waveform and what belongs to it from one folder to another."""
        for ending in (".fst", ".gtkw", ".instructions", ".classes"):
            for path in glob.glob(os.path.join(glob.escape(source), "*" + ending)):
                os.replace(path, os.path.join(target, os.path.basename(path)))

    def keep(self, job, text):
        """The name of the folder that gets the files of a failed job."""
        folder = os.path.join(self.keeps, re.sub(r"[^\w.-]+", "_", job["id"]))
        shutil.rmtree(folder, ignore_errors=True)
        os.makedirs(self.scratch, exist_ok=True)
        with open(os.path.join(self.scratch, "log.txt"), "w", encoding="utf-8") as log:
            log.write(text)
        os.replace(self.scratch, folder)
        return folder


class Kind:
    """name. share: percent of the time of a night with all kinds, until one comes to its end. The kinds that are left
    have the time in the ratio of their shares. seconds: of a job, about, until some have run.

    seeded: whether it has jobs for every seed.

    tools: programs of the build that the run has copies of. beside: what they find beside them; a folder of stand-ins
    need not have it. needs: what else is built; control_words/wavelock is the tool of that unit. inputs: other files
    that decide results.

    lockstep: whether a job is a run in lockstep. waves: whether its failure can leave a waveform.
    """

    name, share, seconds = "", 1, 1.0
    tools, beside, needs, seeded, lockstep, waves = (), (), (), True, False, False

    def inputs(self, _night):
        return ["build/" + name for name in self.needs if not name.endswith(".written")]

    def jobs(self, night):
        """The jobs of a night in order; endless where the night has no number of seeds and the kind has seeds."""
        raise NotImplementedError

    def prepare(self, job, night):
        """A job is about to be handed out."""

    def returned(self, job, night):
        """A job that failed in an earlier night as this one makes it, to run first; None where it makes no such job.
        A command that an earlier night wrote is never run. A list without seeds has the job anyway; its number may be
        another job's at another revision."""
        seed = self.seed_of(job, night)
        if not self.seeded or seed not in range(1 << 63):
            return None
        alone = copy.copy(night)
        alone.first, alone.seeds = seed, 1
        return next((made for made in self.jobs(alone) if made["id"] == job["id"]), None)

    def seed_of(self, job, night):
        """The seed of a job of an earlier night, whatever the job holds."""
        seed = job.get("seed", night.first)
        return seed if type(seed) is int else -1

    def run(self, job, place):
        """Runs a job: its result but for id, kind and seconds."""
        raise NotImplementedError

    def repeated(self, job, folder, tools):
        """How the failure runs that left this folder, as night/smaller.py needs it. None: it is no run in lockstep.

        tools: folder of the programs of the run."""
        return None

    def case(self, entry):
        """Class and name of the case in junit.xml."""
        return self.name, entry["id"].removeprefix(self.name + " ")


# The tool, the description of the test, options of the tool without an injected fault, that fault, and variables of
# make that the line needs beside those options.
Repeated = collections.namedtuple("Repeated", "tool test options inject variables", defaults=("", ""))


def seeds(night):
    return itertools.count(night.first) if night.seeds is None else range(night.first, night.first + night.seeds)


def shuffled(night, jobs):
    """A list that a night may not get to the end of: another night begins elsewhere."""
    jobs = list(jobs)
    random.Random(night.first).shuffle(jobs)
    return jobs


@functools.cache
def points_of(path):
    return points.Points(path)


def covered(path, place):
    """The coverage of a run that passed: `points`, the set of its functional points, `unlisted`, those that the list
    does not have, and `coverage`, all else."""
    with open(path, encoding="utf-8") as file:
        lines = file.readlines()
    ofs = Coverage()
    ofs.add(line for line in lines if line.startswith("point\t"))
    some, unlisted = points_of(place.points()).set_of(ofs.points())
    rest = "".join(line for line in lines if not line.startswith(("point\t", NEAR)))
    found = {"coverage": points.packed_text(rest), "points": points.packed(some)}
    return {**found, **({"unlisted": [": ".join(name) for name in unlisted]} if unlisted else {})}


def verdict_of(code, text):
    """The verdict of a process that is no run of the tool, by its exit code and its output."""
    said = headline(text).split(":")[0]
    return "PASS" if code == 0 else "HANG" if code is None else said if said in results.VERDICTS[1:] else "ERROR"


class Random(Kind):
    """Random programs in lockstep, each with every profile."""

    name, share, seconds, lockstep, waves = "random", 38, 0.5, True, True
    tools, beside = ("wavelock", "wavelock-random", "wavelock-trace"), (programs.LIBRARY,)

    def inputs(self, night):
        return [profile_path(profile) for profile in night.profiles]

    def jobs(self, night):
        for seed in seeds(night):
            for profile in night.profiles:
                count = night.count or COUNTS[seed % len(COUNTS)]
                yield {
                    "id": f"random {profile} {count} {seed}",
                    "kind": self.name,
                    "profile": profile,
                    "seed": seed,
                    "count": count,
                    "options": (["--inject", night.inject] if night.inject else [])
                    + ([] if seed % PURE_EVERY or programs.table() else ["--pure", "1"]),
                    "timeout": night.timeout,
                }

    def prepare(self, job, night):
        if night.cover:
            job["cover"] = night.cover

    def returned(self, job, night):
        if foreign.wrong(job, {"profile": frozenset(night.profiles), "count": foreign.COUNT[1:], "cover?": str}):
            return None
        alone = copy.copy(night)
        alone.profiles, alone.count = [job["profile"]], job["count"]
        made = super().returned(job, alone)
        if not made or "cover" not in job:
            return made
        return {**made, "cover": job["cover"]} if os.path.isfile(job["cover"]) else None

    def run(self, job, place):
        program = Program(
            place.scratch,
            job["profile"],
            job["count"],
            job["seed"],
            job["options"],
            kept=place.keeps,
            cover=job.get("cover"),
        )
        program.waves = os.path.join(program.folder, "failure.fst") if place.waves else None
        place.running = program
        program.run(job["timeout"], place.server())
        found = {
            "profile": program.profile,
            "seed": program.seed,
            "count": program.count,
            "verdict": program.verdict,
            "cycles": program.cycles,
            "instructions": program.instructions,
            "hash": program.hash(),
            **({} if program.launch is None else {"cpu": program.cpu, "launch": program.launch}),
        }
        if program.verdict == "PASS":
            return {**found, "again": program.made_again(), **covered(program.coverage, place)}
        shown = place.show(program.waves, program.folder) if place.waves else None
        program.keep()
        about = {"code": program.code, "why": program.why, "folder": program.kept, "again": program.again()}
        return {**found, **about, **({"waves": shown} if shown else {})}

    def repeated(self, job, folder, tools):
        options = Program(folder, job["profile"], job["count"], job["seed"], job["options"]).options
        pairs = dict(zip(options[::2], options[1::2]))
        inject = pairs.pop("--inject", "")
        words = [word for pair in pairs.items() for word in pair]
        unit = units.as_typed(units.of_folder(tools))
        return Repeated(os.path.join(tools, "wavelock"), os.path.join(folder, "test.json"), words, inject, unit)

    def case(self, entry):
        return programs.profile_name(entry["profile"]), f"seed {entry['seed']} count {entry['count']}"


class Lockstep(Kind):
    """Tests in lockstep, over seeds of memory latencies and of inputs."""

    lockstep, waves = True, True
    traced = False  # whether the build for waveforms runs it in any case

    def test(self, job, place):
        """(the tool, the test, options) of a job."""
        raise NotImplementedError

    def again(self, job):
        raise NotImplementedError

    def run(self, job, place):
        found = {"seed": job["seed"], "cycles": 0, "instructions": 0, "again": self.again(job)}
        try:
            tool, test, options = self.test(job, place)
        except (NotConverted, shaders.Refused) as error:
            return {**found, "verdict": "ERROR", "why": f"ERROR: {error}"}
        table = os.path.join(place.scratch, "coverage.tsv")
        more = ["--seed", str(job["seed"]), "--run-dir", place.scratch, "--coverage", table, *options]
        fst = os.path.join(place.scratch, "failure.fst")
        if place.waves or self.traced:
            tool += "-trace"
        if place.waves:
            more += ["--waves-auto", fst]
        code, text = place.execute([tool, "--device", "lockstep", test, *more])
        result = results.Result.read(place.scratch)
        found.update(cycles=result["cycles"], instructions=result["instructions"])
        if code == 0:
            return {**found, "verdict": "PASS", **covered(table, place)}
        programs.check_disk(place.run, text)
        verdict = "HANG" if code is None else results.verdict_of(code)
        why = result.headline if result["verdict"] == verdict else headline(text)
        if place.waves and (shown := place.show(fst, place.scratch)):
            found["waves"] = shown
        return {**found, "verdict": verdict, "code": code, "why": why, "folder": place.keep(job, text)}


class Vectors(Lockstep):
    """Every vector, seed by seed, with the build for waveforms: it has the rules of time (tb/top/rules.mk)."""

    name, share, seconds = "vectors", 9, 0.3
    tools, needs = ("wavelock", "wavelock-trace"), ("vectors/.written",)
    traced = True

    def inputs(self, _night):
        return [name for name in sources.tracked() if name.startswith("vectors/")]

    def jobs(self, night):
        names = night.tests or [name for root in descriptions.ROOTS for name in descriptions.of_unit(root)]
        for seed in seeds(night):
            for name in names:
                yield {"id": f"vectors {name} {seed}", "kind": self.name, "test": name, "seed": seed}

    def test(self, job, place):
        return place.tool("wavelock"), job["test"], []

    def repeated(self, job, folder, tools):
        return Repeated(
            os.path.join(tools, "wavelock-trace"),
            shrink.description(job["test"], folder, descriptions.ROOTS),
            [],
            "",
            units.as_typed(units.of_folder(tools)),
        )

    def again(self, job):
        return f"make sim TEST={shlex.quote(job['test'])} SEED={job['seed']} WAVES=auto{programs.of_unit()}"


def folder_of(delay):
    """The folder, below build/, of the unit with control words and this ValuDelay."""
    return units.name(units.with_control_words(delay))


class Kernels(Lockstep):
    """OpenCL kernels, converted to programs with control words."""

    name, share, seconds = "kernels", 4, 3.0
    tools = tuple(f"{folder_of(delay)}/{name}" for delay in DELAYS for name in ("wavelock", "wavelock-trace"))
    needs = ("wavelock-access",)

    def jobs(self, night):
        for seed in seeds(night):
            for delay in DELAYS:
                for name in control_kernels.names():
                    yield {
                        "id": f"kernels {name} delay {delay} {seed}",
                        "kind": self.name,
                        "test": name,
                        "delay": delay,
                        "seed": seed,
                    }

    def test(self, job, place):
        made = os.path.join(os.path.abspath(place.scratch), "made")
        folder = control_kernels.write(job["test"], job["delay"], made)
        return place.tool(f"{folder_of(job['delay'])}/wavelock"), os.path.join(folder, "test.json"), []

    @staticmethod
    def variables(job):
        return units.as_typed(units.with_control_words(job["delay"]))

    def repeated(self, job, folder, tools):
        test = os.path.join(folder, "made", job["test"], "test.json")
        return Repeated(os.path.join(tools, folder_of(job["delay"]), "wavelock"), test, [], "", self.variables(job))

    def again(self, job):
        test = shlex.quote(f"build/control-kernels/{job['test']}/test.json")
        return (
            f"scripts/wavelock control.control_kernels --valu-delay {job['delay']} {shlex.quote(job['test'])} && "
            f"make sim TEST={test} SEED={job['seed']} {self.variables(job)}"
        )


class Shaders(Lockstep):
    """The compute shaders of vectors/glsl, compiled by ACO for each GPU, with and without optimizations."""

    name, share, seconds = "shaders", 2, 2.0
    folders = sorted({units.name(shaders.unit(gpu)) for gpu in shaders.GPUS})
    tools = tuple(os.path.join(folder, name) for folder in folders for name in ("wavelock", "wavelock-trace"))
    needs = (shaders.PROGRAM,)

    def inputs(self, night):
        return super().inputs(night) + shaders.paths()

    def jobs(self, night):
        for seed in seeds(night):
            for gpu in shaders.GPUS:
                for optimised in (True, False):
                    for path in shaders.paths():
                        name = os.path.splitext(os.path.basename(path))[0]
                        yield {
                            "id": f"shaders {name} {gpu}{'' if optimised else ' noopt'} {seed}",
                            "kind": self.name,
                            "test": path,
                            "gpu": gpu,
                            "optimised": optimised,
                            "seed": seed,
                        }

    def test(self, job, place):
        made = os.path.join(os.path.abspath(place.scratch), "made")
        program = os.path.join("build", shaders.PROGRAM)
        test = shaders.described(job["test"], program, job["gpu"], job["optimised"], made)
        return place.tool(os.path.join(units.name(shaders.unit(job["gpu"])), "wavelock")), test, []

    @staticmethod
    def variables(job):
        words = [f"GPU={job['gpu']}", *([] if job["optimised"] else ["NOOPT=1"])]
        return " ".join([*words, units.as_typed(shaders.unit(job["gpu"]))]).strip()

    def repeated(self, job, folder, tools):
        test = glob.glob(os.path.join(glob.escape(folder), "made", "*", "*.json"))[0]
        tool = os.path.join(tools, units.name(shaders.unit(job["gpu"])), "wavelock")
        return Repeated(tool, test, [], "", units.as_typed(shaders.unit(job["gpu"])))

    def again(self, job):
        return f"make sim TEST={shlex.quote(job['test'])} SEED={job['seed']} {self.variables(job)}"


class Command(Kind):
    """A command of the tree, which says by its exit code whether it passed."""

    timeout = HOUR

    def command(self, job, place):
        """Its words; place is None for the line that repeats it. In the place's folder a file HASHES may get a hash of
        each program, and a file RATIOS what was measured."""
        raise NotImplementedError

    def run(self, job, place):
        code, text = place.execute(self.command(job, place), self.timeout)
        found = {"verdict": verdict_of(code, text), "cycles": 0, "instructions": 0, "again": self.again(job)}
        if found["verdict"] != "PASS":
            programs.check_disk(place.run, text)
            found.update(
                code=code, why=f"{programs.first_wrong(text)} (exit code {code})", folder=place.keep(job, text)
            )
            return found
        with contextlib.suppress(FileNotFoundError), open(
            os.path.join(place.scratch, HASHES), encoding="ascii"
        ) as file:
            found["hashes"] = file.read().split()
        with contextlib.suppress(FileNotFoundError), open(
            os.path.join(place.scratch, RATIOS), encoding="utf-8"
        ) as file:
            found["ratios"] = json.load(file)
        return found

    def again(self, job):
        return shlex.join(self.command(job, None))


def program(name, place):
    return place.tool(name) if place else os.path.join("build", name)


class Control(Command):
    """Random programs with random control words."""

    name, share, seconds, waves = "control", 5, 8.0, True
    tools = Kernels.tools
    needs = ("wavelock-random",)

    def jobs(self, night):
        for seed in seeds(night):
            for delay in DELAYS:
                yield {"id": f"control delay {delay} {seed}", "kind": self.name, "delay": delay, "seed": seed}

    def command(self, job, place):
        seed, tool = str(job["seed"]), program(f"{folder_of(job['delay'])}/wavelock", place)
        words = ["scripts/wavelock", "control.control_random", seed, seed, "--valu-delay", str(job["delay"]), "--tool"]
        if not place:
            return [*words, tool]
        folder = os.path.join(place.scratch, "programs")
        words += [tool + "-trace", "--waves"] if place.waves else [tool]
        return [*words, "--folder", folder, "--hashes", os.path.join(place.scratch, HASHES)]

    def run(self, job, place):
        """A failure has what the run of its first program says."""
        found = super().run(job, place)
        folder = found.get("folder", "")
        for path in sorted(glob.glob(os.path.join(glob.escape(folder), "programs", "*", "run")) if folder else []):
            result = results.Result.read(path)
            if result.passed or "build" not in result.facts:  # no run that has ended
                continue
            found.update(verdict=result["verdict"], why=result.headline)
            for name in os.listdir(path):
                os.replace(os.path.join(path, name), os.path.join(folder, name))
            shown = place.show(os.path.join(folder, "failure.fst"), folder) if place.waves else None
            return {**found, **({"waves": shown} if shown else {})}
        return found


class Judge(Command):
    """Batches of random programs whose values show whether the judge of control words is right."""

    name, share, seconds = "judge", 3, 30.0
    tools = tuple(f"{folder_of(delay)}/wavelock" for delay in DELAYS)

    def jobs(self, night):
        for seed in seeds(night):
            for delay in DELAYS:
                yield {"id": f"judge delay {delay} {seed}", "kind": self.name, "delay": delay, "seed": seed}

    def command(self, job, place):
        tool = program(f"{folder_of(job['delay'])}/wavelock", place)
        words = ["--from", str(job["seed"]), "--batches", "1", "--valu-delay", str(job["delay"])]
        hashes = ["--hashes", os.path.join(place.scratch, HASHES)] if place else []
        return ["scripts/wavelock", "control.control_property", *words, "--tool", tool, *hashes]


class Code(Command):
    """Coverage of code: vectors and random programs with the counted tool. The table of a job is a file of the run."""

    name, share, seconds = "code", 5, 60.0
    tools, needs = ("wavelock-counted", "wavelock-random"), ("vectors/.written",)

    def inputs(self, night):
        return [profile_path(profile) for profile in night.profiles] + KINDS["vectors"].inputs(night)

    def jobs(self, night):
        names = [name for root in descriptions.ROOTS for name in descriptions.of_unit(root)]
        tests = code_coverage.pieces(names, code_coverage.TESTS_OF_A_JOB)
        yield {"id": "code test", "kind": self.name}
        for seed in seeds(night):
            count = night.count or COUNTS[seed % len(COUNTS)]
            for number, profile in enumerate(night.profiles):
                runs = [f"{profile}:{count}@{seed}"]
                yield {"id": f"code random {profile} {count} {seed}", "kind": self.name, "runs": runs}
                # The vectors of this seed come in between.
                for piece in tests[number :: len(night.profiles)]:
                    runs = [f"{name}@{seed}" for name in piece]
                    yield {
                        "id": f"code vectors {piece[0]} and {len(piece) - 1} more {seed}",
                        "kind": self.name,
                        "runs": runs,
                    }

    def seed_of(self, job, night):
        last = job["id"].split()[-1]
        return int(last) if last.isdecimal() and len(last) < 20 else night.first

    def command(self, job, place):
        if "runs" not in job:
            return ["scripts/wavelock", "tests.test_code_coverage", "--whole"]
        run, scratch = (place.run, place.scratch) if place else ("runs", os.path.join("runs", "code"))
        table = os.path.join(run, CODE, re.sub(r"[^\w.-]+", "_", job["id"]) + ".tsv.gz")
        tool = program("wavelock-counted", place)
        return [
            *(
                "scripts/wavelock",
                "cover.code_coverage",
                "count",
                "--tool",
                tool,
                "--scratch",
                os.path.join(scratch, "counted"),
            ),
            *("--out", table, "--", *job["runs"]),
        ]


class Listings(Command):
    """Random Maxwell listings in trace mode; the listings below the folder LISTINGS, if one is given."""

    name, share, seconds = "listings", 3, 60.0
    needs = ("wavelock-sass",)
    many = 100  # listings of a job

    def jobs(self, night):
        if night.listings:
            yield {"id": f"listings {night.listings}", "kind": self.name, "folder": night.listings}
        for seed in seeds(night):
            first = 1 + seed * self.many
            yield {"id": f"listings from {first}", "kind": self.name, "first": first}

    def seed_of(self, job, night):
        first = job.get("first", 1 + night.first * self.many)
        return (first - 1) // self.many if type(first) is int else -1

    def command(self, job, place):
        if "folder" in job:
            return ["scripts/wavelock", "control.listings", job["folder"]]
        hashes = [os.path.join(place.scratch, HASHES)] if place else []
        return ["scripts/wavelock", "tests.test_sass_run", "--random", str(self.many), str(job["first"]), *hashes]


class Corpus(Command):
    """Modules of the folder CORPUS of LLVM's .ll files, on the units of gfx900 and gfx906; no jobs without it."""

    name, share, seconds = "corpus", 2, 60.0
    folders = {"gfx900": units.name(units.DEFAULT), "gfx906": "gfx906"}
    tools = tuple(os.path.join(folder, "wavelock") for folder in folders.values())
    beside = tuple(os.path.join(folder, programs.LIBRARY) for folder in folders.values())
    many = 5  # modules of a job

    def jobs(self, night):
        for seed in seeds(night) if night.corpus else ():
            for isa in self.folders:
                name = f"corpus {night.corpus} {isa} {seed}"
                yield {"id": name, "kind": self.name, "folder": night.corpus, "isa": isa, "seed": seed}

    def command(self, job, place):
        words = ["--count", str(self.many), "--seed", str(job["seed"]), "--jobs", "1", "--tool"]
        runs = ["--runs", place.scratch] if place else []
        tool = program(os.path.join(self.folders[job["isa"]], "wavelock"), place)
        return ["scripts/wavelock", "campaigns.corpus", job["folder"], *words, tool, *runs]


class Benches(Command):
    """The benches of single blocks, and resets in the middle of a run."""

    name, share, seconds = "benches", 5, 60.0
    counts = {"lds-unit": "300000", "exec-unit": "20000", "vmem-unit": "200000"}
    resets = "100"
    tools = ("wavelock", "wavelock-lds-unit", "wavelock-exec-unit", "wavelock-vmem-unit")
    filtered = "obj/refmodel/tests/test_image_accuracy"
    samples = "9766"  # programs of 1024 samples: ten million
    needs = ("wavelock-format-unit", "wavelock-sample-unit", "wavelock-trace-unit", filtered)

    def jobs(self, night):
        for seed in seeds(night):
            for name in (*self.counts, "format-unit", "sample-unit", "filtered images", "reset"):
                yield {"id": f"benches {name} {seed}", "kind": self.name, "bench": name, "seed": seed}
            if seed == night.first:  # it has no seed
                yield {"id": "benches trace_unit", "kind": self.name, "script": "tests.test_trace_unit"}

    def command(self, job, place):
        if "script" in job:
            return ["scripts/wavelock", job["script"]]
        name, seed = job["bench"], ["--seed", str(job["seed"])]
        if name == "reset":
            return [
                "scripts/wavelock",
                "tests.test_reset",
                "--count",
                self.resets,
                "--tool",
                program("wavelock", place),
                str(job["seed"]),
            ]
        if name == "format-unit":
            return ["scripts/wavelock", "tests.test_format_unit", "--whole", *seed]
        if name == "sample-unit":
            return ["scripts/wavelock", "tests.test_sample_unit", "--count", "20000", *seed]
        if name == "filtered images":
            return [f"build/{self.filtered}", self.samples, str(job["seed"])]
        return [program(f"wavelock-{name}", place), "--count", self.counts[name], *seed]


class Exhaustive(Command):
    """Parts of the campaigns of floats: the model against MPFR, the vector ALU against the model."""

    seeded = False
    name, share, seconds = "exhaustive", 4, 60.0
    tools = ("wavelock-exhaustive", "wavelock-vector-unit")

    def jobs(self, night):
        parts = []
        for tool in self.tools:
            for (operation, plan), about in exhaustive.listed(os.path.join(night.built, tool))[0].items():
                parts += [(tool, operation, plan, str(part), about.bound) for part in range(about.parts)]
        for tool, *words, bound in shuffled(night, parts):
            yield {
                "id": f"exhaustive {tool.removeprefix('wavelock-')} {' '.join(words)}",
                "kind": self.name,
                "program": tool,
                "words": words,
                "bound": bound,
            }

    def command(self, job, place):
        return [program(job["program"], place), *job["words"]]

    def run(self, job, place):
        code, text = place.execute(self.command(job, place))
        found = {"verdict": verdict_of(code, text), "cycles": 0, "instructions": 0, "again": self.again(job)}
        lines = list(exhaustive.results(text))
        if code == 0 and len(lines) == 1:
            tally = exhaustive.Tally()
            tally.add(lines[0][1])
            over = job["bound"] and tally.worst >= job["bound"] + exhaustive.ROUNDED
            if tally.wrong or over:
                why = f"{tally.wrong} wrong" if tally.wrong else f"{tally.worst} ulp, stated: {job['bound']}"
                found.update(verdict="EXPECT", why=f"EXPECT: {' '.join(job['words'])}: {why}")
        else:
            programs.check_disk(place.run, text)
            verdict = verdict_of(1 if code == 0 else code, text)
            found.update(code=code, verdict=verdict, why=f"{headline(text)} (exit code {code})")
        return found if found["verdict"] == "PASS" else {**found, "folder": place.keep(job, text)}


class Proofs(Kind):
    """The proofs of tb/bench/formal, and their broken copies."""

    seeded = False
    name, share, seconds = "proofs", 2, 10.0

    def inputs(self, _night):
        return sorted(glob.glob("rtl/**/*.sv", recursive=True)) + sorted(glob.glob("tb/bench/formal/*"))

    def jobs(self, night):
        for proof in formal.PROOFS:
            for number, job in enumerate(formal.jobs([proof])):
                yield {"id": f"proofs {job.name}", "kind": self.name, "proof": proof, "number": number}

    def run(self, job, place):
        place.running = formal.jobs([job["proof"]])[job["number"]]
        outcome = place.running.run()
        found = {"cycles": 0, "instructions": 0, "again": f"scripts/wavelock checks.formal {job['proof']}"}
        if not outcome.failed:
            return {**found, "verdict": "PASS"}
        folder = place.keep(job, outcome.output)
        return {**found, "verdict": "EXPECT", "why": f"EXPECT: {job['id']}: {outcome.detail}", "folder": folder}


class OfTree(Command):
    """Changes of the tree, each in a copy: they are made from the sources and from build/ as they are."""

    seeded = False

    def inputs(self, _night):
        return [name for name in sources.tracked() if not name.startswith("docs/")]


class Mutants(OfTree):
    """Mutants of the RTL, one each."""

    name, share, seconds = "mutants", 2, 150.0
    tools, needs = ("wavelock", "wavelock-random"), ("vectors/.written",)

    def jobs(self, night):
        for number, mutant in shuffled(night, enumerate(mutate.table(), 1)):
            yield {"id": f"mutants {number}: {mutant.what}", "kind": self.name, "number": number}

    def command(self, job, place):
        folder = ["--folder", os.path.join(place.scratch, "mutate")] if place else []
        return ["scripts/wavelock", "mutation.mutate", "--only", str(job["number"]), *folder]


class Mutation(OfTree):
    """Slices of the mutants of a block, switched on at run time. It fails when it cannot run, not when one survives."""

    name, share, seconds = "mutation", 4, 200.0
    needs = ("wavelock-random",)
    many, tried = 100, 30  # mutants of a slice, random programs

    def jobs(self, night):
        slices = [
            (block, chunk)
            for block in instrument.blocks()
            for chunk in range(-(-len(instrument.mutants_of(block)) // self.many))
        ]
        for block, chunk in shuffled(night, slices):
            yield {
                "id": f"mutation {block} slice {chunk} seed {night.first}",
                "kind": self.name,
                "block": block,
                "chunk": chunk,
                "seed": night.first,
            }

    def command(self, job, place):
        words = [
            "scripts/wavelock",
            "mutation.mutate_block",
            job["block"],
            "--count",
            str(self.many),
            "--programs",
            str(self.tried),
        ]
        words += ["--seed", str(job["seed"]), "--chunk", str(job["chunk"]), "--jobs", "1"]
        return words + (["--out", place.scratch, "--name", self.build_of(job)] if place else [])

    @staticmethod
    def build_of(job):
        """Its own folder of the build: another worker may build another slice."""
        return f"night-{job['block']}-{job['seed']}-{job['chunk']}"

    def run(self, job, place):
        try:
            found = super().run(job, place)
            if found["verdict"] == "PASS":
                with open(os.path.join(place.scratch, "mutants.json"), encoding="utf-8") as file:
                    found["mutants"] = json.load(file)
            return found
        finally:
            shutil.rmtree(os.path.join("build", "mutants", self.build_of(job)), ignore_errors=True)
            with contextlib.suppress(FileNotFoundError):
                os.remove(os.path.join("build", f"wavelock-mutants-{self.build_of(job)}"))


class Double(OfTree):
    """Double mutants in groups."""

    name, share, seconds = "double", 2, 30.0
    needs = ("wavelock", "wavelock-model", "vectors/.written")
    many = 10  # of a group

    def jobs(self, night):
        mutants = double_mutants.table()
        usual = [m for m in mutants if m.sources and not any(map(double_mutants.unit_of, double_mutants.vectors(m)))]
        # Programs linked for another unit lie in one folder, and so does the copy of the tree.
        others = [m for m in mutants if m.sources and m not in usual]
        both = [m for m in mutants if not m.sources]
        groups = [usual[at : at + self.many] for at in range(0, len(usual), self.many)]
        for group in shuffled(night, [group for group in (*groups, others, both) if group]):
            names = ",".join(m.name for m in group)
            yield {"id": f"double {group[0].name} and {len(group) - 1} more", "kind": self.name, "names": names}

    def command(self, job, place):
        return ["scripts/wavelock", "mutation.double_mutants", "--only", job["names"]]


class OpenCL(OfTree):
    """Unmodified OpenCL programs on the driver; one of them on a unit with a bug. The tree's own host programs on the
    RTL alone, on the model, under the thread sanitizer, and on other drivers."""

    name, share, seconds = "opencl", 4, 60.0
    needs = ("wavelock", "libwavelock-opencl.so")
    others = {
        "with a bug in the RTL": ["scripts/wavelock", "tests.test_opencl_bug"],
        "host programs, RTL alone": ["scripts/wavelock", "tests.test_opencl", "--device", "rtl"],
        "host programs, model": ["scripts/wavelock", "tests.test_opencl", "--device", "model"],
        "host programs, threads": ["scripts/wavelock", "tests.test_opencl", "--tsan"],
        "host programs on PoCL": ["scripts/wavelock", "tests.test_opencl", "--pocl"],
        "host programs on Oclgrind": ["scripts/wavelock", "tests.test_opencl", "--oclgrind"],
    }

    def jobs(self, night):
        for name in shuffled(night, [*opencl_programs.ALL, *self.others]):
            yield {"id": f"opencl {name}", "kind": self.name, "program": name}

    def command(self, job, place):
        return self.others.get(job["program"], ["scripts/wavelock", "campaigns.opencl_programs", job["program"]])


class Campaigns(OfTree):
    """Long runs of what make test has a slice of: mutated input, flips of state, builds and workers that are killed."""

    name, share, seconds, seeded, timeout = "campaigns", 2, 300.0, True, 4 * HOUR
    needs = (
        *("wavelock", "wavelock-random", "wavelock-trace", "points.tsv", "wavelock-fuzz", "wavelock-sass-fuzz"),
        *("wavelock-access", "wavelock-model", "wavelock-bare", "obj/refmodel/tests/test_pure", "vectors/.written"),
    )
    # By a name: the command, to which the seed goes, and those that run once a night.
    of_seeds = {
        "mutated input": "build/wavelock-fuzz --count 10000",
        "mutated listings": "build/wavelock-sass-fuzz --count 100000",
        "mutated files of runs and nights": "scripts/wavelock tests.test_readers --cases 10000",
        "faults": "scripts/wavelock campaigns.faults --count 8",
        "faults in vector memory": "scripts/wavelock campaigns.faults --kept --count 4",
    }
    once = {
        "builds that are killed": "scripts/wavelock tests.test_kills --kills 200 c rtl",
        "workers of the nightly": "scripts/wavelock tests.test_launchers",
        "random generator": "scripts/wavelock tests.test_random --whole",
        "pure arithmetic": "env WHOLE=1 build/obj/refmodel/tests/test_pure",
        "vectors, the other seeds": "env -u ONLY JOBS=1 scripts/wavelock door.test --nightly",
    }
    cost = "what the checker costs"  # once, too

    def jobs(self, night):
        for seed in seeds(night):
            for name in self.of_seeds:
                yield {"id": f"campaigns {name} {seed}", "kind": self.name, "campaign": name, "seed": seed}
            for name in (*self.once, self.cost) if seed == night.first else ():
                yield {"id": f"campaigns {name}", "kind": self.name, "campaign": name}

    def command(self, job, place):
        if "seed" in job:
            return [*shlex.split(self.of_seeds[job["campaign"]]), "--seed", str(job["seed"])]
        if job["campaign"] == self.cost:
            path = os.path.join(place.scratch if place else "build", RATIOS)
            return ["scripts/wavelock", "campaigns.bench", "--pairs", "5", "--ratios", path]
        return shlex.split(self.once[job["campaign"]])


class Configs(OfTree):
    """Compute units that make test does not build: a job builds one in the tree and runs its tests."""

    name, share, seconds = "configs", 4, 300.0
    needs = ("wavelock", "wavelock-model", "wavelock-random", "vectors/.written")
    # The name of a job, and what it runs.
    of_jobs = {
        "small": "scripts/wavelock tests.test_config small",
        "odd": "scripts/wavelock tests.test_config odd",
        "gfx906 with SRAM-ECC": "scripts/wavelock tests.test_config sramecc",
        "without images": "scripts/wavelock tests.test_config noimage",
        "OpenCL without images": "scripts/wavelock tests.test_opencl --config noimage",
        "OpenCL on gfx906": "scripts/wavelock tests.test_opencl --config gfx906",
        "OpenCL on small sizes": "scripts/wavelock tests.test_opencl --config small",
        "LDS of 16 KiB, deep queue": "scripts/tests/lds256",
        "exposed hazards": "scripts/wavelock tests.test_wait_states --whole",
        "exposed hazards, VCC with one name": "scripts/wavelock tests.test_wait_states --one-name",
        "gfx906, RDNA memory, second names, control words": "scripts/wavelock tests.test_config "
        "'gfx906 rdna vcc_alias control_words'",
        "control words": "scripts/wavelock tests.test_config control_words",
        "control words, ValuDelay 3": "scripts/wavelock tests.test_config 'control_words valu_delay3'",
        "vector ALU of gfx906": "scripts/wavelock tests.test_vector_unit --isa gfx906",
        "all vectors on small sizes, gfx906, RDNA memory, second names, exposed hazards": shlex.join(
            ["scripts/wavelock", "tests.test_config", " ".join(units.OTHER)]
        ),
        "sizes": "scripts/wavelock tests.test_config --sizes",
        "lint": "scripts/wavelock checks.lint",
    }

    def jobs(self, night):
        for name in shuffled(night, self.of_jobs):
            yield {"id": f"configs {name}", "kind": self.name, "config": name}

    def command(self, job, place):
        return shlex.split(self.of_jobs[job["config"]])


KINDS = {
    kind.name: kind
    for kind in (
        Random(),
        Vectors(),
        Code(),
        Control(),
        Kernels(),
        Shaders(),
        Judge(),
        Listings(),
        Corpus(),
        Benches(),
        Exhaustive(),
        Proofs(),
        Mutants(),
        Mutation(),
        Double(),
        OpenCL(),
        Campaigns(),
        Configs(),
    )
}
OF_ANY_UNIT = (Random.name, Vectors.name)  # kinds that a unit in a folder of its own has, too


def targets(names):
    """{unit: what is built of it, by names below its folder} for some kinds."""
    found = {}
    of_kinds = ((*kind.tools, *kind.beside, *kind.needs) for kind in map(KINDS.get, names))
    for name in dict.fromkeys(path for paths in of_kinds for path in paths):
        unit = units.of_folder(os.path.dirname(name))
        found.setdefault(unit, []).append(os.path.relpath(name, units.name(unit)) if unit else name)
    return found
