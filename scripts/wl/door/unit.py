# SPDX-License-Identifier: Apache-2.0
"""The compute unit that the variables of a call mean, and the folder in which it is built."""
import os

from wl.door import build
from wl.door.values import Refused, value
from wl.runs import units


def variables():
    """{variable: value} of the unit that was typed; what is no unit is refused."""
    typed = {name: value(name) for name in units.VARIABLES if value(name)}
    try:
        config = " ".join(units.of(value("CONFIG")))
    except units.Refused as error:
        raise Refused(str(error)) from None
    if config and "UNIT" in typed:
        raise Refused(f"UNIT={typed['UNIT']}: CONFIG is for the unit in rtl/")
    return {**typed, "CONFIG": config} if config else typed


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
