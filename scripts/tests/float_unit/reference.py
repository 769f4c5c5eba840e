# SPDX-License-Identifier: Apache-2.0
"""Float opcodes in exact integers, from docs/spec/numerics.md and docs/spec/float-opcodes.md alone."""
import os
from math import isqrt

ROOT = os.path.abspath(os.path.join(os.path.dirname(__file__), "..", "..", ".."))
NEAREST, UP, DOWN, ZERO = range(4)

# ---- exceptions (numerics.md 10) -----------------------------------------------------------------------------------
# Letters of what was raised since RAISED.clear(). Each rounding adds its own. An opcode raises no more than its row of
# float-opcodes.md has.
LETTERS = "IDZOUXN"
RAISED = set()


def read_rows():
    rows = {}
    with open(os.path.join(ROOT, "docs", "spec", "float-opcodes.md"), encoding="utf-8") as file:
        for line in file:
            cells = [cell.strip() for cell in line.split("|")]
            if len(cells) == 14 and cells[1].startswith("v_"):
                rows[cells[1].split()[0]] = set(cells[12].split()) & set(LETTERS)
    return rows


ROWS = read_rows()


def raise_of_operands(name, operands, value, form, clamp):
    """What the float operands [(format, number)] raise, and an invalid operation whose value is the default NaN."""
    nan = any(source.is_nan(x) for source, x in operands)
    if any(source.is_denormal(x) for source, x in operands):
        RAISED.add("D")
    if any(source.is_nan(x) and not x & source.quiet for source, x in operands):
        RAISED.add("I")
    if form and not nan and value == form.default_nan:
        RAISED.add("I")
    if clamp and nan and name.startswith("v_cmp"):
        RAISED.add("I")
    if name == "v_rcp_iflag_f32" and not clamp and F32.field(operands[0][1]) == 0:
        RAISED.add("N")


def flags(name):
    """TRAPSTS.EXCP of an opcode."""
    return sum(1 << LETTERS.index(letter) for letter in RAISED & ROWS[name])


class Format:
    """An IEEE 754 format: bits of the significand with its hidden bit, bits of the exponent."""

    def __init__(self, precision, exponent):
        self.precision, self.exponent = precision, exponent
        self.fraction = precision - 1
        self.bits = precision + exponent
        self.bias = (1 << (exponent - 1)) - 1
        self.top = (1 << exponent) - 1
        self.inf = self.top << self.fraction
        self.sign = 1 << (self.bits - 1)
        self.quiet = 1 << (self.fraction - 1)
        self.default_nan = self.sign | self.inf | self.quiet
        self.one = self.bias << self.fraction

    def field(self, x):
        return x >> self.fraction & self.top

    def is_nan(self, x):
        return x & ~self.sign > self.inf

    def is_inf(self, x):
        return x & ~self.sign == self.inf

    def is_zero(self, x):
        return x & ~self.sign == 0

    def is_denormal(self, x):
        return self.field(x) == 0 and not self.is_zero(x)

    def number(self, x):
        """(sign, m, e) of a finite number: its magnitude is m * 2^e."""
        field, fraction = self.field(x), x & ((1 << self.fraction) - 1)
        if field:
            fraction |= 1 << self.fraction
        return x >> (self.bits - 1), fraction, max(field, 1) - self.bias - self.fraction

    def overflow(self, sign, mode, to_max):
        finite = to_max or mode == ZERO or mode == (DOWN, UP)[sign]
        return sign << (self.bits - 1) | (self.inf - 1 if finite else self.inf)

    def round(self, sign, m, e, mode, flush, to_max=False):
        """The magnitude m * 2^e, rounded once. A bit that says "and something more" may be the lowest of m."""
        if m == 0:
            return sign << (self.bits - 1)
        least = 1 - self.bias  # exponent of the least normal number
        exponent = m.bit_length() - 1 + e
        if flush and rounded(sign, m, e, exponent - self.fraction, mode) << self.fraction < (
            1 << (2 * self.fraction + max(0, least - exponent))
        ):
            if exponent < least:
                RAISED.update("UX")
                return sign << (self.bits - 1)
        step = max(exponent, least) - self.fraction
        q = rounded(sign, m, e, step, mode)
        biased = step + self.fraction + self.bias
        value = q + ((biased - 1) << self.fraction)
        if value >= self.inf:
            RAISED.update("OX")
            return self.overflow(sign, mode, to_max)
        if value >> self.fraction == 0:
            RAISED.add("U")
        if step > e and q << (step - e) != m:
            RAISED.add("X")
        return sign << (self.bits - 1) | value


def rounded(sign, m, e, step, mode):
    """m * 2^e in units of 2^step, as an integer."""
    shift = step - e
    if shift <= 0:
        return m << -shift
    q, rest, half = m >> shift, m & ((1 << shift) - 1), 1 << (shift - 1)
    up = {NEAREST: rest > half or (rest == half and q & 1), UP: rest and not sign, DOWN: rest and sign, ZERO: False}
    return q + bool(up[mode])


F16, F32, F64 = Format(11, 5), Format(24, 8), Format(53, 11)


class Mode:
    """The float fields of MODE, in the order of fp_mode_t."""

    def __init__(self, word):
        self.word = word
        self.ovfl, self.dx10, self.ieee = word >> 10 & 1, word >> 9 & 1, word >> 8 & 1
        self.denorm = {F64: word >> 6 & 3, F32: word >> 4 & 3, F16: word >> 6 & 3}
        self.rounding = {F64: word >> 2 & 3, F32: word & 3, F16: word >> 2 & 3}


def modifiers(form, x, neg, absolute):
    return (x & ~form.sign if absolute else x) ^ (form.sign if neg else 0)


def finish(form, x, mode, omod, clamp):
    """OMOD and CLAMP of a result."""
    sign, field = x & form.sign, form.field(x)
    if omod and not mode.ieee and not mode.denorm[form] & 2 and field != form.top:
        if field == 0:
            x = 0
        else:
            field += (0, 1, 2, -1)[omod]
            if field >= form.top:
                x = form.overflow(sign >> (form.bits - 1), mode.rounding[form], form is F16 and mode.ovfl)
            elif field == 0:
                x = sign
            else:
                x = sign | field << form.fraction | x & ((1 << form.fraction) - 1)
    if clamp:
        if form.is_nan(x):
            x = 0 if mode.dx10 else x
        elif x & form.sign:
            x = 0
        else:
            x = min(x, form.one)
    return x


def convert(x, source, target):
    """To a wider format; exact."""
    sign = x >> (source.bits - 1) << (target.bits - 1)
    more = target.fraction - source.fraction
    if source.field(x) == source.top:
        return sign | target.inf | (x & ((1 << source.fraction) - 1)) << more
    s, m, e = source.number(x)
    return target.round(s, m, e, NEAREST, False)


def nan_out(form, x, mode):
    return x | form.quiet if mode.ieee else x


# ---- roots (numerics.md 5) ----------------------------------------------------------------------------------------


def root(form, function, always_flush):
    def compute(x, mode):
        if form.is_denormal(x) and (always_flush or not mode.denorm[form] & 1):
            x &= form.sign
        sign, to_max = x & form.sign, form is F16 and mode.ovfl
        if form.is_nan(x):
            return nan_out(form, x, mode)
        if form.is_zero(x):
            RAISED.add("Z")
            return x if function == "sqrt" else sign | form.inf
        if sign and function != "rcp":
            return form.default_nan
        if form.is_inf(x):
            return x if function == "sqrt" else sign
        flush = always_flush or not mode.denorm[form] & 2
        s, m, e = form.number(x)
        # v = n / m or its root, in units of 2^-(2 * wide) or 2^-wide.
        wide = 160 + m.bit_length()
        if function == "rcp":
            q, rest = divmod(1 << (2 * wide), m)
            return form.round(s, q << 1 | (rest > 0), -e - 2 * wide - 1, NEAREST, flush, to_max)
        if e & 1:
            m, e = m << 1, e - 1
        if function == "sqrt":
            n = m << (2 * wide)
            q = isqrt(n)
            return form.round(s, q << 1 | (q * q < n), e // 2 - wide - 1, NEAREST, flush, to_max)
        n = 1 << (4 * wide)  # floor of the root of a quotient: that of its floor
        q = isqrt(n // m)
        return form.round(s, q << 1 | (q * q * m < n), -e // 2 - 2 * wide - 1, NEAREST, flush, to_max)

    return compute


# ---- exp, log, sin, cos (numerics.md 5.1) ----------------------------------------------------------------------------


def read_tables():
    tables = {}
    with open(os.path.join(ROOT, "docs", "spec", "transcendental-tables.tsv"), encoding="ascii") as file:
        for line in file:
            name, index, *values = line.split("\t")
            tables.setdefault(name, {})[int(index)] = tuple(map(int, values))
    return tables


TABLES = read_tables()


def q_of(name, i, d, w):
    c0, c1, c2 = TABLES[name][i]
    return c0 + (((c1 + ((c2 * d) >> w)) * d) >> w)


def shifted(m, n):
    return m << n if n >= 0 else m >> -n


def exp_number(s, m, e):
    x = shifted(m, e + 5)
    x = -x if s else x
    n, f = x >> 28, x & ((1 << 28) - 1)
    return 0, q_of("exp", f >> 22, f & ((1 << 22) - 1), 22), n - 30


def log_number(_, m, e):
    e, m = (e + 1, m) if m >= 0xC00000 else (e, 2 * m)
    t, k = m - (1 << 24), m - 0xC00000
    r = e * (1 << 54) + t * q_of("log", k >> 17, k & 0x1FFFF, 17)
    return int(r < 0), abs(r), -54


SIN = next(name for name in TABLES if name.startswith("sin"))


def sin_number(is_cos):
    def number(s, m, e):
        if not is_cos and e + 127 < 118:
            return s, m * q_of(SIN, 0, shifted(m, e + 9), 23), e - 51
        u = shifted(m, e + 9) % 2**32
        if is_cos:
            u, s = (u + 2**30) % 2**32, 0
        sign, v = s ^ u >> 31, u & 0x7FFFFFFF
        v = 2**31 - v if v > 2**30 else v
        if v == 0:
            return 0, 0, 0
        if v == 2**30:
            return sign, 1, 0
        return sign, v * q_of(SIN, v >> 23, v & 0x7FFFFF, 23), -60

    return number


def transcendental(form, function):
    always = form is F32 and function in ("exp", "log")
    number = {"exp": exp_number, "log": log_number, "sin": sin_number(False), "cos": sin_number(True)}[function]

    def compute(x, mode):
        if form.is_denormal(x) and (always or not mode.denorm[form] & 1):
            x &= form.sign
        sign, to_max = x & form.sign, form is F16 and mode.ovfl
        if form.is_nan(x):
            return nan_out(form, x, mode)
        if function == "exp":
            if form.is_inf(x):
                return 0 if sign else x
            if form.is_zero(x):
                return form.one
        elif function == "log":
            if form.is_zero(x):
                RAISED.add("Z")
                return form.sign | form.inf
            if sign:
                return form.default_nan
            if form.is_inf(x):
                return x
        elif form.is_inf(x):
            return form.default_nan
        elif form.is_zero(x):
            return form.one if function == "cos" else x
        wide = convert(x, form, F32) if form is F16 else x
        s, m, e = F32.number(wide)
        e += 23
        if function in ("sin", "cos") and (wide & ~F32.sign) > 0x43800000:
            return form.one if function == "cos" else 0
        if function == "exp" and not s and e >= 7:
            RAISED.update("OX")
            return form.overflow(0, NEAREST, to_max)
        if function == "exp" and (wide & ~F32.sign) > 0x42FC0000 and s:
            RAISED.update("UX")
            return 0
        if function == "exp":
            exact = e >= 23 or m % (1 << (23 - e)) == 0
        elif function == "log":
            exact = m & (m - 1) == 0
        s, p, q = number(s, m, e)
        if function in ("sin", "cos"):
            exact = p in (0, 1)
        if not exact:
            RAISED.add("X")
        return form.round(s, p, q, NEAREST, always or not mode.denorm[form] & 2, to_max)

    return compute


# VOP3 number: (name, format of source 0 and of the result, meaning)
UNARY = {}
for _numbers, _form, _always in (
    ({"exp": 352, "log": 353, "rcp": 354, "rsq": 356, "sqrt": 359, "sin": 361, "cos": 362}, F32, True),
    ({"rcp": 357, "rsq": 358, "sqrt": 360}, F64, False),
    ({"rcp": 381, "sqrt": 382, "rsq": 383, "log": 384, "exp": 385, "sin": 393, "cos": 394}, F16, False),
):
    for _name, _number in _numbers.items():
        _meaning = root(_form, _name, _always) if _name in ("rcp", "rsq", "sqrt") else transcendental(_form, _name)
        UNARY[_number] = (f"v_{_name}_f{_form.bits}", _form, _meaning)
UNARY[355] = ("v_rcp_iflag_f32",) + UNARY[354][1:]
UNARY[395] = ("v_exp_legacy_f32",) + UNARY[352][1:]
UNARY[396] = ("v_log_legacy_f32",) + UNARY[353][1:]


# ---- the other f32 opcodes (numerics.md 3.1, 3.4, 4) -------------------------------------------------------------


def flushed(x, on=True):
    return x & F32.sign if on and F32.is_denormal(x) else x


def exact_sum(terms, mode):
    """The sum of numbers (sign, m, e) in f32, rounded once; denormals become zeros."""
    least = min(e for _, _, e in terms)
    total = sum((-m if s else m) << (e - least) for s, m, e in terms)
    signs = {s for s, _, _ in terms}
    sign = int(total < 0) if total else signs.pop() if len(signs) == 1 else int(mode.rounding[F32] == DOWN)
    return sign, abs(total), least


def legacy_product(x, y, mode, flush):
    if F32.is_zero(x) or F32.is_zero(y):
        return 0
    for value in (x, y):
        if F32.is_nan(value):
            return nan_out(F32, value, mode)
    sign = (x ^ y) & F32.sign
    if F32.is_inf(x) or F32.is_inf(y):
        return sign | F32.inf
    (_, m, e), (_, n, f) = F32.number(x), F32.number(y)
    return F32.round(sign >> 31, m * n, e + f, mode.rounding[F32], flush)


def mul_legacy(mode, x, y, _):
    x, y = (flushed(value, not mode.denorm[F32] & 1) for value in (x, y))
    return legacy_product(x, y, mode, not mode.denorm[F32] & 2)


def mad_legacy(mode, x, y, z):
    x, y, z = flushed(x), flushed(y), flushed(z)
    product = legacy_product(x, y, mode, True)
    for value in (product, z):
        if F32.is_nan(value):
            return nan_out(F32, value, mode)
    if F32.is_inf(product) and F32.is_inf(z):
        return z if z == product else F32.default_nan
    for value in (product, z):
        if F32.is_inf(value):
            return value
    return F32.round(*exact_sum([F32.number(product), F32.number(z)], mode), mode.rounding[F32], True)


def frexp_exp(mode, x, *_):
    x = flushed(x, not mode.denorm[F32] & 1)
    if F32.field(x) == F32.top or F32.is_zero(x):
        return 0
    _, m, e = F32.number(x)
    return (m.bit_length() + e) & 0xFFFFFFFF


def frexp_mant(mode, x, *_):
    x = flushed(x, not mode.denorm[F32] & 1)
    if F32.is_nan(x):
        return nan_out(F32, x, mode)
    if F32.is_inf(x) or F32.is_zero(x):
        return x
    s, m, _ = F32.number(x)
    return F32.round(s, m, -m.bit_length(), NEAREST, False)


def cvt_off(_, x, *__):
    value = ((x & 15) ^ 8) - 8
    return F32.round(int(value < 0), abs(value), -4, NEAREST, False)


def pkrtz(mode, x, y, _):
    def half(value):
        value = flushed(value, not mode.denorm[F32] & 1)
        sign = value >> 31 << 15
        if F32.is_nan(value):
            return sign | F16.inf | F16.quiet | (value >> 13 & 0x3FF)
        if F32.is_inf(value):
            return sign | F16.inf
        return F16.round(*F32.number(value), ZERO, not mode.denorm[F16] & 2)

    return half(y) << 16 | half(x)


def saturated(x, scale, rounding, low, high):
    """x * scale as an integer."""
    if F32.is_nan(x):
        RAISED.add("I")
        return 0
    if F32.is_inf(x):
        RAISED.add("I")
        return low if x & F32.sign else high
    s, m, e = F32.number(x)
    value = rounded(s, m * scale, e, 0, rounding)
    value = -value if s else value
    if not low <= value <= high:
        RAISED.add("I")
    elif e < 0 and m * scale % (1 << -e):
        RAISED.add("X")
    return min(max(value, low), high)


def pknorm(scale, low):
    def compute(mode, x, y, _):
        x, y = (
            saturated(flushed(value, not mode.denorm[F32] & 1), scale, NEAREST, low, scale) & 0xFFFF for value in (x, y)
        )
        return y << 16 | x

    return compute


def pk_u8(mode, x, y, z):
    shift = 8 * (y & 3)
    value = saturated(flushed(x, not mode.denorm[F32] & 1), 1, mode.rounding[F32], 0, 255)
    return z & ~(255 << shift) | value << shift


def cube(name):
    def compute(mode, x, y, z):
        size = [None if F32.is_nan(value) else flushed(value) & ~F32.sign for value in (x, y, z)]
        if None not in size and size[2] == max(size):
            face, major = "z", z
        elif None not in size[:2] and size[1] >= size[0]:
            face, major = "y", y
        else:
            face, major = "x", x
        neg = not F32.is_nan(major) and flushed(major) > F32.sign
        minus = F32.sign
        turn = minus if neg else 0
        if name == "id":
            return F32.round(0, 2 * "xyz".index(face) + neg, 0, NEAREST, False)
        if name == "sc":
            value = {"z": x ^ turn, "y": x, "x": z ^ turn ^ minus}[face]
        elif name == "tc":
            value = {"z": y ^ minus, "y": z ^ turn, "x": y ^ minus}[face]
        elif F32.field(major) == F32.top:
            value = major
        elif F32.is_zero(flushed(major)):
            value = major & F32.sign if mode.rounding[F32] == DOWN else 0
        else:
            s, m, e = F32.number(major)
            value = F32.round(s, m, e + 1, mode.rounding[F32], True)
        return nan_out(F32, value, mode) if F32.is_nan(value) else value

    return compute


# VOP3 number: (name, float sources as bits, modifiers of the result act, meaning)
OTHERS = {
    260: ("v_mul_legacy_f32", 3, True, mul_legacy),
    334: ("v_cvt_off_f32_i4", 0, True, cvt_off),
    371: ("v_frexp_exp_i32_f32", 1, False, frexp_exp),
    372: ("v_frexp_mant_f32", 1, True, frexp_mant),
    448: ("v_mad_legacy_f32", 7, True, mad_legacy),
    452: ("v_cubeid_f32", 7, True, cube("id")),
    453: ("v_cubesc_f32", 7, True, cube("sc")),
    454: ("v_cubetc_f32", 7, True, cube("tc")),
    455: ("v_cubema_f32", 7, True, cube("ma")),
    477: ("v_cvt_pk_u8_f32", 1, False, pk_u8),
    496: ("v_cvt_pkaccum_u8_f32", 1, False, pk_u8),
    660: ("v_cvt_pknorm_i16_f32", 3, False, pknorm(32767, -32767)),
    661: ("v_cvt_pknorm_u16_f32", 3, False, pknorm(65535, 0)),
    662: ("v_cvt_pkrtz_f16_f32", 3, False, pkrtz),
}
NAMES = {number: row[0] for number, row in (*UNARY.items(), *OTHERS.items())}


def format_of(number):
    """The format of the sources."""
    return UNARY[number][1] if number in UNARY else F32


def result(number, neg, absolute, omod, clamp, mode, sources):
    """The value of an opcode. neg and absolute have a bit for each source."""
    if number in UNARY:
        _, form, meaning = UNARY[number]
        x = modifiers(form, sources[0] & (2 * form.sign - 1), neg & 1, absolute & 1)
        value = meaning(x, mode)
        raise_of_operands(NAMES[number], [(form, x)], value, form, clamp)
        return finish(form, value, mode, omod, clamp)
    name, floats, acts, meaning = OTHERS[number]
    sources = [modifiers(F32, x, neg & floats & 1 << i, absolute & floats & 1 << i) for i, x in enumerate(sources)]
    value = meaning(mode, *sources)
    raise_of_operands(name, [(F32, x) for i, x in enumerate(sources) if floats >> i & 1], value, acts and F32, clamp)
    if not acts:
        return value
    # OMOD of a cube opcode needs IEEE = 0 alone.
    if name.startswith("v_cube"):
        mode = Mode(mode.word & ~0x20)
    return finish(F32, value, mode, omod, clamp)
