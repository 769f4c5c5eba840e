# SPDX-License-Identifier: Apache-2.0
"""Bits and numbers: widths of operand types, what bits say as a number, the inline constants."""
import struct

from wl.reading import words

LANES = 64
ALL = (1 << LANES) - 1
M32, M64 = (1 << 32) - 1, ALL
WIDTH = {"16": 16, "24": 32, "32": 32, "64": 64, "128": 128}


def width(kind):
    """Bits of an operand type such as u32, i16, b64."""
    return WIDTH[kind[1:]]


def signed(value, bits):
    value &= (1 << bits) - 1
    return value - (1 << bits) if value >> (bits - 1) else value


def typed(raw, kind):
    """The number that an operand type makes of its bits."""
    if kind[1:] == "24":
        return signed(raw, 24) if kind[0] == "i" else raw & 0xFFFFFF
    return signed(raw, width(kind)) if kind[0] == "i" else raw & ((1 << width(kind)) - 1)


def inline(code, bits):
    """Inline constants (gfx9-encoding.md section 4) of 32 or 64 bits: integers are sign-extended, floats have the
    operand's width. A 16-bit integer operand takes its half of the 32-bit value."""
    if code <= 192:
        return code - 128
    if code <= 208:
        return (192 - code) & ((1 << bits) - 1)
    if code == 248:
        return {32: 0x3E22F983, 64: 0x3FC45F306DC9C882}[bits]
    form = {32: "<f", 64: "<d"}[bits]
    return int.from_bytes(struct.pack(form, words.FLOATS[code - 240]), "little")
