# SPDX-License-Identifier: Apache-2.0
"""The result that a run left: result.json (docs/result.md). Every script reads the facts of a run here."""
import functools
import os
import re
import subprocess
import tempfile

from wl import ROOT
from wl.runs import foreign


VERDICTS = ("PASS", "MISMATCH", "ILLEGAL", "HAZARD", "EXPECT", "HANG", "ERROR")  # by exit code
UNCHECKED = "UNCHECKED"  # a run that came to its end and compared nothing; it exits as PASS does
DOCUMENT = os.path.join(ROOT, "docs", "result.md")
# Keys in which two runs of the same line may differ.
OWN = {"seconds", "waveform", "build", "reproduce", "object"}
INTEGER = range(1 << 63)
# Keys that every script takes from a result that it reads.
FACTS = {
    "verdict": frozenset((*VERDICTS, UNCHECKED)),
    "why": str,
    "cycles": INTEGER,
    "instructions": INTEGER,
    "object?": str,
    "base?": foreign.HEX,
    "build?": str,
    "reproduce?": str,
    "waveform?": {"cycle": INTEGER},
}
RATE = {"cycles/s": "cycles", "wave-instructions/s": "instructions"}


def verdict_of(code):
    """The verdict that an exit code says; ERROR for a tool that died."""
    return VERDICTS[code] if 0 <= code < len(VERDICTS) else "ERROR"


class Result:
    """The facts of a run, by their keys: result["cycles"]. A run that left no result.json, or a damaged one, is an
    ERROR."""

    def __init__(self, facts):
        self.facts = facts

    @classmethod
    def read(cls, folder):
        try:
            return cls(foreign.read(os.path.join(folder, "result.json"), FACTS))
        except (FileNotFoundError, foreign.Damaged) as error:
            return cls({"verdict": "ERROR", "why": f"no result: {error}", "cycles": 0, "instructions": 0})

    def __getitem__(self, key):
        return self.facts[key]

    @property
    def passed(self):
        return self["verdict"] == "PASS"

    @property
    def headline(self):
        return f"{self['verdict']}: {self['why']}"

    def rate(self, unit):
        """Cycles or wave-instructions of the launches in a second."""
        return self[RATE[unit]] / self["seconds"]


def of_run(command, **more):
    """Runs the tool in a folder of its own: (the process as it ended, its Result)."""
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run(
            [*command, "--run-dir", folder], capture_output=True, text=True, errors="replace", check=False, **more
        )
        return done, Result.read(folder)


# ---- the schema --------------------------------------------------------------------------------------


@functools.cache
def schema(path=DOCUMENT):
    """{kind: {key: (type, whether it may be missing)}} of the tables of docs/result.md."""
    kinds, kind = {}, None
    with open(path, encoding="utf-8") as file:
        for line in file:
            heading = re.match(r"## (\w+)", line)
            kind = heading[1] if heading else kind
            row = re.fullmatch(r"\| `(\w+)` \| ([\w ]+) \| (.*) ?\|\n", line)
            if row:
                kinds.setdefault(kind, {})[row[1]] = (row[2], re.search(r"\b(when|if) ", row[3]) is not None)
    return kinds


def differences(facts, kinds, kind="Run", place=""):
    """Places at which an object does not follow the schema, a line each."""
    unknown = [key for key in facts if key not in kinds[kind]]
    wrong = [f"{place}{foreign.found(key)[1:-1]}: docs/result.md has no such key" for key in unknown]
    for key, (form, optional) in kinds[kind].items():
        if key in facts:
            wrong += of_form(facts[key], form, kinds, place + key)
        elif not optional:
            wrong.append(f"{place}{key}: missing")
    return wrong


def of_form(value, form, kinds, place):
    if form.startswith("list "):
        if not isinstance(value, list):
            return [foreign.said(place, value, "a list")]
        return [line for n, v in enumerate(value) for line in of_form(v, form[5:], kinds, f"{place}[{n}]")]
    if form in kinds:
        if not isinstance(value, dict):
            return [foreign.said(place, value, "an object")]
        return differences(value, kinds, form, place + ".")
    simple = {"integer": INTEGER, "number": float, "string": str, "boolean": bool, "hex": foreign.HEX}[form]
    return [] if foreign.simple(value, simple) else [foreign.said(place, value, form)]
