# SPDX-License-Identifier: Apache-2.0
"""Save files of waves.py: every signal is in the waveform, and a failure is marked. Needs build/wavelock-trace."""
import json
import os
import shutil
import subprocess
import tempfile
import unittest

from wl import ROOT
from wl.failures import waves
from wl.runs import results


TOOL = "build/wavelock-trace"


class SaveFiles(unittest.TestCase):
    def setUp(self):
        os.chdir(ROOT)
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.dir = folder.name

    def trace(self, test, window="", *options, code=0):
        """Runs a test with a waveform; the lines of the save file."""
        name = os.path.splitext(os.path.basename(test))[0]
        fst = os.path.join(self.dir, name + ".fst")
        done = subprocess.run(
            [TOOL, test, "--run-dir", self.dir, "--waves", fst + window, *options],
            capture_output=True,
            text=True,
            check=False,
        )
        self.assertEqual(done.returncode, code, done.stderr)
        waves.write_save_file(fst, self.dir)
        with open(os.path.join(self.dir, name + ".gtkw"), encoding="utf-8") as file:
            return file.read().splitlines()

    def test_signals_exist(self):
        lines = self.trace("fork_join", ":400-450")
        self.assertGreater(waves.check(os.path.join(self.dir, "fork_join.gtkw")), 100)
        for group in ("-wave 0", "-issue stage", "-fork/join unit", "-LDS banks (not used)", "-memory ports"):
            self.assertIn(group, lines)
        self.assertNotIn("-wave 1", lines)

    def on_full_disk(self, kilobytes, *command):
        """Runs a command with a small disk in place of the folder: (exit code, what it said, the files it left there).
        They lie in a copy of the folder."""
        copy = tempfile.mkdtemp(dir=self.dir)
        disk = os.path.join(self.dir, "disk")
        os.makedirs(disk, exist_ok=True)
        mount = f"mount -t tmpfs -o size={kilobytes}k wavelock {disk} || exit 99"
        script = f'{mount}; "$@"; code=$?; cp -r {disk}/. {copy}; exit $code'
        words = ["unshare", "--map-root-user", "--mount", "sh", "-c", script, "sh"]
        both = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT}
        env = {name: text for name, text in os.environ.items() if name not in ("MAKEFLAGS", "MFLAGS", "MAKELEVEL")}
        done = subprocess.run([*words, *command], **both, text=True, check=False, env=env)
        if done.returncode == 99 or "unshare failed" in done.stdout:
            self.skipTest(f"no disk can be mounted: {done.stdout.strip()}")
        left = {name: os.path.join(folder, name) for folder, _, names in os.walk(copy) for name in names}
        return done.returncode, done.stdout, left

    def test_full_disk(self):
        """The verdict and its files stay; of the waveform nothing is left, and why is said."""
        disk = os.path.join(self.dir, "disk")
        fst = os.path.join(disk, "f.fst")
        words = (TOOL, "fork_join", "--run-dir", disk, "--inject", "EXEC:0:0:0:3@500")
        no_room = f"{fst}: the waveform could not be written: No space left on device\n"
        code, said, left = self.on_full_disk(200, *words, "--waves-auto", fst)
        self.assertEqual((code, set(left)), (1, {"result.json", "report.json"}), said)
        self.assertIn(no_room, said)
        self.assertEqual(waves.read_json(left["result.json"])["verdict"], "MISMATCH")
        code, said, left = self.on_full_disk(200, *words, "--waves", fst)
        self.assertEqual((code, said.endswith(f"ERROR: {no_room}")), (results.VERDICTS.index("ERROR"), True), said)
        self.assertNotIn("f.fst", left)
        words = ("TEST=fork_join", "INJECT=EXEC:0:0:0:3@500", "WAVES=1", f"OUT={disk}")
        code, said, left = self.on_full_disk(200, "scripts/wavelock", "sim", *words)
        self.assertEqual((code, set(left)), (1, {"result.json", "report.json"}), said)
        self.assertRegex(said, r"ERROR: .*fork_join.fst: no waveform could be written; its disk has \d+ KiB left\n$")
        self.assertEqual(waves.read_json(left["result.json"])["verdict"], "MISMATCH")

    def test_all_waves_that_lived(self):
        lines = self.trace("barrier")
        self.assertTrue({"-wave 0", "-wave 1"} <= set(lines))
        waves.check(os.path.join(self.dir, "barrier.gtkw"))

    def test_lanes_of_banks(self):
        """The column read of a transpose: four lanes of a quad at one bank, one a cycle."""
        lines = self.trace("transpose")
        waves.check(os.path.join(self.dir, "transpose.gtkw"))
        for lane in range(4):
            self.assertTrue(any(f"lane {lane} bank" in line for line in lines))
        waveform = waves.Waveform(os.path.join(self.dir, "transpose.fst"))
        names = [waves.CU + "u_lds." + n for n in ("u_report.valid", "u_report.cycles_q", "u_report.base_q")]
        found = waveform.values(names)[0]
        self.assertEqual([bits for bits, _ in (found[n] for n in names)], [15, 127, 31])

    def test_waits_for_shared_registers(self):
        """Waves that write and read one global VGPR at the same time wait for each other, and the unit counts it."""
        self.trace("ds_shared")
        name = waves.CU + "u_issue.u_shared_conflict.conflicts_q"
        self.assertGreater(waves.Waveform(os.path.join(self.dir, "ds_shared.fst")).values([name])[0][name][0], 0)

    def test_instruction_text(self):
        self.trace("fork_join", ":400-450")
        with open(os.path.join(self.dir, "fork_join.instructions"), encoding="utf-8") as file:
            text = dict(line.rstrip("\n").split(" ", 1) for line in file)
        waveform = waves.Waveform(os.path.join(self.dir, "fork_join.fst"))
        code = waveform.id[waves.CU + "u_wave_state.pc_q[0]"].decode()
        vcd = subprocess.run(["fst2vcd", waveform.path], capture_output=True, text=True, check=True).stdout
        values = {
            int(v, 2) for v, c in (line[1:].split() for line in vcd.splitlines() if line[:2] == "b0") if c == code
        }
        self.assertGreater(len(values), 5)
        self.assertTrue({f"{v:012x}" for v in values} <= set(text))
        self.assertTrue(any(t.startswith("s_cbranch_join") for t in text.values()))

    def test_failure_is_marked(self):
        lines = self.trace("fork_join", ":580-620", "--inject", "EXEC:0:0:0:17@600", code=1)
        report = os.path.join(self.dir, "report.json")
        self.assertEqual(waves.failure_cycle(report), 600)
        zoom = next(line for line in lines if line.startswith("*"))
        self.assertEqual(zoom.split()[1], "6000")
        row = next(i for i, line in enumerate(lines) if line.startswith("+{EXEC} "))
        self.assertEqual(lines[row - 2], f"[color] {waves.RED}")
        self.assertTrue(lines[lines.index("@200") + 1].startswith("-MISMATCH at cycle 600"))
        waves.check(os.path.join(self.dir, "fork_join.gtkw"))
        self.assertTrue(lines[row + 3].startswith("+{EXEC expected} "), lines[row : row + 4])
        self.assertEqual(lines[row + 1], f"[color] {waves.ORANGE}")

    def test_wait_counters(self):
        """Each has a row; where it fails, it is marked and has the expected value below. VS_CNT: with RDNA memory."""
        lines = self.trace("export/order", ":100-140", "--inject", "EXP_CNT:0:0:0:1@120", code=1)
        labels = [line.split("}")[0] for line in lines if "_CNT" in line and line.startswith("+")]
        self.assertEqual(
            labels,
            ["+{VM_CNT", "+{VM_CNT expected", "+{LGKM_CNT", "+{LGKM_CNT expected"]
            + ["+{EXP_CNT", "+{EXP_CNT expected"],
        )
        row = next(i for i, line in enumerate(lines) if line.startswith("+{EXP_CNT} "))
        self.assertEqual(lines[row - 2], f"[color] {waves.RED}")
        waves.check(os.path.join(self.dir, "order.gtkw"))
        pair = [waves.CU + "u_issue.u_policy.u_wait_counters.exp_q[0]", waves.EXPECTED + "EXP_CNT[0]"]
        for at, differ in ((120 * waves.CLOCK_NS - 1, 0), (120 * waves.CLOCK_NS, 2)):
            values = [self.value_at("order", name, at) for name in pair]
            self.assertEqual(values[0] ^ values[1], differ, values)
        save = waves.SaveFile(waves.Waveform(os.path.join(self.dir, "order.fst")))
        waves.Groups(save, None, None, None, rdna=True).wave(0)
        self.assertEqual(sum(line.startswith("+{VS_CNT} ") for line in save.lines), 1)
        self.assertEqual(save.missing, [])

    def value_at(self, test, name, time):
        """What a signal of the waveform is at a time."""
        waveform = waves.Waveform(os.path.join(self.dir, test + ".fst"))
        code, now, value = waveform.id[name].decode(), 0, None
        vcd = subprocess.run(["fst2vcd", waveform.path], capture_output=True, text=True, check=True).stdout
        for line in vcd.splitlines():
            if line.startswith("#"):
                now = int(line[1:])
            elif line.startswith("b") and line.split()[1] == code and now <= time:
                value = int(line[1:].split()[0], 2)
        return value

    def test_expected_values(self):
        """The checker's value and the unit's differ in the flipped bit in the cycle of the flip, and not before."""
        for fault, unit, expected, bit in (
            ("EXEC:0:0:0:17@600", "u_wave_state.exec_q[0]", "EXEC[0]", 17),
            ("PC:0:0:0:47@601", "u_wave_state.pc_q[0]", "PC[0]", 47),
            ("M0:0:0:0:31@602", "u_wave_state.m0_q[0]", "M0[0]", 31),
            ("LGKM_CNT:0:0:0:3@603", "u_issue.u_policy.u_wait_counters.lgkm_q[0]", "LGKM_CNT[0]", 3),
        ):
            self.trace("fork_join", ":580-620", "--inject", fault, code=1)
            time = int(fault.split("@")[1]) * waves.CLOCK_NS
            for at, differ in ((time - 1, 0), (time, 1 << bit)):
                pair = [self.value_at("fork_join", name, at) for name in (waves.CU + unit, waves.EXPECTED + expected)]
                self.assertEqual(pair[0] ^ pair[1], differ, (fault, at, pair))

    def test_block_of_the_failing_instruction(self):
        for last, block in (
            ("s_cbranch_i_fork s[2:3], 4", "fork/join unit"),
            ("ds_read_b32 v1, v2", "LDS banks"),
            ("s_load_dword s1, s[2:3], 0x0", "memory ports"),
            ("v_mov_b32_e32 v1, v2", "vector ALU"),
            ("s_mov_b32 s1, s2", "issue stage"),
        ):
            self.assertEqual(waves.failing_block({"wave": {"history": [{"instruction": last}]}}, {"slot": 0}), block)
        self.assertIsNone(waves.failing_block({}, {"slot": 0}))
        lines = self.trace("transpose", ":900-960", "--inject", "VGPR:0:5:9:2@930", "--check", "every", code=1)
        with open(os.path.join(self.dir, "report.json"), encoding="utf-8") as file:
            report = json.load(file)
        block = waves.failing_block(report, report["divergences"][0])
        self.assertIn(block, [None, "issue stage", "LDS banks", "memory ports", "vector ALU"])
        if block:
            first = next(
                i
                for i, line in enumerate(lines)
                if line.startswith("-")
                and line[1:]
                in ("issue stage", "vector ALU", "fork/join unit", "LDS banks", "memory ports", "register writes")
            )
            self.assertEqual(lines[first][1:], block)
            self.assertEqual(lines[first - 1], f"@{waves.GROUP:x}")

    def test_vector_mismatch(self):
        """The vector ALU is open behind the wave, with the expected result; VGPR writes come before SGPR writes."""
        lines = self.trace("fork_join", ":6700-6840", "--inject", "VGPR:0:0:9:2@700", code=1)
        at = lines.index("-vector ALU")
        self.assertEqual(lines[at - 1], "@800200")  # open
        said = " ".join(line[1:] for line in lines[at + 1 : at + 12] if line.startswith("-"))
        self.assertIn("lane 9 (pass 0, lane 9 of it): 0x00000005, expected 0x00000001", said)
        self.assertLess(lines.index("-VGPRs of the pool"), lines.index("-SGPRs of a vector instruction"))

    def test_hang_is_marked_at_the_last_issue(self):
        with open("vectors/halt_stays/test.json", encoding="utf-8") as file:
            test = json.load(file)
        test["launch"]["halt"] = "stays"
        path = os.path.join(self.dir, "stuck.json")
        with open(path, "w", encoding="utf-8") as file:
            json.dump(test, file)
        shutil.copy("vectors/halt_stays/halt_stays.s", self.dir)
        self.trace(path, ":0-9", "--hang-cycles", "3000", code=5)
        report = os.path.join(self.dir, "report.json")
        cycle, noticed = waves.failure_cycle(report), waves.read_json(report)["first_cycle"]
        self.assertGreater(noticed - cycle, 2900)
        self.assertEqual(waves.window(report), f"{max(cycle - 200, 0)}-{cycle + 40},{noticed - 200}-{noticed + 40}")
        lines = self.trace(path, ":" + waves.window(report), "--hang-cycles", "3000", code=5)
        self.assertIn(
            f"*{waves.ZOOM:.6f} {cycle * 10} {noticed * 10} -1", next(line for line in lines if line.startswith("*"))
        )
        name = os.path.join(self.dir, "stuck.fst")
        vcd = subprocess.run(["fst2vcd", name], capture_output=True, text=True, check=True).stdout
        cycles = sorted({int(line[1:]) // 10 for line in vcd.splitlines() if line.startswith("#")})
        self.assertEqual(cycles, [*range(max(cycle - 200, 0), cycle + 41), *range(noticed - 200, cycles[-1] + 1)])
        self.assertGreaterEqual(cycles[-1], noticed + 30)  # the run ends soon after

    def test_hang_of_a_loop_has_one_window(self):
        self.trace("barrier", ":0-220", "--hang-cycles", "100", code=5)
        report = os.path.join(self.dir, "report.json")
        cycle, noticed = waves.failure_cycle(report), waves.read_json(report)["first_cycle"]
        self.assertLess(noticed, 220)  # not at the end of the closing sweep, thousands of cycles later
        self.assertEqual(waves.window(report), f"{max(cycle - 200, 0)}-{noticed + 40}")

    def test_cycle_is_ten_nanoseconds(self):
        self.trace("smoke", ":10-20")
        vcd = subprocess.run(
            ["fst2vcd", os.path.join(self.dir, "smoke.fst")], capture_output=True, text=True, check=True
        ).stdout
        self.assertEqual(vcd[vcd.index("$timescale") :].split()[1], "1ns")
        times = [int(line[1:]) for line in vcd.splitlines() if line.startswith("#")]
        self.assertEqual((times[0], times[-1]), (100, 205))

    def test_missing_signal_is_named(self):
        self.trace("smoke", ":10-20")
        path = os.path.join(self.dir, "smoke.gtkw")
        with open(path, "a", encoding="utf-8") as file:
            file.write("@22\n+{gone} wavelock.unit.cu_top.u_cu.gone_q[3:0]\n")
        with self.assertRaisesRegex(waves.Failed, "gone_q"):
            waves.check(path)
        whole = waves.Groups.memory
        self.addCleanup(setattr, waves.Groups, "memory", whole)
        waves.Groups.memory = lambda groups: groups.save.signal("gone", waves.CU + "gone_q")
        with self.assertRaisesRegex(waves.Failed, "gone_q"):
            waves.write_save_file(os.path.join(self.dir, "smoke.fst"), self.dir)

    def test_waveform_that_is_not_whole(self):
        """The file of a writer that could not go on, as on a full disk, is refused; fst2vcd never sees it."""
        self.trace("smoke")
        path = os.path.join(self.dir, "smoke.fst")
        with open(path, "rb") as file:
            whole = file.read()
        waves.check_whole(path)
        for size in (0, 5, 100, 330, 331, 400, len(whole) // 2, len(whole) - 1):
            with open(path, "wb") as file:
                file.write(whole[:size])
            with self.assertRaisesRegex(waves.Failed, "smoke.fst: the waveform is (cut short|not complete)"):
                waves.write_save_file(path, self.dir)
        os.remove(path)
        with self.assertRaisesRegex(waves.Failed, "smoke.fst: No such file"):
            waves.Waveform(path)

    def test_no_report_no_cycle(self):
        with self.assertRaises(waves.Failed):
            waves.failure_cycle(os.path.join(self.dir, "report.json"))


if __name__ == "__main__":
    unittest.main()
