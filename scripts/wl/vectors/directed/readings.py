# SPDX-License-Identifier: Apache-2.0
"""Readings on which the sources differ and that stay as they are: this program says which one the unit has.

D-NUM-34: s_max and s_min of equal operands leave SCC 0 (AMD's later pseudo-code compares with >= and leaves 1).
D-NUM-21: v_cvt_rpi and v_cvt_flr turn a NaN into the limit of its sign (AMD's pseudo-code: 0). Where MODE says so, they
flush a denormal first (a note of AMD's: denormals are supported).
D-LDS-4: ds_write2 and ds_wrxchg2 with two equal offsets make one access, of DATA0 (CLRX and AMD's pseudo-code write
both, so that DATA1 stays).
numerics.md 4 and 8, lds.md 3.1.
"""

from wl.reading.bits import LANES
from wl.vectors.directed.control import Listing


FLUSH, KEEP = 0x2C0, 0x2F0  # MODE: f32 denormals flushed, kept; IEEE
INPUTS = [
    0x7FC00000,
    0xFFC00000,
    0x7F800001,
    0xFF800001,
    0x80000001,
    0x807FFFFF,
    0x00000001,
    0x007FFFFF,
    0x80000000,
    0,
    0xBF000000,
    0x3F000000,
]
MOST, LEAST = 0x7FFFFFFF, 0x80000000
RPI = {
    FLUSH: [MOST, LEAST, MOST, LEAST, 0, 0, 0, 0, 0, 0, 0, 1],
    KEEP: [MOST, LEAST, MOST, LEAST, 0, 0, 0, 0, 0, 0, 0, 1],
}
FLR = {
    FLUSH: [MOST, LEAST, MOST, LEAST, 0, 0, 0, 0, 0, 0, -1, 0],
    KEEP: [MOST, LEAST, MOST, LEAST, -1, -1, 0, 0, 0, 0, -1, 0],
}


def equal_operands(p):
    for value in (7, 0, 0xFFFFFFFF, 0x80000000):
        p.set_s(24, value)
        for name in ("s_max_i32", "s_max_u32", "s_min_i32", "s_min_u32"):
            p.asm("s_cmp_eq_u32 0, 0", f"{name} s12, s24, s24", "s_cselect_b32 s13, 1, 0")
            p.collect("s12", value)
            p.collect("s13", 0)


def conversions(p):
    for mode in (FLUSH, KEEP):
        p.asm(f"s_setreg_imm32_b32 hwreg(HW_REG_MODE), 0x{mode:x}", "s_nop 1")
        for name, results in (("v_cvt_rpi_i32_f32", RPI), ("v_cvt_flr_i32_f32", FLR)):
            for bits, result in zip(INPUTS, results[mode]):
                p.set_s(24, bits)
                p.asm(f"{name} v2, s24", "v_readfirstlane_b32 s12, v2")
                p.collect("s12", result)


def equal_offsets(p):
    """In units of the access: DATA0 is v8, or v[8:9]; DATA1 v10, or v[10:11]."""
    for wide, unit in ((False, 4), (True, 8)):
        size, data0, data1 = ("b64", "v[8:9]", "v[10:11]") if wide else ("b32", "v8", "v10")
        to = "v[2:3]" if wide else "v2"
        both = "v[2:5]" if wide else "v[2:3]"
        registers = 2 if wide else 1
        p.asm(f"v_lshlrev_b32 v6, {3 if wide else 2}, v0")
        for name, far in ((f"ds_write2_{size}", unit), (f"ds_write2st64_{size}", 64 * unit)):
            p.asm(
                f"{name} v6, {data0}, {data1} offset0:1 offset1:1",
                f"ds_read_{size} {to}, v6 offset:{far}",
                "s_waitcnt lgkmcnt(0)",
            )
            for i in range(registers):
                p.store(2 + i, p.v[8 + i], name)
            # What the exchange finds, in both parts of its destination, and leaves.
            exchange = name.replace("write2", "wrxchg2").replace(f"_{size}", f"_rtn_{size}")
            p.asm(
                f"{exchange} {both}, v6, {data1}, {data0} offset0:1 offset1:1",
                f"ds_read_{size} v[14:15], v6 offset:{far}" if wide else f"ds_read_b32 v14, v6 offset:{far}",
                "s_waitcnt lgkmcnt(0)",
            )
            for i in range(2 * registers):
                p.store(2 + i, p.v[8 + i % registers], exchange)
            for i in range(registers):
                p.store(14 + i, p.v[10 + i], exchange)


def programs():
    rows = [[(lane * 0x01000193 + 0x1234567 * n) & 0xFFFFFFFF for lane in range(LANES)] for n in range(1, 5)]
    p = Listing(
        "directed_readings",
        "readings on which the sources differ: SCC of s_max and s_min, conversions, equal offsets",
        rows,
    )
    equal_operands(p)
    conversions(p)
    p.flush()
    equal_offsets(p)
    p.lds = 2048 + 4096
    return [p]
