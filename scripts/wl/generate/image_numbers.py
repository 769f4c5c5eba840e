# SPDX-License-Identifier: Apache-2.0
"""Writes the model's tables of images: refmodel/memory/image_tables.c (image.md 7.2, 11.2).

Whole roots of whole numbers alone. The tables of the RTL have their own script, which searches instead.
"""
import math
import sys

from wl.generate import parts


HEAD = """\
// SPDX-License-Identifier: Apache-2.0
// Two tables of formulas, each entry exact (image.md 7.2, 11.2).
// Written by scripts/wl/generate/image_numbers.py: change that script.
#include "memory/image.h"

// c = v / 255; c / 12.92 up to 0.04045, else ((c + 0.055) / 1.055)^2.4; to the nearest f32.
"""
MANTISSA = 23
COLUMNS = 118


def fifth_root(n):
    """The greatest whole r with r ** 5 <= n, by Newton's steps from above."""
    r = 1 << -(-n.bit_length() // 5)
    while True:
        lower = (4 * r + n // r**4) // 5
        if lower >= r:
            return r
        r = lower


def linear(v):
    """The component of image.md 7.2 as the root of a fraction: numerator, denominator, and which root."""
    if v * 100000 <= 4045 * 255:
        return v * 100, 1292 * 255, 1
    return (1000 * v + 55 * 255) ** 12, (1055 * 255) ** 12, 5


def f32(v):
    """The number of f32 that is nearest to the component. No component lies half way between two."""
    numerator, denominator, root = linear(v)
    if numerator == 0:
        return 0
    scale = MANTISSA + 1  # of 1, the greatest component
    while True:
        scaled = (numerator << root * scale) // denominator
        whole = fifth_root(scaled) if root == 5 else scaled
        if whole.bit_length() == MANTISSA + 2:  # one bit more than the number has
            break
        scale += 1
    return (126 + MANTISSA + 2 - scale << MANTISSA) + (whole + 1 >> 1) - (1 << MANTISSA)


def threshold(j):
    """The least whole t with t >= 2 ** (23 + j / 256), by eight square roots."""
    power = 1 << MANTISSA * 256 + j
    root = power
    for _ in range(8):
        root = math.isqrt(root)
    return root if root**256 == power else root + 1


def table(name, entries):
    """A table of C, in lines as clang-format makes them."""
    cells = [f"{entry},".ljust(max(map(len, entries)) + 1) for entry in entries]
    per_line = (COLUMNS - 2) // (len(cells[0]) + 1)
    lines = [" ".join(cells[at : at + per_line]).rstrip() for at in range(0, len(cells), per_line)]
    return f"const uint32_t {name}[{len(entries)}] = {{\n" + "".join(f"    {line}\n" for line in lines) + "};\n"


def text():
    colors = [f"0x{f32(v):08x}" for v in range(256)]
    thresholds = [str(threshold(j)) for j in range(256)]
    about = "\n// The least integer from 2^(23 + j/256) on.\n"
    return HEAD + table("wl_srgb", colors) + about + table("wl_log_thresholds", thresholds)


def main():
    return parts.settle({parts.named("image_tables.c"): text()}, __doc__)


if __name__ == "__main__":
    sys.exit(main())
