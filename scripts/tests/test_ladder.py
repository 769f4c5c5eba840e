# SPDX-License-Identifier: Apache-2.0
"""What each step of the ladder of docs/probe.md finds that the one below does not: bugs planted in examples/tiny_cu.

The steps 0 to 3 have the probe tiny_retire.sv, which reports records of retirement. Step 4 has tiny_probe.sv: issues,
the state in every cycle, and policies. Bench and harness come from examples/plain_bench, with another program.
"""
import os
import re
import subprocess
import sys

from wl import ROOT
from wl.tree import plant


WORK = os.path.join("build", "ladder")
LEVELS = ("retirement", "registers", "memory", "state", "policies")
PROGRAM = (
    "0xc0020100, 0x00000000, "  # s_load_dword s4, s[0:1], 0x0
    "0xbf8cc07f, "  # s_waitcnt lgkmcnt(0)
    "0x24020082, "  # v_lshlrev_b32 v1, 2, v0
    "0xdc508000, 0x02000001, "  # global_load_dword v2, v1, s[0:1]
    "0x680600ff, 0x0000ffff, "  # v_add_u32 v3, 0xffff, v0
    "0x7d920300, "  # v_cmp_lt_u32 vcc, v0, v1
    "0xbf060404, "  # s_cmp_eq_u32 s4, s4
    "0xbf850001, "  # s_cbranch_scc1 over the s_nop
    "0xbf800000, "  # s_nop 0
    "0xdc708000, 0x00000101, "  # global_store_dword v1, v1, s[0:1]
    "0xbf8c0f70, "  # s_waitcnt vmcnt(0)
    "0xbf810000"  # s_endpgm
)
# Name, the text of tiny_cu and what stands there instead, the first step that finds it, and what that says.
BUGS = (
    (
        "branch",
        "pc_q  <= salu_pc;",
        'pc_q  <= bug == "branch" ? next_pc : salu_pc;',
        0,
        "slot 0 issued with PC 0x00000001_0000002c, expected 0x00000001_00000030",
    ),
    (
        "lane",
        "result_lo[i] = lane_data[31:0];",
        'result_lo[i] = lane_data[31:0] ^ 32\'(bug == "lane" && d.op == VAddU32 && i == 3);',
        1,
        "v3 (physical VGPR 3) lane 3 is written with 0x00010003, expected 0x00010002",
    ),
    (
        "load",
        ".exec_o(vmem_exec), .data_o(vmem_data),",
        ".exec_o(vmem_exec), .data_o(vmem_read),",
        2,
        "v2 (physical VGPR 2) lane 5 is written with 0x00000001, expected 0x00000000",
    ),
    (
        "vcc",
        "vcc_q[31:0] <= sdst_data[31:0];",
        'vcc_q[31:0] <= sdst_data[31:0] ^ 32\'(bug == "vcc");',
        3,
        "VCC is 0xffffffff_ffffffff, expected 0xffffffff_fffffffe",
    ),
    (
        "glitch",
        "prio_q,\n                   2'b0, scc_q}",
        "prio_q ^ 2'(bug == \"glitch\" && state_q == FetchWait),\n                   2'b0, scc_q}",
        4,
        "STATUS is 0x10408, expected 0x10400",
    ),
)
BUG = """string bug;
  initial if ($value$plusargs("bug=%s", bug) == 0) bug = "";
  vgpr_t vmem_read;
  always_comb begin
    vmem_data    = vmem_read;
    vmem_data[5] = vmem_read[5] ^ 32'(bug == "load");
  end
"""


def write(name, text):
    with open(os.path.join(WORK, name), "w", encoding="utf-8") as file:
        file.write(text)


def read(*path):
    with open(os.path.join(ROOT, *path), encoding="utf-8") as file:
        return file.read()


def command(*argv):
    done = subprocess.run(argv, cwd=WORK, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"{' '.join(argv)}: exit {done.returncode}\n{done.stdout}{done.stderr}")


def build():
    include = os.path.join(WORK, "include", "wavelock")
    os.makedirs(include, exist_ok=True)
    # As they are installed.
    for path in ("tb/check/checker.h", "tb/probe/probe.h", "tb/probe/events.def"):
        link = os.path.join(include, os.path.basename(path))
        if not os.path.islink(link):
            os.symlink(os.path.join(ROOT, path), link)
    start = "smem_count = smem_dwords == 5'd1 ? 2'd1 : 2'd2;"
    changes = [plant.Change("tiny_cu", old, new) for _, old, new, _, _ in BUGS]
    (unit,) = plant.planted("bugs", [*changes, plant.Change("tiny_cu", start, start + "\n" + BUG)]).values()
    write("tiny_cu.sv", unit)
    harness = read("examples", "plain_bench", "harness.c")
    write("harness.c", re.sub(r"(program\[\] = \{).*?\}", rf"\g<1>{PROGRAM}}}", harness, flags=re.S))
    flags = ["-Iinclude", *(f"-I{ROOT}/{folder}" for folder in ("refmodel/include", "tb/include"))]
    command("gcc", "-std=c11", "-Wall", "-Wextra", "-Werror", "-c", "harness.c", "-o", "harness.o", *flags)
    sources = [
        os.path.join(ROOT, "examples", "tiny_cu", name)
        for name in read("examples", "tiny_cu", "files.f").split()
        if name.endswith(".sv") and name != "tiny_cu.sv"
    ]
    # By its name in the program, as it is installed.
    library = os.path.join(ROOT, "build", "libwavelock-check.so")
    if not os.path.islink(os.path.join(WORK, "libwavelock-check.so.1")):
        os.symlink(library, os.path.join(WORK, "libwavelock-check.so.1"))
    for probe in ("tiny_retire", "tiny_probe"):
        command(
            *("verilator", "--binary", "--top-module", "tb", "--Mdir", probe, "-o", "bench", "--unroll-count", "4"),
            *("-MAKEFLAGS", "OPT_FAST=-O0", "-MAKEFLAGS", "OPT_SLOW=-O0", "-MAKEFLAGS", "OPT_GLOBAL=-O0"),
            *(*sources, "tiny_cu.sv", f"{ROOT}/tb/probe/wl_probe_pkg.sv", f"{ROOT}/examples/tiny_cu/{probe}.sv"),
            *(f"{ROOT}/examples/plain_bench/tb.sv", os.path.abspath(f"{WORK}/harness.o")),
            *("-LDFLAGS", f"{library} -Wl,-rpath,{os.path.abspath(WORK)}"),
        )


def run(level, bug):
    """The verdict, and all that was printed."""
    probe = "tiny_probe" if level == LEVELS.index("policies") else "tiny_retire"
    words = [f"+level={level}", *([f"+bug={bug}"] if bug else [])]
    done = subprocess.run([f"{WORK}/{probe}/bench", *words], capture_output=True, text=True, check=False)
    return re.match(r"\w*", done.stdout)[0], done.stdout + done.stderr


def main():
    build()
    failures = []
    for level, name in enumerate(LEVELS):
        verdict, text = run(level, None)
        if verdict != "PASS":
            failures.append(f"{name}: {verdict} without a bug\n{text}")
        for bug, _, _, first, what in BUGS:
            verdict, text = run(level, bug)
            found = level >= first
            if verdict != ("MISMATCH" if found else "PASS") or (level == first and what not in text):
                failures.append(f"{name}, bug {bug}: {verdict}\n{text}")
    for failure in failures:
        print(f"FAIL {failure}")
    print(f"{len(LEVELS)} steps and {len(BUGS)} bugs, {len(failures)} wrong")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
