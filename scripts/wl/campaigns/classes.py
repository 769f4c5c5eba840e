# SPDX-License-Identifier: Apache-2.0
"""Measures what one instruction of each class costs on the model alone, in ns of user time. Asserts nothing.

usage: classes.py [--rounds N] [--trips N] [--only WORD] [MODEL ...]

MODEL is a build of wavelock-model (build/wavelock-model). Several take turns, so that one run compares them. The number
is the least of the rounds: load only adds. A program repeats one opcode; all lanes are active, and no operand or result
is denormal. The cost of an empty run is subtracted. `mode flush` flushes f32 denormals, as a launch does by default.
"""
import argparse
import os
import resource
import subprocess
import sys
import tempfile

from wl import Error

UNROLLED = 62  # instructions of a trip, besides three scalar ones that are not counted

# Class, opcode, operands: {d} is a destination that changes, {w} one of two VGPRs.
CLASSES = [
    ("int", "v_xor_b32", "{d}, v1, v2"),
    ("int", "v_add_u32", "{d}, v1, v2"),
    ("int", "v_bfe_u32", "{d}, v1, v2, v3"),
    ("int", "v_cmp_lt_u32", "vcc, v1, v2"),
    ("f32", "v_add_f32", "{d}, v1, v2"),
    ("f32", "v_mul_f32", "{d}, v1, v2"),
    ("f32", "v_mac_f32", "{d}, v1, v2"),
    ("f32", "v_fma_f32", "{d}, v1, v2, v3"),
    ("f32", "v_max_f32", "{d}, v1, v2"),
    ("f32", "v_cmp_lt_f32", "vcc, v1, v2"),
    ("f64", "v_add_f64", "{w}, v[4:5], v[6:7]"),
    ("f64", "v_mul_f64", "{w}, v[4:5], v[6:7]"),
    ("f64", "v_fma_f64", "{w}, v[4:5], v[6:7], v[8:9]"),
    ("f64", "v_cmp_lt_f64", "vcc, v[4:5], v[6:7]"),
    ("f16", "v_add_f16", "{d}, v10, v11"),
    ("f16", "v_mul_f16", "{d}, v10, v11"),
    ("f16", "v_fma_f16", "{d}, v10, v11, v12"),
    ("f16", "v_max_f16", "{d}, v10, v11"),
    ("packed", "v_pk_add_f16", "{d}, v10, v11"),
    ("packed", "v_pk_mul_f16", "{d}, v10, v11"),
    ("packed", "v_pk_fma_f16", "{d}, v10, v11, v12"),
    ("packed", "v_pk_max_f16", "{d}, v10, v11"),
    ("packed", "v_pk_add_u16", "{d}, v10, v11"),
    ("mix", "v_mad_mix_f32", "{d}, v10, v11, v12"),
]

PROGRAM = """// {name}
.text
.globl {name}
.p2align 8
.type {name},@function
{name}:
  s_load_dwordx2 s[30:31], s[0:1], 0x0
  s_load_dword s20, s[0:1], 0x8
  v_lshlrev_b32 v13, 2, v0
  v_cvt_f32_u32 v1, v0
  v_add_f32 v1, 1.5, v1
  v_mov_b32 v2, 0x3e99999a  // 0.3
  v_mov_b32 v3, 0x3f99999a  // 1.2
  v_cvt_f64_f32 v[4:5], v1
  v_cvt_f64_f32 v[6:7], v2
  v_cvt_f64_f32 v[8:9], v3
  v_cvt_f16_f32 v10, v1
  v_lshl_or_b32 v10, v10, 16, v10
  v_mov_b32 v11, 0x34cd34cd  // 0.3
  v_mov_b32 v12, 0x3ccd3ccd  // 1.2
{clear}  s_waitcnt lgkmcnt(0)
.Ltrip:
{body}  s_sub_u32 s20, s20, 1
  s_cmp_lg_u32 s20, 0
  s_cbranch_scc1 .Ltrip
  global_store_dword v13, v0, s[30:31]
  s_endpgm
.Lend:
.size {name}, .Lend-{name}

.rodata
.p2align 6
.amdhsa_kernel {name}
  .amdhsa_user_sgpr_kernarg_segment_ptr 1
  .amdhsa_next_free_vgpr 32
  .amdhsa_next_free_sgpr 48
.end_amdhsa_kernel
"""

DESCRIPTION = """{{
  "about": "one opcode again and again",
  "program": "{name}.s",
  "launch": {{"grid": [64], "group": [64]}},
  "args": [{{"buffer": "out", "type": "u32", "count": 64}}, {{"scalar": "trips", "type": "u32", "value": 1}}],
  "expect": {{"buffers": [{{"buffer": "out", "formula": "work_item", "inputs": []}}]}}
}}
"""


def write(folder, opcode, operands):
    """A test of one opcode; returns the path of its description."""
    body = ""
    for i in range(UNROLLED):
        text = operands.format(d=f"v{16 + i % 8}", w=f"v[{16 + 2 * (i % 4)}:{17 + 2 * (i % 4)}]")
        body += f"  {opcode} {text}\n"
    clear = "".join(f"  v_mov_b32 v{n}, 0\n" for n in range(16, 24))
    home = os.path.join(folder, opcode)
    os.mkdir(home)
    with open(os.path.join(home, f"{opcode}.s"), "w", encoding="utf-8") as file:
        file.write(PROGRAM.format(name=opcode, body=body, clear=clear))
    path = os.path.join(home, "test.json")
    with open(path, "w", encoding="utf-8") as file:
        file.write(DESCRIPTION.format(name=opcode))
    return path


def user_time(model, path, trips):
    command = [model, "--device", "model", path, "--args", f"trips={trips}"]
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise Error(f"{' '.join(command)}\n{done.stdout}{done.stderr}")
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before


def measure(rounds, models=("build/wavelock-model",), only="", trips=100000):
    """Prints a line for each class and opcode with `only` in its name."""
    rows = [row for row in CLASSES if only in row[0] or only in row[1]]
    with tempfile.TemporaryDirectory() as folder:
        print(f"{'class':8}{'opcode':16}" + "".join(f"{model:>28}" for model in models) + "   ns an instruction")
        for name, opcode, operands in rows:
            path = write(folder, opcode, operands)
            least = [min(user_time(model, path, 1) for _ in range(2)) for model in models]
            times = [[] for _ in models]
            for _ in range(rounds):
                for n, model in enumerate(models):
                    times[n].append(user_time(model, path, trips) - least[n])
            each = [min(t) * 1e9 / (trips * UNROLLED) for t in times]
            print(f"{name:8}{opcode:16}" + "".join(f"{ns:28.2f}" for ns in each), flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--trips", type=int, default=100000)
    parser.add_argument("--only", default="", metavar="WORD", help="classes and opcodes that contain it")
    parser.add_argument("models", nargs="*", metavar="MODEL", default=["build/wavelock-model"])
    args = parser.parse_args()
    measure(args.rounds, args.models, args.only, args.trips)


if __name__ == "__main__":
    sys.exit(main())
