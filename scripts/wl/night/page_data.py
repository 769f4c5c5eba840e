# SPDX-License-Identifier: Apache-2.0
"""Contents of the page of a night: the data of report.json, from which scripts/wl/night/page.py makes report.html."""
import base64
import os
import re
import subprocess

from wl import ROOT
from wl.cover import coverage
from wl.failures import groups, shrink_cl
from wl.failures.waves import Failed, divergence, read_json
from wl.night import entries, kinds, smaller, stages
from wl.runs import foreign


SCHEMA = 1  # of report.json
SHOWN = 8  # jobs of a group
LINES = 20  # of the log of a job that left no report
NIGHTS = 30  # of the trends
CAUSES = "causes"  # name of the measure that is a number of its own
INDEXED = 1000  # nights of the index
NUMBER = (float, None)
# Levels of images that are shown where they are not as expected (docs/result.md), and the most bytes of a picture.
LEVELS, LARGEST_PICTURE = 2, 1 << 18
SIDES = ("expected", "found", "difference")
FILE = re.compile(r"[^/]+\.png")
PICTURES = {
    "pictures?": [{"image": str, "level": foreign.COUNT, "differing": foreign.COUNT, **dict.fromkeys(SIDES, FILE)}]
}
# Tables that the build writes: of each opcode, and of each row of the plan.
TABLES = ("build/docs/opcodes.md", "build/docs/plan.md")

# The two files that other parts of a night write.
COVERAGE = {
    "code?": [{"block": str, "metric": str, "hit": foreign.COUNT, "of": foreign.COUNT}],
    "functional?": [{"group": str, "hit": foreign.COUNT, "of": foreign.COUNT, "holes": [{"name": str, "fill": str}]}],
}
MUTANTS = {
    "blocks?": [
        {
            "block": str,
            **dict.fromkeys(("mutants", "never", "silent", "equivalent", "caught"), foreign.COUNT),
            "median_cycles": NUMBER,
        }
    ],
    "survivors?": entries.MUTANTS["survivors"],
}


# ---- files of other parts ----------------------------------------------------------------------------


def file_of(path, form):
    """The rows of a file by their keys; None without the file; {"error": text} of one that cannot be read."""
    try:
        found = foreign.read(path, form)
    except FileNotFoundError:
        return None
    except foreign.Damaged as error:
        return {"error": str(error).removeprefix(os.path.dirname(path) + "/")}
    return {key: found[key] for key in (name.removesuffix("?") for name in form) if key in found}


def sums(rows, key):
    """{name: [hit, of]} of rows, by a key."""
    found = {}
    for row in rows:
        one = found.setdefault(row[key], [0, 0])
        one[0] += row["hit"]
        one[1] += row["of"]
    return found


def activated(block):
    """Mutants of a block that count: what was activated and is not proved equivalent."""
    return block["mutants"] - block["never"] - block["equivalent"]


def measures(causes, opcodes, covered, mutants, ratios):
    """{name: (hit, of)} of what a night measured: one number each for the trends."""
    found = {CAUSES: (len(causes), len(causes))}
    if opcodes["of"]:
        found["opcodes"] = (opcodes["hit"], opcodes["of"])
    covered = covered or {}
    for metric, (hit, of) in sums(covered.get("code", []), "metric").items():
        found[f"code: {metric}"] = (hit, of)
    if covered.get("functional"):
        found["functional"] = coverage.points_hit(covered["functional"])
    if mutants and mutants.get("blocks"):
        caught, of = (sum(values) for values in zip(*((b["caught"], activated(b)) for b in mutants["blocks"])))
        found["mutants"] = (caught, of)
    for what, median in ratios.items():
        found[f"ratio: {what}"] = (round(1000 * median), 1000)
    return found


def opcodes_of(counts):
    """Opcodes that issued in lockstep, of those that model and RTL have."""
    have = coverage.implemented()
    hit = set(counts.opcodes())
    return {"hit": len(hit & have if have else hit), "of": len(have or ()), "holes": counts.holes()}


# ---- failures ----------------------------------------------------------------------------------------


def program_of(folder, small):
    """The lines of the program that is shown: of a small one all of them."""
    if not small:
        return []
    path = os.path.join(folder, "program.s")
    if not os.path.exists(path):
        path = os.path.join(folder, shrink_cl.PROGRAM)
    try:
        return foreign.text_of(path).decode(errors="replace").splitlines()
    except (FileNotFoundError, foreign.Damaged):
        return []


def states(report):
    """Rows of wave state registers: name, the unit's value, the expected one."""
    wave = report.get("wave", {})
    unit, expected = wave.get("unit", {}), wave.get("expected", {})
    return [[name, unit[name], expected.get(name, "")] for name in unit]


def values(first):
    """The differences: [which word or lane, the unit's value, the expected one]."""
    if "lanes" in first:
        return [[f"lane {lane['lane']}", lane["unit"], lane["expected"]] for lane in first["lanes"]]
    words = zip(first.get("unit", []), first.get("expected", []))
    return [[f"word {n}", a, b] for n, (a, b) in enumerate(words)]


def log_of(folder):
    """The last lines of what a job said."""
    try:
        return foreign.text_of(os.path.join(folder, "log.txt")).decode(errors="replace").splitlines()[-LINES:]
    except (FileNotFoundError, foreign.Damaged):
        return []


def picture(path):
    """A PNG as base64; empty where it cannot be shown."""
    try:
        data = foreign.text_of(path)
    except (FileNotFoundError, foreign.Damaged):
        return ""
    good = data.startswith(b"\x89PNG\r\n") and len(data) <= LARGEST_PICTURE
    return base64.b64encode(data).decode() if good else ""


def images_of(folder):
    """The pictures that a run left of images that are not as expected: of the first levels."""
    found = file_of(os.path.join(folder, "result.json"), PICTURES) or {}
    shown = found.get("pictures", [])[:LEVELS]
    return [
        {
            **{key: one[key] for key in ("image", "level", "differing")},
            "pictures": {side: picture(os.path.join(folder, one[side])) for side in SIDES},
        }
        for one in shown
    ]


def run_of(folder, small):
    """The files that the run of a failure left, or the run of its small program."""
    damaged = []
    try:
        report = read_json(os.path.join(folder, "report.json"))
    except Failed as error:
        report, damaged = {}, [str(error)]
    first = divergence(report) or {}
    wave = report.get("wave", {})
    history = wave.get("history", [])
    return {
        "small": small,
        "folder": folder,
        "headline": f"{report['verdict']}: {report['why']}" if report.get("why") else "",
        "cycle": first.get("cycle"),
        "slot": first.get("slot"),
        "row": first.get("row"),
        "writer": groups.culprit(report) if first else "",
        "program": program_of(folder, small),
        "history": history,
        "operands": wave.get("operands", []),
        "states": states(report),
        "values": values(first),
        "images": images_of(folder),
        "log": [] if report else damaged + log_of(folder),
        "diagram": stages.diagram(os.path.join(folder, smaller.STAGES), history, first.get("cycle")),
    }


def waveform(entry):
    """The path of the waveform, or why there is none."""
    found = entry.get("waves", "")
    return found if not found or found.startswith("none") else os.path.join(entry["folder"], found)


def job_of(entry):
    return {
        "id": entry["id"],
        "verdict": entry["verdict"],
        "why": entry["why"],
        "again": entry["again"],
        "state": entry.get("state", ""),
        "differs": entry.get("differs", ""),
        "waveform": waveform(entry),
        "folder": entry.get("folder", ""),
    }


def group_of(name, failures, known, first, small):
    """A group of failures. known: what the history says of it; first: the way to the page of the first night that had
    it, or empty; small: of scripts/wl/night/smaller.py."""
    # A flaky one comes first: it is a defect of the bench, whatever the unit does.
    failures = sorted(failures, key=lambda e: e.get("state") != groups.FLAKY)
    folder = small.get("folder", "") or next((e["folder"] for e in failures if "folder" in e), "")
    return {
        "name": name,
        "known": known or "",
        "first": first,
        "count": len(failures),
        "flaky": sum(entry.get("state") == groups.FLAKY for entry in failures),
        "jobs": [job_of(entry) for entry in failures[:SHOWN]],
        "shrunk": small,
        "run": run_of(folder, bool(small.get("folder"))) if folder else None,
    }


def known_of(names, known, ways):
    """What the history knows of the groups of a cause together, and the way to the page of the first night: what one of
    them has been known for longest."""
    texts = {name: known.get(name) or "" for name in names}
    older = next((name for name in names if texts[name].startswith("known")), None)
    older = older or next((name for name in names if texts[name] and texts[name] != "new"), names[0])
    return texts[older], ways.get(older, "")


def causes_of(found, rates, facts, ways):
    """Causes, those of most jobs first. groups: names; jobs: ids of all failures; by_runs: names of groups that runs
    joined to it. suspects: modules of the RTL, the likeliest first. program: the group whose program was made small, or
    was tried to."""
    for cause in found:
        names = [group.name for group in cause.groups]
        known, first = known_of(names, facts["known"], ways)
        about = facts["small"]
        yield {
            "name": cause.name(rates),
            "known": known,
            "first": first,
            "groups": names,
            "by_runs": cause.by_runs,
            "suspects": cause.suspects,
            "jobs": [failure["id"] for group in cause.groups for failure in group.failures],
            "program": next((name for name in names if "folder" in about.get(name, {})), names[0]),
        }


# ---- all ---------------------------------------------------------------------------------------------


def not_checked(totals, facts):
    """Lines on what the night did not check: jobs that did not run or were lost, kinds that nobody asked for."""
    if facts["partial"]:
        yield f"The night ended early: {facts['partial']}. Jobs that were under way are not counted."
    yield from (text[:1].upper() + text[1:] for text in facts["unsettled"])
    yield from (f"A failure that was open is no job of this night: {text}" for text in facts["open_beside"])
    for kind in facts["kinds"]:
        left = facts["left"].get(kind)
        if left:
            yield f"{kind}: {left} of {totals.by_kind[kind] + left} jobs did not run"
        elif not totals.by_kind[kind]:
            yield f"{kind}: no job ran"
    others = [kind for kind in kinds.KINDS if kind not in facts["kinds"]]
    if others:
        yield f"Nobody asked for these kinds: {', '.join(others)}"
    for group, failures in totals.groups().items():
        if group.startswith(groups.INFRASTRUCTURE):
            yield f"No verdict because of the machine, {len(failures)} times: {group}"
    if not totals.instructions:
        yield "No instruction ran in lockstep"
    if totals.same():
        yield f"{len(totals.same())} programs ran in more than one job: the night has tested less than it counts"


def verdict(totals, facts):
    """The word at the top."""
    if totals.failed or facts["findings"]:
        return "FAIL"
    if facts["partial"]:
        return "PARTIAL"
    if not totals.jobs:
        return "NOTHING RAN"
    return "INCOMPLETE" if facts["unsettled"] else "PASS"


def changes(history):
    """The commits since the night before: {"since": its name, "commits": lines} or, where they are not known, "why"."""
    before = history.last()
    if not before:
        return None
    found = {"since": before[0], "commits": []}
    commits = [re.fullmatch("git ([0-9a-f]{7,40})(-dirty)?", text) for text in (before[1], history.revision)]
    if not all(commits):
        return {**found, "why": f"{before[1]} and {history.revision} are not both commits"}
    command = ["git", "log", "--oneline", "--no-decorate", "..".join(c[1] for c in commits)]
    try:
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, errors="replace", check=False)
    except OSError as error:
        return {**found, "why": str(error)}
    if done.returncode:
        return {**found, "why": f"git knows no way from {before[1]} to {history.revision}"}
    found["commits"] = done.stdout.splitlines()
    if any(commit[2] for commit in commits):
        found["why"] = "files that were not committed are not in the list"
    return found


def nights(history, folder):
    """Rows of the index of nights in a folder, newest first. verdict: the word of its page, empty where the page is
    gone."""
    found = history.nights(INDEXED)
    for night in found:
        page = file_of(os.path.join(folder, night["name"], "report.json"), {"verdict": str})
        night["verdict"] = (page or {}).get("verdict", "")
    return found[::-1]


def page_of(folder, name):
    """The way from the page of the night in a folder to that of another night; empty where there is none."""
    way = os.path.join("..", name, "report.html")
    return way if os.path.exists(os.path.join(folder, way)) else ""


def total_of(totals, facts):
    """The sums of a night, as its history has them."""
    in_lockstep = sum(s for name, s in totals.seconds.items() if kinds.KINDS[name].lockstep)
    sizes = {name: getattr(totals, name) for name in ("jobs", "failed", "cycles", "instructions")}
    return {**sizes, "seconds": round(facts["elapsed"], 1), "lockstep_seconds": round(in_lockstep, 1)}


def data(totals, entries, facts, history):
    """All of the page. facts: as report.summary gives them. history: None where the run is not in it."""
    covered = file_of(os.path.join(facts["folder"], "coverage.json"), COVERAGE)
    mutants = file_of(os.path.join(facts["folder"], "mutants.json"), MUTANTS)
    opcodes = opcodes_of(totals.coverage)
    total = total_of(totals, facts)
    if history:
        history.measured(total, measures(facts["causes"], opcodes, covered, mutants, totals.ratios))
    first = {name: history.first(name) for name in (*facts["known"], *facts["fixed"])} if history else {}
    ways = {name: page_of(facts["folder"], night) if night else "" for name, night in first.items()}
    seeds = [entry["seed"] for entry in entries if "seed" in entry]
    failed = {kind: 0 for kind in facts["kinds"]}
    for entry in totals.failures:
        failed[entry["kind"]] += 1
    return {
        "schema": SCHEMA,
        "name": facts["name"],
        "verdict": verdict(totals, facts),
        "partial": facts["partial"] or "",
        "total": total,
        "build": facts["build"],
        "identity": facts["identity"],
        "seeds": [min(seeds), max(seeds)] if seeds else None,
        "verdicts": dict(sorted(totals.verdicts.items())),
        "not_checked": list(not_checked(totals, facts)),
        "kinds": [
            {
                "kind": kind,
                "jobs": totals.by_kind[kind],
                "again": facts["again"].get(kind, 0),
                "left": facts["left"].get(kind) or 0,
                "failed": failed[kind],
                "seconds": round(totals.seconds[kind], 1),
            }
            for kind in facts["kinds"]
        ],
        "causes": list(causes_of(facts["causes"], facts["rates"], facts, ways)),
        "not_ranked": facts["not_ranked"],
        "groups": [
            group_of(name, failures, facts["known"].get(name), ways.get(name, ""), facts["small"].get(name, {}))
            for name, failures in totals.groups().items()
        ],
        "findings": facts["findings"],
        "fixed": [
            {"name": name, "known": known, "first": ways.get(name, ""), "passes": job}
            for name, (known, job) in facts["fixed"].items()
        ],
        "changes": changes(history) if history else None,
        "opcodes": opcodes,
        "tables": [path for path in TABLES if os.path.exists(os.path.join(ROOT, path))],
        "coverage": covered,
        "mutants": mutants,
        "trends": history.nights(NIGHTS) if history else None,
    }
