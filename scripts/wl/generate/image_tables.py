# SPDX-License-Identifier: Apache-2.0
"""Tables of images for the RTL: rtl/image/image_log_pkg.sv from image.md 11.2, rtl/vmem/vmem_srgb_pkg.sv from 7.2.

Every entry is found by comparing whole numbers. The entries that the chapter shows are compared each time.
"""
import sys
from fractions import Fraction

from wl import Error
from wl.generate import parts


LOG_SHOWN = {1: 8411352, 2: 8434158, 255: 16731852}
SRGB_SHOWN = {
    **{0: 0x00000000, 1: 0x399F22B4, 10: 0x3B46EB61, 11: 0x3B5B518E, 64: 0x3D51FFEC, 127: 0x3E595305},
    **{128: 0x3E5D0A89, 188: 0x3F00BD2B, 254: 0x3F7DB8DE, 255: 0x3F800000},
}

HEAD = """\
// SPDX-License-Identifier: Apache-2.0
// {about}
// Written by scripts/wl/generate/image_tables.py: change that script.
//
// With no_inline_task Verilator emits one function that all lanes share.
package {name};
"""


def threshold(j):
    """The least integer t with t ** 256 >= 2 ** (23 * 256 + j)."""
    low, high = 1 << 23, 1 << 24
    while low < high:
        middle = (low + high) // 2
        if middle**256 >> j >= 1 << 23 * 256:
            high = middle
        else:
            low = middle + 1
    return low


def power_below(value, unit):
    """The greatest whole n with (n * unit) ** 5 <= value."""
    low, high = 0, 1 << 26
    while low + 1 < high:
        middle = (low + high) // 2
        if (middle * unit) ** 5 <= value:
            low = middle
        else:
            high = middle
    return low


def srgb(v):
    """The f32 number of a component."""
    c = Fraction(v, 255)
    if c <= Fraction(4045, 100000):
        fifth = (c / Fraction(1292, 100)) ** 5
    else:
        fifth = ((c + Fraction(55, 1000)) / Fraction(1055, 1000)) ** 12
    if not fifth:
        return 0
    exponent = 0
    while (Fraction(2) ** exponent) ** 5 > fifth:
        exponent -= 1
    # With one bit more than the number has: the last one says which of two numbers is nearer. None lies half way.
    n = (power_below(fifth, Fraction(2) ** (exponent - 24)) + 1) // 2
    return ((exponent + 126) << 23) + n


def function(comment, name, argument, bits, values):
    """A function of a package: the entry of a number of 8 bits."""
    digits = (bits + 3) // 4
    text = f"  // {comment}\n  function automatic logic [{bits - 1}:0] {name}(input logic [7:0] {argument});\n"
    text += f"    /* verilator no_inline_task */\n    unique case ({argument})\n"
    for n, value in values.items():
        text += f"      8'd{n}: {name} = {bits}'h{value:0{digits}x};\n"
    return text + f"      default: {name} = {bits}'d0;\n    endcase\n  endfunction\n"


def search(thresholds):
    """A function of a package: the number of thresholds that are at most t, by halves. Each step has a table of its
    own, because yosys copies a table for each call."""
    text = "  // The number of j in 1..255 with t >= T[j], the least integer that is at least 2^(23 + j/256).\n"
    text += "  function automatic logic [7:0] fraction(input logic [23:0] t);\n"
    text += "    /* verilator no_inline_task */\n    logic [23:0] middle;\n    fraction = '0;\n"
    for step in range(8):
        half = 128 >> step
        if step == 0:
            text += f"    middle = 24'h{thresholds[half]:06x};\n"
        else:
            text += f"    unique case (fraction[7:{8 - step}])\n"
            for n in range(1 << step):
                value = thresholds[n * 2 * half + half]
                label = f"{step}'d{n}" if n + 1 < 1 << step else "default"
                text += f"      {label}: middle = 24'h{value:06x};\n"
            text += "    endcase\n"
        text += f"    fraction[{7 - step}] = t >= middle;\n"
    return text + "  endfunction\n"


def compared(name, values, shown):
    for n, value in shown.items():
        if values[n] != value:
            raise Error(f"{name}: entry {n} is {values[n]:x}, image.md has {value:x}")
    return values


def main():
    log = compared("logarithm", {j: threshold(j) for j in range(1, 256)}, LOG_SHOWN)
    color = compared("SRGB", {v: srgb(v) for v in range(256)}, SRGB_SHOWN)
    log_text = HEAD.format(
        about="The logarithm of a level, from its table of thresholds (image.md 11.2).", name="image_log_pkg"
    )
    log_text += search(log)
    color_text = HEAD.format(about="Components in the format SRGB (image.md 7.2).", name="vmem_srgb_pkg")
    color_text += function("The f32 number of a component.", "linear", "component", 32, color)
    made = {
        parts.named("image_log_pkg.sv"): log_text + "endpackage\n",
        parts.named("vmem_srgb_pkg.sv"): color_text + "endpackage\n",
    }
    return parts.settle(made, __doc__)


if __name__ == "__main__":
    sys.exit(main())
