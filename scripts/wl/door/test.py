#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""make test: lint, unit tests, faults, bad input, every vector on the model and in lockstep over several memory seeds.

It builds three compute units (scripts/units.py); other configurations are jobs of the nightly (KINDS=configs).
Parts run side by side (JOBS of them; one more than cores, as some wait). Ends with the names of what failed and
'N passed, N failed'.
build/junit.xml has a case for each part, with the line that repeats it; with ONLY build/junit-only.xml.

ONLY=pattern: the parts whose name contains it, as ONLY=lint, ONLY='lockstep lds*'. Only what they need is built.

usage: test [--cycles]     make cycles: runs the vectors in lockstep (those of ONLY) and makes their cycles the baseline
"""
import compileall
import fcntl
import fnmatch
import os
import py_compile
import re
import shlex
import shutil
import subprocess
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import cycles  # noqa: E402  (the path comes first)
import descriptions  # noqa: E402
import formal  # noqa: E402
import near  # noqa: E402
import results  # noqa: E402
import units  # noqa: E402
from runner import Job, Outcome, forget, run  # noqa: E402

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
COVERAGE = os.path.join("build", "coverage")
JUNIT = os.path.join("build", "junit.xml")
JUNIT_ONLY = os.path.join("build", "junit-only.xml")  # of ONLY: the times of a whole run stay
RESULTS = os.path.join("build", "results")  # of the vectors in lockstep
MODEL = "build/wavelock-model --device model"
UNIT = "build/wavelock --device lockstep"
SLICE = "a million random instructions"
OTHER = os.path.join("build", units.name(units.OTHER))
CONTROL = os.path.join("build", units.name(units.CONTROL))
OTHER_UNIT = "unit of small sizes, gfx906, RDNA memory, second names, exposed hazards"
CONTROL_UNIT = "unit with control words, second names, a deep queue of vector memory"
NOWHERE = "vectors that no unit of make test runs"
TABLE = "table of opcodes"
CYCLES = "cycles of the vectors"
OF_NIGHTS = "build/wavelock build/wavelock-random build/wavelock-trace build/points.tsv"

# Name, command, and what it needs of the build beside the programs of the command. Those that take long come first.
PARTS = [
    (OTHER_UNIT, "scripts/test_config.py --other", f"{OTHER}/wavelock {OTHER}/wavelock-random"),
    (CONTROL_UNIT, "scripts/test_config.py --control", f"{CONTROL}/wavelock {CONTROL}/wavelock-random"),
    ("wait states", "scripts/test_wait_states.py", f"tools {OTHER}/wavelock {CONTROL}/wavelock"),
    ("second unit", "scripts/second_unit", ""),
    ("wrong probes", "scripts/test_probe_check.py", ""),
    ("wrong vector units", "scripts/test_vector_unit.py", "build/wavelock-vector-unit"),
    (SLICE, "scripts/nightly.py --slice", OF_NIGHTS),
    ("faults", "scripts/faults.py", "build/wavelock"),
    ("faults in vector memory", "scripts/faults.py --kept --count 2", "build/wavelock"),
    ("random generator", "scripts/test_random.py", "build/wavelock build/wavelock-random"),
    ("functional points", "scripts/test_points.py", "build/wavelock build/wavelock-random build/points.tsv"),
    ("served programs", "scripts/test_serve.py", "build/wavelock build/wavelock-random"),
    ("lint", "scripts/lint --of-test", ""),
    ("nightly runs", "scripts/test_nightly.py", OF_NIGHTS),
    ("failures of a night", "scripts/test_groups.py", OF_NIGHTS),
    ("page of a night", "scripts/test_report_page.py", ""),
    ("workers of the nightly", "scripts/test_launchers.py Local", OF_NIGHTS),
    ("the door", "scripts/test_door.py", "tools build/wavelock-random build/wavelock-lds-unit"),
    ("many at once", "scripts/test_parallel.py", "build/wavelock"),
    ("kernels of one's own", "scripts/test_kernels.py", "build/wavelock-model"),
    ("mutated input", "build/wavelock-fuzz --count 1000", ""),
    ("decode parity with LLVM", "build/wavelock-decode", ""),
    ("the command wavelock-sass", "scripts/test_sass_command.py", "build/wavelock-sass"),
    ("mutated listings", "build/wavelock-sass-fuzz --count 20000", ""),
    ("mutated tables of classes", "build/wavelock-sass-fuzz --classes --count 5000", ""),
    ("listings with control words", "scripts/test_sass.py", "build/wavelock-sass"),
    ("trace mode of listings", "scripts/test_sass_run.py", "build/wavelock-sass"),
    ("kernels scheduled by control words", "scripts/test_control_words.py", "build/wavelock-access"),
    (
        "kernels with control words",
        f"scripts/control_clocks.py --valu-delay 3 --tool {CONTROL}/wavelock "
        "kernels/fft kernels/recursion kernels/histogram kernels/offset",
        "build/wavelock-access",
    ),
    ("directed vectors cover the integer opcodes", "scripts/directed_vectors.py --list build/vectors", ""),
    ("illegal instructions, model", "scripts/directed_vectors.py --illegal build/wavelock-model model", ""),
    ("illegal instructions, lockstep", "scripts/directed_vectors.py --illegal build/wavelock lockstep", ""),
    (
        "illegal instructions of the memory of GFX9",
        "scripts/directed_vectors.py --illegal build/wavelock lockstep --unit gfx9",
        "",
    ),
    ("random programs", "scripts/random_programs.py --count 1500 1 40", "build/wavelock build/wavelock-random"),
    ("how runs end", "scripts/test_ends.py", "tools build/wavelock-asserts"),
    (
        "random programs with control words",
        f"scripts/control_random.py --valu-delay 3 --tool {CONTROL}/wavelock 1 3",
        f"build/wavelock-random {CONTROL}/wavelock",
    ),
    ("wrong judges of control words", f"scripts/test_control_property.py --tool {CONTROL}/wavelock", ""),
    ("page of programs with control words", "scripts/test_control_page.py", "build/wavelock-model"),
    ("injected faults without a checker", "scripts/test_inject.py", "tools"),
    ("user files", "scripts/test_cli", "tools"),
    ("waveforms", "scripts/test_waves.py", "build/wavelock-trace"),
    ("debugger", "scripts/test_debug.py", "build/wavelock build/wavelock-model"),
    ("stored runs", "scripts/test_replay.py", "build/wavelock build/wavelock-bare build/wavelock-model"),
    (
        "mutated files of runs and nights",
        "scripts/test_readers.py",
        "build/wavelock build/wavelock-random build/points.tsv",
    ),
    ("shrunk programs", "scripts/test_shrink.py", "build/wavelock build/wavelock-random"),
    ("waveforms from snapshots", "scripts/test_snapshots.py", "build/wavelock-trace"),
    ("read and write offsets", "scripts/test_offsets.py", "build/wavelock-trace"),
    ("traces", "scripts/test_trace.py", f"tools {CONTROL}/wavelock {CONTROL}/wavelock-model"),
    ("views of a run", "scripts/test_views.py", "build/wavelock"),
    ("reports", "scripts/test_report.py", "build/wavelock"),
    (
        "installed",
        "scripts/test_install.py",
        "build/wavelock build/libwavelock.a build/libwavelock-device.a build/libwavelock-opencl.so",
    ),
    ("launches of OpenCL programs", "scripts/test_opencl_launches.py", "build/wavelock build/libwavelock-opencl.so"),
    ("builds of OpenCL programs", "scripts/test_opencl_cache.py", "build/libwavelock-opencl.so"),
    ("results", "scripts/test_results.py", "build/wavelock build/wavelock-model"),
    ("files that runs write", "scripts/test_outputs.py", "tools build/wavelock-random build/wavelock-sass"),
    ("builds that are killed", "scripts/test_kills.py c", "build/wavelock-access"),
    ("data share alone", "build/wavelock-lds-unit", ""),
    ("issue logic of trace mode", "scripts/test_trace_unit.py", "build/wavelock-trace-unit"),
    ("execution units", "build/wavelock-exec-unit", ""),
    ("float units", "scripts/test_float_unit.py", "build/wavelock-float-unit"),
    ("formats of buffers alone", "scripts/test_format_unit.py", "build/wavelock-format-unit build/format_cases"),
    ("addresses of vector memory alone", "build/wavelock-vmem-unit", ""),
    ("comparison of every cycle", "build/test_as_expected", ""),
    ("each comparison is needed", "scripts/comparisons.py", "comparisons"),
    ("random starts, and resets in the middle of a run", "scripts/test_reset.py", "build/wavelock"),
    ("launches on one unit", "build/test_launches", ""),
    ("memory and its ports", "build/test_memory", ""),
    ("atomics at memory", "build/test_atomic", ""),
    ("litmus tests", "scripts/test_litmus.py", "build/wavelock"),
    ("edge cases and bounds of float kernels", "scripts/test_math_functions.py", ""),
    ("how values of programs are computed", "scripts/test_program_vectors.py", ""),
    ("floats on exact fractions", "scripts/test_floats.py", ""),
    ("formats on exact fractions", "scripts/test_formats.py", "build/format_cases"),
    (
        "formats of the model",
        "scripts/test_format_cases.py build/obj/refmodel/tests/test_format -",
        "build/format_cases",
    ),
    ("tags of tests", "scripts/tags.py --check", ""),
    ("what descriptions expect", "scripts/test_expectations.py", ""),
    ("table of bank conflicts", "scripts/test_conflicts.py", "build/wavelock"),
    ("orders of LDS and GDS", "scripts/test_ds_orders.py", "build/wavelock"),
    ("OpenCL host programs, lockstep", "scripts/test_opencl.py", "opencl-tests"),
    ("OpenCL host programs, model", "scripts/test_opencl.py --device model", "opencl-tests"),
    ("OpenCL host programs under the sanitizers", "scripts/test_opencl.py --asan", "opencl-tests-asan"),
    ("lockstep fork_join, every", f"{UNIT} fork_join --check every", ""),
    ("lockstep lds_banks, every", f"{UNIT} lds_banks --check every", ""),
    ("lockstep barrier, every", f"{UNIT} barrier --check every", ""),
    ("rtl alone fork_join", "build/wavelock-bare --device rtl --check off fork_join", ""),
    ("trace build fork_join", "build/wavelock-trace --device lockstep fork_join", ""),
    ("table of program flow", "scripts/test_vega_flow.py", ""),
    ("table of buffer instructions", "scripts/test_rdna_buffer.py", ""),
    ("coverage of code", "scripts/test_code_coverage.py", ""),
    ("rules of the table of opcodes", "scripts/test_opcodes.py", ""),
    ("double mutants, a slice", "scripts/double_mutants.py --slice", "build/wavelock-model"),
    ("planted changes", "scripts/test_plant.py", ""),
    ("table of mutants", "scripts/mutate.py --list", ""),
    ("mutants at run time", "scripts/test_mutation.py", ""),
    ("the runner", "scripts/test_runner.py", ""),
    ("setup and tool versions", "scripts/test_setup.py", ""),
    ("what lint refuses: references", "scripts/test_references.py", ""),
    ("what lint refuses: the plan", "scripts/test_plan.py", ""),
    ("what lint refuses: names", "scripts/test_names.py", ""),
    ("packages for yosys", "scripts/test_flatten.py", ""),
    ("what lint refuses: sentences", "scripts/test_sentences.py", ""),
    ("what lint refuses: style", "scripts/test_style.py", ""),
    ("what lint refuses: includes", "scripts/check_includes.py --test", ""),
    ("layers of the model", "scripts/layers.py", "build/libwavelock.a"),
    ("no float of the host in pure arithmetic", "scripts/pure.py", "build/libwavelock.a"),
    ("what the check of layers refuses", "scripts/test_layers.py", ""),
    ("specification, division", "build/spec/div_check", ""),
    ("specification, f32 division by exact tests", "build/spec/div_sim_f32", ""),
    ("specification, f64 division by exact tests", "build/spec/div_sim_f64", ""),
    ("specification, exp, log, sin and cos", "build/spec/transcendental_check docs/spec/transcendental-tables.tsv", ""),
    ("model against MPFR, a slice", "scripts/exhaustive.py build/wavelock-exhaustive --slice", ""),
    ("RTL against the model, a slice", "scripts/exhaustive.py build/wavelock-vector-unit --slice 20000", ""),
    ("campaign against MPFR", "scripts/test_exhaustive.py", ""),
    ("the baseline of cycles", "scripts/test_cycles.py", ""),
]


def vectors():
    """(name, command, None or test and seed in lockstep) of every test of vectors/ and of those that scripts write."""
    every = [(root, *test) for root in descriptions.ROOTS for test in descriptions.below(root)]
    for root, name, first in every:
        if descriptions.directed(name) or descriptions.of_other_unit(root, name, first):
            continue
        measures = f" --coverage {COVERAGE}/{name}.tsv"
        if name not in descriptions.NOT_ALONE:
            yield f"model {name}", f"{MODEL} {name}" + ("" if first else " --max-instructions 10000000"), None
        if not first:  # a further test of a folder, as cdbg/both: one seed
            yield f"lockstep {name}", f"{UNIT} {name} --hang-cycles 100000", (name, 1)
            continue
        for seed in (1, 0, 2, 3):
            yield f"lockstep {name} seed {seed}", f"{UNIT} {name} --seed {seed}" + (measures if seed == 1 else ""), (
                name,
                seed,
            )
    for root, name, first in every:
        # A case of directed_illegal: the parts "illegal instructions" run them all.
        if not first or not descriptions.directed(name) or descriptions.of_other_unit(root, name, first):
            continue
        yield f"model {name}", f"{MODEL} {name}", None
        yield f"lockstep {name}", f"{UNIT} {name} --coverage {COVERAGE}/{name}.tsv", (name, 1)


class Counted(Job):
    """A run in lockstep of a test with a seed, whose cycles are kept when it has passed."""

    def __init__(self, name, argv, test, seed):
        self.folder = os.path.join(RESULTS, test, str(seed))
        super().__init__(name, [*argv, "--run-dir", self.folder], seed=seed, again=f"make sim TEST={test} SEED={seed}")
        self.key, self.cycles = (test, seed), None

    def run(self):
        shutil.rmtree(self.folder, ignore_errors=True)
        outcome = super().run()
        if not outcome.failed:
            self.cycles = results.Result.read(self.folder)["cycles"]
            if not self.cycles:
                outcome.passed, outcome.failed, outcome.detail = 0, 1, "passed, and left no result with cycles"
        return outcome


def of_cycles(jobs):
    return [job for job in jobs if isinstance(job, Counted)]


def hold(jobs):
    """The cycles of the runs that passed against the baseline; a run that failed has its own report."""
    now = {job.key: job.cycles for job in jobs if job.cycles}
    baseline = cycles.read(cycles.BASELINE)
    wrong = cycles.judge(baseline, now, {job.key for job in jobs})
    if not wrong and now:
        new = cycles.unrecorded(baseline, now)
        detail = f"; no baseline yet: {', '.join(new)}" if new else ""
        return Outcome(1, 0, f"{len(now)} runs within {cycles.MOST} % of {cycles.BASELINE}{detail}")
    wrong.append(
        "Where this is meant: make cycles; the reason belongs into the commit (docs/nightly.md)."
        if wrong
        else "no run has passed"
    )
    return Outcome(0, 1, f"{len(now)} runs against {cycles.BASELINE}", "\n".join(wrong), shown=len(wrong))


def renew(old, jobs, ran):
    """make cycles, after its runs: writes the baseline, which was old, and says what changed."""
    there = {job.key for job in jobs}
    new = {key: count for key, count in old.items() if key in there}
    new.update({job.key: job.cycles for job in ran})
    if new == old:
        print(f"{cycles.BASELINE} is as it was")
        return
    print("\n".join(cycles.differences(old, new)))
    cycles.write(cycles.BASELINE, new)
    print(f"{cycles.BASELINE} is written, {len(new)} rows: why they change belongs into the message of the commit")


def of_unit(target):
    """The unit of make test that a file of the build belongs to."""
    return next((unit for unit in units.OF_TEST if target.startswith(f"build/{units.name(unit)}/")), units.DEFAULT)


def built(unit):
    """The name of the part that builds a unit."""
    return f"build of {units.name(unit)}"


def builds(jobs):
    """For each unit beside the default one that jobs need, the job that builds it; they begin after it."""
    for unit in units.OF_TEST:
        needed = {os.path.basename(target) for job in jobs for target in job.needs if of_unit(target) is unit}
        if needed:
            again = ["make", *units.words(unit), *(units.path(unit, program) for program in sorted(needed))]
            job = Job(built(unit), units.command(unit, *sorted(needed)), timeout=3600, again=shlex.join(again))
            job.needs = set()
            yield job


def build(targets):
    if subprocess.run(["scripts/build", *targets], close_fds=False, check=False).returncode:
        sys.exit(2)


def compile_scripts():
    """Hundreds of processes import the scripts, which write no __pycache__ themselves. Python compares the sum of each
    source, so an edit counts at once. Where it cannot be written, all is as before."""
    mode = py_compile.PycInvalidationMode.CHECKED_HASH
    compileall.compile_dir("scripts", quiet=2, invalidation_mode=mode)


def parts(whole):
    """All jobs, each with the targets that it needs. whole: all will run."""
    # The vectors take one core for half a minute: the other one begins with the tools meanwhile.
    build(["build/vectors/.written", "unit-tests", *["tools"] * whole])
    jobs = []

    def add(job, needs, command=""):
        job.needs = set(needs.split()) | {
            word for word in shlex.split(command) if word.startswith("build/") and not word.startswith(COVERAGE)
        }
        job.after |= {built(unit) for unit in map(of_unit, job.needs) if unit}
        job.again = job.again or f"make test ONLY={shlex.quote(job.name)}"
        jobs.append(job)

    for name, command, needs in PARTS:
        add(Job(name, shlex.split(command)), needs, command)
    # Whether a proof notices a fault at all: the nightly has all broken copies (KINDS=proofs), and so has make formal.
    for job in formal.jobs(most=1):
        add(job, "")
    with open("build/unit-tests", encoding="utf-8") as file:
        for path in file.read().split():
            add(Job(path, [path], cmocka=True), "", path)
    measured = [SLICE, OTHER_UNIT]
    for name, command, counted in vectors():
        add(Counted(name, shlex.split(command), *counted) if counted else Job(name, shlex.split(command)), "", command)
        measured += [name] if COVERAGE in command else []
    counted = of_cycles(jobs)
    add(Job(CYCLES, call=lambda job: hold(counted), after=[job.name for job in counted]), "")
    add(Job(NOWHERE, ["scripts/test_units.py"], after=[OTHER_UNIT, CONTROL_UNIT]), "")
    needs = "tools build/wavelock-random build/wavelock-exhaustive"
    add(Job(TABLE, ["scripts/opcodes.py", "--write", "--measured"], after=measured), needs)
    return jobs


def named(jobs, only):
    """The jobs whose names have the pattern in them."""
    return [job for job in jobs if fnmatch.fnmatchcase(job.name, f"*{only}*")]


def chosen(jobs, renews):
    """The jobs of ONLY. Runs with cycles are compared with the baseline; the baseline alone needs all runs."""
    only = os.environ.get("ONLY", "")
    some = named(jobs, only) if only else jobs
    held = [job for job in some if job.name == CYCLES]
    if held and not of_cycles(some):
        some = of_cycles(jobs) + some
    elif of_cycles(some) and not held:
        some += [job for job in jobs if job.name == CYCLES]
    if renews:
        some = of_cycles(some)
    if not some:
        what = "run of a vector in lockstep" if renews else "part of make test"
        new = near.renamed_test(only)
        if new and named(jobs, new):
            print(f"ERROR: ONLY: {only} is now {new}", file=sys.stderr)
        else:
            print(f'ERROR: ONLY: no {what} has "{only}" in its name', file=sys.stderr)
        sys.exit(6)
    some = [*builds(some), *some]
    names = {job.name for job in some}
    for job in some:
        if job.argv and job.after - names:  # what it measures does not run: it does so itself
            job.argv = [word for word in job.argv if word != "--measured"]
    return some


def main():
    os.chdir(ROOT)
    # Where python3 is a script that looks for Python, as pyenv's is, looking takes three times as long as starting.
    os.environ["PATH"] = os.pathsep.join([os.path.dirname(sys.executable), os.environ.get("PATH", os.defpath)])
    renews = sys.argv[1:] == ["--cycles"]
    if sys.argv[1:] and not renews:
        print(__doc__, file=sys.stderr)
        return 6
    jobs = os.environ.get("JOBS", "")
    if jobs and not re.fullmatch("[1-9][0-9]*", jobs):
        print(f'ERROR: JOBS: found "{jobs}", expected a number from 1', file=sys.stderr)
        return 6
    try:
        old = cycles.read(cycles.BASELINE) if renews and os.path.exists(cycles.BASELINE) else {}
    except cycles.Unreadable as error:
        print(f"ERROR: {error}", file=sys.stderr)
        return 6
    whole = not os.environ.get("ONLY") and not renews
    if not renews:
        forget(JUNIT if whole else JUNIT_ONLY)  # a build that fails has no results
    every = parts(whole)
    some = chosen(every, renews)
    with open("build/.test", "w", encoding="ascii") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            print("ERROR: another make test runs in this tree (build/.test)", file=sys.stderr)
            return 6
        if whole:
            shutil.rmtree(COVERAGE, ignore_errors=True)
        targets = sorted({target for job in some for target in job.needs if not of_unit(target)})
        if targets:
            build(targets)
        for job in some:
            for word in job.argv or ():
                if word.startswith(COVERAGE):
                    os.makedirs(os.path.dirname(word), exist_ok=True)
        junit = None if renews else JUNIT_ONLY if os.environ.get("ONLY") else JUNIT
        compile_scripts()
        code = run(some, int(jobs) if jobs else (os.cpu_count() or 1) + 1, junit, "make test")
        if renews and code:
            print(f"{cycles.BASELINE} stays as it is", file=sys.stderr)
        elif renews:
            renew(old, of_cycles(every), some)
        return code


if __name__ == "__main__":
    sys.exit(main())
