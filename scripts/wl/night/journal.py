# SPDX-License-Identifier: Apache-2.0
"""Files of a run that survive a kill: whole or not at all, and lists of JSON lines that only grow."""
import errno
import json
import os
import stat

from wl import Error
from wl.runs import foreign


COVERAGE = ("coverage", "points", "unlisted", "hashes")  # of an entry: not kept in memory


class Refused(Error):
    """The run cannot be started or go on; the text says why."""


def write_whole(path, text):
    """The file has all of the text or does not change."""
    part = path + ".part"
    try:
        with open(part, "w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        os.replace(part, path)
    except OSError:
        if os.path.exists(part):
            os.remove(part)
        raise


class Journal:
    """Lines that are synced to disk one by one. A torn last line, of a writer that was killed, is cut off.

    judge: says what is wrong with an entry that an earlier run wrote. twice: ids of entries that were there before;
    they count once."""

    def __init__(self, path, judge):
        self.path, self.entries, self.twice = path, [], []
        good, ids = 0, set()
        anew = "move it away to start anew"
        if os.path.exists(path) and stat.S_ISFIFO(os.stat(path).st_mode):
            raise Refused(f"{path}: found a pipe, expected a file")
        if os.path.isfile(path):
            with open(path, "rb") as file:
                for number, line in enumerate(file, 1):
                    if not line.endswith(b"\n"):
                        break
                    try:
                        entry = foreign.parsed(line)
                        what = foreign.wrong(entry, {}) or judge(entry)
                    except ValueError as error:
                        what = f"broken at byte {good}: {error}"
                    if what:
                        raise Refused(f"{path}: line {number}: {what}; {anew}")
                    good += len(line)
                    name = entry.get("id")
                    if name in ids:
                        self.twice.append(name)
                        continue
                    ids.add(name)
                    self.entries.append(entry)
            os.truncate(path, good)
        self.file = open(path, "ab", buffering=0)

    def append(self, entry):
        line = json.dumps(entry, separators=(",", ":")).encode() + b"\n"
        start = os.fstat(self.file.fileno()).st_size
        try:
            if self.file.write(line) != len(line):
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
            os.fsync(self.file.fileno())
        except OSError:
            try:
                self.file.truncate(start)
            except OSError:
                pass  # the next start cuts the torn line off
            raise
        self.entries.append({k: v for k, v in entry.items() if k not in COVERAGE})


class Tail:
    """The new whole lines of a journal that another process writes, perhaps on another machine."""

    def __init__(self, path):
        self.path, self.at, self.count = path, 0, 0

    def lines(self):
        """[(file and number of a line, the line)]"""
        # Opened anew each time: a network file system then asks its server.
        try:
            with open(self.path, "rb") as file:
                file.seek(self.at)
                text = file.read()
        except FileNotFoundError:
            return []
        whole = text[: text.rfind(b"\n") + 1]
        self.at += len(whole)
        found = [
            (f"{self.path}: line {number}", line) for number, line in enumerate(whole.split(b"\n")[:-1], self.count + 1)
        ]
        self.count += len(found)
        return found
