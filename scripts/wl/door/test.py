# SPDX-License-Identifier: Apache-2.0
"""make test: lint, unit tests under the sanitizers, faults, bad input, every vector in lockstep with one memory seed.

It builds two compute units (scripts/wl/runs/units.py); other configurations are jobs of the nightly (KINDS=configs).
Parts run side by side (JOBS of them; one more than cores, as some wait). Ends with the names of what failed and
'N passed, N failed'.

What is left out here is of the nightly: PARTS_OF_NIGHTLY, the vectors on the model and with other seeds, unit tests
without sanitizers.

A whole run leaves build/junit.xml. It has a case for each part, with the line that repeats it. With ONLY it is
build/junit-only.xml.

ONLY=pattern: the parts with a word in their names at which it begins, as ONLY=lint, ONLY='lockstep lds*'. The name of
a block, ONLY=lds, has its vectors, bench, proofs and unit tests. Only what they need is built.

usage: test [--cycles | --nightly]
  --cycles   KIND=cycles: runs the vectors in lockstep (those of ONLY) and makes their cycles the baseline
  --nightly  what make test leaves to the nightly (KINDS=campaigns)
"""
import compileall
import contextlib
import fcntl
import fnmatch
import os
import py_compile
import re
import shlex
import shutil
import sys

from wl import ROOT, Error
from wl.checks import formal
from wl.door import build as building
from wl.door import near
from wl.mutation import campaign
from wl.runs import cycles, descriptions, results, units
from wl.runs.runner import Job, Outcome, forget, run


COVERAGE = os.path.join("build", "coverage")
JUNIT = os.path.join("build", "junit.xml")
JUNIT_ONLY = os.path.join("build", "junit-only.xml")  # of ONLY: the times of a whole run stay
RESULTS = os.path.join("build", "results")  # of the vectors in lockstep
SANITIZED = os.path.join("build", "asan") + os.sep  # unit tests below it run under ASan and UBSan
MODEL = "build/wavelock-model --device model"
UNIT = "build/wavelock --device lockstep"
SLICE = "random programs of each profile"
OTHER = os.path.join("build", units.name(units.OTHER))
CONTROL = os.path.join("build", units.name(units.CONTROL))
OTHER_UNIT = "unit of small sizes, gfx906, RDNA memory, second names, exposed hazards"
CONTROL_UNIT = "unit with control words, second names, a deep queue of vector memory"
NOWHERE = "vectors that no unit of make test runs"
TABLE = "table of opcodes"
CYCLES = "cycles of the vectors"
SEED = 1  # of the vectors; ONLY and make check KIND=cycles have those of the nightly, too
SEEDS_OF_NIGHTLY = (0, 2, 3)
OF_NIGHTS = "build/wavelock build/wavelock-random build/wavelock-trace build/points.tsv"

# Name, command, and what it needs of the build beside the programs of the command. Long parts come first.
PARTS = [
    (OTHER_UNIT, "scripts/wavelock tests.test_config --other", f"{OTHER}/wavelock {OTHER}/wavelock-random"),
    ("second unit", "scripts/tests/second_unit", ""),
    ("unit in a folder of its own", "scripts/wavelock tests.test_unit_folder", ""),
    ("mini_gpu, with its model and assembler", "scripts/wavelock tests.test_mini_gpu", "build/libwavelock.a"),
    ("X of a probe", "scripts/wavelock tests.test_probe_unknown", ""),
    (SLICE, "scripts/wavelock night.nightly --slice 1", OF_NIGHTS),
    ("faults", "scripts/wavelock campaigns.faults --count 1", "build/wavelock"),
    ("faults in vector memory", "scripts/wavelock campaigns.faults --kept --count 1", "build/wavelock"),
    (
        "random generator",
        "scripts/wavelock tests.test_random golden rows forms faults handler taken long names",
        "build/wavelock build/wavelock-model build/wavelock-random",
    ),
    (
        "functional points",
        "scripts/wavelock tests.test_points",
        "build/wavelock build/wavelock-random build/points.tsv",
    ),
    (
        "events that shall meet",
        "scripts/wavelock tests.test_coincidence",
        "build/wavelock build/wavelock-programs.so build/points.tsv",
    ),
    ("random programs by a table", "scripts/wavelock tests.test_table_programs", "build/wavelock-random"),
    ("served programs", "scripts/wavelock tests.test_serve", "build/wavelock build/wavelock-random"),
    ("lint", "scripts/wavelock checks.lint --of-test", ""),
    ("lint of changed files", "scripts/wavelock tests.test_lint", ""),
    ("what a build says", "scripts/wavelock tests.test_progress", ""),
    ("nightly runs", "scripts/wavelock tests.test_nightly", OF_NIGHTS),
    ("page of a night", "scripts/wavelock tests.test_report_page", ""),
    (
        "the door",
        "scripts/wavelock tests.test_door",
        "tools build/wavelock-random build/wavelock-lds-unit build/wavelock-vector-unit",
    ),
    ("what a change asks for", "scripts/wavelock tests.test_changed", "build/vectors/.written"),
    ("the minute of make check on mutants", "scripts/wavelock tests.test_desk", ""),
    ("kernels of one's own", "scripts/wavelock tests.test_kernels", "build/wavelock-model"),
    (
        "launches on threads",
        "scripts/wavelock tests.test_threads",
        "build/wavelock-model build/libwavelock-opencl.so",
    ),
    ("mutated input", "build/wavelock-fuzz --count 1000", ""),
    ("decode parity with LLVM", "build/wavelock-decode", ""),
    ("the command wavelock-sass", "scripts/wavelock tests.test_sass_command", "build/wavelock-sass"),
    ("mutated listings", "build/wavelock-sass-fuzz --count 20000", ""),
    ("mutated tables of classes", "build/wavelock-sass-fuzz --classes --count 5000", ""),
    ("listings with control words", "scripts/wavelock tests.test_sass", "build/wavelock-sass"),
    ("trace mode of listings", "scripts/wavelock tests.test_sass_run", "build/wavelock-sass"),
    ("kernels scheduled by control words", "scripts/wavelock tests.test_control_words", "build/wavelock-access"),
    (
        "directed vectors cover the integer opcodes",
        "scripts/wavelock vectors.directed_vectors --list build/vectors",
        "",
    ),
    (
        "illegal instructions, model",
        "scripts/wavelock vectors.directed_vectors --illegal build/wavelock-model model",
        "",
    ),
    (
        "illegal instructions, lockstep",
        "scripts/wavelock vectors.directed_vectors --illegal build/wavelock lockstep",
        "",
    ),
    (
        "illegal instructions of the memory of GFX9",
        "scripts/wavelock vectors.directed_vectors --illegal build/wavelock lockstep --unit gfx9",
        "",
    ),
    (
        "random programs",
        "scripts/wavelock campaigns.random_programs --count 1500 1 24",
        "build/wavelock build/wavelock-random",
    ),
    (
        "random programs whose waves are taken",
        "scripts/wavelock campaigns.random_programs --profile taken --count 300 1 6",
        "build/wavelock build/wavelock-random",
    ),
    ("kernels of LLVM's tests", "scripts/wavelock tests.test_corpus", "build/wavelock build/wavelock-programs.so"),
    ("how runs end", "scripts/wavelock tests.test_ends", "tools build/wavelock-asserts"),
    ("page of programs with control words", "scripts/wavelock tests.test_control_page", "build/wavelock-model"),
    ("page of deliberate differences of the decoder", "scripts/wavelock tests.test_decode_page", ""),
    ("injected faults without a checker", "scripts/wavelock tests.test_inject", "tools"),
    ("user files", "scripts/tests/test_cli", "tools"),
    ("waveforms", "scripts/wavelock tests.test_waves", "build/wavelock-trace"),
    ("debugger", "scripts/wavelock tests.test_debug", "build/wavelock build/wavelock-model"),
    ("stored runs", "scripts/wavelock tests.test_replay", "build/wavelock build/wavelock-bare build/wavelock-model"),
    (
        "mutated files of runs and nights",
        "scripts/wavelock tests.test_readers",
        "build/wavelock build/wavelock-random build/points.tsv",
    ),
    ("waveforms from snapshots", "scripts/wavelock tests.test_snapshots", "build/wavelock-trace"),
    ("read and write offsets", "scripts/wavelock tests.test_offsets", "build/wavelock-trace"),
    ("traces", "scripts/wavelock tests.test_trace Traces", "tools"),
    ("views of a run", "scripts/wavelock tests.test_views", "build/wavelock"),
    ("reports", "scripts/wavelock tests.test_report", "build/wavelock"),
    (
        "installed",
        "scripts/wavelock tests.test_install",
        "build/wavelock build/libwavelock.a build/libwavelock-device.a build/libwavelock-check.a "
        "build/libwavelock-check.so build/libwavelock-bench.so build/libwavelock-opencl.so",
    ),
    (
        "launches of OpenCL programs",
        "scripts/wavelock tests.test_opencl_launches",
        "build/wavelock build/libwavelock-opencl.so",
    ),
    ("compute shaders, a slice", "scripts/wavelock tests.test_shaders", "build/wavelock build/wavelock-shader"),
    (
        "memory of the host",
        "scripts/wavelock tests.test_memory_use",
        "build/wavelock build/wavelock-model build/libwavelock-opencl.so",
    ),
    ("results", "scripts/wavelock tests.test_results", "build/wavelock build/wavelock-model"),
    ("files that runs write", "scripts/wavelock tests.test_outputs", "tools build/wavelock-random build/wavelock-sass"),
    ("issue logic of trace mode", "scripts/wavelock tests.test_trace_unit", "build/wavelock-trace-unit"),
    ("comparison of every cycle", "build/test_as_expected", ""),
    ("random starts, and resets in the middle of a run", "scripts/wavelock tests.test_reset", "build/wavelock"),
    ("launches on one unit", "build/test_launches", ""),
    ("memory and its ports", "build/test_memory", ""),
    ("atomics at memory", "build/test_atomic", ""),
    ("litmus tests", "scripts/wavelock tests.test_litmus", "build/wavelock"),
    ("edge cases and bounds of float kernels", "scripts/wavelock tests.test_math_functions", ""),
    ("how values of programs are computed", "scripts/wavelock tests.test_program_vectors", ""),
    ("formats on exact fractions", "scripts/wavelock tests.test_formats", "build/format_cases"),
    (
        "formats of the model",
        "scripts/wavelock tests.test_format_cases build/obj/refmodel/tests/test_format -",
        "build/format_cases",
    ),
    ("tags of tests", "scripts/wavelock door.tags --check", ""),
    ("what descriptions expect", "scripts/wavelock tests.test_expectations", ""),
    ("table of bank conflicts", "scripts/wavelock tests.test_conflicts", "build/wavelock"),
    ("orders of LDS and GDS", "scripts/wavelock tests.test_ds_orders", "build/wavelock"),
    ("OpenCL host programs, lockstep", "scripts/wavelock tests.test_opencl", "opencl-tests"),
    ("lockstep fork_join, every", f"{UNIT} fork_join --check every", ""),
    ("lockstep lds_banks, every", f"{UNIT} lds_banks --check every", ""),
    ("lockstep barrier, every", f"{UNIT} barrier --check every", ""),
    ("rtl alone fork_join", "build/wavelock-bare --device rtl --check off fork_join", ""),
    ("trace build fork_join", "build/wavelock-trace --device lockstep fork_join", ""),
    ("table of program flow", "scripts/wavelock tests.test_vega_flow", ""),
    ("table of buffer instructions", "scripts/wavelock tests.test_rdna_buffer", ""),
    ("coverage of code", "scripts/wavelock tests.test_code_coverage", ""),
    ("rules of the table of opcodes", "scripts/wavelock tests.test_opcodes", ""),
    ("planted changes", "scripts/wavelock tests.test_plant", ""),
    ("table of mutants", "scripts/wavelock mutation.mutate --list", ""),
    ("the runner", "scripts/wavelock tests.test_runner", ""),
    ("setup and tool versions", "scripts/wavelock tests.test_setup", ""),
    ("packages for yosys", "scripts/wavelock tests.test_flatten", ""),
    ("layers of the model", "scripts/wavelock checks.layers", "build/libwavelock.a"),
    ("no float of the host in pure arithmetic", "scripts/wavelock checks.pure", "build/libwavelock.a"),
    ("specification, division", "build/spec/div_check", ""),
    ("specification, f32 division by exact tests", "build/spec/div_sim_f32", ""),
    ("specification, f64 division by exact tests", "build/spec/div_sim_f64", ""),
    ("specification, exp, log, sin and cos", "build/spec/transcendental_check docs/spec/transcendental-tables.tsv", ""),
    ("the baseline of cycles", "scripts/wavelock tests.test_cycles", ""),
]
# The same, of the nightly: long, or about tools that change seldom. ONLY runs them by name.
PARTS_OF_NIGHTLY = [
    ("floats on exact fractions", "scripts/wavelock tests.test_floats", ""),
    ("model against MPFR, a slice", "scripts/wavelock campaigns.exhaustive build/wavelock-exhaustive --slice", ""),
    (
        "traces with control words",
        "scripts/wavelock tests.test_trace ControlWords",
        f"{CONTROL}/wavelock {CONTROL}/wavelock-model",
    ),
    ("shrunk programs", "scripts/wavelock tests.test_shrink", "build/wavelock build/wavelock-random"),
    ("random programs of a unit with an instruction set of its own", "scripts/wavelock tests.test_foreign_random", ""),
    ("unit with an instruction set of its own", "scripts/wavelock tests.test_foreign_unit", ""),
    ("unit with lanes of 64 bits", "scripts/wavelock tests.test_wide_unit", ""),
    (
        "random programs with control words",
        f"scripts/wavelock control.control_random --valu-delay 3 --tool {CONTROL}/wavelock 1 3",
        f"build/wavelock-random {CONTROL}/wavelock",
    ),
    (
        "kernels with control words",
        f"scripts/wavelock control.control_clocks --valu-delay 3 --tool {CONTROL}/wavelock "
        "kernels/fft kernels/recursion kernels/histogram kernels/offset",
        "build/wavelock-access",
    ),
    ("wait states", "scripts/wavelock tests.test_wait_states", f"tools {OTHER}/wavelock {CONTROL}/wavelock"),
    (CONTROL_UNIT, "scripts/wavelock tests.test_config --control", f"{CONTROL}/wavelock {CONTROL}/wavelock-random"),
    ("double mutants, a slice", "scripts/wavelock mutation.double_mutants --slice", "build/wavelock-model"),
    ("wrong probes", "scripts/wavelock tests.test_probe_check", ""),
    ("ladder of a probe", "scripts/wavelock tests.test_ladder", "build/libwavelock-check.so"),
    ("wrong vector units", "scripts/wavelock tests.test_vector_unit", "build/wavelock-vector-unit"),
    ("causes of failures", "scripts/wavelock tests.test_causes", ""),
    ("failures of a night", "scripts/wavelock tests.test_groups", OF_NIGHTS),
    ("suspects of failures", "scripts/wavelock tests.test_suspects", ""),
    ("builds of what has changed", "scripts/wavelock tests.test_build", "build/wavelock-model"),
    (
        "tool for long runs",
        "scripts/wavelock tests.test_fast",
        f"build/wavelock-fast {OF_NIGHTS}",
    ),
    ("builds of OpenCL programs", "scripts/wavelock tests.test_opencl_cache", "build/libwavelock-opencl.so"),
    ("each comparison is needed", "scripts/wavelock mutation.comparisons", "comparisons"),
    ("wrong judges of control words", f"scripts/wavelock tests.test_control_property --tool {CONTROL}/wavelock", ""),
    ("campaign against MPFR", "scripts/wavelock tests.test_exhaustive", ""),
    ("mutants at run time", "scripts/wavelock tests.test_mutation", ""),
    ("planted bugs and their causes", "scripts/wavelock tests.test_planted", ""),
    ("OpenCL host programs under the sanitizers", "scripts/wavelock tests.test_opencl --asan", "opencl-tests-asan"),
    ("data share alone", "build/wavelock-lds-unit", ""),
    ("execution units", "build/wavelock-exec-unit", ""),
    ("latency classes", "build/wavelock-latency-unit", ""),
    ("latency classes, other unit", f"{OTHER}/wavelock-latency-unit", ""),
    ("latency classes, unit with control words", f"{CONTROL}/wavelock-latency-unit", ""),
    (
        "formats of buffers alone",
        "scripts/wavelock tests.test_format_unit",
        "build/wavelock-format-unit build/format_cases",
    ),
    (
        "arithmetic of images alone",
        "scripts/wavelock tests.test_sample_unit",
        "build/wavelock-sample-unit build/image_cases",
    ),
    ("addresses of vector memory alone", "build/wavelock-vmem-unit", ""),
    (
        "RTL against the model, a slice",
        "scripts/wavelock campaigns.exhaustive build/wavelock-vector-unit --slice 20000",
        "",
    ),
    ("many at once", "scripts/wavelock tests.test_parallel", "build/wavelock"),
    ("what lint refuses: references", "scripts/wavelock tests.test_references", ""),
    ("what lint refuses: the plan", "scripts/wavelock tests.test_plan", ""),
    ("what lint refuses: names", "scripts/wavelock tests.test_names", ""),
    ("what lint refuses: sentences", "scripts/wavelock tests.test_sentences", ""),
    ("what lint refuses: style", "scripts/wavelock tests.test_style", ""),
    ("what lint refuses: columns", "scripts/wavelock tests.test_columns", ""),
    ("what lint refuses: imports", "scripts/wavelock tests.test_imports", ""),
    ("what lint refuses: includes", "scripts/wavelock checks.check_includes --test", ""),
    ("what the check of layers refuses", "scripts/wavelock tests.test_layers", ""),
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
        for seed in (SEED, *SEEDS_OF_NIGHTLY):
            yield f"lockstep {name} seed {seed}", f"{UNIT} {name} --seed {seed}" + (measures if seed == SEED else ""), (
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


def of_nightly(job):
    """Whether make test leaves it to the nightly."""
    return job.nightly or (isinstance(job, Counted) and job.key[1] in SEEDS_OF_NIGHTLY)


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
        "Where this is meant: make check KIND=cycles; the reason belongs into the commit (docs/cycles.md)."
        if wrong
        else "no run has passed"
    )
    return Outcome(0, 1, f"{len(now)} runs against {cycles.BASELINE}", "\n".join(wrong), shown=len(wrong))


def renew(old, jobs, ran):
    """make check KIND=cycles, after its runs: writes the baseline, which was old, and says what changed."""
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
    if building.Build("build", targets, {}).run():
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

    def add(job, needs, command="", nightly=False):
        job.nightly = nightly
        job.needs = set(needs.split()) | {
            word for word in shlex.split(command) if word.startswith("build/") and not word.startswith(COVERAGE)
        }
        job.after |= {built(unit) for unit in map(of_unit, job.needs) if unit}
        job.again = job.again or f"make test ONLY={shlex.quote(job.name)}"
        jobs.append(job)

    for nightly, table in enumerate((PARTS, PARTS_OF_NIGHTLY)):
        for name, command, needs in table:
            add(Job(name, shlex.split(command)), needs, command, bool(nightly))
    # Whether a proof notices a fault at all: the nightly has all broken copies and the long proofs (KINDS=proofs), and
    # KIND=formal.
    for job in formal.jobs(most=1, without=formal.LONG):
        add(job, "")
    with open("build/unit-tests", encoding="utf-8") as file:
        for path in file.read().split():
            add(Job(path, [path], cmocka=True), "", path, not path.startswith(SANITIZED))
    measured = [SLICE, OTHER_UNIT]
    for name, command, counted in vectors():
        job = Counted(name, shlex.split(command), *counted) if counted else Job(name, shlex.split(command))
        add(job, "", command, not counted)
        measured += [name] if COVERAGE in command else []
    counted = of_cycles(jobs)
    add(Job(CYCLES, call=lambda job: hold(counted), after=[job.name for job in counted]), "")
    add(Job(NOWHERE, ["scripts/wavelock", "tests.test_units"], after=[OTHER_UNIT, CONTROL_UNIT]), "", nightly=True)
    needs = "tools build/wavelock-random build/wavelock-exhaustive"
    table = Job(TABLE, ["scripts/wavelock", "checks.opcodes", "--write", "--measured"], after=measured)
    add(table, needs, nightly=True)
    return jobs


def of_block(jobs, block):
    """What is of a block of the RTL: parts that name it, proofs of its modules, its vectors (campaign.VECTORS)."""
    modules = {path.removesuffix(".sv") for path in os.listdir(os.path.join("rtl", block))}
    proofs = {name for name, row in formal.PROOFS.items() if row[2][-1] in modules}
    names = re.compile(rf"(?<![a-zA-Z0-9]){re.escape(block)}(?![a-zA-Z0-9])")

    def its(job):
        if isinstance(job, Counted):
            return any(fnmatch.fnmatchcase(job.key[0], pattern) for pattern in campaign.VECTORS.get(block, ()))
        own = [word for word in job.argv or () if not of_unit(word)]
        return any(map(names.search, [job.name, *own])) or job.name.removeprefix("proof ").split(":")[0] in proofs

    return [job for job in jobs if its(job)]


def named(jobs, only):
    """The jobs with a word in their names at which the pattern begins; of a block's name, all that is of the block."""
    pattern = re.compile(r"(?s:.*)(?<![a-zA-Z0-9])" + fnmatch.translate(f"{only}*"))
    some = [job for job in jobs if pattern.match(job.name)]
    if os.path.isdir(os.path.join("rtl", only)) and re.fullmatch(r"\w+", only):
        wanted = {*some, *of_block(jobs, only)}
        return [job for job in jobs if job in wanted]
    return some


def chosen(jobs, renews, nightly):
    """The jobs of ONLY. Runs with cycles are compared with the baseline; the baseline alone needs all runs."""
    only = os.environ.get("ONLY", "")
    some = named(jobs, only) if only else [job for job in jobs if of_nightly(job) == nightly or renews]
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
            raise Error(f"ONLY: {only} is now {new}")
        blocks = sorted(name for name in os.listdir("rtl") if os.path.isdir(os.path.join("rtl", name)))
        some = ", ".join(near.near(only, [*blocks, *dict.fromkeys(job.name for job in jobs)]))
        raise Error(f'ONLY: no {what} has "{only}" at the beginning of a word; near names: {some}')
    some = [*builds(some), *some]
    names = {job.name for job in some}
    for job in some:
        if job.argv and job.after - names:  # what it measures does not run: it does so itself
            job.argv = [word for word in job.argv if word != "--measured"]
    return some


@contextlib.contextmanager
def alone(nightly=False):
    """Refuses a second run in this tree. The nightly's seeds leave their results beside those of make test: both may
    run."""
    with open("build/.test-nightly" if nightly else "build/.test", "w", encoding="ascii") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise Error("another make test runs in this tree (build/.test)") from None
        yield


def main():
    os.chdir(ROOT)
    # Where python3 is a script that looks for Python, as pyenv's is, looking takes three times as long as starting.
    os.environ["PATH"] = os.pathsep.join([os.path.dirname(sys.executable), os.environ.get("PATH", os.defpath)])
    os.environ.setdefault("LEVELS", "all")  # what the parts start has all levels, too
    renews, nightly = sys.argv[1:] == ["--cycles"], sys.argv[1:] == ["--nightly"]
    if sys.argv[1:] and not renews and not nightly:
        print(__doc__, file=sys.stderr)
        return 6
    jobs = os.environ.get("JOBS", "")
    if jobs and not re.fullmatch("[1-9][0-9]*", jobs):
        raise Error(f'JOBS: found "{jobs}", expected a number from 1')
    old = cycles.read(cycles.BASELINE) if renews and os.path.exists(cycles.BASELINE) else {}
    whole = not os.environ.get("ONLY") and not renews and not nightly
    if not renews and not nightly:
        forget(JUNIT if whole else JUNIT_ONLY)  # a build that fails has no results
    every = parts(whole)
    some = chosen(every, renews, nightly)
    with alone(nightly):
        if whole:
            shutil.rmtree(COVERAGE, ignore_errors=True)
        targets = sorted({target for job in some for target in job.needs if not of_unit(target)})
        if targets:
            build(targets)
        for job in some:
            for word in job.argv or ():
                if word.startswith(COVERAGE):
                    os.makedirs(os.path.dirname(word), exist_ok=True)
        junit = None if renews or nightly else JUNIT if whole else JUNIT_ONLY
        compile_scripts()
        code = run(some, int(jobs) if jobs else (os.cpu_count() or 1) + 1, junit, "make test")
        if renews and code:
            print(f"{cycles.BASELINE} stays as it is", file=sys.stderr)
        elif renews:
            renew(old, of_cycles(every), some)
        return code


if __name__ == "__main__":
    sys.exit(main())
