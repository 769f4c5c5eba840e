# SPDX-License-Identifier: Apache-2.0
"""The check names the error of a probe: copies of the probe of examples/tiny_cu, each wrong in one way.

One unit is built with all of them; a plus argument, +wrong=NAME, chooses one. Without it the copy is right. Further
copies are right and offer fewer levels: they pass in lockstep, and what is not checked is printed.

usage: test_probe_check.py
"""
import os
import re
import shutil
import subprocess
import sys

from wl import ROOT
from wl.runs import unit_folder
from wl.tree import plant


EXAMPLE = os.path.join("examples", "tiny_cu")
UNIT = os.path.join("build", "wrong_probe")
TOOL = os.path.join("build", unit_folder.name(UNIT), "wavelock")
PROGRAM = os.path.join("examples", "saxpy_int")

# Name; a text that stands once in the module tiny_probe; what stands there when the copy is wrong; the texts that must
# be printed, with commas between them.
ISSUE = "wl_probe_issue(unit, Slot, {16'b0, tiny_cu.pc_q}, tiny_cu.word0_q, tiny_cu.word1_q, Tag, -1);"
CLOSE = "wl_probe_cycle(unit, cycle_q, StateBits'(tiny_cu.state_words));"
REQUEST = "if (tiny_cu.smem_req_valid_o && tiny_cu.smem_req_ready_i) report_request(SrcSmem, tiny_cu.smem_req_o, 0, 1);"
RETURN = "if (tiny_cu.smem_done) wl_probe_mem_return(unit, SrcSmem, Slot, Tag, 0);"
VERSION = "wl_probe_version(unit, ProbeVersion);"
START = "wl_probe_wave_start(unit, Slot,"
WRONG = [
    (
        "version",
        VERSION,
        "wl_probe_version(unit, ProbeVersion - 1);",
        "has version 5 of the contract",
    ),
    ("no_version", VERSION, "", "capability came before version"),
    ("size", 'wl_probe_config(unit, "phys_vgprs", PhysVgprs);', "", "phys_vgprs was not reported"),
    ("handle", 'unit = wl_probe_unit($sformatf("%m"));', "unit = null;", "no event came"),
    ("slot", START, START.replace("Slot", "3"), "names slot 3"),
    (
        "valu_done",
        "if (tiny_cu.last_pass) wl_probe_valu_done(unit, Slot);",
        "",
        "has had no valu_done, level registers is declared",
    ),
    ("mem_return", RETURN, "", "has had no mem_return"),
    ("request", REQUEST, "", "returned without a mem_request"),
    ("vgpr", "if (tiny_cu.vmem_write) begin", "if (1'b0) begin", "returned without a vgpr event"),
    ("alu_vgpr", "if (tiny_cu.valu_write) begin", "if (1'b0) begin", "was done without a vgpr event"),
    (
        "order",
        REQUEST,
        "if (tiny_cu.issue) " + ISSUE + " " + REQUEST,
        "belongs to phase RESULT",
    ),
    ("issue", ISSUE, "", "no issue was reported"),
    ("wave_end", "if (tiny_cu.wave_end_valid_o)", "if (1'b0)", "without a wave_end"),
    ("cycle", CLOSE, "if (cycle_q[5:0] != 63) " + CLOSE, "no cycle is left out"),
    ("late_state", CLOSE, CLOSE.replace("tiny_cu.state_words", "late_words"), "not of an earlier one"),
]
# Copies that offer fewer levels: the name, the levels that are left out, and the events that belong to them.
FEWER = {
    "retirement": (
        ["registers", "memory", "state", "sweeps"],
        ["wl_probe_sgpr", "wl_probe_vgpr", "wl_probe_valu_done", "wl_probe_mem_request", "wl_probe_mem_return"],
    ),
    "no_memory": (
        ["memory", "state"],
        ["wl_probe_mem_request", "wl_probe_mem_return", "report_load", "report_vgpr(SrcVmem,"],
    ),
}
LATE = """
  // Of the copy late_state: the words of the edge before.
  state_words_t late_words;
  always_ff @(posedge clk_i) late_words <= tiny_cu.state_words;
"""


def chosen(right):
    """A place of the probe, in which `wrong` chooses what stands there."""
    new = right
    for name, wrong in ((name, wrong) for name, place, wrong, _ in WRONG if place == right):
        # A statement is chosen as a whole, any other text by its condition or its first arguments.
        if right.endswith(";"):
            new = f'if (wrong == "{name}") begin {wrong} end else begin {new} end'
        elif right == START:
            new = new.replace("Slot", f'(wrong == "{name}" ? 3 : Slot)')
        else:
            new = new.replace("if (", f'if (wrong != "{name}" && ')
    return new


def fewer_levels(text):
    """The probe, in which each of FEWER leaves out its levels and their events."""
    for name, (levels, events) in FEWER.items():
        for call in [f'wl_probe_capability(unit, "{level}");' for level in levels] + events:
            calls = rf"(?<!void ){re.escape(call)}"
            if not re.search(calls, text):
                sys.exit(f"tiny_probe.sv: not found: {call}")
            text = re.sub(calls, f'if (wrong != "{name}") {call}', text)
    return text


def wrong_probe():
    start = "chandle unit;"
    choice = 'string wrong;\n  initial if ($value$plusargs("wrong=%s", wrong) == 0) wrong = "";\n' + LATE + "  " + start
    changes = [plant.Change("tiny_probe", right, chosen(right)) for right in dict.fromkeys(row[1] for row in WRONG)]
    (text,) = plant.planted("wrong probes", [*changes, plant.Change("tiny_probe", start, choice)]).values()
    return text


def write_unit():
    os.makedirs(UNIT, exist_ok=True)
    files = {"tiny_probe.sv": fewer_levels(wrong_probe())}
    for name in unit_folder.LISTS:
        found = unit_folder.resolved(EXAMPLE, os.path.join(EXAMPLE, name))
        files[name] = "\n".join(word for word in found if os.path.basename(word) not in files)
    files["probe.f"] += "\ntiny_probe.sv"
    with open(os.path.join(EXAMPLE, "cu_top.sv"), encoding="utf-8") as file:
        files["cu_top.sv"] = file.read()
    for name, content in files.items():
        path = os.path.join(UNIT, name)
        if os.path.exists(path):
            with open(path, encoding="utf-8") as file:
                if file.read() == content:
                    continue
        with open(path, "w", encoding="utf-8") as file:
            file.write(content)


def run(*options):
    said = subprocess.run([TOOL, *options, PROGRAM], capture_output=True, text=True, check=False)
    return said.returncode, said.stdout + said.stderr


def watched(name):
    return run(
        "--device", "rtl", "--probe-check", "--max-cycles", "20000", *(["--plus", f"+wrong={name}"] if name else [])
    )


def main():
    os.chdir(ROOT)
    if shutil.which("verilator") is None:
        sys.exit("verilator is missing")
    write_unit()
    # Short runs: compiling is what takes time.
    if subprocess.run(["make", "-s", "VERILATED_OPT=-O0", f"UNIT={UNIT}", TOOL], check=False).returncode:
        return 1
    bad = 0
    for name, text in [("", None)] + [(row[0], row[3]) for row in WRONG]:
        code, said = watched(name)
        found = [line for line in said.splitlines() if line.startswith("PROBE: ")]
        if text is None:
            good = code == 0 and not found
        else:
            good = code != 0 and all(any(part in line for line in found) for part in text.split(", "))
        if not good:
            bad += 1
            print(f"FAIL: wrong probe {name or '(none)'}: expected {text or 'no fault'}; exit code {code}")
            for line in found or said.splitlines()[:5]:
                print(f"  | {line}")
    for name, (levels, _) in FEWER.items():
        code, said = run("--plus", f"+wrong={name}")
        missing = [level for level in levels if level not in said.partition("not checked: ")[2]]
        if code or missing:
            bad += 1
            print(f"FAIL: fewer levels, {name}: exit code {code}, not named as not checked: {missing}")
            print("\n".join(f"  | {line}" for line in said.splitlines()[:5]))
    print(f"{len(WRONG) + len(FEWER) + 1} probes, {bad} wrong")
    return bad != 0


if __name__ == "__main__":
    sys.exit(main())
