# SPDX-License-Identifier: Apache-2.0
"""Instructions that must be illegal, and their legal neighbours (gfx9-encoding.md 4 and 5;
numerics.md 11; lds.md 5 and 6).

One program holds all cases: the scalar argument `case` says to which the first wave jumps, and the waves behind it go
to the cases behind it. A wave that refused its case has stored the first half of `out` and not the second. The wave has
32 SGPRs and 24 VGPRs, so that a number past them has an encoding.
"""
import itertools
import json
import os
import re
import subprocess
from concurrent.futures import ThreadPoolExecutor

from wl.reading import words
from wl.reading.float_table import ALL_ROWS, ROWS
from wl.reading.words import DPP, SDWA, sop1, sop2, sopc, sopk, vop1, vop2, vop3, vop3p, vopc
from wl.vectors.directed.direct import REVERSED


CASE_BYTES = 64
WAVES = 8  # in a description with several cases: the smallest unit has so many
# {first six bits of an instruction: name of a description with several such cases}
KINDS = {0x30: "smem", 0x31: "export", 0x36: "ds", 0x37: "vmem", 0x38: "vmem", 0x3A: "vmem", 0x3C: "image"}
OPCODES = (
    ("SOP1", "s_rfe_b64"),
    ("SOP2", "s_rfe_restore_b64"),
)  # exist, and are illegal in a wave that is not privileged
V, DIRECT = 256, 254
NUMBER = words.NUMBER
DESCRIPTOR = """
.section .rodata,"a",@progbits
.p2align 6
.amdhsa_kernel main
  .amdhsa_user_sgpr_kernarg_segment_ptr 1
  .amdhsa_next_free_vgpr 24
  .amdhsa_next_free_sgpr 32
  .amdhsa_reserve_vcc 0
  .amdhsa_reserve_flat_scratch 0
  .amdhsa_reserve_xnack_mask 0
  .amdhsa_kernarg_size 16
.end_amdhsa_kernel
"""


def raw_sop2(op):
    return [2 << 30 | op << 23 | 12 << 16]


def raw_sop1(op):
    return [0x17D << 23 | 12 << 16 | op << 8]


def raw_vop3(op):
    return [0x34 << 26 | op << 16 | 2, V | (V + 1) << 9 | (V + 2) << 18]


def clause(length):
    return [0x17F << 23 | 66 << 16 | length]


def smem(op, sdata, base, offset, imm=1):
    return [0x30 << 26 | op << 18 | imm << 17 | sdata << 6 | base >> 1, offset]


def ds(op, addr=1, data0=2, data1=3, dst=4, gds=0):
    return [0x36 << 26 | op << 17 | gds << 16, dst << 24 | data1 << 16 | data0 << 8 | addr]


def flat(op, seg=2, addr=1, data=2, saddr=0x7F, dst=4, lds=0, glc=0):
    return [0x37 << 26 | op << 18 | glc << 16 | seg << 14 | lds << 13, dst << 24 | saddr << 16 | data << 8 | addr]


def mubuf(op, vaddr=1, vdata=2, quad=0, soffset=128, address=3 << 12, extra=(0, 0)):
    """address: OFFSET, OFFEN, IDXEN; extra: further bits of the two words."""
    first = 0x38 << 26 | op << 18 | address | extra[0]
    return [first, soffset << 24 | quad << 16 | vdata << 8 | vaddr | extra[1]]


def mtbuf(op, vaddr=1, vdata=2, quad=0, soffset=128, address=3 << 12, extra=(0, 0), pair=(4, 4)):
    """As mubuf(); pair: DFMT, NFMT."""
    first = 0x3A << 26 | pair[1] << 23 | pair[0] << 19 | op << 15 | address | extra[0]
    return [first, soffset << 24 | quad << 16 | vdata << 8 | vaddr | extra[1]]


def mimg(op, vaddr=1, vdata=2, rsrc=0, ssamp=0, dmask=1, extra=(0, 0)):
    """extra: further bits of the two words."""
    return [0x3C << 26 | op << 18 | dmask << 8 | extra[0], ssamp << 21 | rsrc << 16 | vdata << 8 | vaddr | extra[1]]


def sub_dword(name, s0=V + 8, s1=V + 9, form="VOP2", sdst=None, **fields):
    first = {
        "VOP1": lambda: vop1(name, 2, SDWA),
        "VOP2": lambda: vop2(name, 2, SDWA, s1 & 255),
        "VOPC": lambda: vopc(name, SDWA, s1 & 255),
    }[form]()
    return first + [words.sdwa(s0, None if form == "VOP1" else s1, form == "VOPC", sdst=sdst, **fields)]


def cross_lane(name, ctrl=0xB1, s0=V + 8, form="VOP2", extra=0, **fields):
    first = {
        "VOP1": lambda: vop1(name, 2, DPP),
        "VOP2": lambda: vop2(name, 2, DPP, 9),
        "VOPC": lambda: vopc(name, DPP, 9),
    }[form]()
    return first + [words.dpp(s0, ctrl, **fields) | extra]


def refused():
    """(what, instruction words, lines before it)"""
    cases = []

    def add(what, instruction, *before):
        cases.append((what, instruction, before))

    # ---- formats and opcodes that do not exist (D-VEC-1, D-VEC-2)
    # Decisions: D-ILL-6, D-ILL-7.
    for prefix in (0b110010, 0b111001, 0b111011, 0b111101, 0b111110, 0b111111):
        add(f"format {prefix:06b}", [prefix << 26, 0])
    add("VINTRP", [0b110101 << 26, 0])
    for op in (53, 64, 95):
        add(f"SOP2 {op}", raw_sop2(op))
    for op in (47, 49, 56, 128, 255):
        add(f"SOP1 {op}", raw_sop1(op))
    for op in (20, 64, 127):
        add(f"SOPC {op}", [0x17E << 23 | op << 16])
    for op in (19, 22, 23, 24, 25, 26, 27, 28):
        add(f"SOPK {op}", [11 << 28 | op << 23 | 12 << 16])
    for op in (31, 63, 67, 127):
        add(f"SOPP {op}", [0x17F << 23 | op << 16])
    for length in (0, 129, 130, 255, 256, 257, 0x8001, 0xFF80, 0xFFFF):  # D-R700-17
        add(f"clause of {length}", clause(length))
    for op in (9, 54, 55, 56, 80, 82, 128, 255):
        add(f"VOP1 {op}", [0x3F << 25 | 2 << 17 | op << 9 | V])
    for op in (55, 56, 57, 58, 59, 60, 61):  # 59 and 61 are gfx906's, as VOP3 315, 317, VOP3P 35 and 38 to 43
        add(f"VOP2 {op}", [op << 25 | 2 << 17 | V])
    for op in (0, 15, 22, 31, 128, 159):
        add(f"VOPC {op}", [0x3E << 25 | op << 17 | V])
    for op in (
        0,
        15,
        31,
        128,
        159,
        279,
        280,
        292,
        293,
        311,
        315,
        317,
        319,
        322,
        329,
        374,
        375,
        376,
        400,
        401,
        447,
        520,
        623,
        627,
        639,
        654,
        667,
        673,
        895,
    ):
        add(f"VOP3 {op}", raw_vop3(op))
    for op in (19, 31, 35, 36, 37, *range(38, 45), 127):
        add(f"VOP3P {op}", raw_vop3(896 + op))
    # Float instructions that the unit does not have yet.
    raw = {"VOP1": lambda op: [0x3F << 25 | 2 << 17 | op << 9 | V], "VOP2": lambda op: [op << 25 | 2 << 17 | V]}
    raw.update(VOPC=lambda op: [0x3E << 25 | op << 17 | V], VOP3=raw_vop3, VOP3P=lambda op: raw_vop3(896 + op))
    for (form, name), op in sorted(NUMBER.items()):
        if name in ALL_ROWS and name not in ROWS and not re.match("v_cmpx?_(?!class|lt|tru)", name):
            add(f"{form} {op}, {name}", raw[form](op) + ([0] if "v_mad" in name and form == "VOP2" else []))
    add("s_rfe_b64 with PRIV=0", sop1("s_rfe_b64", 0, 12))
    add("s_rfe_restore_b64 with PRIV=0", sop2("s_rfe_restore_b64", 0, 12, 14))
    # ---- scalar operands
    # Decisions: D-ENC-1, D-FLOW-11, D-FLOW-12, D-REG-4, D-REG-5, D-REG-6, D-REG-8, D-REG-9, D-REG-10, D-REG-18.
    for code in (32, 101, 108, 123, 125):
        add(f"SALU destination {code}", sop1("s_mov_b32", code, 12))
        add(f"SOPK destination {code}", sopk("s_movk_i32", code, 1))
    for code in (13, 31, 32, 103, 105, 107, 108, 124, 125, 127):
        add(f"SALU 64-bit destination {code}", sop1("s_mov_b64", code, 12))
        add(f"SALU 64-bit source {code}", sop1("s_mov_b64", 12, code))
    for code in (32, 101, 108, 123, 125, 209, 234, 249, 250, 254):
        add(f"SALU source 0 {code}", sop2("s_add_u32", 12, code, 128))
        add(f"SALU source 1 {code}", sop2("s_add_u32", 12, 128, code))
        add(f"SOPC source {code}", sopc("s_cmp_eq_u32", code, 128))
    for name in ("s_addk_i32", "s_cmpk_eq_u32", "s_getreg_b32", "s_setreg_b32"):
        add(f"{name} of code 125", sopk(name, 125, 1))
        add(f"{name} of an SGPR past the allocation", sopk(name, 32, 1))
    add("s_call_b64 into an odd pair", sopk("s_call_b64", 13, 0))
    add("s_setpc_b64 literal", sop1("s_setpc_b64", 0, 255) + [0])
    add("s_swappc_b64 literal", sop1("s_swappc_b64", 12, 255) + [0])
    add("s_getpc_b64 literal", sop1("s_getpc_b64", 12, 255) + [0])
    add("s_getpc_b64 into an odd pair", sop1("s_getpc_b64", 13, 0))
    add("s_and_saveexec_b64 into an odd pair", sop1("s_and_saveexec_b64", 13, 12))
    for mask in (13, 32, 102, 126, 128, 193, 255):
        add(f"s_cbranch_g_fork mask {mask}", sop2("s_cbranch_g_fork", 0, mask, 12) + ([0] if mask == 255 else []))
    for target in (13, 32, 106, 126, 128):
        add(f"s_cbranch_g_fork target {target}", sop2("s_cbranch_g_fork", 0, 12, target))
    for mask in (13, 32, 102, 108, 126):
        add(f"s_cbranch_i_fork mask {mask}", sopk("s_cbranch_i_fork", mask, 0))
    for code in (32, 108, 125, 128, 193, 235, 253, 255):
        add(f"s_cbranch_join {code}", sop1("s_cbranch_join", 0, code) + ([0] if code == 255 else []))
    for name, s0, sdst, m0 in (
        ("s_movrels_b32", 30, 12, 2),
        ("s_movrels_b32", 12, 14, 90),
        ("s_movrels_b64", 20, 14, 1),
        ("s_movrels_b64", 30, 14, 2),
        ("s_movreld_b32", 12, 30, 2),
        ("s_movreld_b64", 12, 20, 1),
        ("s_movreld_b32", 12, 0, 0xFFFFFFFF),
    ):
        add(
            f"{name} {'s' + str(s0)} -> s{sdst} with M0 {m0:#x}",
            sop1(name, sdst, s0),
            f"s_mov_b32 m0, 0x{m0:x}",
            "s_nop 0",
        )
    # ---- vector registers
    # Decisions: D-REG-4.
    add("VDST past the allocation", vop1("v_mov_b32", 24, V))
    add("VGPR source past the allocation", vop1("v_mov_b32", 2, V + 24))
    add("VSRC1 past the allocation", vop2("v_add_u32", 2, V, 24))
    add("v255", vop2("v_add_u32", 255, V, 1))
    add("destination pair past the allocation", vop3("v_lshlrev_b64", 23, [V, V + 2]))
    add("source pair past the allocation", vop3("v_lshlrev_b64", 2, [V, V + 23]))
    add("VOPC pair past the allocation", vopc("v_cmp_eq_u64", V + 2, 23))
    add("destination quad past the allocation", vop3("v_mqsad_u32_u8", 21, [V, V + 2, V + 4]))
    add("source quad past the allocation", vop3("v_mqsad_u32_u8", 2, [V + 8, V + 10, V + 21]))
    add("v_mqsad_u32_u8 with a scalar quad", vop3("v_mqsad_u32_u8", 2, [V + 8, V + 10, 12]))
    add("VOP3P source past the allocation", vop3p("v_pk_add_u16", 2, [V + 24, V]))
    add("v_swap_b32 with v24", vop1("v_swap_b32", 2, V + 24))
    add("v_swap_b32 with an SGPR", vop1("v_swap_b32", 2, 12))
    add("v_swap_b32 with a constant", vop1("v_swap_b32", 2, 129))
    # ---- scalar codes in vector sources
    for code in (32, 101, 108, 125, 209, 234, 254):  # LDS_DIRECT is SRC0's alone (D-LDS-31)
        if code != 254:
            add(f"VOP1 source {code}", vop1("v_mov_b32", 2, code))
            add(f"VOPC source {code}", vopc("v_cmp_eq_u32", code, 1))
        add(f"VOP3 source {code}", vop3("v_add3_u32", 2, [V, code, V + 1]))
    for code in (249, 250, 255):
        add(f"VOP3 source {code}", vop3("v_add3_u32", 2, [code, V, V + 1]))
        add(f"VOP3P source {code}", vop3p("v_pk_add_u16", 2, [V, code]))
    for code in (13, 31, 103, 107, 124, 127):
        add(f"64-bit vector source {code}", vop3("v_lshlrev_b64", 2, [V, code]))
        add(f"64-bit compare source {code}", vopc("v_cmp_eq_u64", code, 2))
    # ---- constant bus (D-VEC-9, D-VEC-10, D-NUM-30)
    for a, b in (
        (12, 13),
        (12, 106),
        (12, 124),
        (106, 107),
        (126, 127),
        (12, 253),
        (251, 252),
        (12, 235),
        (235, 236),
        (13, 239),
    ):
        add(f"constant bus: codes {a} and {b}", vop3("v_add_u32", 2, [a, b]))
        add(f"constant bus, VOP3P: codes {a} and {b}", vop3p("v_pk_add_u16", 2, [a, b]))
        add(f"constant bus, SDWA: codes {a} and {b}", sub_dword("v_add_u32", a, b))
    add("constant bus: three SGPRs", vop3("v_add3_u32", 2, [12, 13, 14]))
    add("constant bus: a pair and its high half", vop3("v_lshlrev_b64", 2, [13, 12]))
    add("constant bus: SGPR beside the implicit VCC", vop2("v_cndmask_b32", 2, 12, 1))
    add("constant bus: literal beside the implicit VCC", vop2("v_addc_co_u32", 2, 255, 1) + [5])
    for k, code in enumerate((12, 107, 124, 126, 251)):
        operands = [V, V + 1, V + 8]
        operands[k % 3] = code
        add(f"constant bus: code {code} beside the implicit VCC of v_div_fmas_f32", vop3("v_div_fmas_f32", 2, operands))
    add("constant bus: two SGPRs of v_div_scale_f32", vop3("v_div_scale_f32", 2, [12, 13, V], sdst=14))
    add("v_div_scale_f32 with a literal", vop3("v_div_scale_f32", 2, [V, V, 255], sdst=14) + [5])
    add("constant bus: two SGPRs of v_div_fixup_f32", vop3("v_div_fixup_f32", 2, [12, V, 13]))
    add("v_div_fmas_f32 with a literal", vop3("v_div_fmas_f32", 2, [V, V + 1, 255]) + [5])
    add("constant bus: vcc_hi beside the implicit VCC", vop2("v_subb_co_u32", 2, 107, 1))
    add("constant bus, SDWA: SGPR beside the implicit VCC", sub_dword("v_addc_co_u32", 12))
    add("constant bus: SGPR beside a carry pair", vop3("v_addc_co_u32", 2, [12, V, 14], sdst=106))
    add("constant bus: SGPR beside K", vop2("v_madmk_f32", 2, 12, 1) + [5])
    # ---- masks and lane opcodes (D-VEC-3, D-VEC-4, D-VEC-5, D-VEC-6)
    for code in (13, 32, 103, 107, 108, 124, 125, 127):
        add(f"VOPC as VOP3 into {code}", vop3("v_cmp_eq_u32", code, [V, V + 1]))
        add(f"carry out into {code}", vop3("v_add_co_u32", 2, [V, V + 1], sdst=code))
        add(f"v_div_scale_f32 into {code}", vop3("v_div_scale_f32", 2, [V, V, V + 1], sdst=code))
        add(f"carry in from {code}", vop3("v_cndmask_b32", 2, [V, V + 1, code]))
    for code in (128, 193, 240, 209, 235, 253, 255, V):
        kind = "constant mask" if code in (128, 193, 240, 235, 253) else "mask"
        for name in ("v_addc_co_u32", "v_subb_co_u32", "v_subbrev_co_u32"):
            add(f"{kind} {code} of {name}", vop3(name, 2, [V, V + 1, code], sdst=12))
        add(f"{kind} {code} of v_cndmask_b32", vop3("v_cndmask_b32", 2, [V, V + 1, code]))
    add("VOPC as VOP3 into 140", vop3("v_cmp_eq_u32", 140, [V, V + 1]))
    add("v_mad_u64_u32 carry into an odd pair", vop3("v_mad_u64_u32", 2, [V, V + 1, V + 4], sdst=13))
    for code in (32, 108, 125, 140):
        add(f"v_readlane_b32 into {code}", vop3("v_readlane_b32", code, [V, 129]))
    for code in (32, 125, 108):
        add(f"v_readfirstlane_b32 into {code}", vop1("v_readfirstlane_b32", code, V))
    # ---- LDS_DIRECT (D-LDS-31): no reversed opcode, no SRC0 of 64 bits, no lane opcode that writes or swaps
    for form, name in sorted(NUMBER):
        if name.startswith(REVERSED):
            encode = {"VOP2": lambda n: vop2(n, 2, DIRECT, 1), "VOP3P": lambda n: vop3p(n, 2, [DIRECT, V])}
            more = {"sdst": 106} if "_co_" in name else {}
            codes = [DIRECT, V] + [12] * name.startswith("v_subbrev")
            instruction = encode[form](name) if form in encode else vop3(name, 2, codes, **more)
            add(f"LDS_DIRECT of {form} {name}", instruction)
    add("LDS_DIRECT of v_writelane_b32", vop3("v_writelane_b32", 2, [DIRECT, 129]))
    add("LDS_DIRECT as the lane of v_writelane_b32", vop3("v_writelane_b32", 2, [129, DIRECT]))
    add("LDS_DIRECT as the lane of v_readlane_b32", vop3("v_readlane_b32", 14, [V, DIRECT]))
    add("LDS_DIRECT of v_swap_b32", vop1("v_swap_b32", 2, DIRECT))
    add("LDS_DIRECT of 64 bits", vopc("v_cmp_eq_u64", DIRECT, 2))
    add("LDS_DIRECT of v_mqsad_u32_u8", vop3("v_mqsad_u32_u8", 2, [DIRECT, V + 10, V + 20]))
    add("LDS_DIRECT of v_cvt_f32_f64", vop1("v_cvt_f32_f64", 2, DIRECT))
    add("LDS_DIRECT as SRC2", vop3("v_add3_u32", 2, [V, V + 1, DIRECT]))
    add("LDS_DIRECT as SRC1 of VOP3P", vop3p("v_pk_add_u16", 2, [V, DIRECT]))
    add("constant bus: two SGPRs beside LDS_DIRECT", vop3("v_add3_u32", 2, [DIRECT, 12, 13]))
    add("constant bus: VCC and an SGPR beside LDS_DIRECT", vop3("v_add3_u32", 2, [DIRECT, 106, 12]))
    add("LDS_DIRECT of v_div_fmas_f32, and an SGPR beside the implicit VCC", vop3("v_div_fmas_f32", 2, [DIRECT, 12, V]))
    add("v_readfirstlane_b32 of an SGPR", vop1("v_readfirstlane_b32", 14, 12))
    add("v_readfirstlane_b32 of a constant", vop1("v_readfirstlane_b32", 14, 129))
    add("v_readlane_b32 of an SGPR", vop3("v_readlane_b32", 14, [12, 129]))
    add("v_readlane_b32 of a constant", vop3("v_readlane_b32", 14, [129, 129]))
    add("v_readlane_b32 with a VGPR select", vop3("v_readlane_b32", 14, [V, V + 1]))
    add("v_readlane_b32 with a literal", vop3("v_readlane_b32", 14, [V, 255]))
    add("v_writelane_b32 of a VGPR", vop3("v_writelane_b32", 2, [V, 129]))
    add("v_writelane_b32 with a VGPR select", vop3("v_writelane_b32", 2, [12, V]))
    add("v_writelane_b32 of a literal", vop3("v_writelane_b32", 2, [255, 129]))
    add("v_writelane_b32 with two SGPRs", vop3("v_writelane_b32", 2, [12, 13]))
    # ---- SDWA (D-VEC-7, D-VEC-33, D-VEC-34, D-VEC-35, D-VEC-39)
    for form, name in (
        ("VOP1", "v_readfirstlane_b32"),
        ("VOP1", "v_swap_b32"),
        ("VOP1", "v_clrexcp"),
        ("VOP2", "v_mac_f32"),
        ("VOP2", "v_madmk_f32"),
        ("VOP2", "v_madak_f32"),
        ("VOPC", "v_cmp_eq_u64"),
        ("VOPC", "v_cmpx_lt_i64"),
    ):
        add(f"SDWA on {name}", sub_dword(name, form=form))
    add("SDWA SEL 7 of SRC0", sub_dword("v_add_u32", sel=(7, 6)))
    add("SDWA SEL 7 of SRC1", sub_dword("v_add_u32", sel=(6, 7)))
    add("SDWA SEL 7 of the destination", sub_dword("v_add_u32", dst_sel=7))
    add("SDWA: DST_UNUSED 3", sub_dword("v_add_u32", dst_sel=1, unused=3))
    add("SDWA SEL 7 in a compare", sub_dword("v_cmp_eq_u32", form="VOPC", sel=(7, 6)))
    for code in (32, 108, 125, 209, 249, 250, 254, 255):
        add(f"SDWA: scalar source {code}", sub_dword("v_mov_b32", code, form="VOP1"))
    add("SDWA: v24", sub_dword("v_mov_b32", V + 24, form="VOP1"))
    for code in (13, 32, 107, 108, 124):
        add(f"SDWA compare into {code}", sub_dword("v_cmp_eq_u32", form="VOPC", sdst=code))
    # ---- DPP (D-VEC-7, D-VEC-40, D-VEC-41)
    for form, name in (
        ("VOP1", "v_readfirstlane_b32"),
        ("VOP1", "v_swap_b32"),
        ("VOP1", "v_clrexcp"),
        ("VOP2", "v_madmk_f32"),
        ("VOP2", "v_madak_f32"),
        ("VOPC", "v_cmp_eq_u64"),
        ("VOPC", "v_cmpx_lt_i64"),
    ):
        add(f"DPP on {name}", cross_lane(name, form=form))
    for ctrl in (
        0x100,
        0x110,
        0x120,
        0x131,
        0x133,
        0x135,
        0x137,
        0x139,
        0x13B,
        0x13D,
        0x13F,
        0x144,
        0x14F,
        0x150,
        0x180,
        0x1FF,
    ):
        add(f"DPP control {ctrl:#x}", cross_lane("v_add_u32", ctrl))
    add("DPP bit 17", cross_lane("v_add_u32", extra=1 << 17))
    add("DPP bit 18", cross_lane("v_add_u32", extra=1 << 18))
    add("DPP: v24", cross_lane("v_mov_b32", s0=V + 24, form="VOP1"))
    # ---- exports (D-EXP-1)
    for target in (10, 11, *range(16, 32)):
        add(f"export to target {target}", words.exp(target, 15, (8, 9, 10, 11)))
    for target in (10, 24):
        add(f"export to target {target} that sends nothing", words.exp(target, 0, (8, 9, 10, 11), done=1, valid_mask=1))
    for field in range(4):
        past = [24 if c == field else 8 for c in range(4)]
        add(f"export of VSRC{field} past the allocation", words.exp(12 * field, 1 << field, past))
        for enable in (1, 2) if field == 0 else (4, 8) if field == 1 else ():
            add(f"export of VSRC{field} past the allocation, COMPR", words.exp(9, enable, past, compressed=1))
    # ---- memory (D-LDS-19, D-LDS-24, D-R700-11, D-MEM-33, D-MEM-36)
    # Decisions: D-ENC-2, D-ENC-3, D-ENC-4.
    for sdata in (13, 32, 31, 108, 124, 126):
        add(f"s_load_dwordx2 into {sdata}", smem(1, sdata, 0, 0))
    for op, sdata in ((2, 14), (2, 30), (3, 28), (4, 20)):
        add(f"SMEM {op} into s{sdata}", smem(op, sdata, 0, 0))
    for base in (32, 108, 124):
        add(f"SMEM base {base}", smem(0, 12, base, 0))
    for offset in (32, 108, 125, 126):
        add(f"SMEM offset register {offset}", smem(0, 12, 0, offset, imm=0))
    for op in (13, 14, 15, 19, 20, 27, 31, 42, 63, 77, 95, 109, 127, 141, 159, 173, 191, 255):
        add(f"SMEM {op}", smem(op, 12, 0, 0))
    # ---- scalar memory (D-ENC-7, D-MEM-73, D-REG-19): 8 s_buffer_load, 16 s_store, 24 s_buffer_store, 5 and 21
    # s_scratch, 64 and 96 s_buffer_atomic_swap, 128 and 160 s_atomic_swap, the next are cmpswap
    for op in (8, 26, 39, 97):
        for base in (2, 14, 30, 32, 100, 104, 106, 108, 112, 124, 126):
            add(f"SMEM {op}, V# at {base}", smem(op, 12, base, 0))
    for op in (5, 21, 40, 161):
        for base in (32, 108, 124):
            add(f"SMEM {op}, base {base}", smem(op, 12, base, 0))
    for op in (8, 24, 38, 128):
        for offset in (32, 108, 125, 126):
            add(f"SMEM {op}, offset register {offset}", smem(op, 12, 0, offset, imm=0))
            both = smem(op, 12, 0, 0)
            add(f"SMEM {op}, SOFFSET {offset}", [both[0] | 1 << 14, offset << 25])
    for op, data in (
        *((op, data) for op in (16, 24, 64) for data in (32, 101, 108, 124, 126)),
        *((op, data) for op in (9, 17, 65, 162) for data in (13, 32, 107, 108, 126)),
        *((op, data) for op in (18, 26, 161) for data in (14, 30, 32, 106, 108)),
        *((op, data) for op in (36, 37) for data in (13, 32, 108, 126)),
        (11, 28),
        (12, 20),
    ):
        add(f"SMEM {op}, SDATA {data}", smem(op, data, 0, 0))
    # Each remainder of a number that is not aligned, inside the allocation.
    for alignment, ops in (
        (2, (1, 6, 9, 17, 22, 25, 36, 37, 65, 96, 129, 160)),
        (4, (2, 3, 4, 7, 10, 11, 12, 18, 23, 26, 97, 161)),
    ):
        for op, data in itertools.product(ops, range(4, 8)):
            if data % alignment:
                add(f"SMEM {op}, SDATA {data}", smem(op, data, 0, 0))
    for op, data in ((64, 32), (65, 13), (97, 14), (129, 31), (161, 30)):
        first, second = smem(op, data, 0, 0)
        add(f"SMEM {op}, SDATA {data}, GLC", [first | 1 << 16, second])
    add("swizzle in the GDS", ds(61, gds=1))
    add("ds_read_b128 in the GDS", ds(255, gds=1))
    for op in (253, 152, 157, 191, 232, 239):
        add(f"DS {op}", ds(op))
    add("DS 140", ds(140))
    for op in (54, 13, 64, 226):
        add(f"DS {op} with bit 25", [ds(op)[0] | 1 << 25, ds(op)[1]])
    # Decisions: D-R700-4, D-R700-10. Owner writes from 224 on, owner reads from 228 on: OFFSET1, OFFSET0.
    for op, stride, index in (
        *((224, stride, 0) for stride in (0, 1, 2, 3, 5, 6, 10, 65, 66, 68, 72, 96, 127)),
        *((226, 128 | stride, 4) for stride in (7, 62, 68, 127)),
        *((225, stride, index) for stride, index in ((4, 4), (8, 1), (8, 2), (8, 3), (8, 8), (60, 60), (64, 61))),
        *((227, 64, index) for index in (64, 128, 192)),
        *((228 + n, 1 << 1 + n, 0) for n in range(4)),
        *((231 - n, 1 << 5 + n, 0) for n in range(3)),
    ):
        first, second = ds(op)
        add(f"DS {op}, OFFSET1 {stride}, OFFSET0 {index}", [first | stride << 8 | index, second])
    add("DS address past the allocation", ds(54, addr=24))
    add("DS data past the allocation", ds(13, data0=24))
    add("DS pair past the allocation", ds(118, dst=23))
    add("GLOBAL data past the allocation", flat(28, data=24))
    add("GLOBAL quad past the allocation", flat(23, dst=21))
    add("GLOBAL address pair past the allocation", flat(20, addr=23))
    add("GLOBAL with an odd SADDR", flat(20, saddr=13))
    # Decisions: D-MEM-33. Loads of a dword or less write to the LDS.
    for op in (21, 22, 23, 24, 28, 31, 32, 36, 37):
        for seg in (1, 2):
            add(f"SEG {seg} {op} with LDS", flat(op, seg=seg, lds=1))
    for op in (16, 17, 18, 19, 20):
        for seg, last in ((1, 24), (2, 23)):
            add(f"SEG {seg} {op} with LDS, address past the allocation", flat(op, seg=seg, addr=last, lds=1))
            add(f"SEG {seg} {op} with LDS, odd SADDR or past the allocation", flat(op, seg=seg, saddr=33, lds=1))
    add("GLOBAL 127", flat(127, saddr=12))
    # ---- atomics (D-MEM-33, D-MEM-34, D-MEM-36): 64 swap, 65 cmpswap, 66 add; from 96 on of two registers
    for op in (63, 77, 95, 109):
        add(f"GLOBAL {op}", flat(op))
    for op in (65, 66, 97, 98):
        for seg in (1, 3):
            add(f"SEG {seg} {op}", flat(op, seg=seg))
        add(f"GLOBAL {op} with LDS", flat(op, lds=1))
        add(f"GLOBAL {op} with an odd SADDR", flat(op, saddr=13))
        add(f"GLOBAL {op}, address pair past the allocation", flat(op, addr=23))
        bit_25 = flat(op)
        add(f"GLOBAL {op} with bit 25", [bit_25[0] | 1 << 25, bit_25[1]])
    for op, last in ((64, 24), (65, 23), (76, 24), (96, 23), (97, 21), (108, 23)):
        add(f"GLOBAL {op}, data past the allocation", flat(op, data=last))
        add(f"GLOBAL {op}, data past the allocation, GLC", flat(op, data=last, glc=1))
    for op, last in ((64, 24), (65, 24), (96, 23), (97, 23), (108, 255)):
        add(f"GLOBAL {op}, VDST past the allocation", flat(op, dst=last, glc=1))
    # ---- SCRATCH and FLAT (D-MEM-33, D-MEM-72, D-MEM-79)
    for seg, what in ((0, "FLAT"), (1, "SCRATCH"), (3, "SEG 3")):
        for op in (15, 38, 63, 77, 127) if seg != 3 else (20, 28):
            add(f"{what} {op}", flat(op, seg=seg))
        if seg != 1:
            add(f"{what} with LDS", flat(20, seg=seg, lds=1))
        bit_25 = flat(28, seg=seg)
        add(f"{what} with bit 25", [bit_25[0] | 1 << 25, bit_25[1]])
        add(f"{what} result past the allocation", flat(21, seg=seg, dst=23))
        add(f"{what} data past the allocation", flat(31, seg=seg, data=21))
        add(f"{what} address past the allocation", flat(20, seg=seg, addr=23 + (seg == 1)))
    for code in (32, 101, 108, 124, 125, 126):
        add(f"SCRATCH by {code}", flat(20, seg=1, saddr=code))
    # ---- buffers (D-MEM-1, D-MEM-2, D-MEM-65, D-MEM-66, D-REG-4, D-REG-19)
    offen = 1 << 12
    for op in (40, 60, 77, 95, 109, 113, 127):
        add(f"MUBUF {op}", mubuf(op))
    add("MUBUF with bit 25", mubuf(20, extra=(1 << 25, 0)))
    for op in (61, 62, 63):
        add(f"MUBUF {op} with bit 25", mubuf(op, extra=(1 << 25, 0)))
    # Decisions: D-MEM-32. Loads of a dword or less write to the LDS.
    for op in (21, 22, 23, 24, 28, 31, 32, 36, 37, 62, 63):
        add(f"MUBUF {op} with LDS", mubuf(op, extra=(1 << 16, 0)))
    for op in (16, 17, 18, 19, 20, 61):
        add(f"MUBUF {op} with LDS and TFE", mubuf(op, extra=(1 << 16, 1 << 23)))
        add(f"MUBUF {op} with LDS, address past the allocation", mubuf(op, vaddr=23, extra=(1 << 16, 0)))
    add("MUBUF 61 with TFE", mubuf(61, extra=(0, 1 << 23)))
    add("MUBUF 20 with LDS and bit 25", mubuf(20, extra=(1 << 16 | 1 << 25, 0)))
    for quad, code in ((25, 128), (31, 128), (0, 32), (0, 126), (0, 255)):
        for op in (20, 61):
            what = f"MUBUF {op} with LDS, V# in quad {quad}, SOFFSET {code}"
            add(what, mubuf(op, quad=quad, soffset=code, extra=(1 << 16, 0)))
    for op in (62, 63):
        add(f"MUBUF {op} with TFE", mubuf(op, extra=(0, 1 << 23)))
    for op, last in ((65, 23), (97, 21), (108, 23)):
        add(f"MUBUF {op} with data past the allocation", mubuf(op, vdata=last))
        add(f"MUBUF {op} with LDS", mubuf(op, extra=(1 << 16, 0)))
    # Decisions: D-MEM-21. TFE adds a register at the end of the range; a cmpswap has its compare value in it.
    tfe, returns = (0, 1 << 23), (1 << 14, 1 << 23)
    for op, last in ((16, 23), (20, 23), (21, 22), (22, 21), (23, 20), (32, 23), (37, 23), (20, 255)):
        add(f"MUBUF {op} with TFE past the allocation", mubuf(op, vdata=last, extra=tfe))
    for op, last in ((64, 23), (65, 22), (76, 23), (96, 22), (97, 20), (108, 22)):
        add(f"MUBUF {op} with GLC and TFE past the allocation", mubuf(op, vdata=last, extra=returns))
    for quad in (8, 24, 25, 26, 27, 28, 30, 31):
        add(f"V# in quad {quad}", mubuf(20, quad=quad))
    for code in (32, 101, 108, 123, 125, 126, 127, 209, 235, 239, 249, 250, 251, 252, 253, 254, 255):
        add(f"SOFFSET {code}", mubuf(20, soffset=code))
    add("MUBUF address past the allocation", mubuf(20, vaddr=24, address=offen))
    add("MUBUF index past the allocation", mubuf(20, vaddr=24, address=1 << 13))
    add("MUBUF offset past the allocation, behind an index", mubuf(20, vaddr=23))
    for op, last in ((16, 24), (21, 23), (22, 22), (23, 21), (24, 24), (29, 23), (30, 22), (31, 21), (37, 24)):
        add(f"MUBUF {op} with data past the allocation", mubuf(op, vdata=last))
    # ---- formats: 0 to 3 loads of x to xyzw, then stores, D16 loads, D16 stores (buffer-memory.md 6)
    add("MUBUF 0 with LDS and TFE", mubuf(0, extra=(1 << 16, 1 << 23)))
    add("MUBUF 0 with LDS, address past the allocation", mubuf(0, vaddr=23, extra=(1 << 16, 0)))
    for op in (1, 2, 3, 4, 5, 8, 12, 15, 38, 39):
        add(f"MUBUF {op} with LDS", mubuf(op, extra=(1 << 16, 0)))
    for op in (0, 3, 5, 8, 15, 38, 39):
        add(f"MUBUF {op} with bit 25", mubuf(op, extra=(1 << 25, 0)))
    for op in (0, 1, 2, 3, 8, 9, 10, 11):
        last = 23 - ((op % 4) // 2 if op >= 8 else op)
        add(f"MUBUF {op} with TFE past the allocation", mubuf(op, vdata=last, extra=tfe))
        add(f"MTBUF {op} with TFE past the allocation", mtbuf(op, vdata=last, extra=tfe))
    add("MUBUF 38 with TFE past the allocation", mubuf(38, vdata=23, extra=tfe))
    for quad in (8, 24, 25, 26, 27, 28, 30, 31):
        add(f"V# of MTBUF in quad {quad}", mtbuf(3, quad=quad))
    for code in (32, 101, 108, 123, 125, 126, 127, 209, 235, 239, 249, 253, 255):
        add(f"SOFFSET {code} of MTBUF", mtbuf(4, soffset=code))
    add("MTBUF address past the allocation", mtbuf(0, vaddr=24, address=offen))
    add("MTBUF index past the allocation", mtbuf(0, vaddr=24, address=1 << 13))
    add("MTBUF offset past the allocation, behind an index", mtbuf(0, vaddr=23))
    for op in range(16):
        last = 24 - ((op % 4) // 2 if op >= 8 else op % 4)
        add(f"MUBUF {op} with data past the allocation", mubuf(op, vdata=last))
        add(f"MTBUF {op} with data past the allocation", mtbuf(op, vdata=last))
    for op in (38, 39):
        add(f"MUBUF {op} with data past the allocation", mubuf(op, vdata=24))
    add("no format, data past the allocation", mtbuf(3, vdata=21, pair=(0, 0)))
    refused_images(add)
    return cases


# Fields of images: bits of the first word, and of the second.
DA, A16, TFE, LWE, D16 = (1 << 14, 0), (1 << 15, 0), (1 << 16, 0), (1 << 17, 0), (0, 1 << 31)
NO_IMAGES = (6, 7, 12, 13, 15, 29, 30, 31, 66, 67, 74, 75, 82, 83, 90, 91, *range(97, 104), *range(112, 128))
# (opcode, address registers that the words ask for, with DA, with A16, with both) (D-IMG-8).
ADDRESSES = (
    (0, 1, 2, 1, 1),
    (1, 2, 3, 1, 2),
    (9, 2, 3, 1, 2),
    (11, 2, 3, 1, 2),
    (14, 1, 1, 1, 1),
    (16, 1, 2, 1, 1),
    (32, 1, 2, 1, 1),
    (36, 2, 3, 1, 2),
    (39, 1, 2, 1, 1),
    (46, 4, 5, 3, 4),
    (50, 4, 5, 4, 4),
    (59, 6, 7, 5, 6),
    (60, 4, 5, 3, 4),
    (62, 5, 6, 4, 5),
    (63, 3, 4, 3, 3),
    (64, 2, 3, 1, 2),
    (70, 4, 5, 3, 3),
    (95, 4, 5, 3, 4),
    (96, 1, 2, 1, 1),
    (111, 6, 7, 5, 6),
)
# (opcode, DMASK, data registers, with D16; None: it has none) (image.md 13.2).
IMAGE_DATA = (
    (0, 1, 1, 1),
    (0, 11, 3, 2),
    (1, 15, 4, 2),
    (0, 0, 1, 1),
    (3, 6, 2, None),
    (8, 8, 1, 1),
    (9, 13, 3, 2),
    (10, 15, 4, None),
    (14, 7, 3, None),
    (17, 3, 2, None),
    (17, 15, 4, None),
    (18, 1, 1, None),
    (28, 3, 2, None),
    (39, 15, 4, 2),
    (36, 5, 2, 1),
    (43, 0, 1, 1),
    (71, 4, 4, 2),
    (95, 1, 4, 2),
    (96, 3, 2, None),
)


def both(*extras):
    return tuple(sum(bits) for bits in zip(*extras))


def returning(op):
    """Whether TFE adds a register; of atomics GLC decides."""
    return op not in (8, 9, 10, 11) and not 16 <= op <= 28


# Decisions: D-IMG-1, D-IMG-2, D-IMG-3, D-IMG-4, D-IMG-5, D-IMG-6, D-IMG-8.
def refused_images(add):
    """Images (image.md 2.2). A unit that lacks an opcode refuses these too."""
    for op in NO_IMAGES:
        add(f"MIMG {op}", mimg(op))
    for op in (0, 8, 14, 18, 39, 71, 96, 111):
        add(f"MIMG {op} with bit 0", mimg(op, extra=(1, 0)))
        add(f"MIMG {op} with LWE", mimg(op, extra=LWE))
    for op in (0, 9, 14, 18, 36, 64):
        for rsrc in (7, 8, *range(24, 32)) if op == 0 else (7, 24, 27):
            add(f"T# of MIMG {op} in quad {rsrc}", mimg(op, rsrc=rsrc))
    for op in (32, 39, 71, 96):
        for ssamp in (8, *range(25, 32)) if op == 39 else (8, 27):
            add(f"S# of MIMG {op} in quad {ssamp}", mimg(op, ssamp=ssamp))
    for op in (0, 1, 3, 8, 11, 14, 17, 28):
        add(f"MIMG {op} with a sampler", mimg(op, ssamp=1 << op % 5, dmask=3 if op == 17 else 1))
    for op in (2, 3, 4, 5, 10, 11, 14, 16, 17, 28, 96):
        add(f"MIMG {op} with D16", mimg(op, dmask=3, extra=D16))
    for op in (64, 68, 71, 79, 84, 95):
        for dmask in (0, 3, 5, 15) if op == 71 else (0, 6):
            add(f"MIMG {op} with DMASK {dmask}", mimg(op, dmask=dmask))
    for op, masks in ((16, (0, 2, 4, 5, 7, 8, 15)), (17, (0, 1, 2, 5, 7, 12)), (28, (2, 15))):
        for dmask in masks:
            add(f"MIMG {op} with DMASK {dmask}", mimg(op, dmask=dmask))
    for op, *counts in ADDRESSES:
        for count, extra in zip(counts, ((0, 0), DA, A16, both(DA, A16))):
            what = f"MIMG {op}, address past the allocation, {extra[0] >> 14}"
            add(what, mimg(op, vaddr=25 - count, extra=extra))
    for op, dmask, whole, halves in IMAGE_DATA:
        for count, extra in ((whole, (0, 0)), (halves, D16)):
            if count:
                what = f"MIMG {op} with DMASK {dmask}, data past the allocation{', D16' * (extra == D16)}"
                add(what, mimg(op, vdata=25 - count, dmask=dmask, extra=extra))
                if returning(op):
                    add(f"{what}, TFE", mimg(op, vdata=24 - count, dmask=dmask, extra=both(extra, TFE)))
                elif 16 <= op <= 28:
                    extra = both(TFE, (1 << 13, 0))
                    add(f"{what}, TFE and GLC", mimg(op, vdata=24 - count, dmask=dmask, extra=extra))
    add("MIMG 0, v255 as data", mimg(0, vdata=255))
    add("MIMG 0, v255 as address", mimg(0, vaddr=255))


# Decisions: D-IMG-2, D-IMG-3, D-IMG-6, D-IMG-7, D-IMG-8, D-IMG-29.
def allowed_images():
    """Legal neighbours of refused_images(), in a wave without active lanes."""
    cases = [
        ("T# in the last SGPRs", mimg(0, rsrc=6)),
        ("T# and S# in the last SGPRs", mimg(39, rsrc=6, ssamp=7)),
        ("DMASK 0 of a store: no data", mimg(8, vdata=255, dmask=0)),
        ("DMASK 0 of a store with a mip: no data", mimg(9, vdata=255, dmask=0)),
        ("DMASK 0 of a store of dwords: no data", mimg(10, vdata=255, dmask=0)),
        ("ignored bits of a load", mimg(0, extra=(0xFE | 1 << 25 | 1 << 13 | 1 << 12, 31 << 26))),
        ("ignored bits of a sample", mimg(39, extra=(0xFE | 1 << 25 | 1 << 13, 31 << 26))),
        ("TFE of a store: no register", mimg(8, vdata=20, dmask=15, extra=TFE)),
        ("TFE of an atomic without GLC: no register", mimg(18, vdata=23, extra=TFE)),
        *((f"gather4 with DMASK {1 << bit}", mimg(71, dmask=1 << bit)) for bit in range(4)),
        *((f"atomic with DMASK {dmask}", mimg(op, dmask=dmask)) for op, dmask in ((16, 1), (28, 3), (17, 3), (17, 15))),
        *((f"MIMG {op} without a component", mimg(op, dmask=0)) for op in (0, 1, 2, 5, 14, 36, 39, 47, 96)),
    ]
    for op, *counts in ADDRESSES:
        for count, extra in zip(counts, ((0, 0), DA, A16, both(DA, A16))):
            cases.append((f"MIMG {op}, addresses at the end", mimg(op, vaddr=24 - count, extra=extra)))
    for op, dmask, whole, halves in IMAGE_DATA:
        for count, extra in ((whole, (0, 0)), (halves, D16)):
            if count:
                what = f"MIMG {op} with DMASK {dmask}, data at the end"
                cases.append((what, mimg(op, vdata=24 - count, dmask=dmask, extra=extra)))
                if returning(op):
                    cases.append((f"{what}, TFE", mimg(op, vdata=23 - count, dmask=dmask, extra=both(extra, TFE))))
    return cases


def refused_on_gfx906():
    """As refused(): what gfx906's own opcodes refuse, and the numbers beside them (D-VEC-1)."""
    cases = []

    def add(what, instruction):
        cases.append((what, instruction, ()))

    for op in (55, 56, 57, 58, 60):  # 60 is v_pk_fmac_f16 elsewhere
        add(f"VOP2 {op}", [op << 25 | 2 << 17 | V])
    for op in (311, 312, 313, 314, 316, 319):
        add(f"VOP3 {op}", raw_vop3(op))
    for op in (19, 31, 36, 37, 44, 127):
        add(f"VOP3P {op}", raw_vop3(896 + op))
    # Decisions: D-VEC-33, D-VEC-34, D-VEC-41.
    add("SDWA on v_fmac_f32", sub_dword("v_fmac_f32"))
    add("SDWA SEL 7 of v_xnor_b32", sub_dword("v_xnor_b32", sel=(7, 6)))
    for name in ("v_fmac_f32", "v_xnor_b32"):
        add(f"reserved DPP control of {name}", cross_lane(name, 0x100))
        add(f"VSRC1 of {name} past the allocation", vop2(name, 2, V, 24))
        add(f"VDST of {name} past the allocation", vop2(name, 24, V, 1))
    add("constant bus: two SGPRs of v_fmac_f32", vop3("v_fmac_f32", 2, [12, 13]))
    add("v_fmac_f32 in VOP3 with a literal", vop3("v_fmac_f32", 2, [V, 255]))
    for (form, name), op in sorted(NUMBER.items(), key=lambda row: row[1]):
        if form == "VOP3P" and re.match("v_fma_mix|v_dot", name):
            add(f"constant bus: two SGPRs of {name}", vop3p(name, 2, [12, V, 13]))
            add(f"{name} with a literal", vop3p(name, 2, [V, 255, V + 1]))
            add(f"SRC2 of {name} past the allocation", vop3p(name, 2, [V, V + 1, V + 24]))
            add(f"VDST of {name} past the allocation", vop3p(name, 24, [V, V + 1, V + 2]))
    return cases


def refused_waits(legal_null):
    """SOPK 23: s_waitcnt_vscnt, in a unit with the memory of RDNA alone, and with sdst 125 alone (D-MEM-57)."""
    codes = (0, 12, 102, 106, 107, 108, 124, 125, 126, 127)
    first = [] if legal_null else [125]
    chosen = first + [code for code in codes if code != 125]
    return [(f"SOPK 23 with sdst {c}", [words.WAIT_VSCNT & ~(127 << 16) | c << 16 | 63], ()) for c in chosen]


# Decisions: D-REG-22, D-REG-23.
def refused_second_names():
    """A wave of 32 SGPRs with second names, s26..s31: both names of a register are two values on the constant bus, and
    a tuple is judged by its numbers."""
    pairs = [(102 + i, 26 + i) for i in range(6)]
    cases = [(f"constant bus: codes {a} and {b}", vop3("v_add_u32", 2, [a, b])) for a, b in pairs]
    cases += [(f"constant bus, SDWA: codes {b} and {a}", sub_dword("v_add_u32", b, a)) for a, b in pairs]
    cases += [
        ("constant bus, VOP3P: both names of VCC_LO", vop3p("v_pk_add_u16", 2, [30, 106])),
        ("constant bus: both names of VCC_HI, as SRC1 and SRC2", vop3("v_add3_u32", 2, [V, 107, 31])),
        ("constant bus: both names of a pair", vop3("v_cmp_lt_u64", 12, [106, 30])),
        ("constant bus: s30 beside the implicit VCC", vop2("v_cndmask_b32", 2, 30, 1)),
        ("constant bus: s31 beside the implicit carry", vop2("v_addc_co_u32", 2, 31, 1)),
        ("constant bus, SDWA: s30 beside the implicit VCC", sub_dword("v_subb_co_u32", 30)),
        ("constant bus: s30 beside the implicit VCC of v_div_fmas_f32", vop3("v_div_fmas_f32", 2, [30, V, V])),
        ("constant bus: vcc_lo beside s[30:31] as carry", vop3("v_addc_co_u32", 2, [106, V, 30], sdst=106)),
        ("constant bus: s31 beside VCC as lane mask", vop3("v_cndmask_b32", 2, [V, 31, 106])),
        ("v_writelane_b32 with both names of VCC_LO", vop3("v_writelane_b32", 2, [106, 30])),
        ("a pair from s31 on", sop1("s_mov_b64", 12, 31)),
        ("a load of four to s30", smem(2, 30, 8, 0)),
        ("a load of four to s26", smem(2, 26, 8, 0)),
        ("a load of eight to s28", smem(3, 28, 8, 0)),
        ("a pair of XNACK_MASK as fork mask", sopk("s_cbranch_i_fork", 104, 1)),
        ("s_rfe_b64 from s[30:31] without privilege", sop1("s_rfe_b64", 0, 30)),
        ("s32, a number past the allocation", sop1("s_mov_b32", 12, 32)),
    ]
    return [(what, instruction, ()) for what, instruction in cases]


# The folder of cases of each unit, and the keys of its descriptions.
FOLDERS = {
    "gfx900": ("directed_illegal", refused, {"isa": "gfx900"}),
    "gfx906": ("directed_gfx906_illegal", refused_on_gfx906, {"isa": "gfx906"}),
    "gfx9": ("directed_gfx9_illegal", lambda: refused_waits(False), {"memory_unit": "gfx9"}),
    "rdna": ("directed_rdna_illegal", lambda: refused_waits(True), {"memory_unit": "rdna"}),
    "vcc_alias": ("directed_vcc_alias_illegal", refused_second_names, {"vcc_alias": True}),
}


# Decisions: D-ENC-6, D-REG-8, D-REG-13.
def allowed():
    """Legal neighbours of the above, one after the other in one wave (D-VEC-3, D-VEC-7, D-VEC-8,
    D-VEC-9, D-VEC-10, D-VEC-35, D-NUM-30)."""
    return [
        ("the longest clause", clause(128)),
        ("SALU into the last SGPR", sop1("s_mov_b32", 31, 12)),
        ("SALU pair at the end", sop1("s_mov_b64", 30, 12)),
        ("SALU source pair EXEC", sop1("s_mov_b64", 12, 126)),
        ("FLAT_SCRATCH", sop1("s_mov_b64", 102, 12)),
        ("XNACK_MASK", sop1("s_mov_b64", 104, 12)),
        ("POPS", sop1("s_mov_b32", 12, 239)),
        ("one literal twice", sop2("s_add_u32", 12, 255, 255) + [7]),
        ("getpc ignores its source", sop1("s_getpc_b64", 12, 13)),
        ("compares ignore SDST", sopc("s_cmp_eq_u64", 12, 30)),
        ("last VGPR", vop1("v_mov_b32", 23, V + 23)),
        ("last pair", vop3("v_lshlrev_b64", 22, [V, V + 22])),
        ("last quad", vop3("v_mqsad_u32_u8", 20, [V + 8, V + 10, V + 20])),
        ("one SGPR three times", vop3("v_add3_u32", 2, [12, 12, 12])),
        ("a pair and its low half", vop3("v_lshlrev_b64", 2, [12, 12])),
        ("SGPR and constants", vop3("v_add3_u32", 2, [12, 193, 240])),
        ("vcc_lo beside the implicit VCC of v_div_fmas_f32", vop3("v_div_fmas_f32", 2, [106, V + 1, 106])),
        ("v_div_scale_f32 into its own source pair", vop3("v_div_scale_f32", 2, [12, 12, V], sdst=12)),
        ("v_div_fixup_f32 of one SGPR", vop3("v_div_fixup_f32", 2, [12, 12, 193])),
        # LDS_DIRECT does not count on the constant bus (D-LDS-31, D-LDS-32).
        *(
            (f"LDS_DIRECT beside code {code}", vop3("v_add_u32", 2, [DIRECT, code]))
            for code in (12, 106, 124, 126, 193, 240, 235, 253)
        ),
        ("LDS_DIRECT beside one SGPR twice", vop3("v_add3_u32", 2, [DIRECT, 12, 12])),
        ("LDS_DIRECT beside an SGPR of VOP3P", vop3p("v_pk_add_u16", 2, [DIRECT, 12])),
        ("LDS_DIRECT beside the implicit VCC of v_div_fmas_f32", vop3("v_div_fmas_f32", 2, [DIRECT, V, V + 1])),
        ("LDS_DIRECT beside the implicit VCC", vop2("v_addc_co_u32", 2, DIRECT, 1)),
        ("LDS_DIRECT beside the implicit VCC of v_cndmask_b32", vop2("v_cndmask_b32", 2, DIRECT, 1)),
        ("LDS_DIRECT beside K", vop2("v_madmk_f32", 2, DIRECT, 1) + [5]),
        ("LDS_DIRECT of a compare, beside an SGPR", vop3("v_cmp_eq_u32", 106, [DIRECT, 12])),
        ("LDS_DIRECT of v_div_scale_f32", vop3("v_div_scale_f32", 2, [DIRECT, V, V], sdst=106)),
        ("LDS_DIRECT of v_mad_u64_u32", vop3("v_mad_u64_u32", 2, [DIRECT, 12, V + 4], sdst=106)),
        ("LDS_DIRECT of v_cvt_f64_f32", vop1("v_cvt_f64_f32", 2, DIRECT)),
        ("LDS_DIRECT of v_bfrev_b32", vop1("v_bfrev_b32", 2, DIRECT)),
        ("LDS_DIRECT of v_readfirstlane_b32", vop1("v_readfirstlane_b32", 14, DIRECT)),
        ("LDS_DIRECT of v_readlane_b32", vop3("v_readlane_b32", 14, [DIRECT, 12])),
        ("vcc_lo beside the implicit VCC", vop2("v_addc_co_u32", 2, 106, 1)),
        ("one pair as carry and source", vop3("v_addc_co_u32", 2, [12, V, 12], sdst=14)),
        ("carry from EXEC", vop3("v_addc_co_u32", 2, [V, V + 1, 126], sdst=106)),
        ("writelane of an SGPR with M0", vop3("v_writelane_b32", 2, [12, 124])),
        ("writelane of M0 with an SGPR", vop3("v_writelane_b32", 2, [124, 12])),
        ("unused fields of VOP3", [vop3("v_mov_b32", 2, [V])[0], V | 12 << 9 | 13 << 18]),
        ("SDWA with an SGPR twice", sub_dword("v_add_u32", 12, 12)),
        ("SDWA compare into VCC by name", sub_dword("v_cmp_eq_u32", form="VOPC", sdst=106)),
        ("DPP on v_nop", cross_lane("v_nop", form="VOP1")),
        ("export of the last VGPR", words.exp(63, 15, (23, 23, 23, 23))),
        *(
            (f"export of VSRC{field}, the others past the allocation", words.exp(15, 1 << field, past))
            for field, past in enumerate(((8, 24, 255, 24), (24, 9, 24, 255), (255, 24, 10, 24), (24, 255, 24, 11)))
        ),
        ("export of VSRC0 with COMPR, the others past the allocation", words.exp(8, 3, (8, 24, 24, 255), 1)),
        ("export of VSRC1 with COMPR, the others past the allocation", words.exp(0, 12, (24, 8, 24, 255), 1)),
        ("export of nothing", words.exp(9, 0, (24, 255, 24, 255), done=1, valid_mask=1)),
        ("ignored bits of an export", words.exp(32, 1, (8, 255, 255, 255), reserved=0x1FFF)),
        ("wait for the exports", words.sopp("s_waitcnt")),
        ("G_FORK on VCC, nobody leaves", None),
        ("v_nop ignores its fields", vop1("v_nop", 255, V + 255)),
        # An image resource: s31 is a TYPE that is not 0. Nothing is read or written.
        ("TYPE of a V#", sop1("s_mov_b32", 31, 193)),
        ("V# in the last quad, a pair of addresses at the end", mubuf(20, vaddr=22, vdata=8, quad=7)),
        ("no address at all", mubuf(20, vaddr=255, vdata=8, quad=7, address=0)),
        ("one dword at the end", mubuf(27, vdata=23, quad=7)),
        ("four dwords at the end", mubuf(23, vdata=20, quad=7)),
        # VDATA of a transfer to or from the LDS is nothing.
        *apart(
            (
                *(
                    (f"VDATA of MUBUF {op} with LDS", mubuf(op, vdata=255, quad=7, extra=(1 << 16, 0)))
                    for op in (0, *range(16, 21))
                ),
                ("VDATA of buffer_store_lds_dword", mubuf(61, vdata=255, quad=7)),
                (
                    "ignored bits of buffer_store_lds_dword",
                    mubuf(61, vaddr=22, vdata=24, quad=7, extra=(0x3C000 | 1 << 16, 3 << 21)),
                ),
            )
        ),
        *apart(
            (
                *(
                    (f"TFE of MUBUF {op} at the end", mubuf(op, vdata=last, quad=7, extra=(0, 1 << 23)))
                    for op, last in ((16, 22), (21, 21), (22, 20), (23, 19), (33, 22))
                ),
                # Without a return TFE has no register.
                *(
                    (f"TFE of MUBUF {op}, no register", mubuf(op, vdata=last, quad=7, extra=(0, 1 << 23)))
                    for op, last in ((24, 23), (28, 23), (31, 20), (64, 23), (65, 22), (97, 20))
                ),
                *(
                    (f"GLC and TFE of MUBUF {op} at the end", mubuf(op, vdata=last, quad=7, extra=(1 << 14, 1 << 23)))
                    for op, last in ((64, 22), (65, 21), (97, 19), (108, 21))
                ),
            )
        ),
        *apart(
            (f"TFE of {form.__name__} {op} at the end", form(op, vdata=last, quad=7, extra=(0, 1 << 23)))
            for op, last in ((0, 22), (3, 19), (7, 20), (8, 22), (10, 21), (11, 21), (15, 22))
            for form in (mubuf, mtbuf)
        ),
        *apart(
            (
                f"data of {form.__name__} {op} at the end",
                form(op, vdata=23 - ((op % 4) // 2 if op >= 8 else op % 4), quad=7),
            )
            for op in range(16)
            for form in (mubuf, mtbuf)
        ),
        *apart((f"data of MUBUF {op} at the end", mubuf(op, vdata=23, quad=7)) for op in (38, 39)),
        *apart(
            (
                ("addresses of MTBUF at the end", mtbuf(0, vaddr=22, vdata=8, quad=7)),
                ("no address of MTBUF at all", mtbuf(4, vaddr=255, vdata=8, quad=7, address=0)),
                ("ignored bits of MTBUF", mtbuf(7, vdata=4, quad=7, extra=(1 << 14, 3 << 21))),
                ("no format of MTBUF", mtbuf(3, vdata=4, quad=7, pair=(15, 6))),
                ("SOFFSET of MTBUF in M0", mtbuf(3, vdata=4, quad=7, soffset=124)),
                ("ignored bits of MUBUF", mubuf(31, vdata=4, quad=7, extra=(1 << 14 | 1 << 15 | 1 << 17, 3 << 21))),
            )
        ),
        ("the shortest clause", clause(1)),
        ("wait for vector memory", words.sopp("s_waitcnt")),
        # With EXEC = 0: nothing is read or written.
        ("no lane", sop1("s_mov_b64", 126, 128)),
        ("atomic without a return: no VDST", flat(97, addr=0, data=20, saddr=12, dst=255)),
        ("data of two at the end", flat(65, addr=0, data=22, saddr=12, dst=24)),
        ("data of four and result at the end", flat(97, addr=22, data=20, dst=22, glc=1)),
        ("result at the end", flat(65, addr=0, data=2, saddr=12, dst=23, glc=1)),
        ("wait for the atomics", words.sopp("s_waitcnt")),
        ("SADDR of SCRATCH, ADDR unused", flat(20, seg=1, addr=255, dst=18, saddr=13)),
        ("SADDR of SCRATCH in vcc_hi", flat(28, seg=1, addr=255, data=19, saddr=107)),
        ("offset of SCRATCH in the last VGPR", flat(20, seg=1, addr=23, dst=8)),
        ("SADDR and OFFSET[12] of FLAT unused", [flat(20, seg=0, saddr=13)[0] | 1 << 12, flat(20, saddr=13, dst=9)[1]]),
        ("FLAT atomic at the end", flat(97, seg=0, addr=22, data=20, dst=255)),
        ("wait for FLAT", words.sopp("s_waitcnt")),
        ("all lanes", sop1("s_mov_b64", 126, 193)),
        # A V# without records lets nothing be read or written.
        ("no records", sop1("s_mov_b32", 30, 128)),
        ("SDATA of a store in the last quad", smem(26, 28, 28, 0)),
        ("SDATA of a scalar atomic in the last quad", smem(97, 28, 28, 0)),
        ("SDATA of a scalar atomic in the last pair", smem(65, 30, 28, 0)),
        ("SDATA of a store in VCC", smem(25, 106, 28, 0)),
        ("offset in M0", smem(24, 12, 28, 124, imm=0)),
        ("SDATA of a probe", smem(38, 127, 12, 0)),
        ("SDATA of a probe of a buffer", smem(39, 125, 28, 0)),
        ("SDATA of s_dcache_discard", smem(40, 125, 12, 0)),
        *((f"ignored fields of SMEM {op}", [0x30 << 26 | op << 18 | 0x3FFFF, 0xFFFFFFFF]) for op in (32, 33, 34, 35)),
        ("ignored fields of s_memtime", [0x30 << 26 | 36 << 18 | 1 << 14 | 14 << 6 | 63, 0xFFFFFFFF]),
        ("ignored fields of s_memrealtime", [0x30 << 26 | 37 << 18 | 7 << 14 | 16 << 6 | 63, 0xFFFFFFFF]),
        ("wait", words.sopp("s_waitcnt")),
        ("ignored fields of buffer_wbinvl1", mubuf(62, 255, 255, 31, 255, 0xFFFF, (1 << 17, 0))),
        ("ignored fields of buffer_wbinvl1_vol", mubuf(63, 255, 255, 31, 125, 0xFFFF, (1 << 17, 3 << 21))),
        *(
            (f"SOFFSET {code}", mubuf(20, vdata=8, quad=7, soffset=code))
            for code in (31, *range(102, 108), 124, 192, 193, 208, 248)
        ),
    ]


def apart(cases):
    """Vector memory instructions on the same registers: each waits for those before it (D-WAIT-6)."""
    for case in cases:
        yield "wait for vector memory", words.sopp("s_waitcnt")
        yield case


def store(value, offset):
    return [f"  v_mov_b32 v5, {value}", f"  global_store_dword v4, v5, s[8:9] offset:{offset}", "  s_waitcnt vmcnt(0)"]


def start():
    return [
        "// Written by scripts/wl/vectors/directed_vectors.py.",
        ".text",
        ".globl main",
        ".p2align 8",
        ".type main,@function",
        "main:",
        "  s_load_dwordx2 s[8:9], s[0:1], 0x0",
        "  s_load_dword s10, s[0:1], 0x8",
        "  v_readfirstlane_b32 s11, v0",
        "  s_lshr_b32 s11, s11, 6",
        "  v_and_b32 v4, 63, v0",
        "  v_lshlrev_b32 v4, 2, v4",
        "  s_waitcnt lgkmcnt(0)",
        "  s_add_u32 s10, s10, s11",
    ] + store(1, 0)


def long(instruction):
    return "  .long " + ", ".join(f"0x{w:08x}" for w in instruction)


def description(about, expect, args=(), unit="gfx900", waves=1):
    return {
        "about": about,
        "program": "program.s",
        **FOLDERS[unit][2],
        "launch": {"grid": [64 * waves], "group": [64 * waves]},
        "args": [{"buffer": "out", "type": "u32", "count": 128}] + list(args),
        "expect": dict(expect, buffers=[{"buffer": "out", "values": [1] * 64 + [2 * (not expect)] * 64}]),
    }


def one_case(n, what, unit):
    return description(
        f"what must be an illegal instruction: {what}",
        {"fault": {"kind": "illegal", "at": f"case_{n}", "wave": 0}},
        [{"scalar": "case", "type": "u32", "value": n}],
        unit,
    )


def several(numbers, unit):
    """A description of these cases, one a wave."""
    return description(
        f"what must be illegal instructions, one a wave: cases {numbers[0]} to {numbers[-1]}",
        {"fault": [{"kind": "illegal", "at": f"case_{n}", "wave": w} for w, n in enumerate(numbers)]},
        [{"scalar": "case", "type": "u32", "value": numbers[0]}],
        unit,
        len(numbers),
    )


def groups(cases):
    """(name, numbers of the cases) of the descriptions with several cases, which are of one kind."""
    kinds = itertools.groupby(range(len(cases)), lambda n: KINDS.get(cases[n][1][0] >> 26, "alu"))
    for kind, numbers in [(kind, list(numbers)) for kind, numbers in kinds]:
        for at in range(0, len(numbers), WAVES):
            yield f"waves_{kind}_{numbers[at]}", numbers[at : at + WAVES]


def write(folder):
    """The cases of each unit with a description each, others of WAVES cases, and directed_legal below the folder."""
    for unit, (name, refuses, _) in FOLDERS.items():
        write_refused(folder / name, unit, refuses())
    lines = start()
    for what, instruction in allowed():
        lines += [f"// {what}"] + (
            [long(instruction)]
            if instruction
            else [
                "  s_mov_b64 vcc, -1",
                "  s_getpc_b64 s[12:13]",
                "  s_add_u32 s12, s12, 12",
                "  s_addc_u32 s13, s13, 0",
                "  s_cbranch_g_fork vcc, s[12:13]",
            ]
        )
    put(
        folder / "directed_legal",
        lines + store(2, 256) + ["  s_endpgm"],
        description("legal neighbours of what directed_illegal holds", {}),
    )
    lines = start() + ["  s_mov_b64 exec, 0"]
    for what, instruction in apart(allowed_images()):
        lines += [f"// {what}", long(instruction)]
    put(
        folder / "directed_image_legal",
        lines + ["  s_waitcnt vmcnt(0)", "  s_mov_b64 exec, -1"] + store(2, 256) + ["  s_endpgm"],
        description("legal neighbours of the images that directed_illegal holds", {}),
    )


def write_refused(folder, unit, cases):
    lines = start() + [
        "  s_getpc_b64 s[12:13]",
        "here:",
        f"  s_mul_i32 s10, s10, {CASE_BYTES}",
        "  s_add_u32 s12, s12, s10",
        "  s_addc_u32 s13, s13, 0",
        "  s_add_u32 s12, s12, cases-here",
        "  s_addc_u32 s13, s13, 0",
        "  s_mov_b64 s[30:31], s[12:13]",
        "  s_setpc_b64 s[30:31]",
        "after:",
    ]
    lines += store(2, 256) + ["  s_endpgm", ".p2align 6", "cases:"]
    for n, (what, instruction, before) in enumerate(cases):
        lines += (
            [f"// {n}: {what}"]
            + ["  " + b for b in before]
            + [f"case_{n}:", long(instruction), "  s_branch after", ".p2align 6"]
        )
    about = f"the first of {len(cases)} cases, the others are {folder.name}/1 and on"
    put(folder, lines, one_case(0, about, unit))
    for n, (what, _, _) in enumerate(cases):
        (folder / f"{n}.json").write_text(json.dumps(one_case(n, what, unit)))
    for name, numbers in groups(cases):
        (folder / f"{name}.json").write_text(json.dumps(several(numbers, unit)))


def put(folder, lines, test):
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "program.s").write_text("\n".join(lines) + "\n" + DESCRIPTOR)
    (folder / "test.json").write_text(json.dumps(test))


# Decisions: D-ILL-1, D-ILL-3.
def run(tool, device, unit):
    """Every case on a device of a unit. 0 when each halted its wave, there, and nothing else."""
    folder, cases = FOLDERS[unit][0], FOLDERS[unit][1]()

    def one(name):
        return subprocess.run(
            [tool, "--device", device, f"{folder}/{name}"],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            check=False,
            text=True,
        )

    def some(group):
        """Errors, a line a case. The cases run one by one where they did not pass together."""
        name, numbers = group
        together = one(name)
        if not together.returncode:
            return []
        lines = [
            f"{n}: {cases[n][0]}: {' '.join(f'{w:08x}' for w in cases[n][1])}: {said(done)}"
            for n, done in [(n, one(n)) for n in numbers]
            if done.returncode
        ]
        return lines or [f"{name}, of which each case passes alone: {said(together)}"]

    first, *others = groups(cases)
    wrong = some(first)  # alone: it assembles the program
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for lines in pool.map(some, others):
            wrong += lines
    print("".join(f"{line}\n" for line in wrong), end="")
    print(f"{len(cases) - len(wrong)} of {len(cases)} cases refused on {device}")
    return 1 if wrong else 0


def said(done):
    return (done.stdout.splitlines() or [f"exit code {done.returncode}"])[0]
