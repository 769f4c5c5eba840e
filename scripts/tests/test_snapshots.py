# SPDX-License-Identifier: Apache-2.0
"""Waveforms that a run writes of its failure from a snapshot (docs/waves.md). Needs build/wavelock-trace."""
import json
import os
import re
import resource
import select
import shutil
import signal
import subprocess
import tempfile
import unittest

from wl import ROOT
from wl.failures import waves
from wl.runs import results


TOOL = "build/wavelock-trace"
FAULT = ("--inject", "EXEC:0:0:0:17@600")
STOPPED = 130  # exit code
ENDS_WITHIN = 20000  # milliseconds
LONGEST = 300  # seconds; a run that waits for a snapshot without end has failed


def history(fst, first, last):
    """[(time, {signal: value})] of the cycles from first to last: all signals, then those that change."""
    waveform = waves.Waveform(fst)
    addresses = {code for name, code in waveform.id.items() if name.endswith((".bench", ".u_probe.unit"))}
    names = {code: name for name, code in waveform.id.items() if code not in addresses}
    found, values, now = [], {}, 0
    vcd = subprocess.run(["fst2vcd", fst], capture_output=True, check=True).stdout
    for line in vcd[vcd.index(b"$enddefinitions") :].splitlines():
        if line.startswith(b"#"):
            now = int(line[1:])
            found.append((now, {}))
        elif line[:1] in (b"0", b"1", b"b"):
            value, code = line[1:].split() if line[:1] == b"b" else (line[:1], line[1:])
            if code in names and values.get(code) != value:
                values[code] = found[-1][1][names[code]] = value
        if now > (last + 1) * waves.CLOCK_NS:
            break
    before, inside = {}, []
    for time, changed in found:
        before.update(changed)
        if first * waves.CLOCK_NS <= time < (last + 1) * waves.CLOCK_NS:
            inside.append((time, changed if inside else dict(before)))
    return inside


def children(process):
    with open(f"/proc/{process.pid}/task/{process.pid}/children", encoding="utf-8") as file:
        return [os.pidfd_open(int(word)) for word in file.read().split()]


class Snapshots(unittest.TestCase):
    def setUp(self):
        os.chdir(ROOT)
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.dir = folder.name
        self.fst = os.path.join(self.dir, "auto.fst")

    def run_tool(self, test, *options, code, **more):
        done = subprocess.run(
            [TOOL, test, "--run-dir", self.dir, *options],
            capture_output=True,
            text=True,
            check=False,
            timeout=LONGEST,
            **more,
        )
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        return done, results.Result.read(self.dir)

    def auto(self, test, *options, around="", code, **more):
        """Runs a test with a waveform of its failure: what it printed, and result.json."""
        return self.run_tool(test, "--waves-auto", self.fst + around, *options, code=code, **more)

    def ranges(self, result):
        return [(r["from"], r["to"]) for r in result["waveform"]["ranges"]]

    def changed(self, test, **keys):
        """A copy of a test of vectors/, with other values in its description: its path."""
        with open(f"vectors/{test}/test.json", encoding="utf-8") as file:
            description = json.load(file)
        for key, value in keys.items():
            description[key] = {**description[key], **value} if isinstance(value, dict) else value
        path = os.path.join(self.dir, "changed.json")
        with open(path, "w", encoding="utf-8") as file:
            json.dump(description, file)
        shutil.copy(f"vectors/{test}/{test}.s", self.dir)
        return path

    # ---- what the waveform has -----------------------------------------------------------------------

    def test_same_as_a_waveform_of_the_whole_run(self):
        whole = os.path.join(self.dir, "whole.fst")
        self.run_tool("fork_join", "--waves", whole, *FAULT, code=1)
        for every in ("0", "100", "7"):
            with self.subTest(every=every):
                _, result = self.auto("fork_join", "--snapshot-cycles", every, *FAULT, around=":80,30", code=1)
                self.assertEqual((result["waveform"]["cycle"], self.ranges(result)), (600, [(520, 630)]))
                self.assertEqual(results.differences(result.facts, results.schema()), [])
                seen = history(self.fst, 0, 10**6)
                self.assertEqual((seen[0][0], seen[-1][0]), (5200, 6305))
                self.assertGreater(len(seen[0][1]), 1000)
                self.assertEqual(seen, history(whole, 520, 630))

    def test_default_cycles(self):
        result = self.auto("fork_join", *FAULT, code=1)[1]
        self.assertEqual(self.ranges(result), [(1, 800)])

    def test_save_file(self):
        for test, options, code, cycle in (
            ("fork_join", FAULT, 1, 600),
            (self.changed("smoke", expect={"buffers": [{"buffer": "out", "constant": 8}]}), (), 4, None),
        ):
            result = self.auto(test, *options, code=code)[1]
            waves.write_save_file(self.fst, self.dir)
            waves.check(os.path.join(self.dir, "auto.gtkw"))
            with open(os.path.join(self.dir, "auto.gtkw"), encoding="utf-8") as file:
                zoom = next(line for line in file if line.startswith("*"))
            cycle = cycle or result["waveform"]["cycle"]
            self.assertEqual(int(zoom.split()[1]), cycle * waves.CLOCK_NS)

    def test_expectation(self):
        """A run that ends otherwise than expected: its last cycles."""
        path = self.changed("smoke", expect={"buffers": [{"buffer": "out", "constant": 8}]})
        result = self.auto(path, around=":50,20", code=4)[1]
        last = result["waveform"]["cycle"]
        self.assertEqual(self.ranges(result), [(last - 50, last + 20)])
        self.assertLess(last, result["cycles"])

    def test_hang(self):
        """The cycles around the last issue, and those around the notice."""
        path = self.changed("halt_stays", launch={"halt": "stays"})
        for every in ("0", "100"):
            result = self.auto(path, "--hang-cycles", "3000", "--snapshot-cycles", every, around=":20,10", code=5)[1]
            report = waves.read_json(os.path.join(self.dir, "report.json"))
            issue, noticed = report["last_issue_cycle"], report["first_cycle"]
            self.assertGreater(noticed - issue, 2900)
            self.assertEqual(result["waveform"]["cycle"], issue)
            self.assertEqual(self.ranges(result), [(issue - 20, issue + 10), (noticed - 20, noticed + 10)])
            times = [time // waves.CLOCK_NS for time, _ in history(self.fst, 0, 10**6)]
            self.assertEqual(sorted(set(times)), [*range(issue - 20, issue + 11), *range(noticed - 20, noticed + 11)])

    def test_first_finding_long_before_the_end(self):
        """The first failure is shown, though the run goes on."""
        out = [{"buffer": "out", "type": "u32", "count": 6400}]
        path = self.changed("smoke", args=out, launch={"grid": [6400]})
        options = ("--keep-going", "100000", "--hang-cycles", "400", "--snapshot-cycles", "50")
        result = self.auto(path, *options, "--inject", "M0:0:0:0:5@600", around=":40,10", code=1)[1]
        self.assertGreater(result["cycles"], 1400)
        self.assertEqual(self.ranges(result), [(560, 610)])

    def test_second_launch(self):
        """A launch has snapshots of its own."""
        cycles = [launch["cycles"] for launch in self.run_tool("kernels/launches", code=0)[1]["launches"]]
        fault = ("--inject", f"PC:0:0:0:2@{cycles[0] + cycles[1] // 2}")
        result = self.auto("kernels/launches", *fault, around=":100000,5", code=1)[1]
        self.assertGreaterEqual(self.ranges(result)[0][0], cycles[0])
        self.assertIn("launch 2", result["why"])

    def test_unit_alone(self):
        path = self.changed("smoke", expect={"buffers": [{"buffer": "out", "constant": 8}]})
        self.assertTrue(self.auto(path, "--check", "off", around=":50,20", code=4)[1]["waveform"])

    # ---- what is left --------------------------------------------------------------------------------

    def test_nothing_of_a_run_that_passes(self):
        _, result = self.auto("fork_join", "--snapshot-cycles", "100", code=0)
        self.assertNotIn("waveform", result.facts)
        self.assertEqual(sorted(os.listdir(self.dir)), ["report.json", "result.json"])

    def test_files_of_the_run_are_written_once(self):
        """The snapshot that goes on writes neither the trace, the coverage, nor what is printed."""
        said = []
        for more in ((), ("--waves-auto", self.fst, "--snapshot-cycles", "50")):
            trace, coverage = os.path.join(self.dir, "trace"), os.path.join(self.dir, "coverage")
            done, result = self.run_tool(
                "fork_join", "--trace", trace, "--coverage", coverage, "--conflicts", *FAULT, *more, code=1
            )
            texts = [done.stdout.splitlines()[:-1], done.stderr]  # without the speed
            for path in (trace, coverage, os.path.join(self.dir, "report.json")):
                with open(path, encoding="utf-8") as file:
                    texts.append(file.read())
            said.append(texts)
        self.assertIn("waveform", result.facts)
        self.assertEqual(said[0], said[1])

    def start(self):
        """A run that waits in the middle, for nobody reads its trace: the process, the trace, its snapshots."""
        fifo = os.path.join(self.dir, "fifo")
        os.mkfifo(fifo)
        process = subprocess.Popen(
            [TOOL, "simd_busy", "--run-dir", self.dir, "--waves-auto", self.fst]
            + ["--snapshot-cycles", "50", "--trace", fifo],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        trace = open(fifo, "rb")
        self.addCleanup(trace.close)
        trace.read(4096)
        snapshots = children(process)
        for snapshot in snapshots:
            self.addCleanup(os.close, snapshot)
        self.assertGreater(len(snapshots), 1)
        return process, trace, snapshots

    def all_end(self, snapshots):
        for snapshot in snapshots:
            poll = select.poll()
            poll.register(snapshot, select.POLLIN)
            self.assertTrue(poll.poll(ENDS_WITHIN), "a snapshot has outlived its run")

    def test_no_snapshot_outlives_a_run_that_is_killed(self):
        process, trace, snapshots = self.start()
        process.kill()
        process.wait()
        self.all_end(snapshots)
        trace.read()  # to its end: nobody else has the file
        self.assertFalse(os.path.exists(self.fst))

    def test_run_that_is_stopped(self):
        """The key of the terminal reaches the snapshots too. The waveform shows where the run was stopped: a user stops
        what hangs."""
        process, trace, snapshots = self.start()
        for snapshot in snapshots:
            signal.pidfd_send_signal(snapshot, signal.SIGINT)
        process.send_signal(signal.SIGINT)
        trace.read()
        self.assertEqual(process.wait(), STOPPED)
        self.all_end(snapshots)
        self.assertTrue(os.path.exists(self.fst))
        result = results.Result.read(self.dir)
        stopped = int(re.search(r"stopped by SIGINT at cycle (\d+);", result["why"])[1])
        self.assertAlmostEqual(result["waveform"]["cycle"], stopped, delta=1)
        waves.check_whole(self.fst)

    # ---- what cannot be ------------------------------------------------------------------------------

    def test_file_that_cannot_be_written(self):
        self.fst = os.path.join(self.dir, "nowhere", "auto.fst")
        done, result = self.auto("fork_join", *FAULT, code=1)
        self.assertIn(f"{self.fst}: the waveform could not be written: No such file or directory\n", done.stderr)
        self.assertNotIn("waveform", result.facts)

    def test_disk_that_is_full(self):
        """As there: files end at 30 kB."""

        def limit():
            resource.setrlimit(resource.RLIMIT_FSIZE, (30000, 30000))

        done = subprocess.run(
            ["scripts/wavelock", "sim", "TEST=fork_join", f"INJECT={FAULT[1]}", "WAVES=auto", f"OUT={self.dir}"],
            capture_output=True,
            text=True,
            preexec_fn=limit,
            check=False,
        )
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertRegex(done.stderr, r"\.fst: the waveform (could not be written|is cut short|is not complete)")
        left = [name for _, _, names in os.walk(self.dir) for name in names]
        self.assertFalse([name for name in left if name.startswith("fork_join")], left)

    def test_no_process_for_a_snapshot(self):
        def limit():
            resource.setrlimit(resource.RLIMIT_NPROC, (0, 0))

        if os.getuid() == 0:
            self.skipTest("root has no limit of processes")
        done, result = self.auto("fork_join", *FAULT, code=1, preexec_fn=limit)
        self.assertIn("there is no snapshot of the run: Resource temporarily unavailable", done.stderr)
        self.assertNotIn("waveform", result.facts)

    def test_options_that_are_none(self):
        for wrong in ("", ":5,5"):
            done = subprocess.run([TOOL, "smoke", "--waves-auto", wrong], capture_output=True, text=True, check=False)
            self.assertEqual(done.returncode, 6)
            self.assertIn(f'--waves-auto: found "{wrong}", expected FILE or FILE:before,after', done.stderr)


if __name__ == "__main__":
    unittest.main()
