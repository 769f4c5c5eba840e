# SPDX-License-Identifier: Apache-2.0
"""Tags of tests: vectors/tags.txt gives them by patterns of names; the folder of a test below vectors/ is one too.

usage: tags.py TOOL     make list: what `TOOL --list` prints, each line with the tags of its test
       tags.py --check  every pattern has a test
"""
import fnmatch
import os
import signal
import subprocess
import sys

from wl import ROOT
from wl.runs import descriptions


TABLE = os.path.join("vectors", "tags.txt")


def table():
    """{tag: patterns}"""
    found = {}
    with open(TABLE, encoding="utf-8") as file:
        for line in file:
            tag, *patterns = line.partition("#")[0].split() or [""]
            if tag:
                found.setdefault(tag, []).extend(patterns)
    return found


def of(test, patterns):
    """The tags of a test; patterns: table()."""
    tags = {tag for tag, names in patterns.items() if any(fnmatch.fnmatchcase(test, name) for name in names)}
    folder, slash, _ = test.partition("/")
    return tags | {folder} if slash and not folder.startswith("directed_") else tags


def by_tag(tests):
    """{tag: its tests in order}"""
    patterns, found = table(), {}
    for test in sorted(tests):
        for tag in of(test, patterns):
            found.setdefault(tag, []).append(test)
    return found


def problems(tests):
    for tag, names in table().items():
        yield from (f"{TABLE}: {tag}: no test has the name {name}" for name in names if not fnmatch.filter(tests, name))


def listed(tool):
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)  # a reader that has read enough, as head, ends this too
    done = subprocess.run([tool, "--list"], stdout=subprocess.PIPE, text=True, check=False)
    patterns = table()
    for line in done.stdout.splitlines():
        tags = " ".join(sorted(of(line.split()[0], patterns)))
        print(f"{line} [{tags}]" if tags else line)
    return done.returncode


def main(words):
    os.chdir(ROOT)
    if len(words) != 1:
        print(__doc__.strip(), file=sys.stderr)
        return 2
    if words != ["--check"]:
        return listed(words[0])
    tests = [name for root in descriptions.ROOTS for name, _ in descriptions.below(root)]
    wrong = list(problems(tests))
    print("\n".join(wrong) if wrong else f"{len(tests)} tests, {len(by_tag(tests))} tags")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
