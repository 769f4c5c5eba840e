# SPDX-License-Identifier: Apache-2.0
"""Which test reached which lines of the RTL: what the count of code coverage leaves beside its tables.

A file *.reach.gz has a row for each test and file: the test, the file, git's blob of the file as it was, the lines that
ran. Lines are written as 12-14,17. They are numbered as in that blob, so `git diff BLOB` says which of them a later
change touches.
"""
import collections
import glob
import gzip
import hashlib
import os
import subprocess

from wl.cover.code_counts import line_numbers

END = ".reach.gz"
LEFT = ("runs/coverage/tables", "runs/nightly/*/code")
Reached = collections.namedtuple("Reached", "blob tests")  # tests: {name: set of lines}


def blob(path):
    """git's name of the contents of a file."""
    with open(path, "rb") as file:
        text = file.read()
    return hashlib.sha1(b"blob %d\0" % len(text) + text).hexdigest()


def ranges(lines):
    """12-14,17 of a set of numbers: what line_numbers() reads."""
    found = []
    for line in sorted(lines):
        if found and found[-1][1] == line - 1:
            found[-1][1] = line
        else:
            found.append([line, line])
    return ",".join(f"{a}-{b}" if a != b else str(a) for a, b in found)


def lines_of(counts):
    """{file: lines that ran} of the counts of one run."""
    found = {}
    for point, count in counts.items():
        if count and point.metric == "line":
            found.setdefault(point.file, set()).update(list(line_numbers(point.lines)) or [point.line])
    return found


def write(path, of_tests):
    """of_tests: {test: {file: lines}}. Beside the table of counts `path`."""
    blobs = {}
    with gzip.open(path.removesuffix(".tsv.gz") + END, "wt", encoding="utf-8", compresslevel=4) as file:
        for test, files in of_tests.items():
            for name, lines in sorted(files.items()):
                blobs[name] = blobs.get(name) or blob(name)
                print(test, name, blobs[name], ranges(lines), sep="\t", file=file)


def known(name):
    """Whether git has such a blob."""
    return subprocess.run(["git", "cat-file", "-e", name], capture_output=True, check=False).returncode == 0


def read(files, folders=LEFT):
    """{file: Reached} of these files, by the newest record whose blob git has; a file without one is not there."""
    paths = (path for folder in folders for path in glob.glob(os.path.join(folder, f"*{END}")))
    found, there = {}, {}
    for path in sorted(paths, key=os.path.getmtime, reverse=True):
        with gzip.open(path, "rt", encoding="utf-8") as file:
            for row in file:
                test, name, of_file, lines = row.rstrip("\n").split("\t")
                if name not in files:
                    continue
                if of_file not in there:
                    there[of_file] = known(of_file)
                if not there[of_file]:
                    continue
                record = found.setdefault(name, Reached(of_file, {}))
                if record.blob == of_file:
                    record.tests.setdefault(test, set()).update(line_numbers(lines))
    return found
