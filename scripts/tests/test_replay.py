# SPDX-License-Identifier: Apache-2.0
"""make replay and make diff of stored runs (docs/replay.md). Needs build/wavelock, -bare and -model."""
import json
import os
import re
import subprocess
import unittest

from tests import stored_runs
from wl.door import stored
from wl.runs import results, unit_folder


FAULT = "VGPR:0:0:9:2@700"  # bit 2 of lane 9 of v0; the program reads it much later
REFUSED = results.VERDICTS.index("ERROR")


class Stored(stored_runs.StoredRuns):
    def change(self, folder, **facts):
        path = os.path.join(folder, "result.json")
        with open(path, encoding="utf-8") as file:
            self.before = file.read()
        with open(path, "w", encoding="utf-8") as file:
            json.dump({**json.loads(self.before), **facts}, file)

    def restore(self, folder):
        """What change() changed comes back."""
        with open(os.path.join(folder, "result.json"), "w", encoding="utf-8") as file:
            file.write(self.before)

    def test_same_end(self):
        for words, code, said in (
            (("TEST=smoke", "SEED=3"), 0, "PASS"),
            (("TEST=fork_join", f"INJECT={FAULT}", "CHECK=every"), 1, "MISMATCH: physical VGPR 0 lane 9 holds"),
            (("TEST=vectors/saxpy/saxpy.cl", "ARGS=n=70", "GRID=128"), 0, "PASS"),
            (("TEST=smoke", "CHECK=off"), 0, "PASS"),
        ):
            with self.subTest(words=words):
                folder = self.stored("sim", *words, code=code)
                left = sorted(os.listdir(folder))
                text = self.sim("replay", f"RUN={folder}")
                self.assertIn(f"\nreplay of {folder}: the same: {said}", text)
                self.assertEqual(sorted(os.listdir(folder)), left)

    def test_run_of_the_model(self):
        subprocess.run(["build/wavelock-model", "saxpy", "--run-dir", self.dir], capture_output=True, check=True)
        self.assertIn("the same: PASS", self.sim("replay", f"RUN={self.dir}"))
        text = self.sim("diff", f"RUN={self.dir}", "CLOCK=5", code=REFUSED)
        self.assertIn("device model, which has no two states", text)

    def test_line_that_is_too_long(self):
        """One that was cut off would repeat another run: there is none."""
        more = " ".join(f"-DA{n}={'x' * 900}" for n in range(5))
        command = ["build/wavelock-model", "vectors/saxpy/saxpy.cl", "--cl-options", more]
        subprocess.run([*command, "--run-dir", self.dir], capture_output=True, check=True)
        self.assertEqual(results.Result.read(self.dir)["reproduce"], "")
        text = self.sim("replay", f"RUN={self.dir}", code=REFUSED)
        self.assertIn(f"{self.dir}/result.json: reproduce: no line that repeats the run", text)

    def test_other_end(self):
        folder = self.stored("sim", "TEST=smoke")
        self.change(folder, cycles=9, verdict="HANG", object="build/kernels/smoke-0.co")
        text = self.sim("replay", f"RUN={folder}", code=1)
        self.assertRegex(text, r"\ndiffers: cycles: 9, now \d+\n")
        self.assertIn("\ndiffers: verdict: HANG, now PASS\n", text)
        self.assertIn("\ndiffers: the program: build/kernels/smoke-0.co, now build/kernels/smoke-", text)
        self.assertNotIn("the same", text)

    def test_what_is_refused(self):
        folder = self.stored("sim", "TEST=smoke")
        build = results.Result.read(folder)["build"]
        git, rest = build.split(", ", 1)
        self.change(folder, build=f"git 0123456789ab, {rest}")
        for target in (("replay",), ("diff", "CLOCK=9")):
            text = self.sim(*target, f"RUN={folder}", code=REFUSED)
            self.assertIn(f"ERROR: RUN: {folder}: it was another build: git 0123456789ab, now {git}\n", text)
        # Files that are not committed: the revision is the same, what was built is not.
        sources = re.search("sources ([0-9a-f]{12}), ", build)[1]
        self.change(folder, build=build.replace(sources, "0123456789ab"))
        for target in (("replay",), ("diff", "CLOCK=9"), ("shrink", f"OUT={self.dir}")):
            text = self.sim(*target, f"RUN={folder}", code=REFUSED)
            self.assertIn(f"it was another build: sources 0123456789ab, now sources {sources}\n", text)
        self.change(folder, build=build, reproduce="")
        self.assertIn("no line that repeats the run", self.sim("replay", f"RUN={folder}", code=REFUSED))
        self.assertIn("expected the folder of a run", self.sim("replay", "RUN=/nowhere", code=REFUSED))
        self.assertIn('CLOCK: found "", expected a number', self.sim("diff", "RUN=/nowhere", code=REFUSED))

    def test_result_that_is_not_whole(self):
        """One line says what is missing, whatever reads the run."""
        folder = self.stored("sim", "TEST=smoke")
        path = os.path.join(folder, "result.json")
        with open(path, encoding="utf-8") as file:
            text = file.read()
        for left, said in (
            (text[: len(text) // 2], f"{path}: expected JSON: "),
            ("", f"{path}: expected JSON: Expecting value: line 1 column 1 (char 0)"),
            ("[" * 100000, f"{path}: expected JSON: found more than 64 lists and objects in each other"),
            ("[1]", f"{path}: found a list, expected an object"),
            ("{}", f"{path}: schema: missing: docs/result.md says what is expected"),
            (None, f"{folder}: found no result.json, expected the folder of a run"),
        ):
            if left is None:
                os.remove(path)
            else:
                with open(path, "w", encoding="utf-8") as file:
                    file.write(left)
            for target in (("replay",), ("diff", "CLOCK=9"), ("shrink", f"OUT={self.dir}")):
                with self.subTest(left=left, target=target[0]):
                    text = self.sim(*target, f"RUN={folder}", code=REFUSED)
                    self.assertEqual(text[: len(f"ERROR: RUN: {said}")], f"ERROR: RUN: {said}")
                    self.assertEqual(text.count("\n"), 1)

    def test_line_that_repeats_a_run_is_data(self):
        """Its contents are judged before anything is run. The files that it names are not written."""
        folder = self.stored("sim", "TEST=smoke", "SEED=7")
        path, more = os.path.join(folder, "result.json"), os.path.join(self.dir, "written")
        good = "make sim TEST=smoke SEED=7"
        never_built = os.path.join(self.dir, "unit")
        os.makedirs(never_built)
        for name in unit_folder.FILES:
            with open(os.path.join(never_built, name), "w", encoding="ascii"):
                pass
        for line, said in (
            (
                f"{good} LD_PRELOAD=/x/ev.so",
                'found "LD_PRELOAD=/x/ev.so", expected variables that a line of make sim has',
            ),
            (f"{good} TRACE={more}", f'found "TRACE={more}", expected variables that a line of make sim has'),
            (f"{good} PATH=/nowhere", 'found "PATH=/nowhere", expected variables'),
            (f"{good} OUT={more}", "expected variables"),
            (f"{good} WAVES=1", 'found "WAVES=1", expected variables'),
            (f"{good} word", 'found "word", expected variables'),
            (f"{good} =x", 'found "=x", expected variables'),
            (f"{good} SEED=7", "found SEED twice"),
            (
                f"{good} MAX_INSTRUCTIONS=9",
                'found "MAX_INSTRUCTIONS=9", expected variables that a line of make sim has',
            ),
            ("make sim TEST='smoke SEED=7", "expected words of a shell: No closing quotation"),
            ("make sim", "found no TEST"),
            ("make sim TEST=smoke", "found no SEED"),
            ("make sim TEST=smoke SEED=8", 'SEED: found "8", expected "7"'),
            ("make sim TEST=saxpy SEED=7", 'TEST: found "saxpy", expected "smoke"'),
            ("make run TEST=smoke SEED=7", 'target: found "run", expected "sim"'),
            ("make clean", "expected make sim or make run"),
            ("rm -rf /", "expected make sim or make run"),
            (f"{good} CHECK=none", 'CHECK: found "none", expected one of off, default, every'),
            (f"{good} HANG_CYCLES=x", 'HANG_CYCLES: found "x", expected a number'),
            (f"{good} CONFIG='$(shell touch {more})'", 'CONFIG: found "$(shell", expected some of'),
            (f"{good} ISA=gfx907", 'found "ISA=gfx907", expected variables that a line of make sim has'),
            (f"{good} ISA=gfx906 CONFIG=gfx900", 'CONFIG: found "gfx900", expected some of'),
            (f"{good} CONFIG=small VALU_DELAY=9", 'found "VALU_DELAY=9", expected variables'),
            (f"{good} EXPOSED_HAZARDS='$(shell touch {more})'", "EXPOSED_HAZARDS: found "),
            (f"{good} UNIT=../x", 'UNIT: found "../x", expected a folder of this tree'),
            (f"{good} UNIT={self.dir}", f'UNIT: found "{self.dir}" without files.f'),
            (f"{good} UNIT=examples/none", 'UNIT: found "examples/none" without files.f'),
            (f"{good} UNIT={never_built}", f"UNIT={never_built} has not been built here"),
            (f"{good} PLUS=+verilator+log+file+x", "PLUS: found "),
            (f"{good} ARGS={'x' * 9000}", "or more than 8192 characters"),
            (f"{good} ARGS=\x1b[31m", "found control characters"),
        ):
            self.change(folder, reproduce=line)
            for target in (("replay",), ("diff", "CLOCK=9"), ("shrink", f"OUT={self.dir}")):
                with self.subTest(line=line, target=target[0]):
                    text = self.sim(*target, f"RUN={folder}", code=REFUSED)
                    self.assertIn(f"ERROR: RUN: {path}: reproduce: ", text)
                    self.assertIn(said, text)
                    self.assertEqual(text.count("\n"), 1)
            self.assertFalse(os.path.exists(more))
        self.change(folder, reproduce=good)
        self.assertIn("the same: PASS", self.sim("replay", f"RUN={folder}"))

    def test_units_of_before(self):
        """A line with the variables that CONFIG replaces means the same unit."""
        for line, config in (
            ("ISA=gfx906 MEMORY=rdna", "gfx906 rdna"),
            ("CONFIG=sramecc ISA=gfx906", "gfx906 sramecc"),
            ("CONFIG=deep LDS_ENTRIES=256", "deep lds256"),
            ("VCC_ALIAS=1 CONTROL_WORDS=1 VALU_DELAY=3", "control_words valu_delay3 vcc_alias"),
            ("EXPOSED_HAZARDS=1 CONFIG=small", "exposed_hazards small"),
            ("ISA=gfx900 MEMORY=gfx9 VCC_ALIAS=0 CONTROL_WORDS=0 VALU_DELAY=0 LDS_ENTRIES=1024", None),
            ("CONFIG='rdna gfx906'", "gfx906 rdna"),
        ):
            expected = {"TEST": "smoke", "SEED": "7", **({"CONFIG": config} if config else {})}
            self.assertEqual(stored.repeated(f"make sim TEST=smoke SEED=7 {line}"), ("sim", expected))
        expected = {"TEST": "a", "SEED": "1", "EXPOSED_HAZARDS": "5=6,vccz=0", "CONFIG": "exposed_hazards vcc_alias"}
        for line in (
            "EXPOSED_HAZARDS=5=6,vccz=0 VCC_ALIAS=1",
            "EXPOSED_HAZARDS=5=6,vccz=0 CONFIG='vcc_alias exposed_hazards'",
        ):
            self.assertEqual(stored.repeated(f"make sim TEST=a SEED=1 {line}"), ("sim", expected))
        folder = self.stored("sim", "TEST=fork_join", f"INJECT={FAULT}", code=1)
        line = results.Result.read(folder)["reproduce"]
        self.change(folder, reproduce=f"{line} ISA=gfx900 VALU_DELAY=0")
        self.assertIn("the same: MISMATCH", self.sim("replay", f"RUN={folder}"))
        text = self.sim("diff", f"RUN={folder}", "CLOCK=700")
        self.assertIn(f"make sim TEST=fork_join SEED=1 INJECT={FAULT}\ncycle 700\n", text)

    def test_keys_of_another_form(self):
        """A key of another type in result.json or report.json is refused by file and place."""
        folder = self.stored("sim", "TEST=fork_join", f"INJECT={FAULT}", "CHECK=every", code=1)
        with open(os.path.join(folder, "report.json"), encoding="utf-8") as file:
            report = json.load(file)
        for key, value, said in (
            ("seed", "7", 'seed: found "7", expected integer'),
            ("cycles", -1, "cycles: found -1, expected integer"),
            ("seconds", float("nan"), "expected JSON: found NaN, expected a number"),
            ("test", "a\0b", 'test: found "a\\u0000b", expected string'),
            ("reproduce", None, "reproduce: found null, expected string"),
            ("launch", {"kernel": 3}, "launch."),
            ("faults", [[]], "faults[0]: found a list, expected an object"),
        ):
            with self.subTest(key=key):
                self.change(folder, **{key: value})
                text = self.sim("replay", f"RUN={folder}", code=REFUSED)
                self.assertIn(f"ERROR: RUN: {folder}/result.json: {said}", text)
                self.assertEqual(text.count("\n"), 1)
            self.restore(folder)
        for text, said in (
            ("[]", "found a list, expected an object"),
            ("", "expected JSON: Expecting value"),
            ("{}", "verdict: missing"),
            (json.dumps({**report, "divergences": [7]}), "divergences[0]: found 7, expected an object"),
            (json.dumps({**report, "wave": {"history": [{}]}}), "wave.history[0].cycle: missing"),
        ):
            with self.subTest(report=text[:20]):
                with open(os.path.join(folder, "report.json"), "w", encoding="utf-8") as file:
                    file.write(text)
                text = self.sim("shrink", f"RUN={folder}", f"OUT={self.dir}", code=REFUSED)
                self.assertIn(f"ERROR: RUN: {folder}/report.json: {said}", text)

    # ---- both states -----------------------------------------------------------------------------------

    def test_states_before_and_after_a_fault(self):
        folder = self.stored("sim", "TEST=fork_join", f"INJECT={FAULT}", code=1)
        self.assertIn("\n0 registers and dwords of the LDS differ\n", self.sim("diff", f"RUN={folder}", "CLOCK=699"))
        lines = self.sim("diff", f"RUN={folder}", "CLOCK=700").splitlines()
        self.assertIn("cycle 700", lines)
        at = next(i for i, line in enumerate(lines) if line.startswith("  v0[8:15]"))
        dut, expected, marks = (lines[at + i].split() for i in range(3))
        self.assertEqual((dut[2], dut[-1], expected[1], expected[-1]), ("0000000d", "DUT", "00000009", "expected"))
        self.assertEqual(lines[at + 2].index("^"), lines[at].index(" 0000000d") + 1)
        self.assertEqual(marks, ["^" * 8])
        self.assertEqual(lines[-1], "1 registers and dwords of the LDS differ")

    def test_write_at_its_reported_cycle(self):
        """A write is there in the next cycle, and diff at its own cycle shows it."""
        folder = self.stored("sim", "TEST=fork_join", f"INJECT={FAULT}", code=1)
        with open(os.path.join(folder, "report.json"), encoding="utf-8") as file:
            found = json.load(file)["divergences"][0]
        text = self.sim("diff", f"RUN={folder}", f"CLOCK={found['cycle']}")
        written = text.split(f"\nwritten in cycle {found['cycle']}: ")[1]
        # report: v2 lane 9 is written with 0x00000005, expected 0x00000001
        dut, expected = (line.split() for line in written.splitlines()[2:4])
        self.assertEqual((dut[0], dut[2], expected[1]), ("v2[8:15]", "00000005", "00000001"))
        self.assertNotIn("written in cycle", self.sim("diff", f"RUN={folder}", "CLOCK=700"))

    def test_state_rows_and_lds(self):
        folder = self.stored("sim", "TEST=fork_join", "INJECT=EXEC:0:0:0:17@600", code=1)
        text = self.sim("diff", f"RUN={folder}", "CLOCK=600")
        self.assertRegex(text, r"\n  EXEC +0x[0-9a-f]{16} +0x[0-9a-f]{16} +<-\n")
        folder = self.stored("sim", "TEST=transpose", "INJECT=LDS:0:5:0:2@600", "CHECK=every", code=1)
        text = self.sim("diff", f"RUN={folder}", "CLOCK=600")
        self.assertRegex(text, r"\nLDS dword 5: DUT [0-9a-f]{8}, expected [0-9a-f]{8}\n")
        folder = self.stored("sim", "TEST=fork_join", "INJECT=SGPR:0:2:0:2@600", "CHECK=every", code=1)
        lines = self.sim("diff", f"RUN={folder}", "CLOCK=600").splitlines()
        self.assertTrue(next(line for line in lines if line.startswith("  s0 ")).endswith("  DUT"))

    def test_states_are_equal_in_every_cycle(self):
        """The states of runs that pass: vector and scalar code, memory, the LDS, many waves."""
        for test, cycles in (
            ("transpose", range(100, 1500, 41)),
            ("saxpy", range(50, 900, 37)),
            ("barrier", (60, 150)),
        ):
            for cycle in cycles:
                path = os.path.join(self.dir, "state.json")
                subprocess.run(["build/wavelock", test, "--state", f"{path}:{cycle}"], capture_output=True, check=True)
                with open(path, encoding="utf-8") as file:
                    state = json.load(file)
                self.assertEqual(state["cycle"], cycle)
                self.assertEqual(state["lds"]["differ"], [])
                self.assertTrue(state["waves"])
                for wave in state["waves"]:
                    both = [*wave["rows"], wave["sgprs"], *wave["vgprs"]]
                    self.assertEqual([one["dut"] for one in both], [one["expected"] for one in both], (test, cycle))

    def test_cycle_that_is_none(self):
        folder = self.stored("sim", "TEST=smoke")
        cycles = results.Result.read(folder)["cycles"]
        text = self.sim("diff", f"RUN={folder}", "CLOCK=999999", code=REFUSED)
        self.assertIn(f"ERROR: CLOCK: the run has no cycle 999999; it ended after {cycles}\n", text)
        self.assertIn('CLOCK: found "0", expected a number from 1', self.sim("diff", "CLOCK=0", code=REFUSED))
        for cycle in (1, 3):
            said = f"cycle {cycle}\nno wave is live\n0 registers and dwords of the LDS differ\n"
            self.assertIn(said, self.sim("diff", f"RUN={folder}", f"CLOCK={cycle}"))

    def test_options_of_the_tool(self):
        for words, said in (
            (("--state", "file"), '--state: found "file", expected FILE:CYCLE'),
            (("--state", ":3"), '--state: found ":3", expected FILE:CYCLE'),
            (("--state", "file:0"), "--state: cycle 0 is the reset, expected a cycle from 1 on"),
            (("--state", "file:x"), '--state: found "x", expected a number'),
            (("--state", "file:3", "--device", "rtl"), "--state needs the checker"),
        ):
            done = subprocess.run(["build/wavelock", "smoke", *words], capture_output=True, text=True, check=False)
            self.assertEqual(done.returncode, REFUSED)
            self.assertIn(said, done.stderr)
        done = subprocess.run(
            ["build/wavelock", "smoke", "--state", "/nowhere/s:50"], capture_output=True, text=True, check=False
        )
        self.assertIn("/nowhere/s: the states cannot be written: No such file or directory", done.stderr)


if __name__ == "__main__":
    unittest.main()
