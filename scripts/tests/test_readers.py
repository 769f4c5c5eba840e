# SPDX-License-Identifier: Apache-2.0
"""Mutated files of somebody else, read in one process: stored runs, journals, results of workers, histories of nights.

Each case is read or refused: no other exception, no hang. A case that is read has its form, and a case that was made
wrong is refused. Needs build/wavelock and build/wavelock-random.

usage: test_readers.py [--cases N] [--seed S]    N cases of each kind (200)
"""
import argparse
import collections
import copy
import json
import os
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import traceback

from wl import ROOT
from wl.door import sim, stored
from wl.failures import groups, shrink, waves
from wl.night import coordinator, entries, journal, kinds, page_data, report, smaller
from wl.night.history import History
from wl.runs import foreign


SECONDS = 10  # of a case
REFUSALS = (foreign.Damaged, journal.Refused, shrink.Refused, waves.Failed, sim.Refused)
# Values in place of another: no reader expects one of them, wherever it is.
NEVER = (None, [], {}, [[]], {"a": {}}, -1, 1 << 64, True, 1e999, "\ud800", "\0")
# What may be right in some places.
PERHAPS = ("", "x", 0, 1, 1 << 40, "make sim TEST=smoke SEED=1", "../../x", "/etc/passwd", "PASS", "$(x)", "'", 0.5)
WORDS = ("LD_PRELOAD=/x.so", "TRACE=/x", "OUT=/x", "PATH=", "=x", "x", "'", "SEED=2", "UNIT=/x/../y", "UNIT=..")


class Late(Exception):
    """A case takes too long."""


def late(_number, _frame):
    raise Late(f"no end after {SECONDS} seconds")


# ---- mutations ---------------------------------------------------------------------------------------


def places(value, path=()):
    """The paths of all values in a value, without elements of long lists."""
    yield path
    children = value.items() if isinstance(value, dict) else enumerate(value[:4]) if isinstance(value, list) else ()
    for key, child in children:
        yield from places(child, (*path, key))


def at(value, path):
    for key in path:
        value = value[key]
    return value


def mutated(chance, value):
    """(another value, whether it is certainly wrong, what was done)"""
    value = copy.deepcopy(value)
    path = chance.choice(list(places(value))[1:])
    parent, key = at(value, path[:-1]), path[-1]
    kind = chance.choice(("never", "perhaps", "gone", "more", "deep"))
    if kind == "gone":
        del parent[key]
    elif kind == "more":
        parent = at(value, path) if isinstance(at(value, path), dict) else value
        parent["another key"] = chance.choice(PERHAPS)
    elif kind == "deep":
        parent[key] = nested = []
        for _ in range(chance.choice((3, 100, 900))):
            nested.append([])
            nested = nested[0]
    else:
        before, parent[key] = parent[key], chance.choice(NEVER if kind == "never" else PERHAPS)
        if parent[key] in ([], {}) and type(parent[key]) is type(before):
            kind = "perhaps"  # it has the form of any list or object
    return value, kind in ("never", "deep"), f"{kind} at {'.'.join(map(str, path))}"


def broken(chance, text):
    """Bytes that differ from the text."""
    text = bytearray(text)
    for _ in range(chance.randrange(1, 4)):
        where = chance.randrange(len(text) + 1)
        kind = chance.randrange(5)
        if kind == 0:
            del text[where:]
        elif kind == 1:
            text[where:where] = bytes([chance.randrange(256)]) * chance.choice((1, 5))
        elif kind == 2:
            del text[where : where + chance.randrange(1, 30)]
        elif kind == 3 and where < len(text):
            text[where] ^= 1 << chance.randrange(8)
        else:
            text[where:where] = chance.choice((b"[" * 20000, b"9" * 5000, b"NaN", b"\n", b"\0", b"\xff", b'"', b"{}"))
    return bytes(text)


def written(chance, value, wrong_keys):
    """(the text of a mutated value, whether it is certainly wrong, what was done). wrong_keys: keys of the object in
    which a value that never is right makes all of it wrong."""
    if chance.random() < 0.3:
        return broken(chance, json.dumps(value).encode()), False, "bytes"
    other, wrong, what = mutated(chance, value)
    return json.dumps(other).encode(), wrong and what.split(" at ")[1].split(".")[0] in wrong_keys, what


# ---- the readers -------------------------------------------------------------------------------------


class Readers:
    """One method for each kind of file: it makes a case and reads it. Says what is wrong, or how it ended."""

    def __init__(self, folder):
        self.folder = folder
        self.run = os.path.join(folder, "run")
        self.night = os.path.join(folder, "night")
        command = ["build/wavelock", "fork_join", "--inject", "EXEC:0:0:0:3@500", "--run-dir", self.run]
        subprocess.run(command, capture_output=True, check=False)
        self.facts, self.report = (self.read(self.run, name) for name in ("result.json", "report.json"))
        os.makedirs(os.path.join(self.night, kinds.CHUNKS))
        options = {"profile": "default", "count": 30, "timeout": 60, "kind": "random"}
        self.jobs = [
            {"id": f"random default 30 {seed}", "seed": seed, "options": more, **options}
            for seed, more in ((1, []), (2, []), (3, ["--inject", "EXEC:0:0:0:3@60"]))
        ]
        done = subprocess.run(
            ["scripts/wavelock", "night.worker", "--run", self.night],
            input="".join(json.dumps(job) + "\n" for job in self.jobs),
            capture_output=True,
            text=True,
            check=True,
        )
        self.results = list(map(json.loads, done.stdout.splitlines()))
        assert [entry["verdict"] == "PASS" for entry in self.results] == [True, True, False], done.stdout
        self.listed = kinds.points_of(kinds.points.TABLE)
        self.base = os.path.join(folder, "base.sqlite")
        history = History(self.base, "a", "git 1, gcc", "0", False)
        history.record({"g": [{"job": self.jobs[0]}], "h": [{"job": self.jobs[1]}]}, set(), True)
        history.measured(dict.fromkeys(report_totals(), 1), {"opcodes": (1, 2)})
        history.file.close()

    @staticmethod
    def read(*path):
        with open(os.path.join(*path), encoding="utf-8") as file:
            return json.load(file)

    def write(self, name, text):
        path = os.path.join(self.folder, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "wb") as file:
            file.write(text)
        return path

    def stored_run(self, chance):
        facts = dict(self.facts)
        if chance.random() < 0.3:
            words = facts["reproduce"].split()
            words.insert(chance.randrange(len(words) + 1), chance.choice(WORDS))
            facts["reproduce"] = " ".join(words)
            text, wrong, what = json.dumps(facts).encode(), True, f"line {facts['reproduce']}"
        else:
            text, wrong, what = written(chance, facts, facts)
        run = stored.Stored.__new__(stored.Stored)
        try:
            run.result = run.whole(self.write("case/result.json", text))
            target, given = run.line()
        except ValueError:
            return "refused", what
        assert not wrong, f"was taken: {what}"
        assert target == "sim" and set(given) <= stored.REPEATED and not set(given) & set(sim.OF_ONE_RUN)
        assert given["TEST"] == run.result["test"] and given["SEED"] == str(run.result["seed"])
        return "read", what

    def report_of_a_run(self, chance):
        keys = ("verdict", "divergences")
        text, wrong, what = written(chance, self.report, keys)
        wrong = wrong and ("index" not in what and "words" not in what)  # that nobody reads
        path = self.write("case/report.json", text)
        self.write("case/result.json", json.dumps(self.facts).encode())
        folder = os.path.dirname(path)
        page_data.run_of(folder, False)
        entry = {**self.results[2], "folder": folder}
        groups.group(entry)
        groups.facts(entry)
        try:
            waves.failure_cycle(path)
            shrink.group(folder)
        except REFUSALS:
            return "refused", what
        assert not wrong, f"was taken: {what}"
        return "read", what

    def journal(self, chance):
        kept = [{**entry, "at": 1.5} for entry in self.results]
        n = chance.randrange(3)
        text, wrong, what = written(
            chance, kept[n], ("id", "kind", "verdict", "cycles", "instructions", "seconds", "at")
        )
        lines = [json.dumps(entry).encode() for entry in kept]
        if chance.random() < 0.1:
            lines.insert(n, lines[chance.randrange(3)])
            wrong, what = False, "a line twice"
        else:
            lines[n] = text
        end = b"" if chance.random() < 0.1 else b"\n"
        path = self.write("night/journal.jsonl", b"\n".join(lines) + end)
        wrong = wrong and (n < 2 or end)  # a torn line goes
        found = journal.Journal(path, lambda entry: entries.wrong(entry, self.night, entries.KEPT))
        found.file.close()
        totals = report.Totals(self.listed)
        for entry in found.entries:
            totals.add(entry, totals.measured(entry))
        assert not wrong, f"was taken: {what}"
        assert len({entry["id"] for entry in found.entries}) == len(found.entries) == totals.jobs
        return "read", what

    def results_of_a_worker(self, chance):
        n = chance.randrange(3)
        keys = ("kind", "verdict", "cycles", "instructions", "seconds", "again", "seed", "profile", "count")
        text, wrong, what = written(chance, self.results[n], keys)
        lines = [json.dumps(entry).encode() for entry in self.results]
        lines[n] = text
        if chance.random() < 0.2:
            lines.append(lines[chance.randrange(3)])
        path = self.write(f"night/{kinds.CHUNKS}/1.results", b"\n".join(lines) + b"\n")
        recorded, totals = [], report.Totals(self.listed)

        def record(entry):
            totals.add(entry, totals.measured(entry))
            recorded.append(entry)

        one = coordinator.Coordinator.__new__(coordinator.Coordinator)
        one.run, one.record, one.say, one.done = self.night, record, lambda text: None, set()
        chunk = coordinator.Chunk(self.night, 1, copy.deepcopy(self.jobs))
        assert chunk.tail.path == path
        try:
            one.merge(chunk)
        except coordinator.Unfit:
            return "refused", what
        ids = [entry["id"] for entry in recorded]
        assert len(set(ids)) == len(ids) and set(ids) <= {job["id"] for job in self.jobs}, "counted what it may not"
        verdict = {entry["id"]: entry["verdict"] for entry in recorded}.get(self.jobs[n]["id"])
        assert not wrong or verdict != self.results[n]["verdict"], f"was taken: {what}"
        return ("refused" if "ERROR" in [entry["verdict"] for entry in recorded] else "read"), what

    def jobs_of_a_chunk(self, chance):
        text, wrong, what = written(chance, self.jobs[chance.randrange(3)], entries.RANDOM)
        entries.job(text, "a line")
        assert not wrong, f"was taken: {what}"
        return "read", what

    def small_program(self, chance):
        known = {"folder": "f", "again": "a", "size": "3 lines", "seconds": 1.5, "other_seeds": "8 of 8", "whole": True}
        text, wrong, what = written(chance, known, ("folder", "again", "size", "seconds", "other_seeds"))
        foreign.read(self.write("case/small.json", text), smaller.SMALL)
        assert not wrong, f"was taken: {what}"
        return "read", what

    def description(self, chance):
        test = {
            "program": "p.s",
            "launch": {"grid": [64, 2], "group": [64]},
            "args": [{"buffer": "out", "type": "u32", "count": 40, "init": {"values": [1, 2]}}],
            "expect": {"buffers": [{"buffer": "out", "constant": 40}]},
        }
        text, wrong, what = written(chance, test, ("program",))
        self.write("case/p.s", b"s_endpgm\n")
        shrink.read_case(self.write("case/test.json", text), "")
        assert not wrong, f"was taken: {what}"
        return "read", what

    def history(self, chance):
        path = os.path.join(self.folder, "history.sqlite")
        for ending in ("", "-journal", "-wal"):
            if os.path.exists(path + ending):
                os.remove(path + ending)
        wrong = False
        if chance.random() < 0.5:
            with open(self.base, "rb") as file:
                text = bytearray(file.read())
            for _ in range(chance.randrange(1, 9)):
                text[chance.randrange(len(text))] = chance.randrange(256)
            what = "bytes"
            self.write("history.sqlite", text[: len(text) if chance.random() < 0.8 else chance.randrange(len(text))])
        else:
            shutil.copy(self.base, path)
            table = chance.choice(("run", "failure", "total", "measure"))
            with sqlite3.connect(path) as file:
                names = [row[1] for row in file.execute(f"PRAGMA table_info({table})")]
                name, value = chance.choice(names), chance.choice((None, -1, "x", b"\xff", 1e999, 1 << 62, "[]", "{"))
                what = f"{table}.{name} is {value}"
                wrong = value in (-1, b"\xff", 1e999, 1 << 62) and name != "job"
                wrong &= not (isinstance(value, (int, float)) and name in ("name", "day", "revision", "identity"))
                try:
                    file.execute(f'UPDATE {table} SET "{name}" = ?', (value,))
                except sqlite3.Error:
                    return "refused", what
        found = History(path, "b", "git 2, gcc", "0", False)
        try:
            found.open()
            found.record({"g": [{"job": self.jobs[0]}]}, {self.jobs[1]["id"]}, True)
            found.measured(dict.fromkeys(report_totals(), 1), {"opcodes": (1, 2)})
            json.dumps(found.nights(9), allow_nan=False)
        finally:
            found.file.close()
        assert not wrong, f"was taken: {what}"
        return "read", what


def report_totals():
    from wl.night import history

    return history.TOTALS


KINDS = (
    Readers.stored_run,
    Readers.report_of_a_run,
    Readers.journal,
    Readers.results_of_a_worker,
    Readers.jobs_of_a_chunk,
    Readers.small_program,
    Readers.description,
    Readers.history,
)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cases", type=int, default=200, help="of each kind (%(default)s)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--kind", help="this one alone")
    options = parser.parse_args()
    os.chdir(ROOT)
    signal.signal(signal.SIGALRM, late)
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        readers = Readers(folder)
        for reader in KINDS:
            ends = collections.Counter()
            for number in range(options.cases) if options.kind in (None, reader.__name__) else ():
                chance = random.Random(f"{options.seed} {reader.__name__} {number}")
                signal.alarm(SECONDS)
                try:
                    ends[reader(readers, chance)[0]] += 1
                except REFUSALS:
                    ends["refused"] += 1
                except Exception:  # pylint: disable=broad-except  (that is what is looked for)
                    failed += 1
                    print(f"FAIL: case {number} of {reader.__name__}, seed {options.seed}:\n{traceback.format_exc()}")
                finally:
                    signal.alarm(0)
            print(f"{reader.__name__}: {ends['read']} read, {ends['refused']} refused")
    print(f"{len(KINDS) * options.cases} cases, {failed} failed")
    return int(failed > 0)


if __name__ == "__main__":
    sys.exit(main())
