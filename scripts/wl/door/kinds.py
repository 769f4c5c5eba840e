# SPDX-License-Identifier: Apache-2.0
"""The kinds of make check: a row each. A new kind is its row.

name: (help, what is built, what it does, the variables that it takes beside SETUP and V).

What is built: programs of the build's folder, and other targets of mk/build.mk by their path. What it does: a function
of the folder, which returns the command that takes the place of the door, or an exit code.

The nightly runs slices of these kinds as jobs (scripts/wl/night/kinds.py): formal as proofs, double-mutants as double,
mutation and mutants and benches under the names that they have here.
"""
import os
import sys

from wl.door import unit
from wl.door.values import VARIABLES, Refused, first_and_how_many, flag, folder_of, hours, number, parallel, value

DIRECTED = "build/vectors/.written"
OTHER = {"CONFIG": "control_words gfx906 rdna vcc_alias"}  # the unit with all of them


def script(module, *words):
    """The command of a module of the scripts."""
    return [sys.executable, "scripts/wavelock", module, *words]


def seed_and_count(names=("SEED", "COUNT")):
    return [
        word
        for name, least in (("SEED", 0), ("COUNT", 1))
        if name in VARIABLES and name in names
        for word in (f"--{name.lower()}", str(number(name, 1, least)))
    ]


def program(name):
    """A function that runs a program of the build with SEED and COUNT."""
    return lambda folder: [os.path.join(folder, name), *seed_and_count()]


def campaign(name):
    """A campaign of floats with such a program. With RECORD=1 it writes the record; it reads that and ONLY itself."""

    def call(folder):
        flag("RECORD")
        more = [*seed_and_count(), *(["--all", "1"] if flag("ALL") else [])]
        return script("campaigns.exhaustive", os.path.join(folder, name), *more)

    return call


def probe_check(folder):
    if not value("UNIT"):
        raise Refused("make check KIND=probe-check: of which unit? UNIT=<its folder> (docs/your-unit.md)")
    from wl.runs import descriptions, unit_folder

    own = descriptions.of_own_folder(value("UNIT")) if unit_folder.has_own_isa(value("UNIT")) else []
    return script(
        "door.probe_check",
        os.path.join(folder, "wavelock"),
        *(["--plus", value("PLUS")] * bool(value("PLUS"))),
        *(["--", *own] * bool(own)),
    )


def mutation(_folder):
    options = {name: str(number(name, 0, 0)) for name in ("SEED", "COUNT") if name in VARIABLES}
    words = [word for name, text in options.items() for word in (f"--{name.lower()}", text)]
    words += ["--hours", hours()] if hours() else []
    words += ["--jobs", str(parallel())] if value("JOBS") else []
    words += ["--out", os.path.join(value("OUT"), "mutants")] if value("OUT") else []
    words += ["--unit", value("UNIT")] if value("UNIT") else []
    return script("mutation.mutate_block", *value("BLOCK").split(), *words)


def causes(_folder):
    words = [*seed_and_count(), *(["--fresh"] if flag("FRESH") else [])]
    return script("night.planted", *words, "--jobs", str(parallel()))


def desk(_folder):
    words = seed_and_count() + (["--jobs", str(parallel())] if value("JOBS") else [])
    return script("door.desk", *words, *(["--out", os.path.join(value("OUT"), "desk")] if value("OUT") else []))


def control_random(_folder):
    """Both units, all field values; and the property of the judge."""
    import subprocess

    seed = str(number("SEED", 1, 0))
    wrong = 0
    for delay in ("0", "3"):
        for words in (
            ("control.control_random", "--valu-delay", delay, "--instructions", "1000000", seed),
            ("control.control_property", "--valu-delay", delay, "--batches", "150", "--from", seed),
        ):
            wrong |= subprocess.run(script(*words), close_fds=False, check=False).returncode != 0
    return int(wrong)


def code_coverage(folder):
    """The runs of TEST on one unit; without it vectors and random programs, also on a unit that has all the rest."""
    from wl.door import build, sim, variables
    from wl.runs import unit_folder

    words = ["--out", os.path.join(sim.outputs()[0], "coverage"), "--jobs", str(parallel())]
    if value("TEST"):
        for name in ("FIRST", "COUNT", "PROFILE"):
            if value(name):
                raise Refused(f"{name} is for random programs, TEST for tests: one of them")
        variables.judge_values(("SEED",))
        found, known = sim.tests()
        if not known:
            raise Refused(f'TEST: found "{found[0]}", expected a test (make list)')
        runs = [f"{test}@{seed}" for test in found for seed in sim.seeds()]
        return script("cover.code_coverage", "all", *words, "--units", folder, "--", *runs)
    if value("SEED"):
        raise Refused("SEED is for TEST; random programs have SEEDS and FIRST")
    profiles = value("PROFILE")
    if value("UNIT") and unit_folder.has_random(value("UNIT")):
        unit_folder.write_limits(value("UNIT"), os.path.join(folder, "wavelock-counted"))
        profiles = profiles or ",".join(unit_folder.profiles(value("UNIT")) or ())
    first, many = first_and_how_many(2)
    words += ["--first", str(first or 1), "--seeds", str(many), "--count", str(number("COUNT", 1000))]
    words += ["--profile", profiles] if profiles else []
    if folder != "build":
        return script("cover.code_coverage", "all", *words, "--units", folder)
    other = build.folder_of(OTHER)
    build.build(other, [os.path.join(other, name) for name in ("wavelock-counted", "wavelock-random")], OTHER)
    return script("cover.code_coverage", "all", *words, "--whole", "--units", f"{folder} {other}")


def coincidence(folder):
    from wl.door import sim

    words = ["--seed", str(number("SEED", 1, 0)), "--jobs", str(parallel())]
    tool = os.path.join(folder, "wavelock")
    return script("campaigns.coincidence", *words, "--tool", tool, "--runs", sim.outputs()[0], *value("ONLY").split())


def corpus(folder):
    """Kernels of LLVM's tests: a folder that make does not bring."""
    from wl.door import sim

    if not value("CORPUS"):
        raise Refused("make check KIND=corpus: of which folder? CORPUS=llvm/test/CodeGen/AMDGPU (docs/kernels.md)")
    words = ["--tool", os.path.join(folder, "wavelock"), "--runs", sim.outputs()[0], "--jobs", str(parallel())]
    return script("campaigns.corpus", folder_of("CORPUS"), *seed_and_count(), "--only", value("ONLY"), *words)


def bench(_folder):
    import shlex

    return script("campaigns.bench", *shlex.split(value("BENCH")))


def changed(_folder):
    words = ["--since", value("SINCE")] if value("SINCE") else []
    words += ["--jobs", str(parallel())] if value("JOBS") else []
    return script("door.changed", *words, *(["--keep-going"] if flag("KEEP_GOING") else []))


OF_CHANGE = "changed"  # without KIND
KINDS = {
    OF_CHANGE: (
        "what the change asks for, in a minute after the build; the kind without KIND: CONTRIBUTING.md",
        "setup.mk",
        changed,
        "SINCE KEEP_GOING JOBS",
    ),
    "lint": (
        "compilers' warnings on RTL and C, formatters, style, names, sentences, references, tool versions",
        "setup.mk",
        lambda _: script("checks.lint", *([value("ONLY")] if value("ONLY") else [])),
        "JOBS ONLY",
    ),
    "lint-changed": (
        "the checks of lint that take seconds, on the files that differ from the last commit",
        "setup.mk",
        lambda _: script("checks.lint", "--changed"),
        "JOBS",
    ),
    "format": (
        "apply the formatters: clang-format to C and C++, black to Python, columns.py to SystemVerilog",
        "setup.mk",
        lambda _: script("checks.format"),
        "",
    ),
    "cycles": (
        "run the vectors in lockstep and make their cycles the baseline, vectors/cycles.tsv: docs/cycles.md",
        "",
        lambda _: script("door.test", "--cycles"),
        "ONLY JOBS",
    ),
    "opcodes": (
        "write build/docs/opcodes.md: what has and what executes each opcode",
        f"tools wavelock-random wavelock-exhaustive {DIRECTED}",
        lambda _: script("checks.opcodes", "--write"),
        "",
    ),
    "probe-check": (
        "say in words what is wrong with the events of UNIT's probe: docs/your-unit.md",
        "wavelock",
        probe_check,
        "UNIT PLUS",
    ),
    "code-coverage": (
        "lines and toggles of the RTL, lines and branches of the model, by TEST or all: docs/coverage.md",
        lambda: f"wavelock-counted wavelock-random {DIRECTED if not unit.has_own_isa() else ''}",
        code_coverage,
        "TEST SEED SEEDS FIRST COUNT PROFILE JOBS OUT CONFIG UNIT",
    ),
    "coincidence": (
        "aim programs at pairs of events that shall fall into one cycle, or at those of ONLY: docs/coverage.md",
        "wavelock wavelock-random points.tsv",
        coincidence,
        "SEED ONLY JOBS OUT CONFIG",
    ),
    "formal": (
        "proofs of the fork/join unit, the barrier and others, each with broken copies that must fail",
        "setup.mk",
        lambda _: script("checks.formal"),
        "",
    ),
    "lds-unit": (
        "the LDS alone against the model: COUNT accesses of banks (300000)",
        "wavelock-lds-unit",
        program("wavelock-lds-unit"),
        "SEED COUNT CONFIG",
    ),
    "exec-unit": (
        "execution units with one of random latency: COUNT instructions (20000), and planted errors",
        "wavelock-exec-unit",
        program("wavelock-exec-unit"),
        "SEED COUNT",
    ),
    "format-unit": (
        "formats of buffers in the RTL alone: all cases of format_cases.py, minutes",
        "wavelock-format-unit",
        lambda _: script("tests.test_format_unit", "--whole", *seed_and_count()),
        "SEED",
    ),
    "sample-unit": (
        "arithmetic of images in the RTL alone: COUNT cases of each function (20000)",
        "wavelock-sample-unit",
        lambda _: script("tests.test_sample_unit", "--count", "20000", *seed_and_count()),
        "SEED COUNT",
    ),
    "vmem-unit": (
        "addresses of vector memory in the RTL alone: COUNT requests (200000), and planted errors",
        "wavelock-vmem-unit",
        program("wavelock-vmem-unit"),
        "SEED COUNT",
    ),
    "vector-unit": (
        "the vector ALU alone against the model: COUNT operands a float opcode (10000000): docs/exhaustive.md",
        "wavelock-vector-unit",
        campaign("wavelock-vector-unit"),
        "SEED COUNT ALL ONLY RECORD JOBS CONFIG",
    ),
    "control-clocks": (
        "kernels with wait counters and with control words: a table of clocks: docs/control-words.md",
        f"wavelock-access {DIRECTED}",
        lambda _: script("control.control_clocks"),
        "JOBS",
    ),
    "bench": (
        "measure the checker's cost, the speed of model and unit, the builds; prints ratios with their spread",
        "tools",
        bench,
        "BENCH",
    ),
    "exhaustive": (
        "the model's floats against MPFR: hours, goes on where it stopped: docs/exhaustive.md",
        "wavelock-exhaustive",
        campaign("wavelock-exhaustive"),
        "ONLY RECORD JOBS",
    ),
    "fuzz": (
        "mutate COUNT code objects and descriptions, and a tenth of argument strings (100000): docs/random.md",
        f"wavelock-fuzz {DIRECTED}",
        program("wavelock-fuzz"),
        "SEED COUNT",
    ),
    "sass-fuzz": (
        "mutate COUNT listings with control words (1000000); read, check, mend and print: docs/control-words.md",
        f"wavelock-sass-fuzz {DIRECTED}",
        program("wavelock-sass-fuzz"),
        "SEED COUNT",
    ),
    "sass-listings": (
        "each listing below the folder LISTINGS through wavelock-sass, as a table: docs/control-words.md",
        "wavelock-sass",
        lambda _: script("control.listings", folder_of("LISTINGS")),
        "LISTINGS",
    ),
    "corpus": (
        "kernels of LLVM's .ll files below the folder CORPUS in lockstep, COUNT modules (all): docs/kernels.md",
        "wavelock wavelock-programs.so",
        corpus,
        "CORPUS ONLY SEED COUNT JOBS OUT CONFIG",
    ),
    "mutation": (
        "mutants at run time: what vectors and HOURS of random programs catch, by operator: docs/mutation.md",
        "wavelock-random",
        mutation,
        "BLOCK SEED COUNT HOURS JOBS OUT UNIT",
    ),
    "causes": (
        "plant bugs, run COUNT short nights (20), and judge the causes that they name: docs/mutation.md",
        "wavelock-random wavelock-programs.so points.tsv",
        causes,
        "SEED COUNT FRESH JOBS",
    ),
    "desk": (
        "of COUNT mutants (60) that all vectors find, how many make check finds in its minute: docs/mutation.md",
        "wavelock",
        desk,
        "SEED COUNT JOBS OUT",
    ),
    "mutants": (
        "the single changes of scripts/wl/mutation/mutants.txt, one build each: docs/mutation.md",
        f"wavelock wavelock-random {DIRECTED}",
        lambda _: script("mutation.mutate"),
        "",
    ),
    "double-mutants": (
        "change the model alone and show that a vector notices each change: docs/mutation.md",
        f"wavelock wavelock-model {DIRECTED}",
        lambda _: script("mutation.double_mutants"),
        "",
    ),
    "control-random": (
        "random programs with control words: all field values, and the judge: docs/control-words-unit.md",
        "wavelock-random",
        control_random,
        "SEED",
    ),
}
# make help check has these lines, each before a kind.
HEADINGS = {OF_CHANGE: "every day", "probe-check": "looking closer", "exhaustive": "long campaigns"}
