# SPDX-License-Identifier: Apache-2.0
"""Vector cases: one instruction in one form with operands, EXEC and modifiers: its encoding and its results.

A row of the table gives the meaning on exact numbers; here are the rules around it: operand fetch, op_sel, clamp, SDWA
and DPP, lanes that are not written, masks (gfx9-encoding.md, numerics.md 2, 7 and 11).
"""
import random

from . import words
from .program import ALL, LANES, M32, inline, signed, typed, width

DST, OLD = 2, 40  # destination tuple v2.., rows with its old contents v40..
POOL_SGPR = 24  # the first of the scalar operands
HOLES, ONE, NONE = 0x8001_F00F_5A5A_0FF0, 1 << 37, 0
EXECS = (ALL, HOLES, ONE, NONE, 0x5555555555555555, 0xFFFFFFFF, 1 << 63 | 1)


class V:
    """A VGPR, or the first of a tuple."""

    def __init__(self, number):
        self.code = 256 + number

    def raw(self, p, lane, bits):
        n = self.code - 256
        return sum(p.v[n + i][lane] << 32 * i for i in range(max(1, bits // 32)))

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


# Of a 16-bit operand the low half, or the half that OP_SEL picks (D-VEC-21, D-VEC-22, D-VEC-28).
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

    # ---- words -----------------------------------------------------------------------------------
    def encode(self):
        r, codes = self.row, [s.code for s in self.sources]
        literal = [s.value for s in self.sources if isinstance(s, L)][:1]
        first, extra = codes[0] if codes else 0, literal
        if self.sdwa is not None:
            first = words.SDWA
            extra = [
                words.sdwa(
                    codes[0], codes[1] if len(codes) > 1 else None, self.form == "VOPC", sdst=self.sdst, **self.sdwa
                )
            ]
        if self.dpp is not None:
            first, extra = words.DPP, [words.dpp(codes[0], **self.dpp)]
        if self.form == "VOP1":
            return words.vop1(r.name, DST, first) + extra
        if self.form == "VOP2":
            return words.vop2(r.name, DST, first, codes[1]) + extra
        if self.form == "VOPC":
            return words.vopc(r.name, first, codes[1]) + extra
        if self.form == "VOP3P":
            return words.vop3p(
                r.name,
                DST,
                codes,
                clamp=self.clamp,
                op_sel=self.op_sel,
                op_sel_hi=self.op_sel_hi,
                neg=self.neg,
                neg_hi=self.absolute,
            )
        if r.carry_in and self.carry is not None:
            codes.append(self.carry)
        return words.vop3(
            r.name,
            self.sdst if r.compare else DST,
            codes,
            sdst=self.sdst if r.carry_out else None,
            clamp=self.clamp,
            absolute=self.absolute,
            op_sel=self.op_sel,
            omod=self.omod,
            neg=self.neg,
        )

    # ---- meaning ---------------------------------------------------------------------------------
    def operand(self, p, i, lane):
        """The number that the opcode sees as source i; None: the lane has no source and is not written."""
        kind, source = self.row.sources[i], self.sources[i]
        if self.sdwa is not None:
            sel, sext = self.sdwa.get("sel", (6, 6)), self.sdwa.get("sext", (0, 0))
            # Of v_cndmask_b32 too, whose sources ABS and NEG then change (D-VEC-36, D-VEC-37).
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
        """OP_SEL and OP_SEL_HI pick the halves of 16-bit elements. Of smaller ones and of S2 they do nothing, and NEG
        does nothing (numerics.md 3.1)."""
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

    # ---- the test --------------------------------------------------------------------------------
    def describe(self):
        more = [
            f"{k}={getattr(self, k)}"
            for k in ("clamp", "op_sel", "neg", "absolute", "omod", "sdst", "carry", "sdwa", "dpp")
            if getattr(self, k) not in (0, None)
        ]
        if self.form == "VOP3P":
            more.append(f"op_sel_hi={self.op_sel_hi}")
        return (
            f"{self.row.name} {self.form} "
            + " ".join(map(str, self.sources))
            + f" exec={self.exec_:x} "
            + " ".join(more)
        )

    def emit(self, p):
        r, text = self.row, self.describe()
        registers = width(r.result) // 32 or 1 if r.result else 0
        if registers:
            p.set_exec(ALL)
            for i in range(registers):
                p.asm(f"v_mov_b32 v{DST + i}, v{OLD + i}")
        if r.carry_in and p.vcc is None:
            p.set_vcc(0xC33C_A55A_0F0F_8001)
        p.set_exec(self.exec_)
        if any(s.code in (words.SCC,) for s in self.sources):
            p.set_scc(1)
        if self.dpp is not None or any(s.code in (words.VCCZ, words.EXECZ) for s in self.sources):
            p.asm("s_nop 4")
        carry_mask = 0
        if r.carry_in:
            carry_mask = p.vcc if self.carry in (None, words.VCC) else S(self.carry).raw(p, 0, 64)
        p.word(self.encode(), text)
        p.cover(self.form, r.name, text)
        if self.form == "VOP3P":
            lanes = [(self.packed(p, i), 0) if self.exec_ >> i & 1 else None for i in range(LANES)]
        else:
            lanes = [self.lane(p, i, carry_mask) for i in range(LANES)]
        mask = sum(l[1] << i for i, l in enumerate(lanes) if l)
        if r.compare or r.carry_out:
            self.emit_mask(p, mask)
        for n in range(registers):
            old = p.v[OLD + n]
            row = [
                old[i] if l is None else self.write_lane(old[i], l[0], width(r.result)) if not n else l[0] >> 32 * n
                for i, l in enumerate(lanes)
            ]
            p.store(DST + n, row, text)

    def emit_mask(self, p, mask):
        """Lanes that are not written are 0, with EXEC = 0 all (D-VEC-12, D-VEC-13, D-VEC-44)."""
        where = words.VCC if self.sdst is None else self.sdst
        if where == words.VCC:
            p.vcc = mask
        if self.row.name.startswith("v_cmpx") or where == words.EXEC:
            p.exec = mask
            p.collect64(("exec_lo", "exec_hi"), mask)
        if where == words.VCC:
            p.collect64(("vcc_lo", "vcc_hi"), mask)
        elif where != words.EXEC:
            p.s[where], p.s[where + 1] = mask & M32, mask >> 32
            p.collect64(where, mask)


# ---- which cases an opcode gets ------------------------------------------------------------------


class Chooser:
    """Cases of one row, the same in every run."""

    def __init__(self, row, wide):
        self.row, self.wide = row, wide
        self.random = random.Random(row.name)

    def v(self, i, n):
        """The n-th operand register of source i."""
        base = (8, 16, 24)[i]
        if not self.wide:
            return V(base + n % 8)
        return V(base + n % 2 * 4 if self.row.sources[i] == "b128" else base + 2 * (n % 4))

    def vs(self, n):
        """Registers whose cross product the operand rows are built for (A and B), and one of C."""
        return [self.v(i, n + (n // 8 if i else 0)) for i in range(len(self.row.sources))]

    def scalar(self, kind, constants_only=False):
        """A scalar source: SGPR, special register or inline constant."""
        r = self.random
        constants = [128 + r.randrange(65), 193 + r.randrange(16), 193, 128, 240 + r.randrange(9)]
        if constants_only:
            return S(r.choice(constants))
        if width(kind) == 64:
            return S(r.choice([POOL_SGPR + 2 * r.randrange(16), words.VCC, words.EXEC] + constants))
        return S(
            r.choice(
                [
                    POOL_SGPR + r.randrange(32),
                    POOL_SGPR + r.randrange(32),
                    words.VCC,
                    words.EXEC,
                    words.M0,
                    words.SCC,
                    words.VCCZ,
                    words.EXECZ,
                    235,
                    236,
                    237,
                    238,
                    239,
                ]
                + constants
            )
        )

    def literal(self):
        return L(self.random.choice([0x7FFFFFFF, 0x80000000, 0x12345678, 0xFFFF8000, 0xFF, 0x8000, 33]))

    def mixed(self, scalars):
        """Sources for VOP3: at most one distinct scalar value among them."""
        r, kinds = self.random, self.row.sources
        sources = [self.v(i, r.randrange(8)) for i in range(len(kinds))]
        where = r.sample(range(len(kinds)), min(scalars, len(kinds)))
        one = None
        for i in where:
            if kinds[i] == "b128":
                continue
            s = self.scalar(kinds[i], constants_only=self.row.carry_in or one is not None)
            if not s.constant():
                if width(kinds[i]) == 64 and s.code == words.M0:
                    continue
                one = s
            sources[i] = s
        return sources

    def exec_(self):
        return self.random.choice(EXECS)

    def sdst(self):
        return self.random.choice([12, 12, 14, words.VCC])

    def encoded32(self, form):
        """VOP1, VOP2, VOPC without a second dword, or with a literal."""
        for n in range(12):
            yield Case(self.row, form, self.vs(n), exec_=EXECS[max(0, n - 5)])
        for n in range(10):
            first = (
                (S(193 + n), S(240 + self.random.randrange(9)), self.literal(), self.literal())[n]
                if n < 4
                else self.scalar(self.row.sources[0], constants_only=self.row.carry_in)
            )
            if isinstance(first, L) and self.row.carry_in:
                first = S(words.VCC)
            yield Case(self.row, form, [first] + self.vs(n)[1:], exec_=ALL if n % 2 else self.exec_())

    def encoded64(self, form="VOP3", count=20):
        """VOP3 with every modifier, whether the opcode has it or not (D-VEC-14, D-VEC-18, D-VEC-22)."""
        r, row = self.random, self.row
        fixed = row.carry_out or row.name == "v_cndmask_b32"
        for n in range(count):
            sources = self.vs(n) if n < 4 else self.mixed(1 + n % 3)
            more = {"clamp": n % 2, "omod": r.randrange(4)}
            if not row.carry_out:
                more["absolute"], more["neg"] = r.randrange(8), r.randrange(8)
                if not fixed:
                    more["op_sel"] = r.randrange(16)
                if row.modifiers:
                    more["absolute"] &= 3
                    more["neg"] &= 3
            if row.carry_out or row.compare:
                more["sdst"] = words.EXEC if row.compare and n == 7 else self.sdst()
            if row.carry_in:
                more["carry"] = r.choice([14, words.VCC])
                if r.randrange(8) == 0:
                    more["carry"] = words.EXEC
            yield Case(row, form, sources, exec_=ALL if n < 3 else self.exec_(), **more)

    def packed(self):
        r = self.random
        for n in range(24):
            sources = self.vs(n) if n < 8 else self.mixed(n % 3)
            yield Case(
                self.row,
                "VOP3P",
                sources,
                exec_=ALL if n % 3 else self.exec_(),
                clamp=n // 2 % 2,
                op_sel=0 if n < 4 else r.randrange(8),
                op_sel_hi=7 if n < 4 else r.randrange(8),
                neg=0 if n < 6 else r.randrange(8),
                absolute=0 if n < 6 else r.randrange(8),
            )

    def sub_dword(self, form, count=12):
        r, compare = self.random, self.row.compare
        for n in range(count):
            sources = [self.v(i, r.randrange(8)) for i in range(len(self.row.sources))]
            if sources and n % 3 == 2:
                i = r.randrange(len(sources))
                sources[i] = self.scalar(self.row.sources[i], constants_only=self.row.carry_in)
            fields = {"sel": (r.randrange(7), r.randrange(7)), "sext": (r.randrange(2), r.randrange(2))}
            if len(sources) == 2:
                fields["neg"], fields["absolute"] = (r.randrange(2), r.randrange(2)), (r.randrange(2), r.randrange(2))
            if not compare:
                fields.update(dst_sel=n % 7, unused=r.randrange(3), clamp=r.randrange(2), omod=r.randrange(4))
            sdst = r.choice([None, 12, 14]) if compare else None
            yield Case(self.row, form, sources, exec_=self.exec_() if n % 2 else ALL, sdwa=fields, sdst=sdst)

    def cross_lane(self, form, count=10):
        """DPP, NEG and ABS on integers among it (D-VEC-42)."""
        r = self.random
        for n in range(count):
            sources = [self.v(i, r.randrange(8)) for i in range(len(self.row.sources))]
            fields = {
                "ctrl": r.choice(words.DPP_CONTROLS),
                "bound": n % 2,
                "bank": r.choice([15, 15, r.randrange(16)]),
                "row": r.choice([15, 15, r.randrange(16)]),
                "neg": (r.randrange(2), r.randrange(2)),
                "absolute": (r.randrange(2), r.randrange(2)),
            }
            yield Case(self.row, form, sources, exec_=self.exec_() if n % 3 else ALL, dpp=fields)
