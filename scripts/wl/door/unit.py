# SPDX-License-Identifier: Apache-2.0
"""The compute unit that the variables of a call mean, and the folder in which it is built."""
import os
import re

from wl.door import build
from wl.door.values import Refused, value
from wl.runs import units

# Variable: (form of its value, what a message expects).
FORMS = {
    "LDS_ENTRIES": ("|".join(str(2**n) for n in range(1, 11)), "a power of two from 2 to 1024"),
    "ISA": ("gfx900|gfx906", "gfx900 or gfx906"),
    "MEMORY": ("gfx9|rdna", "gfx9 or rdna"),
    "VCC_ALIAS": ("0|1", "0 or 1"),
    "CONTROL_WORDS": ("0|1", "0 or 1"),
    "VALU_DELAY": ("[0-5]", "0 to 5"),
    "EXPOSED_HAZARDS": ("0|1|(?s:.*=.*)", "0, 1 or <row>=N,..."),
}


def of_config():
    """What the file of CONFIG has, as text."""
    there = sorted(name[: -len(".f")] for name in os.listdir("rtl/configs") if name.endswith(".f"))
    if value("CONFIG") not in there:
        raise Refused(f'CONFIG: found "{value("CONFIG")}", expected one of {" ".join(there)}')
    with open(os.path.join("rtl/configs", f"{value('CONFIG')}.f"), encoding="utf-8") as file:
        return file.read()


def variables():
    """{variable: value} of the unit that was typed; what is no unit is refused."""
    typed = {name: value(name) for name in units.VARIABLES if value(name)}
    for name, (form, expected) in FORMS.items():
        if name in typed and not re.fullmatch(form, typed[name]):
            raise Refused(f'{name}: found "{typed[name]}", expected {expected}')
    if "CONFIG" in typed:
        config = of_config()
        if "WL_SRAMECC" in config and typed.get("ISA") != "gfx906":
            raise Refused(f"CONFIG={typed['CONFIG']} is of gfx906: expected ISA=gfx906")
        if "WL_LDS_ENTRIES" in config and "LDS_ENTRIES" in typed:
            raise Refused(f"CONFIG={typed['CONFIG']} and LDS_ENTRIES both size the LDS: expected one of them")
    if "UNIT" in typed and units.name({name: text for name, text in typed.items() if name not in ("UNIT", "CONFIG")}):
        *others, last = FORMS
        raise Refused(f"UNIT={typed['UNIT']}: {', '.join(others)} and {last} are for the unit in rtl/")
    if typed.get("CONTROL_WORDS") == "1" and typed.get("EXPOSED_HAZARDS", "0") != "0":
        raise Refused("CONTROL_WORDS=1 and EXPOSED_HAZARDS: a unit has one of them (D-CTRL-31)")
    if "=" in typed.get("EXPOSED_HAZARDS", ""):  # states of rows, which are the run's
        typed["EXPOSED_HAZARDS"] = "1"
    return typed


def of_call():
    """The same; a folder UNIT that is no unit is refused."""
    if value("UNIT") and not os.path.isfile(os.path.join(value("UNIT"), "files.f")):
        raise Refused(
            f'UNIT: found "{value("UNIT")}", expected a folder with files.f, probe.f and cu_top.sv '
            "(docs/second-unit.md)"
        )
    return variables()


def built():
    """The folder in which the unit is built."""
    return build.folder_of(variables())
