#!/usr/bin/env python3
"""Plants bugs in the RTL, one at a time, of the kind people make, and shows that random programs in lockstep find each.

The tree is copied, so nothing here changes; in the copy one line of one file is replaced, the tool is built, and random programs
run, of all profiles in turn, until one fails. Prints by which verdict the bug was found, after how many programs, instructions
and clocks (those of the failing program included). Exit code 1 when a bug was not found, 6 when one cannot be planted.

usage: plant.py [--only N[,N...]] [--list] [--programs MOST] [--folder DIR] [--keep]
"""
import argparse
import os
import shutil
import subprocess
import sys
import time

sys.dont_write_bytecode = True
import programs  # noqa: E402
from programs import Program, profiles  # noqa: E402

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
COUNT = 1000  # instructions of a program

# file, exact text (once in the file), replacement, what it is
BUGS = [
    ("rtl/flow/fork_join.sv", "if (popcount(fail) < popcount(pass)) begin", "if (popcount(fail) <= popcount(pass)) begin",
     "fork: a tie between the sides goes the other way"),
    ("rtl/flow/barrier.sv", "(members_q[g] & ~waiting_q) == '0;",
     "((members_q[g] & ~waiting_q) & ((members_q[g] & ~waiting_q) - 16'd1)) == '0 && (members_q[g] & waiting_q) != '0;",
     "barrier: releases when one wave has not come yet"),
    ("rtl/front/issue.sv", "unmet = wave_i.vm_cnt > {sdec.simm[15:14], sdec.simm[3:0]} ||",
     "unmet = wave_i.vm_cnt > {sdec.simm[15:14], sdec.simm[3:0]} + 6'd1 ||", "s_waitcnt: VM_CNT may be one too many"),
    ("rtl/front/icache.sv", "tag_q[index] == lookup_addr_i[47:6+IndexBits];",
     "tag_q[index][47:7+IndexBits] == lookup_addr_i[47:7+IndexBits];", "instruction cache: tag compare one bit short"),
    ("rtl/front/vector_rows.sv", "rows1, rel[valu_i.rel[1]],", "rows1, rel[valu_i.rel[0]],",
     "GPR-index mode: SRC1 looks at the enable of SRC0"),
    ("rtl/scalar/salu.sv", "sum = {1'b0, a} + {1'b0, b} + {32'd0, op_i[2] && scc_i};",
     "sum = {1'b0, a} + {1'b0, b} + {32'd0, scc_i};", "s_add_u32 takes the carry in that is s_addc_u32's"),
    ("rtl/scalar/smem.sv", "write_o.data = {2{data_q[entry_q][63:0]}};",
     "write_o.data = {2{data_q[entry_q][31:0], data_q[entry_q][63:32]}};", "s_load_dwordx2: the two dwords swapped"),
    ("rtl/simd/simd.sv", "assign valu_wr1.lanes = wr_q.lanes;", "assign valu_wr1.lanes = '1;",
     "64-bit vector results: the high half ignores EXEC"),
    ("rtl/simd/valu_shift_pkg.sv", "valu_pkg::OpAshrrev64: compute = $signed({b_hi, b}) >>> a[5:0];",
     "valu_pkg::OpAshrrev64: compute = $signed({b_hi, b}) >>> a[4:0];", "v_ashrrev_i64: shift count one bit short"),
    ("rtl/lds/lds_quad.sv", "bank_be_o[16 * b +: 16] = bank_be_o[16 * b +: 16] | be;", "bank_be_o[16 * b +: 16] = be;",
     "LDS write: byte enables of the last lane of an entry only"),
    ("rtl/vmem/vmem_coalesce.sv", "past_end = at > 6'd60 ?", "past_end = at > 6'd61 ?",
     "global access: a dword over the end of a line by one byte"),
    ("rtl/vmem/vmem_extend.sv", ": {{16{ctl_i.sext && part[15]}}, part};", ": {{16{ctl_i.sext && part[7]}}, part};",
     "global_load_sshort: sign taken from bit 7"),
    ("rtl/front/wave_select.sv", "low = top & prio0_i;", "low = top & prio0_i & 16'd0;", "arbiter: the low bit of USER_PRIO is not looked at"),
    ("rtl/front/wave_select.sv", "assign slot_o = front_pkg::pick16(top, last_q);", "assign slot_o = front_pkg::pick16(top, last_q | 4'd15);",
     "arbiter: the lowest slot first, no round robin"),
    ("rtl/front/wave_select.sv", "tier = free != '0 ? free : all;", "tier = free != '0 ? free | all : all;", "arbiter: waves whose unit is busy are tried like the others"),
    ("rtl/front/wave_select.sv", "waiting_q <= (waiting_q | (wait_i ? chosen : '0)) & ~retry_i;", "waiting_q <= (waiting_q | (wait_i ? chosen & 16'd0 : '0)) & ~retry_i;",
     "arbiter: a wave whose wait failed is tried again and again"),
    ("rtl/flow/sleep.sv", "wake_q[slot_i] <= next_beat + beats_i;", "wake_q[slot_i] <= next_beat + beats_i + 7'd1;", "s_sleep: one beat too long"),
    ("rtl/flow/sleep.sv", "asleep_d = asleep_d & ~members_i;", "asleep_d = asleep_d & (~members_i | 16'hffff);", "s_wakeup wakes nobody"),
]


class Failed(Exception):
    """A bug could not be planted or built; the text says why."""


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def replaced(bug):
    """The file with the bug in it."""
    path, old, new, _ = bug
    text = read(path)
    if text.count(old) != 1:
        raise Failed(f"{path}: \"{old}\" is there {text.count(old)} times, expected once: the table in scripts/plant.py is old")
    return text.replace(old, new)


def copy_tree(folder):
    """The sources, and what is built of them, so that only the bug is built. Times are kept, as make needs them."""
    shutil.rmtree(folder, ignore_errors=True)
    for name in subprocess.run(["git", "ls-files"], capture_output=True, text=True, check=True).stdout.split("\n"):
        if name and os.path.exists(name):
            os.makedirs(os.path.join(folder, os.path.dirname(name)), exist_ok=True)
            shutil.copy2(name, os.path.join(folder, name))
    os.makedirs(os.path.join(folder, "build"), exist_ok=True)
    for name in ("obj", "lockstep", "pch", "setup.mk", "libwavelock.a", "build.c"):
        subprocess.run(["cp", "-a", os.path.join("build", name), os.path.join(folder, "build")], check=True)


def build(folder):
    done = subprocess.run(["nice", "-n", "5", "make", "-j1", "build/wavelock"], cwd=folder, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, check=False)
    if done.returncode:
        raise Failed(f"the build failed:\n{done.stdout[-3000:]}")


def hunt(runs, most):
    """Runs programs until one fails: (program or None, programs, instructions, clocks)."""
    instructions = clocks = 0
    names = profiles()
    for number in range(most):
        program = Program(runs, names[number % len(names)], COUNT, 1 + number // len(names), ["--max-clocks", "3000000"])
        program.run(300)
        instructions += program.instructions
        clocks += program.clocks
        if program.verdict != "PASS":
            return program, number + 1, instructions, clocks
        program.remove()
    return None, most, instructions, clocks


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", help="numbers of the bugs, from 1, with commas")
    parser.add_argument("--list", action="store_true", help="what there is to plant")
    parser.add_argument("--programs", type=int, default=2000, help="after so many a bug counts as not found")
    parser.add_argument("--folder", default="runs/plant", help="for the copy of the tree")
    parser.add_argument("--keep", action="store_true", help="leave the copy with the last bug in it")
    options = parser.parse_args()
    os.chdir(ROOT)
    chosen = [int(n) for n in options.only.split(",")] if options.only else range(1, len(BUGS) + 1)
    try:
        for bug in BUGS:  # an old table is told before anything is built
            replaced(bug)
        if options.list:
            for number, (path, _, _, what) in enumerate(BUGS, 1):
                print(f"{number:>2}  {path:<30} {what}")
            return 0
        return plant(options, chosen)
    except (Failed, programs.DiskFull, OSError, subprocess.CalledProcessError) as error:
        print(f"ERROR: {error}", file=sys.stderr)
        return 6


def plant(options, chosen):
    tree = os.path.join(options.folder, "tree")
    copy_tree(tree)
    build(tree)
    programs.TOOL = os.path.join(tree, "build", "wavelock")
    runs = os.path.join(options.folder, "programs")
    missed = 0
    print("| bug | file | found by | programs | instructions | clocks | the first line it says |\n|---|---|---|---:|---:|---:|---|",
          flush=True)
    for number in chosen:
        path, _, _, what = bug = BUGS[number - 1]
        target = os.path.join(tree, path)
        with open(target, "w", encoding="utf-8") as file:
            file.write(replaced(bug))
        start = time.monotonic()
        build(tree)
        built = time.monotonic() - start
        program, count, instructions, clocks = hunt(runs, options.programs)
        missed += program is None
        verdict = f"{program.verdict} ({program.profile})" if program else "NOT FOUND"
        said = f"`{program.why[:110]}`" if program else ""
        print(f"| {what} | `{path}` | {verdict} | {count} | {instructions} | {clocks} | {said} |", flush=True)
        print(f"  {number}: built in {built:.0f} s, hunted for {time.monotonic() - start - built:.0f} s", file=sys.stderr, flush=True)
        with open(target, "w", encoding="utf-8") as file:
            file.write(read(path))
    if not options.keep:
        shutil.rmtree(options.folder)
    print(f"{len(list(chosen)) - missed} of {len(list(chosen))} bugs found")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
