#!/usr/bin/env python3
"""Flips every row of the state table in the RTL and shows that the checker notices, and when.

With CHECK=every each flip must be reported as MISMATCH at the very clock in which the flipped value first stands in the
state. With the default check the clock of the report is printed: flip-flops are compared every clock; a register file
or the LDS is noticed when the value is used or at the next sweep, and a flip that is overwritten first is gone.
A row of tb/lockstep/state_table.c without a case here is a failure. Dropped and repeated events must be noticed too.

usage: faults.py [--tool PROGRAM]
"""
import argparse
import json
import pathlib
import re
import subprocess
import sys
import tempfile

EXPECT_CODES = {"PASS": 0, "MISMATCH": 1, "ILLEGAL": 2, "HAZARD": 3, "EXPECT": 4, "HANG": 5, "ERROR": 6}

# row: (test, [index, ...], [lane, ...], [bit, ...]); all at the clocks below, in wave slot 0.
CASES = {
    "PC": ("fork_join", [0], [0], [2, 12, 47]),
    "EXEC": ("fork_join", [0], [0], [0, 31, 32, 63]),
    "VCC": ("fork_join", [0], [0], [0, 63]),
    "SCC": ("fork_join", [0], [0], [0]),
    "M0": ("fork_join", [0], [0], [0, 31]),
    "MODE": ("fork_join", [0], [0], [0, 9, 29, 30, 31]),
    "STATUS": ("fork_join", [0], [0], [3, 13]),
    "TRAPSTS": ("fork_join", [0], [0], [8, 11]),
    "VM_CNT": ("fork_join", [0], [0], [0, 5]),
    "EXP_CNT": ("fork_join", [0], [0], [0, 2]),
    "LGKM_CNT": ("fork_join", [0], [0], [0, 3]),
    "SGPR": ("fork_join", [0, 31, 60, 101], [0], [0, 31]),
    "VGPR": ("fork_join", [0, 1, 4, 1023], [0, 17, 63], [0, 31]),
    "LDS": ("lds_banks", [0, 5, 2047, 16383], [0], [0, 31]),
}
CLOCKS = [301, 402]

# event: test in which it happens
EVENTS = {
    **dict.fromkeys(["wave_start", "mem_request", "mem_performed", "sgpr", "vgpr", "valu_done", "mem_return", "issue", "wave_end",
                     "clock", "ready"], "fork_join"),
    "lds": "lds_banks", "lds_cycles": "lds_banks", "operands_read": "ds_gds", "barrier_release": "barrier",
    "message": "message", "resume": "halt", "trap": "single_step",
}


def run(tool, test, inject, check):
    """Returns (verdict by exit code, clock of the first divergence or None)."""
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run([tool, "--device", "lockstep", test, "--check", check, "--inject", inject,
                               "--run-dir", folder], capture_output=True, text=True, check=False)
        report = pathlib.Path(folder) / "report.json"
        found = json.loads(report.read_text()).get("divergences", []) if report.exists() else []
    names = {code: name for name, code in EXPECT_CODES.items()}
    return names.get(done.returncode, f"exit {done.returncode}"), found[0]["clock"] if found else None


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tool", default="build/wavelock")
    tool = parser.parse_args().tool
    table = pathlib.Path("tb/lockstep/state_table.c").read_text()
    rows = re.findall(r'\{\{"(\w+)"', table)
    failures = [f"row {row} of the state table has no fault case" for row in rows if row not in CASES]
    flips = 0
    print(f"{'row':<10}{'flips':>6}  every: caught   default: caught, clocks after the flip (median, max)")
    for row, (test, indices, lanes, bits) in CASES.items():
        late, count, caught = [], 0, 0
        for clock in CLOCKS:
            for index in indices:
                for lane in lanes:
                    for bit in bits:
                        inject = f"{row}:0:{index}:{lane}:{bit}@{clock}"
                        verdict, at = run(tool, test, inject, "every")
                        count += 1
                        if verdict == "MISMATCH" and at == clock:
                            caught += 1
                        else:
                            failures.append(f"{inject}: CHECK=every gave {verdict} at clock {at}")
                        verdict, at = run(tool, test, inject, "default")
                        if verdict != "PASS" and at is not None:
                            late.append(at - clock)
        flips += count
        late.sort()
        print(f"{row:<10}{count:>6}  {caught:>4}            {len(late):>4}"
              + (f", {late[len(late) // 2]}, {late[-1]}" if late else ""), flush=True)
    for event, test in EVENTS.items():
        for verb in ("drop", "repeat"):
            verdict, at = run(tool, test, f"{verb}:{event}@0", "default")
            if verdict == "PASS":
                failures.append(f"{verb}:{event} went unnoticed")
            print(f"{verb + ' ' + event:<24}{verdict} at clock {at}", flush=True)
    for failure in failures:
        print(f"FAIL {failure}")
    print(f"{flips} flips and {2 * len(EVENTS)} event faults, {len(failures)} escaped")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
