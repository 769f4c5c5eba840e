# SPDX-License-Identifier: Apache-2.0
"""Nothing that was in the unit before reset shows behind it.

  - Random starts: a program runs alike whatever bits the registers without a reset begin with (+verilator+seed+N).
  - Reset in the middle: a unit is reset in a random cycle of one program, with its waves, memory instructions and
    barriers as they are then, and runs another. It runs as on a new unit (tb/top/bits.h).

Alike: verdict, cycles, events, each line of the trace and each byte of the Perfetto trace, which has every cycle's
waits, counters and queues. Lockstep compares the values.

usage: test_reset.py [--tool TOOL] [--count N] [SEED]      N resets (12), of this seed (1)
"""
import argparse
import json
import os
import random
import sys
import tempfile

from wl import ROOT
from wl.runs import results


# What is in flight in the middle of them: memory instructions of each unit, waits, barriers, handlers, clauses, sleep.
BUSY = (
    *("barrier", "lds_banks", "ds_atomics", "ds_gds", "trap", "excp_trap", "single_step", "saxpy", "fork_join"),
    *(
        "smem/offset_m0",
        "vmem/lds_transfer",
        "r700/clause_alone",
        "r700/clause_temps",
        "message_order",
        "halt",
        "sleep",
    ),
    *("export/exec", "waits/vm", "icache_conflict", "flow/icache_inv_flight", "flow/priorities", "kernels/fft"),
    *("bitonic1024", "flow/vskip_classes", "gpr_index_fields", "flow/nop_cycles"),
)
STARTS = ("trap", "ds_atomics", "export/exec")  # run with other random starts
SHOWN = 2000  # characters of what a run said


class Runs:
    def __init__(self, tool, folder):
        self.tool, self.folder, self.new = tool, folder, {}

    def run(self, test, seed, plus, *more):
        """What is to be alike: (verdict and counts, trace, Perfetto trace), and what the run said."""
        places = [os.path.join(self.folder, name) for name in ("trace", "perfetto")]
        command = [self.tool, test, "--seed", str(seed), "--trace", places[0], "--perfetto", places[1]]
        command += ["--plus", plus] if plus else []
        done, result = results.of_run([*command, *more])
        counts = {key: result[key] for key in ("verdict", "cycles", "instructions", "events")}
        found = [json.dumps(counts)]
        for place in places:
            with open(place, "rb") as file:
                found.append(file.read())
        return found, (done.stdout + done.stderr)[:SHOWN]

    def of_new(self, test, seed):
        """The run on a new unit."""
        if (test, seed) not in self.new:
            self.new[test, seed] = self.run(test, seed, "")
        return self.new[test, seed][0]

    def unlike(self, test, seed, plus):
        """What is not as on a new unit; empty: all is."""
        new = self.of_new(test, seed)
        now, said = self.run(test, seed, plus)
        names = ("verdict or counts", "trace", "Perfetto trace")
        found = [name for name, a, b in zip(names, new, now) if a != b]
        return f"{' and '.join(found)} differ: new {new[0]}, now {now[0]}\n{said}" if found else ""


def starts(runs, draw):
    for test in STARTS:
        start = draw.randrange(1, 2**31)
        yield f"{test} with random start {start}", runs.unlike(test, 1, f"+verilator+seed+{start}")


def resets(runs, draw, count):
    bits = os.path.join(runs.folder, "bits")
    for _ in range(count):
        first, second, seed = draw.choice(BUSY), draw.choice(BUSY), draw.randrange(1, 5)
        cycles = json.loads(runs.of_new(first, seed)[0])["cycles"]
        cycle = draw.randrange(20, cycles)
        runs.run(first, seed, f"+bits_to={bits} +bits_cycle={cycle}", "--max-cycles", str(cycle + 1))
        what = f"{second} seed {seed} behind a reset in cycle {cycle} of {first}"
        yield what, runs.unlike(second, seed, f"+bits_from={bits}")
        os.remove(bits)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tool", default="build/wavelock", help="in lockstep (%(default)s)")
    parser.add_argument("--count", type=int, default=12, help="resets (%(default)s)")
    parser.add_argument("seed", nargs="?", type=int, default=1, help="of programs and cycles (%(default)s)")
    given = parser.parse_args()
    os.chdir(ROOT)
    draw, count, failed = random.Random(given.seed), 0, 0
    with tempfile.TemporaryDirectory() as folder:
        runs = Runs(given.tool, folder)
        for part in (starts(runs, draw), resets(runs, draw, given.count)):
            for what, unlike in part:
                count += 1
                if unlike:
                    failed += 1
                    print(f"{what}: {unlike}")
    print(f"{count - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
