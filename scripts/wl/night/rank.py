# SPDX-License-Identifier: Apache-2.0
"""Which jobs of a night reach its functional coverage: the shortest list that a greedy set cover finds."""
import json

from wl.cover import points
from wl.night.journal import write_whole


def ranked(journal):
    """[(points that the job adds, sum so far, id, the line that repeats it)] of a journal."""
    sets, again = {}, {}
    with open(journal, encoding="utf-8") as file:
        for line in file:
            entry = json.loads(line)
            if "points" in entry:
                sets[entry["id"]] = points.unpacked(entry["points"])
                again[entry["id"]] = entry["again"]
    total, rows = 0, []
    for name, adds in points.cover(sets):
        total += adds
        rows.append((adds, total, name, again[name]))
    return rows, len(sets)


def written(journal, path):
    """Writes the list, and returns it for people."""
    rows, jobs = ranked(journal)
    write_whole(path, "".join("\t".join(map(str, row)) + "\n" for row in rows))
    total = rows[-1][1] if rows else 0
    text = [f"{len(rows)} of {jobs} jobs in lockstep reach the {total} functional points of all; {path}:"]
    text += [f"{adds:6} {total:6}  {name}: {again}" for adds, total, name, again in rows]
    return "\n".join(text) + "\n"
