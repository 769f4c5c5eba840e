# SPDX-License-Identifier: Apache-2.0
"""Runs jobs of a night one after the other: a JSON line for each job in, a JSON line for each result out.

usage: worker.py --run FOLDER [--tied] [CHUNK]

Without CHUNK jobs come from standard input and results go to standard output. With it both are files of the run:
chunks/CHUNK.jobs and chunks/CHUNK.results. A result counts when its line is whole in its file, which is synced. A
worker that is started again on its chunk runs the jobs that have no result; two never work on one chunk.

The worker keeps nothing between jobs. It begins none when the run has a file `stop`. SIGTERM ends it at once, and with
--tied so does the end of its standard input: it then outlives nobody who started it.

Exit code: 0 every job has its result or the run stops, 7 another worker has the chunk, 143 it was ended. With 6 the
place is unfit, as when a disk is full or a tool is missing, and the last line says why.
"""
import argparse
import fcntl
import json
import os
import signal
import sys
import threading
import time

from wl import ROOT
from wl.failures import groups
from wl.night import entries, kinds
from wl.night.entries import TROUBLE
from wl.night.journal import Journal, Refused
from wl.runs import foreign
from wl.runs.programs import DiskFull


UNFIT, TAKEN, ENDED = 6, 7, 143


class Lines:
    """Results as lines on standard output."""

    entries = ()

    @staticmethod
    def append(entry):
        print(json.dumps(entry, separators=(",", ":")), flush=True)


def end(place):
    """Leaves at once with all that runs here."""
    place.kill()
    os._exit(ENDED)


def tie(place):
    """Ends with whoever holds the other end of standard input."""

    def read():
        while os.read(0, 4096):
            pass
        end(place)

    threading.Thread(target=read, daemon=True).start()


def run(job, place):
    """The result of a job. One that fails runs again."""
    start = time.monotonic()
    kind = kinds.KINDS[job["kind"]]
    found = kind.run(job, place)
    if found["verdict"] != "PASS":
        found.update(groups.looked_into(kind, job, place, found))
    return {**{key: job[key] for key in ("id", "kind")}, **found, "seconds": round(time.monotonic() - start, 3)}


def work(jobs, results, place, told):
    """Runs the jobs that have no result: the exit code."""
    done = {entry.get("id") for entry in results.entries}
    for job in jobs:
        if job["id"] in done:
            continue
        if os.path.exists(os.path.join(place.run, kinds.STOP)):
            break
        try:
            results.append(run(job, place))
        except (DiskFull, OSError, Refused) as error:
            print(f"{job['id']}: {error}", file=sys.stderr, flush=True)
            results.append({TROUBLE: str(error)})
            return UNFIT
        place.clear()
        if told:  # whoever waits looks at the file
            os.write(1, b"\n")
    return 0


def jobs_of(file, name):
    """The jobs of the lines of a file."""
    for number, line in enumerate(file, 1):
        yield entries.job(line, f"{name}: line {number}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--run", required=True, help="folder of the run")
    parser.add_argument("--tied", action="store_true", help="end when standard input ends")
    parser.add_argument("chunk", nargs="?", help="its number")
    options = parser.parse_args()
    os.chdir(ROOT)
    place = kinds.Place(options.run, options.chunk or str(os.getpid()))
    signal.signal(signal.SIGTERM, lambda *_: end(place))
    if not options.chunk:
        try:
            return work(jobs_of(sys.stdin.buffer, "standard input"), Lines(), place, False)
        except foreign.Damaged as error:
            print(error, file=sys.stderr)
            return UNFIT
    if options.tied:
        tie(place)
    path = os.path.join(options.run, kinds.CHUNKS, options.chunk)
    if not os.path.exists(path + ".jobs"):
        return 0  # all has been merged
    with open(path + ".lock", "a", encoding="ascii") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            print("another worker has this chunk", file=sys.stderr)
            return TAKEN
        try:
            with open(path + ".jobs", "rb") as file:
                jobs = list(jobs_of(file, path + ".jobs"))
            results = Journal(path + ".results", lambda entry: foreign.wrong(entry, {"id?": str}))
            code = work(jobs, results, place, options.tied)
        except (OSError, Refused, foreign.Damaged) as error:
            print(error, file=sys.stderr)
            code = UNFIT
        place.remove()
        return code


if __name__ == "__main__":
    sys.exit(main())
