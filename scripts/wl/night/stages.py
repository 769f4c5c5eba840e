# SPDX-License-Identifier: Apache-2.0
"""The cycles of a wave before its failure, from the log that make sim PIPE= writes (docs/views.md#konata)."""
import contextlib

CYCLES = 96  # before the failure that a diagram shows
AFTER = 2
ROWS = 14  # instructions that it shows


class Row:
    """An instruction: its stages as [name, first cycle, cycle behind it]."""

    def __init__(self, thread):
        self.thread, self.stages, self.text = thread, [], ""

    def at(self, cycle):
        """Ends the stage that is open."""
        if self.stages and self.stages[-1][2] is None:
            self.stages[-1][2] = cycle

    def issue(self):
        return next((first for name, first, _ in self.stages if name == "I"), None)


def read(lines):
    """The rows of a log in their order."""
    rows, cycle = {}, 0
    for line in lines:
        kind, *rest = line.rstrip("\n").split("\t")
        if kind == "C":
            cycle += int(rest[0])
        elif kind == "I":
            rows[rest[0]] = Row(rest[2])
        elif kind == "S":
            rows[rest[0]].at(cycle)
            rows[rest[0]].stages.append([rest[2], cycle, None])
        elif kind == "L" and rest[1] == "0":
            rows[rest[0]].text = rest[2]
        elif kind == "R":
            rows[rest[0]].at(cycle)
    for row in rows.values():
        row.at(cycle + 1)
    return list(rows.values())


def issues(history):
    """Rows of the cycles in which instructions issued: all that is known where there is no log."""
    rows = []
    for step in history:
        rows.append(Row(""))
        rows[-1].stages = [["I", step["cycle"], step["cycle"] + 1]]
        rows[-1].text = f"{int(step['pc'], 16):x}: {step['instruction']}"
    return rows


def of_wave(rows, history):
    """The rows of the wave with this history of issues."""
    last = history[-1]
    start = f"{int(last['pc'], 16):x}: "
    thread = next((r.thread for r in rows if r.issue() == last["cycle"] and r.text.startswith(start)), None)
    return [row for row in rows if row.thread == thread]


def diagram(path, history, cycle):
    """The data of a picture of the cycles before the failure; None without a history. path: of the log, if there is
    one.

    from, to: cycles; failure: the cycle of it; whole: whether waits are known; rows: text, and stages within."""
    if not history or cycle is None:
        return None
    rows = []
    with contextlib.suppress(OSError, ValueError, LookupError):  # no log, or one that is cut short or damaged
        with open(path, encoding="utf-8") as file:
            rows = of_wave(read(file), history)
    whole = bool(rows)
    rows = rows or issues(history)
    first, last = max(0, cycle - CYCLES), cycle + AFTER
    found = []
    for row in rows:
        inside = [[name, max(a, first), min(b, last + 1)] for name, a, b in row.stages if b > first and a <= last]
        if inside:
            found.append({"text": row.text.partition(": ")[2], "stages": inside})
    found = found[-ROWS:]
    if found:
        first = max(first, min(row["stages"][0][1] for row in found) - 2)
    return {"from": max(first, 0), "to": last, "failure": cycle, "whole": whole, "rows": found}
