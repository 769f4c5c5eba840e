# SPDX-License-Identifier: Apache-2.0
"""Random programs in lockstep: seeds FROM..TO of a profile, each generated, assembled and run.

A failure keeps its program, its report and the line that repeats it in <runs>/random/<profile>-<count>-<seed>/. The
folder of a pass is removed. Ends with 'N passed, N failed'. Exit code 1 if a program failed. Options of the tool stand
after --.
"""
import argparse
import fcntl
import os
import queue
import sys
import zlib

from wl import ROOT, Error
from wl.runs import programs, runner, unit_folder, units
from wl.runs.programs import DiskFull, Program, by_hand


def run_seed(job, options, seed, lock):
    program = Program(
        options.folder,
        options.profile,
        options.count,
        seed,
        options.of_the_tool,
        violation=options.violation,
        cover=options.cover,
    )
    job.on_kill = program.kill
    # Another process that runs the same program in the same folder waits. The folder's name gives the byte of the lock.
    place = zlib.crc32(program.folder.encode())
    fcntl.lockf(lock, fcntl.LOCK_EX, 1, place)
    by = options.servers.get()
    try:
        program.run(options.timeout, by)
        if program.verdict == "PASS":
            program.remove()
            return runner.Outcome(1, 0, f"{program.cycles} cycles, {program.instructions} instructions")
        return runner.Outcome(0, 1, program.why, f"again: {program.again()}")
    except (OSError, DiskFull) as error:
        return runner.Outcome(0, 1, str(error), f"again: {by_hand(program.make_command())}")
    finally:
        options.servers.put(by)
        fcntl.lockf(lock, fcntl.LOCK_UN, 1, place)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("first", type=int, help="first seed")
    parser.add_argument("last", type=int, help="last seed")
    parser.add_argument("--profile", default="default", help="a name in tb/random/profiles, or a file")
    parser.add_argument("--count", type=int, default=1000, help="instructions of a program")
    parser.add_argument(
        "--violation", metavar="KIND", help="each program breaks one rule in this way; a run that reports it passes"
    )
    parser.add_argument("--cover", metavar="HOLES", help="points of coverage that the programs shall hit")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="programs at the same time (one a core)")
    parser.add_argument("--timeout", type=int, default=300, help="seconds a program may run")
    parser.add_argument("--tool", default=programs.TOOL, help="what runs them (%(default)s)")
    parser.add_argument("--runs", default="runs", help="folder in which random/ has the programs (%(default)s)")
    end = sys.argv.index("--") if "--" in sys.argv else len(sys.argv)
    if any(word.split("=")[0] == "--plant" for word in sys.argv[1:end]):
        parser.error("--plant: this option is now --violation")
    options = parser.parse_args(sys.argv[1:end])
    options.of_the_tool = sys.argv[end + 1 :]
    programs.use(options.tool, os.path.join(os.path.dirname(options.tool), "wavelock-random"))
    os.chdir(ROOT)
    programs.check_profile(options.profile)
    if programs.table() and (options.violation or options.cover):
        raise Error("--violation and --cover are for programs of GFX9: the unit has a table of its own")
    if options.cover and not os.path.isfile(options.cover):
        raise Error(f'COVER: found "{options.cover}", expected a file of holes')
    own = units.own_folder(units.of_folder(os.path.dirname(options.tool)))
    if own and programs.table():
        print(f"{own}: programs by its table {unit_folder.about(own)['generator']}")
    elif own:
        lacks = unit_folder.about(own)["lacks"]
        print(f"{own} lacks, by its {unit_folder.ABOUT}: {' '.join(lacks) or 'nothing'}")
    options.folder = os.path.join(options.runs, "random")
    os.makedirs(options.folder, exist_ok=True)
    options.servers = queue.SimpleQueue()  # one for each program that runs at the same time
    for _ in range(options.jobs):
        options.servers.put(programs.server())
    with open(os.path.join(options.folder, ".lock"), "ab") as lock:
        jobs = [
            runner.Job(
                f"{os.path.basename(options.profile)} seed {seed}",
                call=lambda job, s=seed: run_seed(job, options, s, lock),
            )
            for seed in range(options.first, options.last + 1)
        ]
        return runner.run(jobs, options.jobs)


if __name__ == "__main__":
    sys.exit(main())
