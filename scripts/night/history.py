# SPDX-License-Identifier: Apache-2.0
"""The history of nights: history.sqlite, one file for all runs of a folder. It says which groups of failures are new.

A group is open from its first failure until a night runs one of its jobs again and that passes, without another failure
of the group: then it is fixed. That no program of other seeds fails says little of a rare bug.

Each write is one transaction: after a kill the file has all of it or nothing.
"""
import contextlib
import datetime
import json
import sqlite3

from night import groups
from night.journal import Refused

TABLES = """
CREATE TABLE IF NOT EXISTS run (
  number INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT UNIQUE NOT NULL, day TEXT NOT NULL, revision TEXT NOT NULL,
  identity TEXT NOT NULL, complete INTEGER NOT NULL);
CREATE TABLE IF NOT EXISTS failure (  -- a group in a run; job: its first one, as JSON
  run INTEGER NOT NULL REFERENCES run ON DELETE CASCADE, name TEXT NOT NULL, count INTEGER NOT NULL,
  flaky INTEGER NOT NULL, job TEXT NOT NULL, PRIMARY KEY (run, name));
CREATE TABLE IF NOT EXISTS fixed (  -- a group that the run found fixed
  run INTEGER NOT NULL REFERENCES run ON DELETE CASCADE, name TEXT NOT NULL, PRIMARY KEY (run, name));
"""
PATIENCE = 60  # seconds that another night may write

# Of each group its last failure, its last fix and the first failure after that, all before a run.
BEFORE = """
WITH closed AS (SELECT name, max(run) AS run FROM fixed WHERE run < :number GROUP BY name)
SELECT failure.name, max(failure.run) AS last, coalesce(closed.run, 0) AS closed,
  min(CASE WHEN failure.run > coalesce(closed.run, 0) THEN failure.run END) AS first
FROM failure LEFT JOIN closed ON closed.name = failure.name WHERE failure.run < :number GROUP BY failure.name
"""


@contextlib.contextmanager
def told(path):
    """Errors of the file as a refusal that names it."""
    try:
        yield
    except sqlite3.Error as error:
        raise Refused(f"{path}: {error}; move it away to begin another history") from None


class History:
    """As of one run. fresh: what it recorded before is thrown away."""

    def __init__(self, path, name, build, identity, fresh):
        self.path, self.revision = path, build.split(",")[0]
        with told(path):
            self.file = sqlite3.connect(path, timeout=PATIENCE)
            self.file.execute("PRAGMA foreign_keys = ON")
            self.file.executescript(TABLES)
            with self.file:
                if fresh:
                    self.file.execute("DELETE FROM run WHERE name = ?", (name,))
                today = datetime.datetime.now(datetime.timezone.utc).date().isoformat()
                row = (name, today, self.revision, identity)
                self.file.execute("INSERT OR IGNORE INTO run VALUES (NULL, ?, ?, ?, ?, 0)", row)
            self.number = self.file.execute("SELECT number FROM run WHERE name = ?", (name,)).fetchone()[0]
            self.before = {
                name: (last, closed, first)
                for name, last, closed, first in self.file.execute(BEFORE, {"number": self.number})
            }

    def run(self, number):
        """Name, day and revision of a run."""
        row = self.file.execute("SELECT name, day, revision FROM run WHERE number = ?", (number,)).fetchone()
        return f"{row[0]} ({row[1]}, {row[2]})"

    def open(self):
        """{group that was open when the run began: its job in the last run that had it}"""
        found = {}
        for name, (last, closed, _) in self.before.items():
            if last > closed:
                row = self.file.execute("SELECT job FROM failure WHERE run = ? AND name = ?", (last, name)).fetchone()
                found[name] = json.loads(row[0])
        return found

    def record(self, failed, passed, complete):
        """The run as it stands. failed: {group: failures}, passed: ids of jobs. Returns {group: what is known of it} of
        the groups that failed, and of those that are fixed."""
        failed = {name: entries for name, entries in failed.items() if not name.startswith(groups.INFRASTRUCTURE)}
        with told(self.path), self.file:
            fixed = {name: job for name, job in self.open().items() if job["id"] in passed and name not in failed}
            self.file.execute("UPDATE run SET complete = ? WHERE number = ?", (complete, self.number))
            for table in ("failure", "fixed"):
                self.file.execute(f"DELETE FROM {table} WHERE run = ?", (self.number,))
            for name, entries in failed.items():
                flaky = sum(entry.get("state") == groups.FLAKY for entry in entries)
                row = (self.number, name, len(entries), flaky, json.dumps(entries[0]["job"]))
                self.file.execute("INSERT INTO failure VALUES (?, ?, ?, ?, ?)", row)
            for name in fixed:
                self.file.execute("INSERT INTO fixed VALUES (?, ?)", (self.number, name))
            return (
                {name: self.known(name) for name in failed},
                {name: f"{self.known(name)}; {job['id']} passes at {self.revision}" for name, job in fixed.items()},
            )

    def known(self, name):
        _, closed, first = self.before.get(name, (0, 0, None))
        if first is not None:
            return f"known since {self.run(first)}"
        return f"back, after it was fixed in {self.run(closed)}" if closed else "new"
