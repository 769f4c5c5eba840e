# SPDX-License-Identifier: Apache-2.0
"""Instruction words from gfx9-encoding.md section 3, opcode numbers from LLVM's golden decoder vectors."""
import pathlib

from wl import ROOT


SPEC = pathlib.Path(ROOT) / "docs/spec"
VECTORS, GFX906 = SPEC / "gfx9-decode-vectors.tsv", SPEC / "gfx906-opcodes.tsv"
LITERAL, SDWA, DPP = 255, 249, 250
VCC, M0, EXEC = 106, 124, 126
VCCZ, EXECZ, SCC = 251, 252, 253
WAIT_VSCNT = 0xBBFD0000  # s_waitcnt_vscnt null, n (buffer-memory.md 14.2), which llvm-mc refuses on gfx900
INTEGERS = {v: 128 + v if v >= 0 else 192 - v for v in range(-16, 65)}
FLOATS = (0.5, -0.5, 1.0, -1.0, 2.0, -2.0, 4.0, -4.0)


def _numbers():
    table = {}
    for line in VECTORS.read_text().splitlines():
        form, number, _, text = line.split("\t")[:4]
        name = text.split()[0]
        for suffix in ("_e32", "_e64"):
            name = name.removesuffix(suffix)
        table[form, name] = int(number)
    for line in GFX906.read_text().splitlines():  # names that gfx900 does not have
        form, number, name = line.split("\t")
        table[form, name] = int(number)
    return table


NUMBER = _numbers()


def sop2(name, sdst, s0, s1):
    return [2 << 30 | NUMBER["SOP2", name] << 23 | sdst << 16 | s1 << 8 | s0]


def sop1(name, sdst, s0):
    return [0x17D << 23 | sdst << 16 | NUMBER["SOP1", name] << 8 | s0]


def sopc(name, s0, s1):
    return [0x17E << 23 | NUMBER["SOPC", name] << 16 | s1 << 8 | s0]


def sopk(name, sdst, imm):
    return [11 << 28 | NUMBER["SOPK", name] << 23 | sdst << 16 | imm & 0xFFFF]


def sopp(name, imm=0):
    return [0x17F << 23 | NUMBER["SOPP", name] << 16 | imm & 0xFFFF]


def exp(target, enable, sources, compressed=0, done=0, valid_mask=0, reserved=0):
    """sources: VSRC0 to VSRC3; reserved: bits that are ignored (D-EXP-1)."""
    first = 0x31 << 26 | reserved << 13 | valid_mask << 12 | done << 11 | compressed << 10 | target << 4 | enable
    return [first, sum(register << 8 * i for i, register in enumerate(sources))]


def vop1(name, vdst, s0):
    return [0x3F << 25 | vdst << 17 | NUMBER["VOP1", name] << 9 | s0]


def vop2(name, vdst, s0, v1):
    return [NUMBER["VOP2", name] << 25 | vdst << 17 | (v1 & 255) << 9 | s0]


def vopc(name, s0, v1):
    return [0x3E << 25 | NUMBER["VOPC", name] << 17 | (v1 & 255) << 9 | s0]


def vop3(name, vdst, sources, sdst=None, clamp=0, absolute=0, op_sel=0, omod=0, neg=0):
    """VOP3A, or VOP3B where sdst is given (it lies where ABS and OP_SEL are)."""
    s = list(sources) + [0] * (3 - len(sources))
    middle = absolute << 8 | op_sel << 11 if sdst is None else sdst << 8
    return [
        0x34 << 26 | NUMBER["VOP3", name] << 16 | clamp << 15 | middle | vdst,
        neg << 29 | omod << 27 | s[2] << 18 | s[1] << 9 | s[0],
    ]


def vop3p(name, vdst, sources, clamp=0, op_sel=0, op_sel_hi=7, neg=0, neg_hi=0):
    s = list(sources) + [0] * (3 - len(sources))
    return [
        0x1A7 << 23
        | NUMBER["VOP3P", name] << 16
        | clamp << 15
        | (op_sel_hi >> 2 & 1) << 14
        | op_sel << 11
        | neg_hi << 8
        | vdst,
        neg << 29 | (op_sel_hi & 3) << 27 | s[2] << 18 | s[1] << 9 | s[0],
    ]


def sdwa(
    s0,
    s1,
    compare,
    dst_sel=6,
    unused=0,
    clamp=0,
    omod=0,
    sdst=None,
    sel=(6, 6),
    sext=(0, 0),
    neg=(0, 0),
    absolute=(0, 0),
):
    """The SDWA dword; s0, s1: 9-bit codes (256 and up: VGPR). compare: sdst None writes VCC."""
    w = s0 & 255 | sel[0] << 16 | sext[0] << 19 | neg[0] << 20 | absolute[0] << 21 | (s0 < 256) << 23
    w |= sel[1] << 24 | sext[1] << 27 | neg[1] << 28 | absolute[1] << 29 | (s1 is not None and s1 < 256) << 31
    if compare:
        return w | (0 if sdst is None else sdst << 8 | 1 << 15)
    return w | dst_sel << 8 | unused << 11 | clamp << 13 | omod << 14


def dpp(s0, ctrl, bound=0, bank=15, row=15, neg=(0, 0), absolute=(0, 0)):
    return (
        s0 & 255
        | ctrl << 8
        | bound << 19
        | neg[0] << 20
        | absolute[0] << 21
        | neg[1] << 22
        | absolute[1] << 23
        | bank << 24
        | row << 28
    )


def dpp_source(ctrl, lane):
    """Source lane of a DPP control (gfx9-encoding.md section 3), None: out of range."""
    n, row = ctrl & 15, lane & ~15
    if ctrl < 0x100:
        return (lane & ~3) + (ctrl >> 2 * (lane & 3) & 3)
    kind = ctrl >> 4
    if kind == 0x10:
        return lane + n if (lane & 15) + n <= 15 else None
    if kind == 0x11:
        return lane - n if (lane & 15) >= n else None
    if kind == 0x12:
        return row + ((lane - n) & 15)
    return {
        0x130: lane + 1 if lane < 63 else None,
        0x134: (lane + 1) & 63,
        0x138: lane - 1 if lane > 0 else None,
        0x13C: (lane - 1) & 63,
        0x140: lane ^ 15,
        0x141: lane ^ 7,
        0x142: row - 1 if row else None,
        0x143: 31 if lane >= 32 else None,
    }[ctrl]


DPP_CONTROLS = (
    [0x00, 0x1B, 0x39, 0xB1, 0xE4, 0xFF]
    + list(range(0x101, 0x110))
    + list(range(0x111, 0x120))
    + list(range(0x121, 0x130))
    + [0x130, 0x134, 0x138, 0x13C, 0x140, 0x141, 0x142, 0x143]
)
