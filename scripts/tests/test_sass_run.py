# SPDX-License-Identifier: Apache-2.0
"""Trace mode of listings: `wavelock-sass run` (maxwell-control.md 8.12).

  - Schedules that were worked out by hand from the specification: SCHEDULES.
  - The log for Konata can be parsed, and says what the JSON says.
  - The table of docs/control-words.md: instructions a cycle by warps.
  - A listing of more than 300 lines goes through checker, --fix and trace mode in a second.
  - Random listings without errors and warnings of hazards: every read sees the write that program order demands
    (D-CTRL-57), under 20 seeds of latencies and the least and the greatest ones.
    Some have branches, all run as one thread runs (D-CTRL-58).
  - The listing with one field changed so that the checker finds a RAW, WAR or WAW error: a schedule exists in which a
    read sees another write. Units without pace and one slow instruction show it. Some errors nobody can see: unseen()
    names them, and they are counted.

--random: random listings alone.

usage: test_sass_run.py [--random COUNT [SEED [HASHES]]]      HASHES: a file that gets a hash of each listing
"""
import hashlib
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import time

from wl import ROOT
from wl.reading import control_words
from wl.runs import programs


TOOL = os.path.join(ROOT, "build", "wavelock-sass")
LONG = os.path.join(ROOT, "vectors", "sass", "long", "product.maxas")
PAGE = os.path.join(ROOT, "docs", "control-words.md")
CLASSES = os.path.join(ROOT, "tb", "control", "listing", "classes.txt")
SLICE, SEED = 80, 1  # random listings of make test
SEEDS, CHANGES = 20, 4  # of a listing
VERY_SLOW = 3000  # cycles
FIXED = ("RAW", "RAW-PRED", "RAW-CC", "WAW")  # the older instruction has a fixed latency
MANY_SEEDS = 500  # for an error that one slow instruction does not show
MANY_WARPS = ("8", "16")  # for one that needs time between two instructions, which other warps take
HAZARDS = {"RAW", "RAW-PRED", "RAW-CC", "RAW-VAR", "WAW", "WAW-VAR", "WAR"}
FIELD = re.compile(r"(\S\S):(\S):(\S):(\S):(\S)(.*)")

# Text, options, cycles of the issues by warp. The least latencies, one warp, unless the options say otherwise.
SCHEDULES = {
    "stalls of 1, 3 and 13 with '-', which counts 6": (
        "--:-:-:-:1 MOV R0, R1;\n--:-:-:-:3 MOV R2, R3;\n--:-:-:-:d MOV R4, R5;\n--:-:-:-:5 EXIT;\n",
        [],
        [[0, 1, 4, 10]],
    ),
    "a pair: one cycle for both": (
        "--:-:-:-:0 MOV R0, R1;\n--:-:1:-:2 S2R R2, SR_TID.X;\n--:-:-:-:5 EXIT;\n",
        [],
        [[0, 0, 2]],
    ),
    "no pair: the class of the next is no second; stall 0 lasts a cycle (D-CTRL-52)": (
        "--:-:-:-:0 MOV R0, R1;\n--:-:-:-:1 MOV R2, R3;\n--:-:-:-:5 EXIT;\n",
        [],
        [[0, 1, 2]],
    ),
    "the second of a pair waits for a barrier: it follows later": (
        "--:-:1:-:2 S2R R0, SR_TID.X;\n--:-:-:-:0 MOV R2, R3;\n01:-:2:-:1 S2R R4, SR_TID.Y;\n--:-:-:-:5 EXIT;\n",
        [],
        [[0, 2, 12, 13]],  # S2R: signal in 11, seen in 12
    ),
    "a setter one cycle before is not seen, two before it is": (
        "--:-:1:-:1 S2R R0, SR_TID.X;\n01:-:2:-:2 S2R R1, SR_TID.Y;\n02:-:-:-:1 MOV R2, R3;\n--:-:-:-:5 EXIT;\n",
        ["--classes", "{every}"],
        [[0, 1, 13, 14]],  # the second sets at 1, signal in 12
    ),
    "pace: shift every second cycle, the lost try is no issue (D-CTRL-50)": (
        "--:-:-:-:1 SHL R0, R1, 0x1;\n--:-:-:-:1 SHL R2, R3, 0x1;\n--:-:-:-:5 EXIT;\n",
        [],
        [[0, 2, 3]],
    ),
    "a read barrier: t + O, seen in the next cycle (D-CTRL-53, D-CTRL-54)": (
        "--:1:-:-:2 STS [R0], R1;\n01:-:-:-:1 MOV R1, R2;\n--:-:-:-:5 EXIT;\n",
        [],
        [[0, 3, 4]],
    ),
    "a queue of two: the third operation waits for the operands of the first (D-CTRL-51, D-CTRL-56)": (
        "--:-:-:-:1 LDG.E R4, [R0];\n--:-:-:-:1 LDG.E R5, [R0];\n--:-:-:-:1 LDG.E R6, [R0];\n--:-:-:-:5 EXIT;\n",
        ["--depth", "global=2", "--slow", "1=9:30"],
        [[0, 2, 10, 11]],  # operands of the first in 9; the unit is free from 4 on
    ),
    "two warps: the one that issued last goes on": (
        "--:-:-:-:1 MOV R0, R1;\n--:-:-:-:1 MOV R2, R3;\n--:-:-:-:5 EXIT;\n",
        ["--warps", "2"],
        [[3, 4, 5], [0, 1, 2]],  # the slot tried last is 0 at first, so slot 1 begins
    ),
    "two warps: 'Y' gives way": (
        "--:-:-:Y:1 MOV R0, R1;\n--:-:-:Y:1 MOV R2, R3;\n--:-:-:-:5 EXIT;\n",
        ["--warps", "2"],
        [[1, 3, 5], [0, 2, 4]],
    ),
    "two warps: seven times in a row, then the other": (
        "--:-:-:-:1 MOV R0, R1;\n" * 9 + "--:-:-:-:5 EXIT;\n",
        ["--warps", "2"],
        # Slot 1 issues at 0, then seven times more by rule 3. Slot 0 has its first at 8, then seven more.
        [[*range(8, 16), 18, 19], [*range(8), 16, 17]],
    ),
    "BAR.SYNC: both go on when the later has come": (
        "--:-:-:-:6 MOV R0, R1;\n--:-:-:-:5 BAR.SYNC 0x0;\n--:-:-:-:5 EXIT;\n",
        ["--warps", "2"],
        [[1, 7, 12], [0, 6, 11]],
    ),
    "BAR.SYNC: the operands of a store are read first": (
        "--:-:-:-:1 STS [R0], R1;\n--:-:-:-:5 BAR.SYNC 0x0;\n--:-:-:-:5 EXIT;\n",
        ["--slow", "1=20:30"],
        [[0, 1, 21]],
    ),
    "DEPBAR with 1: the older of two is done (D-CTRL-55)": (
        "--:-:1:-:2 LDG.E R4, [R0];\n--:-:1:-:2 LDG.E R5, [R0];\n--:-:-:-:2 DEPBAR.LE SB0, 0x1;\n--:-:-:-:5 EXIT;\n",
        [],
        [[0, 2, 4, 20]],  # the first is written at the end of 19
    ),
    "a loop of three rounds (D-CTRL-58)": (
        "A:\n--:-:-:Y:d ISETP.LT.AND P0, PT, R0, R1, PT;\n--:-:-:-:1 MOV R0, R1;\n--:-:-:-:5 @P0 BRA A;\n"
        "--:-:-:-:5 EXIT;\n",
        ["--loops", "3"],
        [[0, 13, 14, 19, 32, 33, 38, 51, 52, 57]],
    ),
}


def run(*words):
    """Exit code and JSON of a command."""
    done = subprocess.run([TOOL, *words, "--json"], capture_output=True, text=True, check=False)
    if done.returncode > 1:
        raise ValueError(f"{words}: exit code {done.returncode}: {done.stdout}{done.stderr}")
    return done.returncode, json.loads(done.stdout)


def write(path, text):
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    return path


def free_units(folder):
    """The table's units without pace: the distances of issues are then those that the fields guarantee."""
    with open(CLASSES, encoding="utf-8") as file:
        units = re.findall(r"^unit \w+ pace ", file.read(), re.M)
    return write(os.path.join(folder, "classes"), "".join(f"{unit}1\n" for unit in units))


def schedules(folder):
    """What is wrong with the schedules that the specification gives."""
    wrong = []
    for name, (text, options, cycles) in SCHEDULES.items():
        path = write(os.path.join(folder, "one.maxas"), text)
        words = [free_units(folder) if word == "{every}" else word for word in options]
        issues = run("run", path, "--latency", "min", *words)[1]["runs"][0]["issues"]
        found = [[i["cycle"] for i in issues if i["warp"] == warp] for warp in range(len(cycles))]
        if found != cycles:
            wrong.append(f"{name}: issues at {found}, expected {cycles}")
    return wrong


# ---- the log for Konata ------------------------------------------------------------------------


def parse_log(text):
    """Instructions by id, from a log in the format Kanata 0004; ValueError for any other text."""
    lines = text.split("\n")
    if lines[0] != "Kanata\t0004" or lines[-1]:
        raise ValueError("first or last line")
    shape = {"C=": "d", "C": "d", "I": "ddd", "L": "ddt", "S": "ddt", "E": "ddt", "R": "ddd", "W": "ddd"}
    cycle, all_of, retired = None, {}, 0
    for number, text_line in enumerate(lines[1:-1], 2):
        command, *words = text_line.split("\t")
        kinds = shape.get(command, "")
        good = len(words) == len(kinds) and all(k == "t" or word.isdigit() for k, word in zip(kinds, words))
        if not good or (cycle is None) != (command == "C="):
            raise ValueError(f"line {number}: {text_line}")
        first = int(words[0])
        one = all_of.get(first)
        if command in ("C=", "C"):
            cycle = first if command == "C=" else cycle + first
        elif command == "I":
            if first != len(all_of):
                raise ValueError(f"line {number}: ids are not in order")
            all_of[first] = {"warp": int(words[2]), "text": [], "stages": [], "needs": [], "end": None}
        elif one is None or one["end"] is not None:
            raise ValueError(f"line {number}: not alive: {text_line}")
        elif command == "L":
            one["text"].append(words[2])
        elif command == "S":
            one["stages"].append((cycle, words[2]))
        elif command == "W":
            if int(words[1]) not in all_of:
                raise ValueError(f"line {number}: needs nothing")
            one["needs"].append(int(words[1]))
        elif command == "R":
            if int(words[1]) != retired:
                raise ValueError(f"line {number}: retirement {words[1]}")
            retired += 1
            one["end"] = cycle
    if any(one["end"] is None for one in all_of.values()):
        raise ValueError("an instruction does not end")
    return all_of


def log(folder):
    """What is wrong with the logs of some listings."""
    wrong = []
    path, out = os.path.join(folder, "listing.maxas"), os.path.join(folder, "log")
    listings = [control_words.listing(seed) for seed in range(20)] + [text for text, _, _ in SCHEDULES.values()]
    for text in listings:
        write(path, text)
        issues = run("run", path, "--warps", "3", "--konata", out)[1]["runs"][0]["issues"]
        with open(out, encoding="utf-8") as file:
            try:
                found = parse_log(file.read())
            except ValueError as error:
                wrong.append(f"log of\n{text}{error}")
                continue
        shown = sorted(
            (one["warp"], cycle) for one in found.values() for cycle, name in one["stages"] if name == "issue"
        )
        pairs = sorted(
            (one["warp"], cycle) for one in found.values() for cycle, name in one["stages"] if name == "pair"
        )
        expected = sorted((i["warp"], i["cycle"]) for i in issues)
        if sorted(shown + pairs) != expected:
            wrong.append(f"log of\n{text}issues {shown} {pairs}, expected {expected}")
    return wrong


def independent(count, lines=240):
    """A listing of FFMA of which so many in a row do not depend on each other, with the least stalls."""
    stalls = [1] * (count - 1) + [7 - count]
    one = "".join(f"--:-:-:-:{stall:x} FFMA R{r}, R{r}, R{r}, R{r};\n" for r, stall in enumerate(stalls))
    return one * (lines // count) + "--:-:-:-:5 EXIT;\n"


def table(folder):
    """What is wrong with the page's table of warps."""
    with open(PAGE, encoding="utf-8") as file:
        section = file.read().partition("### How many warps")[2].partition("###")[0]
    rows = [[float(word) for word in row.split(" | ")] for row in re.findall(r"^\| (\d.*) \|$", section, re.M)]
    paths = [write(os.path.join(folder, f"ffma{n}"), independent(n)) for n in (1, 2, 3, 6)] + [LONG]
    wrong = [] if [row[0] for row in rows] == list(range(1, 17)) else [f"{PAGE}: rows {[row[0] for row in rows]}"]
    for warps, *shown in rows:
        found = []
        for path in paths:
            one = run("run", path, "--loops", "4", "--warps", str(int(warps)))[1]["runs"][0]
            found.append(round(one["instructions"] / one["cycles"], 2))
        if found != shown:
            wrong.append(f"{PAGE}: {int(warps)} warps: {found}, shown {shown}")
    return wrong


def long_listing(folder):
    """Whether a long listing takes too long."""
    out = os.path.join(folder, "long")
    start = time.monotonic()
    codes = [run("check", LONG, "--fix", out)[0], run("run", out, "--warps", "4", "--konata", out + ".log")[0]]
    seconds = time.monotonic() - start
    with open(LONG, encoding="utf-8") as file:
        lines = len(file.read().splitlines())
    good = codes == [0, 0] and seconds < 1 and lines >= 300
    return [] if good else [f"{LONG}: {lines} lines, exit codes {codes}, {seconds:.2f} s"]


# ---- random listings ---------------------------------------------------------------------------


def change(pick, lines):
    """The lines with one field changed: a shorter stall, a wait less, a barrier less. None: it has found nothing."""
    for _ in range(50):
        at = pick.randrange(len(lines))
        wait, read, write_barrier, hint, stall, rest = FIELD.fullmatch(lines[at]).groups()
        kind = pick.randrange(4)
        if kind == 0 and int(stall, 16) > 1:
            stall = f"{pick.randrange(1, int(stall, 16)):x}"
        elif kind == 1 and wait != "--":
            mask = int(wait, 16)
            mask &= ~(1 << pick.choice([b for b in range(6) if mask >> b & 1]))
            wait = f"{mask:02x}" if mask else "--"
        elif kind == 2 and write_barrier != "-":
            write_barrier = "-"
        elif kind == 3 and read != "-":
            read = "-"
        else:
            continue
        return [*lines[:at], f"{wait}:{read}:{write_barrier}:{hint}:{stall}{rest}", *lines[at + 1 :]]
    return None


def show(path, finding, classes):
    """Whether a schedule is found in which a read sees another write. Tried are the older instruction slow, then many
    seeds. Then other warps, on units without pace and on the table's."""
    slow = f"{finding['other']}={VERY_SLOW if finding['rule'] == 'WAR' else 5}:{VERY_SLOW}"
    fixed = finding["rule"] in FIXED
    free, seeds = ["--classes", classes], ["--seeds", str(MANY_SEEDS)]
    tries = [[*free, "--latency", "min", *([] if fixed else ["--slow", slow])], [*free, *seeds]]
    tries += [[*units, *seeds, "--warps", warps] for warps in MANY_WARPS for units in (free, [])]
    return any(run("run", path, *words)[0] for words in tries)


def unseen(text, finding):
    """Why no schedule shows an error, or None. The listing has no guards.

    The checker assumes no order and no time that nobody promises; trace mode has some of both.
    """
    all_of = control_words.Reading(text, True).all
    older, later = all_of[finding["other"] - 1], all_of[finding["line"] - 1]
    between = all_of[finding["other"] : finding["line"]]
    rule = finding["rule"]
    if rule in FIXED and any(i.waits or i.name in ("BAR", "DEPBAR") for i in between):
        return "a wait lasts longer than is sure"
    own = {older.read, older.write} - {None}
    if older.kind.queue and any(i.kind.queue and own & {i.read, i.write} for i in between):
        return "signals of one barrier come in order"
    if rule.startswith("WAW"):
        for what in older.written & later.written:
            for i in all_of[finding["line"] :]:
                if what in i.sources:
                    return None
                if what in i.written:
                    break
            else:
                return None
        return "nobody reads it"
    return None


def straight(text):
    """The listing without guards, branches and labels."""
    return re.sub(r"^(.*\bBRA\b.*|\w+:)\n", "", re.sub(r"@!?P\d", "", text), flags=re.M)


def with_branches(text, pick):
    """The listing with a loop that ends before the EXIT, and a branch over some of its lines."""
    *lines, end = text.splitlines()
    first, over, behind = sorted(pick.choices(range(len(lines) + 1), k=3))
    lines[behind:behind] = ["B:"]
    lines[over:over] = [f"--:-:-:-:5 {pick.choice(('@P0', '@!P1', '@P2'))} BRA B;"]
    lines[first:first] = ["A:"]
    condition = "--:-:-:Y:d ISETP.GE.AND P3, PT, R0, R1, PT;"
    return "\n".join([*lines, condition, "--:-:-:-:5 @P3 BRA A;", end]) + "\n"


class Counts(dict):
    def add(self, key):
        self[key] = self.get(key, 0) + 1


def broken(number, lines, folder, classes, counts):
    """Copies of a listing with one field changed: errors that no schedule shows."""
    wrong, pick = [], random.Random(number)
    path = os.path.join(folder, "broken.maxas")
    for _ in range(CHANGES):
        changed = change(pick, lines)
        if not changed:
            continue
        text = "\n".join(changed) + "\n"
        write(path, text)
        for finding in run("check", path)[1]["findings"]:
            if finding["rule"] not in HAZARDS or finding["severity"] != "error":
                continue
            if show(path, finding, classes):
                counts.add("errors seen")
                continue
            why = unseen(text, finding)
            counts.add(f"errors that cannot be seen: {why}" if why else "unseen")
            if not why:
                wrong.append(f"listing {number}: no schedule shows {finding}\n{text}")
    return wrong


def random_listings(count, seed, folder, hashes):
    """What is wrong with trace mode on random listings, and how much was looked at. hashes: gets one of each."""
    wrong, counts = [], Counts()
    path, mended = (os.path.join(folder, f"{name}.maxas") for name in ("random", "mended"))
    classes = free_units(folder)
    for number in range(seed, seed + count):
        text = control_words.listing(number)
        if number % 2:
            text = straight(text)
        elif number % 4:
            text = with_branches(text, random.Random(number))
        write(path, text)
        hashes.append(hashlib.sha256(text.encode()).hexdigest())
        findings = run("check", path, "--fix", mended)[1]["findings"]
        if any(f["rule"] in HAZARDS | {"WAR-LATE"} for f in findings):
            continue  # of guarded instructions: nothing says whether they happen
        counts.add("accepted")
        for options in (
            ["--seeds", str(SEEDS), "--warps", str(1 + number % 4)],
            ["--latency", "min"],
            ["--latency", "max"],
        ):
            if number % 3 == 0:
                options = [*options, "--classes", classes]
            if number % 4 == 2:
                counts.add("runs with branches")
                options = [*options, "--loops", "3"]
            code, found = run("run", mended, *options)
            if code:
                wrong.append(f"listing {number}, mended, {' '.join(options)}: {found['findings'][0]['text']}")
        if number % 2:
            with open(mended, encoding="utf-8") as file:
                wrong += broken(number, file.read().splitlines(), folder, classes, counts)
    if not counts.get("accepted") or not counts.get("errors seen"):
        wrong.append("no random listing shows anything")
    return wrong, counts


def main():
    words, count, seed, hashes = sys.argv[1:], SLICE, SEED, []
    alone = words[:1] == ["--random"]
    if words:
        if not alone or len(words) not in (2, 3, 4) or not all(word.isdigit() for word in words[1:3]):
            sys.exit(__doc__.rpartition("\n\n")[2].strip())
        count, seed = int(words[1]), int(words[2]) if len(words) > 2 else SEED
    with tempfile.TemporaryDirectory() as folder:
        wrong = [] if alone else schedules(folder) + log(folder) + table(folder) + long_listing(folder)
        more, counts = random_listings(count, seed, folder, hashes)
    programs.write_hashes(words[3] if len(words) > 3 else "", hashes)
    wrong += more
    for text in wrong:
        print(text)
    seen = ", ".join(f"{value} {key}" for key, value in sorted(counts.items()))
    print(f"{len(SCHEDULES)} schedules, {count} random listings: {seen}; {len(wrong)} wrong")
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
