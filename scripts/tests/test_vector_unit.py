# SPDX-License-Identifier: Apache-2.0
"""make check KIND=vector-unit finds errors of the RTL: a copy of the tree with some in it, each in its own operations.

For each error a run of one of its operations must differ, and so must the line that repeats the first difference.
Operations without an error must agree. The copy is built from what is built of the tree.

usage: test_vector_unit.py
"""
import os
import shutil
import subprocess
import sys

from wl import ROOT
from wl.tree import plant


COPY = os.path.join("build", "wrong_vector_unit")
TOOL = "build/wavelock-vector-unit"
SLICE = ("--instructions", "2000")

# What is wrong; the change of the copy; the run; what it must print.
WRONG = [
    (
        "f64: bits that an alignment shifts out are lost",
        plant.Change("fp64_pkg", "shift_jam = {h[45:0], l[63:1], l[0] || lost};", "shift_jam = {h[45:0], l};"),
        ("v_add_f64", "weighted", "0", *SLICE),
        "v10: DUT",
    ),
    (
        "f32 compare with CLAMP: a quiet NaN in source 1 is not invalid",
        plant.Change("valu_cmp_pkg", "(fp_pkg::is_nan(a) || fp_pkg::is_nan(b))", "fp_pkg::is_nan(a)"),
        ("v_cmp_lt_f32", "weighted", "0", *SLICE),
        ": exceptions: DUT",
    ),
    (
        "f16 reciprocal: denormal results are kept in every mode",
        plant.Change("valu_root_pkg", "format == fp_pkg::F32 || !denorm[1], ovfl);", "format == fp_pkg::F32, ovfl);"),
        ("v_rcp_f16", "every", "0", *SLICE),
        "v10: DUT",
    ),
    (
        "2^-126 is 0: one of all f32 inputs",
        plant.Change("valu_trans_pkg", "x[30:0] > 31'h42fc0000", "x[30:0] >= 31'h42fc0000"),
        (
            "v_exp_f32",
            "every",
            str(0xC2FC0000 >> 26),
            "--first",
            str((0xC2FC0000 & 0x3FFFFFF) // 64),
            "--instructions",
            "1",
        ),
        "operands c2fc0000: v10: DUT 00000000, model 00800000;",
    ),
]
RIGHT = [("v_add_f32", "weighted", "0", *SLICE), ("v_rcp_f32", "weighted", "0", *SLICE)]


def copy():
    """The sources with all errors, beside what is built. Times are kept, as make needs them."""
    shutil.rmtree(COPY, ignore_errors=True)
    for name in subprocess.run(["git", "ls-files"], capture_output=True, text=True, check=True).stdout.splitlines():
        if os.path.exists(name):
            os.makedirs(os.path.join(COPY, os.path.dirname(name)), exist_ok=True)
            shutil.copy2(name, os.path.join(COPY, name))
    os.makedirs(os.path.join(COPY, "build"), exist_ok=True)
    for name in ("obj", "vector_unit", "flags", "setup.mk", "libwavelock.a"):
        subprocess.run(["cp", "-a", os.path.join("build", name), os.path.join(COPY, "build")], check=True)
    for what, change, _, _ in WRONG:
        plant.write(COPY, plant.planted(what, [change]))


def run(words):
    """What a run in the copy prints, and how many of its results differ."""
    done = subprocess.run([TOOL, *words], cwd=COPY, capture_output=True, text=True, check=False)
    last = done.stdout.splitlines()[-1].split("\t") if done.stdout else []
    return done.stdout + done.stderr, int(last[4]) if len(last) == 10 else None


def main():
    os.chdir(ROOT)
    copy()
    # It takes part in the jobs of a make above. Short runs: compiling is what takes time.
    command = ["make", "VERILATED_OPT=-O0", TOOL]
    built = subprocess.run(command, cwd=COPY, capture_output=True, text=True, close_fds=False, check=False)
    if built.returncode:
        print(f"FAIL: the copy is not built\n{built.stdout}{built.stderr}")
        return 1
    bad = 0
    for what, _, words, said in WRONG:
        text, wrong = run(words)
        repeats = [line.split()[3:] for line in text.splitlines() if line.startswith("# repeat: ")]
        again = run(repeats[0])[1] if repeats else None
        if not wrong or said not in text or not again:
            bad += 1
            print(f"FAIL: {what}: {wrong} differ, {again} again; expected some, and the text {said}\n{text}")
    for words in RIGHT:
        text, wrong = run(words)
        if wrong != 0:
            bad += 1
            print(f"FAIL: {' '.join(words)}: expected no difference\n{text}")
    print(f"{len(WRONG)} errors of the RTL, {len(RIGHT)} operations without one, {bad} wrong")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
