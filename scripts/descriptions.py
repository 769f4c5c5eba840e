# SPDX-License-Identifier: Apache-2.0
"""The descriptions of tests below vectors/ and below build/vectors, where those made from tables lie."""
import os

import coverage

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
MADE = os.path.join("build", "vectors")
ROOTS = ("vectors", MADE)
# Without lockstep the model has no arbiter and no time: a load is done when it issues. The host resumes its waves.
NOT_ALONE = {"flow/setprio", "halt_stays/hang", "waits/smem"}


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
