# SPDX-License-Identifier: Apache-2.0
"""Says what a build does, if it takes more than two seconds: on standard error, by what lies in its folder.

On a terminal it is one line, which is written anew twice a second. In a pipe or a file it is one line, of a build that
takes more than half a minute.
"""
import os
import re
import shutil
import sys
import threading
import time

SOON, LONG = 2.0, 30.0  # seconds before the line: on a terminal, elsewhere
EVERY = 0.5
SHOWN = 3  # targets
OBJECTS = ("obj", "asan", "tsan", "gcov")  # folders of mk/build.mk; those of Verilator have another folder in them
GENERATED = "verilated"


def named(targets):
    """The first targets of a build, and how many there are besides."""
    more = f" and {len(targets) - SHOWN} more" if len(targets) > SHOWN else ""
    return " ".join(targets[:SHOWN]) + more


def duration(seconds):
    seconds = int(seconds)
    return f"{seconds} s" if seconds < 100 else f"{seconds // 60}:{seconds % 60:02} min"


def below(top):
    """(path, time in ns) of each file below a folder. Another process may remove what was listed."""
    for folder, _, names in os.walk(top):
        for name in names:
            path = os.path.join(folder, name)
            try:
                yield path, os.stat(path).st_mtime_ns
            except OSError:
                pass


def waiting(files):
    """How many files of Verilator in a folder, {path: time}, have no object, or an older one.

    The slow files of packages are compiled as one (tb/top/verilated.mk)."""
    count = 0
    for path, at in files.items():
        base, ending = os.path.splitext(path)
        if ending != ".cpp" or re.search("_pkg__.*Slow", base):
            continue
        made = files.get(f"{base}.o")
        if made is not None and at <= made:
            try:
                with open(f"{base}.d", encoding="utf-8") as file:
                    needed = [os.path.join(os.path.dirname(path), word) for word in file.read().split()]
            except OSError:
                needed = []
            count += any(files.get(name, 0) > made for name in needed)
        else:
            count += made is None or at > made
    return count


def doing(folder, since):
    """What a build in a folder does that began at a time in ns: a phrase, or nothing if that cannot be seen."""
    done = left = 0
    busy = []
    try:
        variants = [entry.path for entry in os.scandir(folder) if entry.is_dir()]
    except OSError:
        return ""
    for variant in variants:
        stamp = os.path.join(variant, "verilated.stamp.part")
        if os.path.exists(stamp) and os.stat(stamp).st_mtime_ns >= since:
            busy.append(os.path.basename(variant))
            continue
        generated = os.path.join(variant, GENERATED)
        if os.path.basename(variant) not in OBJECTS and not os.path.isdir(generated):
            continue
        files = dict(below(variant))
        done += sum(path.endswith(".o") and at >= since for path, at in files.items())
        left += sum(path.endswith(".o.new") and at >= since for path, at in files.items() if GENERATED not in path)
        if any(path.endswith(".new") and at >= since for path, at in files.items()):
            left += waiting({path: at for path, at in files.items() if path.startswith(generated)})
    phrases = [f"Verilating {' '.join(sorted(busy))}"] if busy else []
    phrases += [f"compiling {done} of {done + left}"] if left or (done and not busy) else []
    return ", ".join(phrases)


class Progress:
    """with Progress(folder, targets, seconds of the last such build or None): the build."""

    def __init__(self, folder, targets, last, out=None):
        self.folder, self.last, self.out = folder, last, out or sys.stderr
        self.what = named(targets)
        self.over = threading.Event()
        self.thread = threading.Thread(target=self.watch, daemon=True)

    def line(self, now):
        parts = [f"building {self.what}", doing(self.folder, self.since), duration(now - self.start)]
        took = "" if self.last is None else f" (the last such build took {duration(self.last)})"
        return ": ".join(filter(None, parts)) + took

    def watch(self):
        terminal = self.out.isatty()
        wait = SOON if terminal else LONG
        while not self.over.wait(wait):
            line = self.line(time.monotonic())
            if not terminal:
                print(line, file=self.out, flush=True)
                return
            # The cursor goes to the beginning: what a compiler says stands over the line.
            self.out.write(f"\r\033[K{line[: shutil.get_terminal_size().columns - 1]}\r")
            self.out.flush()
            wait = EVERY
        if terminal and time.monotonic() - self.start > SOON:
            self.out.write("\033[K")
            self.out.flush()

    def __enter__(self):
        self.since, self.start = time.time_ns(), time.monotonic()
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.over.set()
        self.thread.join()
        self.seconds = time.monotonic() - self.start
