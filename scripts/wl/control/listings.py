# SPDX-License-Identifier: Apache-2.0
"""Every listing below a folder through build/wavelock-sass: read, checked, mended with --fix, printed in each form.

Prints a table: instructions, findings, the errors that --fix leaves, and the time of all that. A listing that cannot be
read has a line with the place and the reason. Each print must be read again and have as many findings; else the line
says so.

Exit code: 0, or 1 if a mend or a print is wrong. Findings and texts that cannot be read are facts about the listings.

usage: listings.py FOLDER
"""
import collections
import json
import os
import re
import subprocess
import sys
import tempfile
import time

from wl import ROOT


TOOL = os.path.join(ROOT, "build", "wavelock-sass")
FORMS = ("maxas", "cuobjdump", "cuasm")
ENDS = ("sass", "cuasm", "cuobjdump", "maxas", "txt")
OF_THE_TEXT = ("UNSCHEDULED",)  # a print has no blocks
SEVERITIES = ("error", "warning", "note")
HEAD = ("instructions", "errors", "warnings", "notes", "errors left", "ms")


def run(*words):
    return subprocess.run([TOOL, *words], capture_output=True, text=True, check=False, errors="replace")


def check(path, *options):
    """The answer of check as JSON."""
    done = run("check", "--json", *options, path)
    try:
        return json.loads(done.stdout)
    except ValueError:
        return {"error": {"line": 0, "col": 0, "text": f"exit {done.returncode}: {done.stderr.strip()}"}}


def counts(answer):
    """(errors, warnings, notes) of what a print has, too."""
    severities = collections.Counter(f["severity"] for f in answer["findings"] if f["rule"] not in OF_THE_TEXT)
    return tuple(severities[name] for name in SEVERITIES)


class Listing:
    """One file. row: of the table. rules: how often each rule is broken. wrong: what the command did wrong."""

    def __init__(self, path, folder):
        self.row, self.refused, self.rules, self.wrong = None, None, collections.Counter(), []
        start = time.monotonic()
        answer = check(path)
        if "error" in answer:
            error = answer["error"]
            self.refused = f"{error['line']}:{error['col']}: {error['text']}"
            return
        self.rules.update((f["severity"], f["rule"]) for f in answer["findings"])
        mended = check(path, "--fix", os.path.join(folder, "mended"))
        if "error" in mended:
            self.wrong.append(f"--fix: {mended['error']}")
        left = "error" in mended or counts(mended)[0]
        texts = {form: run("print", "--form", form, path) for form in FORMS}
        taken = time.monotonic() - start
        for form, done in texts.items():
            self.printed(form, done, answer, folder)
        statements = len(re.findall(r"^ *\[", texts["cuasm"].stdout, re.M))
        self.row = (statements, *counts(answer), left, round(taken * 1000))

    def printed(self, form, done, answer, folder):
        if done.returncode:
            self.wrong.append(f"print --form {form}: {done.stderr.strip()}")
            return
        path = os.path.join(folder, "printed")
        with open(path, "w", encoding="utf-8") as file:
            file.write(done.stdout)
        again = check(path)
        if "error" in again:
            self.wrong.append(f"printed as {form}: {again['error']}")
        elif counts(again)[:2] != counts(answer)[:2]:
            self.wrong.append(f"printed as {form} it has {counts(again)} findings, not {counts(answer)}")


def files(folder):
    for below, folders, names in os.walk(folder):
        folders.sort()
        for name in sorted(names):
            if name.rpartition(".")[2] in ENDS:
                yield os.path.join(below, name)


def main():
    if len(sys.argv) != 2 or not os.path.isdir(sys.argv[1]):
        sys.exit(__doc__)
    sums, rules, read, refused, wrong = [0] * len(HEAD), collections.Counter(), 0, 0, 0
    print("\t".join(("listing", *HEAD)))
    with tempfile.TemporaryDirectory() as folder:
        for path in files(sys.argv[1]):
            name = os.path.relpath(path, sys.argv[1])
            listing = Listing(path, folder)
            if listing.refused:
                refused += 1
                print(f"{name}\tnot read: {listing.refused}")
                continue
            read += 1
            rules += listing.rules
            sums = [a + b for a, b in zip(sums, listing.row)]
            print("\t".join((name, *map(str, listing.row))))
            for text in listing.wrong:
                wrong += 1
                print(f"{name}\tWRONG: {text}")
    print("\t".join((f"{read} listings, {refused} not read, {wrong} wrong", *map(str, sums))))
    for (severity, rule), count in sorted(rules.items()):
        print(f"{severity}\t{rule}\t{count}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
