# SPDX-License-Identifier: Apache-2.0
"""build/docs/opcodes.md: whether the model and the unit have each opcode of gfx900, and what executes it in lockstep.
The opcodes of gfx906 alone have a section of their own.

usage: opcodes.py [--write] [--measured]
  --write     write build/docs/opcodes.md
  --measured  take the coverage that make test left in build/coverage and runs/nightly/test; run nothing again

All of it is measured. An opcode that issued in lockstep and was legal is in both. Any other runs as a program of one
instruction: in lockstep, on the model alone and on the unit alone. It is there unless it raises illegal-instruction.
The SDWA and DPP forms of VOP1, VOP2 and VOPC are measured alike. OUT of
scripts/wl/cover/coverage.py has the reason for what is left out.

It fails for an opcode that is in none of the states. It fails for one that is implemented and was never executed, in
each of its forms. It fails for one that is in the model and not in the unit.
"""
import argparse
import collections
import concurrent.futures
import os
import re
import shutil
import subprocess
import sys

from wl import ROOT, Error
from wl.cover.coverage import EXTENSIONS, OUT, SHORT, Coverage, all_opcodes, implemented, opcodes_of, reason
from wl.cover.points import Points
from wl.runs import descriptions, units
from wl.tree.opcodes import GFX900, GFX906


TABLE = "build/docs/opcodes.md"
COVERAGE = os.path.join("build", "coverage")
COVERAGE_OF_OTHER = os.path.join(COVERAGE, "unit", units.name(units.OTHER))  # scripts/tests/test_config.py leaves it
PROBES = os.path.join("build", "opcodes")
RANDOM = os.path.join("runs", "nightly", "test")
EXHAUSTIVE = "build/wavelock-exhaustive"
SHOWN = 3  # vectors that a row names
FORMS = ("sdwa", "dpp")
CYCLES = "20000"  # of a program of one instruction, which may hang

# How the values of vector opcodes are defined, where it is not exact by IEEE 754 or by integer arithmetic alone:
# (names, definition), all that fit. Figures and decisions: docs/spec/numerics.md. An opcode that fits none is exact.
VALUE = [
    (r"v_exp_(legacy_)?f32", "approximate: 0.7096 ulp"),
    (r"v_log_(legacy_)?f32", "approximate: 0.6744 ulp"),
    (r"v_sin_f32", "approximate: 0.6092 ulp"),
    (r"v_cos_f32", "approximate: 0.6101 ulp"),
    (r"v_(exp|log|sin|cos)_.*", "D-NUM-28"),
    (r"v_(sin|cos)_f16", "D-NUM-26"),
    (r"v_(exp|log)_legacy_f32", "D-NUM-27"),
    (r"v_(rcp|rsq|sqrt)_.*|v_rcp_iflag_f32", "D-NUM-25"),
    (r"v_fract_.*", "D-NUM-19, D-NUM-20"),
    (r"v_(pk_)?(min|max)3?_f(16|32|64)", "D-NUM-16"),
    (r"v_med3_f(16|32)", "D-NUM-16, D-NUM-18"),
    (r"v_(pk_)?(fma|fmac|mad|mac|madmk|madak)_(legacy_|mix_?)?f(16|32|64)|v_(mad|fma)_mix.*", "D-NUM-10"),
    (r"v_mad_mix.*", "D-NUM-13"),
    (r"v_dot2_f32_f16", "D-NUM-14"),
    (r"v_fma_mix(lo|hi)_f16", "D-NUM-49"),
    (r"v_sub(rev)?_f(16|32)", "D-NUM-8"),
    (r"v_mad[ma]k_f(16|32)", "D-NUM-9"),
    (r"v_div_fmas_.*", "D-NUM-29, D-NUM-30"),
    (r"v_div_scale_.*", "D-NUM-44"),
    (r"v_cvt_(rpi|flr)_i32_f32", "D-NUM-21"),
    (r"v_cvt_f16_f32", "D-NUM-22"),
    (r"v_cvt_pkrtz_f16_f32", "D-NUM-23"),
    (r"v_cvt_(pk)?norm_.*", "D-NUM-24"),
    (r"v_mad_i64_i32", "D-NUM-32"),
    (r"v_m?qsad_.*", "D-NUM-33"),
    (r"s_(min|max)_[iu]32", "D-NUM-34"),
    (r"ds_add_(rtn_|src2_)?f32", "D-NUM-35"),
    (r"ds_(min|max)_(rtn_|src2_)?f(32|64)", "D-NUM-36, D-NUM-38"),
    (r"ds_cmpst_(rtn_)?f(32|64)", "D-NUM-40"),
]


def value_of(name):
    return ", ".join(text for names, text in VALUE if re.fullmatch(names, name)) or "exact"


def lines_of(path):
    with open(path, encoding="utf-8") as file:
        return [line.rstrip("\n").split("\t") for line in file if line.strip()]


def keys():
    """(format, number, form) of all that is looked at; form "" is the opcode itself."""
    for form, number in all_opcodes():
        for which in ("",) + (FORMS if form in SHORT else ()):
            yield form, number, which


# ---- programs of one instruction -------------------------------------------------------------------


class Probes:
    """A code object with one kernel an opcode and form: the example of the decode vectors, then s_endpgm."""

    def __init__(self):
        self.kernels = {}
        words = {(form, int(number)): text.split() for form, number, text, _ in lines_of(GFX900)}
        words["EXP", 0] = ["c4000000", "00000000"]
        for form, number in EXTENSIONS:  # an owner write has a stride: 4; a clause has an instruction
            words[form, number] = (
                [f"{0xd8000000 | number << 17 | (0x400 if number < 228 else 0):08x}", "04030201"]
                if form == "DS"
                else [f"{0xbf800001 | number << 16:08x}"]
            )
        shutil.rmtree(PROBES, ignore_errors=True)
        os.makedirs(PROBES)
        source, self.object = os.path.join(PROBES, "probes.s"), os.path.join(PROBES, "probes.co")
        with open(source, "w", encoding="utf-8") as file:
            for key in keys():
                name = "_".join(map(str, key)).rstrip("_")
                self.kernels[key] = name
                code = ", ".join(self.form(key, words[key[:2]]))
                file.write(
                    f".text\n.p2align 8\n.globl {name}\n.type {name},@function\n{name}:\n  .long {code}\n"
                    "  s_waitcnt vmcnt(0) lgkmcnt(0)\n  s_endpgm\n"
                    f".L{name}:\n.size {name}, .L{name}-{name}\n.rodata\n.p2align 6\n.amdhsa_kernel {name}\n"
                    "  .amdhsa_next_free_vgpr 256\n  .amdhsa_next_free_sgpr 102\n.end_amdhsa_kernel\n"
                )
        subprocess.run(
            [
                "llvm-mc-16",
                "-triple=amdgcn-amd-amdhsa",
                "-mcpu=gfx900",
                "-mattr=-xnack",
                "-filetype=obj",
                source,
                "-o",
                source + ".o",
            ],
            check=True,
        )
        subprocess.run(["ld.lld-16", "-shared", source + ".o", "-o", self.object], check=True)

    @staticmethod
    def form(key, words):
        """The words of the example in the form of the key: its SRC0 becomes v2, whole or the lane itself."""
        if key[2]:
            second = {"sdwa": 0x06060002 if key[0] == "VOPC" else 0x06060602, "dpp": 0xFF00E402}[key[2]]
            first = int(words[0], 16) & ~0x1FF | {"sdwa": 249, "dpp": 250}[key[2]]
            return f"0x{first:08x}", f"0x{second:08x}"
        return ["0x" + word for word in words]

    def run(self, row, device):
        """Exit code and what was said."""
        tool = {"model": "build/wavelock-model", "rtl": "build/wavelock-bare", "lockstep": "build/wavelock"}[device]
        command = [
            tool,
            "--device",
            device,
            self.object,
            "--kernel",
            self.kernels[row],
            "--grid",
            "64",
            "--group",
            "64",
        ]
        if device == "model":
            command += ["--max-instructions", CYCLES]
        else:
            command += ["--max-cycles", CYCLES, "--hang-cycles", CYCLES]
        if device == "rtl":
            command += ["--check", "off"]
        done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
        return done.returncode, done.stdout + done.stderr

    def has(self, row):
        """(in the model, in the unit)"""
        code, text = self.run(row, "lockstep")
        if code not in (1, 2):  # they agree: a fault is not known by its code alone
            illegal = "illegal instruction at" in text
            return not illegal, not illegal
        _, model = self.run(row, "model")
        _, rtl = self.run(row, "rtl")
        return "illegal instruction" not in model, "halted on an illegal instruction" not in rtl


# ---- what executed what ----------------------------------------------------------------------------


def vectors():
    """Names of the tests of vectors/, and of those that are written from tables, that the default unit runs."""
    return sorted(name for root in descriptions.ROOTS for name in descriptions.of_unit(root))


def run_vector(name):
    path = os.path.join(COVERAGE, name + ".tsv")
    os.makedirs(os.path.dirname(path), exist_ok=True)
    done = subprocess.run(
        ["build/wavelock", "--device", "lockstep", name, "--coverage", path],
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise Error(f"vector {name} failed, so nothing can be said of what it executes:\n{done.stderr}")


def run_everything(jobs):
    shutil.rmtree(COVERAGE, ignore_errors=True)
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        list(pool.map(run_vector, vectors()))
    done = subprocess.run([sys.executable, "scripts/wavelock", "tests.test_config", "--other"], check=False)
    if done.returncode:
        raise Error("the vectors of the other unit failed, so nothing can be said of what they execute")
    done = subprocess.run(
        [sys.executable, "scripts/wavelock", "night.nightly", "--slice"], stderr=subprocess.DEVNULL, check=False
    )
    if done.returncode:
        raise Error("the random programs of make test failed, so nothing can be said of what they execute")


def load(path, points=None):
    """[(format, number, form)] that a run executed. points: the list that has all that the run can hit."""
    coverage = Coverage()
    try:
        coverage.add_file(path)
    except (OSError, ValueError) as error:
        raise Error(f"{error}: run make test, or this without --measured") from None
    unlisted = points.set_of(coverage.points())[1] if points else []
    if unlisted:
        raise Error(f"{path}: hit, and not in {points.path}: {'; '.join(map(': '.join, unlisted))}")
    found = [(*row, "") for row in coverage.opcodes()]
    return found + [(*row, form) for form in FORMS for row in coverage.forms(form)]


def executed():
    """(format, number, form) -> names of the vectors, "random" last where only random programs execute it."""
    by = collections.defaultdict(list)
    points = Points()
    for name in vectors():
        for row in load(os.path.join(COVERAGE, name + ".tsv"), points):
            by[row].append(name)
    for row in load(os.path.join(RANDOM, "coverage.tsv"), points):
        if row not in by:
            by[row].append("random")
    return by


def executed_on_other():
    """As executed(), for the vectors of the gfx906 unit with RDNA memory and second names of VCC."""
    by = collections.defaultdict(list)
    for folder, _, files in sorted(os.walk(COVERAGE_OF_OTHER)):
        for file in sorted(files):
            path = os.path.join(folder, file)
            for row in load(path):
                by[row].append(os.path.relpath(path, COVERAGE_OF_OTHER).removesuffix(".tsv"))
    return by


# ---- table -----------------------------------------------------------------------------------------


def against_mpfr():
    """Names of the opcodes that make check KIND=exhaustive compares with MPFR."""
    done = subprocess.run([EXHAUSTIVE, "--list"], capture_output=True, text=True, check=True)
    return {line.split()[0] for line in done.stdout.splitlines()}


def evidence(name, by, mpfr):
    """Checks of an opcode's value beside the comparison of model and RTL."""
    found = ["MPFR"] if name in mpfr else []
    found += ["kernels"] if any(vector.startswith("kernels/") for vector in by) else []
    return ", ".join(found + ["vectors"] * any(not vector.startswith(("kernels/", "random")) for vector in by))


# forms: {form: (in the model, in the unit, executed)}; held: what evidence() says
Row = collections.namedtuple("Row", "form number name model rtl by why forms held")


def rows(by, has, mpfr):
    """has: (format, number, form) -> (in the model, in the unit), for those that nothing executed."""
    table = []
    for (form, number), name in all_opcodes().items():
        forms = {
            which: (*has.get((form, number, which), (True, True)), (form, number, which) in by)
            for which in FORMS
            if form in SHORT
        }
        key = form, number, ""
        there, vectors_ = has.get(key, (True, True)), by.get(key, [])
        held = evidence(name, vectors_, mpfr) if form.startswith("VOP") else evidence(name, vectors_, ())
        table.append(Row(form, number, name, *there, vectors_, reason(form, name), forms, held))
    return table


def problems(table, by, out=None):
    """Sentences on what is wrong."""
    found, used = [], set()
    for r in table:
        text = f"{r.form} {r.number} {r.name}"
        if r.model != r.rtl:
            found.append(
                f"{text}: {'in the model and not in the unit' if r.model else 'in the unit and not in the model'}"
            )
        elif r.model and not r.by:
            found.append(f"{text}: implemented, and nothing in make test executes it in lockstep")
        elif r.model and not r.held and r.form.startswith("VOP"):
            found.append(f"{text}: only the comparison of model and unit holds its value")
        elif not r.model and not r.why:
            found.append(f"{text}: neither implemented nor left out with a reason")
        if not r.model and not r.rtl:
            used.add(r.why)
        for which, (model, rtl, executed_here) in r.forms.items():
            if model != rtl:
                found.append(f"{text}: its {which} form is in the {'model' if model else 'unit'} alone")
            elif model and not executed_here:
                found.append(
                    f"{text}: its {which} form is implemented, and nothing in make test executes it in lockstep"
                )
    known = {(r.form, r.number) for r in table}
    found += [
        f"{form} {number}: issued in lockstep and is no opcode"
        for form, number, which in by
        if not which and (form, number) not in known
    ]
    found += [
        f'the reason "{why}" ({formats}, {names}) fits no opcode that is left out'
        for formats, names, why in (OUT if out is None else out)
        if why not in used
    ]
    return found


def wrong_lists(table):
    """Sentences on what coverage.implemented() says and the model shows otherwise."""
    found = []
    for which in ("", *FORMS):
        known = implemented(which or None)
        for r in table:
            there = r.model if not which else r.forms.get(which, (False,))[0]
            if there != ((r.form, r.number) in known):
                found.append(
                    f"{r.form} {r.number} {r.name} {which}: scripts/wl/cover/coverage.py and the model disagree"
                )
    return found


# by: names of vectors on the unit of gfx906; forms: {form: whether one is executed}
Own = collections.namedtuple("Own", "form number name by forms held")


def rows_of_gfx906(by, mpfr):
    """The opcodes that gfx906 alone has."""
    return [
        Own(
            form,
            number,
            name,
            by.get((form, number, ""), []),
            {which: (form, number, which) in by for which in FORMS if form in SHORT},
            evidence(name, by.get((form, number, ""), []), mpfr),
        )
        for (form, number), name in opcodes_of(GFX906).items()
    ]


def problems_of_gfx906(own):
    return [f"gfx906, {r.form} {r.number} {r.name}: no vector executes it in lockstep" for r in own if not r.by]


def section_of_gfx906(own):
    text = [
        "\n## gfx906\n\nA unit of gfx906 (`CONFIG=gfx906`) has these too. v_fma_mix takes the numbers of v_mad_mix,",
        "which it does not have. A unit of gfx900 refuses the others. `make test` executes each in the part `unit of",
        "small sizes`; SDWA and DPP: whether it executes that form. The list: `docs/spec/gfx906-opcodes.tsv`.\n",
        "| opcode | format | number | SDWA | DPP | value | held by | executed in lockstep by |",
        "|---|---|---:|---|---|---|---|---|",
    ]
    for r in own:
        shown = ", ".join(r.by[:SHOWN]) + (" and others" if len(r.by) > SHOWN else "")
        forms = " | ".join({True: "yes", False: "no", None: ""}[r.forms.get(which)] for which in FORMS)
        text.append(
            f"| `{r.name}` | {r.form} | {r.number} | {forms} | {value_of(r.name)} | {r.held} | {shown or 'nothing'} |"
        )
    return text


def document(table, own=()):
    formats = list(collections.OrderedDict.fromkeys(r.form for r in table))
    text = [
        "# Opcodes of gfx900\n",
        "`make test` and `make check KIND=opcodes` (`scripts/wl/checks/opcodes.py`) measure and write this table.",
        "An opcode is in the model or in the RTL if it raises no illegal-instruction there. It is executed if it",
        "issued in lockstep in `make test`. The table names the first few vectors; `random` means: only by random",
        "programs. SDWA and DPP forms that are there are executed too.",
        "The list: `docs/spec/gfx9-decode-vectors.tsv`.\n",
        "*value* says how the result is defined. It is exact (IEEE 754 or integers), decided (decisions of",
        "[numerics.md](spec/numerics.md)), or approximate with a bound. *held by* names what holds it apart from the",
        "comparison of model and RTL. `MPFR`: [exhaustive.md](exhaustive.md). `vectors`: expected values from exact",
        "fractions and integers, or written by hand. `kernels`: results of OpenCL C, by MPFR or exact.\n",
        "| format | opcodes | implemented | executed in lockstep | left out |\n|---|---:|---:|---:|---:|",
    ]
    for form in formats + [None]:
        part = [r for r in table if form in (r.form, None)]
        have = sum(r.model and r.rtl for r in part)
        text.append(
            f"| {form or 'all'} | {len(part)} | {have} | {sum(bool(r.by) for r in part)} | {len(part) - have} |"
        )
    left = collections.Counter(r.why for r in table if not (r.model or r.rtl))
    text.append("\n| left out | opcodes |\n|---|---:|")
    text += [f"| {why} | {n} |" for why, n in left.most_common()]
    for form in formats:
        short = form in SHORT
        text.append(
            f"\n## {form}\n\n| format | number | opcode | model | RTL |{' SDWA | DPP |' if short else ''}"
            " value | held by | executed in lockstep by, or left out because |\n"
            f"|---|---:|---|---|---|{'---|---|' if short else ''}---|---|---|"
        )
        for r in (r for r in table if r.form == form):
            shown = ", ".join(r.by[:SHOWN]) + (" and others" if len(r.by) > SHOWN else "")
            last = shown if r.by else r.why if not (r.model or r.rtl) else "nothing"
            text.append(
                f"| {form} | {r.number} | `{r.name}` | {'yes' if r.model else 'no'} | {'yes' if r.rtl else 'no'} | "
                + "".join(f"{'yes' if r.forms[which][1] else 'no'} | " for which in FORMS if short)
                + f"{value_of(r.name) if r.model else ''} | {r.held} | {last} |"
            )
    return "\n".join(text + section_of_gfx906(own)) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--measured", action="store_true")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    options = parser.parse_args()
    os.chdir(ROOT)
    if not options.measured:
        run_everything(options.jobs)
    by = executed()
    rest = [key for key in keys() if key not in by]
    probes = Probes()
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        table = rows(by, dict(zip(rest, pool.map(probes.has, rest))), against_mpfr())
    own = rows_of_gfx906(executed_on_other(), against_mpfr())
    found = problems(table, by) + wrong_lists(table) + problems_of_gfx906(own)
    text = document(table, own)
    if options.write:
        os.makedirs(os.path.dirname(TABLE), exist_ok=True)
        with open(TABLE + ".part", "w", encoding="utf-8") as file:
            file.write(text.replace("](", "](../../docs/"))
        os.replace(TABLE + ".part", TABLE)
    for line in found:
        print(f"FAIL {line}")
    have = [r for r in table if r.model and r.rtl]
    print(
        f"{len(table)} opcodes: {len(have)} implemented, {sum(bool(r.by) for r in have)} executed in lockstep, "
        f"{len(table) - len(have)} left out; {len(found)} problems"
    )
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
