# SPDX-License-Identifier: Apache-2.0
"""When registers are read and written, in cycles after the issue (docs/spec/maxwell-control.md 8.6).

usage: offsets.py    print the table; fails where it contradicts maxwell-control.md 8.6

A program with one instruction of each class runs alone in build/wavelock-trace, with the quickest memory. The cycles
come from the signals of its waveform. An operation of any latency has its least cycles in the table.
"""
import os
import subprocess
import sys
import tempfile

from wl.failures import waves


TOOL = "build/wavelock-trace"
QUICK = "latency=[1,1] busy=[0,0] shut=[0,0] burst=1"  # the quickest memory
MARKER = 0xBF940000  # s_incperflevel n: the next instruction is case n

# Execution units of the vector ALU: (first, step), and the cycles by which DPP delays.
ONE, PAIRS, QUARTER, ROOT, ROOT64 = (3, 1), (3, 2), (7, 4), (11, 8), (15, 12)
DPP = "DPP"
DPP_READ_CYCLES = 5
SCALAR = "scalar"
# Units of operations of any latency: least cycles until a VGPR is read; until something is written or complete. The
# time of an export is the sink's: its second number holds, but nothing has to reach it.
LDS, VMEM, EXPORT, SMEM = [2, 5], [2, 5], [3, 5], [None, 2]

# Class, instruction, and the active lanes if not all. v0 is 4 * lane, v[2:3] an address in the buffer, s[8:11] a V#.
CASES = [
    (SCALAR, "s_add_u32 s20, s21, s22"),
    (SCALAR, "s_movrels_b32 s20, s21"),
    (SCALAR, "s_getreg_b32 s20, hwreg(HW_REG_MODE)"),
    (ONE, "v_add_f32 v10, v11, v12"),
    (ONE, "v_add_u32 v10, v11, v12"),
    (ONE, "v_fma_f32 v10, v11, v12, v13"),
    (ONE, "v_pk_fma_f16 v10, v11, v12, v13"),
    (ONE, "v_add_f16 v10, v11, v12"),
    (ONE, "v_add_u16_sdwa v10, v11, v12 dst_sel:WORD_1 dst_unused:UNUSED_PRESERVE src0_sel:BYTE_1"),
    (DPP, "v_add_f32_dpp v10, v11, v12 row_shr:1 row_mask:0xf bank_mask:0xf"),
    (ONE, "v_swap_b32 v10, v11"),
    (ONE, "v_lshlrev_b64 v[10:11], v12, v[14:15]"),
    (ONE, "v_mad_u64_u32 v[10:11], s[20:21], v12, v13, v[14:15]"),
    (PAIRS, "v_mqsad_u32_u8 v[20:23], v[10:11], v12, v[24:27]"),
    (QUARTER, "v_exp_f32 v10, v11"),
    (QUARTER, "v_sin_f16 v10, v11"),
    (ROOT, "v_rcp_f32 v10, v11"),
    (ROOT, "v_sqrt_f32 v10, v11"),
    (ROOT64, "v_rcp_f64 v[10:11], v[12:13]"),
    (ROOT64, "v_rsq_f64 v[10:11], v[12:13]"),
    (QUARTER, "v_fma_f64 v[10:11], v[12:13], v[14:15], v[16:17]"),
    (QUARTER, "v_cvt_f64_f32 v[10:11], v12"),
    (ONE, "v_div_scale_f32 v10, vcc, v11, v12, v13"),
    (ONE, "v_div_fmas_f32 v10, v11, v12, v13"),
    (QUARTER, "v_div_fixup_f64 v[10:11], v[12:13], v[14:15], v[16:17]"),
    (QUARTER, "v_div_scale_f64 v[10:11], s[20:21], v[12:13], v[14:15], v[16:17]"),
    (ONE, "v_cmp_lt_u32 s[20:21], v11, v12"),
    (QUARTER, "v_cmp_lt_f64 s[20:21], v[12:13], v[14:15]"),
    (ONE, "v_cmp_lt_u32_sdwa s[20:21], v11, v12 src0_sel:BYTE_0 src1_sel:BYTE_0"),
    (ONE, "v_addc_co_u32 v10, vcc, v11, v12, vcc"),
    (ONE, "v_readlane_b32 s20, v11, 3"),
    (ONE, "v_readfirstlane_b32 s20, v11"),
    (ONE, "v_writelane_b32 v10, s20, 3"),
    (ONE, "v_mov_b32 v10, src_lds_direct"),
    (LDS, "ds_write_b32 v0, v10"),
    (LDS, "ds_write_b64 v0, v[10:11]"),
    (LDS, "ds_read_b32 v10, v0"),
    (LDS, "ds_read_b128 v[20:23], v0"),
    (LDS, "ds_read_u16_d16 v10, v0"),
    (LDS, "ds_add_rtn_u32 v10, v0, v11"),
    (LDS, "ds_bpermute_b32 v10, v0, v11"),
    (LDS, "ds_write_b32 v0, v10 gds"),
    (LDS, "ds_read_b32 v10, v0 gds"),
    (VMEM, "global_load_dword v10, v[2:3], off"),
    (VMEM, "global_load_dwordx4 v[20:23], v[2:3], off"),
    (VMEM, "global_store_dword v[2:3], v10, off"),
    (VMEM, "global_store_dwordx4 v[2:3], v[20:23], off"),
    (VMEM, "global_atomic_add v10, v[2:3], v11, off glc"),
    (VMEM, "global_atomic_cmpswap v[2:3], v[10:11], off"),
    (VMEM, "flat_load_dword v10, v[2:3]"),
    (VMEM, "buffer_load_dword v10, v0, s[8:11], 0 offen"),
    (VMEM, "buffer_load_dword v10, v5, s[8:11], 0 offen"),
    (VMEM, "buffer_load_dword v0, s[8:11], 0 offen lds"),
    (VMEM, "buffer_store_lds_dword s[8:11], 0 lds"),
    (VMEM, "buffer_wbinvl1"),
    (SMEM, "s_load_dword s20, s[4:5], 0x0"),
    (SMEM, "s_load_dwordx16 s[32:47], s[4:5], 0x0"),
    (SMEM, "s_load_dword vcc_lo, s[4:5], 0x0"),
    (SMEM, "s_buffer_load_dword s20, s[8:11], s12"),
    (SMEM, "s_store_dword s20, s[4:5], 0x40"),
    (SMEM, "s_memtime s[20:21]"),
    (SMEM, "s_dcache_wb"),
    (EXPORT, "exp mrt0 v10, v11, v12, v13 done vm"),
    (EXPORT, "exp null off, off, off, off"),
    (LDS, "ds_write_b32 v0, v10", "lane 63"),
    (LDS, "ds_read_b32 v10, v0", "lane 63"),
    (VMEM, "global_load_dword v10, v[2:3], off", "lane 63"),
    (EXPORT, "exp mrt0 v10, v11, v12, v13", "lane 0"),
    (LDS, "ds_write_b32 v0, v10", "no lane"),
    (LDS, "ds_read_b32 v10, v0", "no lane"),
    (VMEM, "global_load_dword v10, v[2:3], off", "no lane"),
]

HEAD = """
.globl main
main:
  s_load_dwordx2 s[4:5], s[0:1], 0x0
  v_lshlrev_b32 v0, 2, v0
  v_mov_b32 v5, -1
  s_mov_b32 s12, 0x100000
  s_mov_b32 m0, 0x200
  s_waitcnt lgkmcnt(0)
  s_mov_b64 s[8:9], s[4:5]
  s_movk_i32 s10, 0x1000
  s_mov_b32 s11, 0x00027000
  v_mov_b32 v3, s5
  v_add_co_u32 v2, vcc, s4, v0
  v_addc_co_u32 v3, vcc, 0, v3, vcc
"""
IDLE = "  s_nop 7\n" * 8  # longer than any instruction of the vector ALU
EXEC = {"lane 0": "s_mov_b64 exec, 1", "lane 63": "s_bfm_b64 exec, 1, 63", "no lane": "s_mov_b64 exec, 0"}

# Columns of the table, and the signals of a column: in a cycle in which one of its lists is all 1 something happens.
VGPR_READ, OPERANDS_READ, VGPR_WRITTEN, SGPR_WRITTEN, DONE = "VGPR read", "operands read", "VGPR", "SGPR", "complete"
COLUMNS = {
    VGPR_READ: ["u_simd.read_valid", "mrd_valid mrd_ready"],
    OPERANDS_READ: ["lds_operands_read", "vmem_operands_read"],
    VGPR_WRITTEN: ["u_simd.write_valid"],
    SGPR_WRITTEN: ["valu_sgpr_valid", "load_valid", "sgpr_valid"],
    DONE: ["valu_done", "lds_done", "vmem_done", "smem_done", "exported"],
}


def program():
    text = HEAD
    for n, (_, instruction, *lanes) in enumerate(CASES):
        exec_ = EXEC[lanes[0]] if lanes else "s_mov_b64 exec, -1"
        text += f"  {exec_}\n{IDLE}  s_incperflevel {n}\n  {instruction}\n  s_waitcnt 0\n"
    return text + f"{IDLE}  s_incperflevel {len(CASES)}\n  s_endpgm\n"


def run(folder):
    """Runs the program; returns the path of its waveform."""
    source, waveform = (os.path.join(folder, "offsets" + end) for end in (".s", ".fst"))
    with open(source, "w", encoding="utf-8") as file:
        file.write(program())
    options = ["--lds", "4096", "--memory-knobs", QUICK, "--waves", waveform]
    done = subprocess.run([TOOL, source, *options], capture_output=True, text=True)
    if done.returncode:
        raise waves.Failed(done.stdout + done.stderr)
    return waveform


def cycles(path, names):
    """The signals in each cycle, as they stand before its edge: [{name: value}]."""
    waveform = waves.Waveform(path)
    missing = [name for name in names if waves.CU + name not in waveform.id]
    if missing:
        raise waves.Failed("the waveform lacks " + ", ".join(missing))
    code = {}
    for name in names:
        code.setdefault(waveform.id[waves.CU + name], []).append(name)
    now, found = dict.fromkeys(names, 0), []
    with subprocess.Popen(["fst2vcd", path], stdout=subprocess.PIPE) as vcd:
        for line in vcd.stdout:
            if line[0] == ord("#"):
                while len(found) < int(line[1:]) // waves.CLOCK_NS:
                    found.append(dict(now))
                continue
            value, name = line[1:].split() if line[0] == ord("b") else (line[:1], line[1:].strip())
            for n in code.get(name, ()):
                now[n] = int(value, 2)
    return found


def measure(path):
    """Events of each case: [{column: cycles after the issue}]."""
    names = sorted({n for lists in COLUMNS.values() for signals in lists for n in signals.split()})
    rows, start = [{column: [] for column in COLUMNS} for _ in CASES], None
    case = len(CASES)
    for number, now in enumerate(cycles(path, names + ["issued", "word0"])):
        if now["issued"] and now["word0"] & 0xFFFF0000 == MARKER:
            case, start = now["word0"] & 0xFFFF, None
        elif now["issued"] and start is None:
            start = number
        if start is not None and case < len(CASES):
            for column, lists in COLUMNS.items():
                if any(all(now[n] for n in signals.split()) for signals in lists):
                    rows[case][column].append(number - start)
    return rows


def vector_alu(kind):
    """Cycles in which VGPRs are read and written, with all lanes (maxwell-control.md 8.6); the last is the end."""
    dpp = DPP_READ_CYCLES if kind == DPP else 0
    first, step = ONE if kind == DPP else kind
    pairs = range(2 if kind == PAIRS else 1)
    reads = [1 + q for q in range(4 if dpp else 0)] + [1 + dpp + p * step + k for p in range(4) for k in pairs]
    return reads, [first + dpp + p * step + k for p in range(4) for k in pairs]


def wrong(kind, row):
    """A contradiction to the specification: a text, or None."""
    if kind == SCALAR:
        return None if row[SGPR_WRITTEN] == [0] else "a scalar instruction does not write at its issue"
    everything = row[VGPR_WRITTEN] + row[SGPR_WRITTEN] + row[DONE]
    if isinstance(kind, list):
        read, returns = kind
        if min(everything, default=-1) < returns or min(row[VGPR_READ], default=returns) < (read or 0):
            return f"sooner than {read}, {returns}"
        if row[OPERANDS_READ] and max(row[VGPR_READ], default=0) >= max(row[OPERANDS_READ]):
            return "operands are read later than reported"
        return None
    reads, writes = vector_alu(kind)
    if not set(row[VGPR_READ]) <= set(reads) or not set(row[VGPR_WRITTEN]) <= set(writes):
        return f"VGPRs are not read in {ranges(reads)} and written in {ranges(writes)}"
    if row[DONE] != writes[-1:] or row[SGPR_WRITTEN] not in ([], writes[-1:]):
        return f"the end is not in {writes[-1]}"
    if not (row[VGPR_WRITTEN] or row[SGPR_WRITTEN]):
        return "nothing is written"
    return None


def ranges(numbers):
    """Numbers as text: 3..6, 3 7 11 15."""
    if len(numbers) > 2 and numbers == list(range(numbers[0], numbers[-1] + 1)):
        return f"{numbers[0]}..{numbers[-1]}"
    return " ".join(map(str, numbers))


def least(rows):
    """Units for which no case takes the least cycles of the specification: a list of texts."""
    found = []
    for name, unit in {"LDS": LDS, "VMEM": VMEM, "EXPORT": EXPORT, "SMEM": SMEM}.items():
        mine = [row for (kind, *_), row in zip(CASES, rows) if kind is unit]
        reads = [n for row in mine for n in row[VGPR_READ]]
        returns = [n for row in mine for n in row[VGPR_WRITTEN] + row[SGPR_WRITTEN] + row[DONE]]
        if min(reads, default=None) != unit[0] or (unit is not EXPORT and min(returns) != unit[1]):
            found.append(f"{name}: the least are {min(reads, default=None)} and {min(returns)}, not {unit}")
    return found


def judge(rows):
    """Contradictions to the specification: a list of texts."""
    found = ((text, wrong(kind, row)) for (kind, text, *_), row in zip(CASES, rows))
    return [f"{text}: {why}" for text, why in found if why] + least(rows)


def main():
    with tempfile.TemporaryDirectory() as folder:
        rows = measure(run(folder))
    print("| Instruction | " + " | ".join(COLUMNS) + " |")
    print("|---" * (len(COLUMNS) + 1) + "|")
    for (_, text, *lanes), row in zip(CASES, rows):
        name = ", ".join([text.split()[0], *(w for w in ("gds", "lds") if text.split()[-1] == w), *lanes])
        print(f"| {name} | " + " | ".join(ranges(row[column]) or "-" for column in COLUMNS) + " |")
    failures = judge(rows)
    for failure in failures:
        print(failure, file=sys.stderr)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
