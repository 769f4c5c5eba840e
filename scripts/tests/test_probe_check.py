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
# be printed, with commas between them. None: another place of the copy before.
ISSUE = "wl_probe_issue(unit, Slot, {16'b0, tiny_cu.pc_q}, tiny_cu.word0_q, tiny_cu.word1_q, Tag, -1);"
LATE_ISSUE = "if (late_issue) wl_probe_issue(unit, Slot, {16'b0, late_pc}, late_word0, late_word1, Tag, -1);"
END = "if (tiny_cu.wave_end_valid_o) wl_probe_wave_end(unit, Slot, tiny_cu.wave_faulted_o ? WaveFaulted : WaveEnded);"
CLOSE = "wl_probe_cycle(unit, cycle_q, StateBits'(tiny_cu.state_words));"
REQUEST = "if (tiny_cu.smem_req_valid_o && tiny_cu.smem_req_ready_i) report_request(SrcSmem, tiny_cu.smem_req_o, 0, 1);"
VMEM = "if (tiny_cu.vmem_req_valid_o && tiny_cu.vmem_req_ready_i) begin"
TRANSACTION = (
    "wl_probe_mem_request(unit, port, 0, Slot, Tag, req.store ? ProbeStore : ProbeLoad, {req.line, 6'b0}, req.be,\n"
    "                         component, lanes, req.data);"
)
LOAD = "if (tiny_cu.smem_done) report_load(tiny_cu.smem_first, tiny_cu.smem_dwords, tiny_cu.smem_data);"
RETURN = "if (tiny_cu.smem_done) wl_probe_mem_return(unit, SrcSmem, Slot, Tag, 0);"
VGPR = "if (lanes != '0) wl_probe_vgpr(unit, source, Slot, Tag, {25'b0, vgpr}, pass, {16'b0, lanes}, data);"
SGPR = "if (first < VccLo[6:0]) wl_probe_sgpr(unit, source, Slot, 0, {25'b0, first}, wide ? 2 : 1, {64'b0, data});"
SALU = "if (tiny_cu.sdst_write) report_sgprs(SrcSalu, tiny_cu.d.sdst, tiny_cu.sdst_wide, tiny_cu.sdst_data);"
DONE = "if (tiny_cu.last_pass) wl_probe_valu_done(unit, Slot);"
EARLY_CMP = "tiny_cu.d.has_vdst ? tiny_cu.last_pass : tiny_cu.passing && tiny_cu.pass_q == 2'd0"
INIT_VGPR = "if (tiny_cu.init_vgpr_valid_i) begin"
INIT_PART = "if (tiny_cu.init_vgpr_valid_i && tiny_cu.init_vgpr_pass_i != 2'd3) begin"
VERSION = "wl_probe_version(unit, ProbeVersion);"
START = "wl_probe_wave_start(unit, Slot,"
SWEEP = "sweep(wl_probe_sweep(unit));"
LDS_ENTRIES = 'wl_probe_config(unit, "lds_entries", 1);'
WRONG = [
    # Time zero.
    ("version", VERSION, "wl_probe_version(unit, ProbeVersion - 1);", "has version 5 of the contract"),
    ("no_version", VERSION, "", "capability came before version"),
    ("size", 'wl_probe_config(unit, "phys_vgprs", PhysVgprs);', "", 'did not report its size "phys_vgprs"'),
    ("lanes", 'wl_probe_config(unit, "lanes", PassLanes);', 'wl_probe_config(unit, "lanes", 32);', '"lanes" as 32'),
    ("isa", 'wl_probe_config(unit, "isa", Isa);', 'wl_probe_config(unit, "isa", 600);', "instruction set 600"),
    ("row", 'wl_probe_state_row(unit, "VGPR", WaveStateRows + 1);', "", 'state row "VGPR"'),
    ("level", 'wl_probe_capability(unit, "sweeps");', 'wl_probe_capability(unit, "sweps");', '"sweps"'),
    (
        "handle",
        'unit = wl_probe_unit($sformatf("%m"));',
        "unit = null;",
        "no event came, was called with the handle null",
    ),
    # Waves.
    ("slot", START, START.replace("Slot", "3"), "names slot 3"),
    ("no_start", "if (tiny_cu.launch_valid_i) begin", "if (1'b0) begin", "no wave_start has begun a wave"),
    ("initial_sgpr", "if (tiny_cu.init_sgpr_valid_i) begin", "if (1'b0) begin", "no initial SGPR came"),
    ("initial_vgpr", INIT_VGPR, "if (1'b0) begin", "came without an initial VGPR"),
    ("initial_pass", INIT_VGPR, INIT_PART, "lanes 0xffff000000000000 of its initial v0 did not"),
    ("wave_end", END, "", "without a wave_end"),
    ("late_end", END, END.replace("tiny_cu.wave_end_valid_o", "late_end"), "without a wave_end in the same cycle"),
    # Issue.
    ("issue", ISSUE, "", "no issue was reported"),
    ("next_pc", ISSUE, ISSUE.replace("pc_q", "next_pc"), "issues the instruction at"),
    ("late_issue", ISSUE, "", "state_regs have PC"),
    ("late_issue", END, LATE_ISSUE + " " + END, None),
    ("order", REQUEST, "if (tiny_cu.issue) " + ISSUE + " " + REQUEST, "belongs to phase RESULT"),
    (
        "swapped",
        ISSUE,
        ISSUE.replace("word0_q, tiny_cu.word1_q", "word1_q, tiny_cu.word0_q"),
        "are they swapped",
    ),
    ("second_word", ISSUE, ISSUE.replace("word1_q", "word1_q | 32'h5a00"), "is an instruction of 4 bytes: w1 is 0"),
    # Registers.
    ("alu_vgpr", "if (tiny_cu.valu_write) begin", "if (1'b0) begin", "was done without a vgpr event"),
    ("vgpr", "if (tiny_cu.vmem_write) begin", "if (1'b0) begin", "returned without a vgpr event"),
    ("mask", VGPR, VGPR.replace("{16'b0, lanes}", "32'hffff"), "lanes are those that are written"),
    ("pass", VGPR, VGPR.replace("pass,", "0,"), "name pass 0"),
    ("twice", VGPR, VGPR + " " + VGPR, "each lane comes once"),
    ("lost_pass", VGPR, VGPR.replace("lanes != '0", "lanes != '0 && pass != 2"), "never came"),
    ("reversed", VGPR, VGPR.replace("data)", "turned(data))"), "go down by one a lane"),
    ("early_sgpr", ISSUE, SALU + " " + ISSUE, "sgpr of source SALU came without an issue"),
    ("sgpr", SALU, "", "issued without an sgpr event"),
    ("sgpr_twice", SALU, SALU + " " + SALU, "each register comes once"),
    ("pair", SGPR, SGPR.replace("wide ? 2 : 1", "1"), "writes 2 SGPRs"),
    ("valu_done", DONE, "", "has had no valu_done, level registers is declared"),
    ("late_done", DONE, DONE.replace("tiny_cu.last_pass", "late_last_pass"), "at which VCC and EXEC change"),
    (
        "early_done",
        DONE,
        DONE.replace("tiny_cu.last_pass", "tiny_cu.passing && tiny_cu.pass_q == 2'd0"),
        "came after the valu_done",
    ),
    ("early_cmp", DONE, DONE.replace("tiny_cu.last_pass", EARLY_CMP), "is that too early"),
    ("done_first", LOAD, DONE + " " + LOAD, "came after the valu_done"),
    ("done_first", DONE, "", None),
    # Memory.
    ("mem_return", RETURN, "", "has had no mem_return"),
    ("early_return", LOAD, RETURN + " " + LOAD, "returned without an sgpr event"),
    ("tag", RETURN, RETURN.replace("Tag", "Tag + 1"), "has had no mem_return"),
    ("request", REQUEST, "", "returned without a mem_request, which no mem_request had reported"),
    ("ready", VMEM, VMEM.replace(" && tiny_cu.vmem_req_ready_i", ""), "in which valid and ready are 1"),
    ("line", TRANSACTION, TRANSACTION.replace("{req.line, 6'b0}", "{6'b0, req.line}"), "byte address of a line"),
    ("bytes", TRANSACTION, TRANSACTION.replace("req.be", "'1"), "that it needs of the line"),
    # The cycle.
    ("cycle", CLOSE, "if (cycle_q[5:0] != 63) " + CLOSE, "no cycle is left out"),
    ("cycle_1", CLOSE, CLOSE.replace("cycle_q", "cycle_q + 1"), "the first cycle that is closed has number 1"),
    ("cycle_twice", CLOSE, CLOSE + " " + CLOSE, "numbers go up by one"),
    ("reset", "cycle_q <= 0;", "cycle_q <= 0; wl_probe_cycle(unit, 0, '0);", "numbers go up by one"),
    ("late_state", CLOSE, CLOSE.replace("tiny_cu.state_words", "late_words"), "not of an earlier one"),
    ("no_state", CLOSE, CLOSE.replace("StateBits'(tiny_cu.state_words)", "'0"), "show no wave in slot 0"),
    ("shifted", CLOSE, CLOSE.replace("tiny_cu.state_words", "{tiny_cu.state_words, 32'b0}"), "show no wave in slot 0"),
    # What the watch cannot see.
    ("sweep", SWEEP, "", None),
    ("no_answer", SWEEP, "void'(wl_probe_sweep(unit));", None),
    ("lds_entries", LDS_ENTRIES, LDS_ENTRIES.replace("1", "64"), None),
]
# Copies that lockstep alone finds: what it says.
LOCKSTEP = {
    "sweep": "ERROR: the probe did not call wl_probe_sweep after cycle",
    "no_answer": "ERROR: the probe answered 0 of the 384 words of the sweep after cycle",
    "lds_entries": 'ERROR: the DUT\'s probe reported size "lds_entries" as 64, and the bench was told 1',
}
# Policies of events of the registers.
POLICIES = ["one_vector_in_flight", "scalar_at_issue", "issue_first", "keeps_registers"]
# Copies that offer fewer levels: the name, the levels that are left out, and the events that belong to them.
FEWER = {
    "no_policies": (POLICIES + ["state_at_issue"], []),
    "retirement": (
        ["registers", "memory", "state", "sweeps", *POLICIES],
        ["wl_probe_sgpr", "wl_probe_vgpr", "wl_probe_valu_done", "wl_probe_mem_request", "wl_probe_mem_return"],
    ),
    "no_memory": (
        ["memory", "state"],
        ["wl_probe_mem_request", "wl_probe_mem_return", "report_load", "report_vgpr(SrcVmem,"],
    ),
}
LATE = """
  // What was there at the edge before, and lanes the other way round.
  state_words_t late_words;
  logic         late_last_pass, late_end, late_issue;
  logic [47:0]  late_pc;
  logic [31:0]  late_word0, late_word1;
  always_ff @(posedge clk_i) begin
    late_words     <= tiny_cu.state_words;
    late_last_pass <= tiny_cu.last_pass;
    late_end       <= tiny_cu.wave_end_valid_o;
    late_issue     <= tiny_cu.issue;
    late_pc        <= tiny_cu.pc_q;
    late_word0     <= tiny_cu.word0_q;
    late_word1     <= tiny_cu.word1_q;
  end
  function automatic pass_t turned(input pass_t data);
    for (int i = 0; i < 16; i++) turned[i] = data[15-i];
  endfunction
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
            new = new.replace("if (", f'if (wrong == "{name}" ? {wrong[4:-7]} : ')
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
    rows = {"": None} | {name: text for name, _, _, text in reversed(WRONG) if name not in LOCKSTEP}
    for name, text in rows.items():
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
    for name, text in LOCKSTEP.items():
        code, said = run("--plus", f"+wrong={name}")
        if not code or text not in said:
            bad += 1
            print(f"FAIL: wrong probe {name}: expected {text}; exit code {code}")
            print("\n".join(f"  | {line}" for line in said.splitlines()[:5]))
    for name, (levels, _) in FEWER.items():
        code, said = run("--plus", f"+wrong={name}")
        missing = [level for level in levels if level not in said.partition("not checked: ")[2]]
        if code or missing:
            bad += 1
            print(f"FAIL: fewer levels, {name}: exit code {code}, not named as not checked: {missing}")
            print("\n".join(f"  | {line}" for line in said.splitlines()[:5]))
    print(f"{len(rows) + len(LOCKSTEP) + len(FEWER)} probes, {bad} wrong")
    return bad != 0


if __name__ == "__main__":
    sys.exit(main())
