# SPDX-License-Identifier: Apache-2.0
"""Tables of exp, log, sin and cos for the RTL: writes rtl/simd/valu_trans_table_pkg.sv from numerics.md 5.1.

Every entry is computed from the formulas of the chapter. Its sums of the entries are compared each time.
"""
import sys
from decimal import ROUND_FLOOR, Decimal, getcontext

from wl import Error
from wl.generate import parts


getcontext().prec = 60

SUMS = {"exp": 0x8B5FCA6523897FD2, "log": 0x5D9AF20C6C90E77B, "sin": 0x8A911BA262C9C258}

HEAD = """\
// SPDX-License-Identifier: Apache-2.0
// Tables of exp, log, sin and cos (numerics.md 5.1). Written by scripts/wl/generate/transcendental_tables.py: change
// that script.
//
// The number of an entry: exp 0 to 63, log 64 to 159, sin and cos 160 to 287.
// With no_inline_task Verilator emits one function that all lanes share.
package valu_trans_table_pkg;
  // verilator lint_off UNUSEDPARAM
  parameter logic [8:0] Log = 9'd64;
  parameter logic [8:0] Sin = 9'd160;
  // verilator lint_on UNUSEDPARAM
"""


def arctangent_of_inverse(n):
    """atan(1 / n) by its series."""
    total, term, k = Decimal(0), Decimal(1) / n, 0
    while abs(term) > Decimal(10) ** -58:
        total += term / (2 * k + 1) * (-1) ** k
        term /= n * n
        k += 1
    return total


PI = 16 * arctangent_of_inverse(5) - 4 * arctangent_of_inverse(239)
LN2 = Decimal(2).ln()


def exp(f):
    return (f * LN2).exp()


def log(t):
    return (1 + t).ln() / LN2 / t if t else 1 / LN2


def sin(r):
    """sin(2 pi r) / r by its series."""
    x = 2 * PI * r
    total, term, k = Decimal(0), 2 * PI, 1
    while abs(term) > Decimal(10) ** -58:
        total += term
        term *= -x * x / ((k + 1) * (k + 2))
        k += 2
    return total


def nearest(x):
    return int((x + Decimal("0.5")).to_integral_value(rounding=ROUND_FLOOR))


def table(function, start, width, entries, scale):
    """(c0, c1, c2) of each segment."""
    for i in range(entries):
        begin = start + i * width
        a, m, b = (function(begin + width * half / 2) * 2**scale for half in range(3))
        yield nearest(a), nearest(4 * m - 3 * a - b), nearest(2 * (a + b - 2 * m))


def fnv1a(rows):
    total = 0xCBF29CE484222325
    for row in rows:
        for number in row:
            for byte in (number % 2**64).to_bytes(8, "little"):
                total = (total ^ byte) * 0x100000001B3 % 2**64
    return total


def function(comment, name, bits, values):
    """A function of the package: the entry of a number."""
    digits = (bits + 3) // 4
    text = f"\n  // {comment}\n  function automatic logic [{bits - 1}:0] {name}(input logic [8:0] entry);\n"
    text += "    /* verilator no_inline_task */\n    unique case (entry)\n"
    for n, value in enumerate(values):
        text += f"      9'd{n}: {name} = {bits}'h{value:0{digits}x};\n"
    return text + f"      default: {name} = {bits}'d0;\n    endcase\n  endfunction\n"


def package():
    """The text of the package."""
    one = Decimal(1)
    tables = {
        "exp": list(table(exp, 0 * one, one / 64, 64, 30)),
        "log": list(table(log, -one / 4, one / 128, 96, 30)),
        "sin": list(table(sin, 0 * one, one / 512, 128, 28)),
    }
    for name, rows in tables.items():
        if fnv1a(rows) != SUMS[name]:
            raise Error(f"{name}: the sum of the entries is {fnv1a(rows):x}, numerics.md 5.1 has {SUMS[name]:x}")
    rows = [row for name in tables for row in tables[name]]
    slopes = [(c1 % 2**26) << 18 | c2 % 2**18 for _, c1, c2 in rows]
    text = HEAD + function("c0.", "value", 31, [c0 for c0, _, _ in rows])
    return text + function("{c1[25:0], c2[17:0]}, both signed.", "slopes", 44, slopes) + "endpackage\n"


def main():
    return parts.settle({parts.named("valu_trans_table_pkg.sv"): package()}, __doc__)


if __name__ == "__main__":
    sys.exit(main())
