# SPDX-License-Identifier: Apache-2.0
"""Vector opcodes of floating point that the programs use (numerics.md 1 to 4), in VOP1, VOP2 and VOPC forms."""
from fractions import Fraction

from directed import vector, words
from directed.program import M32, signed

from . import floats
from .floats import encode, is_inf, is_nan, quiet, value

INVALID = 0xFFC00000
ONE = {16: 0x3C00, 32: 0x3F800000}


class Mode:
    """What of MODE the f32 operations look at."""

    def __init__(self, bits):
        self.round, self.round16 = bits & 3, bits >> 2 & 3
        self.flush_in, self.denormals = not bits >> 4 & 1, bool(bits >> 5 & 1)
        self.flush_in16, self.denormals16 = not bits >> 6 & 1, bool(bits >> 7 & 1)
        self.dx10_clamp, self.ieee = bits >> 8 & 1, bits >> 9 & 1
        if not self.ieee:
            raise NotImplementedError("MODE.IEEE = 0")

    def given(self, x):
        return floats.flush(x) if self.flush_in else x

    def result(self, exact, zero_sign=0):
        return encode(exact, 32, self.round, zero_sign, self.denormals)


def add(m, a, b):
    return floats.add(m.given(a), m.given(b), m.round, m.denormals)


def subtract(m, a, b, first=None):
    """a - b; first: the operand whose NaN comes out before the other's."""
    for x in first or (a, b):
        if is_nan(x):
            return quiet(x)
    return add(m, a, b ^ 1 << 31)


def multiply(m, a, b):
    a, b = m.given(a), m.given(b)
    for x in (a, b):
        if is_nan(x):
            return quiet(x)
    sign, zero = (a ^ b) >> 31, not a & 0x7FFFFFFF or not b & 0x7FFFFFFF
    if is_inf(a) or is_inf(b):
        return INVALID if zero else floats.infinity(sign)
    return m.result(value(a) * value(b), sign)


def multiply_add(m, a, b, c):
    """v_mac_f32: two roundings, without denormals whatever MODE says."""
    flushed = Mode(0x300 | m.round)
    return add(flushed, multiply(flushed, a, b), c)


def integral(pick):
    def run(m, a):
        a = m.given(a)
        if is_nan(a):
            return quiet(a)
        if is_inf(a) or not a & 0x7FFFFFFF:
            return a
        return encode(Fraction(pick(value(a))), 32, floats.NEAREST, a >> 31)

    return run


def fract(m, a):
    a = m.given(a)
    if is_nan(a):
        return quiet(a)
    if is_inf(a):
        return INVALID
    exact = value(a)
    rest = exact - exact.numerator // exact.denominator
    return min(m.result(rest), 0x3F7FFFFF)


def extreme(greatest):
    return lambda m, a, b: floats.extreme(m.given(a), m.given(b), 32, False, greatest, m.ieee)


def to_integer(pick, low, high, nan):
    def run(m, a):
        a = m.given(a)
        if is_nan(a):
            return nan(a)
        if is_inf(a):
            return (low if a >> 31 else high) & M32
        return max(low, min(high, pick(value(a)))) & M32

    return run


def floor(x):
    return x.numerator // x.denominator


def to_half(m, a):
    a = m.given(a)
    if is_nan(a):
        return a >> 16 & 0x8000 | 0x7E00 | a >> 13 & 0x3FF
    if is_inf(a):
        return floats.infinity(a >> 31, 16)
    return encode(value(a), 16, m.round16, a >> 31, m.denormals16)


def from_half(m, a):
    a &= 0xFFFF
    if m.flush_in16:
        a = floats.flush(a, 16)
    sign = a >> 15
    if is_nan(a, 16):
        return sign << 31 | 0x7FC00000 | (a & 0x3FF) << 13
    return floats.infinity(sign) if is_inf(a, 16) else encode(value(a, 16), 32, zero_sign=sign)


def classify(_, a, mask):
    sign, exponent, fraction = floats.parts(a, 32)
    if is_nan(a):
        bit = 0 if floats.is_signalling(a) else 1
    elif is_inf(a):
        bit = 2 if sign else 9
    elif exponent:
        bit = 3 if sign else 8
    elif fraction:
        bit = 4 if sign else 7
    else:
        bit = 5 if sign else 6
    return mask >> bit & 1


def compares():
    def compare(condition):
        def run(m, a, b):
            a, b = m.given(a), m.given(b)
            if is_nan(a) or is_nan(b):
                return condition(None)
            x, y = (0 if not v & 0x7FFFFFFF else floats.order(v) for v in (a, b))
            return condition((x > y) - (x < y))

        return run

    plain = {
        "lt": lambda c: c == -1,
        "eq": lambda c: c == 0,
        "le": lambda c: c in (-1, 0),
        "gt": lambda c: c == 1,
        "lg": lambda c: c in (-1, 1),
        "ge": lambda c: c in (0, 1),
        "o": lambda c: c is not None,
    }
    names = {"nlt": "lt", "neq": "eq", "nle": "le", "ngt": "gt", "nlg": "lg", "nge": "ge", "u": "o"}
    found = {f"{k}_f32": compare(f) for k, f in plain.items()}
    found.update({f"{n}_f32": compare(lambda c, f=plain[k]: not f(c)) for n, k in names.items()})
    return {**found, "f_f32": lambda m, a, b: 0, "tru_f32": lambda m, a, b: 1, "class_f32": classify}


# name: (kinds of the sources: f, h an f16, i signed, u; bits of a float result, 0: an integer, None: a mask; meaning)
OPS = {
    "v_add_f32": ("ff", 32, add),
    "v_sub_f32": ("ff", 32, subtract),
    "v_subrev_f32": ("ff", 32, lambda m, a, b: subtract(m, b, a, (a, b))),
    "v_mul_f32": ("ff", 32, multiply),
    "v_mac_f32": ("fff", 32, multiply_add),
    "v_min_f32": ("ff", 32, extreme(False)),
    "v_max_f32": ("ff", 32, extreme(True)),
    "v_floor_f32": ("f", 32, integral(floor)),
    "v_ceil_f32": ("f", 32, integral(lambda x: -floor(-x))),
    "v_trunc_f32": ("f", 32, integral(int)),
    "v_rndne_f32": ("f", 32, integral(lambda x: floats.to_integer(x, floats.NEAREST))),
    "v_fract_f32": ("f", 32, fract),
    "v_cvt_i32_f32": ("f", 0, to_integer(int, -1 << 31, (1 << 31) - 1, lambda a: 0)),
    "v_cvt_u32_f32": ("f", 0, to_integer(int, 0, M32, lambda a: 0)),
    "v_cvt_flr_i32_f32": ("f", 0, to_integer(floor, -1 << 31, (1 << 31) - 1, lambda a: 0x7FFFFFFF + (a >> 31))),
    "v_cvt_rpi_i32_f32": (
        "f",
        0,
        to_integer(lambda x: floor(x + Fraction(1, 2)), -1 << 31, (1 << 31) - 1, lambda a: 0x7FFFFFFF + (a >> 31)),
    ),
    "v_cvt_f16_f32": ("f", 16, to_half),
    "v_cvt_f32_f16": ("h", 32, from_half),
    "v_cvt_f32_i32": ("i", 32, lambda m, a: m.result(Fraction(signed(a, 32)))),
    "v_cvt_f32_u32": ("u", 32, lambda m, a: m.result(Fraction(a))),
    **{f"v_cvt_f32_ubyte{n}": ("u", 32, lambda m, a, n=n: m.result(Fraction(a >> 8 * n & 255))) for n in range(4)},
}
for name_, meaning_ in compares().items():
    OPS["v_cmp_" + name_] = OPS["v_cmpx_" + name_] = ("fu" if name_.startswith("class") else "ff", None, meaning_)


def operand(wave, f, i, kind, lane):
    """Source i of a lane, with the modifiers that it has; None: there is none, and nothing is written."""
    neg = absolute = 0
    if f.dpp is not None:
        neg, absolute = f.dpp["neg"][i], f.dpp["absolute"][i]
        if i == 0:
            lane = words.dpp_source(f.dpp["ctrl"], lane)
            if lane is None or not wave.exec >> lane & 1:
                if not f.dpp["bound"]:
                    return None
                lane = None
    raw = 0 if lane is None else f.sources[i].raw(wave, lane, 32)
    if f.sdwa is not None:
        neg, absolute = f.sdwa["neg"][i], f.sdwa["absolute"][i]
        raw = vector.select(raw, f.sdwa["sel"][i], f.sdwa["sext"][i] and kind in "iu")
    if kind in "fh":
        sign = 1 << 31 if kind == "f" else 1 << 15
        raw = (raw & ~sign if absolute else raw) ^ (sign if neg else 0)
    return raw


def clamp(m, result, size):
    if is_nan(result, size):
        return 0 if m.dx10_clamp else result
    if result >> (size - 1):
        return 0
    return min(result, ONE[size])


def execute(wave, f):
    """Returns the mask of an opcode that makes one, else None."""
    kinds, size, meaning = OPS[f.name]
    if f.form == "VOP3":
        raise NotImplementedError(f"VOP3 {f.name}")
    mode, exec_ = Mode(wave.mode), wave.exec
    results = {}
    for lane in range(64):
        if not exec_ >> lane & 1:
            continue
        if f.dpp is not None and not (f.dpp["row"] >> (lane >> 4) & 1 and f.dpp["bank"] >> (lane >> 2 & 3) & 1):
            continue
        values = [operand(wave, f, i, k, lane) for i, k in enumerate(kinds[: len(f.sources)])]
        if None in values:
            continue
        if f.name == "v_mac_f32":
            values.append(wave.v[f.dst][lane])
        results[lane] = int(meaning(mode, *values))
    if size is None:
        return sum(bit << lane for lane, bit in results.items())
    for lane, result in results.items():
        if size and f.sdwa is not None and f.sdwa["clamp"]:
            result = clamp(mode, result, size)
        out = wave.v[f.dst]
        if f.sdwa is not None:
            result = vector.place(result, out[lane], f.sdwa["dst_sel"], f.sdwa["unused"])
        out[lane] = result
    return None
