# SPDX-License-Identifier: Apache-2.0
"""The compute units that make test builds, and the folders of units below build/.

Each unit that is built costs minutes of every make test. So there are three. Other units are jobs of the nightly, of
the kind `configs`. Runs on OTHER and CONTROL are short: compiling is what takes time, so these have -O1.

DEFAULT  what make builds without a variable.
OTHER    all that one unit can have together: another instruction set, memory, second names, exposed hazards, another
         latency, and small sizes. What a vector needs more of, the default unit has.
CONTROL  control words. A unit with exposed hazards has none (D-CTRL-31), and most programs with control words are for
         the memory of GFX9. So this is a third unit. Its vector memory has the longest queue; OTHER has the shortest.
"""
import os

DEFAULT = {}
OTHER = {
    "CONFIG": "small",
    "ISA": "gfx906",
    "MEMORY": "rdna",
    "VCC_ALIAS": "1",
    "VALU_DELAY": "2",
    "EXPOSED_HAZARDS": "1",
}
CONTROL = {"CONFIG": "deep", "VCC_ALIAS": "1", "CONTROL_WORDS": "1", "VALU_DELAY": "3"}
OF_TEST = (OTHER, CONTROL)

# Of a variable that is set: the folder's part, in this order.
KINDS = {
    "ISA": lambda text: text if text != "gfx900" else "",
    "MEMORY": lambda text: text if text != "gfx9" else "",
    "VCC_ALIAS": lambda text: "alias" if text != "0" else "",
    "CONTROL_WORDS": lambda text: "control" if text != "0" else "",
    "VALU_DELAY": lambda text: f"d{text}" if text != "0" else "",
}
VARIABLES = ("UNIT", "CONFIG", "LDS_ENTRIES", *KINDS, "EXPOSED_HAZARDS")


def name(unit):
    """The folder of a unit below build/, as small/gfx906-d2/exposed; "" of the default unit."""
    kinds = [part(unit[variable]) for variable, part in KINDS.items() if unit.get(variable)]
    folders = [
        unit.get("UNIT", "").replace("..", "up").strip("/"),
        unit.get("CONFIG"),
        f"lds{unit['LDS_ENTRIES']}" if unit.get("LDS_ENTRIES") else "",
    ]
    folders += ["-".join(kind for kind in kinds if kind)]
    folders += ["exposed"] if unit.get("EXPOSED_HAZARDS") not in (None, "", "0") else []
    return "/".join(folder for folder in folders if folder)


def path(unit, program="wavelock"):
    """A program of a unit."""
    return os.path.join("build", name(unit), program)


def words(unit):
    """The unit as make's variables."""
    return [f"{variable}={text}" for variable, text in unit.items()]


def of(variables):
    """The unit of such words."""
    return dict(word.split("=", 1) for word in variables)


def command(unit, *programs):
    """What builds these programs of the unit."""
    optimised = ["VERILATED_OPT=-O1"] if unit in OF_TEST else []
    targets = [path(unit, program) for program in programs]
    return ["scripts/wavelock", "door.build", *words(unit), *optimised, *targets]


def build(unit, *programs):
    """Whether make builds them."""
    import subprocess

    return subprocess.run(command(unit, *programs), close_fds=False, check=False).returncode == 0


SECOND_NAMES = r'"vcc_alias": true'
ASKS = (r'"isa": "gfx906"', r'"memory_unit": "rdna"', SECOND_NAMES, r'"issue": ("control"|\{)')


def of_other_unit(description, besides=None):
    """Whether the test asks for what the default unit is not: the instruction set gfx906, RDNA memory, second names of
    VCC, or control words. That stands before long lists. besides: one of ASKS that the unit at hand has."""
    import re

    with open(description, encoding="utf-8") as file:
        text = file.read(4096)
    return any(re.search(ask, text) for ask in ASKS if ask != besides)
