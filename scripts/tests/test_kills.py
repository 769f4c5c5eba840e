# SPDX-License-Identifier: Apache-2.0
"""A build that is killed at a random moment leaves nothing broken: the next make works, and makes the program of the
sources that are there.

usage: test_kills.py [--kills N] [--seed N] c|rtl...    10 kills of the build of each, from seed 1

Works on copies of the tree, build/kills/c and build/kills/rtl. Before each build an edit is pending: a text in a header
or in a module, with a number of its own. Then the build gets SIGKILL: all of its processes, or one of them, as the
compiler, make or the shell that renames. Sometimes another edit follows at once, while compilers still run. Then make
must end well, and its output must have the text of the last edit in as many places as a build that nobody killed.
"""
import argparse
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import time

from wl import ROOT
from wl.runs import unit_folder
from wl.tree import sources


COPIES = os.path.join(ROOT, "build", "kills")
MARK = re.compile(rb"killed-build-(\d+)")
IN_C = 'static const char killed_build[] __attribute__((used)) = "killed-build-%d";\n'
TINY = os.path.join("examples", "tiny_cu")
TINY_TOOL = os.path.join("build", unit_folder.name(TINY), "wavelock")
# What is built, the outputs that have the text, what is edited, the line before which the text goes, and the text.
KINDS = {
    "c": (
        ["build/wavelock-access"],
        ["build/libwavelock.a"],
        [("second_names.h", "#endif", IN_C)],
        ("obj/refmodel", "obj/tb/control", "flags", "setup.mk", "libwavelock.a", "wavelock-access"),
    ),
    "rtl": (
        [TINY_TOOL],
        [TINY_TOOL],
        [
            ("tiny_smem.sv", "endmodule", '  initial $display("killed-build-%d");\n'),
            ("ports.h", "#endif", IN_C),
            ("cli/run.h", "#endif", IN_C),
        ],
        (),
    ),
}


def copy(to_tree, built):
    """The sources, beside what is built of them. Times are kept, as make needs them."""
    shutil.rmtree(to_tree, ignore_errors=True)
    for name in subprocess.run(["git", "ls-files"], capture_output=True, text=True, check=True).stdout.splitlines():
        if os.path.exists(name):
            os.makedirs(os.path.join(to_tree, os.path.dirname(name)), exist_ok=True)
            shutil.copy2(name, os.path.join(to_tree, name))
    for name in built:
        if os.path.exists(os.path.join("build", name)):
            to = os.path.join(to_tree, "build", os.path.dirname(name))
            os.makedirs(to, exist_ok=True)
            subprocess.run(["cp", "-a", os.path.join("build", name), to], check=True)


class Build:
    def __init__(self, kind):
        self.targets, self.outputs, edited, built = KINDS[kind]
        self.edited = [(sources.named(name), before, text) for name, before, text in edited]
        self.tree = os.path.join(COPIES, kind)
        copy(self.tree, built)
        self.sources = {}
        for path, _, _ in self.edited:
            with open(os.path.join(self.tree, path), encoding="utf-8") as file:
                self.sources[path] = file.read()
        self.number = 0
        self.takes = {}  # seconds of a build after an edit of a source

    def edit(self, draw=None):
        """Puts the next number into all sources, or into one and leaves the number of the others. Returns the last."""
        self.number += 1
        for path, before, text in [draw.choice(self.edited)] if draw else self.edited:
            source = self.sources[path]
            at = source.rindex(before)
            with open(os.path.join(self.tree, path), "w", encoding="utf-8") as file:
                file.write(source[:at] + text % self.number + source[at:])
        return path

    def start(self):
        env = {name: value for name, value in os.environ.items() if name not in ("MAKEFLAGS", "MAKELEVEL")}
        unit = [f"UNIT={TINY}"] if TINY_TOOL in self.targets else []
        return subprocess.Popen(
            ["make", "-j2", *unit, *self.targets],
            cwd=self.tree,
            env=env,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )

    def whole(self):
        """Builds, and returns how often each number stands in the outputs; a text where make fails."""
        made = self.start()
        said = made.communicate()[0].decode(errors="replace")
        if made.returncode:
            return f"make fails: {said}"
        return self.marks()

    def marks(self):
        found = {}
        for path in self.outputs:
            with open(os.path.join(self.tree, path), "rb") as file:
                for number in MARK.findall(file.read()):
                    found[int(number)] = found.get(int(number), 0) + 1
        return found

    def expected(self, counts):
        """The numbers that the sources have now, each as often as counts says for its source."""
        found = {}
        for path, _, _ in self.edited:
            with open(os.path.join(self.tree, path), "rb") as file:
                number = int(MARK.search(file.read())[1])
                found[number] = found.get(number, 0) + counts[path]
        return found

    def count(self):
        """How often the text of each source stands in the outputs."""
        counts = {}
        self.edit()
        good = self.whole()
        for path, _, _ in self.edited:
            self.number += 1
            with open(os.path.join(self.tree, path), encoding="utf-8") as file:
                text = file.read()
            with open(os.path.join(self.tree, path), "w", encoding="utf-8") as file:
                file.write(re.sub(r"killed-build-\d+", f"killed-build-{self.number}", text))
            began = time.monotonic()
            good = self.whole()
            self.takes[path] = time.monotonic() - began
            if not isinstance(good, dict) or not good.get(self.number):
                sys.exit(f"FAIL: {path}: the text does not come into {self.outputs}: {good}")
            counts[path] = good[self.number]
        return counts


def processes(session):
    """The processes of a session."""
    for entry in os.listdir("/proc"):
        if entry.isdigit():
            try:
                with open(f"/proc/{entry}/stat", encoding="ascii", errors="replace") as file:
                    fields = file.read().rpartition(")")[2].split()
            except OSError:
                continue
            if int(fields[3]) == session and fields[0] != "Z":
                yield int(entry)


def kill(made, draw):
    """SIGKILL to all processes of a build or to one. Returns what was killed."""
    there = sorted(processes(made.pid))
    if not there:
        return "nothing"
    one = draw.random() < 0.5
    names = []
    for process in [draw.choice(there)] if one else there:
        try:
            with open(f"/proc/{process}/comm", encoding="utf-8", errors="replace") as file:
                names.append(file.read().strip())
            os.kill(process, signal.SIGKILL)
        except (OSError, ProcessLookupError):
            pass
    return names[0] if one and names else "all"


def run(kind, kills, seed):
    draw = random.Random(seed)
    build = Build(kind)
    counts = build.count()
    build.edit()
    good = build.whole()
    if good != build.expected(counts):
        sys.exit(f"FAIL: {kind}: a build that nobody killed: {good}, expected {build.expected(counts)}")
    bad, struck = 0, 0
    for turn in range(kills):
        moment = draw.uniform(0, build.takes[build.edit(draw)])
        made = build.start()
        time.sleep(moment)
        what = kill(made, draw)
        struck += what != "nothing"
        again = draw.random() < 0.3
        if again:
            build.edit(draw)
        found = build.whole()
        made.communicate()
        if found != build.expected(counts):
            bad += 1
            print(
                f"FAIL: {kind}, kill {turn + 1} of seed {seed}: {what} after {moment:.2f} s"
                f"{', another edit' if again else ''}: found {found}, expected {build.expected(counts)}"
            )
            copy(build.tree, KINDS[kind][3])
            build.edit()
            build.whole()
    longest = max(build.takes.values())
    print(f"{kind}: {kills} kills in builds of up to {longest:.1f} s, {struck} of one that ran, {bad} left it broken")
    shutil.rmtree(build.tree, ignore_errors=True)
    return bad


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kills", type=int, default=10)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("kind", nargs="+", choices=sorted(KINDS))
    given = parser.parse_args()
    os.chdir(ROOT)
    bad = sum(run(kind, given.kills, given.seed) for kind in given.kind)
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
