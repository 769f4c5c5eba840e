# SPDX-License-Identifier: Apache-2.0
"""examples/mini_gpu: its model against values worked out by hand, its assembler, its tests alone and in lockstep.

The assembler makes each of the 52029 instructions again from the model's text of it.
"""
import json
import os
import re
import subprocess
import sys
import tempfile
import unittest

from tests import stored_runs
from wl import ROOT

UNIT = os.path.join("examples", "mini_gpu")
TESTS = len(os.listdir(os.path.join(ROOT, UNIT, "tests")))
OF_UNIT = (f"UNIT={UNIT}", "VERILATED_OPT=-O0")  # short runs: compiling is what takes time
MISMATCH, ILLEGAL, ERROR = 1, 2, 6
# Events of a wave that loads and stores, each with what its loss leads to.
LOST = [
    ("sgpr", MISMATCH, "the initial s0 was never written"),
    ("mem_request", ILLEGAL, "which is not in flight"),
    ("vgpr", MISMATCH, "was never written by the instruction that is done"),
    ("valu_done", ILLEGAL, "before valu_done of its last instruction"),
    ("mem_return", ILLEGAL, "the tag 0 is in use"),
    ("issue", MISMATCH, "unexpected write of"),
    ("wave_end", MISMATCH, "ended in the model and goes on in the DUT"),
]
FOLDER = os.path.join(ROOT, "examples", "mini_gpu")
ASSEMBLER = os.path.join(FOLDER, "asm.py")
# The source, the number of the line, and the message of the assembler.
ERRORS = [
    ("FOO r1", 1, 'found "FOO", expected an instruction'),
    ("; head\n\n  ADD r1, r2", 3, 'found "ADD r1, r2", expected ADD d, a, b'),
    ("end r1", 1, 'found "end r1", expected end'),
    ("LANE r16", 1, 'found "r16", expected a register r0 to r15'),
    ("LANE 3", 1, 'found "3", expected a register r0 to r15'),
    ("ADD r1, , r2", 1, 'found "", expected a register r0 to r15'),
    ("EQ p4, r1, r2", 1, 'found "p4", expected a predicate p0 to p3'),
    ("LI r1, 256", 1, 'found "256", expected a number from 0 to 255'),
    ("LI r1, -1", 1, 'found "-1", expected a number from 0 to 255'),
    ("LI r1, 0x", 1, 'found "0x", expected a number from 0 to 255'),
    ("LD r1, b4[r1]", 1, 'found "b4", expected an element bN[register], b0 to b3'),
    ("ST r1, r2", 1, 'found "r2", expected an element bN[register], b0 to b3'),
    ("ST r1, b0[p0]", 1, 'found "p0", expected a register r0 to r15'),
    ("BRA there", 1, 'found "there", expected a label or a number from -128 to 127'),
    ("BRA 128", 1, 'found "128", expected a label or a number from -128 to 127'),
    ("BRA x\n" + "NOP\n" * 127 + "x: END", 1, 'found "x", expected a label -128 to 127 instructions away, not 128'),
    (".word 0x10000", 1, 'found "0x10000", expected a number from 0 to 65535'),
    ("a: NOP\nA: END", 2, 'found "A", expected a label other than that of line 1'),
    ("a:\n// nothing else", 3, 'found "the end", expected an instruction'),
]


class ModelAndAssembler(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.dir = folder.name
        cls.model = os.path.join(cls.dir, "test_model")
        subprocess.run(
            [
                *("gcc", "-std=c11", "-g", "-Wall", "-Wextra", "-Werror", "-fsanitize=address,undefined"),
                *("-fno-sanitize-recover=all", f"-I{ROOT}/refmodel/include", "-o", cls.model),
                *(f"{FOLDER}/test_model.c", f"{FOLDER}/model.c", f"{ROOT}/build/libwavelock.a", "-lcmocka", "-lm"),
            ],
            check=True,
        )

    def assemble(self, text):
        """Exit code, what was printed, and the image or None."""
        source, image = os.path.join(self.dir, "in.s"), os.path.join(self.dir, "out.bin")
        with open(source, "w", encoding="utf-8") as file:
            file.write(text)
        done = subprocess.run([sys.executable, ASSEMBLER, source, image], capture_output=True, text=True, check=False)
        if not os.path.exists(image):
            return done.returncode, done.stderr, None
        with open(image, "rb") as file:
            return done.returncode, done.stderr, file.read()

    def test_model(self):
        done = subprocess.run([self.model], capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

    def test_every_instruction(self):
        listed = subprocess.run([self.model, "texts"], capture_output=True, text=True, check=True).stdout
        words, texts = zip(*(line.split(" ", 1) for line in listed.splitlines()))
        self.assertEqual(len(words), 52029)
        self.assertEqual(len(set(texts)), 52029)
        image = b"".join(int(word).to_bytes(2, "little") for word in words)
        self.assertEqual(self.assemble("\n".join(texts)), (0, "", image))

    def test_source(self):
        """Cases, comments, labels to both sides, numbers."""
        text = (
            "Start: // a label\n\tadd R1,r2 , r3 ; r1\nlow: high: LiH r15, 0xFf\nBRN start\n brz End\nBRA -0x2\n"
            "BRA low\n.WORD 65535\nSt r4, B3 [ r5 ]\neq P2, r0, r1\nend: END"
        )
        words = [0x1123, 0xBFFF, 0xF2FE, 0xF106, 0xF0FE, 0xF0FC, 0xFFFF, 0xE453, 0xC201, 0xFF00]
        self.assertEqual(self.assemble(text), (0, "", b"".join(word.to_bytes(2, "little") for word in words)))

    def test_errors(self):
        self.assemble("END")  # an image of before goes
        for text, line, message in ERRORS:
            source = os.path.join(self.dir, "in.s")
            self.assertEqual(self.assemble(text), (1, f"{source}:{line}: {message}\n", None))

    def test_files(self):
        for argv, message in (
            ([], "usage: asm.py IN.s OUT.bin\n"),
            (["none.s", "out.bin"], "none.s: No such file or directory\n"),
        ):
            done = subprocess.run([sys.executable, ASSEMBLER, *argv], capture_output=True, text=True, check=False)
            self.assertEqual((done.returncode, done.stderr), (1, message))


class Unit(stored_runs.StoredRuns):
    def test_alone(self):
        said = self.sim("run", *OF_UNIT, f"TEST={UNIT}/tests")
        self.assertTrue(said.endswith(f"\n{TESTS} passed, 0 failed\n"), said)

    def test_lockstep(self):
        for more in ("SEED=1", "SEED=2"), ("CHECK=every",):
            said = self.sim("sim", *OF_UNIT, f"TEST={UNIT}/tests", *more)
            self.assertTrue(said.endswith(f"\n{TESTS} passed, 0 failed\n"), said)

    def test_planted_bug(self):
        """An instruction does not wait for its load."""
        words = (f"TEST={UNIT}/tests/reorder", "PLUS=+mini_gpu_bug", f"OUT={self.dir}")
        said = self.sim("sim", *OF_UNIT, *words, code=ILLEGAL)
        self.assertRegex(said, r"ILLEGAL: slot \d issued at 0x\w+: ST waits for the load of r11 at 0x\w+30\n")

    def test_probe_check(self):
        said = self.sim("check", "KIND=probe-check", *OF_UNIT)
        self.assertTrue(said.endswith(f"\nprobe-check: {TESTS} programs, no fault of the probe\n"), said)

    def test_lost_events(self):
        for event, code, headline in LOST:
            words = ("TEST=tests/reorder", f"INJECT=drop:{event}@0", f"OUT={self.dir}")
            said = self.sim("sim", *OF_UNIT, *words, code=code)
            self.assertIn(headline, said.splitlines()[0], event)

    def test_random(self):
        said = self.sim("random", *OF_UNIT, "SEEDS=3", "COUNT=200", f"OUT={self.dir}")
        self.assertTrue(said.endswith("\n3 passed, 0 failed\n"), said)

    def debug(self, *words, commands):
        done = subprocess.run(
            ["scripts/wavelock", "debug", *OF_UNIT, f"TEST={UNIT}/tests/add", *words],
            input=commands,
            capture_output=True,
            text=True,
            check=False,
            env=stored_runs.ENV,
        )
        return done.stdout

    def test_debugger(self):
        for device in "model", "lockstep":
            said = self.debug(f"DEVICE={device}", commands="break main+0x10\nc\nregs v2\nbreak st\nc\n")
            self.assertIn("slot 0: 0x000100001010 <main+0x10>  ADD r0, r0, r1\n", said)
            self.assertIn("v2           00000008 in all lanes\n", said)
            self.assertRegex(said, r"break 2, st\.\.\.: slot 0\nslot 0: 0x\w+ <main\+0x\w+>  ST ")

    def test_registers_of_the_dut(self):
        """As its probe has reported them, in the debugger and of a stored run."""
        rows = "  register     DUT                  expected\n  PC           0x0000000100001014   0x0000000100001014\n"
        said = self.debug("SEED=1", commands="break main+0x16 slot 0\ncontinue\nregs\nwatch v3\ncontinue\ndiff\n")
        self.assertIn(f"{rows}  ACTIVE       0xff                 0xff\n", said)
        self.assertRegex(said, r"watch 2, v3 of slot 0: DUT byte 0x0 00000000 -> (\w+); expected byte 0x0 0{8} -> \1\n")
        self.assertIn("0 registers and dwords of the LDS differ\n", said)
        cycle = re.search(r"\ncycle (\d+): break 1, ", said).group(1)
        run = self.stored("sim", *OF_UNIT, f"TEST={UNIT}/tests/add", "SEED=1")
        said = self.sim("diff", f"RUN={run}", f"CLOCK={cycle}")
        self.assertIn(f"\ncycle {cycle}\nwave 0\n{rows}", said)
        self.assertIn("\n  v2           00000008 in all lanes\n", said)
        self.assertTrue(said.endswith("\n0 registers and dwords of the LDS differ\n"), said)

    def test_coverage(self):
        """The functional points that follow from the model's table and the events."""
        said = self.sim("cover", *OF_UNIT, f"TEST={UNIT}/tests/diverge")
        # BRN goes back and falls through, BRZ is taken by the second wave alone; there is no load.
        for row in ("| branch | 4 | 4 |", "| lines | 1 | 4 |", "\n- ST: no lane\n", "\n| BRZ | scalar | 2 |\n"):
            self.assertIn(row, said)

    def test_reasons(self):
        """Why waves wait, by the names that the model declares."""
        pipe = os.path.join(self.dir, "pipe")
        said = self.sim("sim", *OF_UNIT, f"TEST={UNIT}/tests/reorder", "STATS=1", f"PIPE={pipe}")
        with open(pipe, encoding="utf-8") as file:
            stages = set(re.findall(r"^S\t\d+\t0\t(\w+)$", file.read(), re.M))
        self.assertLess({"F", "load", "full", "drain", "I"}, stages)
        self.assertRegex(said, r"  load         a load has not written what it uses\n")
        self.assertRegex(said, r"  drain        its loads and stores end\n")
        self.assertNotIn("undeclared", said)
        self.assertIn("      100.0 %  vector ALU\n", said)  # of eight lanes
        with open(os.path.join(self.dir, "a.s"), "w", encoding="ascii") as file:
            file.write("loop: BRA loop\n")
        test = {"about": "a loop", "program": "a.s", "launch": {"grid": [8], "group": [8]}, "expect": {"fault": True}}
        with open(os.path.join(self.dir, "test.json"), "w", encoding="ascii") as file:
            json.dump(test, file)
        said = self.sim("sim", *OF_UNIT, f"TEST={self.dir}", "MAX_CYCLES=300", f"OUT={self.dir}", code=ERROR)
        self.assertRegex(said, r"  slot 0: PC 0x0000000100001000, nothing; the DUT says: issues\n")


if __name__ == "__main__":
    unittest.main()
