# SPDX-License-Identifier: Apache-2.0
"""Makes a waveform readable: writes a GTKWave save file beside it, with groups named as a person thinks.

usage: waves.py FILE.fst RUN_DIR            write RUN_DIR/NAME.gtkw and RUN_DIR/NAME.instructions
       waves.py --window REPORT.json        print the cycles to show of a failed run: from-to; of a hang from-to,from-to
       waves.py --check FILE.gtkw           every signal that the save file names is in its waveform

RUN_DIR holds what the run wrote: result.json (code object, load base) and, of a checked run, report.json.
Cycle n lies at n * 10 ns. See docs/waves.md.
"""
import os
import re
import shutil
import subprocess
import sys
import textwrap

from wl import Error
from wl.runs import foreign, results


CU = "wavelock.unit.cu_top.u_cu."
RDNA = "wavelock.unit.cu_pkg.RdnaMemory"
EXPECTED = "wavelock.expected."  # what the checker expects (tb/top/trace.h)
CLOCK_NS = 10
BEFORE, AFTER = 200, 40  # cycles of the waveform before and after a failure
BLANK_CYCLES = 5  # shown before the first wave starts
OBJDUMP = ("llvm-objdump-16", "llvm-objdump")

# A label has no dot in it: GTKWave shows what comes after the last one.
# Trace flags of a save file (gtkwave's analyzer.h), right-justified.
HEX, DEC, BIN = 0x22, 0x24, 0x28
TRANSLATED = 1 << 13
COMMENT, GROUP, GROUP_END, CLOSED, COLLAPSED = 0x200, 0x800200, 0x1000200, 0x400000, 0x1000
RED, ORANGE, YELLOW = 1, 2, 3
ZOOM = -5  # 2**5 ns take 200 pixels: a cycle is 62 wide
PIXELS = (1600, 1000)
NAME_CHARACTERS = 30
NAMES_WIDTH = 480  # of the panes with names and values at the marker
LANES_SHOWN = 4  # lanes whose expected result stands above the vector ALU
WAVES_CYCLES = 18  # that fit beside it


class Failed(Error):
    """The message that the user gets instead of a traceback."""


# ---- the waveform ---------------------------------------------------------------------------------

# Blocks of an FST file, by their first byte. The length behind it has eight bytes and counts itself. A block that is
# being written is SKIPPED. A writer that ended too early leaves one, or no GEOMETRY and HIERARCHY.
HEADER, GEOMETRY, HIERARCHY, SKIPPED = 0, 3, (4, 6, 7), 255


def check_whole(path):
    """Fails on a file that its writer did not finish, say on a full disk. fst2vcd may read such a file without end."""
    found = set()
    try:
        with open(path, "rb") as file:
            size = os.fstat(file.fileno()).st_size
            at = 0
            while at < size:
                file.seek(at)
                head = file.read(9)
                length = int.from_bytes(head[1:], "big")
                if len(head) < 9 or length < 8 or at + 1 + length > size:
                    raise Failed(f"{path}: the waveform is cut short in the block at byte {at}{full(path)}")
                found.add(head[0])
                at += 1 + length
    except OSError as error:
        raise Failed(f"{path}: {error.strerror}") from None
    if SKIPPED in found or not {HEADER, GEOMETRY} <= found or not found & set(HIERARCHY):
        raise Failed(f"{path}: the waveform is not complete{full(path)}")


def full(path):
    """The text that a full disk adds to a message."""
    return ": no space left on the disk" if shutil.disk_usage(os.path.dirname(path) or ".").free < 1 << 20 else ""


class Waveform:
    """Names, widths and a few values of an FST file, read through fst2vcd (it comes with gtkwave)."""

    def __init__(self, path):
        self.path = path
        self.id = {}  # full name without range -> code of the variable
        self.range = {}  # full name without range -> "[47:0]", "" for one bit
        self.width = {}
        check_whole(path)
        scopes = []
        with self._vcd() as vcd:
            for line in vcd.stdout:
                words = line.split()
                if not words:
                    continue
                if words[0] == b"$scope":
                    scopes.append(words[2].decode())
                elif words[0] == b"$upscope":
                    scopes.pop()
                elif words[0] == b"$var":
                    name = ".".join(scopes + [words[4].decode()])
                    self.id[name] = words[3]
                    self.width[name] = int(words[2])
                    # GTKWave gives variables of a fixed width no range.
                    ranged = len(words) > 6 and words[1] in (b"logic", b"wire", b"reg", b"bit")
                    self.range[name] = words[5].decode() if ranged else ""
                elif words[0] == b"$enddefinitions":
                    break
            vcd.kill()
        if not self.id:
            raise Failed(f"{path}: not a waveform that fst2vcd can read")

    def _vcd(self):
        try:
            return subprocess.Popen(["fst2vcd", self.path], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        except OSError as error:
            raise Failed(f"fst2vcd (of the package gtkwave): {error.strerror}") from None

    def values(self, names):
        """One pass over the file: {name: (bits that were ever 1, time of the first 1 or None)}, first and last time."""
        wanted = {}
        for name in names:
            wanted.setdefault(self.id[name], []).append(name)
        found = {name: (0, None) for name in names}
        # The text of a long waveform has gigabytes; grep leaves the times and the wanted changes of it.
        codes = "|".join("".join(f"[{c}]" if c not in "^\\" else "\\" + c for c in code.decode()) for code in wanted)
        pattern = f"^(#[0-9]+|b[01]+ ({codes})|[01]({codes}))$"
        time, first = 0, None
        with self._vcd() as vcd, subprocess.Popen(
            ["grep", "-aE", pattern], stdin=vcd.stdout, stdout=subprocess.PIPE, env={**os.environ, "LC_ALL": "C"}
        ) as grep:
            vcd.stdout.close()
            for line in grep.stdout:
                if line[0] == ord("#"):
                    time = int(line[1:])
                    first = time if first is None else first
                    continue
                value, code = line[1:].split() if line[0] == ord("b") else (line[:1], line[1:].strip())
                bits = int(value, 2)
                for name in wanted[code]:
                    ever, since = found[name]
                    found[name] = (ever | bits, time if since is None and bits else since)
        return found, first or 0, time


# ---- the save file --------------------------------------------------------------------------------


class SaveFile:
    """Lines of a save file. A signal that the waveform lacks is remembered, and fails the whole in the end."""

    def __init__(self, waveform):
        self.waveform = waveform
        self.lines = []
        self.files = []
        self.missing = []

    def _name(self, path):
        if path not in self.waveform.id:
            self.missing.append(path)
            return path
        return path + self.waveform.range[path]

    def _bits(self, path, high, low):
        """Bits high..low of a vector, as GTKWave names the pieces of it: counted from the left."""
        name = self._name(path)
        width = self.waveform.width.get(path)
        if width is not None and not 0 <= low <= high < width:
            self.missing.append(f"{path}: bits {high}:{low} of {width}")
        return [f"({(width or 0) - 1 - b}){name}" for b in range(high, low - 1, -1)]

    def _trace(self, flags, color, translate, line):
        if color:
            self.lines.append(f"[color] {color}")
        self.lines.append(f"@{flags | (TRANSLATED if translate else 0):x}")
        if translate:
            # Files go by the number of their first mention.
            if translate not in self.files:
                self.files.append(translate)
            self.lines.append(f"^{self.files.index(translate) + 1} {translate}")
        self.lines.append(line)

    def signal(self, label, path, flags=HEX, color=0, translate=None):
        """A whole signal. translate: name of a file of lines 'value text'."""
        self._trace(flags, color, translate, f"+{{{label}}} {self._name(path)}")

    def field(self, label, path, high, low, flags=HEX, color=0, translate=None, zeros=0):
        """Bits high..low of a signal, with so many zeros after them."""
        bits = self._bits(path, high, low)
        # A constant of the unit that is 0 stands for the low bits of an address that are not there.
        bits += self._bits(CU + "u_probe.Zeros", zeros - 1, 0) if zeros else []
        kind = "+" if len(bits) == 1 else "#"
        self._trace(flags, color, translate, f"{kind}{{{label}}} " + " ".join(bits))

    def comment(self, text):
        self.lines += [f"@{COMMENT:x}", f"-{text}"]

    def headline(self, text):
        """A long text in lines no longer than names are: the widest line decides the width of the pane."""
        for line in textwrap.wrap(text, NAME_CHARACTERS):
            self.comment(line)

    def group(self, name, closed, fill):
        """fill(self) writes what is in it."""
        shut = CLOSED if closed else 0
        self.lines += [f"@{GROUP | shut:x}", f"-{name}"]
        fill()
        self.lines += [f"@{GROUP_END | (shut and shut | COLLAPSED):x}", f"-{name}"]


# ---- what is in the groups ------------------------------------------------------------------------

CLASSES = ("scalar", "scalar load", "vector ALU", "LDS", "vector memory", "vector, not in the unit", "none")


class Groups:
    """The groups of a run; failure: divergence of the report or None; rdna: the unit has RDNA memory."""

    def __init__(self, save, instructions, classes, failure, rdna):
        self.save = save
        self.instructions = instructions
        self.classes = classes
        self.failure = failure or {}
        self.counters = ("VM_CNT", "VS_CNT", "LGKM_CNT", "EXP_CNT") if rdna else ("VM_CNT", "LGKM_CNT", "EXP_CNT")

    def _color(self, row, slot=None):
        same = self.failure.get("row") == row and (slot is None or self.failure.get("slot") == slot)
        return RED if same else 0

    def _slot_bit(self, label, path, slot, color=0):
        self.save.field(label, CU + path, slot, slot, BIN, color)

    def _expected(self, row, w, flags=HEX):
        """Below a register of the wave that failed: the checker's value."""
        if self.failure.get("slot") == w:
            self.save.signal(row + " expected", f"{EXPECTED}{row}[{w}]", flags, self._color(row, w) and ORANGE)

    def wave(self, w):
        s, state, counters = self.save, CU + "u_wave_state.", CU + "u_issue.u_policy.u_wait_counters."
        self._slot_bit("live", "u_wave_state.valid_q", w)
        s.signal("PC, next to issue", f"{state}pc_q[{w}]", color=self._color("PC", w))
        self._expected("PC", w)
        s.signal("instruction", f"{state}pc_q[{w}]", color=YELLOW, translate=self.instructions)
        s.signal("EXEC", f"{state}exec_q[{w}]", color=self._color("EXEC", w))
        self._expected("EXEC", w)
        s.signal("VCC", f"{state}vcc_q[{w}]", color=self._color("VCC", w))
        self._expected("VCC", w)
        self._slot_bit("SCC", "u_wave_state.scc_q", w, self._color("SCC", w))
        self._expected("SCC", w, BIN)
        s.signal("M0", f"{state}m0_q[{w}]", color=self._color("M0", w))
        self._expected("M0", w)
        s.signal("MODE", f"{state}mode_q[{w}]", color=self._color("MODE", w))
        self._expected("MODE", w)
        s.field("CSP (MODE[31:29])", f"{state}mode_q[{w}]", 31, 29, DEC)
        s.signal("TRAPSTS", f"{state}trapsts_q[{w}]", color=self._color("TRAPSTS", w))
        self._expected("TRAPSTS", w)
        for row in self.counters:
            s.signal(row, f"{counters}{row.removesuffix('_CNT').lower()}_q[{w}]", DEC, self._color(row, w))
            self._expected(row, w, DEC)
        self._slot_bit("vector instr in flight", "u_wave_select.stalled_q", w)
        self._slot_bit("waits for a counter", "u_wave_select.blocked_q", w)
        self._slot_bit("at a barrier", "in_barrier", w)
        self._slot_bit("halted", "u_wave_state.halt_q", w)

    def issue(self):
        s = self.save
        s.signal("looks at a wave", CU + "u_issue.valid_i", BIN)
        s.signal("its slot", CU + "slot", DEC)
        s.signal("its instruction", CU + "wave.pc", color=YELLOW, translate=self.instructions)
        # By its bits: GTKWave translates no signal that the waveform declares an enum.
        s.field("class", CU + "u_issue.instr_class", 2, 0, translate=self.classes)
        s.signal("issued", CU + "issued", BIN, ORANGE)
        s.signal("waits for a counter", CU + "outcome.blocked", BIN)
        s.signal("waits for a shared VGPR", CU + "u_issue.conflict", BIN)
        s.signal("such waits so far", CU + "u_issue.u_shared_conflict.conflicts_q", DEC)
        s.signal("illegal or unmapped", CU + "u_issue.refused", BIN)
        s.signal("waves with instruction", CU + "ready", HEX)
        s.signal("vector ALU takes one", CU + "valu_ready", BIN)
        s.signal("passes from reuse entries so far", CU + "u_simd.u_read.u_reuse.hits_q", DEC)
        s.signal("vector ALU done", CU + "valu_done", BIN)
        s.signal("of slot", CU + "valu_rsp.slot", DEC)

    def vector_alu(self):
        s, simd, vgpr = self.save, CU + "u_simd.", self._color("VGPR")
        lanes = self.failure.get("lanes", []) if self.failure.get("row") == "VGPR" else []
        for lane in lanes[:LANES_SHOWN]:
            number, pair = lane["lane"], f"{lane['unit']}, expected {lane['expected']}"
            s.headline(f"lane {number} (pass {number // 16}, lane {number % 16} of it): {pair}")
        if len(lanes) > LANES_SHOWN:
            s.comment(f"and {len(lanes) - LANES_SHOWN} more lanes")
        s.signal("an operation begins a pass", simd + "unit_valid", BIN, ORANGE)
        s.signal("pass of the operation", simd + "unit.pass", DEC)
        s.signal("execution unit", simd + "unit_ctl.unit", DEC)
        s.signal("operation in the unit", simd + "unit_ctl.op", DEC)
        s.signal("mask of carry or select", simd + "unit_mask", BIN)
        for operand in "abc":
            s.signal(f"operand {operand}", f"{simd}unit_{operand}")
            s.signal(f"operand {operand} high words", f"{simd}unit_{operand}_hi")
        s.signal("a result is there", simd + "late_valid", BIN, ORANGE)
        s.signal("pass of the result", simd + "late.pass", DEC)
        s.signal("lanes that write", simd + "late.lanes", BIN)
        s.signal("result", simd + "late_lo", color=vgpr)
        s.signal("result high words", simd + "late_hi", color=vgpr)
        s.signal("mask of the result", simd + "late_bits", BIN)

    def fork_join(self):
        s, unit = self.save, CU + "u_issue.u_scalar_execute.u_fork_join."
        s.signal("scalar instr executes", CU + "u_issue.scalar_issues", BIN, ORANGE)
        s.signal("of slot", CU + "slot", DEC)
        s.signal("instruction is a fork", CU + "u_issue.u_scalar_execute.is_fork", BIN)
        s.signal("instruction is a join", CU + "u_issue.u_scalar_execute.is_join", BIN)
        s.signal("CSP", unit + "csp_i", DEC)
        s.signal("CSP after", unit + "csp_o", DEC)
        s.signal("EXEC", unit + "exec_i")
        s.signal("fork: lanes that jump", unit + "taken")
        s.signal("fork: other lanes", unit + "not_taken")
        s.signal("fork: pushes", unit + "push_o", BIN)
        s.field("fork: pushed EXEC", unit + "push_entry_o", 63, 0)
        s.field("fork: pushed PC", unit + "push_entry_o", 111, 64, color=YELLOW, translate=self.instructions)
        s.signal("join: CSP before fork", unit + "saved_csp_i", DEC)
        s.field("join: EXEC on the stack", unit + "entry_i", 63, 0)
        s.field("join: PC on the stack", unit + "entry_i", 111, 64, color=YELLOW, translate=self.instructions)
        s.signal("EXEC changes", unit + "exec_we_o", BIN)
        s.signal("EXEC after", unit + "exec_o")
        s.signal("PC after", unit + "pc_o", color=YELLOW, translate=self.instructions)

    def lds(self):
        s, unit = self.save, CU + "u_lds."
        s.signal("serves an instruction", unit + "svc_busy_q", BIN)
        s.signal("of slot", unit + "u_report.slot", DEC)
        s.signal("write", unit + "svc_write", BIN)
        s.signal("quad: four lanes each", unit + "svc_quad", DEC, ORANGE)
        s.signal("access 0, 1 of two", unit + "svc_second_q", DEC)
        s.signal("its lanes served now", unit + "lanes_served", BIN)
        s.signal("its lanes served before", unit + "svc_served_q", BIN)
        s.signal("address out of range", unit + "out_of_range", BIN)
        s.signal("cycles of service before", unit + "u_report.cycles_q", DEC)
        s.signal("of them without conflicts", unit + "u_report.base_q", DEC)
        for i in range(4):
            s.field(f"lane {i} of it served now", unit + "lanes_served", i, i, BIN, ORANGE)
            s.field(f"lane {i} bank", unit + "lane_bank", 2 * i + 1, 2 * i, DEC)
            s.field(f"lane {i} row", unit + "lane_row", 11 * i + 10, 11 * i, DEC)
            s.field(f"lane {i} byte in the entry", unit + "byte_offset", 4 * i + 3, 4 * i, DEC)
        for b in range(4):
            s.field(f"bank {b} serves it", unit + "bank_valid", b, b, BIN, ORANGE)
            s.field(f"bank {b} row", unit + "bank_row", 11 * b + 10, 11 * b, DEC)
            s.field(f"bank {b} bytes", unit + "bank_be", 16 * b + 15, 16 * b)
            s.field(f"bank {b} entry", unit + "entries", 128 * b + 127, 128 * b, color=self._color("LDS"))
            s.field(f"bank {b} data to write", unit + "bank_wdata", 128 * b + 127, 128 * b)

    def memory(self):
        s = self.save
        for port, what in (("imem", "instructions"), ("smem", "scalar"), ("vmem", "vector")):
            s.comment(f"{what} port")
            s.signal("request", f"{CU}{port}_req_valid_o", BIN, ORANGE)
            s.signal("taken", f"{CU}{port}_req_ready_i", BIN)
            s.signal("id", f"{CU}{port}_req_o.id", DEC)
            s.field("address", f"{CU}{port}_req_o.line", 41, 0, zeros=6)  # 48 bits
            if port == "vmem":
                s.signal("of slot", CU + "u_vmem.u_report.slot_q", DEC)
                s.signal("0 load, 1 store, 2 atomic", f"{CU}{port}_req_o.op", DEC)
                s.signal("bytes", f"{CU}{port}_req_o.be")
                s.signal("data written", f"{CU}{port}_req_o.data")
            s.signal("response", f"{CU}{port}_rsp_valid_i", BIN, ORANGE)
            s.signal("id answered", f"{CU}{port}_rsp_i.id", DEC)
            s.signal("not mapped", f"{CU}{port}_rsp_i.error", BIN)
            s.signal("data read", f"{CU}{port}_rsp_i.data")

    def registers(self):
        """The kind of register that differed comes first."""
        kinds = [self._sgpr_writes, self._vgpr_writes]
        for fill in reversed(kinds) if self.failure.get("row") == "VGPR" else kinds:
            fill()

    def _sgpr_writes(self):
        s, sgpr = self.save, self._color("SGPR")
        for valid, write, what in (
            ("sgpr_valid", "sgpr_write", "scalar instruction"),
            ("valu_sgpr_valid", "valu_write", "vector instruction"),
            ("load_valid", "load_write", "scalar load"),
        ):
            s.comment(f"SGPRs of a {what}")
            s.signal("write", CU + valid, BIN, ORANGE)
            s.signal("slot", f"{CU}{write}.slot", DEC)
            s.signal("first SGPR / 4", f"{CU}{write}.row", DEC)
            s.signal("which of four", f"{CU}{write}.we", BIN)
            s.signal("data", f"{CU}{write}.data", color=sgpr)

    def _vgpr_writes(self):
        s, vgpr = self.save, self._color("VGPR")
        s.comment("VGPRs of the pool")
        s.signal("slot of the vector ALU", CU + "u_simd.late.tag.slot", DEC)
        ports = [(f"port {i}", CU + "u_simd.write_valid", i, f"{CU}u_simd.write{i}") for i in range(2)]
        ports += [
            ("LDS", CU + "lds_mwr_valid", None, CU + "lds_mwr"),
            ("memory", CU + "vmem_mwr_valid", None, CU + "vmem_mwr"),
        ]
        for what, valid, bit, write in ports:
            if bit is None:
                s.signal(f"{what}: write", valid, BIN, ORANGE)
            else:
                s.field(f"{what}: write", valid, bit, bit, BIN, ORANGE)
            s.signal(f"{what}: physical VGPR", write + ".vgpr", DEC)
            s.signal(f"{what}: pass", write + ".pass", DEC)
            s.signal(f"{what}: lanes", write + ".lanes", BIN)
            s.signal(f"{what}: data", write + ".data", color=vgpr)


# ---- the run --------------------------------------------------------------------------------------


# Keys that a script takes from report.json (tb/check/report/json.c).
DIVERGENCE = {
    "verdict": frozenset(results.VERDICTS),
    "cycle": foreign.COUNT,
    "slot?": foreign.COUNT,
    "row": str,
    "what": str,
    "unit?": [foreign.HEX],
    "expected?": [foreign.HEX],
    "lanes?": [{"lane": foreign.COUNT, "unit": foreign.HEX, "expected": foreign.HEX}],
}
STEP = {"cycle": foreign.COUNT, "pc": foreign.HEX, "instruction": str, "name?": str}
WAVE = {
    "history?": [STEP],
    "operands?": [{"name": str, "value?": foreign.HEX, "lanes?": [foreign.HEX]}],
    "unit?": {str: foreign.HEX},
    "expected?": {str: foreign.HEX},
}
REPORT = {
    "verdict": frozenset(results.VERDICTS),
    "why?": str,
    **dict.fromkeys(("cycles?", "first_cycle?", "last_issue_cycle?"), foreign.COUNT),
    "divergences?": [DIVERGENCE],
    "fault?": DIVERGENCE,
    "unmapped?": DIVERGENCE,
    "wave?": WAVE,
}


def read_json(path):
    """result.json or report.json of a run, an empty object where there is none. Failed names what is damaged."""
    try:
        return foreign.read(path, results.FACTS if os.path.basename(path) == "result.json" else REPORT)
    except FileNotFoundError:
        return {}
    except foreign.Damaged as error:
        raise Failed(str(error)) from None


def divergence(report):
    """The failure that decided, the fault on which both sides agree, the first access to unmapped memory, or None."""
    found = report.get("divergences") or []
    return found[0] if found else report.get("fault") or report.get("unmapped")


def failing_block(report, failure):
    """The group of the block that executed the last instruction of the wave that failed. None: there is none."""
    history = report.get("wave", {}).get("history") or []
    if not failure or not history:
        return None
    name = history[-1]["instruction"].split(" ")[0]
    if name.startswith("s_cbranch_") and name.endswith(("fork", "join")):
        return "fork/join unit"
    if name.startswith(("ds_", "owner_")):
        return "LDS banks"
    if name.startswith(("s_load_", "global_")):
        return "memory ports"
    return "vector ALU" if name.startswith("v_") else "issue stage"


def failure_cycle(path):
    report = read_json(path) or read_json(os.path.join(os.path.dirname(path), "result.json"))
    if not report.get("cycles"):
        raise Failed(f"{path}: there is no report of a run that began")
    found = divergence(report)
    return found["cycle"] if found else report.get("last_issue_cycle", report.get("first_cycle", report["cycles"]))


def window(path):
    """Cycles around the failure, as --waves takes them. For a hang: around the last issue and around its notice."""
    cycle = failure_cycle(path)
    noticed = read_json(path).get("first_cycle", cycle)
    first, second = (max(cycle - BEFORE, 0), cycle + AFTER), (max(noticed - BEFORE, 0), noticed + AFTER)
    if second[0] > first[1] + 1:
        return f"{first[0]}-{first[1]},{second[0]}-{second[1]}"
    return f"{first[0]}-{max(first[1], second[1])}"


def write_instructions(result, path):
    """PC as GTKWave prints it and the instruction there, of the whole code object; False when there is none."""
    if not result.get("object"):
        return False
    output = None
    for tool in OBJDUMP:
        try:
            done = subprocess.run(
                [tool, "-d", "--no-show-raw-insn", result["object"]], capture_output=True, text=True, check=False
            )
        except OSError:
            continue
        if done.returncode:
            raise Failed(f"{tool} {result['object']}: {done.stderr.strip()}")
        output = done.stdout
        break
    if output is None:
        raise Failed(f"instruction text needs {OBJDUMP[0]}")
    base = int(result["base"], 16)
    with open(path, "w", encoding="utf-8") as file:
        for text, address in re.findall(r"^\s+(\S.*?)\s*// ([0-9A-F]+):", output, re.M):
            file.write(f"{base + int(address, 16):012x} {text}\n")
    return True


def write_save_file(fst, run_dir):
    name = os.path.splitext(os.path.basename(fst))[0]
    target = os.path.join(run_dir, name)
    waveform = Waveform(fst)
    result = read_json(os.path.join(run_dir, "result.json"))
    report = read_json(os.path.join(run_dir, "report.json"))
    failure = divergence(report)
    texts = write_instructions(result, target + ".instructions")
    with open(target + ".classes", "w", encoding="utf-8") as file:
        file.writelines(f"{i} {text}\n" for i, text in enumerate(CLASSES))

    live = CU + "u_wave_state.valid_q"
    activity = {
        "fork/join unit": [CU + "u_issue.u_scalar_execute.is_fork", CU + "u_issue.u_scalar_execute.is_join"],
        "LDS banks": [CU + "u_lds.bank_valid"],
    }
    watched = [live, RDNA] + sum(activity.values(), [])
    values, first, last = waveform.values([w for w in watched if w in waveform.id])

    save = SaveFile(waveform)
    if RDNA not in waveform.id:
        save.missing.append(RDNA)
    rdna = values.get(RDNA, (0, None))[0] != 0
    groups = Groups(save, name + ".instructions" if texts else None, name + ".classes", failure, rdna)
    ever, since = values.get(live, (0, None))
    slots = [s for s in range(16) if ever >> s & 1] or [0]
    shown = failure["slot"] if failure and failure.get("slot", -1) in slots else slots[0]

    if failure:
        save.headline(f"{failure['verdict']} at cycle {failure['cycle']}: {failure['what']}")
    elif result.get("why"):
        save.headline(f"{result['verdict']}: {result['why']}")
    save.signal("cycle", CU + "u_probe.cycle_q", DEC)
    culprit = failing_block(report, failure)
    blocks = [
        ("issue stage", groups.issue),
        ("vector ALU", groups.vector_alu),
        ("fork/join unit", groups.fork_join),
        ("LDS banks", groups.lds),
        ("memory ports", groups.memory),
        ("register writes", groups.registers),
    ]
    # The block of the failing instruction comes first and is open, behind the wave that failed.
    blocks.sort(key=lambda block: block[0] != culprit)
    waves = [shown] + [s for s in slots if s != shown]
    for slot in waves[:1] if culprit else waves:
        save.group(f"wave {slot}", slot != shown, lambda: groups.wave(slot))
    for what, fill in blocks:
        idle = what in activity and not any(values.get(n, (0, None))[0] for n in activity[what])
        closed = idle or what in ("vector ALU", "memory ports", "register writes")
        if failure and failure["row"] in ("SGPR", "VGPR") and what == "register writes":
            closed = False
        save.group(what + (" (not used)" if idle else ""), closed and what != culprit, fill)
        if what == culprit:
            for slot in waves[1:]:
                save.group(f"wave {slot}", True, lambda: groups.wave(slot))
    if save.missing:
        raise Failed(
            f"{fst} lacks what the save file shows (renamed in the RTL?): " + ", ".join(sorted(set(save.missing)))
        )

    before, noticed = WAVES_CYCLES // 2, -1
    if failure:
        marker = failure["cycle"] * CLOCK_NS
    elif result.get("verdict", "PASS") not in ("PASS", results.UNCHECKED):
        ended = result.get("waveform", {}).get("cycle", last)
        noticed = min(report.get("first_cycle", ended), last // CLOCK_NS) * CLOCK_NS
        marker = min(report.get("last_issue_cycle", report.get("first_cycle", ended)), last // CLOCK_NS) * CLOCK_NS
    else:
        marker, before = since if since is not None else first, BLANK_CYCLES
    start = marker - before * CLOCK_NS
    header = [
        "[*]",
        f"[*] {result.get('reproduce', name)}",
        "[*]",
        f'[dumpfile] "{name}.fst"',
        f'[savefile] "{name}.gtkw"',
        f"[timestart] {max(start, first)}",
        f"[size] {PIXELS[0]} {PIXELS[1]}",
        "[pos] -1 -1",
        f"*{ZOOM:.6f} {marker} {noticed}" + " -1" * 25,
        "[sst_expanded] 0",
        f"[signals_width] {NAMES_WIDTH}",
    ]
    with open(target + ".gtkw", "w", encoding="utf-8") as file:
        file.write("\n".join(header + save.lines) + "\n")


# ---- the check of a save file ---------------------------------------------------------------------


def check(path):
    """Number of signals that the save file names; fails on one that its waveform has not."""
    names = set()
    dump = None
    try:
        with open(path, encoding="utf-8") as file:
            for line in file:
                found = re.match(r'\[dumpfile\] "(.*)"', line)
                dump = found.group(1) if found else dump
                if line[0] in "+#" and "} " in line:
                    names.update(re.sub(r"^\(\d+\)", "", n) for n in line.split("} ", 1)[1].split())
    except (OSError, UnicodeDecodeError) as error:
        raise Failed(f"{path}: {getattr(error, 'strerror', None) or 'not a save file'}") from None
    if dump is None:
        raise Failed(f"{path}: not a save file: it names no waveform")
    waveform = Waveform(os.path.join(os.path.dirname(path), dump))
    missing = names - {n + waveform.range[n] for n in waveform.id}
    if missing or not names:
        raise Failed(
            f"{path}: not in the waveform: " + (", ".join(sorted(missing)) or "anything, for it names no signal")
        )
    return len(names)


def main(arguments):
    if len(arguments) == 2 and arguments[0] == "--window":
        print(window(arguments[1]))
    elif len(arguments) == 2 and arguments[0] == "--check":
        print(f"{check(arguments[1])} signals, all in the waveform")
    elif len(arguments) == 2 and not arguments[0].startswith("-"):
        write_save_file(*arguments)
    else:
        print(__doc__, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
