# SPDX-License-Identifier: Apache-2.0
"""make check KIND=vector-unit finds errors of the RTL: a copy of the tree with some in it, each in its own operations.

For each error a run of one of its operations must differ, and so must the line that repeats the first difference.
Operations without an error must agree. The copy is built from what is built of the tree.

usage: test_vector_unit.py [--isa gfx906]    with it a unit of gfx906, which it builds, and a slice of its operations
"""
import argparse
import os
import shutil
import subprocess
import sys

from wl import ROOT
from wl.tree import plant


COPY = os.path.join("build", "wrong_vector_unit")
TOOL = "wavelock-vector-unit"
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


def wrong_dot(what, old, new, operation):
    return what, plant.Change("valu_mul_pkg", old, new), (operation, "weighted", "0", *SLICE), "v10: DUT"


WRONG_GFX906 = [
    wrong_dot("signed halves as unsigned ones", "op == valu_mul_pkg::Dot2I32I16 ||", "1'b0 ||", "v_dot2_i32_i16"),
    wrong_dot(
        "S1 of the high product by OP_SEL, too", "hi[1] ? b[31:16]", "hi[1] && lo[1] ? b[31:16]", "v_dot2_u32_u16"
    ),
    wrong_dot(
        "a byte of S0 without its sign", "{{8{is_signed && a[i+7]}}, a[i +: 8]}", "{8'd0, a[i +: 8]}", "v_dot4_i32_i8"
    ),
    wrong_dot("the last byte is left out", "i < 32; i += 8", "i < 24; i += 8", "v_dot4_u32_u8"),
    wrong_dot(
        "a nibble of S1 without its sign",
        "{{12{is_signed && b[i+3]}}, b[i +: 4]}",
        "{12'd0, b[i +: 4]}",
        "v_dot8_i32_i4",
    ),
    wrong_dot("CLAMP takes 2^32 as no overflow", "sum[35:32] != 4'd0", "sum[35:33] != 3'd0", "v_dot8_u32_u4"),
]
RIGHT_GFX906 = [("v_fma_mix_f32", "weighted", "0", *SLICE), ("v_dot2_f32_f16", "weighted", "0", *SLICE)]


def copy(wrong, build):
    """The sources with all errors, beside what is built. Times are kept, as make needs them."""
    shutil.rmtree(COPY, ignore_errors=True)
    for name in subprocess.run(["git", "ls-files"], capture_output=True, text=True, check=True).stdout.splitlines():
        if os.path.exists(name):
            os.makedirs(os.path.join(COPY, os.path.dirname(name)), exist_ok=True)
            shutil.copy2(name, os.path.join(COPY, name))
    os.makedirs(os.path.join(COPY, build), exist_ok=True)
    for name in ("obj", "vector_unit", "flags", "setup.mk", "libwavelock.a"):
        subprocess.run(["cp", "-a", os.path.join(build, name), os.path.join(COPY, build)], check=True)
    plant.write(COPY, plant.planted("errors", [change for _, change, _, _ in wrong]))


def run(tool, words):
    """What a run in the copy prints, and how many of its results differ."""
    done = subprocess.run([tool, *words], cwd=COPY, capture_output=True, text=True, check=False)
    last = done.stdout.splitlines()[-1].split("\t") if done.stdout else []
    return done.stdout + done.stderr, int(last[4]) if len(last) == 10 else None


def slice_agrees(tool, unit):
    """Builds the unit of the tree and runs a slice of all operations."""
    for command in (
        ["make", "-s", *unit, tool],
        ["scripts/wavelock", "campaigns.exhaustive", tool, "--slice", "20000"],
    ):
        if subprocess.run(command, check=False, close_fds=False).returncode:
            return False
    return True


def main():
    os.chdir(ROOT)
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--isa", choices=["gfx906"])
    isa = parser.parse_args().isa
    errors, right = (WRONG_GFX906, RIGHT_GFX906) if isa else (WRONG, RIGHT)
    build, unit = os.path.join("build", isa or ""), [f"CONFIG={isa}"] if isa else []
    tool = os.path.join(build, TOOL)
    if isa and not slice_agrees(tool, unit):
        return 1
    copy(errors, build)
    # It takes part in the jobs of a make above. Short runs: compiling is what takes time.
    command = ["make", "VERILATED_OPT=-O0", *unit, tool]
    built = subprocess.run(command, cwd=COPY, capture_output=True, text=True, close_fds=False, check=False)
    if built.returncode:
        print(f"FAIL: the copy is not built\n{built.stdout}{built.stderr}")
        return 1
    bad = 0
    for what, _, words, said in errors:
        text, wrong = run(tool, words)
        repeats = [line.split()[3:] for line in text.splitlines() if line.startswith("# repeat: ")]
        again = run(tool, repeats[0])[1] if repeats else None
        if not wrong or said not in text or not again:
            bad += 1
            print(f"FAIL: {what}: {wrong} differ, {again} again; expected some, and the text {said}\n{text}")
    for words in right:
        text, wrong = run(tool, words)
        if wrong != 0:
            bad += 1
            print(f"FAIL: {' '.join(words)}: expected no difference\n{text}")
    print(f"{len(errors)} errors of the RTL, {len(right)} operations without one, {bad} wrong")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
