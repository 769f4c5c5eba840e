# SPDX-License-Identifier: Apache-2.0
"""Traces (docs/trace.md). Needs build/wavelock and build/wavelock-model; builds the unit with control words.

A program's lines are compared word by word. Lockstep and the model alone write the same lines for every wave. A trace
that cannot be written is an ERROR.
"""
import collections
import json
import os
import subprocess
import sys
import tempfile
import unittest

from wl import ROOT
from wl.runs import results, units


LOCKSTEP = ["build/wavelock", "--device", "lockstep"]
ALONE = ["build/wavelock-model", "--device", "model"]
# Tests whose waves do the same on any schedule, and together every kind of line.
SAME = (
    "fork_join",
    "transpose",
    "divergent",
    "ds_gds",
    "ds_atomics",
    "ds_cross",
    "ds_src2",
    "ds_owner",
    "ds_shared",
    "valu_rules",
    "gpr_index_fields",
    "trap",
    "trap_waits",
    "single_step",
    "message",
    "unmapped",
    "illegal",
    "flow/fetch_unmapped",
    "directed_valu_vop3_64",
    "directed_forks",
    "directed_sop1_64",
    "directed_cmp_vop3_32",
    "directed_movrel",
)

PROGRAM = """
.globl main
main:
  s_load_dwordx2 s[4:5], s[0:1], 0x0
  s_mov_b32 m0, -1
  v_lshlrev_b32 v1, 2, v0
  s_waitcnt lgkmcnt(0)
  global_load_dword v2, v1, s[4:5]
  s_cmp_eq_u32 s8, s8
  v_mov_b32 v3, 7
  s_waitcnt vmcnt(0)
  s_mov_b64 exec, 0x15
  v_add_u32 v3, v0, v3
  v_cmp_eq_u32 vcc, 9, v3
  ds_write2_b32 v1, v3, v0 offset1:64
  s_waitcnt lgkmcnt(0)
  v_readfirstlane_b32 s8, v3
  ds_read_b64 v[4:5], v1
  ds_add_u32 v1, v3
  global_store_short v1, v3, s[4:5] offset:2
  s_endpgm
"""
LINES = """
s_load_dwordx2 s[4:5], s[0:1], 0x0 ; s4=00002000 s5=00000002 | load 8 @200045000
s_mov_b32 m0, -1 ; m0=ffffffff
v_lshlrev_b32_e32 v1, 2, v0 ; v1=00000000+4*64
s_waitcnt lgkmcnt(0) ;
global_load_dword v2, v1, s[4:5] ; v2=00000000+1*64 | load 4 @200002000+4*64
s_cmp_eq_u32 s8, s8 ; scc=1
v_mov_b32_e32 v3, 7 ; v3=00000007*64
s_waitcnt vmcnt(0) ;
s_mov_b64 exec, 21 ; exec=0000000000000015
v_add_u32_e32 v3, v0, v3 ; v3&15=00000007+2*3
v_cmp_eq_u32_e32 vcc, 9, v3 ; vcc=0000000000000004
ds_write2_b32 v1, v3, v0 offset1:64 ; | lds store 4 &15@0+8*3 &15@100+8*3
s_waitcnt lgkmcnt(0) ;
v_readfirstlane_b32 s8, v3 ; s8=00000007
ds_read_b64 v[4:5], v1 ; v4&15=00000007+2*3 v5&15=00000000*3 | lds load 8 &15@0+8*3
ds_add_u32 v1, v3 ; | lds atomic 4 &15@0+8*3
global_store_short v1, v3, s[4:5] offset:2 ; | store 2 &15@200002002+8*3
s_endpgm ;
"""

TFE = """
.globl main
main:
  s_load_dwordx2 s[4:5], s[0:1], 0x0
  v_mov_b32 v2, 0
  v_mov_b32 v3, 1
  s_waitcnt lgkmcnt(0)
  s_mov_b32 s6, 1024
  s_mov_b32 s7, 0x20000
  v_mov_b32 v4, 2
  v_mov_b32 v5, 3
  buffer_load_dwordx4 v[8:12], off, s[4:7], 0 offset:4 tfe
  .long 0xe1844008, 0x80810200 // buffer_atomic_cmpswap_x2 v[2:5], off, s[4:7], 0 offset:8 glc tfe
  s_waitcnt vmcnt(0)
  s_endpgm
"""

# With control words. The unit has ValuDelay 3: s_mov reads s20, and the last passes of ds_write v8, too early. A result
# comes behind younger instructions, and its line is where it issued.
CONTROL_TOOLS = {"lockstep": units.path(units.CONTROL), "model": units.path(units.CONTROL, "wavelock-model")}
CONTROL_PROGRAM = """
.include "vectors/include/control.inc"
.globl main
.p2align 8
main:
  ctrl 1+W0, 1, 11
  i s_load_dwordx2 s[4:5], s[0:1], 0x0
  i s_mov_b32 s20, 5
  i v_lshlrev_b32 v1, 2, v0
  ctrl 15+Y+B0, 11, 11
  i v_cmp_eq_u32 vcc, 8, v1
  i v_mov_b32 v3, 1
  i v_mov_b32 v8, v1
  ctrl 1, 11, 15+Y
  i v_readfirstlane_b32 s20, v1
  i s_mov_b32 s21, s20
  i v_mov_b32 v7, s20
  ctrl 4, 2+R1, 11+B1
  i v_lshlrev_b32 v8, 1, v1
  i ds_write_b32 v8, v3
  i v_mov_b32 v8, 0
  ctrl 2+W2, 15+Y+B2, 1
  i global_load_dword v4, v1, s[4:5]
  i v_add_u32 v5, v4, v4
  i v_cmpx_gt_u32 s[10:11], 4, v0
  ctrl 15+Y, 15+Y, 1+R3
  i v_mov_b32 v6, 3
  i v_swap_b32 v5, v1
  i global_store_dword v1, v5, s[4:5]
  ctrl 5+B3
  i s_endpgm
"""
CONTROL_TEST = {
    "about": "a program with control words",
    "program": "program.s",
    "hazards": "warn",
    "launch": {"grid": [64], "group": [64], "lds": 1024, "issue": "control"},
    "args": [{"buffer": "out", "type": "u32", "count": 64, "init": "iota"}],
    "expect": {"buffers": [{"buffer": "out", "from": 5, "count": 1, "constant": 5}]},
}
CONTROL_LINES = """
s_load_dwordx2 s[4:5], s[0:1], 0x0 ; s4=00002000 s5=00000002 | load 8 @200004000
s_mov_b32 s20, 5 ; s20=00000005
v_lshlrev_b32_e32 v1, 2, v0 ; v1=00000000+4*64
v_cmp_eq_u32_e32 vcc, 8, v1 ; vcc=0000000000000004
v_mov_b32_e32 v3, 1 ; v3=00000001*64
v_mov_b32_e32 v8, v1 ; v8=00000000+4*64
v_readfirstlane_b32 s20, v1 ; s20=00000000
s_mov_b32 s21, s20 ; s21=OLD
v_mov_b32_e32 v7, s20 ; v7=00000000*64
v_lshlrev_b32_e32 v8, 1, v1 ; v8=00000000+8*64
ds_write_b32 v8, v3 ; | lds store 4 @ADDRESSES
v_mov_b32_e32 v8, 0 ; v8=00000000*64
global_load_dword v4, v1, s[4:5] ; v4=00000000+1*64 | load 4 @200002000+4*64
v_add_u32_e32 v5, v4, v4 ; v5=00000000+2*64
v_cmpx_gt_u32_e64 s[10:11], 4, v0 ; s10=0000000f s11=00000000 exec=000000000000000f
v_mov_b32_e32 v6, 3 ; v6LANES=00000003*COUNT
v_swap_b32 v5, v1 ; v5&f=00000000+4*4 v1&f=00000000+2*4
global_store_dword v1, v5, s[4:5] ; | store 4 &f@200002000+2*4
s_endpgm ;
"""
# What an instruction gets that is too early, and what the model alone gives.
CONTROL_READS = {
    "lockstep": {"OLD": "00000005", "ADDRESSES": "0+4*64", "LANES": "", "COUNT": "64"},
    "model": {"OLD": "00000000", "ADDRESSES": "0+8*64", "LANES": "&f", "COUNT": "4"},
}
# Tests of control words whose waves do the same on any schedule.
CONTROL_SAME = "overwritten gds trap step wait_states reuse pair export refused distance/delayed".split()


class Runs(unittest.TestCase):
    def setUp(self):
        os.chdir(ROOT)
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.dir = folder.name

    def run_tool(self, command, *options, code=None):
        done = subprocess.run([*command, *options], capture_output=True, text=True, check=False)
        if code is not None:
            self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        return done.stdout + done.stderr

    def trace(self, command, test, *options, code=0, alone=None):
        """The lines of a run: (cycle or "-", slot, PC, the rest with single spaces)."""
        path = os.path.join(self.dir, "trace.txt")
        said = self.run_tool(
            command, test, "--memcheck", "off", "--trace", path, "--run-dir", self.dir, *options, code=code
        )
        with open(path, encoding="utf-8") as file:
            lines = [line.split(None, 3) for line in file if line[0] != "#"]
        counted = results.Result.read(self.dir)["instructions"]
        # The model alone does not count an instruction on which a wave halts.
        faults = sum(
            line[3].rstrip().endswith(("illegal instruction", "fetch from an unmapped page")) for line in lines
        )
        alone = command is ALONE if alone is None else alone
        self.assertIn(len(lines) - counted, {0, faults if alone else 0}, said)
        return [(cycle, int(slot), pc, " ".join(rest.split())) for cycle, slot, pc, rest in lines]

    def by_slot(self, lines):
        found = collections.defaultdict(list)
        for _, slot, pc, text in lines:
            found[slot].append((pc, text))
        return found

    def program(self, text):
        path = os.path.join(self.dir, "program.s")
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        return path


class Traces(Runs):
    def test_lines(self):
        wanted = LINES.strip().splitlines()
        for command in (LOCKSTEP, ALONE):
            lines = self.trace(command, self.program(PROGRAM), "--args", "out@256=iota", "--lds", "1024")
            self.assertEqual([line[3] for line in lines], wanted)
            self.assertEqual({line[1] for line in lines}, {0})
            self.assertEqual(int(lines[1][2], 16) - int(lines[0][2], 16), 8)

    def test_the_register_of_tfe(self):
        """It is one more than the data, and the fifth of an atomic that returns two of four."""
        for command in (LOCKSTEP, ALONE):
            lines = self.trace(command, self.program(TFE), "--args", "out@256=iota")
            load, atomic = lines[-4][3], lines[-3][3]
            self.assertIn("; v8=00000001*64 v9=00000002*64 v10=00000003*64 v11=00000004*64 v12=00000000*64 |", load)
            self.assertRegex(atomic, r"; v2=\S+ v3=\S+ v6=00000000\*64 \|")

    def test_cycles(self):
        cycles = [int(line[0]) for line in self.trace(LOCKSTEP, "transpose")]
        self.assertEqual(cycles, sorted(cycles))
        self.assertEqual({line[0] for line in self.trace(ALONE, "transpose")}, {"-"})

    def test_both_tell_the_same(self):
        for test in SAME:
            waves = []
            for command in (LOCKSTEP, ALONE):
                waves.append(self.by_slot(self.trace(command, test)))
            self.assertEqual(waves[0], waves[1], test)

    def test_the_trace_changes_nothing(self):
        plain, traced = (
            self.run_tool(LOCKSTEP, "divergent", *options, code=0) for options in ((), ("--trace", self.dir + "/t"))
        )
        self.assertEqual(plain.split(" state words")[0], traced.split(" state words")[0])

    def test_a_failing_run_has_its_lines(self):
        lines = self.trace(LOCKSTEP, "fork_join", "--inject", "EXEC:0:0:0:17@600", code=1)
        self.assertGreater(int(lines[-1][0]), 500)

    def test_what_cannot_be_written(self):
        self.assertIn("No such file", self.run_tool(LOCKSTEP, "smoke", "--trace", self.dir + "/none/t", code=6))
        for command in (LOCKSTEP, ALONE):
            if os.access("/dev/full", os.W_OK):
                self.assertIn(
                    "cannot be written: No space left",
                    self.run_tool(command, "fork_join", "--trace", "/dev/full", code=6),
                )
        self.assertIn(
            "--trace",
            self.run_tool(
                ["build/wavelock-bare", "--device", "rtl", "--check", "off"],
                "smoke",
                "--trace",
                self.dir + "/t",
                code=6,
            ),
        )


class ControlWords(Runs):
    """Builds the unit with control words."""

    def test_control_words(self):
        self.make_control_unit()
        path = os.path.join(self.dir, "test.json")
        self.program(CONTROL_PROGRAM.replace("vectors/include", os.path.abspath("vectors/include")))
        with open(path, "w", encoding="utf-8") as file:
            json.dump(CONTROL_TEST, file)
        for device, tool in CONTROL_TOOLS.items():
            wanted = CONTROL_LINES
            for word, text in CONTROL_READS[device].items():
                wanted = wanted.replace(word, text)
            lines = self.trace([tool, "--device", device], path)
            self.assertEqual([line[3] for line in lines], wanted.strip().splitlines())

    def test_control_words_on_both(self):
        self.make_control_unit()
        for test in CONTROL_SAME:
            traces = []
            for device, tool in CONTROL_TOOLS.items():
                lines = self.trace([tool, "--device", device], f"control/{test}", alone=device == "model")
                traces.append(self.by_slot(lines))
            self.assertEqual(traces[0], traces[1], test)

    def make_control_unit(self):
        self.assertTrue(units.build(units.CONTROL, "wavelock", "wavelock-model"))


if __name__ == "__main__":
    sys.exit(unittest.main())
