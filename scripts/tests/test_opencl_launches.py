# SPDX-License-Identifier: Apache-2.0
"""Launches of an OpenCL program (docs/opencl.md): verdicts, folders, captures, samples and variables. The programs are
tb/opencl/programs/launches.c, endings.c and images.c.
"""
import json
import os
import re
import shlex
import signal
import struct
import subprocess
import tempfile
import time
import unittest

from wl import ROOT
from wl.runs import results


TOOL = os.path.join(ROOT, "build", "wavelock")
PAGE = os.path.join(ROOT, "docs", "opencl.md")
FAULT = "VGPR:0:1:3:5@200"  # changes a value that the kernel `count` uses
SUMMARY = re.compile(
    r"wavelock: (\d+) launch(?:es)?, (\d+) passed; in lockstep: (\d+) of them, (\d+) of (\d+) work-groups, "
    r"([\d.]+) % of the instructions"
)


class Launches(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = folder.name
        for name in ("launches", "endings", "images"):
            source = os.path.join(ROOT, "tb", "opencl", "programs", f"{name}.c")
            subprocess.run(["gcc", "-std=gnu11", "-o", cls.path(name), source, "-lOpenCL"], check=True)
        with open(cls.path("wavelock.icd"), "w", encoding="utf-8") as file:
            file.write(os.path.join(ROOT, "build", "libwavelock-opencl.so") + "\n")

    @classmethod
    def path(cls, *names):
        return os.path.join(cls.folder, *names)

    def start(self, *words, out=None, program="launches", **variables):
        """The process of a program. Its launches have folders below `out`, by default the test's name."""
        own = {name: value for name, value in os.environ.items() if not name.startswith("WAVELOCK_")}
        out = self.path(self.id().rsplit(".", 1)[1]) if out is None else out
        own.update(OCL_ICD_VENDORS=self.folder, XDG_CACHE_HOME=self.path("cache"), WAVELOCK_OUT=out)
        own.update({f"WAVELOCK_{name}": value for name, value in variables.items()})
        pipe = subprocess.PIPE
        return subprocess.Popen(
            [self.path(program), *words], cwd=self.folder, env=own, stdout=pipe, stderr=pipe, text=True
        )

    def run_program(self, *words, code=0, **more):
        """What it prints on stdout and stderr."""
        with self.start(*words, **more) as process:
            out, said = process.communicate()
        self.assertEqual(process.returncode, code, f"{words} {more}\n{out}{said}")
        return out, said

    def result(self, number, out=None):
        folder = out or self.path(self.id().rsplit(".", 1)[1])
        with open(os.path.join(folder, f"launch-{number}", "result.json"), encoding="utf-8") as file:
            return json.load(file)

    def repeat(self, test, *words):
        """The result of a captured launch, on the tool that `make sim` runs."""
        done, result = results.of_run([TOOL, test, *words], cwd=ROOT)
        return done.stdout + done.stderr, result

    def summary(self, said):
        found = SUMMARY.search(said)
        self.assertIsNotNone(found, said)
        return [int(number) for number in found.groups()[:-1]]

    def test_pass(self):
        """The folder of a launch, with the keys of the page, and the summary."""
        out, said = self.run_program("parts", "2")
        self.assertEqual(out, "begins\nstatus 0, words 0 255 523\n")
        self.assertEqual(self.summary(said), [2, 2, 2, 8, 8])
        result = self.result(2)
        facts = {"verdict": "PASS", "device": "lockstep", "kernel": "parts", "grid": [256, 1, 1], "offset": [5, 0, 0]}
        self.assertEqual({key: result[key] for key in facts}, facts)
        self.assertGreater(result["words_compared"], 0)
        lockstep = result["lockstep"]
        self.assertEqual((lockstep["groups"], lockstep["instructions"]), (4, result["instructions"]))
        self.assertEqual([a["kind"][0] for a in result["arguments"]], list("bbbsllsb"))
        with open(PAGE, encoding="utf-8") as file:
            table = re.search(r"\n\| Key \| Type \| Meaning \|\n(.*?)\n\n", file.read(), re.DOTALL)[1]
        named = {key for line in table.splitlines() for key in re.findall(r"`(\w+)`", line.split("|")[1])}
        self.assertEqual(named - {"test", "reproduce"}, set(result))

    def test_nothing_written(self):
        out, said = self.run_program("count", out="none")
        self.assertEqual(out, "begins\nstatus 0, words 1 259 256\n")
        self.assertEqual(self.summary(said), [1, 1, 1, 4, 4])
        self.assertNotIn("none", os.listdir(self.folder))
        self.run_program("count", out="none", INJECT=FAULT, code=1)
        self.assertNotIn("none", os.listdir(self.folder))

    def test_own_folder(self):
        """Without WAVELOCK_OUT: below the current folder."""
        self.run_program("nothing", out="")
        (name,) = os.listdir(self.path("runs", "opencl"))
        self.assertRegex(name, r"^launches-\d+$")
        self.assertEqual(self.result(1, self.path("runs", "opencl", name))["verdict"], "PASS")

    def test_mismatch(self):
        """The report, the end of the process, and the launch alone."""
        out, said = self.run_program("count", "3", code=1, INJECT=FAULT)
        self.assertEqual(out, "begins\n")
        result = self.result(1)
        self.assertEqual(result["verdict"], "MISMATCH")
        self.assertIn(f"MISMATCH: {result['why']}", said)
        self.assertIn(f"reproduce: {result['reproduce']}\n", said)
        self.assertEqual(result["reproduce"], f"make sim TEST={result['test']} INJECT={FAULT}")
        with open(os.path.join(result["test"], "report.json"), encoding="utf-8") as file:
            report = json.load(file)
        self.assertEqual((report["verdict"], report["why"]), ("MISMATCH", result["why"]))
        text, again = self.repeat(result["test"], "--inject", FAULT)
        self.assertEqual((again["verdict"], again["why"]), ("MISMATCH", result["why"]), text)
        self.assertEqual(again["cycles"], result["cycles"])
        text, again = self.repeat(result["test"])
        self.assertTrue(again.passed, text)
        self.assertEqual(again["elements"], 1024)

    def test_later_fault(self):
        """In a later launch the cycle counts from its own beginning."""
        self.run_program("count", "2")
        first = self.result(1)["cycles"]
        _, said = self.run_program("count", "2", code=1, INJECT=f"VGPR:0:1:3:5@{first + 200}")
        self.assertEqual(self.result(2)["verdict"], "MISMATCH")
        self.assertRegex(said, r"reproduce: make sim TEST=\S*/launch-2 INJECT=VGPR:0:1:3:5@200\n")

    def test_keep_going(self):
        out, said = self.run_program("count", "1", INJECT=FAULT, KEEP_GOING="1")
        self.assertRegex(out, r"^begins\nstatus -5, ")
        self.assertEqual(self.summary(said)[:2], [1, 0])
        out, said = self.run_program("count", "3", INJECT=FAULT, KEEP_GOING="1")
        self.assertRegex(out, r"^begins\nstatus 0, ")
        self.assertEqual(self.summary(said)[:2], [3, 2])

    def test_programs_that_fail(self):
        """Each device, with the exit code of the verdict; the launch alone ends the same way."""
        for device in ("lockstep", "rtl", "model"):
            for kernel, code, verdict in (("hang", 5, "HANG"), ("trap", 6, "ERROR"), ("wild", 3, "HAZARD")):
                with self.subTest(device=device, kernel=kernel):
                    out = self.path(f"{kernel}-{device}")
                    more = {"HANG_CYCLES": "5000", "MAX_INSTRUCTIONS": "20000", "MEMCHECK": "1"}
                    _, said = self.run_program(kernel, code=code, out=out, DEVICE=device, **more)
                    result = self.result(1, out)
                    self.assertEqual((result["verdict"], result["device"]), (verdict, device))
                    self.assertIn(f"{verdict}: {result['why']}", said)
                    if device == "rtl":
                        continue
                    text, again = self.repeat(result["test"], "--hang-cycles", "5000")
                    self.assertEqual(again["verdict"], verdict, text)
                    if kernel == "wild":
                        self.assertIn("past buffer o of 4096 bytes", result["why"])
                        self.assertEqual(again["why"].split(", address")[1], result["why"].split(", address")[1])

    def test_endings(self):
        """The event and those that wait for it are marked, and callbacks called, before the process ends. Nothing that
        host or callbacks do is waited for long, or changes the exit code.
        """
        marked = "failed: status -5, now -5\nwaiting: status -14, now -14\nlast: status -14, now -14\n"
        ways = ("finishes", "polls", "waits", "exits", "sleeps")
        more = {"program": "endings", "DEVICE": "model", "MAX_INSTRUCTIONS": "1000"}
        started = {way: self.start(way, out=self.path(way), **more) for way in ways}
        for way, process in started.items():
            with self.subTest(way=way), process:
                out, said = process.communicate(timeout=60)
                self.assertEqual((process.returncode, out), (5, marked), said)
                self.assertEqual(self.summary(said)[:2], [1, 0])

    def test_other_ends(self):
        """A child of the process releases what it has, and says nothing. A thread that waits does not go on while
        another ends the process.
        """
        out, said = self.run_program("forks", program="endings", DEVICE="model")
        self.assertEqual(out, "2^60 groups: -5\nthe child ended with 3\nfinished\n")
        self.assertEqual(self.summary(said)[:2], [2, 2])
        self.assertEqual(len(SUMMARY.findall(said)), 1)
        out, said = self.run_program("leaves", code=9, program="endings")
        self.assertEqual(out, "")

    def test_large_buffer(self):
        """A launch that fails is captured as it began, whatever the size of its buffers."""
        words = struct.pack("<1023i", *range(1023)).ljust(8 << 20, b"\0")
        for device in ("model", "lockstep"):
            with self.subTest(device=device):
                out = self.path(f"large-{device}")
                more = {"HANG_CYCLES": "5000", "MAX_INSTRUCTIONS": "20000"}
                self.run_program("spoil", "1", "8", code=5, out=out, DEVICE=device, **more)
                test = self.result(1, out)["test"]
                with open(os.path.join(test, "o.in"), "rb") as file:
                    self.assertEqual(file.read(), words)
                text, again = self.repeat(test, "--hang-cycles", "5000")
                self.assertEqual(again["verdict"], "HANG", text)

    def test_groups_that_began(self):
        """A launch that ends early has not had all of its work-groups in lockstep."""
        _, said = self.run_program("count", "1", "1", "4096", code=1, INJECT=FAULT)
        groups = self.result(1)["lockstep"]
        self.assertTrue(0 < groups["groups"] < groups["of_groups"] == 64, groups)
        self.assertEqual(self.summary(said)[3:], [groups["groups"], 64])

    def test_capture_fails(self):
        """Nothing is promised that is not written."""
        out = self.path("taken")
        os.makedirs(os.path.join(out, "launch-1", "o.in"))
        for device, fault in (("lockstep", {"INJECT": FAULT}), ("model", {"MAX_INSTRUCTIONS": "10"})):
            code = 1 if fault.get("INJECT") else 5
            _, said = self.run_program("count", code=code, out=out, DEVICE=device, **fault)
            self.assertIn(f"launch 1 is not written as a test: {out}/launch-1/o.in: ", said)
            self.assertNotIn("reproduce", said)
            self.assertFalse({"test", "reproduce"} & set(self.result(1, out)))

    def test_name_that_is_no_text(self):
        """A kernel whose name is not UTF-8 runs, and is no test: of one nothing is left in the folder."""
        before = os.path.join(self.path("odd"), "launch-2")
        self.run_program("count", "2", DEVICE="model", CAPTURE=self.path("odd"))
        kept = set(os.listdir(before)) - {"test.json"}
        out, said = self.run_program("odd", "3", DEVICE="model", CAPTURE=self.path("odd"))
        self.assertIn("status 0, words 3 3 256", out)
        for number in (1, 2, 3):
            reason = "the name of kernel odd\ufffd is not UTF-8, which a description is"
            self.assertIn(f"launch {number} is not written as a test: {reason}\n", said)
            self.assertNotIn("test", self.result(number))
        self.assertEqual(set(os.listdir(before)), kept)
        self.assertEqual(sorted(os.listdir(self.path("odd"))), ["launch-1", "launch-2"])

    def test_variables(self):
        """A name that is misspelt, a folder that cannot be, and a fault that nothing takes are said."""
        _, said = self.run_program("count", code=6, DEVICES="model")
        self.assertIn("ERROR: WAVELOCK_DEVICES: there is no such variable", said)
        _, said = self.run_program("count", code=6, DEVICE="model", CAPTURE="/dev/null/folder")
        self.assertIn("ERROR: WAVELOCK_CAPTURE: /dev/null", said)
        _, said = self.run_program("count", DEVICE="model", INJECT=FAULT)
        self.assertIn("WAVELOCK_INJECT: the fault was not applied: no launch ran on the RTL", said)

    def test_names(self):
        """Blanks, quotes and letters beyond ASCII in paths: a shell reads the line as it is meant."""
        out = self.path("it's an ä", "")
        _, said = self.run_program("count", code=5, out=out, DEVICE="model", MAX_INSTRUCTIONS="10")
        result = self.result(1, out)
        self.assertIn(f"reproduce: {result['reproduce']}\n", said)
        self.assertEqual(shlex.split(result["reproduce"]), ["make", "sim", f"TEST={result['test']}"])
        self.assertTrue(os.path.exists(os.path.join(result["test"], "test.json")))

    def test_killed(self):
        """The result of a launch that was killed says so."""
        out = self.path("killed")
        path = os.path.join(out, "launch-1", "result.json")
        with self.start("hang", out=out, DEVICE="model") as process:
            while not os.path.exists(path) and process.poll() is None:
                time.sleep(0.01)
            process.kill()
            process.communicate()
        self.assertEqual(process.returncode, -signal.SIGKILL)
        result = self.result(1, out)
        self.assertEqual((result["verdict"], result["kernel"]), ("UNFINISHED", "hang"))
        self.assertEqual(os.listdir(os.path.dirname(path)), ["result.json"])

    def test_long_loop(self):
        """No wave starts or ends for more cycles than a wave may wait."""
        self.run_program("loop", CAPTURE=self.path("loops"))
        self.assertGreater(self.result(1)["cycles"], 1000000)
        text, again = self.repeat(os.path.join(self.path("loops"), "launch-1"))
        self.assertTrue(again.passed, text)
        text, again = self.repeat(os.path.join(self.path("loops"), "launch-1"), "--hang-cycles", "10000")
        self.assertEqual(again["verdict"], "HANG", text)

    def test_warning(self):
        for device in ("lockstep", "rtl", "model"):
            _, said = self.run_program("wild", "2", DEVICE=device)
            lines = [line for line in said.splitlines() if "warning: launch" in line]
            self.assertEqual(len(lines), 2, said)
            self.assertIn("launch 2, kernel wild: ", lines[1])

    def test_outside_of_local_memory(self):
        """Counted, and told: a warning, or a HAZARD. Bytes behind the array, in its unit of 512 bytes, work."""
        place = "LDS address 0x200: right behind the workgroup's 512 bytes of LDS"
        for device in ("lockstep", "model"):
            _, said = self.run_program("beside", "1", "0", "64", DEVICE=device)
            self.assertIn("warning: launch 1, kernel beside: 64 accesses outside what is allocated; the first: ", said)
            self.assertIn(place, said)
            self.assertEqual(self.result(1)["unmapped"], 64)
            _, said = self.run_program("beside", "1", "0", "64", code=3, DEVICE=device, MEMCHECK="1")
            self.assertIn("HAZARD: 64 accesses outside what is allocated", said)
            self.assertIn(place, said)
        _, said = self.run_program("beside", "1", "0", "64", DEVICE="rtl")
        self.assertNotIn("warning", said)

    def test_captures(self):
        """Each launch of each kernel, from each device, passes alone; also on the model."""
        for device in ("lockstep", "model"):
            for kernel, elements in (
                ("parts", 1024 + 256),
                ("count", 1024),
                ("say", 1024),
                ("nothing", 1),
                ("name", 1024),
                ("long", 1024),
            ):
                with self.subTest(device=device, kernel=kernel):
                    folder = self.path(f"captured-{kernel}-{device}")
                    self.run_program(kernel, "2", DEVICE=device, CAPTURE=folder)
                    self.assertEqual(sorted(os.listdir(folder)), ["launch-1", "launch-2"])
                    for words in ((), ("--device", "model")):
                        text, again = self.repeat(os.path.join(folder, "launch-2"), *words)
                        self.assertTrue(again.passed, text)
                        self.assertEqual(again["elements"], elements)
                    self.assertEqual(self.result(2)["test"], os.path.join(folder, "launch-2"))

    def test_variables_of_a_program(self):
        """They are as before the launch in a part of it, and in a test of it."""
        for device, sample in (
            ("lockstep", "all"),
            ("lockstep", "every:2"),
            ("lockstep", "groups:4"),
            ("model", "all"),
        ):
            with self.subTest(device=device, sample=sample):
                folder = self.path(f"kept-{device}-{sample.replace(':', '-')}")
                out, _ = self.run_program("kept", "4", DEVICE=device, LOCKSTEP=sample, MEMCHECK="1", CAPTURE=folder)
                self.assertEqual(out, "begins\nstatus 0, words 4 255 256\n")
                for number in range(1, 5):
                    text, again = self.repeat(os.path.join(folder, f"launch-{number}"))
                    self.assertTrue(again.passed, text)

    def test_images(self):
        """Images and samplers: what result.json says of them, and captures, which pass alone."""
        for device in ("lockstep", "model"):
            folder = self.path(f"captured-images-{device}")
            out, _ = self.run_program("2", program="images", DEVICE=device, MEMCHECK="1", CAPTURE=folder)
            self.assertEqual(out, "good\n")
            for launch in ("launch-1", "launch-2"):
                for words in ((), ("--device", "model")):
                    text, again = self.repeat(os.path.join(folder, launch), *words)
                    self.assertTrue(again.passed, text)
                    self.assertEqual(again["elements"], 2 * 6 * 64 + 20 + 4 * 16)
        image, sampler, factors, written = self.result(2)["arguments"]
        for argument, kind, size in (
            (image, "image2d_t", [20, 6, 1]),
            (factors, "image1d_buffer_t", [20, 1, 1]),
            (written, "image2d_t", [20, 6, 1]),
        ):
            self.assertEqual((argument["kind"], argument["type"], argument["size"]), ("image", kind, size))
            self.assertEqual(argument["format"], "0x10b0 0x10de")
        self.assertEqual((image["row"], image["bytes"], factors["bytes"]), (256, 6 * 256, 80))
        # image.md 15.3: unnormalized, CLAMP_TO_EDGE, linear
        self.assertEqual(sampler["words"], ["0x1000b092", "0x00fff000", "0x80500000", "0x00000000"])

    def test_large_offset(self):
        """Global ids near 2^64, which are no numbers of JSON."""
        offset = 2**64 - 257
        self.run_program("far", "1", "0", "256", str(offset), DEVICE="model", CAPTURE=self.path("far"))
        result = self.result(1)
        self.assertEqual(result["offset"], [hex(offset), 0, 0])
        text, again = self.repeat(result["test"])
        self.assertTrue(again.passed, text)
        self.assertEqual(again["launch"]["offset"], result["offset"])

    def test_samples(self):
        for sample, launches in (("every:3", {3, 6}), ("launch:2,4-5", {2, 4, 5}), ("all", set(range(1, 8)))):
            with self.subTest(sample=sample):
                out, said = self.run_program("count", "7", LOCKSTEP=sample)
                self.assertEqual(out, "begins\nstatus 0, words 7 283 256\n")
                self.assertEqual(self.summary(said), [7, 7, len(launches), 4 * len(launches), 28])
                some = {number for number in range(1, 8) if self.result(number)["lockstep"]["groups"]}
                self.assertEqual(some, launches)

    def test_sampled_groups(self):
        """Some work-groups of each launch: they fail alone as they did in the program."""
        out, said = self.run_program("count", "3", LOCKSTEP="groups:2")
        self.assertEqual(out, "begins\nstatus 0, words 3 267 256\n")
        self.assertEqual(self.summary(said), [3, 3, 3, 6, 12])
        self.run_program("count", "3", LOCKSTEP="groups:2", INJECT=FAULT, code=1)
        result = self.result(1)
        self.assertEqual((result["verdict"], result["lockstep"]["groups"]), ("MISMATCH", 2))
        text, again = self.repeat(result["test"], "--inject", FAULT)
        self.assertEqual((again["verdict"], again["why"]), ("MISMATCH", result["why"]), text)
        text, again = self.repeat(result["test"])
        self.assertTrue(again.passed, text)

    def test_bad_variables(self):
        cases = {
            "SEED": "seven",
            "HANG_CYCLES": "-1",
            "MAX_INSTRUCTIONS": "1e6",
            "KEEP_GOING": "yes",
            "MEMCHECK": "bounds",
            "INJECT": "VGPR",
            "LOCKSTEP": "every:0",
            "OUT": "/dev/null/out",
            "DEVICE": "gpu",
            "VERBOSE": "yes",
        }
        for name, value in cases.items():
            _, said = self.run_program("count", code=6, **{name: value})
            self.assertIn(f"ERROR: WAVELOCK_{name}: ", said)
        for value in ("NONE:0@3", "VGPR:99@3", "drop:nothing@3"):
            _, said = self.run_program("count", code=6, INJECT=value)
            self.assertIn("ERROR: WAVELOCK_INJECT: ", said)
        for value in ("groups", "launch:", "launch:3-2", "launch:0", "every:x", "some", "groups:2,3"):
            _, said = self.run_program("count", code=6, LOCKSTEP=value)
            self.assertIn(f'ERROR: WAVELOCK_LOCKSTEP: found "{value}", expected ', said)


if __name__ == "__main__":
    unittest.main()
