# SPDX-License-Identifier: Apache-2.0
"""Files of a run that survive a kill: whole or not at all, and lists of JSON lines that only grow."""
import errno
import json
import os


COVERAGE = ("coverage", "points", "unlisted", "hashes")  # of an entry: not kept in memory


class Refused(Exception):
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
    """Lines that are synced to disk one by one. A torn last line, of a writer that was killed, is cut off."""

    def __init__(self, path):
        self.path, self.entries = path, []
        good = 0
        if os.path.isfile(path):
            with open(path, "rb") as file:
                for line in file:
                    try:
                        entry = json.loads(line) if line.endswith(b"\n") else None
                    except ValueError:
                        entry = None
                    if entry is None:
                        break
                    self.entries.append(entry)
                    good += len(line)
                rest = len(file.read())
            if rest:
                raise Refused(
                    f"{path}: broken at byte {good} and not only in its last line; move it away to start anew"
                )
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
        self.path, self.at = path, 0

    def entries(self):
        # Opened anew each time: a network file system then asks its server.
        try:
            with open(self.path, "rb") as file:
                file.seek(self.at)
                text = file.read()
        except FileNotFoundError:
            return []
        whole = text[: text.rfind(b"\n") + 1]
        self.at += len(whole)
        return [json.loads(line) for line in whole.splitlines()]
