# SPDX-License-Identifier: Apache-2.0
"""Checks of the text, side by side: compilers' warnings on RTL and C, tool versions, formatters, the tree's own rules.

usage: lint [NAME...]    the checks whose names contain one of these; JOBS of them at a time (two)
       lint --of-test    those of make test: without LONG, and without those that its builds or the nightly make
       lint --changed [FILE...]    those that take seconds, on these files; without any, on those that differ from the
                         last commit

A check that was clean runs again when one of its files, a script or a tool has changed. Exit code 1 if one fails.
"""
import fnmatch
import hashlib
import os
import re
import shlex
import subprocess
import sys

from wl import ROOT, Error
from wl.checks import names, sentences, tools
from wl.generate import opcode_names
from wl.runs import runner, unit_folder, units
from wl.tree import flatten, sources


CLEAN = os.path.join("build", "lint")  # a file for each check that was clean: the sum of what it read
RTL = ["rtl/*.sv", "rtl/*.f", "tb/top/cu_top.sv", "tb/probe/*.sv"]
RTL += ["scripts/wl/generate/opcode_names.py", "docs/spec/*.tsv"]  # of build/op_pkg.sv
C = ["refmodel/*.c", "refmodel/*.h", "refmodel/*.def", "tb/*.c", "tb/*.h", "tb/*.def"]

VERILATOR = ["verilator", "--lint-only", "-Wall"]
UNIT = ["--top-module", "cu", "-f", "rtl/files.f"]
TESTBENCH = [
    "--no-timing",
    "--top-module",
    "cu_top",
    "-f",
    "rtl/files.f",
    "-f",
    "rtl/probe/files.f",
    "-f",
    "rtl/probe/rules.f",
    "tb/top/cu_top.sv",
]


def of_fragment(name):
    """The name of a lint check of the unit of one fragment."""
    return f"the unit of rtl/configs/{name}.f"


# Checks that the nightly runs (KINDS=configs). They take 10 to 120 seconds of a processor. gcc compiles the C with the
# same warnings in make test.
CLANG_TESTBENCH = "clang -Wall -Wextra: the testbench"
LONG = (
    *("yosys: the unit", "yosys: UnitFma of gfx906", CLANG_TESTBENCH, "clang -Wall -Wextra: the model"),
    *("black", "clang-format", "sentences"),
)
NUMBERS = "no number where there is a name"
# These look at the whole tree in seconds: how their names begin.
QUICK = ("references", "segments of exp, log and sin", "tables of exp, log, sin, cos", "probe", "description")
QUICK += ("includes", "imports")
OF_CHANGED = ", changed files"  # behind the name of a check of some files
WITHOUT = " without "  # behind the name of a check: files that this machine cannot compile
# Verilator builds these in make test and its parts of the nightly, the first one as the build without a probe. The
# builds have the same warnings but those of what is unused. So make test also has the checks of the testbench, which
# holds the unit, and of the second unit.
BUILT = (
    "the unit",
    *(of_fragment(name) for name in sorted({name for unit in units.OF_TEST for name in unit})),
)
# The nightly builds these, with the same warnings.
OF_CONFIGS = tuple(map(of_fragment, ("lds256", "noimage", "odd", "sramecc")))
# A memory with several writers becomes registers, which is what these are. An unknown name becomes a wire of one bit:
# an error here.
YOSYS = ["yosys", "-q", "-w", "Replacing memory .* with list of registers", "-e", "implicitly declared", "-p"]
CLANG = ["clang-16", "-fsyntax-only", "-std=c11", "-D_GNU_SOURCE", "-ffp-contract=off", "-Wall", "-Wextra", "-Werror"]
OF_MODEL = ["-Irefmodel/include", "-Irefmodel"]
OF_TB = ["-Irefmodel/include", "-Itb/include", "-Itb", "-Itb/top"]
# Sources with a header that `scripts/setup nightly` alone installs.
OF_NIGHTLY = {
    sources.named("blas.c"): "/usr/include/clblast_c.h",
    sources.named("fft.c"): "/usr/include/clFFT.h",
}


def rtl_files():
    """The sources of the unit in the order in which they are read."""
    with open("rtl/files.f", encoding="utf-8") as file:
        return [line for line in file.read().split() if line.endswith(".sv")]


def of_unit(*modules):
    """The files of modules and packages of the unit."""
    return [name for name in rtl_files() if os.path.basename(name).removesuffix(".sv") in modules]


def mentions(path, word):
    with open(path, encoding="utf-8") as file:
        return word in file.read()


def llvm_headers():
    return ["-I" + subprocess.check_output(["llvm-config-16", "--includedir"], text=True).strip()]


def yosys(files, script, define=""):
    """yosys runs the script in a folder with the files as flatten.py writes them, after the define, as "-DNAME=1".

    It expands a function once for each lane. Lanes are equal, so it gets one.
    """
    first = f"verilog_defines {define}; " if define else ""
    reads = " ".join(map(shlex.quote, [*YOSYS, f"{first}read_verilog -sv {flatten.JOINED}.sv; {script}"]))
    write = (
        f"scripts/wavelock tree.flatten $flat {' '.join(files)} && sed -i 's/NumLanes = 16;/NumLanes = 1;/' $flat/*.sv"
    )
    return ["sh", "-c", f"flat=$(mktemp -d) && trap 'rm -r $flat' EXIT && {write} && cd $flat && {reads}"]


def yosys_unit():
    files = rtl_files()
    return yosys(files, f"read_verilog -sv {' '.join(files)}; hierarchy -check -top cu")


def packages():
    return [name for name in rtl_files() if name.endswith("_pkg.sv")]


def yosys_exposed():
    files = packages() + of_unit("exposed_hazards", "late_store", "vgpr_before", "exposed")
    files += [name for name in rtl_files() if name not in files and mentions(name, "ExposedHazards")]
    return yosys(files, f"read_verilog -sv -DWL_EXPOSED_HAZARDS {' '.join(files)}")


def yosys_images():
    """What is in the folders of images and vector memory. Whole units are for the nightly."""
    files = packages()
    files += [name for name in rtl_files() if name not in files and name.startswith(("rtl/image/", "rtl/vmem/"))]
    return yosys(files, f"read_verilog -sv {' '.join(files)}")


def yosys_gfx906(unit):
    """An execution unit with operations of gfx906. Its number is its place in valu_pkg::unit_e."""
    files = packages() + of_unit("valu_table", "valu_unit")
    with open(*of_unit("valu_pkg"), encoding="utf-8") as file:
        number = re.findall(r"^    (Unit\w+)\b", file.read(), re.M).index(unit)
    top = f"hierarchy -check -top valu_unit -chparam Unit {number}"
    return yosys(files, f"read_verilog -sv {' '.join(files)}; {top}", "-DWL_ISA=906")


def c_files(pattern):
    return fnmatch.filter(sources.tracked(), pattern)


def checks():
    """Name, files that it reads, command. The check that takes longest comes first."""
    yield LONG[0], RTL, yosys_unit()
    for unit in ("UnitFma", "UnitMul"):
        yield f"yosys: {unit} of gfx906", RTL, yosys_gfx906(unit)
    yield "yosys: what exposed hazards change", RTL, yosys_exposed()
    yield "yosys: images and vector memory", RTL, yosys_images()
    yield "verilator -Wall: the unit", RTL, VERILATOR + UNIT
    yield "verilator -Wall: the unit with its probe, in the testbench", RTL, VERILATOR + TESTBENCH
    for name in units.fragments():
        yield f"verilator -Wall: {of_fragment(name)}", RTL, VERILATOR + units.defines((name,)) + TESTBENCH
    lists = [word for several in unit_folder.lists("examples/tiny_cu").values() for word in several]
    example = ["-fno-dfg", "--no-timing", "--top-module", "cu_top", *lists, "examples/tiny_cu/cu_top.sv"]
    yield "verilator -Wall: the second unit", ["examples/*.sv", "examples/*.f", "tb/probe/*.sv"], VERILATOR + example
    inside = c_files("tb/bench/exhaustive/*.c") + c_files("tb/bench/vector/*.c")  # they know the model
    without = [name for name, header in OF_NIGHTLY.items() if not os.path.isfile(header)]
    others = [name for name in c_files("tb/*.c") if name not in inside + without]
    missing = f"{WITHOUT}{', '.join(without)}: scripts/setup nightly installs their headers" if without else ""
    chosen = ["-DWL_ISA=900", "-DWL_RDNA=0", "-DWL_VCC_ALIAS=0"]
    yield CLANG_TESTBENCH + missing, C, CLANG + OF_TB + chosen + llvm_headers() + others
    yield "clang -Wall -Wextra: the benches of floats", C, CLANG + OF_TB + OF_MODEL + inside
    yield "clang -Wall -Wextra: the model", C, CLANG + OF_MODEL + c_files("refmodel/*.c")
    # Levels of the host that have what the others have not (refmodel/rules.mk).
    avx2 = ["-DWL_HOST=avx2", "-mavx2", "-mfma"]
    yield "clang -Wall -Wextra: the model, AVX2", C, CLANG + OF_MODEL + avx2 + c_files("refmodel/execute/vector_*.c")
    pure = ["-DWL_HOST=pure", "-DWL_PURE", "-mgeneral-regs-only"]
    yield "clang -Wall -Wextra: the model, pure", C, CLANG + OF_MODEL + pure + c_files("refmodel/execute/vector_*.c")
    yield "clang -Wall -Wextra: the specification's programs", ["docs/spec/*.c"], CLANG + c_files("docs/spec/*.c")
    yield "references: cited files, sections and decisions exist", ["*"], ["scripts/wavelock", "checks.references"]
    yield "plan: each row has what holds it, or a reason", ["*"], ["scripts/wavelock", "checks.plan", "--check"]
    segments = ["*/fp_segments.h"]
    yield "segments of exp, log and sin", segments, ["scripts/wavelock", "generate.transcendental_segments"]
    tables = ["*/valu_trans_table_pkg.sv"]
    yield "tables of exp, log, sin, cos: those of the formulas", tables, [
        "scripts/wavelock",
        "generate.transcendental_tables",
    ]
    of_images = ["*/image_log_pkg.sv", "*/vmem_srgb_pkg.sv"]
    yield "tables of images: those of the formulas", of_images, ["scripts/wavelock", "generate.image_tables"]
    of_model = ["*/image_tables.c"]
    yield "tables of images in the model", of_model, ["scripts/wavelock", "generate.image_numbers"]
    yield "clang-format", ["*.c", "*.h", "*.cc", ".clang-format"], ["scripts/wavelock", "checks.format", "--check", "c"]
    yield "black", ["*.py", "scripts/*", "pyproject.toml"], ["scripts/wavelock", "checks.format", "--check", "python"]
    yield "columns", ["*.sv"], ["scripts/wavelock", "checks.format", "--check", "rtl"]
    python = ["*.py", "scripts/*", ".flake8"]
    yield "flake8", python, ["flake8"] + sources.of_kind("python")
    yield NUMBERS, RTL + C + ["*.cc", "tb/*.sv"], ["scripts/wavelock", "checks.names"]
    events = ["tb/*", "refmodel/include/*", "docs/probe.md"]
    yield "probe: what is made from its lists", events, ["scripts/wavelock", "generate.probe_events"]
    keys = ["tb/*", "refmodel/include/*", "vectors/README.md"]
    yield "description: the table of its keys", keys, ["scripts/wavelock", "generate.description_keys"]
    folders = ["tb/probe/*", "tb/check/*"]
    yield "includes: the checker's architecture knows no policy, no report", folders, [
        "scripts/wavelock",
        "checks.check_includes",
    ]
    yield "imports: a folder knows those below it", ["scripts/*"], ["scripts/wavelock", "checks.imports"]
    yield "style", ["*"], ["scripts/wavelock", "checks.style"]
    yield "sentences", ["*"], ["scripts/wavelock", "checks.sentences"]


def of_files(files):
    """The checks that take seconds of these files, by their names below the root, as checks() gives them.

    Files that are gone are ignored. Checks of single files look at these alone, and those of QUICK, where they read one
    of them, at the whole tree. Compilers, Verilator, yosys and the plan are left out."""
    files = [name for name in files if os.path.isfile(name)]
    formatted = [name for name in files if not name.startswith(sources.APART)]
    kinds = {kind: [name for name in formatted if sources.kind_of(name) == kind] for kind in ("c", "rtl", "python")}
    for name, module, some in (
        ("style", "style", files),
        ("sentences", "sentences", [name for name in files if sentences.looked_at(name)]),
        (NUMBERS, "names", [name for name in kinds["rtl"] + kinds["c"] if names.checked(name)]),
        ("clang-format", "format", kinds["c"]),
        ("black", "format", kinds["python"]),
        ("columns", "format", kinds["rtl"]),
    ):
        if some:
            command = ["scripts/wavelock", f"checks.{module}", *(["--check"] if module == "format" else []), *some]
            yield f"{name}{OF_CHANGED}", some, command
    if kinds["python"]:
        yield f"flake8{OF_CHANGED}", [*kinds["python"], ".flake8"], ["flake8", *kinds["python"]]
    for name, patterns, command in checks():
        read = any(fnmatch.filter(files, pattern) for pattern in patterns)
        if read and name.split(":")[0] in QUICK:
            yield name, patterns, command


def changed_files(since="HEAD"):
    """Files that are there and differ from a commit, and new ones that git does not ignore."""
    found = []
    differ = ("diff", "-z", "--name-only", "--no-renames", since, "--")
    for words in (differ, ("ls-files", "-z", "--others", "--exclude-standard")):
        done = subprocess.run(["git", *words], check=False, capture_output=True, text=True)
        if done.returncode:
            raise Error(f"git {' '.join(words)}: {done.stderr.strip()}")
        found += [name for name in done.stdout.split("\0") if os.path.isfile(name)]
    return sorted(set(found))


def sum_of(patterns, command):
    """SHA-256 of the command, the tools' versions and the contents of all files that a check reads."""
    total = hashlib.sha256(repr((command, tools.found())).encode())
    for name in sources.tracked():
        if any(fnmatch.fnmatch(name, pattern) for pattern in patterns) or name.startswith("scripts/"):
            with open(name, "rb") as file:
                total.update(f"{name}\0".encode() + hashlib.sha256(file.read()).digest())
    return total.hexdigest()


def was_clean(path, total):
    try:
        with open(path, encoding="ascii") as file:
            return file.read() == total
    except OSError:
        return False


def check(name, patterns, command):
    """The job of one check."""
    path = os.path.join(CLEAN, "".join(c if c.isalnum() else "-" for c in name))

    def call(job):
        total = sum_of(patterns, command)
        if was_clean(path, total):
            return runner.Outcome(1, 0, "unchanged since it was clean")
        code, text = job.execute(command)
        if code != 0:
            return runner.Outcome(0, 1, f"exit {code}", text, shown=len(text.splitlines()))
        if os.access("build", os.W_OK):
            os.makedirs(CLEAN, exist_ok=True)
            with open(path, "w", encoding="ascii") as file:
                file.write(total)
        return runner.Outcome(1, 0, (text.splitlines() or ["clean"])[-1])

    return runner.Job(name, call=call)


def main(words):
    os.chdir(ROOT)
    wrong = tools.judge()
    for line in wrong.warnings:
        print(line, file=sys.stderr)
    if wrong.errors:
        print("\n".join(wrong.errors), file=sys.stderr)
        return tools.ERROR
    if words[:1] == ["--changed"]:
        jobs = [check(*one) for one in of_files(words[1:] or changed_files())]
        if not jobs:
            print("nothing has changed")
            return 0
        return runner.run(jobs, int(os.environ.get("JOBS") or 2))
    opcode_names.write()
    every = list(checks())
    if words == ["--of-test"]:
        left_out = [*LONG, *(f"verilator -Wall: {what}" for what in BUILT + OF_CONFIGS)]
        every, words = [one for one in every if one[0].split(WITHOUT)[0] not in left_out], []
    for word in words:
        if not any(word in one[0] for one in every):
            print(f'ERROR: no check has "{word}" in its name', file=sys.stderr)
            return tools.ERROR
    chosen = [check(*one) for one in every if not words or any(word in one[0] for word in words)]
    return runner.run(chosen, int(os.environ.get("JOBS") or 2))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
