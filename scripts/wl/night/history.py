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

from wl.failures import groups
from wl.night.journal import Refused
from wl.runs import foreign


SCHEMA = 1  # of the tables; a file of a night before there was a number has 0, and no tables `total` and `measure`
TABLES = """
BEGIN IMMEDIATE;
CREATE TABLE IF NOT EXISTS run (
  number INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT UNIQUE NOT NULL, day TEXT NOT NULL, revision TEXT NOT NULL,
  identity TEXT NOT NULL, complete INTEGER NOT NULL);
CREATE TABLE IF NOT EXISTS failure (  -- a group in a run; job: its first one, as JSON
  run INTEGER NOT NULL REFERENCES run ON DELETE CASCADE, name TEXT NOT NULL, count INTEGER NOT NULL,
  flaky INTEGER NOT NULL, job TEXT NOT NULL, PRIMARY KEY (run, name));
CREATE TABLE IF NOT EXISTS fixed (  -- a group that the run found fixed
  run INTEGER NOT NULL REFERENCES run ON DELETE CASCADE, name TEXT NOT NULL, PRIMARY KEY (run, name));
CREATE TABLE IF NOT EXISTS total (  -- of a run; seconds: of the night, and of workers with jobs in lockstep
  run INTEGER PRIMARY KEY REFERENCES run ON DELETE CASCADE, jobs INTEGER NOT NULL, failed INTEGER NOT NULL,
  cycles INTEGER NOT NULL, instructions INTEGER NOT NULL, seconds REAL NOT NULL, lockstep_seconds REAL NOT NULL);
CREATE TABLE IF NOT EXISTS measure (  -- coverage, mutants and ratios of a run
  run INTEGER NOT NULL REFERENCES run ON DELETE CASCADE, name TEXT NOT NULL, hit INTEGER NOT NULL,
  "of" INTEGER NOT NULL, PRIMARY KEY (run, name));
PRAGMA user_version = 1;
COMMIT;
"""
# Types of the columns, and the range of numbers. SQLite itself takes anything in any column.
COLUMNS = {
    "run": {
        "number": "integer",
        "name": "text",
        "day": "text",
        "revision": "text",
        "identity": "text",
        "complete": "integer",
    },
    "failure": {"run": "integer", "name": "text", "count": "integer", "flaky": "integer", "job": "text"},
    "fixed": {"run": "integer", "name": "text"},
    "total": {
        **dict.fromkeys(("run", "jobs", "failed", "cycles", "instructions"), "integer"),
        **dict.fromkeys(("seconds", "lockstep_seconds"), "real"),
    },
    "measure": {"run": "integer", "name": "text", "hit": "integer", "of": "integer"},
}
MOST = 1 << 60  # of a number
JOB = {"id": str, "kind": str}
TOTALS = ("jobs", "failed", "cycles", "instructions", "seconds", "lockstep_seconds")
PATIENCE = 60  # seconds that another night may write

# For each group the last failure, the last fix and the first failure after it, all before a run.
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
    except (sqlite3.Error, foreign.Damaged, UnicodeDecodeError) as error:
        raise Refused(f"{path}: {error}; move it away to begin another history") from None


class History:
    """As of one run. fresh: what it recorded before is thrown away."""

    def __init__(self, path, name, build, identity, fresh):
        self.path, self.revision = path, build.split(",")[0]
        with told(path):
            self.file = sqlite3.connect(path, timeout=PATIENCE)
            self.file.execute("PRAGMA foreign_keys = ON")
            version = self.file.execute("PRAGMA user_version").fetchone()[0]
            if version > SCHEMA:
                raise Refused(f"{path}: found schema {version}, expected at most {SCHEMA}: a newer Wavelock wrote it")
            self.file.execute("PRAGMA trusted_schema = OFF")
            more = self.file.execute("SELECT name FROM sqlite_master WHERE type IN ('trigger', 'view')").fetchone()
            if more:
                raise foreign.Damaged(f"found a trigger or a view {foreign.found(more[0])}, expected tables alone")
            self.file.executescript(TABLES)
            self.judge()
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

    def judge(self):
        """Refuses a file that is damaged, or whose rows are not what a night writes."""
        said = self.file.execute("PRAGMA quick_check(1)").fetchone()[0]
        if said != "ok":
            raise foreign.Damaged(said)
        for table, columns in COLUMNS.items():
            for name, kind in columns.items():
                good = f"""typeof("{name}") = '{kind}'"""
                good += f' AND "{name}" BETWEEN 0 AND {MOST}' if kind != "text" else ""
                found = self.file.execute(f'SELECT rowid FROM "{table}" WHERE NOT ({good}) LIMIT 1').fetchone()
                if found:
                    raise foreign.Damaged(f"table {table}, row {found[0]}: {name}: expected {kind}")
        lost = self.file.execute("PRAGMA foreign_key_check").fetchone()
        if lost:
            raise foreign.Damaged(f"table {lost[0]}, row {lost[1]}: found a run that is not there")

    def run(self, number):
        """Name, day and revision of a run."""
        row = self.file.execute("SELECT name, day, revision FROM run WHERE number = ?", (number,)).fetchone()
        return f"{row[0]} ({row[1]}, {row[2]})"

    def open(self):
        """{group that was open when the run began: its job in the last run that had it}"""
        found = {}
        for name, (last, closed, _) in self.before.items():
            if last > closed:
                with told(self.path):
                    row = self.file.execute(
                        "SELECT job FROM failure WHERE run = ? AND name = ?", (last, name)
                    ).fetchone()
                    found[name] = foreign.loads(row[0], JOB, f"table failure: job of {foreign.found(name)}")
        return found

    def measured(self, total, measures):
        """Values of the run as it stands, for the trends. total: its values of TOTALS; measures: {name: (hit, of)}."""
        with told(self.path), self.file:
            for table in ("total", "measure"):
                self.file.execute(f"DELETE FROM {table} WHERE run = ?", (self.number,))
            row = (self.number, *(total[name] for name in TOTALS))
            self.file.execute(f"INSERT INTO total VALUES ({', '.join('?' * len(row))})", row)
            for name, (hit, of) in measures.items():
                self.file.execute("INSERT INTO measure VALUES (?, ?, ?, ?)", (self.number, name, hit, of))

    def nights(self, most):
        """The last so many runs with totals, oldest first: name, day, revision, complete, TOTALS, how many groups
        failed and were fixed, and measures as {name: [hit, of]}."""
        names = ("name", "day", "revision", "complete", *TOTALS, "groups", "fixed")
        counts = ", ".join(
            f"(SELECT count(*) FROM {table} WHERE {table}.run = number) AS {name}"
            for table, name in (("failure", "groups"), ("fixed", "fixed"))
        )
        with told(self.path):
            rows = self.file.execute(
                f"SELECT number, {', '.join(names[:-2])}, {counts} FROM run JOIN total ON run = number "
                "ORDER BY number DESC LIMIT ?",
                (most,),
            ).fetchall()
            found = []
            for number, *values in reversed(rows):
                measures = self.file.execute('SELECT name, hit, "of" FROM measure WHERE run = ?', (number,))
                found.append({**dict(zip(names, values)), "measures": {name: [hit, of] for name, hit, of in measures}})
        return found

    def last(self):
        """(name, revision) of the run before this one; None: there is none."""
        with told(self.path):
            return self.file.execute(
                "SELECT name, revision FROM run WHERE number < ? ORDER BY number DESC LIMIT 1", (self.number,)
            ).fetchone()

    def record(self, failed, passed, complete):
        """The run as it stands. failed: {group: failures}, passed: ids of jobs. Returns {group: what is known of it} of
        the groups that failed, and {group: (what is known of it, job that passes)} of those that are fixed."""
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
                {name: (self.known(name), job["id"]) for name, job in fixed.items()},
            )

    def first(self, name):
        """Name of the first run that had the open group; None: this one, or none."""
        number = self.before.get(name, (0, 0, None))[2]
        if number is None:
            return None
        with told(self.path):
            return self.file.execute("SELECT name FROM run WHERE number = ?", (number,)).fetchone()[0]

    def known(self, name):
        _, closed, first = self.before.get(name, (0, 0, None))
        if first is not None:
            return f"known since {self.run(first)}"
        return f"back, after it was fixed in {self.run(closed)}" if closed else "new"
