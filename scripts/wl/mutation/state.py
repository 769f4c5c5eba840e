# SPDX-License-Identifier: Apache-2.0
"""Writes mutants_state.h beside the code that Verilator made: a sum of the unit's state, for docs/mutation.md.

usage: state.py FOLDER PREFIX [REGISTERS]    FOLDER has the unit's class, of this prefix

The state: every variable whose name ends in _q, which a register has and nothing else (scripts/wl/checks/style.py), and
the wires and outputs of the top module itself. REGISTERS: a file with further names of registers, of a unit in a folder
of its own.
"""
import os
import re
import sys

from wl import Error

MEMBER = re.compile(r"^\s+[\w:]+(?:<.*>)?(?:/\*[\d:]+\*/)?\s+(\w+)(?:\[\w+\])*;", re.MULTILINE)
SCOPE = "__DOT__"
HANDLES = ("bench",)  # of the testbench: an address, another one in each run


class Unknown(Error):
    """The class is not as expected."""


def is_register(name, registers):
    name = name.split(SCOPE)[-1]
    return name.endswith("_q") or name in registers


def names(text, registers=()):
    """The variables of Verilator's class that are the state."""
    found = []
    for name in MEMBER.findall(text):
        scopes = name.split(SCOPE)
        if name.startswith("__V") or len(scopes) < 2 or scopes[-1] in HANDLES:
            continue
        if is_register(name, registers) or len(scopes) == 2:
            found.append(name)
    return found


def header(prefix, text, registers=()):
    its = names(text, registers)
    if not any(is_register(name, registers) for name in its):
        raise Unknown(f"{prefix}___024root.h has no variable of a register")
    lines = [f"  sum.add(root.{name});" for name in its]
    return "\n".join(
        [
            "// Made by scripts/wl/mutation/state.py.",
            '#include "mutants.h"',
            f'#include "{prefix}___024root.h"',
            f"inline uint64_t wl_state_sum(const {prefix}___024root &root, uint64_t cycle) {{",
            "  wavelock::StateSum sum(cycle);",
            *lines,
            "  return sum.value();",
            "}\n",
        ]
    )


def main():
    folder, prefix, *more = sys.argv[1:]
    registers = set()
    for path in more:
        with open(path, encoding="utf-8") as file:
            registers |= set(file.read().split())
    with open(os.path.join(folder, f"{prefix}___024root.h"), encoding="utf-8") as file:
        text = header(prefix, file.read(), registers)
    path = os.path.join(folder, "mutants_state.h")
    if os.path.exists(path):
        with open(path, encoding="utf-8") as file:
            if file.read() == text:
                return
    with open(path + ".part", "w", encoding="utf-8") as file:
        file.write(text)
    os.replace(path + ".part", path)


if __name__ == "__main__":
    main()
