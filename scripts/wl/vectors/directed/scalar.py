# SPDX-License-Identifier: Apache-2.0
"""Scalar cases: every opcode of the table over edge operands, SCC in and out, each kind of source and destination."""
import itertools
import random

from wl.reading import words
from wl.reading.bits import ALL, M32, typed, width
from wl.reading.cases import L, S, fetch
from wl.vectors.directed.program import Program


FIRST = 24  # operands: s24..s99
FIELDS = [
    0x00010000,
    0x0010001F,
    0x00200000,
    0x00400000,
    0x007F003F,
    0x00080004,
    0x003F0001,
    0x0020001F,
    0x00210010,
    0x00000008,
]
CONSTANTS = [L(0x80000000), L(0x7FFFFFFF), S(192), S(193), S(208), S(240), S(247), S(248)]
DESTINATIONS = (12, 12, 12, 12, 100, words.VCC, 102, 104)


def operands(bits, e32, e64):
    if bits == 32:
        return (
            e32
            + FIELDS
            + [0x0000FF00, 0xAAAAAAAA, 0x7FFF8000, 0x00F000F0, 0xFFFF0000, 0xFFFFFFFE, 0xFFFF8000, 0xFFFFFF80]
        )[:76]
    values = e64 + [0xFFFFFFFF00000000, 0x8001F00F5A5A0FF0, 31, 32, 33, 0xAAAAAAAAAAAAAAAA, 0x00F00000000000F0]
    return values + [f | 0x55 << 32 for f in FIELDS]


class Case:
    def __init__(self, row, form, sources, scc, dst, exec_=ALL, imm=0, literal=None):
        self.__dict__.update(locals())

    def encode(self):
        r, codes = self.row, [s.code for s in self.sources]
        extra = [s.value for s in self.sources if isinstance(s, L)][:1]
        if self.form == "SOP2":
            return words.sop2(r.name, self.dst, *codes) + extra
        if self.form == "SOP1":
            return words.sop1(r.name, self.dst, codes[0]) + extra
        if self.form == "SOPC":
            return words.sopc(r.name, *codes) + extra
        return words.sopk(r.name, self.dst, self.imm)

    def numbers(self, p):
        kinds = self.row.sources
        if self.form != "SOPK":
            return [fetch(p, s, k, 0) for s, k in zip(self.sources, kinds)]
        first = [fetch(p, self.sources[0], kinds[0], 0)] if len(kinds) == 2 else []
        return first + [typed(self.imm, kinds[-1])]

    def emit(self, p):
        r, dst, bits = self.row, self.dst, width(self.row.result) if self.row.result else 0
        p.set_exec(self.exec_)
        old = 0
        if r.reads_dst:
            old = 0x5A5AFFFF_80000001 & ((1 << bits) - 1)
            for i in range(bits // 32):
                p.asm(f"s_mov_b32 {register(dst + i)}, 0x{old >> 32 * i & M32:x}")
            p.s.pop(dst, None), p.s.pop(dst + 1, None)
            if dst == words.VCC:
                p.vcc = old | ((p.vcc or 0) & ~((1 << bits) - 1))
                p.asm("s_mov_b64 vcc, vcc")  # VCCZ follows writes of the whole (control-flow.md 2.3)
        p.set_scc(self.scc)
        sources = self.numbers(p)
        text = f"{r.name} {register(dst)}, {', '.join(map(str, self.sources))} imm={self.imm} "
        text += f"scc={self.scc} exec={self.exec_:x}"
        p.word(self.encode(), text)
        p.cover(self.form, r.name, text)
        given = sources + ([old] if r.reads_dst else []) + ([self.scc] if r.scc_in else [])
        exact, after = None, self.exec_
        if r.execs:
            after, exact = r.meaning(*given, self.exec_)
            after &= ALL
        elif r.meaning:
            exact = r.meaning(*given)
        flag = after != 0 if r.execs else self.flag(exact, bits, sources)
        p.asm("s_cselect_b32 s20, 1, 0")
        p.exec = after
        result = exact & ((1 << bits) - 1) if bits else 0
        self.note(p, result, bits)
        if bits and dst not in (words.EXEC, words.M0, words.VCC):
            for i in range(bits // 32):
                p.collect(register(dst + i), result >> 32 * i)
        elif bits:
            for i in range(bits // 32):
                p.asm(f"s_mov_b32 s{21 + i}, {register(dst + i)}")
            for i in range(bits // 32):
                p.collect(f"s{21 + i}", result >> 32 * i)
        if r.execs:
            p.collect64(("exec_lo", "exec_hi"), after)
        p.collect("s20", int(bool(flag)))

    def flag(self, exact, bits, sources):
        if self.row.flag == "keep":
            return self.scc
        if self.row.flag == "nz":
            return exact & ((1 << bits) - 1) != 0
        return self.row.flag(exact, *sources)

    def note(self, p, result, bits):
        """What later operands read where this result went."""
        if not bits or self.form == "SOPC":
            return
        if self.dst == words.VCC:
            p.vcc = result if bits == 64 else (p.vcc or 0) & ~M32 | result
            if bits < 64:
                p.asm("s_mov_b64 vcc, vcc")  # VCCZ follows writes of the whole (control-flow.md 2.3)
        elif self.dst == words.M0:
            p.m0 = result
        elif self.dst == words.EXEC:
            p.exec = result if bits == 64 else p.exec & ~M32 | result
        else:
            for i in range(bits // 32):
                p.s[self.dst + i] = result >> 32 * i & M32


def register(code):
    names = {
        102: "flat_scratch_lo",
        103: "flat_scratch_hi",
        104: "xnack_mask_lo",
        105: "xnack_mask_hi",
        106: "vcc_lo",
        107: "vcc_hi",
        124: "m0",
        126: "exec_lo",
        127: "exec_hi",
    }
    return names.get(code, f"s{code}")


def source(r, kind, n, count, wide):
    """The n-th choice of a source: edges first, then constants, specials, literals. n may be a source, and stays."""
    if not isinstance(n, int):
        return n
    bits = width(kind)
    step = 2 if wide else 1
    if n < count:
        return S(FIRST + step * (n % count))
    specials = [words.VCC, words.EXEC, words.SCC, words.VCCZ, words.EXECZ, 235, 236, 237, 238, 239]
    if bits == 32:
        specials.append(words.M0)
    pick = r.randrange(4)
    if pick == 0:
        return S(r.choice([128, 129, 159, 160, 161, 191, 192, 193, 208, 240 + r.randrange(9)]))
    if pick == 1:
        return S(r.choice(specials))
    if pick == 2:
        return L(r.choice([0x7FFFFFFF, 0x80000000, 0xFFFFFFFF, 0x12345678, 0x0010001F]))
    return S(FIRST + step * r.randrange(count))


def plan(row, form, values, number, r):
    """(operands or their indices, SCC) of every case: edges crossed, constants, bit fields, all values, a mixture."""
    count, core = len(values), range(6)
    if len(row.sources) == 2:
        for i, j in itertools.product(core, core):
            yield (i, j), (i + j) & 1
            if row.scc_in:
                yield (i, j), (i + j + 1) & 1
    for i, s in itertools.product(range(len(row.sources)) if form != "SOPK" else (), CONSTANTS):
        yield tuple(s if k == i else 3 for k in range(2)), s.code & 1
    if "_bfe_" in row.name:
        for i, j in itertools.product(core, (k for k, v in enumerate(values) if v & M32 in FIELDS)):
            yield (i, j), j & 1
    for n in range(number):
        if n < number // 2:
            yield (n % count, (n * 7 + n // count) % count), n & 1
        else:
            yield (r.choice([r.randrange(count), count]), r.choice([r.randrange(count), count])), n & 1


def cases(row, form, wide, values, number):
    r = random.Random(row.name)
    narrow_dst = row.result == "b32"
    for n, (picks, scc) in enumerate(plan(row, form, values, number, r)):
        sources = [source(r, k, c, len(values), wide) for k, c in zip(row.sources, picks)]
        literals = [s for s in sources if isinstance(s, L)]
        if len(literals) == 2:  # one literal an instruction
            sources[1] = literals[0]
        dst = r.choice(DESTINATIONS + ((words.M0,) if narrow_dst else ()) + ((words.EXEC,) if not row.execs else ()))
        imm = 0
        if form == "SOPK":
            first = picks[0] % len(values)
            imm = r.choice([0, 1, 0xFFFF, 0x7FFF, 0x8000, 0x8001, 0x7F, 0xFF80, r.randrange(1 << 16)])
            sources = []
            if len(row.sources) == 2:
                sources, dst = [S(FIRST + first)], FIRST + first
                imm = values[first] & 0xFFFF if n % 2 else imm
        exec_ = r.choice([ALL, 0, 0x8001F00F5A5A0FF0, 1, 0xFFFFFFFF00000000]) if row.execs or n % 8 == 7 else ALL
        yield Case(row, form, sources, scc, dst, exec_, imm)


def programs(rows, e32, e64):
    made = []
    for bits in (32, 64):
        for group, forms in (("sop2", ("SOP2",)), ("sop1", ("SOP1",)), ("sopc", ("SOPC",)), ("sopk", ("SOPK",))):
            values = operands(bits, e32, e64)
            p = Program(
                f"directed_{group}_{bits}", f"{group.upper()} with {bits}-bit sources, edge operands, SCC in and out"
            )
            fill(p, values, bits)
            for row in rows:
                wide = any(width(k) == 64 for k in row.sources)
                for form in forms:
                    if wide == (bits == 64) and (form, row.name) in words.NUMBER:
                        for case in cases(row, form, wide, values, 48):
                            case.emit(p)
                            fill(p, values, bits)
            if p.covered:
                made.append(p)
    return made


def fill(p, values, bits):
    """The operand SGPRs and specials, where the last case changed them."""
    for i, v in enumerate(values):
        for k in range(bits // 32):
            p.set_s(FIRST + i * bits // 32 + k, v >> 32 * k)
    p.set_m0(0x80017FFF)
    p.set_vcc(0xC33C_A55A_0F0F_8001)
    p.set_exec(ALL)
