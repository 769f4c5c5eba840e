# SPDX-License-Identifier: Apache-2.0
"""One vector instruction: its operands, its form and what it leaves in each lane.

A row of table.py gives the meaning on exact numbers; here are the rules around it: operand fetch, op_sel, clamp, SDWA
and DPP, lanes that are not written, masks (gfx9-encoding.md, numerics.md 2, 7 and 11).
"""
from wl.reading import words
from wl.reading.bits import ALL, M32, inline, signed, typed, width


class V:
    """A VGPR, or the first of a tuple."""

    def __init__(self, number):
        self.code = 256 + number

    def raw(self, p, lane, bits):
        n = self.code - 256
        if bits <= 32:
            return p.v[n][lane]
        return sum(p.v[n + i][lane] << 32 * i for i in range(bits // 32))

    def __str__(self):
        return f"v{self.code - 256}"


class S:
    """A scalar code other than a literal; VCC, M0, EXEC as they stand."""

    def __init__(self, code):
        self.code = code

    def raw(self, p, lane, bits):
        c = self.code
        if 128 <= c <= 208 or 240 <= c <= 248:
            return inline(c, 64 if bits == 64 else 32)
        if c == words.M0:
            return p.m0
        if c in (words.VCC, words.VCC + 1):
            whole = p.vcc >> 32 * (c - words.VCC)
        elif c in (words.EXEC, words.EXEC + 1):
            whole = p.exec >> 32 * (c - words.EXEC)
        elif c in (words.VCCZ, words.EXECZ, words.SCC):
            return int({words.VCCZ: not p.vcc, words.EXECZ: not p.exec, words.SCC: p.scc}[c])
        elif 235 <= c <= 239:
            whole = {235: 0x0001 << 48, 236: 0x0001 << 48 | M32, 237: 0x0002 << 48, 238: 0x0002 << 48 | M32, 239: 0}[c]
        else:
            whole = p.s[c] | (p.s[c + 1] << 32 if bits == 64 else 0)
        return whole & (ALL if bits == 64 else M32)

    def constant(self):
        return 128 <= self.code <= 208 or 240 <= self.code <= 248

    def __str__(self):
        return f"s{self.code}" if self.code < 102 else f"code{self.code}"


class L:
    """A literal."""

    code = words.LITERAL

    def __init__(self, value):
        self.value = value

    def raw(self, p, lane, bits):
        return self.value

    def __str__(self):
        return f"0x{self.value:x}"


# A 16-bit operand is the low half, or the half that OP_SEL picks (D-VEC-21, D-VEC-22, D-VEC-28).
def fetch(p, source, kind, lane, high=False):
    bits = width(kind)
    if isinstance(source, L) and bits == 64:
        return typed(signed(source.value, 32) if kind[0] == "i" else source.value, kind)
    raw = source.raw(p, lane, bits)
    return typed(raw >> 16 if high else raw, kind)


def saturate(value, kind):
    bits = width(kind)
    low, high = (-(1 << bits - 1), (1 << bits - 1) - 1) if kind[0] == "i" else (0, (1 << bits) - 1)
    return max(low, min(high, value))


def select(raw, sel, sext):
    bits, shift = (8, 8 * sel) if sel < 4 else (16, 16 * (sel - 4)) if sel < 6 else (32, 0)
    part = raw >> shift & ((1 << bits) - 1)
    return signed(part, bits) & M32 if sext else part


def place(result, old, sel, unused):
    """An SDWA result into its destination (D-VEC-38)."""
    if sel == 6:
        return result
    bits, shift = (8, 8 * sel) if sel < 4 else (16, 16 * (sel - 4))
    part = result & ((1 << bits) - 1)
    mask = ((1 << bits) - 1) << shift
    if unused == 2:
        return old & ~mask & M32 | part << shift
    return (signed(part, bits) << shift) & M32 if unused == 1 else part << shift


class Case:
    """One instruction. form: VOP1, VOP2, VOPC, VOP3, VOP3P; sdwa, dpp: fields of that dword."""

    def __init__(
        self,
        row,
        form,
        sources,
        exec_=ALL,
        clamp=0,
        op_sel=0,
        op_sel_hi=7,
        omod=0,
        neg=0,
        absolute=0,
        sdst=None,
        carry=None,
        sdwa=None,
        dpp=None,
    ):
        self.__dict__.update(locals())

    def operand(self, p, i, lane):
        """The number that the opcode sees as source i; None: the lane has no source and is not written."""
        kind, source = self.row.sources[i], self.sources[i]
        if self.sdwa is not None:
            sel, sext = self.sdwa.get("sel", (6, 6)), self.sdwa.get("sext", (0, 0))
            # SEXT acts on the sources of v_cndmask_b32 too; then ABS and NEG change them (D-VEC-36, D-VEC-37).
            return typed(select(source.raw(p, lane, 32), sel[i], sext[i]), kind)
        if self.dpp is not None and i == 0:
            lane = self.dpp_lane(lane)
            if lane is None:
                return 0 if self.dpp.get("bound") else None
        return fetch(p, source, kind, lane, bool(self.row.op_sel and width(kind) == 16 and self.op_sel >> i & 1))

    def dpp_lane(self, lane):
        """The lane from which DPP takes SRC0, or None: that one is not there or not active."""
        lane = words.dpp_source(self.dpp["ctrl"], lane)
        return lane if lane is not None and self.exec_ >> lane & 1 else None

    def written(self, lane):
        if self.dpp is not None and not (
            self.dpp.get("row", 15) >> (lane >> 4) & 1 and self.dpp.get("bank", 15) >> (lane >> 2 & 3) & 1
        ):
            return False
        return self.exec_ >> lane & 1

    def lane(self, p, lane, carry_mask):
        """(result, mask bit) of a lane that is written, else None (D-VEC-43)."""
        if not self.written(lane):
            return None
        values = [self.operand(p, i, lane) for i in range(len(self.row.sources))]
        return None if None in values else self.result(p, lane, values, carry_mask >> lane & 1)

    def result(self, p, lane, values, carry):
        """(result, mask bit) of operands (D-VEC-14, D-VEC-15, D-VEC-16, D-VEC-20, D-VEC-29)."""
        r = self.row
        if r.modifiers and self.form in ("VOP3", "VOP2"):
            values = [self.modify(v, i) for i, v in enumerate(values)]
        if r.carry_in:
            values.append(carry)
        if r.lane:
            values.append(lane)
        clamp = r.saturates and (self.clamp or (self.sdwa or {}).get("clamp", 0))
        result = (r.saturates if clamp and callable(r.saturates) else r.meaning)(*values)
        result, bit = result if isinstance(result, tuple) else (result, result)
        if clamp and not callable(r.saturates):
            result = saturate(result, r.saturates)
        return result & ((1 << width(r.result)) - 1) if r.result else 0, int(bool(bit))

    def modify(self, value, i):
        fields = self.sdwa if self.sdwa is not None else self.dpp
        absolute = fields.get("absolute", (0, 0))[i] if fields is not None else self.absolute >> i & 1
        neg = fields.get("neg", (0, 0))[i] if fields is not None else self.neg >> i & 1
        return (value & 0x7FFFFFFF if absolute else value) ^ neg << 31

    def packed(self, p, lane):
        """Both halves (D-VEC-30, D-VEC-31, D-VEC-32)."""
        r, halves = self.row, []
        if r.dot:
            return self.dot(p, lane)
        for half, picks in ((0, self.op_sel), (1, self.op_sel_hi)):
            values = []
            for i, s in enumerate(self.sources):
                values.append(fetch(p, s, r.sources[i], lane, picks >> i & 1))
            result = r.meaning(*values)
            if self.clamp and r.saturates:
                result = saturate(result, r.saturates)
            halves.append(result & 0xFFFF)
        return halves[0] | halves[1] << 16

    def dot(self, p, lane):
        """OP_SEL and OP_SEL_HI pick the halves of 16-bit elements, and have no effect on smaller elements and S2.
        NEG has no effect (numerics.md 3.1)."""
        r, bits = self.row, int(self.row.dot[1:])
        shifts = range(0, 32, bits)
        pairs = []
        for i, source in enumerate(self.sources[:2]):
            if bits == 16:
                shifts = [16 * (picks >> i & 1) for picks in (self.op_sel, self.op_sel_hi)]
            raw = [source.raw(p, lane, 32) >> shift & (1 << bits) - 1 for shift in shifts]
            pairs.append([signed(v, bits) for v in raw] if r.dot[0] == "i" else raw)
        result = r.meaning(*pairs, fetch(p, self.sources[2], r.sources[2], lane))
        return (saturate(result, r.saturates) if self.clamp else result) & M32

    def write_lane(self, old, result, bits):
        """The new contents of the first destination register (D-VEC-23, D-VEC-24, D-VEC-25)."""
        r = self.row
        if self.sdwa is not None:
            return place(result, old, self.sdwa.get("dst_sel", 6), self.sdwa.get("unused", 0))
        if r.op_sel_dst and self.op_sel >> 3 & 1:
            return old & 0xFFFF | result << 16
        if r.keeps_half:
            return old & 0xFFFF0000 | result
        return result & M32
