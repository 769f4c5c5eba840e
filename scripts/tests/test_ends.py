# SPDX-License-Identifier: Apache-2.0
"""How a run ends that does not end by itself, and what it says on a terminal meanwhile.

Ends: an assertion of the unit, a hang, a limit, a signal, a fault or hazard at the place where a test expects it. Needs
build/wavelock, -bare, -model and -asserts. The last one has an assertion that fails where it is told to.
"""
import json
import os
import pty
import re
import shutil
import signal
import subprocess
import tempfile
import time
import unittest

from wl import ROOT
from wl.runs import descriptions


# Wave 0 of the grid does `first`, the others come, count down, and go.
PROGRAM = """
.globl main
main:
  v_mbcnt_lo_u32_b32 v1, -1, 0
  s_cmp_eq_u32 s2, 0
  s_cbranch_scc0 others
{first}
  s_endpgm
others:
  s_movk_i32 s4, {count}
loop:
  s_sub_u32 s4, s4, 1
  s_cmp_lg_u32 s4, 0
  s_cbranch_scc1 loop
  s_endpgm
"""
FOREVER = ".globl main\nmain:\n  s_nop 0\nloop:\n  s_branch loop\n"
# Wave 1 halts at `bad`, wave 2 where it jumps to: behind its page, at which nothing is mapped.
FAULTS = """
.globl main
main:
  s_load_dwordx2 s[6:7], s[0:1], 0x0
  v_readfirstlane_b32 s4, v0
  s_lshr_b32 s4, s4, 6
  s_cmp_eq_u32 s4, 1
  s_cbranch_scc1 bad
  s_cmp_eq_u32 s4, 2
  s_cbranch_scc1 away
  s_endpgm
bad:
  .long 0xbf9f0000
away:
  s_waitcnt lgkmcnt(0)
  s_add_u32 s6, s6, 0x1000
  s_setpc_b64 s[6:7]
"""
JOIN = ".globl main\nmain:\n  s_mov_b32 s5, 1\nhere:\n  s_cbranch_join s5\n  s_endpgm\n"


class Ends(unittest.TestCase):
    def setUp(self):
        os.chdir(ROOT)
        self.dir = tempfile.mkdtemp()
        self.addCleanup(shutil.rmtree, self.dir)

    def file(self, name, text):
        path = os.path.join(self.dir, name)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        return path

    def command(self, test, *options, tool="wavelock"):
        device = {"wavelock-bare": ["--device", "rtl", "--check", "off"], "wavelock-model": ["--device", "model"]}.get(
            tool, []
        )
        return ["build/" + tool, test, "--run-dir", self.dir, "--cache", self.dir, *device, *options]

    def run_tool(self, test, *options, tool="wavelock", code=0, environment=None):
        done = subprocess.run(
            self.command(test, *options, tool=tool),
            capture_output=True,
            text=True,
            check=False,
            env={**os.environ, **(environment or {})},
        )
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        return done.stdout + done.stderr

    def json(self, name):
        with open(os.path.join(self.dir, name), encoding="utf-8") as file:
            return json.load(file)

    # ---- assertions ------------------------------------------------------------------------------

    def failing(self, cycles, *options, code=2, name="WAVELOCK_ASSERT"):
        return self.run_tool("barrier", *options, tool="wavelock-asserts", code=code, environment={name: cycles})

    def test_assertion_is_the_headline_and_the_verdict(self):
        text = self.failing("500")
        lines = [line for line in text.splitlines() if re.match("[A-Z]+: ", line)]
        wanted = "ILLEGAL: an assertion failed in cu_top.u_cu at rtl/issue/nowhere.sv:12"
        self.assertEqual(set(lines), {wanted}, text)
        for name in ("result.json", "report.json"):
            self.assertEqual(self.json(name)["verdict"], "ILLEGAL")
            self.assertEqual("ILLEGAL: " + self.json(name)["why"], wanted)
        self.assertEqual(self.json("report.json")["first_cycle"], 501)

    def test_assertion_in_the_last_cycles(self):
        self.failing("99999999", code=0)
        cycles = self.json("result.json")["cycles"]
        self.failing(str(cycles - 10))  # memory drains, the waves have ended
        self.assertEqual(self.json("result.json")["verdict"], "ILLEGAL")

    def test_assertion_and_difference_of_one_edge(self):
        self.failing("600", "--inject", "EXEC:0:0:0:17@600")
        self.assertEqual([d["verdict"] for d in self.json("report.json")["divergences"]][:2], ["ILLEGAL", "MISMATCH"])
        self.failing("606", "--inject", "EXEC:0:0:0:17@600", code=1)  # in the drain of a run that failed before

    def test_failing_again_and_again(self):
        text = self.failing("500 501 502 503 510")
        self.assertIn("ILLEGAL barrier seed 1", text)

    def test_simulation_that_cannot_go_on(self):
        text = self.failing("500", code=6, name="WAVELOCK_FATAL")
        self.assertIn("ERROR: Active region did not converge. at rtl/cu.sv:34\n", text)
        self.assertEqual(self.json("report.json")["verdict"], "ERROR")

    # ---- hangs -----------------------------------------------------------------------------------

    def stuck(self, first, count=60, group=64, groups=200, hang=5000, stays=True, code=0):
        """A wave that does `first` among waves that come and go. Stays: the host resumes nobody."""
        self.file("stuck.s", PROGRAM.format(first=first, count=count))
        launch = {"grid": [group * groups], "group": [group], **({"halt": "stays"} if stays else {})}
        path = self.file(
            "test.json",
            json.dumps(
                {
                    "about": "x",
                    "program": "stuck.s",
                    "launch": launch,
                    "args": [{"buffer": "out", "type": "u32", "count": 64}],
                    "expect": {"buffers": [{"buffer": "out", "unchanged": True}]},
                }
            ),
        )
        return self.run_tool(path, "--hang-cycles", str(hang), code=code)

    def test_one_wave_hangs_while_others_come_and_go(self):
        text = self.stuck("  s_sethalt 1", code=5)
        found = re.search(
            r"^HANG: slot 0 has waited for 5000 cycles, at cycle (\d+), and nothing is owed to it; "
            r"wave 0: halted by s_sethalt",
            text,
            re.M,
        )
        self.assertTrue(found, text)
        self.assertLess(int(found.group(1)), 6000)
        self.assertLess(self.json("report.json")["last_issue_cycle"], 1000)

    def test_waits_that_are_no_hangs(self):
        sleep = "  s_sleep 127\n" * 3  # each longer than HANG_CYCLES
        self.assertIn("PASS", self.stuck(sleep))
        self.assertIn("PASS", self.stuck("  s_sethalt 1\n" * 20, hang=450, count=20, groups=400, stays=False))

    def test_barrier_waits_for_waves_that_go_on(self):
        late = (
            "  v_readfirstlane_b32 s5, v0\n  s_cmp_lg_u32 s5, 0\n  s_cbranch_scc1 meet\n  s_movk_i32 s4, 400\nspin:\n"
            "  s_sub_u32 s4, s4, 1\n  s_cmp_lg_u32 s4, 0\n  s_cbranch_scc1 spin\nmeet:\n  s_barrier\n"
        )
        self.assertIn("PASS", self.stuck(late, group=128))

    def test_endless_loop(self):
        text = self.run_tool(self.file("forever.s", FOREVER), "--hang-cycles", "2000", code=5)
        self.assertRegex(
            text, r"HANG: no wave has started or ended for 2000 cycles, at cycle \d+; wave 0: to issue s_branch at 0x"
        )

    def test_long_loop_is_no_hang(self):
        """A wave that issues may take longer than a wave may wait. One limit for both makes it a hang."""
        loop = "  s_mov_b32 s4, 0x2c000\nspin:\n  s_sub_u32 s4, s4, 1\n  s_cmp_lg_u32 s4, 0\n  s_cbranch_scc1 spin\n"
        path = self.file("long.s", f".globl main\nmain:\n{loop}  s_endpgm\n")
        for tool in ("wavelock", "wavelock-bare", "wavelock-model"):
            self.run_tool(path, tool=tool)
            if tool != "wavelock-model":
                self.assertGreater(self.json("result.json")["cycles"], 1000000)
        text = self.run_tool(path, "--hang-cycles", "1000000", code=5)
        self.assertIn("HANG: no wave has started or ended for 1000000 cycles, at cycle ", text)

    # ---- what is not judged ------------------------------------------------------------------------

    def test_missing_waits_that_make_values_undefined(self):
        """Nothing is compared from there on, and the run says so; without such a wait all is compared."""
        undefined = ("race", "race/write", "race/store", "race/export", "race/lds")
        for name in (*undefined, "race/returned", "race/scalar"):
            for seed, hazards in (("1", "warn"), ("2", "off"), ("3", "warn")):
                with self.subTest(name=name, seed=seed, hazards=hazards):
                    text = self.run_tool(f"waits/{name}", "--seed", seed, "--hazards", hazards)
                    result = self.json("result.json")
                    self.assertEqual((result["verdict"], result["elements"]), ("PASS", 64), text)
                    if name not in undefined:
                        self.assertNotIn("not_judged", result)
                        self.assertNotIn("not judged", text)
                        continue
                    pattern = (
                        r"^not judged from cycle \d+ on: slot 0 at 0x\w+: missing wait, .*, which is still in flight$"
                    )
                    self.assertRegex(result["not_judged"], pattern)
                    self.assertIn(f"; {result['not_judged']}\n", text)

    def test_what_is_not_judged_ends_as_without_checker(self):
        """The run goes on with its expectations and limits. A difference before the missing wait is found."""
        text = self.run_tool("waits/race/store", "--inject", "EXEC:0:0:0:3@200", code=1)
        self.assertIn("MISMATCH: slot 0: EXEC", text)
        program = os.path.join(ROOT, "vectors", "waits", "race", "race.s")
        with open(program, encoding="utf-8") as file:
            text = file.read()
        self.file("other.s", text.replace("v_mov_b32 v3, 42", "v_mov_b32 v3, 41"))
        self.file("never.s", text.replace("  s_endpgm", "again:\n  s_branch again"))
        with open(os.path.join(ROOT, descriptions.path("waits/race/store")), encoding="utf-8") as file:
            test = json.load(file)
        path = self.file("twice.json", json.dumps({**test, "program": program, "launches": [{}, {}]}))
        self.assertIn("PASS", self.run_tool(path))
        result = self.json("result.json")
        self.assertTrue(result["not_judged"].startswith("not judged from cycle "))
        self.assertEqual([one["verdict"] for one in result["launches"]], ["PASS", "PASS"])
        path = self.file("other.json", json.dumps({**test, "program": "other.s"}))
        text = self.run_tool(path, code=4)
        self.assertIn("EXPECT: buffer out: element 0 is 41", text)
        self.assertIn("; not judged from cycle ", text)
        path = self.file("never.json", json.dumps({**test, "program": "never.s"}))
        text = self.run_tool(path, "--hang-cycles", "3000", code=5)
        self.assertRegex(text, r"HANG: no wave has started or ended for 3000 cycles, at cycle \d+\n")

    # ---- limits ----------------------------------------------------------------------------------

    def test_limit_of_cycles_is_no_hang(self):
        for tool in ("wavelock", "wavelock-bare"):
            text = self.run_tool("barrier", "--max-cycles", "300", tool=tool, code=6)
            self.assertRegex(text, r"ERROR: the limit of 300 cycles was reached; \d+ of \d+ waves had not ended\n")
            self.assertNotIn("HANG", text)
            self.assertEqual(self.json("result.json")["verdict"], "ERROR")

    def test_limit_of_instructions_names_wave_and_pc(self):
        text = self.run_tool(
            self.file("forever.s", FOREVER),
            "--max-instructions",
            "200000",
            "--grid",
            "128",
            "--group",
            "64",
            tool="wavelock-model",
            code=5,
        )
        self.assertRegex(
            text,
            r"HANG: the grid is not done after 200000 instructions; wave \d: to issue s_branch at 0x\w+; "
            r"no wait condition stops it\n",
        )
        self.assertRegex(text, r"  slot 1: PC 0x\w+, ")

    # ---- what no test can expect -----------------------------------------------------------------

    def forever(self, expect, source=FOREVER, waves=3):
        self.file("forever.s", source)
        return self.file(
            "forever.json",
            json.dumps(
                {
                    "about": "x",
                    "program": "forever.s",
                    "expect": expect,
                    "launch": {"grid": [64 * waves], "group": [64 * waves]},
                }
            ),
        )

    def test_limit_of_cycles_is_not_the_error_that_was_expected(self):
        path = self.forever({"verdict": "ERROR"})
        for tool in ("wavelock", "wavelock-bare"):
            text = self.run_tool(path, "--max-cycles", "300", tool=tool, code=6)
            self.assertEqual(
                text.count("ERROR: the limit of 300 cycles was reached; 3 of 3 waves had not ended\n"), 1, text
            )
            self.assertEqual(text.count("reproduce: "), 1, text)

    def test_limit_of_cycles_is_not_the_fault_that_was_expected(self):
        source = FAULTS.replace("  s_endpgm\nbad:", "others:\n  s_branch others\nbad:")
        path = self.forever({"fault": True}, source)
        for tool in ("wavelock", "wavelock-bare"):
            text = self.run_tool(path, "--max-cycles", "3000", tool=tool, code=6)
            self.assertIn("the limit of 3000 cycles was reached; ", text)
            self.run_tool(path, "--hang-cycles", "3000", tool=tool)

    def test_limit_of_instructions_is_a_hang(self):
        for expected, code in (("HANG", 0), ("ERROR", 5)):
            self.run_tool(
                self.forever({"verdict": expected}), "--max-instructions", "20000", tool="wavelock-model", code=code
            )

    def test_signals_are_not_what_was_expected(self):
        for expected in ("ERROR", "HANG"):
            for tool in ("wavelock", "wavelock-model", "wavelock-bare"):
                said = self.stopped(tool, signal.SIGINT, self.forever({"verdict": expected}), 0.3)
                self.assertEqual(said.count("ERROR: stopped by SIGINT"), 1, said)

    def test_injected_fault_that_touches_nothing(self):
        loop = self.forever({"verdict": "HANG"})
        for test, options in (
            ("wait_states/vccz_bad", []),
            ("join_underflow", []),
            (loop, ["--hang-cycles", "2000"]),
            ("illegal", []),
        ):
            for fault, said in (
                ("EXEC:15:0:0:3@30", "slot 15 held no wave in cycle 30"),
                ("EXEC:0:0:0:3@99999999", "the run ended with cycle "),
                ("drop:barrier_release@30", "there was no such event from cycle 30 on"),
            ):
                text = self.run_tool(test, *options, "--inject", fault, code=6)
                self.assertRegex(text, "ERROR: the (fault was not applied|event fault .* was never injected): " + said)
            self.run_tool(test, *options)
        self.assertIn(
            "after cycle 40 no sweep compared VGPR",
            self.run_tool("wait_states/vccz_bad", "--inject", "VGPR:0:200:0:3@40", code=6),
        )

    # ---- signals, progress -----------------------------------------------------------------------

    @staticmethod
    def runs(process, seconds):
        """Until a process has had so many seconds of a processor: the run has begun, however loaded the machine is."""
        while process.poll() is None:
            with open(f"/proc/{process.pid}/stat", encoding="ascii") as file:
                ticks = sum(map(int, file.read().rpartition(")")[2].split()[11:13]))
            if ticks >= seconds * os.sysconf("SC_CLK_TCK"):
                return
            time.sleep(0.02)

    def stopped(self, tool, number, test=None, seconds=1.5):
        launched = [test] if test else [self.file("forever.s", FOREVER), "--grid", "192", "--group", "64"]
        command = self.command(*launched, tool=tool) + (
            ["--hang-cycles", "1000000000"] if tool != "wavelock-model" else []
        )
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
            self.runs(process, seconds)
            process.send_signal(number)
            out, said = process.communicate(timeout=60)
        self.assertEqual(process.returncode, 130, out + said)
        result = self.json("result.json")
        self.assertEqual(result["verdict"], "ERROR")
        self.assertRegex(result["why"], rf"^stopped by {signal.Signals(number).name} .*; 3 of 3 waves had not ended$")
        return said

    def test_signals(self):
        for tool, number in (
            ("wavelock", signal.SIGINT),
            ("wavelock-model", signal.SIGINT),
            ("wavelock-bare", signal.SIGTERM),
        ):
            said = self.stopped(tool, number)
            if tool != "wavelock-bare":  # which has no PC to tell
                for slot in range(3):
                    self.assertRegex(
                        said, rf"  slot {slot}: PC 0x\w+, to issue s_branch at 0x\w+; no wait condition stops it\n"
                    )
            self.assertNotIn("\r", said)
        self.assertEqual(self.json("result.json")["device"], "rtl")

    def test_progress_on_a_terminal(self):
        outer, inner = pty.openpty()
        command = self.command(self.file("forever.s", FOREVER), "--hang-cycles", "1000000000")
        with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=inner) as process:
            os.close(inner)
            time.sleep(4.5)
            process.send_signal(signal.SIGINT)
            process.wait(60)
        said = b""
        try:
            while part := os.read(outer, 65536):
                said += part
        except OSError:  # the other end is closed
            pass
        os.close(outer)
        self.assertRegex(said, rb"\r\x1b\[Kcycle \d+, 0 of 1 waves done, \d+ cycles/s")
        self.assertRegex(said, rb"cycles/s\r\x1b\[KERROR: stopped by SIGINT")

    # ---- places ----------------------------------------------------------------------------------

    def expecting(self, source, expect, code, said=""):
        """On the model and in lockstep."""
        self.file("program.s", source)
        test = {
            "about": "places",
            "program": "program.s",
            "launch": {"grid": [256], "group": [256]},
            "args": [{"buffer": "page", "type": "u32", "count": 1024}],
            "expect": expect,
        }
        path = self.file("test.json", json.dumps(test))
        for tool in ("wavelock", "wavelock-model"):
            self.assertIn(said, self.run_tool(path, tool=tool, code=code))

    def faults(self, *listed, code=4, said="", **more):
        keys = ("kind", "at", "wave")
        self.expecting(FAULTS, {"fault": [dict(zip(keys, f)) for f in listed], **more}, code, said)

    def test_faults(self):
        bad, away = ("illegal", "bad", 1), ("fetch", "page+0x1000", 2)
        self.faults(bad, away, code=0)
        self.faults(away, ("illegal", "main+0x24"), code=0)
        self.faults(bad, said="halted: wave 2 on a fetch fault at ")
        self.faults(
            bad,
            away,
            ("illegal", "bad", 3),
            said="halted: no such wave; expected: wave 3 on an illegal instruction at ",
        )
        self.faults(bad, ("illegal", "page+0x1000", 2), said="halted: wave 2 on a fetch fault at ")
        self.faults(bad, ("fetch", "page+0x1004", 2), said="halted: wave 2 on a fetch fault at ")
        self.faults(bad, ("fetch", "0x7000", 2), said="halted: wave 2 on a fetch fault at ")
        self.faults(
            bad, ("illegal", "pag", 2), code=6, said='something at "pag": neither a symbol of the program nor a buffer'
        )
        self.faults(bad, away, why="slot 1 at {away}", said="was expected to be said of the run")

    def test_hazards(self):
        self.expecting(JOIN, {"verdict": "HAZARD", "why": "at {here}: join popped with CSP 0"}, 0)
        self.expecting(
            JOIN, {"verdict": "HAZARD", "why": "at {here+4}: join popped"}, 4, "was expected to be said of the run"
        )
        self.expecting(
            JOIN, {"verdict": "HAZARD", "why": "at {there}"}, 6, "neither a symbol of the program nor a buffer"
        )


if __name__ == "__main__":
    unittest.main()
