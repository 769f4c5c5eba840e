# SPDX-License-Identifier: Apache-2.0
"""The forms of a job and of its result (scripts/wl/night/kinds.py): lines that a worker or an earlier night wrote.

A line that does not have its form, or is not the result of the job that was handed out, is no result.
"""
import os

from wl.failures import groups
from wl.mutation import campaign
from wl.night import kinds
from wl.runs import foreign, results


TROUBLE = "trouble"  # key of a line that is no result: why the place is unfit
SEED = range(1 << 63)
JOB = {"id": str, "kind": frozenset(kinds.KINDS)}
MUTANTS = {
    "blocks": [{"block": str, **dict.fromkeys(campaign.COUNTED, foreign.COUNT), "cycles": [foreign.COUNT]}],
    "operators": [{"operator": str, **dict.fromkeys(campaign.OF_OPERATOR, foreign.COUNT)}],
    "mutants": [{}],
    "survivors": [
        {
            **dict.fromkeys(("block", "file", "operator", "before", "after", "kill"), str),
            "id": (foreign.COUNT, str),
            "line": foreign.COUNT,
            "activated_by": ({}, None),
        }
    ],
}
RATIO = {"what": str, "median": float, "least": float, "most": float}
RESULT = {
    **JOB,
    "verdict": frozenset(results.VERDICTS),
    "cycles": foreign.COUNT,
    "instructions": foreign.COUNT,
    "seconds": float,
    "again": str,
    "code?": (range(-64, 256), None),
    **dict.fromkeys(("why?", "group?", "state?", "differs?", "waves?", "folder?", "profile?", "hash?"), str),
    "job?": JOB,
    "seed?": SEED,
    "count?": foreign.COUNT,
    "delay?": foreign.COUNT,
    **dict.fromkeys(("cpu?", "launch?"), float),
    **dict.fromkeys(("coverage?", "points?"), str),
    **dict.fromkeys(("hashes?", "unlisted?"), [str]),
    "mutants?": MUTANTS,
    "ratios?": [RATIO],
}
KEPT = {**RESULT, "at": float}  # a line of the night's journal
FAILED = {"why": str, "group": str}
RANDOM = {"profile": str, "seed": SEED, "count": foreign.COUNT}
LOCKSTEP = {"coverage": str, "points": str, "cycles": foreign.COUNT[1:], "instructions": foreign.COUNT[1:]}
SAME = ("kind", "profile", "seed", "count", "delay")  # keys of a job that its result repeats


def job(line, place):
    """The job of a line. Damaged names the key that does not fit."""
    found = foreign.loads(line, JOB, place)
    if found["kind"] == kinds.Random.name:
        foreign.loads(line, {**RANDOM, "options": [str], "timeout": foreign.COUNT}, place)
    return found


def wrong(entry, run, form=RESULT, job=None):
    """The error in a result; empty if it has none. run: the folder of the night. job: that was handed out."""
    what = foreign.wrong(entry, form)
    if what:
        return what
    kind, passed = kinds.KINDS[entry["kind"]], entry["verdict"] == "PASS"
    forms = [RANDOM] if kind.name == kinds.Random.name else []
    if passed and kind.lockstep:
        forms.append(LOCKSTEP)
    if not passed:
        lost = entry.get("group", "").startswith(groups.INFRASTRUCTURE)
        forms.append(FAILED if lost else {**FAILED, "job": JOB})
    for more in forms:
        what = what or foreign.wrong(entry, more)
    if what:
        return what
    for key in SAME if job else ():
        if key in job and key in entry and entry[key] != job[key]:
            return foreign.said(key, entry[key], foreign.found(job[key]))
    if "job" in entry and (entry["job"]["id"] != entry["id"] or job and entry["job"] != job):
        return "job: it is not the one that was handed out"
    inside = os.path.join(os.path.realpath(run), "")
    if "folder" in entry and not os.path.realpath(entry["folder"]).startswith(inside):
        return foreign.said("folder", entry["folder"], f"one below {run}")
    return ""
