# SPDX-License-Identifier: Apache-2.0
"""Counts of code coverage: which lines of the RTL and of the model ran how often, which bits of signals toggled.

A point is what has one count. Its metric is one of METRICS:

  line          a branch or block of the RTL, as Verilator counts them: `what` is if, else, elsif, case or block
  toggle        a bit of a signal of the RTL: `what` is its name; instances of a module are one
  model_line    a line of the model, as gcov counts it
  model_branch  a way out of a condition of the model: `what` is the function it stands in

A table is a file of points with counts. Tables add up: counts of one point are added, whatever run they come from.
"""
import collections
import functools
import gzip
import io
import json
import os
import re
import subprocess
import tarfile
import zlib

from wl import Error

METRICS = ("line", "toggle", "model_line", "model_branch")
SECTION = ".gcov_notes"  # of the counted tool: gcov's notes of the model, as the build left them
MODEL = "refmodel/"
# One source is compiled once per level of the host. They are one function.
LEVEL = re.compile(r"_(?:pure|base|avx2|avx512)(?=_|$)")

# lines: of the RTL, the lines that run with the point, as "12-14,17". number: what tells points of a line apart.
Point = collections.namedtuple("Point", "metric file line number what lines", defaults=("",))


class Unreadable(Error):
    """A file that is not what it should be; the text names it."""


class Counts(collections.Counter):
    """Counts by point. A point that did not run is there with 0."""

    def merge(self, other):
        for point, count in other.items():
            self[point] += count

    # ---- from Verilator ------------------------------------------------------------------------

    def add_verilator(self, path):
        """A file of VerilatedCov: lines C '<\\1key\\2value>...' count."""
        with open(path, encoding="utf-8") as file:
            if not file.readline().startswith("# SystemC::Coverage-3"):
                raise Unreadable(f"{path}: found no head of a coverage file, expected # SystemC::Coverage-3")
            for number, line in enumerate(file, 2):
                try:
                    keys, count = line[3:].rsplit("' ", 1)
                    self[point_of(keys)] += int(count)
                except (KeyError, ValueError):
                    raise Unreadable(f"{path}:{number}: no line of a coverage file: {line!r}") from None

    # ---- from gcov -----------------------------------------------------------------------------

    def add_gcov(self, text):
        """Adds the output of gcov --json-format --branch-probabilities --stdout: a JSON object for each object file."""
        for line in text.splitlines():
            for file in json.loads(line)["files"] if line.strip() else ():
                if file["file"].startswith(MODEL):
                    self._add_file(file)

    def _add_file(self, file):
        for row in file["lines"]:
            name, line = file["file"], row["line_number"]
            self[Point("model_line", name, line, 0, "")] += row["count"]
            function = LEVEL.sub("", row.get("function_name", ""))
            for number, branch in enumerate(row["branches"]):
                self[Point("model_branch", name, line, number, function)] += branch["count"]

    # ---- tables --------------------------------------------------------------------------------

    def write(self, path):
        """The table is whole or not there."""
        with gzip.open(path + ".part", "wt", encoding="utf-8", compresslevel=4) as file:
            for point, count in sorted(self.items()):
                print(*point, count, sep="\t", file=file)
        os.replace(path + ".part", path)

    def read(self, path):
        try:
            with gzip.open(path, "rt", encoding="utf-8") as file:
                for row in file:
                    metric, name, line, number, what, lines, count = row.rstrip("\n").split("\t")
                    self[Point(metric, name, int(line), int(number), what, lines)] += int(count)
        except (OSError, EOFError, ValueError, zlib.error) as error:
            raise Unreadable(f"{path}: {error}") from None
        return self


@functools.lru_cache(maxsize=None)
def point_of(keys):
    """The point that Verilator means by \\1key\\2value\\1key\\2value... Every run has the same points."""
    of = dict(pair.split("\2", 1) for pair in keys.split("\1")[1:])
    metric = "toggle" if of["page"].startswith("v_toggle") else "line"
    column = int(of["n"]) - (of["o"] == "else")  # Verilator puts an else one behind its if
    return Point(metric, of["f"], int(of["l"]), column, of["o"], of.get("S", ""))


class Raw:
    """A folder in which processes of the counted tool leave what they counted."""

    def __init__(self, folder):
        self.folder = folder
        self.model = os.path.join(folder, "model")
        os.makedirs(self.model, exist_ok=True)

    def environment(self):
        """For the processes."""
        return {"WL_CODE_COVERAGE": self.folder, "GCOV_PREFIX": self.model}

    def of_units(self):
        """Names of the files that processes with a unit left."""
        return sorted(name for name in os.listdir(self.folder) if name.endswith(".dat"))

    def counts(self, tool, least=1, each=lambda name, counts: None):
        """Counts of all processes that came to their end; `least` of them or more had a unit. tool: the program that
        ran, which has the notes of its build. each: is called with the name and the counts of each of of_units()."""
        found = Counts()
        units = self.of_units()
        for name in units:
            one = Counts()
            one.add_verilator(os.path.join(self.folder, name))
            each(name, one)
            found.merge(one)
        if len(units) < least:
            raise Unreadable(
                f"{self.folder}: found counts of {len(units)} units, expected {least}: is {tool} the counted tool?"
            )
        found.add_gcov(self._gcov(tool))
        return found

    def _gcov(self, tool):
        """Notes and counts of an object file lie side by side. An object with notes alone did not run."""
        notes = os.path.join(self.folder, "notes")
        done = subprocess.run(
            ["objcopy", "-O", "binary", "--set-section-flags", f"{SECTION}=alloc", "--only-section", SECTION, tool]
            + [notes + ".tar"],
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode:
            raise Unreadable(f"{tool}: {done.stderr.strip()}")
        try:
            with tarfile.open(notes + ".tar") as file:
                file.extractall(notes)
        except (tarfile.TarError, OSError) as error:
            raise Unreadable(f"{tool}: section {SECTION}: {error}") from None
        for folder, _, files in os.walk(self.model):
            for name in files:
                path = os.path.join(folder, name)
                os.replace(path, os.path.join(notes, path[path.rindex("/" + MODEL) + 1 :]))
        names = [
            os.path.relpath(os.path.join(folder, name), notes)
            for folder, _, files in os.walk(notes)
            for name in sorted(files)
            if name.endswith(".gcno")
        ]
        done = subprocess.run(
            ["gcov", "--json-format", "--branch-probabilities", "--stdout", *names],
            cwd=notes,
            capture_output=True,
            text=True,
            check=False,
        )
        wrong = [line for line in done.stderr.splitlines() if "mismatch" in line or "cannot" in line.lower()]
        wrong = [line for line in wrong if "assuming not executed" not in line]
        if done.returncode or wrong:
            raise Unreadable(f"{tool}: gcov: {(wrong or [done.stderr.strip()])[0]}")
        return done.stdout


def line_numbers(text):
    """The line numbers that "12-14,17" means."""
    for part in text.split(",") if text else ():
        first, _, last = part.partition("-")
        yield from range(int(first), int(last or first) + 1)


def info(counts):
    """The lines and branches as lcov's format has them, for genhtml and editors. It has no toggles."""
    lines, branches = {}, {}
    for point, count in counts.items():
        if point.metric in ("line", "model_line"):
            here = lines.setdefault(point.file, {})
            for number in list(line_numbers(point.lines)) or [point.line]:
                here[number] = max(here.get(number, 0), count)
        if point.metric == "model_branch":
            branches.setdefault(point.file, []).append((point.line, point.what, point.number, count))
        elif point.metric == "line" and point.what in ("if", "elsif", "else"):
            branches.setdefault(point.file, []).append((point.line, point.number, point.what == "else", count))
    text = io.StringIO()
    for file in sorted(lines):
        print(f"TN:\nSF:{file}", file=text)
        for line, block, ways in grouped(branches.get(file, [])):
            for way, count in enumerate(ways):
                print(f"BRDA:{line},{block},{way},{count if any(ways) else '-'}", file=text)
        for line, count in sorted(lines[file].items()):
            print(f"DA:{line},{count}", file=text)
        print(f"LH:{sum(count > 0 for count in lines[file].values())}\nLF:{len(lines[file])}", file=text)
        print("end_of_record", file=text)
    return text.getvalue()


def grouped(rows):
    """(line, number of the condition in it, counts of its ways) of rows (line, condition, way, count)."""
    of_line = {}
    for line, condition, _, count in sorted(rows):
        of_line.setdefault(line, {}).setdefault(condition, []).append(count)
    for line, conditions in of_line.items():
        for block, ways in enumerate(conditions.values()):
            yield line, block, ways
