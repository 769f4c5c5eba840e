# SPDX-License-Identifier: Apache-2.0
"""LDS_DIRECT as SRC0 of every opcode that takes it, beside one scalar value of each kind (lds.md 5.3, D-LDS-31,
D-LDS-32, D-LDS-33)."""

from wl.reading import words
from wl.reading.bits import ALL, M32, signed
from wl.reading.cases import L, S, V
from wl.reading.float_table import ROWS
from wl.reading.floats import Mode
from wl.reading.table import vector_rows
from wl.vectors.directed.float_vectors import FloatCase
from wl.vectors.directed.vector import HOLES, Case, width


CODE = 254
# Reversed opcodes: SRC0 is the second operand of what they compute.
REVERSED = ("v_subrev", "v_subbrev", "v_lshlrev", "v_lshrrev", "v_ashrrev", "v_pk_lshlrev", "v_pk_lshrrev")
REVERSED += ("v_pk_ashrrev",)
SIZES = {0: 1, 1: 2, 2: 4, 4: 1, 5: 2}  # bytes by the type
SCALARS = (24, words.VCC, words.M0, words.EXEC, 235, 193, 240, words.SCC)
FLOATS = (
    "v_mul_f32 v_max_f32 v_mac_f32 v_fma_f32 v_add_f16 v_cmp_lt_f32 v_cmp_class_f32 v_cvt_f64_f32 v_rcp_f32".split()
)


class Direct:
    """The source. LDS_DIRECT has one value in all lanes."""

    code = CODE

    def __init__(self, value):
        self.value = value

    def raw(self, p, lane, bits):
        return self.value

    def __str__(self):
        return "lds_direct"


def takes(row):
    """Whether SRC0 of the opcode may be LDS_DIRECT."""
    return row.sources and width(row.sources[0]) <= 32 and not row.name.startswith(REVERSED)


class Share:
    """The LDS holds v8, dword by lane."""

    def __init__(self, p):
        self.p, p.lds = p, 256
        p.asm("ds_write_b32 v1, v8", "s_waitcnt lgkmcnt(0)")
        self.bytes = b"".join(v.to_bytes(4, "little") for v in p.v[8])

    def at(self, m0):
        """The source with M0 as given."""
        self.p.set_m0(m0)
        self.p.asm("s_nop 0")  # row 15 of control-flow.md 7
        kind, at = m0 >> 16 & 7, m0 & 0xFFFF
        size = SIZES.get(kind, 0)
        at -= at % (size or 1)
        if not size or at + size > len(self.bytes):
            return Direct(0)
        value = int.from_bytes(self.bytes[at : at + size], "little")
        return Direct(signed(value, 8 * size) & M32 if kind > 3 else value)


def integers(p):
    share = Share(p)
    r = 0
    for row in vector_rows():
        if row.isa or not takes(row):
            continue
        for form in ("VOP1", "VOP2", "VOPC", "VOP3", "VOP3P"):
            if (form, row.name) not in words.NUMBER or row.packed != (form == "VOP3P"):
                continue
            r += 1
            m0 = (2, 0, 1, 4, 5, 2, 2)[r % 7] << 16 | r * 12 % 256 + r % 3
            source, count = share.at(m0), len(row.sources)
            more = {"exec_": (ALL, HOLES)[r % 2]}
            if form not in ("VOP3", "VOP3P"):  # carry in: VCC beside it
                Case(row, form, [source, V(9)][:count], **more).emit(p)
                continue
            if row.carry_out or row.compare:
                more["sdst"] = (words.VCC, 12)[r % 2]
            if row.carry_in:  # the pair of the carry is the scalar value
                Case(row, form, [source, V(9)][:count], carry=14, **more).emit(p)
                continue
            for code in (SCALARS[r % len(SCALARS)], 24):
                scalar = S(code)
                wide = [width(kind) > 32 for kind in row.sources]
                others = [V(10 + 2 * i) if wide[i] else (scalar, V(9))[(i + r) % 2] for i in range(1, count)]
                if count == 2 and not wide[1]:
                    others = [scalar]
                Case(row, form, [source, *others], **more).emit(p)


def floats(p):
    share = Share(p)
    for n, name in enumerate(FLOATS):
        row, source = ROWS[name], share.at(2 << 16 | 8 * n)
        count = len(row.sources)
        for form in ("VOP1", "VOP2", "VOPC", "VOP3"):
            if (form, name) not in words.NUMBER:
                continue
            more = {"sdst": 12} if row.compare and form == "VOP3" else {}
            others = [S(24) if form == "VOP3" else V(9) for _ in range(1, count)]
            if name == "v_fma_f32":
                others = [S(24), V(10)]
            FloatCase(Mode(0xF0), row, form, [source, *others], **more).emit(p)


def lane_reads(p):
    """v_readlane and v_readfirstlane: each lane has the value, whatever EXEC is (D-VEC-6)."""
    share = Share(p)
    for n, mask in enumerate((ALL, HOLES, 0, 1 << 63)):
        source = share.at(2 << 16 | 4 * n)
        p.set_exec(mask)
        p.cover("VOP1", "v_readfirstlane_b32", "LDS_DIRECT")
        p.word(words.vop1("v_readfirstlane_b32", 12, CODE), "v_readfirstlane_b32 s12, lds_direct")
        p.collect("s12", source.value)
        for code in (133, 24, words.M0, words.VCC, 191):
            p.cover("VOP3", "v_readlane_b32", "LDS_DIRECT")
            p.word(words.vop3("v_readlane_b32", 13, [CODE, code]), f"v_readlane_b32 s13, lds_direct, {code}")
            p.collect("s13", source.value)


def constants(p):
    """Beside the K of v_madmk and v_madak, and the VCC that v_div_fmas reads."""
    share = Share(p)
    source = share.at(2 << 16 | 20)
    value = L(0x40400000)
    for name in ("v_madmk_f32", "v_madak_f32"):
        row = ROWS[name]
        sources = [source, V(9)]
        sources.insert(row.constant, value)
        FloatCase(Mode(0xF0), row, "VOP2", sources).emit(p)


def programs(vector_program):
    made = []
    for name, about, makers in (
        ("directed_lds_direct", "LDS_DIRECT as SRC0 of integer opcodes, beside scalar values", (integers, lane_reads)),
        ("directed_lds_direct_float", "LDS_DIRECT as SRC0 of float opcodes, beside scalar values", (floats, constants)),
    ):
        p = vector_program(name, about, "32")
        for make in makers:
            make(p)
        made.append(p)
    return made
