# SPDX-License-Identifier: Apache-2.0
"""Vector cases: one instruction in one form with operands, EXEC and modifiers: its encoding and its results.

A row of the table gives the meaning on exact numbers; here are the rules around it: operand fetch, op_sel, clamp, SDWA
and DPP, lanes that are not written, masks (gfx9-encoding.md, numerics.md 2, 7 and 11).
"""
import random

from wl.reading import cases, words
from wl.reading.bits import ALL, LANES, M32, width
from wl.reading.cases import L, S, V


DST, OLD = 2, 40  # destination tuple v2.., rows with its old contents v40..
POOL_SGPR = 24  # the first of the scalar operands
HOLES, ONE, NONE = 0x8001_F00F_5A5A_0FF0, 1 << 37, 0
EXECS = (ALL, HOLES, ONE, NONE, 0x5555555555555555, 0xFFFFFFFF, 1 << 63 | 1)


class Case(cases.Case):
    """One instruction. form: VOP1, VOP2, VOPC, VOP3, VOP3P; sdwa, dpp: fields of that dword."""

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
