#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The assembler of MINI16 (README.md).

usage: asm.py IN.s OUT.bin

A line has a label `name:`, an instruction or `.word n`, each of them or none, and a comment behind // or ;. Names are
in any case. A number is decimal or 0x. An error is one line on stderr, exit code 1, and no OUT.bin.
"""
import os
import re
import sys


# What stands behind a name: the kinds of its operands, and where they go in the word.
REGISTER, PREDICATE, BYTE, PLACE, ELEMENT, WORD = (
    "a register r0 to r15",
    "a predicate p0 to p3",
    "a number from 0 to 255",
    "a label or a number from -128 to 127",
    "an element bN[register], b0 to b3",
    "a number from 0 to 65535",
)
FORMS = {
    "d": [(REGISTER, 8)],
    "d, a, b": [(REGISTER, 8), (REGISTER, 4), (REGISTER, 0)],
    "d, n": [(REGISTER, 8), (BYTE, 0)],
    "p, a, b": [(PREDICATE, 8), (REGISTER, 4), (REGISTER, 0)],
    "d, bN[a]": [(REGISTER, 8), (ELEMENT, 0)],
    "p": [(PREDICATE, 0)],
    "n": [(PLACE, 0)],
    "": [],
}
INSTRUCTIONS = {
    "d": {"lane": 0x0001, "wave": 0x0002, "group": 0x0003},
    "d, a, b": dict(zip("add sub mul and or xor shl shr sar".split(), range(0x1000, 0xA000, 0x1000))),
    "d, n": {"li": 0xA000, "lih": 0xB000},
    "p, a, b": {"eq": 0xC000, "ne": 0xC400, "ltu": 0xC800, "lts": 0xCC00},
    "d, bN[a]": {"ld": 0xD000, "st": 0xE000},
    "n": {"bra": 0xF000, "brz": 0xF100, "brn": 0xF200},
    "p": {"if": 0xF300, "keep": 0xF600},
    "": {"else": 0xF400, "pop": 0xF500, "fence": 0xF700, "nop": 0xF800, "end": 0xFF00},
}
FORM_OF = {name: (form, bits) for form, names in INSTRUCTIONS.items() for name, bits in names.items()}
LABEL = re.compile(r"\s*([a-z_.$][\w.$]*)\s*:", re.IGNORECASE)
NUMBER = re.compile(r"-?(0x[0-9a-f]+|[0-9]+)", re.IGNORECASE)


class Wrong(Exception):
    """What was found, and what was expected."""


def number(text, least, most, expected):
    value = int(text, 0 if "x" in text.lower() else 10) if NUMBER.fullmatch(text) else None
    if value is None or not least <= value <= most:
        raise Wrong(text, expected)
    return value


def numbered(text, letter, most, expected):
    found = re.fullmatch(letter + r"([0-9]|1[0-9])", text, re.IGNORECASE)
    if not found or int(found[1]) > most:
        raise Wrong(text, expected)
    return int(found[1])


def operand(kind, text, place, labels):
    """The bits of an operand of the instruction number `place`."""
    if kind == REGISTER:
        return numbered(text, "r", 15, kind)
    if kind == PREDICATE:
        return numbered(text, "p", 3, kind)
    if kind == ELEMENT:
        found = re.fullmatch(r"(\w+)\s*\[\s*(\w+)\s*\]", text)
        if not found:
            raise Wrong(text, kind)
        return numbered(found[1], "b", 3, kind) | numbered(found[2], "r", 15, REGISTER) << 4
    if kind == PLACE and text.lower() in labels:
        distance = labels[text.lower()][0] - place
        if not -128 <= distance <= 127:
            raise Wrong(text, f"a label -128 to 127 instructions away, not {distance}")
        return distance & 0xFF
    if kind == PLACE:
        return number(text, -128, 127, kind) & 0xFF
    return number(text, 0, 255 if kind == BYTE else 65535, kind)


def encode(text, place, labels):
    name, _, rest = text.partition(" ")
    words = [word.strip() for word in rest.split(",")] if rest.strip() else []
    if name.lower() == ".word":
        form, bits, kinds = "n", 0, [(WORD, 0)]
    elif name.lower() in FORM_OF:
        form, bits = FORM_OF[name.lower()]
        kinds = FORMS[form]
    else:
        raise Wrong(name, "an instruction")
    if len(words) != len(kinds):
        raise Wrong(text, f"{name} {form}".strip())
    for word, (kind, shift) in zip(words, kinds):
        bits |= operand(kind, word, place, labels) << shift
    return bits


def assemble(lines):
    """The image. Raises Wrong with the number of the line before its texts."""
    labels, instructions = {}, []
    for line, text in enumerate(lines, 1):
        text = re.split("//|;", text)[0].strip()
        while found := LABEL.match(text):
            if found[1].lower() in labels:
                raise Wrong(line, found[1], f"a label other than that of line {labels[found[1].lower()][1]}")
            labels[found[1].lower()] = (len(instructions), line)
            text = text[found.end() :].strip()
        if text:
            instructions.append((line, " ".join(text.split())))
    if not instructions:
        raise Wrong(len(lines) + 1, "the end", "an instruction")
    image = b""
    for place, (line, text) in enumerate(instructions):
        try:
            image += encode(text, place, labels).to_bytes(2, "little")
        except Wrong as wrong:
            raise Wrong(line, *wrong.args) from None
    return image


def main():
    if len(sys.argv) != 3:
        return __doc__.split("\n\n")[1]
    source, to = sys.argv[1:]
    try:
        with open(source, encoding="utf-8", errors="replace") as file:
            image = assemble(file.read().split("\n"))
        with open(to, "wb") as file:
            file.write(image)
        return 0
    except OSError as failure:
        return f"{failure.filename}: {failure.strerror}"
    except Wrong as wrong:
        if os.path.exists(to):
            os.remove(to)
        return '{}:{}: found "{}", expected {}'.format(source, *wrong.args)


if __name__ == "__main__":
    sys.exit(main())
