# SPDX-License-Identifier: Apache-2.0
"""The descriptions of tests below vectors/ and below build/vectors, where those made from tables lie."""
import os
import re

import coverage

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
MADE = os.path.join("build", "vectors")
ROOTS = ("vectors", MADE)
# Without lockstep the model has no arbiter and no time: a load is done when it issues. The host resumes its waves.
NOT_ALONE = {"flow/setprio", "halt_stays/hang", "trap_rules/status/stays", "waits/smem"}
# What a description may ask for, and the part of the name of a unit's folder that says whether the unit is so.
ASKS = (
    (r'"isa": "gfx906"', "gfx906", True),
    (r'"memory_unit": "rdna"', "rdna", True),
    (r'"memory_unit": "gfx9"', "rdna", False),
    (coverage.SECOND_NAMES, "alias", True),
    (r'"vcc_alias": false', "alias", False),
    (r'"issue": ("control"|\{)', "control", True),
    (r'"sramecc": true', "sramecc", True),
    (r'"sramecc": false', "sramecc", False),
)


def below(root):
    """Names of the tests below a folder, those of test.json files first: (name, whether it is one)."""
    found = [
        os.path.relpath(os.path.join(folder, file), root)
        for folder, _, files in os.walk(root)
        for file in files
        if file.endswith(".json")
    ]
    first = sorted(os.path.dirname(path) for path in found if os.path.basename(path) == "test.json")
    return [(name, True) for name in first] + [
        (path[: -len(".json")], False) for path in sorted(found) if os.path.basename(path) != "test.json"
    ]


def of_other_unit(root, name, first):
    """Whether the default unit is not what the test asks for."""
    return coverage.of_other_unit(
        os.path.join(root, name, "test.json") if first else os.path.join(root, f"{name}.json")
    )


def of_unit(root):
    """Names of the tests of the default unit, those of test.json files."""
    return [name for name, first in below(root) if first and not of_other_unit(root, name, first)]


def fits(root, name, first, unit):
    """Whether a unit has what the test asks for. unit: its folder, as build or build/gfx906-rdna-alias-control."""
    with open(os.path.join(root, name, "test.json") if first else os.path.join(root, f"{name}.json"), "rb") as file:
        text = file.read(4096).decode(errors="replace")
    parts = re.split("[-/]", os.path.normpath(unit))
    delay = re.search(r'"valu_delay": (\d)', text)
    if delay and delay[1] != next((part[1:] for part in parts if re.fullmatch(r"d\d", part)), "0"):
        return False
    return all((kind in parts) == wanted for ask, kind, wanted in ASKS if re.search(ask, text))
