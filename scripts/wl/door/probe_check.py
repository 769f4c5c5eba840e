# SPDX-License-Identifier: Apache-2.0
"""Says in words what the probe of a compute unit does wrong: runs short programs and watches the stream of events.

usage: probe_check.py TOOL [OPTION...] [-- TEST...]    TOOL: build/.../wavelock; the options go to it

TEST: the programs, in place of PROGRAMS, for a unit with an instruction set of its own. Each program runs on the unit
without the checker, which would stop at the first fault. It prints the findings of probe_check.c in the stream
("PROBE: ..."). If it finds nothing, the program runs in lockstep for the checker's verdict.
Exit code 1 if the probe has a fault or a program did not pass. docs/your-unit.md says how to read it.
"""
import os
import subprocess
import sys
import tempfile

from wl import ROOT


# One wave, scalar and integer vector instructions, memory: what the smallest unit can be expected to have.
PROGRAMS = ("smoke", "branches", "smem/offset_m0", "flow/eight_bytes", "examples/saxpy_int", "illegal")
LONGEST = 200000  # cycles without progress, after which a program hangs


def run(tool, program, options):
    """The exit code, the lines, and the verdict in a few words."""
    with tempfile.TemporaryDirectory() as folder:
        command = [tool, "--run-dir", folder, "--hang-cycles", str(LONGEST), *options, "--", program]
        said = subprocess.run(command, capture_output=True, text=True, check=False)
    lines = (said.stderr + said.stdout).splitlines()
    headline = [line for line in lines if line.split(":")[0].isupper() and not line.startswith("PROBE: ")]
    return said.returncode, lines, "PASS" if not said.returncode else (headline or lines or ["nothing was printed"])[0]


def main():
    if len(sys.argv) < 2:
        print(__doc__, file=sys.stderr)
        return 6
    tool, options, programs = sys.argv[1], sys.argv[2:], PROGRAMS
    if "--" in options:
        options, programs = options[: options.index("--")], options[options.index("--") + 1 :]
    os.chdir(ROOT)
    wrong = failed = 0
    levels = []
    for program in programs:
        code, lines, verdict = run(tool, program, ["--device", "rtl", "--probe-check", *options])
        faults = [line for line in lines if line.startswith("PROBE: ")]
        seen = "".join(line.removeprefix("probe: ") for line in lines if line.startswith("probe: "))
        levels += [line for line in lines if line.startswith("levels and policies:") and line not in levels]
        if not faults:
            code, _, verdict = run(tool, program, options)
        print(f"{program}: {seen or 'no events'}; {verdict}")
        for line in faults:
            print(f"  {line}")
        wrong += bool(faults)
        failed += code != 0
    print("\n".join(levels))
    if not wrong and not failed:
        print(f"probe-check: {len(programs)} programs, no fault of the probe")
        return 0
    print(f"probe-check: {wrong} of {len(programs)} programs show a fault of the probe, {failed} did not pass")
    return 1


if __name__ == "__main__":
    sys.exit(main())
