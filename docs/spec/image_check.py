#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Reference of the image chapter: exact integers and fractions, no floating point arithmetic of the host.

image_check.py [image.md]   checks the examples; with a file it asks that each result stands in the text
"""
import functools
import random
import subprocess
import sys
from fractions import Fraction as Q

# ---------------------------------------------------------------- numbers

QNAN = 0x7FC00000


@functools.lru_cache(1 << 16)
def f32(bits):
    """Value of finite f32 bits."""
    s, e, m = bits >> 31, bits >> 23 & 255, bits & 0x7FFFFF
    v = Q(m, 1 << 149) if e == 0 else Q(m | 1 << 23) * Q(2) ** (e - 150)
    return -v if s else v


def kind(bits):
    e, m = bits >> 23 & 255, bits & 0x7FFFFF
    return "nan" if e == 255 and m else "inf" if e == 255 else "fin"


def fl(v):
    """Floor of a fraction."""
    return v.numerator // v.denominator


def rne(v):
    """Nearest integer of a fraction, ties to even."""
    n = v.numerator // v.denominator
    d = v - n
    return n + (1 if d > Q(1, 2) or (d == Q(1, 2) and n & 1) else 0)


def to_float(v, ebits, mbits, zero_sign=0):
    """Bits of the nearest float of a fraction (ties to even); overflow gives Inf."""
    bias = (1 << ebits - 1) - 1
    if v == 0:
        return zero_sign << ebits + mbits
    s, a = (1 if v < 0 else 0), abs(v)
    e = a.numerator.bit_length() - a.denominator.bit_length()
    if Q(2) ** e > a:
        e -= 1
    e = max(e, 1 - bias)
    n = rne(a / Q(2) ** (e - mbits))
    if n >> mbits + 1:
        n >>= 1
        e += 1
    field = e + bias if n >> mbits else 0
    if field >= (1 << ebits) - 1:
        return s << ebits + mbits | ((1 << ebits) - 1) << mbits
    return s << ebits + mbits | field << mbits | n & (1 << mbits) - 1


def r32(v, zero_sign=0):
    return to_float(v, 8, 23, zero_sign)


def r16(v, zero_sign=0):
    return to_float(v, 5, 10, zero_sign)


def half_to_f32(h):
    s, e, m = h >> 15, h >> 10 & 31, h & 0x3FF
    if e == 31:
        return s << 31 | 0x7F800000 | m << 13
    v = Q(m, 1 << 24) if e == 0 else Q(m | 1 << 10) * Q(2) ** (e - 25)
    return r32(-v if s else v, s)


@functools.lru_cache(1 << 16)
def lerp(a, b, w):
    """(a*(256-w) + b*w)/256 of f32 bits, rounded once to nearest even; w = 0 gives a."""
    if w == 0:
        return a
    ka, kb = kind(a), kind(b)
    if "nan" in (ka, kb):
        return QNAN
    if "inf" in (ka, kb):
        if ka == kb and a != b:
            return QNAN
        return a if ka == "inf" else b
    v = (f32(a) * (256 - w) + f32(b) * w) / 256
    return r32(v, 1 if a == b == 0x80000000 else 0)


# ---------------------------------------------------------------- descriptors

T_FIELDS = {  # name: (word, low bit, width)
    "BASE_LO": (0, 0, 32),
    "BASE_HI": (1, 0, 8),
    "MIN_LOD": (1, 8, 12),
    "DATA_FORMAT": (1, 20, 6),
    "NUM_FORMAT": (1, 26, 4),
    "WIDTH": (2, 0, 14),
    "HEIGHT": (2, 14, 14),
    "DST_SEL_X": (3, 0, 3),
    "DST_SEL_Y": (3, 3, 3),
    "DST_SEL_Z": (3, 6, 3),
    "DST_SEL_W": (3, 9, 3),
    "BASE_LEVEL": (3, 12, 4),
    "LAST_LEVEL": (3, 16, 4),
    "SW_MODE": (3, 20, 5),
    "TYPE": (3, 28, 4),
    "DEPTH": (4, 0, 13),
    "PITCH": (4, 13, 16),
    "BC_SWIZZLE": (4, 29, 3),
    "BASE_ARRAY": (5, 0, 13),
    "MAX_MIP": (5, 28, 4),
    "COMPRESSION_EN": (6, 21, 1),
}
S_FIELDS = {
    "CLAMP_X": (0, 0, 3),
    "CLAMP_Y": (0, 3, 3),
    "CLAMP_Z": (0, 6, 3),
    "MAX_ANISO": (0, 9, 3),
    "COMPARE": (0, 12, 3),
    "FORCE_UNNORM": (0, 15, 1),
    "MC_COORD_TRUNC": (0, 19, 1),
    "FORCE_DEGAMMA": (0, 20, 1),
    "TRUNC_COORD": (0, 27, 1),
    "DISABLE_CUBE_WRAP": (0, 28, 1),
    "FILTER_MODE": (0, 29, 2),
    "MIN_LOD": (1, 0, 12),
    "MAX_LOD": (1, 12, 12),
    "LOD_BIAS": (2, 0, 14),
    "MAG": (2, 20, 2),
    "MIN": (2, 22, 2),
    "Z": (2, 24, 2),
    "MIP": (2, 26, 2),
    "BORDER_TYPE": (3, 30, 2),
    "SKIP_DEGAMMA": (3, 12, 1),
}


def pack(fields, words, values):
    w = [0] * words
    for name, v in values.items():
        i, lo, n = fields[name]
        assert 0 <= v < 1 << n, (name, v)
        w[i] |= v << lo
    return w


def unpack(fields, words):
    return {k: words[i] >> lo & (1 << n) - 1 for k, (i, lo, n) in fields.items()}


D1, D2, D3, CUBE, D1A, D2A = 8, 9, 10, 11, 12, 13
XYZW = dict(DST_SEL_X=4, DST_SEL_Y=5, DST_SEL_Z=6, DST_SEL_W=7)

# data format: bytes, [(low bit, width) of X, Y, Z, W]
FORMATS = {
    1: (1, [(0, 8)]),
    2: (2, [(0, 16)]),
    3: (2, [(0, 8), (8, 8)]),
    4: (4, [(0, 32)]),
    5: (4, [(0, 16), (16, 16)]),
    6: (4, [(0, 11), (11, 11), (22, 10)]),
    7: (4, [(0, 10), (10, 11), (21, 11)]),
    8: (4, [(0, 2), (2, 10), (12, 10), (22, 10)]),
    9: (4, [(0, 10), (10, 10), (20, 10), (30, 2)]),
    10: (4, [(0, 8), (8, 8), (16, 8), (24, 8)]),
    11: (8, [(0, 32), (32, 32)]),
    12: (8, [(0, 16), (16, 16), (32, 16), (48, 16)]),
    14: (16, [(0, 32), (32, 32), (64, 32), (96, 32)]),
    16: (2, [(0, 5), (5, 6), (11, 5)]),
    17: (2, [(0, 5), (5, 5), (10, 5), (15, 1)]),
    18: (2, [(0, 1), (1, 5), (6, 5), (11, 5)]),
    19: (2, [(0, 4), (4, 4), (8, 4), (12, 4)]),
}
UNORM, SNORM, USCALED, SSCALED, UINT, SINT, FLOAT, SRGB = 0, 1, 2, 3, 4, 5, 7, 9


def srgb(v):
    """f32 bits nearest to the linear value of an 8-bit sRGB component, by exact comparison."""
    c = Q(v, 255)
    if c <= Q(4045, 100000):
        return r32(c / Q(1292, 100))
    x = (c + Q(55, 1000)) / Q(1055, 1000)  # the value is x^(12/5)
    p = x**12
    lo, hi = 0, 0x3F800000
    while lo < hi:  # greatest f32 t with t^5 <= x^12
        m = (lo + hi + 1) // 2
        lo, hi = (m, hi) if f32(m) ** 5 <= p else (lo, m - 1)
    if lo == 0x3F800000:
        return lo
    mid = (f32(lo) + f32(lo + 1)) / 2
    assert mid**5 != p
    return lo if mid**5 > p else lo + 1


@functools.lru_cache(1 << 16)
def component(raw, n, nf, srgb_alpha=False):
    """Register bits of a component of n bits."""
    sx = raw - (1 << n) if raw >> n - 1 else raw
    if nf == UNORM or srgb_alpha:
        return r32(Q(raw, (1 << n) - 1))
    if nf == SNORM:
        return r32(max(Q(-1), Q(sx, (1 << n - 1) - 1)))
    if nf == USCALED:
        return r32(Q(raw))
    if nf == SSCALED:
        return r32(Q(sx))
    if nf == UINT:
        return raw
    if nf == SINT:
        return sx & 0xFFFFFFFF
    if nf == SRGB:
        return srgb(raw)
    if n == 32:
        return raw
    if n == 16:
        return half_to_f32(raw)
    m = n - 5  # 11 and 10 bits, no sign
    e, f = raw >> m, raw & (1 << m) - 1
    if e == 31:
        return 0x7F800000 | f << 23 - m
    return r32(Q(f, 1 << 14 + m) if e == 0 else Q(f | 1 << m) * Q(2) ** (e - 15 - m))


def texel(t, element):
    """Four components of an element (an integer, little endian), before the selects."""
    _, parts = FORMATS[t["DATA_FORMAT"]]
    nf, out = t["NUM_FORMAT"], [0, 0, 0, 0]
    for c, (lo, n) in enumerate(parts):
        out[c] = component(element >> lo & (1 << n) - 1, n, nf, nf == SRGB and c == 3)
    return out


def one(t):
    return 1 if t["NUM_FORMAT"] in (UINT, SINT) else 0x3F800000


def select(t, rgba):
    r = []
    for n in "XYZW":
        s = t["DST_SEL_" + n]
        r.append(one(t) if s == 1 else rgba[s - 4] if s >= 4 else 0)
    return r


# ---------------------------------------------------------------- addresses


def bytes_of(t):
    return FORMATS[t["DATA_FORMAT"]][0]


def last_slice(t):
    """Number of the last slice, counted from BASE_ARRAY (D-IMG-11)."""
    return max(t["DEPTH"] - t["BASE_ARRAY"], 0)


def level_size(t, level):
    """Width, height, depth or slices of a level of the whole image."""
    w = max(1, t["WIDTH"] + 1 >> level)
    h = 1 if t["TYPE"] in (D1, D1A) else max(1, t["HEIGHT"] + 1 >> level)
    d = max(1, t["DEPTH"] + 1 >> level) if t["TYPE"] == D3 else 1
    return w, h, d


def linear(t, level, x, y, s):
    """Byte address of texel x, y of slice s (array slice or z) of a level."""
    b = bytes_of(t)
    flat = t["TYPE"] in (D1, D1A)
    if t["MAX_MIP"] == 0:
        pitch, rows = t["PITCH"] + 1, 1 if flat else t["HEIGHT"] + 1
    else:
        g = 256 // b
        pitch, rows = (t["WIDTH"] + 1 + g - 1) // g * g, t["PITCH"] + 1
    first, h = 0, 1 if flat else t["HEIGHT"] + 1
    for _ in range(level):
        first += h
        h = max(1, (h + 1) // 2)
    base = (t["BASE_LO"] | t["BASE_HI"] << 32) << 8
    return (base + ((s * rows + first + y) * pitch + x) * b) % (1 << 48)


MICRO = {1: "xxxxyyyy", 2: "xxxyyyx", 4: "xxyyyx", 8: "xyyxx", 16: "yyxx"}


def swizzled(t, x, y, s, block_log2):
    """Standard swizzle of one level, thin blocks (2D, 2D array): 256B_S 8, 4KB_S 12, 64KB_S 16."""
    b = bytes_of(t)
    names = MICRO[b] + "".join("yx"[i & 1] for i in range(8, block_log2))
    nx, ny, off = 0, 0, 0
    for i, n in enumerate(names):
        if n == "x":
            off |= (x >> nx & 1) << i
            nx += 1
        else:
            off |= (y >> ny & 1) << i
            ny += 1
    off *= b
    bw, bh = 1 << nx, 1 << ny
    pitch = t["PITCH"] + 1
    rows = (t["HEIGHT"] + bh) // bh
    block = (s * rows + y // bh) * (pitch // bw) + x // bw
    base = (t["BASE_LO"] | t["BASE_HI"] << 32) << 8
    return (base + (block << block_log2) + off) % (1 << 48), bw, bh


# ---------------------------------------------------------------- level of detail

LOG = [0] * 256  # LOG[k]: least t with t >= 2^(23 + k/256)
for _k in range(256):
    _lo, _hi = 1 << 23, 1 << 24
    _p = 1 << 23 * 256 + _k
    while _lo < _hi:
        _m = (_lo + _hi) // 2
        _lo, _hi = (_lo, _m) if _m ** 256 >= _p else (_m + 1, _hi)
    LOG[_k] = _lo
LOD_LOW, LOD_HIGH = -4096, 4095


def lod_of_rho(rho):
    """floor of 256*log2 of rho, which is first cut to 24 significant bits; saturated."""
    if rho == 0:
        return LOD_LOW
    e = rho.numerator.bit_length() - rho.denominator.bit_length()
    if Q(2) ** e > rho:
        e -= 1
    m = int(rho / Q(2) ** (e - 23))
    k = max(i for i in range(256) if m >= LOG[i])
    return min(max(256 * e + k, LOD_LOW), LOD_HIGH)


def lod_fixed(bits):
    k = kind(bits)
    if k == "nan":
        return 0
    if k == "inf":
        return LOD_LOW if bits >> 31 else LOD_HIGH
    return min(max(rne(f32(bits) * 256), LOD_LOW), LOD_HIGH)


def sext(v, n):
    return v - (1 << n) if v >> n - 1 else v


def lod_clamp(t, s, raw, clamp=None):
    low = max(s["MIN_LOD"], t["MIN_LOD"])
    if clamp is not None:
        low = max(low, clamp)
    return min(max(raw, low), s["MAX_LOD"])


# ---------------------------------------------------------------- sampling

LOW, HIGH = -(1 << 23), (1 << 23) - 1  # 24 bits


@functools.lru_cache(1 << 16)
def fixed(bits, n, mode, norm):
    """Coordinate to texels in 1/256, and the exact product (None if not finite)."""
    k = kind(bits)
    if k == "nan":
        return 0, Q(0)
    periodic = norm and mode in (0, 1)
    if k == "inf":
        return (0, Q(0)) if periodic else ((LOW, None) if bits >> 31 else (HIGH, None))
    v = f32(bits)
    if periodic:
        r = abs(v) - 2 * (abs(v) // 2)  # fmod(c, 2), exact in f32
        v = -r if v < 0 else r
    p = v * n if norm else v
    return min(max(rne(p * 256), LOW), HIGH), p


def wrap(i, n, mode):
    """Texel index, or None for the border."""
    if mode == 0:
        return i % n
    if mode == 1:
        m = i % (2 * n)
        return m if m < n else 2 * n - 1 - m
    if mode in (3, 5, 7) and i < 0:
        i = -1 - i
    if mode in (2, 3):
        return min(max(i, 0), n - 1)
    return i if 0 <= i < n else None


def taps(bits, n, mode, norm, lin, trunc=0, offset=0):
    """[(index or None)], weight of the second of them."""
    f, p = fixed(bits, n, mode, norm)
    if mode in (4, 5):
        f = min(max(abs(f) if mode == 5 else f, 0), 256 * n)
    if not lin:
        i = f >> 8
        if trunc and p is not None and mode not in (4, 5):
            i = min(max(fl(p), -32768), 32767)
        if mode in (4, 5):
            i = min(i, n - 1)
        return [wrap(i + offset, n, mode)], 0
    g = f - 128
    i, w = (g >> 8) + offset, g & 255
    return [wrap(i, n, mode), wrap(i + 1, n, mode)], w


BC = ["xyzw", "xwyz", "wzyx", "wxyz", "zyxw", "yxwz", "xyzw", "xyzw"]


def border(t, s):
    i = one(t)
    v = dict(zip("xyzw", [(0, 0, 0, 0), (0, 0, 0, i), (i, i, i, i)][s["BORDER_TYPE"]]))
    return [v[c] for c in BC[t["BC_SWIZZLE"]]]


def compare(func, ref, z):
    if "nan" in (kind(ref), kind(z)):
        return func in (5, 7)

    def key(b):
        if kind(b) == "inf":
            return Q(-1 if b >> 31 else 1) * Q(2) ** 200
        return f32(b)

    a, b = key(ref), key(z)
    return [False, a < b, a == b, a <= b, a > b, a != b, a >= b, True][func]


def compared(t, s, ref, v):
    """*_c: a texel after the comparison of its X with the reference."""
    if t["NUM_FORMAT"] in (UNORM, SRGB) and kind(ref) != "nan":
        ref = 0 if ref >> 31 else min(ref, 0x3F800000)
    return [0x3F800000 if compare(s["COMPARE"], ref, v[0]) else 0, 0, 0, 0]


def element(t, memory, address):
    return int.from_bytes(bytes(memory(address + q) for q in range(bytes_of(t))), "little")


def sample(t, s, memory, coords, lod=0, unorm=0, slice_=0, offset=(0, 0, 0), ref=None, log=None):
    """One lane. coords: f32 bits of x, y, z; lod: fixed, already clamped. Returns four register values before DMASK."""
    norm = not (unorm or s["FORCE_UNNORM"])
    xy = s["MAG"] if lod <= 0 else s["MIN"]
    lin = xy & 1 and t["NUM_FORMAT"] not in (UINT, SINT)
    zlin = lin if s["Z"] == 0 else (s["Z"] == 2 and t["NUM_FORMAT"] not in (UINT, SINT))
    n = t["LAST_LEVEL"] - t["BASE_LEVEL"]
    if s["MIP"] == 0:
        levels, wm = [0], 0
    elif s["MIP"] in (1, 3) or t["NUM_FORMAT"] in (UINT, SINT):
        levels, wm = [min(max(lod + 128 >> 8, 0), n)], 0
    else:
        c = min(max(lod, 0), 256 * n)
        levels, wm = [c >> 8, (c >> 8) + 1], c & 255
        if wm == 0:
            levels = levels[:1]
    dims = {D1: 1, D1A: 1, D2: 2, D2A: 2, D3: 3}[t["TYPE"]]
    layer = t["BASE_ARRAY"] + min(max(slice_, 0), last_slice(t)) if t["TYPE"] in (D1A, D2A) else 0
    results = []
    for part, l in enumerate(levels):
        lv = t["BASE_LEVEL"] + l
        size = level_size(t, lv)
        axis = []
        for a in range(3):
            if a < dims:
                axis.append(
                    taps(
                        coords[a],
                        size[a],
                        s["CLAMP_" + "XYZ"[a]],
                        norm,
                        zlin if a == 2 else lin,
                        s["TRUNC_COORD"],
                        offset[a],
                    )
                )
            else:
                axis.append(([0], 0))

        def fetch(taken, i, j, k):
            if None in (i, j, k):
                v = border(t, s)
            else:
                ad = linear(t, lv, i, j, k if dims == 3 else layer)
                if log is not None:
                    log.append((8 * part + taken, ad))
                v = texel(t, element(t, memory, ad))
            return v if ref is None else compared(t, s, ref, v)

        def along(a, f):
            idx, w = axis[a]
            first = f(idx[0], 0)
            if w == 0:
                return first
            second = f(idx[1], 1 << a)
            return [lerp(p, q, w) for p, q in zip(first, second)]

        results.append(along(2, lambda k, z: along(1, lambda j, y: along(0, lambda i, x: fetch(x + y + z, i, j, k)))))
    out = results[0] if wm == 0 else [lerp(p, q, wm) for p, q in zip(*results)]
    return select(t, out)


def gather4(t, s, memory, coords, lod=0, unorm=0, channel=0, slice_=0, offset=(0, 0, 0), ref=None, log=None):
    norm = not (unorm or s["FORCE_UNNORM"])
    n = t["LAST_LEVEL"] - t["BASE_LEVEL"]
    level = t["BASE_LEVEL"] + (min(max(lod + 128 >> 8, 0), n) if s["MIP"] else 0)
    w, h, _ = level_size(t, level)
    xs, _ = taps(coords[0], w, s["CLAMP_X"], norm, True, 0, offset[0])
    ys, _ = taps(coords[1], h, s["CLAMP_Y"], norm, True, 0, offset[1])
    layer = t["BASE_ARRAY"] + min(max(slice_, 0), last_slice(t)) if t["TYPE"] == D2A else 0
    out = []
    for i, j in ((0, 1), (1, 1), (1, 0), (0, 0)):
        if xs[i] is None or ys[j] is None:
            v = border(t, s)
        else:
            ad = linear(t, level, xs[i], ys[j], layer)
            if log is not None:
                log.append((2 * j + i, ad))
            v = texel(t, element(t, memory, ad))
        if ref is not None:
            v = compared(t, s, ref, v)
        out.append(select(t, v)[channel])
    return out


def load(t, memory, x, y=0, s=0, mip=0):
    """image_load of one lane: four register values, and the address or None."""
    w, h, d = level_size(t, t["BASE_LEVEL"] + mip)
    last = d - 1 if t["TYPE"] == D3 else last_slice(t) if t["TYPE"] in (D1A, D2A, CUBE) else 0
    if mip > t["LAST_LEVEL"] - t["BASE_LEVEL"] or x >= w or y >= h or s > last:
        return select(t, [0, 0, 0, 0]), None
    ad = linear(t, t["BASE_LEVEL"] + mip, x, y, s + t["BASE_ARRAY"] if t["TYPE"] in (D1A, D2A, CUBE) else s)
    return select(t, texel(t, element(t, memory, ad))), ad


# ---------------------------------------------------------------- address registers


def registers(body, dims, offset=0, bias=0, zcomp=0, deriv=0, last=0, a16=0):
    """Number of address VGPRs. body: coordinates with slice or face; dims: axes of a derivative."""
    n = offset + bias + zcomp
    if deriv:
        n += 2 * ((dims + 1) // 2 if a16 else dims)
    k = body + last
    return n + ((k + 1) // 2 if a16 else k)


# ---------------------------------------------------------------- cutting an instruction into requests


def count_transactions(per_lane, size):
    """per_lane: for each of 64 lanes a dictionary of addresses by texel number, empty where nothing is fetched."""
    total = 0
    for base in range(0, 64, 16):
        for number in range(16):
            for dword in range(max(size // 4, 1)):
                total += len({p[number] + 4 * dword >> 6 for p in per_lane[base : base + 16] if number in p})
    return total


def store_element(t, regs):
    """Element that a store writes, of the four components (DMASK done), or None: no FLOAT 11 and 10."""
    size, parts = FORMATS[t["DATA_FORMAT"]]
    nf, e = t["NUM_FORMAT"], 0
    if nf in (USCALED, SSCALED, SRGB):
        return None
    for c, (lo, n) in enumerate(parts):
        v = next((regs[k] for k in range(4) if t["DST_SEL_" + "XYZW"[k]] == 4 + c), 0)
        if nf in (UNORM, SNORM):
            top = (1 << n) - 1 if nf == UNORM else (1 << n - 1) - 1
            low = 0 if nf == UNORM else -1
            f = (
                Q(0)
                if kind(v) == "nan"
                else Q(low if v >> 31 else 1)
                if kind(v) == "inf"
                else min(max(f32(v), low), Q(1))
            )
            r = rne(f * top)
        elif nf == UINT:
            r = min(v, (1 << n) - 1)
        elif nf == SINT:
            r = min(max(sext(v, 32), -(1 << n - 1)), (1 << n - 1) - 1)
        else:
            r = v if n == 32 else half(v)
        e |= (r & (1 << n) - 1) << lo
    return e


def half(v):
    """f16 bits of f32 bits, to nearest even."""
    k = kind(v)
    if k == "nan":
        return v >> 16 & 0x8000 | 0x7E00 | v >> 13 & 0x3FF
    return v >> 16 & 0x8000 | 0x7C00 if k == "inf" else r16(f32(v), v >> 31)


# ---------------------------------------------------------------- examples


def bits(text):
    """f32 bits of the decimal number, rounded once."""
    return r32(Q(text))


def T(**k):
    d = dict.fromkeys(T_FIELDS, 0)
    d.update(XYZW)
    d.update(k)
    return d


def S(**k):
    d = dict.fromkeys(S_FIELDS, 0)
    d.update(MAX_LOD=0xFFF)
    d.update(k)
    return d


class Memory(dict):
    def put(self, t, x, y, value, level=0, s=0):
        a = linear(t, level, x, y, s)
        for q in range(bytes_of(t)):
            self[a + q] = value >> 8 * q & 255

    def __call__(self, a):
        return self.get(a, 0)


ENCODINGS = [
    ("image_load v[0:3], v[4:5], s[0:7] dmask:0xf unorm", 0xF0001F00, 0x00000004),
    ("image_load v[0:3], v0, s[0:7] dmask:0xf unorm a16", 0xF0009F00, 0x00000000),
    ("image_load_mip v[0:3], v[0:3], s[0:7] dmask:0xf unorm da", 0xF0045F00, 0x00000000),
    ("image_store v[0:1], v[4:5], s[0:7] dmask:0xf unorm d16", 0xF0201F00, 0x80000004),
    ("image_store v[0:1], v[4:5], s[0:7] dmask:0x5 unorm", 0xF0201500, 0x00000004),
    ("image_load v[0:4], v4, s[0:7] dmask:0xf unorm tfe", 0xF0011F00, 0x00000004),
    ("image_get_resinfo v[0:3], v4, s[0:7] dmask:0xf", 0xF0380F00, 0x00000004),
    ("image_atomic_cmpswap v[0:1], v[4:5], s[0:7] dmask:0x3 unorm glc", 0xF0443300, 0x00000004),
    ("image_atomic_add v[0:1], v[4:5], s[0:7] dmask:0x3 unorm", 0xF0481300, 0x00000004),
    ("image_sample v[0:3], v[4:5], s[92:99], s[96:99] dmask:0xf slc", 0xF2800F00, 0x03170004),
    ("image_sample_lz v[0:3], v[0:1], s[4:11], s[12:15] dmask:0xf", 0xF09C0F00, 0x00610000),
    ("image_sample_c_d_cl_o v[0:3], v[0:8], s[0:7], s[8:11] dmask:0xf", 0xF0EC0F00, 0x00400000),
    ("image_sample_c_cd_cl_o v[0:3], v[0:8], s[0:7], s[8:11] dmask:0xf", 0xF1BC0F00, 0x00400000),
    ("image_gather4_lz_o v[0:3], v[4:6], s[0:7], s[8:11] dmask:0x2", 0xF15C0200, 0x00400004),
    ("image_get_lod v[0:1], v[4:5], s[0:7], s[8:11] dmask:0x3", 0xF1800300, 0x00400004),
]

REFUSED = [  # llvm-mc-16 refuses them
    "image_load v[0:3], v[4:5], s[0:7] dmask:0xf unorm r128",
    "image_load v[0:3], v[4:5], s[96:103] dmask:0xf unorm",
    "image_sample v[0:3], v[4:5], s[0:7], s[100:103] dmask:0xf",
    "image_gather4 v[0:3], v[4:5], s[0:7], s[8:11] dmask:0x3",
    "image_atomic_add v0, v[4:5], s[0:7] dmask:0x2 unorm",
    "image_atomic_add v0, v[4:5], s[0:7] dmask:0x1 unorm d16",
    "image_load_pck v[0:1], v[4:5], s[0:7] dmask:0xf unorm d16",
    "image_get_resinfo v[0:1], v4, s[0:7] dmask:0xf d16",
    "image_get_lod v0, v[4:5], s[0:7], s[8:11] dmask:0x3 d16",
    "image_load v[0:3], v[4:5], s[2:9] dmask:0xf unorm",
]


DISASSEMBLY = [  # words, whether llvm-mc-16 knows them
    (0xF0001F01, 4, False),
    (0xF0001F02, 4, True),
    (0xF0001F80, 4, True),
    (0xF0001F00, 0x01200004, False),
    (0xF0001F00, 0x04000004, True),
    (0xF0001F00, 0x40000004, True),
    (0xF0001F00, 0x00190004, False),
    (0xF0001F00, 0x001A0004, False),
    (0xF0001F00, 0x001D0004, True),
    (0xF0001F00, 0x001E0004, False),
    (0xF0483100, 0x80000004, False),
    (0xF0081F00, 0x80000004, False),
    (0xF0381F00, 0x80000004, False),
    (0xF1800300, 0x80400004, False),
    (0xF10C0100, 0x00400004, False),
    (0xF1280100, 0x00400004, False),
    (0xF0181F00, 4, False),
]


def known(w0, w1):
    b = " ".join(f"0x{x:02x}" for x in w0.to_bytes(4, "little") + w1.to_bytes(4, "little"))
    r = subprocess.run(
        ["llvm-mc-16", "-triple=amdgcn", "-mcpu=gfx900", "-disassemble"], input=b, capture_output=True, text=True
    )
    return "image_" in r.stdout


def llvm_mc(text):
    r = subprocess.run(
        ["llvm-mc-16", "-triple=amdgcn", "-mcpu=gfx900", "-show-encoding"], input=text, capture_output=True, text=True
    )
    if "encoding: [" not in r.stdout:
        return None
    b = [int(x, 16) for x in r.stdout.split("encoding: [")[1].split("]")[0].split(",")]
    return int.from_bytes(bytes(b[:4]), "little"), int.from_bytes(bytes(b[4:]), "little")


P = T(BASE_LO=0x1000, DATA_FORMAT=1, WIDTH=3, HEIGHT=3, TYPE=D2, PITCH=255, DST_SEL_Y=0, DST_SEL_Z=0, DST_SEL_W=1)


def image_p():
    m = Memory()
    for y in range(4):
        for x in range(4):
            m.put(P, x, y, 10 * x + 40 * y + 3)
    return m


def samples():
    m, s, rows = image_p(), S(MAG=1, MIN=1, CLAMP_X=2, CLAMP_Y=2), []
    for u, v in (("0.5", "0.5"), ("0.375", "0.375"), ("0.3", "0.7"), ("0", "0"), ("0.999", "0.51")):
        r = sample(P, s, m, [bits(u), bits(v)])
        fx, fy = fixed(bits(u), 4, 2, True)[0], fixed(bits(v), 4, 2, True)[0]
        (x, wx), (y, wy) = taps(bits(u), 4, 2, True, True), taps(bits(v), 4, 2, True, True)
        assert r[1:] == [0, 0, 0x3F800000]
        rows.append(f"| {u}, {v} | {fx}, {fy} | x {x[0]} {x[1]} w {wx}; y {y[0]} {y[1]} w {wy} | {r[0]:08X} |")
    return rows


def cases():
    rows, m = [], image_p()

    def row(text, values):
        rows.append(f"| {text} | {' '.join(f'{v:08X}' for v in values)} |")

    near = S(CLAMP_X=2, CLAMP_Y=2)
    row("P, point, s = 0.3, t = 0.7", sample(P, near, m, [bits("0.3"), bits("0.7")])[:1])
    row(
        "P, bilinear, CLAMP_BORDER, transparent black, s = 0, t = 0.5: X, W",
        sample(P, S(MAG=1, CLAMP_X=6, CLAMP_Y=6), m, [0, bits("0.5")])[::3],
    )
    row(
        "P, bilinear, CLAMP_BORDER, white (type 2), s = 0, t = 0.5: X, W",
        sample(P, S(MAG=1, CLAMP_X=6, CLAMP_Y=6, BORDER_TYPE=2), m, [0, bits("0.5")])[::3],
    )
    row(
        "P, point, CLAMP_BORDER, s = -0.1, t = 0.5: X, W",
        sample(P, S(CLAMP_X=6, CLAMP_Y=6), m, [bits("-0.1"), bits("0.5")])[::3],
    )
    row("P, bilinear, WRAP, s = -7.1, t = 1.75", sample(P, S(MAG=1), m, [bits("-7.1"), bits("1.75")])[:1])
    row(
        "P, bilinear, MIRROR, s = -0.05, t = 1.2",
        sample(P, S(MAG=1, CLAMP_X=1, CLAMP_Y=1), m, [bits("-0.05"), bits("1.2")])[:1],
    )
    row(
        "P, bilinear, unnormalized, x = 2.25, y = 1",
        sample(P, S(MAG=1, CLAMP_X=2, CLAMP_Y=2, FORCE_UNNORM=1), m, [bits("2.25"), bits("1")])[:1],
    )
    row(
        "P, point, *_o with offset register 0000023F (x -1, y +2), s = t = 0.5",
        sample(P, near, m, [bits("0.5"), bits("0.5")], offset=(sext(0x23F & 63, 6), sext(0x23F >> 8 & 63, 6), 0))[:1],
    )
    c = S(MAG=1, CLAMP_X=2, CLAMP_Y=2, COMPARE=1)
    row(
        "P, compare <, reference 0.25, bilinear, s = 0.35, t = 0.4",
        sample(P, c, m, [bits("0.35"), bits("0.4")], ref=bits("0.25"))[:1],
    )
    row(
        "P, gather4 of X, CLAMP_LAST_TEXEL, s = t = 0.5: four registers",
        gather4(P, near, m, [bits("0.5"), bits("0.5")]),
    )
    row("P, gather4 of X, s = t = 0: four registers", gather4(P, near, m, [0, 0]))
    q = T(
        BASE_LO=0x2000,
        DATA_FORMAT=4,
        NUM_FORMAT=FLOAT,
        WIDTH=1,
        HEIGHT=1,
        DEPTH=1,
        TYPE=D3,
        PITCH=63,
        DST_SEL_Y=0,
        DST_SEL_Z=0,
        DST_SEL_W=1,
    )
    for z in range(2):
        for y in range(2):
            for x in range(2):
                m.put(q, x, y, r32(Q(1 + x + 2 * y + 4 * z, 3)), 0, z)
    row(
        "3D 2 x 2 x 2, 32 FLOAT, texel (1 + x + 2y + 4z)/3, Z_FILTER 0, linear, 0.4, 0.55, 0.7",
        sample(q, S(MAG=1, CLAMP_X=2, CLAMP_Y=2, CLAMP_Z=2), m, [bits("0.4"), bits("0.55"), bits("0.7")])[:1],
    )
    r = T(BASE_LO=0x3000, DATA_FORMAT=4, NUM_FORMAT=FLOAT, WIDTH=3, HEIGHT=0, TYPE=D2, MAX_MIP=2, LAST_LEVEL=2, PITCH=2)
    for level, w in enumerate((4, 2, 1)):
        for x in range(w):
            m.put(r, x, 0, r32(Q(10 * level + x)), level)
    tri = S(MAG=1, MIN=1, MIP=2, CLAMP_X=2, CLAMP_Y=2)
    row(
        "4 x 1, 32 FLOAT, three levels, texel 10 l + x, trilinear, sample_l, lod 0.75, s = 0.5",
        sample(r, tri, m, [bits("0.5"), bits("0.5")], lod=lod_clamp(r, tri, lod_fixed(bits("0.75"))))[:1],
    )
    row(
        "the same with MIP_FILTER 1",
        sample(r, dict(tri, MIP=1), m, [bits("0.5"), bits("0.5")], lod=lod_clamp(r, tri, lod_fixed(bits("0.75"))))[:1],
    )
    u = T(
        BASE_LO=0x4000, DATA_FORMAT=10, NUM_FORMAT=SINT, WIDTH=1, HEIGHT=0, TYPE=D2, PITCH=63, DST_SEL_X=6, DST_SEL_Z=4
    )
    m.put(u, 1, 0, 0x807F01FE)
    row("2 x 1, 8_8_8_8 SINT, BGRA select, element 807F01FE, image_load x = 1", load(u, m, 1)[0])
    row("the same, x = 2 (out of range)", load(u, m, 2)[0])
    v = dict(u, NUM_FORMAT=UNORM)
    row(
        "BGRA 8_8_8_8 UNORM, image_store of 1.0, 0.5, 0.25, 0.0: the element",
        [store_element(v, [bits("1"), bits("0.5"), bits("0.25"), 0])],
    )
    row(
        "identity 8_8_8_8 UNORM, image_store dmask:0x5 of 1.0, -2.0: the element",
        [store_element(dict(v, **XYZW), [bits("1"), 0, bits("-2"), 0])],
    )
    row(
        "16 SNORM, image_store of -0.5, and of NaN: the elements",
        [
            store_element(T(DATA_FORMAT=2, NUM_FORMAT=SNORM), [bits(x), 0, 0, 0])
            if x
            else store_element(T(DATA_FORMAT=2, NUM_FORMAT=SNORM), [QNAN, 0, 0, 0])
            for x in ("-0.5", "")
        ],
    )
    row(
        "D16 of 3E9C9C9D, of 477FF000 (65520), of 7F812345: halves",
        [half(0x3E9C9C9D), half(0x477FF000), half(0x7F812345)],
    )
    row(
        "D16 of 16 UNORM 65455, 65519: halves (the exact values round to 3BFD, 3BFF)",
        [half(component(x, 16, UNORM)) for x in (65455, 65519)],
    )
    return rows


def check():
    for text, w0, w1 in ENCODINGS:
        assert llvm_mc(text) == (w0, w1), text
    for text in REFUSED:
        assert llvm_mc(text) is None, text
    for w0, w1, yes in DISASSEMBLY:
        assert known(w0, w1) == yes, hex(w0)
    # registers as llc-16 lays them out
    assert registers(2, 2, offset=1, zcomp=1, deriv=1, last=1) == 9
    assert registers(3, 3, offset=1, bias=1, zcomp=1, last=1) == 7
    assert registers(3, 3, deriv=1) == 9 and registers(3, 2, deriv=1) == 7 and registers(2, 1, deriv=1) == 4
    assert registers(2, 2, a16=1) == 1 and registers(3, 3, offset=1, bias=1, zcomp=1, last=1, a16=1) == 5
    assert registers(3, 3, zcomp=1, deriv=1, last=1, a16=1) == 7 and registers(1, 1, deriv=1, a16=1) == 3
    assert registers(3, 2, last=1, a16=1) == 2
    # T# of example 1
    a = T(BASE_LO=0x1000, DATA_FORMAT=10, WIDTH=99, HEIGHT=49, TYPE=D2, PITCH=127)
    assert pack(T_FIELDS, 8, a) == [0x1000, 0xA00000, 0xC4063, 0x90000FAC, 0xFE000, 0, 0, 0]
    assert unpack(T_FIELDS, pack(T_FIELDS, 8, a)) == a
    assert linear(a, 0, 7, 3, 0) == 0x10061C
    assert (
        linear(
            T(BASE_LO=0x2000, DATA_FORMAT=4, WIDTH=9, HEIGHT=4, TYPE=D2A, PITCH=63, DEPTH=5, BASE_ARRAY=2), 0, 3, 4, 3
        )
        == 0x20130C
    )
    assert linear(T(BASE_LO=0x3000, DATA_FORMAT=1, WIDTH=299, TYPE=D1A, PITCH=511, DEPTH=3), 0, 255, 0, 3) == 0x3006FF
    assert (
        linear(T(BASE_LO=0x4000, DATA_FORMAT=12, WIDTH=19, HEIGHT=9, DEPTH=7, TYPE=D3, PITCH=31), 0, 19, 9, 7)
        == 0x404F98
    )
    g = T(BASE_LO=0x5000, DATA_FORMAT=10, WIDTH=99, HEIGHT=49, TYPE=D2, MAX_MIP=6, LAST_LEVEL=6, PITCH=101)
    assert [linear(g, v, 0, 0, 0) for v in range(7)] == [
        0x500000,
        0x506400,
        0x509600,
        0x50B000,
        0x50BE00,
        0x50C600,
        0x50CA00,
    ]
    assert linear(g, 2, 24, 11, 0) == 0x50AC60 and [level_size(g, v)[:2] for v in (2, 5, 6)] == [
        (25, 12),
        (3, 1),
        (1, 1),
    ]
    # standard swizzles: one to one, and the examples
    for df in (1, 2, 10, 11, 14):
        for lg in (8, 12, 16):
            _, bw, bh = swizzled(T(DATA_FORMAT=df), 0, 0, 0, lg)
            t = T(DATA_FORMAT=df, WIDTH=bw - 1, HEIGHT=bh - 1, PITCH=bw - 1)
            assert {swizzled(t, x, y, 0, lg)[0] for x in range(bw) for y in range(bh)} == set(
                range(0, 1 << lg, bytes_of(t))
            )
    t = T(DATA_FORMAT=10, WIDTH=255, HEIGHT=255, PITCH=255)
    assert [swizzled(t, x, y, 0, 16)[0] for x, y in ((1, 0), (0, 1), (4, 0), (0, 8), (8, 0), (127, 127))] == [
        4,
        0x10,
        0x80,
        0x100,
        0x200,
        0xFFFC,
    ]
    # samplers of clang
    assert pack(S_FIELDS, 4, S(CLAMP_X=2, CLAMP_Y=2, CLAMP_Z=2, COMPARE=3, FORCE_UNNORM=1, DISABLE_CUBE_WRAP=1))[
        :2
    ] == [0x1000B092, 0xFFF000]
    assert (
        pack(S_FIELDS, 4, S(CLAMP_X=6, CLAMP_Y=6, CLAMP_Z=6, COMPARE=3, FORCE_UNNORM=1, DISABLE_CUBE_WRAP=1))[0]
        == 0x1000B1B6
    )
    assert pack(S_FIELDS, 4, S(MAG=1, MIN=1))[2] == 0x500000
    # logarithm
    assert (LOG[1], LOG[2], LOG[255]) == (8411352, 8434158, 16731852)
    assert [lod_of_rho(Q(n, d)) for n, d in ((1, 1), (2, 1), (3, 1), (3, 2), (1, 2))] == [0, 256, 405, 149, -256]
    # a worked level: 64 x 32, dx/dh = 1/32, dy/dv = -3/64; bias 0.25
    rho = max(Q(1, 32) * 64, Q(3, 64) * 32)
    raw = lod_of_rho(rho) + 0x40
    assert (rho, lod_of_rho(rho), raw) == (2, 256, 320) and (raw >> 8, raw & 255) == (1, 64)
    assert lod_clamp(T(), S(MAX_LOD=0x100), raw) == 256 and lod_clamp(T(MIN_LOD=0x180), S(), raw) == 384
    assert lod_fixed(bits("0.75")) == 192 and lod_fixed(bits("-100")) == -4096 and lod_fixed(QNAN) == 0
    # lerp
    assert [
        lerp(bits("1"), bits("2"), 77),
        lerp(0x3B808081, 0x3F800000, 128),
        lerp(bits("3e38"), bits("3.3e38"), 200),
    ] == [0x3FA68000, 0x3F008081, 0x7F7353CC]
    assert (
        lerp(0x80000000, 0, 3) == 0
        and lerp(0x80000000, 0x80000000, 3) == 0x80000000
        and lerp(0x7F800000, 0xFF800000, 3) == QNAN
    )
    assert lerp(1, 3, 128) == 2 and lerp(0x7F800001, 0, 0) == 0x7F800001
    # OpenCL's formulas against the clamp modes, in real numbers
    rnd = random.Random(1)
    for _ in range(4000):
        n = rnd.randrange(1, 40)
        s = f32(r32(Q(rnd.randrange(-(10**6), 10**6), 10**5 + rnd.randrange(1000))))
        p = s * n
        u = (s - fl(s)) * n
        i = fl(u)
        assert wrap(fl(p), n, 0) == (i - n if i > n - 1 else i)
        h = fl(u - Q(1, 2))
        i0, i1 = (h + n if h < 0 else h), (h + 1 - n if h + 1 > n - 1 else h + 1)
        k = fl(p - Q(1, 2))
        assert (wrap(k, n, 0), wrap(k + 1, n, 0)) == (i0, i1)
        r = 2 * rne(s / 2)
        v = abs(s - r) * n
        if v.denominator != 1:
            assert wrap(fl(p), n, 1) == min(fl(v), n - 1)
            j = fl(v - Q(1, 2))
            pair = {max(j, 0), min(j + 1, n - 1)}
            assert {wrap(k, n, 1), wrap(k + 1, n, 1)} == pair
        c = r32(s)
        for mode in (0, 1):
            a = fixed(c, n, mode, True)[0]
            b = rne(p * 256)
            assert wrap(a >> 8, n, mode) == wrap(b >> 8, n, mode) and (a - b) % (512 * n) == 0
    # accuracy against real numbers
    worst = Q(0)
    m = Memory()
    t = T(BASE_LO=0x1000, DATA_FORMAT=2, WIDTH=6, HEIGHT=4, TYPE=D2, PITCH=127)
    for y in range(5):
        for x in range(7):
            m.put(t, x, y, rnd.choice((0, 65535, rnd.randrange(65536))))

    def px(i, j):
        return f32(load(t, m, min(max(i, 0), 6), min(max(j, 0), 4))[0][0])

    for _ in range(1500):
        c = [r32(Q(rnd.randrange(1, 10**6), 10**6)) for _ in range(2)]
        got = f32(sample(t, S(MAG=1, CLAMP_X=2, CLAMP_Y=2), m, c)[0])
        ux, uy = f32(c[0]) * 7 - Q(1, 2), f32(c[1]) * 5 - Q(1, 2)
        ix, iy = fl(ux), fl(uy)
        ax, ay = ux - ix, uy - iy
        want = (1 - ay) * ((1 - ax) * px(ix, iy) + ax * px(ix + 1, iy)) + ay * (
            (1 - ax) * px(ix, iy + 1) + ax * px(ix + 1, iy + 1)
        )
        worst = max(worst, abs(got - want))
    assert worst <= Q(1, 256) + Q(4, 1 << 24), float(worst)
    # transactions
    b = T(BASE_LO=0x1000, DATA_FORMAT=10, WIDTH=127, HEIGHT=127, TYPE=D2, PITCH=127)
    assert count_transactions([{0: linear(b, 0, lane, 0, 0)} for lane in range(64)], 4) == 4
    assert count_transactions([{0: linear(b, 0, 0, lane, 0)} for lane in range(64)], 4) == 64
    w = T(BASE_LO=0x1000, DATA_FORMAT=14, WIDTH=127, HEIGHT=127, TYPE=D2, PITCH=127)
    assert count_transactions([{0: linear(w, 0, lane, 0, 0)} for lane in range(64)], 16) == 64
    e = T(BASE_LO=0x1000, DATA_FORMAT=1, WIDTH=127, HEIGHT=127, TYPE=D2, PITCH=255)
    assert count_transactions([{0: linear(e, 0, lane, 0, 0)} for lane in range(64)], 1) == 4
    for width, expected in ((128, 24), (64, 22)):
        lanes = []
        for lane in range(64):
            log = []
            i = T(BASE_LO=0x1000, DATA_FORMAT=10, WIDTH=width - 1, HEIGHT=127, TYPE=D2, PITCH=127)
            sample(
                i,
                S(MAG=1, CLAMP_X=2, CLAMP_Y=2, FORCE_UNNORM=1),
                lambda a: 0,
                [r32(lane + Q(3, 4)), r32(Q(11, 4))],
                log=log,
            )
            assert len(log) == 4
            lanes.append(dict(log))
        assert count_transactions(lanes, 4) == expected
    return float(worst)


def main():
    worst = check()
    lines = samples() + cases()
    lines += [f"| `{text}` | {w0:08X} | {w1:08X} |" for text, w0, w1 in ENCODINGS]
    lines.append("| f32 | " + " | ".join(f"{srgb(v):08X}" for v in (0, 1, 10, 11, 64, 127, 128, 188, 254, 255)) + " |")
    if len(sys.argv) > 1:
        text = open(sys.argv[1], encoding="utf-8").read()
        missing = [line for line in lines if line not in text]
        if missing:
            print("not in the text:", *missing, sep="\n")
            return 1
    counts = (len(lines), len(ENCODINGS), len(REFUSED), len(DISASSEMBLY))
    print("%d lines, %d encodings, %d refusals, %d disassemblies as stated" % counts)
    print(f"bilinear error at most {worst * 256:.3f} of 2^-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
