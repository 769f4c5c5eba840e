# SPDX-License-Identifier: Apache-2.0
"""Files that runs write and keep. No device, pipe, folder or link is replaced; a full device is an ERROR. A run that is
refused or killed leaves no result of an earlier one. A kernel of the cache is what its key says. Needs build/."""
import contextlib
import os
import shutil
import signal
import stat
import subprocess
import tempfile
import threading
import time
import unittest

from wl import ROOT


ENVIRONMENT = {
    name: value
    for name, value in os.environ.items()
    if name
    not in ("MAKEFLAGS", "MFLAGS", "MAKEOVERRIDES", "MAKELEVEL", "DISPLAY", "WAYLAND_DISPLAY", "TEST", "ONLY", "JOBS")
}
TOOL, TRACING, MODEL = "build/wavelock", "build/wavelock-trace", "build/wavelock-model"
ERROR = 6
# Option, and what stands behind the file in it. Waveforms are mapped: they need a file.
STREAMS = [("--trace", ""), ("--pipe", ""), ("--perfetto", ""), ("--coverage", ""), ("--state", ":50")]
MAPPED = [("--waves", ""), ("--waves-auto", "")]
LINK, FOLDER = "it is a symbolic link", "it is a folder"
STORE = (
    "main:\n  s_load_dwordx2 s[4:5], s[0:1], 0x0\n  v_lshlrev_b32 v0, 2, v0\n  v_mov_b32 v3, %d\n"
    "  s_waitcnt lgkmcnt(0)\n  global_store_dword v0, v3, s[4:5]\n  s_endpgm\n"
)
TEST = """{"about": "stores %d", "program": "%s.s", "launch": {"grid": [64], "group": [64]},
 "args": [{"buffer": "out", "type": "u32", "count": 64}],
 "expect": {"buffers": [{"buffer": "out", "constant": %d}]}}"""


class Files(unittest.TestCase):
    def setUp(self):
        os.chdir(ROOT)
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.dir = folder.name

    def path(self, *names):
        return os.path.join(self.dir, *names)

    def write(self, name, text):
        with open(self.path(name), "w", encoding="utf-8") as file:
            file.write(text)
        return self.path(name)

    def read(self, path):
        with open(path, encoding="utf-8") as file:
            return file.read()

    def call(self, *argv, code=0, said=()):
        done = subprocess.run(
            argv, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False, env=ENVIRONMENT
        )
        self.assertEqual(done.returncode, code, f"{argv}\n{done.stdout}")
        for words in said:
            self.assertIn(words, done.stdout)
        return done.stdout

    def device(self, name, minor):
        """A memory device of our own; where none can be made, the system's, which nobody can replace then."""
        try:
            os.mknod(self.path(name), 0o666 | stat.S_IFCHR, os.makedev(1, minor))
            with open(self.path(name), "wb"):
                return self.path(name)
        except OSError:
            return f"/dev/{name}"

    def each(self, path, mapped=True):
        """The options that write to path, one after the other, each with its tool."""
        for option, behind in STREAMS + MAPPED * mapped:
            with self.subTest(option=option):
                yield option, [TRACING if (option, behind) in MAPPED else TOOL, option, path + behind, "smoke"]

    # ---- what may be written ------------------------------------------------------------------------

    def test_links(self):
        kept = self.write("kept", "kept\n")
        for name, leads_to in (("link", kept), ("dangling", self.path("nowhere")), ("loop", self.path("loop"))):
            os.symlink(leads_to, self.path(name))
            for option, command in self.each(self.path(name)):
                self.call(*command, code=ERROR, said=[f"{self.path(name)}: ", LINK])
                self.assertTrue(os.path.islink(self.path(name)), option)
                self.assertEqual(self.read(kept), "kept\n", option)
        self.assertFalse(os.path.exists(self.path("nowhere")))
        self.call(TOOL, "--run-dir", self.dir, "smoke")
        os.rename(self.path("result.json"), self.path("other"))
        os.symlink("other", self.path("result.json"))
        self.call(TOOL, "--run-dir", self.dir, "smoke", code=ERROR, said=["result.json: cannot be written", LINK])
        os.symlink(kept, self.path("random.s"))
        self.call("build/wavelock-random", "--count", "10", "--out", self.dir, code=2, said=["random.s", LINK])
        self.assertEqual(self.read(kept), "kept\n")
        self.write("one.sass", "--:-:-:-:5      EXIT;\n")
        command = ["build/wavelock-sass", "check", self.path("one.sass"), "--fix", self.path("link")]
        self.call(*command, code=2, said=[LINK])
        self.assertEqual(self.read(kept), "kept\n")

    def test_folders_on_the_way_may_be_links(self):
        os.mkdir(self.path("far"))
        os.symlink("far", self.path("near"))
        for _, command in self.each(self.path("near", "file")):
            self.call(*command)
        self.call("make", "sim", "TEST=smoke", f"OUT={self.path('near')}", said=["PASS smoke"])
        self.assertTrue(os.path.isfile(self.path("far", "smoke-1", "result.json")))

    def test_folders(self):
        os.mkdir(self.path("taken"))
        for _, command in self.each(self.path("taken")):
            self.call(*command, code=ERROR, said=[f"{self.path('taken')}: ", FOLDER])
        self.assertEqual(os.listdir(self.path("taken")), [])

    def test_devices(self):
        null = self.device("null", 3)
        for option, command in self.each(null, mapped=False):
            self.call(*command)
            self.assertTrue(stat.S_ISCHR(os.stat(null).st_mode), option)
        for option, behind in MAPPED:
            said = [f"{null}: the waveform cannot be written: it is a device or a pipe"]
            self.call(TRACING, option, null + behind, "smoke", code=ERROR, said=said)
            self.assertTrue(stat.S_ISCHR(os.stat(null).st_mode), option)

    def test_full_device(self):
        full = self.device("full", 7)
        for option, command in self.each(full, mapped=False):
            self.call(*command, code=ERROR, said=["No space left on device"])
            self.assertTrue(stat.S_ISCHR(os.stat(full).st_mode), option)

    def test_pipes(self):
        pipe, got = self.path("pipe"), []
        os.mkfifo(pipe)

        def reads():
            with open(pipe, "rb") as file:
                got.append(file.read())

        for option, command in self.each(pipe, mapped=False):
            reader = threading.Thread(target=reads)
            reader.start()
            try:
                self.call(*command)
            finally:
                with contextlib.suppress(OSError):  # nobody wrote: the reader waits
                    os.close(os.open(pipe, os.O_WRONLY | os.O_NONBLOCK))
                reader.join(10)
            self.assertTrue(stat.S_ISFIFO(os.stat(pipe).st_mode), option)
            self.assertTrue(got and got.pop(), option)

    def test_files_are_replaced(self):
        old = self.write("old", "old\n" * 100000)
        for option, command in self.each(old):
            self.write("old", "old\n" * 100000)
            self.call(*command)
            if option != "--waves-auto":  # smoke passes: no waveform is written
                with open(old, "rb") as file:
                    self.assertNotIn(b"old\n", file.read(), option)

    # ---- make clean --------------------------------------------------------------------------------

    def test_clean(self):
        here = os.path.basename(ROOT)
        tiny = "examples/tiny_cu"
        units = [f"../{here}/{tiny}", f"{ROOT}/{tiny}", tiny, f"rtl/../{tiny}", ""]
        for unit in units:
            said = self.call("make", "-n", "clean", *([f"UNIT={unit}"] if unit else []))
            removed = said.split("rm -rf ")[1].split()
            for path in removed:
                inside = os.path.relpath(os.path.join(ROOT, path), ROOT).split("/")[0]
                self.assertIn(inside, ("build", "runs"), said)
        for unit in (f"../{here}/rtl", f"{ROOT}/rtl"):
            self.call("make", "-n", "clean", f"UNIT={unit}", code=2, said=[f'UNIT: found "{unit}" without'])
        self.call("make", "-n", "clean", "CONFIG=../files", code=2, said=['CONFIG: found "../files"'])

    # ---- a run that is refused or killed -----------------------------------------------------------

    def test_result_of_a_refused_run(self):
        path = self.path("result.json")
        refused = [
            ["--max-cycles", "abc", "--run-dir", self.dir, "smoke"],
            ["--run-dir", self.dir, "--max-cycles", "abc", "smoke"],
            ["--run-dir", self.dir, "--no-such-option", "smoke"],
            ["--no-such-option", f"--run-dir={self.dir}", "smoke"],
            ["--run-dir", self.dir, "smoke", "saxpy"],
            ["--run-dir", self.dir, "--inject", "EXEC:0:0:0:3@5", "smoke"],
        ]
        for words in refused:
            with self.subTest(words=words):
                self.call(MODEL, "--run-dir", self.dir, "smoke")
                self.assertTrue(os.path.exists(path))
                self.call(MODEL, *words, code=ERROR)
                self.assertFalse(os.path.exists(path))

    def test_result_of_a_killed_run(self):
        endless = self.write("endless.s", "main:\n  s_branch main\n")
        self.call(MODEL, "--run-dir", self.dir, "smoke")
        with subprocess.Popen(
            [MODEL, "--run-dir", self.dir, "--max-instructions", "1000000000000", endless],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        ) as run:
            run.stdout.readline()  # what it runs
            run.send_signal(signal.SIGKILL)
        self.assertFalse(os.path.exists(self.path("result.json")))

    def cases(self):
        """A junit.xml of runs that passed."""
        words = ["make", "run", "TEST=smoke", "SEEDS=1..2", f"OUT={self.dir}"]
        self.call(*words, said=["2 passed"])
        self.assertTrue(os.path.exists(self.path("junit.xml")))

    def test_cases_of_a_refused_run(self):
        for words in (
            ["TEST=smok", "SEEDS=1..2"],
            ["TEST=smoke", "SEEDS=2..1"],
            ["TEST=smoke", "SEEDS=2", "MAX_INSTRUCTIONS=abc"],
            ["TEST=smoke", "SEEDS=2", "MAX_INSTRUCTIONZ=4"],
            ["TEST=smoke", "SEEDS=2", "MAX_CYCLES=4"],
            ["TEST=smoke", "SEEDS=2", "CONFIG=gfx907"],
            ["TEST=", "SEEDS=2"],
        ):
            with self.subTest(words=words):
                self.cases()
                self.call("make", "run", *words, f"OUT={self.dir}", code=2)
                self.assertFalse(os.path.exists(self.path("junit.xml")))
        self.cases()  # with the times of the one before

    def test_cases_of_a_killed_run(self):
        self.cases()
        words = ["scripts/wavelock", "run", "TEST=smoke", "SEEDS=1..2000", f"OUT={self.dir}"]
        with subprocess.Popen(words, stdout=subprocess.PIPE, env=ENVIRONMENT, start_new_session=True) as run:
            run.stdout.readline()
            os.killpg(run.pid, signal.SIGKILL)
        self.assertFalse(os.path.exists(self.path("junit.xml")))

    # ---- the cache of kernels ------------------------------------------------------------------------

    def kernels(self):
        """Two tests, of programs that store 7 and 8, in a cache of their own."""
        command = [MODEL, "--vectors", self.dir, "--cache", self.path("kernels")]
        for value in (7, 8):
            os.makedirs(self.path(f"store{value}"), exist_ok=True)
            self.write(f"store{value}/store{value}.s", STORE % value)
            self.write(f"store{value}/test.json", TEST % (value, f"store{value}", value))
        return command

    def objects(self):
        return sorted(name for name in os.listdir(self.path("kernels")) if name.endswith(".co"))

    def test_damaged_kernels(self):
        command = self.kernels()

        def empty(path):
            os.truncate(path, 0)

        def half(path):
            os.truncate(path, os.path.getsize(path) // 2)

        def one_bit(path):
            with open(path, "r+b") as file:
                file.seek(os.path.getsize(path) // 2)
                byte = file.read(1)[0]
                file.seek(-1, os.SEEK_CUR)
                file.write(bytes([byte ^ 1]))

        def folder(path):
            os.remove(path)
            os.mkdir(path)
            with open(os.path.join(path, "file"), "w", encoding="ascii"):
                pass

        def pipe(path):
            os.remove(path)
            os.mkfifo(path)

        def dangling(path):
            os.remove(path)
            os.symlink("nowhere", path)

        def exchanged(path):
            """All that belongs to the other one has this one's name."""
            own, other = (
                os.path.basename(path).split(".")[0],
                *(set(stems()) - {os.path.basename(path).split(".")[0]}),
            )
            for name in os.listdir(self.path("kernels")):
                if name.startswith(own):
                    os.rename(self.path("kernels", name), self.path("kernels", "kept" + name[len(own) :]))
            for name in os.listdir(self.path("kernels")):
                if name.startswith(other):
                    shutil.copy(self.path("kernels", name), self.path("kernels", own + name[len(other) :]))

        def stems():
            return [name.split(".")[0] for name in self.objects() if not name.startswith("kept")]

        for damage in (empty, half, one_bit, folder, pipe, dangling, exchanged, os.remove):
            with self.subTest(damage=damage.__name__):
                for test in ("store7", "store8"):
                    self.call(*command, test, said=["64 elements as expected"])
                paths = [
                    self.path("kernels", name)
                    for name in os.listdir(self.path("kernels"))
                    if name.startswith("store7") and (damage is not exchanged or name.endswith(".co"))
                ]
                for path in paths:
                    damage(path)
                    for _ in range(2):
                        started = time.monotonic()
                        self.call("timeout", "60", *command, "store7", said=["64 elements as expected"])
                        self.assertLess(time.monotonic() - started, 60)
                shutil.rmtree(self.path("kernels"))


if __name__ == "__main__":
    unittest.main()
