# SPDX-License-Identifier: Apache-2.0
"""Vector ALU instructions. The opcodes are the rows of table.py and float_table.py, with the rules around them of
cases.py and float_cases.py; here are their decoding and lane moves."""

from wl.reading import cases, float_table, share, table, words
from wl.reading.bits import M32, inline, width
from wl.reading.floats import Mode
from wl.reading.float_cases import FloatCase


INTEGERS = {row.name: row for row in table.vector_rows()}
FLOATS = float_table.ROWS
NAMES = {}
for (form_, name_), number_ in words.NUMBER.items():
    NAMES.setdefault((form_, number_), name_)
SRC0, SRC1, SRC2, DST = 1, 2, 4, 8  # bits of GPR-index mode and of shared registers


class Direct:
    """LDS_DIRECT."""

    code = 254

    def raw(self, wave, lane, bits):
        return share.direct(wave)


class Scalar(cases.S):
    """A scalar source of a wave."""

    def raw(self, wave, lane, bits):
        if 128 <= self.code <= 208 or 240 <= self.code <= 248:
            return inline(self.code, 64 if bits == 64 else 32)
        if 235 <= self.code <= 239 or self.code in (words.VCCZ, words.EXECZ, words.SCC):
            return super().raw(wave, lane, bits)
        return wave.s[self.code] | (wave.s[self.code + 1] << 32 if bits == 64 else 0)


def moved(wave, number, enable):
    """The register that a VGPR field names, by GPR-index mode and shared registers."""
    enabled = wave.m0 >> 12 & 15
    if wave.mode >> 27 & 1 and enabled & enable:
        number += wave.m0 & 255
    if wave.mode >> 22 & 1 and wave.m0 >> 16 & enable:
        return wave.shared_row(number)
    return number


def source(wave, code, literal, enable):
    if code >= 256:
        return cases.V(moved(wave, code - 256, enable))
    if code == words.LITERAL:
        return cases.L(literal)
    return Direct() if code == 254 else Scalar(code)


class Fields:
    """A vector instruction taken apart."""

    def __init__(self, wave, first, more):
        """more: the dwords behind the first one."""
        self.sdwa = self.dpp = self.sdst = self.carry = None
        self.clamp = self.op_sel = self.omod = self.neg = self.absolute = 0
        self.op_sel_hi, self.size = 7, 4
        codes = [first & 511]
        if first >> 26 == 0x34:
            self.form = "VOP3P" if first >> 23 == 0x1A7 else "VOP3"
            self.op = first >> 16 & (1023 if self.form == "VOP3" else 127)
            self.dst, self.clamp, self.size = first & 255, first >> 15 & 1, 8
            codes = [more[0] >> n & 511 for n in (0, 9, 18)]
            self.neg, self.omod = more[0] >> 29, more[0] >> 27 & 3
            if self.form == "VOP3P":
                self.absolute, self.op_sel = first >> 8 & 7, first >> 11 & 7
                self.op_sel_hi = more[0] >> 27 & 3 | (first >> 14 & 1) << 2
            else:
                self.absolute, self.op_sel, self.sdst = first >> 8 & 7, first >> 11 & 15, first >> 8 & 127
        elif first >> 25 == 0x3F:
            self.form, self.op, self.dst = "VOP1", first >> 9 & 255, first >> 17 & 255
        elif first >> 25 == 0x3E:
            self.form, self.op, self.dst = "VOPC", first >> 17 & 255, 0
            codes.append(256 + (first >> 9 & 255))
        else:
            self.form, self.op, self.dst = "VOP2", first >> 25 & 63, first >> 17 & 255
            codes.append(256 + (first >> 9 & 255))
        self.name = NAMES.get((self.form, self.op))
        self.codes = codes
        if self.form not in ("VOP3", "VOP3P") and codes[0] in (words.SDWA, words.DPP, words.LITERAL):
            self.size = 8
            if codes[0] == words.SDWA:
                self.read_sdwa(more[0])
            elif codes[0] == words.DPP:
                self.read_dpp(more[0])
        self.literal = more[0] if more and self.size == 8 else 0
        self.sources = [source(wave, c, self.literal, 1 << i) for i, c in enumerate(self.codes)]
        if self.name in FLOATS and FLOATS[self.name].constant is not None:
            self.size = 8
            self.sources.insert(FLOATS[self.name].constant, cases.L(more[0]))

    def read_sdwa(self, w):
        def pair(n):
            return w >> n & 1, w >> (n + 8) & 1

        self.codes[0] = (w & 255) + (0 if w >> 23 & 1 else 256)
        if len(self.codes) > 1 and w >> 31:
            self.codes[1] -= 256
        self.sdwa = {"sel": (w >> 16 & 7, w >> 24 & 7), "sext": pair(19), "neg": pair(20), "absolute": pair(21)}
        if self.form == "VOPC":
            self.sdst = w >> 8 & 127 if w >> 15 & 1 else words.VCC
        else:
            self.sdwa.update(dst_sel=w >> 8 & 7, unused=w >> 11 & 3, clamp=w >> 13 & 1, omod=w >> 14 & 3)

    def read_dpp(self, w):
        self.codes[0] = 256 + (w & 255)
        self.dpp = {
            "ctrl": w >> 8 & 511,
            "bound": w >> 19 & 1,
            "bank": w >> 24 & 15,
            "row": w >> 28,
            "neg": (w >> 20 & 1, w >> 22 & 1),
            "absolute": (w >> 21 & 1, w >> 23 & 1),
        }


def compute(wave, f, row):
    """A row of a table."""
    exec_, count = wave.exec, len(row.sources)
    mask_at = f.sdst if row.carry_out and f.form == "VOP3" else f.dst if row.compare and f.form == "VOP3" else f.sdst
    fields = {
        "exec_": exec_,
        "clamp": f.clamp,
        "op_sel": f.op_sel,
        "op_sel_hi": f.op_sel_hi,
        "omod": f.omod,
        "neg": f.neg,
        "absolute": f.absolute,
        "sdwa": f.sdwa,
        "dpp": f.dpp,
    }
    if row.name in FLOATS:
        dst = moved(wave, f.dst, DST) if row.reads_dst else None
        case = FloatCase(Mode(wave.mode), row, f.form, f.sources[:count], accumulator=dst, **fields)
    else:
        case = cases.Case(row, f.form, f.sources[:count], **fields)
    carry = 0
    if row.carry_in:
        carry = Scalar(f.codes[2]).raw(wave, 0, 64) if f.form == "VOP3" and count < 3 else wave.vcc
    if f.form == "VOP3P":
        lanes = [(case.packed(wave, i), 0) if exec_ >> i & 1 else None for i in range(64)]
    else:
        lanes = [case.lane(wave, i, carry) for i in range(64)]
    if row.result:
        bits = width(row.result)
        dst = moved(wave, f.dst, DST)
        for n in range(max(1, bits // 32)):
            out = wave.v[dst + n]
            for i, l in enumerate(lanes):
                if l:
                    out[i] = l[0] >> 32 * n & M32 if n else case.write_lane(out[i], l[0], bits) & M32
    if row.compare or row.carry_out:
        put_mask(wave, row.name, mask_at, sum(l[1] << i for i, l in enumerate(lanes) if l))


def put_mask(wave, name, where, mask):
    wave.set64(words.VCC if where is None else where, mask)
    if name.startswith("v_cmpx"):
        wave.exec = mask


def lane_number(wave, s):
    return s.raw(wave, 0, 32) & 63


def special(wave, f):
    """Opcodes that are no function of their lane. False: none of them."""
    name = f.name
    if name in ("v_nop", "v_clrexcp"):
        if name == "v_clrexcp":
            wave.trapsts &= ~0x707F
        return True
    if name in ("v_readfirstlane_b32", "v_readlane_b32"):
        first = (wave.exec & -wave.exec).bit_length() - 1 if wave.exec else 0
        lane = first if name == "v_readfirstlane_b32" else lane_number(wave, f.sources[1])
        wave.set32(f.dst, f.sources[0].raw(wave, lane, 32))
    elif name == "v_writelane_b32":
        wave.v[moved(wave, f.dst, DST)][lane_number(wave, f.sources[1])] = f.sources[0].raw(wave, 0, 32)
    elif name == "v_swap_b32":
        a, b = wave.v[moved(wave, f.dst, DST)], wave.v[f.sources[0].code - 256]
        for i in range(64):
            if wave.exec >> i & 1:
                a[i], b[i] = b[i], a[i]
    else:
        return False
    return True


def execute(wave, first, more):
    """Returns the instruction's size."""
    f = Fields(wave, first, more)
    if wave.mode >> 28 & 1:
        return f.size
    if not special(wave, f):
        row = INTEGERS.get(f.name) or FLOATS.get(f.name)
        if row:
            compute(wave, f, row)
        else:
            raise NotImplementedError(f"{f.form} {f.op} {f.name}")
    return f.size
