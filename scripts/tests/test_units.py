# SPDX-License-Identifier: Apache-2.0
"""Names the vectors that no unit of make test runs, and the jobs of the nightly (KINDS=configs) that run them.

The default unit runs every vector that asks for no other unit. Every other vector must have passed on a unit
of scripts/wl/runs/units.py, as scripts/tests/test_config.py wrote down, or be one of ELSEWHERE. The units that lint
leaves to these builds must be the units that they build.

usage: test_units.py     after test_config.py --other and --control
"""
import json
import math
import os
import re
import sys

from tests.test_config import PASSED, RAN
from wl import ROOT
from wl.checks import lint
from wl.night.kinds import Configs
from wl.runs import descriptions, units


OF_SMALL = 8 * 64  # work-items of a workgroup in the unit of rtl/configs/small.f


def has_control_words(test):
    return test["launch"].get("issue", "gfx9") != "gfx9"


def is_large(test):
    return math.prod(test["launch"].get("group", ())) > OF_SMALL


# What vectors ask for that no unit of make test has; whether a description does; the job of Configs that runs them.
ELSEWHERE = (
    (
        "control words and the memory of RDNA",
        lambda test: has_control_words(test) and test.get("memory_unit") == "rdna",
        "gfx906, RDNA memory, second names, control words",
    ),
    (
        "the memory of RDNA and more than eight waves in a group",
        lambda test: test.get("memory_unit") == "rdna" and is_large(test),
        "gfx906, RDNA memory, second names, control words",
    ),
    (
        "control words, ValuDelay 0 and second names",
        lambda test: has_control_words(test) and test.get("valu_delay") == 0 and test.get("vcc_alias"),
        "gfx906, RDNA memory, second names, control words",
    ),
    (
        "control words and ValuDelay 0",
        lambda test: has_control_words(test) and test.get("valu_delay") == 0,
        "control words",
    ),
    (
        "SRAM-ECC",
        lambda test: test.get("sramecc"),
        "gfx906 with SRAM-ECC",
    ),
)


def description(root, name, first):
    path = os.path.join(root, name, "test.json") if first else os.path.join(root, f"{name}.json")
    with open(path, encoding="utf-8") as file:
        return json.load(file)


def passed_on(unit):
    """Names of the tests that passed on a unit."""
    path = os.path.join(RAN, f"{units.name(unit)}.tsv")
    with open(path, encoding="utf-8") as file:
        return {test for test, how in (line.rstrip("\n").split("\t") for line in file) if how == PASSED}


def left_out():
    """{index in ELSEWHERE, or None: names} of the vectors that no unit of make test runs."""
    ran, found = set().union(*map(passed_on, units.OF_TEST)), {}
    for root in descriptions.ROOTS:
        for name, first in descriptions.below(root):
            if name in ran or not descriptions.of_other_unit(root, name, first):
                continue
            test = description(root, name, first)
            place = next((i for i, (_, asks, _) in enumerate(ELSEWHERE) if asks(test)), None)
            found.setdefault(place, []).append(name)
    return found


def wrong_lint():
    """What scripts/wl/checks/lint.py leaves to the builds of make test, and they do not build."""
    tested = {name for unit in units.OF_TEST for name in unit}
    nightly = {name for command in Configs.of_jobs.values() for name in re.findall(r"\w+", command)}
    for name in units.fragments():
        what = lint.of_fragment(name)
        if what in lint.BUILT and name not in tested:
            yield f"lint leaves out {what}, and make test does not build it"
        if what in lint.OF_CONFIGS and name not in nightly:
            yield f"lint leaves out {what}, and no job of the nightly builds it"


def script(command):
    """The file that a command of the tree runs."""
    first, *words = command.split()
    if first != "scripts/wavelock":
        return first
    module = words[0] if words[0].startswith("tests.") else f"wl.{words[0]}"
    return os.path.join("scripts", *module.split(".")) + ".py"


def wrong_jobs():
    """Jobs of the nightly that run what is no script."""
    for name, command in Configs.of_jobs.items():
        if not os.path.isfile(script(command)):
            yield f"the nightly: configs {name}: {script(command)} is no script"


def main():
    os.chdir(ROOT)
    try:
        found = left_out()
    except FileNotFoundError as error:
        print(
            f"ERROR: {error.filename} is not there: run scripts/wavelock tests.test_config --other and --control",
            file=sys.stderr,
        )
        return 6
    problems = [f"{name}: no unit of make test runs it, nor a job of the nightly" for name in found.pop(None, [])]
    problems += [*wrong_lint(), *wrong_jobs()]
    for place, (what, _, job) in enumerate(ELSEWHERE):
        if place not in found:
            problems.append(f"no vector asks for {what}")
        if job not in Configs.of_jobs:
            problems.append(f"the nightly has no job configs {job}")
    for place, names in sorted(found.items()):
        what, _, job = ELSEWHERE[place]
        print(f"{what}: the nightly alone, job 'configs {job}': {' '.join(sorted(names))}")
    print("\n".join(problems) if problems else f"{sum(map(len, found.values()))} vectors run in the nightly alone")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
