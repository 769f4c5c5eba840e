# SPDX-License-Identifier: Apache-2.0
"""Writes the model's tables of v_exp, v_log, v_sin and v_cos: refmodel/execute/fp_segments.h (numerics.md 5.1).

Double arithmetic is enough: no entry is nearer than 0.00009 to a tie. refmodel/tests/test_fp_transcendental.c compares
the checksums of the specification.
"""
import math
import sys

from wl.generate import parts


HEAD = """// SPDX-License-Identifier: Apache-2.0
// Written by scripts/wl/generate/transcendental_segments.py: the parabolas of exp, log and sin (numerics.md 5.1).
#ifndef WAVELOCK_FP_SEGMENTS_H
#define WAVELOCK_FP_SEGMENTS_H

#include <stdint.h>

struct wl_segment {
  int64_t c0, c1, c2;
};

// One segment a line.
// clang-format off
"""


def power(f):
    return 2.0**f


def logarithm(t):
    return math.log2(1 + t) / t if t else 1 / math.log(2)


def sine(r):
    return math.sin(2 * math.pi * r) / r if r else 2 * math.pi


# Name, function, first start, segments, segments in a unit, scale.
TABLES = (
    ("exp", power, 0, 64, 64, 30),
    ("log", logarithm, -0.25, 96, 128, 30),
    ("sin", sine, 0, 128, 512, 28),
)


def segment(function, start, width, scale):
    a, m, b = (math.ldexp(function(x), scale) for x in (start, start + width / 2, start + width))
    return round(a), round(4 * m - 3 * a - b), round(2 * (a + b - 2 * m))


def text():
    lines = [HEAD]
    for name, function, first, count, per_unit, scale in TABLES:
        lines.append(f"static const struct wl_segment wl_{name}_segments[{count}] = {{\n")
        for i in range(count):
            lines.append("    {%d, %d, %d},\n" % segment(function, first + i / per_unit, 1 / per_unit, scale))
        lines.append("};\n")
    return "".join(lines) + "// clang-format on\n\n#endif\n"


def main():
    return parts.settle({parts.named("fp_segments.h"): text()}, __doc__)


if __name__ == "__main__":
    sys.exit(main())
