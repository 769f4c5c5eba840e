# SPDX-License-Identifier: Apache-2.0
"""The descriptions of families of tests that differ in little: vectors/FOLDER/family.txt.

    // comment
    usual: members of the descriptions from here on
    NAME: the purpose
      members of the description that differ from the usual ones

A member is as in a JSON object, over as many lines as it needs. An object changes the usual one member by member,
and null takes a member away; but `expect` is as it stands. In `args` of a test a number is the value of the scalar of
that name, an object changes the argument, and a list replaces them all. A list as `why` is one text, joined by spaces.
A family's `program` lies beside its file. The test is FOLDER/NAME.
"""
import glob
import json
import os
import re

from wl.vectors.share_vectors import VECTORS, text


HEAD = re.compile(r"(\w+):(.*)")


def table(path):
    """[(name, purpose, members)] of a file."""
    found = []
    with open(path, encoding="utf-8") as file:
        for line in file:
            head = HEAD.match(line)
            if head:
                found.append([head.group(1), head.group(2).strip(), ""])
            elif not line.startswith("//"):
                found[-1][2] += line
    return [(name, about, json.loads("{" + members + "}")) for name, about, members in found]


def changed(usual, members):
    """An object with members changed."""
    result = dict(usual)
    for key, value in members.items():
        if value is None:
            result.pop(key)
        elif key == "args" and isinstance(value, dict):
            result[key] = [argument(one, value) for one in usual[key]]
        elif isinstance(value, dict) and isinstance(usual.get(key), dict) and key != "expect":
            result[key] = changed(usual[key], value)
        else:
            result[key] = value
    return result


def argument(usual, changes):
    change = changes.get(usual.get("scalar") or usual.get("buffer"))
    if change is None:
        return usual
    return changed(usual, change if isinstance(change, dict) else {"value": change})


def tests(path):
    """{name: description} of a file."""
    usual, found = {}, {}
    for name, about, members in table(path):
        if name == "usual":
            usual = members
        else:
            test = {"about": about} | changed(usual, members)
            why = test.get("expect", {}).get("why")
            if isinstance(why, list):
                test["expect"]["why"] = " ".join(why)
            found[name] = test
    return found


def files():
    """{path below the folder of vectors: its bytes}."""
    found = {}
    for path in sorted(glob.glob(os.path.join(VECTORS, "**", "family.txt"), recursive=True)):
        folder = os.path.relpath(os.path.dirname(path), VECTORS)
        for name, test in tests(path).items():
            found[os.path.join(folder, f"{name}.json")] = (text(test) + "\n").encode()
    return found
