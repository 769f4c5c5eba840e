# SPDX-License-Identifier: Apache-2.0
"""The compute unit that the variables of a call mean, and the folder in which it is built."""
from wl.door import build
from wl.door.values import VARIABLES, Refused, value
from wl.runs import unit_folder, units


def variables():
    """{variable: value} of the unit that was typed; what is no unit is refused."""
    typed = {name: value(name) for name in units.VARIABLES if value(name)}
    try:
        config = " ".join(units.of(value("CONFIG")))
        if "UNIT" in typed:
            typed["UNIT"] = unit_folder.path_of(typed["UNIT"])
    except (units.Refused, unit_folder.Refused) as error:
        raise Refused(str(error)) from None
    if config and "UNIT" in typed:
        raise Refused(f"UNIT={typed['UNIT']}: CONFIG is for the unit in rtl/")
    return {**typed, "CONFIG": config} if config else typed


def of_call():
    """The same. From here on UNIT is the one text of the unit, however it was typed."""
    found = variables()
    VARIABLES.update(found)
    return found


def has_own_isa():
    """Whether it has an instruction set of its own: the tests of vectors/ are not for it."""
    return unit_folder.has_own_isa(variables().get("UNIT", ""))


def judge(verb):
    """Refuses what a verb cannot do with the unit."""
    if verb == "random" and has_own_isa():
        unit_folder.table_of(value("UNIT"))
    if verb == "run" and value("UNIT") and not has_own_isa():
        raise Refused(
            f"UNIT={value('UNIT')}: the model runs alone, and that of GFX9 needs no unit: make run without UNIT"
        )


def built():
    """The folder in which the unit is built."""
    return build.folder_of(variables())
