# SPDX-License-Identifier: Apache-2.0
"""The group of a failure of a night, by the facts of its run, and whether it comes again.

Failures of one group have the same verdict, first divergent state row, class of instruction and instruction. One
without a report is grouped by its verdict, what ran and what its output says first to be wrong, without numbers.
Failures of the machine are a group of their own.
"""
import hashlib
import os
import re
import signal

from wl.failures.culprit import class_of, suspects
from wl.failures.waves import Failed, divergence, read_json
from wl.runs.results import OWN, VERDICTS


INFRASTRUCTURE = "infrastructure"  # disk, memory, a lost machine: it says nothing of the unit
PERSISTENT, FLAKY = "persistent", "flaky"
TIMES = 3  # that a failure is run again
MOST = 3  # failures of a group that are run again in a night
NOT_AGAIN = f"not run again: {MOST} of its group were"  # the state of the others
ASSERTION = "assertion"  # row of a divergence that an assertion of the RTL found
MARKS = "groups"  # folder of the run: who was run again
LONGEST = 200  # characters of a value in a difference
LONGEST_SAID = 100  # characters of what a failure says, in the name of its group


def killed(found):
    """Whether its process was killed, as by the kernel when memory runs out."""
    return found.get("code") == -signal.SIGKILL


def cut_short(found):
    """Whether it was killed or ran out of time: the machine or its load may be why."""
    return killed(found) or found.get("code", 0) is None


def culprit(report):
    """The mnemonic of the instruction that the first divergence of a report is about; empty if none is known."""
    first = divergence(report)
    found = suspects(first["what"], first["row"], report.get("wave", {}).get("history", []))
    return found[0].name if found else ""


def of_report(verdict, report):
    """The group of a run with a report; empty where that has no divergence."""
    first = divergence(report)
    if not first:
        return ""
    if first["row"] == ASSERTION:
        return f"{verdict}: {ASSERTION}: {without_numbers(first['what'])}"
    name = culprit(report)
    return f"{verdict}: {first['row']}" + (f", {class_of(name)}, {name}" if name else "")


def group(entry):
    """The group of a failure as a line. entry: its result, with `code`, the exit code, where a process ended."""
    verdict, code = entry["verdict"], entry.get("code", 0)
    if killed(entry):
        return f"{INFRASTRUCTURE}: a process was killed, as when memory runs out"
    if code is None:
        return f"{verdict}: {subject(entry)}: no end in its time"
    if code < 0:
        names = {number.value: number.name for number in signal.Signals}
        return f"{verdict}: a process ended by {names.get(-code, f'signal {-code}')}"
    try:
        report = read_json(os.path.join(entry.get("folder", ""), "report.json"))
    except Failed:
        return f"{verdict}: {subject(entry)}: its report.json is damaged"
    return of_report(verdict, report) or ": ".join(filter(None, (verdict, subject(entry), said(entry))))


def subject(entry):
    """The program that ran, without its seed or part. Random programs are one: seed, profile and length are chance."""
    if entry.get("kind") == "random":
        return "random"
    return re.sub(r"( from)? \d+$", "", entry["id"])


def said(entry):
    """The first error that a failure names, without its verdict, paths of runs and numbers."""
    text = re.sub(r" \(exit code -?\d+\)$", "", entry.get("why", "")).removeprefix(f"{entry['verdict']}:").strip()
    text = text.removeprefix(f"{entry['id']}:").strip()
    return without_numbers(re.sub(r"\S*\b(tmp|runs)/[^\s:,]*", "PATH", text))


def without_numbers(text):
    text = re.sub(r"0x[0-9a-f_]+|(?<![A-Za-z0-9_])-?\d[\d_.]*|(?<=\b[sv])\d+", "#", text)
    return short(text, LONGEST_SAID)


# ---- once more -----------------------------------------------------------------------------------------


def facts(found):
    """Facts that the same line must give again, in the order in which they are compared: {name: value}."""
    folder = found.get("folder", "")
    try:
        report, result = (read_json(os.path.join(folder, name)) for name in ("report.json", "result.json"))
    except Failed as error:
        return {"verdict": found["verdict"], "damaged": str(error)}
    first = divergence(report) or {}
    why = found.get("why", "")
    return {
        "verdict": found["verdict"],
        **{f"first divergence: {key}": value for key, value in first.items()},
        "exit code": found.get("code", 0),
        "cycles": found["cycles"],
        "instructions": found["instructions"],
        "why": why if why.split(":")[0] in VERDICTS else "",  # another line of a command may have times
        **{f"result: {key}": value for key, value in result.items() if key not in OWN},
        **{f"report: {key}": value for key, value in report.items() if key not in OWN},
    }


def short(value, most=LONGEST):
    text = str(value)
    return text if len(text) <= most else text[:most] + "..."


def difference(first, other):
    """The first fact in which two runs differ, as a text; empty where there is none."""
    for name in {**first, **other}:
        if first.get(name) != other.get(name):
            return f"{name} is {short(other.get(name))}, at first {short(first.get(name))}"
    return ""


def chosen(run, name, job):
    """Whether a failure of this group is one of the MOST that run again. Workers tell each other by files of the run.
    One that begins a job anew finds its own."""
    stem = os.path.join(run, MARKS, hashlib.sha256(name.encode()).hexdigest())
    os.makedirs(os.path.dirname(stem), exist_ok=True)
    for number in range(MOST):
        try:
            with open(f"{stem}.{number}", "x", encoding="utf-8") as file:
                file.write(job["id"])
            return True
        except FileExistsError:
            with open(f"{stem}.{number}", encoding="utf-8") as file:
                if file.read() == job["id"]:
                    return True
    return False


def looked_into(kind, job, place, found):
    """Keys that a result gets that is no PASS: `job`, `group`, `state` (persistent, flaky or NOT_AGAIN), `differs`,
    `waves`. The job runs again TIMES times, and once more for a waveform where it can leave one."""
    more = {"job": job, "group": group({**job, **found})}
    if cut_short(found):
        return more
    if not chosen(place.run, more["group"], job):
        return {**more, "state": NOT_AGAIN}
    first, failed, differs = facts(found), 1, ""
    with place.aside():
        for number in range(2, TIMES + 2):
            again = kind.run(job, place)
            if cut_short(again):
                return more
            failed += again["verdict"] != "PASS"
            what = difference(first, facts(again))
            if what and not differs:
                differs = f"run {number}: {what}"
        more["state"] = FLAKY if differs else PERSISTENT
        if differs:
            more["differs"] = f"{failed} of {TIMES + 1} runs fail; {differs}"
        if kind.waves and "folder" in found:
            place.waves = True
            again = kind.run(job, place)
            more["waves"] = again.get("waves") or "none"
            what = difference(first, facts(again))
            if what and not differs:
                more["waves"] += f", of a run that went otherwise: {what}"
            if "folder" in again:
                place.take_waves(again["folder"], found["folder"])
    return more
