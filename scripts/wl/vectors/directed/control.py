# SPDX-License-Identifier: Apache-2.0
"""Scalar control: relative moves, hardware registers, VSKIP, branches, calls, fork and join."""
import re

from wl.reading import words
from wl.reading.bits import ALL, LANES
from wl.vectors.directed.program import Program


FULL_MODE = 0xF0  # a MODE without GPR-index mode, VSKIP and fork stack
UNIT_SOPP = {0, 1, 2, 4, 5, 6, 7, 8, 9, 10, 12, 15, 18, 19, 23, 24, 25, 26, 28, 29}
UNIT_MUBUF = range(40)
RESTORE_MODE = (f"s_setreg_imm32_b32 hwreg(HW_REG_MODE), 0x{FULL_MODE:x}", "s_nop 1")


def required(key):
    """Whether an opcode of the golden table is of the integer side that the unit has."""
    form, name = key
    if form in ("SOP1", "SOP2", "SOPC", "SOPK"):
        return True
    if form == "MUBUF":
        return words.NUMBER[key] in UNIT_MUBUF
    if form in ("MTBUF", "MIMG"):
        return name != "image_gather4h"
    if form == "SOPP":
        return words.NUMBER[key] in UNIT_SOPP
    return form.startswith("VOP") and not re.search(r"_f(16|32|64)|^v_interp|^v_screen", name)


class Listing(Program):
    """A program written as text: what it covers is read from it."""

    def asm(self, *lines):
        super().asm(*lines)
        for line in lines:
            name = line.split()[0]
            for form in ("SOP1", "SOP2", "SOPC", "SOPK", "SOPP"):
                if (form, name) in words.NUMBER:
                    self.cover(form, name, line)


# ---- relative moves -----------------------------------------------------------------------------------


# Decisions: D-REG-18.
def movrel():
    p = Listing("directed_movrel", "s_movrels, s_movreld: M0 positive, negative, with bits past the seventh")
    for i in range(24, 48):
        p.set_s(i, 0x01010101 * i)
    for m0 in (0, 1, 2, 7, 16, 0xFFFFFFFF, 0xFFFFFFFE, 0x80, 0x12345604):
        p.set_m0(m0)
        n = 30 + m0 & 127
        p.asm("s_nop 0", "s_movrels_b32 s12, s30")
        p.collect("s12", p.s[n])
        if not m0 & 1:
            p.asm("s_movrels_b64 s[12:13], s[30:31]")
            p.collect64(12, p.s[n] | p.s[n + 1] << 32)
            p.asm("s_movreld_b64 s[30:31], s[24:25]")
            p.collect64(n, p.s[24] | p.s[25] << 32)
            p.s[n], p.s[n + 1] = p.s[24], p.s[25]
        p.asm(f"s_movreld_b32 s30, 0x{0xC0DE0000 | m0 & 0xFFFF:x}")
        p.s[n] = 0xC0DE0000 | m0 & 0xFFFF
        for i in range(28, 48):
            p.collect(f"s{i}", p.s[i])
    return p


# ---- hardware registers ---------------------------------------------------------------------------------


# Decisions: D-SCA-2, D-SCA-7, D-SCA-8, D-SCA-10.
def hardware_registers():
    p = Listing(
        "directed_hwreg",
        "s_getreg, s_setreg: every field of MODE, fields past bit 31, registers that cannot be written",
    )
    fields = [
        (0, 2),
        (2, 2),
        (4, 2),
        (6, 2),
        (8, 1),
        (9, 1),
        (10, 1),
        (11, 1),
        (12, 9),
        (21, 2),
        (23, 1),
        (24, 2),
        (26, 1),
        (27, 1),
        (28, 1),
        (29, 3),
        (0, 32),
        (0, 1),
        (31, 1),
        (28, 8),
        (16, 32),
        (31, 32),
        (4, 4),
        (5, 17),
    ]
    for offset, size in fields:
        size_there = min(size, 32 - offset)
        mask = (1 << size_there) - 1
        for value in (0xFFFFFFFF, 0x5A5A5A5A, 0):
            p.set_s(24, value)
            mode = FULL_MODE & ~(mask << offset) | (value & mask) << offset
            field = f"hwreg(HW_REG_MODE, {offset}, {size})"
            for write in (f"s_setreg_b32 {field}, s24", f"s_setreg_imm32_b32 {field}, 0x{value:x}"):
                p.asm(
                    *RESTORE_MODE,
                    write,
                    "s_nop 1",
                    "s_getreg_b32 s21, hwreg(HW_REG_MODE)",
                    f"s_getreg_b32 s22, {field}",
                    *RESTORE_MODE,
                )
                p.collect("s21", mode)
                p.collect("s22", mode >> offset & mask)
    status(p)
    for number, value in {
        0: 0,
        3: 0,
        4: 0,
        5: 0x06000F00,
        6: 0,
        7: 0,
        8: 0,
        14: 0,
        15: 0x00010002,
        16: 0,
        17: 0,
        18: 0,
        19: 0,
        20: 0,
        63: 0,
    }.items():
        p.asm("s_waitcnt vmcnt(0) lgkmcnt(0)")
        for what in range(2):  # as it is, and after a write that has no effect
            p.asm(f"s_getreg_b32 s21, {31 << 11 | number}", f"s_getreg_b32 s22, {7 << 11 | 5 << 6 | number}")
            p.collect("s21", value)
            p.collect("s22", value >> 5 & 255)
            p.asm("s_waitcnt vmcnt(0)", f"s_setreg_imm32_b32 {31 << 11 | number}, 0xffffffff", "s_nop 1")
    return p


# Decisions: D-SCA-1, D-SCA-8.
def status(p):
    """STATUS: SCC, priority, EXECZ, VCCZ follow what they mirror; PRIV and HALT are 0; a write changes nothing."""
    for n in range(12):
        prio, scc, execz, vccz = n & 3, n >> 1 & 1, n % 3 == 0, n % 5 < 2
        p.asm(
            f"s_mov_b64 exec, {0 if execz else 'vcc' if n == 4 else -1}",
            f"s_mov_b64 vcc, {0 if vccz else 1 << n % 7}",
            f"s_cmp_eq_u32 0, {0 if scc else 1}",
            f"s_setprio {prio}",
        )
        p.asm(
            f"s_setreg_imm32_b32 hwreg(HW_REG_STATUS), 0x{0xFFFFFFFF if n & 1 else 0:x}",
            "s_nop 1",
            "s_getreg_b32 s21, hwreg(HW_REG_STATUS)",
            "s_getreg_b32 s22, hwreg(HW_REG_STATUS, 3, 2)",
            "s_mov_b64 exec, -1",
            "s_and_b32 s21, s21, 0x2639",
        )
        p.exec, p.vcc = ALL, None
        p.collect("s21", scc | prio << 3 | execz << 9 | vccz << 10)
        p.collect("s22", prio)
    p.asm("s_setprio 0")


# ---- VSKIP ----------------------------------------------------------------------------------------------


# Decisions: D-FLOW-10.
def vskip():
    p = Listing(
        "directed_vskip",
        "VSKIP: every vector instruction is discarded at its size, scalar ones run",
        [[0x11111111 * (i % 9) for i in range(LANES)], [7] * LANES],
    )
    p.set_vcc(0x123456789ABCDEF0)
    p.asm("v_mov_b32 v2, v8", "v_mov_b32 v3, v9")
    p.set_s(24, 0x80010004)
    for select, bit in ((0, 0), (2, 1), (16, 1), (31, 1), (34, 1), (63, 1), (1, 0)):
        p.asm(
            f"s_setvskip s24, {select}",
            "s_nop 1",
            "s_getreg_b32 s21, hwreg(HW_REG_MODE, 28, 1)",
            "s_setvskip 0, 0",
            "s_nop 1",
        )
        p.collect("s21", bit)
    p.flush()
    p.asm(
        "s_waitcnt vmcnt(0)",
        "s_setvskip 1, 0",
        "s_nop 1",
        "s_mov_b32 s22, 1",
        "v_mov_b32 v2, v9",
        "s_add_u32 s22, s22, 2",
        "v_add_u32 v2, 0x12345678, v9",
        "v_mad_u32_u24 v3, v8, v9, v8",
        "v_cmpx_eq_u32 vcc, v8, v9",
        "v_mov_b32_sdwa v2, v9 dst_sel:BYTE_1 dst_unused:UNUSED_PRESERVE src0_sel:WORD_1",
        "v_mov_b32_dpp v3, v8 quad_perm:[1,1,1,1] row_mask:0xf bank_mask:0xf",
        "v_readfirstlane_b32 s22, v8",
        "v_pk_add_u16 v2, v8, v9",
        "global_store_dword v1, v3, s[10:11]",
        "ds_write_b32 v1, v3",
        "v_swap_b32 v2, v3",
        ".long 0x7e04ff08  // there is no VOP1 opcode 127",
        ".long 0xd3ff0000, 0  // nor VOP3 opcode 1023",
        "s_add_u32 s22, s22, 4",
        "s_setvskip 0, 0",
        "s_nop 1",
        "s_setreg_imm32_b32 hwreg(HW_REG_MODE, 28, 1), 1",
        "s_nop 1",
        "v_mov_b32 v2, v9",
        "s_setreg_imm32_b32 hwreg(HW_REG_MODE, 28, 1), 0",
        "s_nop 1",
    )
    p.collect("s22", 7)
    p.collect64(("vcc_lo", "vcc_hi"), p.vcc)
    p.collect64(("exec_lo", "exec_hi"), ALL)
    p.flush()
    p.store(2, p.v[8], "kept")
    p.store(3, p.v[9], "kept")
    return p


# ---- branches and calls -----------------------------------------------------------------------------------


# Decisions: D-FLOW-17, D-FLOW-19.
def branches():
    p = Listing("directed_branches", "every branch taken and not, forward and backward; calls, returns, PC arithmetic")
    for value in (0, 1):
        for name, taken in (("s_cbranch_scc0", not value), ("s_cbranch_scc1", value)):
            branch(p, name, taken, f"s_cmp_eq_u32 {value}, 1")
    for vcc in (0, 1, 1 << 63, 1 << 32, ALL, 0x8000):
        for name, taken in (("s_cbranch_vccz", not vcc), ("s_cbranch_vccnz", vcc)):
            p.set_vcc(vcc)
            branch(p, name, taken)
        for name, taken in (("s_cbranch_execz", not vcc), ("s_cbranch_execnz", vcc)):
            p.set_exec(vcc)
            branch(p, name, taken)
    p.set_exec(ALL)
    for name in ("s_cbranch_cdbgsys", "s_cbranch_cdbguser", "s_cbranch_cdbgsys_or_user", "s_cbranch_cdbgsys_and_user"):
        branch(p, name, False)
    branch(p, "s_branch", True)
    p.asm("s_mov_b32 s21, 5", "s_mov_b32 s22, 0")  # a loop: five times backward
    p.lines.append("loop:")
    p.asm("s_add_u32 s22, s22, 3", "s_sub_u32 s21, s21, 1", "s_cmp_lg_u32 s21, 0", "s_cbranch_scc1 loop")
    p.collect("s22", 15)
    calls(p)
    for line in ("s_nop 7", "s_nop 0", "s_trap 2", "s_icache_inv", "s_barrier", "s_waitcnt 0", "s_setprio 3"):
        p.asm("s_cmp_eq_u32 0, 0", line, "s_cselect_b32 s21, 1, 0")
        p.collect("s21", 1)
    p.asm("s_cmp_eq_u32 0, 1", "s_cbranch_scc0 past", "s_endpgm")
    p.lines.append("past:")
    return p


def branch(p, name, taken, before=None):
    """The instructions between a branch and its target run or not."""
    n = len(p.lines)
    if before:
        p.asm(before)
    p.asm("s_mov_b32 s21, 1", f"{name} over{n}", "s_mov_b32 s21, 2")
    p.lines.append(f"over{n}:")
    p.collect("s21", 1 if taken else 2)


def offset_of(p, pair, label):
    """The pair holds the address of the label: its distance from `here` in s[26:27] is what the assembler says."""
    p.asm(f"s_sub_u32 s21, {pair[0]}, s26", f"s_sub_u32 s21, s21, {label}-here", f"s_subb_u32 s22, {pair[1]}, s27")
    p.asm("s_cmp_eq_u32 s21, 0", "s_cselect_b32 s21, 1, 0")
    p.collect("s21", 1)
    p.collect("s22", 0)


def calls(p):
    p.asm("s_getpc_b64 s[26:27]")
    p.lines.append("here:")
    p.asm("s_mov_b32 s25, 0", "s_call_b64 s[28:29], first")
    p.lines.append("first_back:")
    p.asm("s_mov_b32 s24, s25")
    p.collect("s24", 1)
    offset_of(p, ("s28", "s29"), "first_back")
    p.asm("s_add_u32 s28, s26, second-here", "s_addc_u32 s29, s27, 0", "s_swappc_b64 s[30:31], s[28:29]")
    p.lines.append("second_back:")
    p.collect("s25", 11)
    offset_of(p, ("s30", "s31"), "second_back")
    # source and destination the same pair, target with its two low bits and its upper half dirty: all ignored
    p.asm(
        "s_add_u32 s28, s26, second-here+3",
        "s_addc_u32 s29, s27, 0xabcd0000",
        "s_mov_b64 s[30:31], s[28:29]",
        "s_swappc_b64 s[30:31], s[30:31]",
    )
    p.lines.append("third_back:")
    p.collect("s25", 21)
    offset_of(p, ("s30", "s31"), "third_back")
    p.asm("s_add_u32 vcc_lo, s26, fourth-here", "s_addc_u32 vcc_hi, s27, 0", "s_setpc_b64 vcc", "s_mov_b32 s25, 0")
    p.vcc = None
    p.lines.append("fourth:")
    p.collect("s25", 21)
    p.asm("s_cmp_eq_u32 0, 0", "s_call_b64 vcc, fifth")  # a call that nobody returns from, SCC kept
    p.lines.append("first:")
    p.asm("s_add_u32 s25, s25, 1", "s_setpc_b64 s[28:29]")
    p.lines.append("second:")
    p.asm("s_add_u32 s25, s25, 10", "s_setpc_b64 s[30:31]")
    p.lines.append("fifth:")
    p.asm("s_cselect_b32 s24, 1, 0")
    p.collect("s24", 1)
    offset_of(p, ("vcc_lo", "vcc_hi"), "first")


# ---- fork and join ----------------------------------------------------------------------------------------


def forks():
    """Which side runs first, what is pushed, what EXEC and CSP are after: control-flow.md 3."""
    p = Listing(
        "directed_forks", "fork and join: uniform, tie, one lane, EXEC with holes and empty; the stack entry as data"
    )
    for n, (mask, exec_) in enumerate(
        [
            (ALL, ALL),
            (0, ALL),
            (0xFFFFFFFF, ALL),
            (1, ALL),
            (ALL - 1, ALL),
            (5, 0),
            (0x0FF0, 0x8001F00F5A5A0FF0),
            (1 << 63, 1 << 63 | 1),
        ]
    ):
        for kind in ("i", "g"):
            fork(p, n, kind, mask, exec_)
    return p


def fork(p, n, kind, mask, exec_):
    name = f"{kind}{n}"
    for i in range(4):
        p.set_s(i, 0x51515151)
    p.set_s(28, mask)
    p.set_s(29, mask >> 32)
    p.asm("v_mov_b32 v2, 0", "s_getreg_b32 s24, hwreg(HW_REG_MODE, 29, 3)", "s_getpc_b64 s[26:27]")
    p.lines.append(f"here_{name}:")
    p.asm(f"s_add_u32 s30, s26, pass_{name}-here_{name}", "s_addc_u32 s31, s27, 0")
    p.set_exec(exec_)
    p.asm(f"s_cbranch_i_fork s[28:29], pass_{name}" if kind == "i" else "s_cbranch_g_fork s[28:29], s[30:31]")
    p.lines.append(f"fail_{name}:")
    p.asm("v_add_u32 v2, 1, v2", f"s_branch join_{name}")
    p.lines.append(f"pass_{name}:")
    p.asm("v_add_u32 v2, 16, v2")
    p.lines.append(f"join_{name}:")
    p.asm("s_cbranch_join s24", "s_mov_b64 s[34:35], exec", "s_getreg_b32 s25, hwreg(HW_REG_MODE, 29, 3)")
    taken, failed = mask & exec_, ~mask & exec_
    uniform = taken == exec_ or failed == exec_
    fail_first = bin(failed).count("1") < bin(taken).count("1")
    pushed = taken if fail_first else failed
    p.exec = exec_ if uniform else pushed
    p.collect64(34, p.exec)
    p.collect("s25", 0)
    entry = 0x5151515151515151 if uniform else pushed
    p.collect64(0, entry)
    if not uniform:
        p.asm("s_sub_u32 s21, s2, s26", f"s_sub_u32 s21, s21, {'pass' if fail_first else 'fail'}_{name}-here_{name}")
        p.collect("s21", 0)
        p.s.clear()
    p.store(2, [16 if taken >> i & 1 else failed >> i & 1 for i in range(LANES)], name)


def programs():
    return [movrel(), hardware_registers(), vskip(), branches(), forks()]
