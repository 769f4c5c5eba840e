# SPDX-License-Identifier: Apache-2.0
"""Builds of OpenCL programs (docs/opencl.md): what is compiled and what is taken from the folder of compiled programs,
the variables of folder and tools, options. The program is tb/opencl/programs/build.c.
"""
import os
import resource
import signal
import shutil
import subprocess
import tempfile
import time
import unittest

from wl import ROOT


FORTY_TWO = "kernel void answer(global int *o) { o[0] = 42; }\n"
POINTERS = """#pragma OPENCL EXTENSION __cl_clang_function_pointers : enable
__attribute__((noinline)) int one(int a) { return a + 1; }
__attribute__((noinline)) int two(int a) { return a * 2; }
kernel void answer(global int *o) { __typeof__(&one) s = o[0] ? &one : &two; o[0] = s(o[1]); }
"""
NUMBER = "kernel void answer(global int *o) { o[0] = N; }\n"
ERROR = 6
BUILD_FAILURE, INVALID_BINARY, INVALID_OPTIONS = -11, -42, -43
HOUR = 3600
# Damages of a stored result: name, and the bytes that replace its data.
DAMAGES = {
    "empty": lambda data: b"",
    "half": lambda data: data[: len(data) // 2],
    "one byte": lambda data: data[:-3] + bytes([data[-3] ^ 1]) + data[-2:],
}


class Built:
    """The outcome of one build: its code, the number that the kernel stored, and its log."""

    def __init__(self, code, answer, log):
        self.code, self.answer, self.log = code, answer, log


def outcomes(said):
    """What the program printed, as a list of Built."""
    found = []
    while said:
        line, said = said.split(b"\n", 1)
        code, answer, size = (int(word) for word in line.split())
        found.append(Built(code, answer, said[:size].decode()))
        said = said[size:]
    return found


class Cache(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.all = folder.name
        cls.program = os.path.join(cls.all, "build")
        source = os.path.join(ROOT, "tb", "opencl", "programs", "build.c")
        subprocess.run(["gcc", "-std=c11", "-o", cls.program, source, "-lOpenCL"], check=True)
        with open(os.path.join(cls.all, "wavelock.icd"), "w", encoding="utf-8") as file:
            file.write(os.path.join(ROOT, "build", "libwavelock-opencl.so") + "\n")

    def setUp(self):
        self.folder = os.path.join(self.all, self.id().rsplit(".", 1)[1])
        self.cache = self.path("cache")
        os.mkdir(self.folder)

    def path(self, *names):
        return os.path.join(self.folder, *names)

    def write(self, name, text, mode=0o644):
        path = self.path(name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        os.chmod(path, mode)
        return path

    def environment(self, variables):
        own = {name: value for name, value in os.environ.items() if not name.startswith(("WAVELOCK_", "XDG_"))}
        own.update(OCL_ICD_VENDORS=self.all, WAVELOCK_CACHE=self.cache, WAVELOCK_OUT="none", WAVELOCK_DEVICE="model")
        own.update(variables)
        return {name: value for name, value in own.items() if value is not None}

    def run_program(self, *words, code=0, before=None, **variables):
        """(what it prints, its messages). Variables have their whole names; None: not set."""
        done = subprocess.run(
            [self.program, *words],
            cwd=self.folder,
            env=self.environment(variables),
            capture_output=True,
            check=False,
            preexec_fn=before,
        )
        messages = done.stderr.decode()
        self.assertEqual(done.returncode, code, f"{words} {variables}\n{done.stdout}\n{messages}")
        return done.stdout, messages

    def builds(self, text, *options, **variables):
        return outcomes(self.run_program(self.write("source.cl", text), *options, **variables)[0])

    def built(self, text, *options, **variables):
        (one,) = self.builds(text, *options, **variables)
        return one

    def answers(self, text, number, *options, **variables):
        one = self.built(text, *options, **variables)
        self.assertEqual((one.code, one.answer), (0, number), one.log)
        return one

    def compiler(self, name="clang", body=""):
        """A clang that notes what it is asked to do."""
        calls = self.path("calls")
        text = f'#!/bin/sh\n[ "$1" = --version ] || echo "$@" >>"{calls}"\n{body}\nexec clang-16 "$@"\n'
        return self.write(name, text, 0o755)

    def calls(self):
        """The calls of the compiler since the last time: of each whether it preprocesses, compiles or links."""
        path = self.path("calls")
        if not os.path.exists(path):
            return []
        with open(path, encoding="utf-8") as file:
            words = [line.split() for line in file]
        os.remove(path)
        return ["-E" if "-E" in line else "-c" if "-c" in line else "link" for line in words]

    def results(self):
        return sorted(name for name in os.listdir(self.cache) if len(name) == 32)

    def kept(self):
        """All files of results."""
        found = []
        for name in self.results():
            folder = os.path.join(self.cache, name)
            found += [os.path.join(folder, file) for file in os.listdir(folder)]
        return [path for path in found if not os.path.islink(path)]

    def libraries(self):
        """The results that are no programs."""
        return {name for name in self.results() if os.path.exists(os.path.join(self.cache, name, "opencl.bc"))}

    # ---- what is compiled -----------------------------------------------------------------------

    def test_unneeded_functions(self):
        """A function that no kernel needs has no code; one that is called has."""
        text = "__attribute__((noinline)) int %s(int x) { return x * 7; }\n"
        call = "kernel void other(global int *o) { o[0] = needed(o[0]); }\n"
        self.answers(text % "needed" + text % "spare" + call + FORTY_TWO, 42)
        (path,) = [path for path in self.kept() if os.path.basename(path) == "program.co"]
        with open(path, "rb") as file:
            code = file.read()
        self.assertIn(b"\0needed\0", code)
        self.assertNotIn(b"spare", code)

    def test_second_run(self):
        """It starts no compiler, and has the same log."""
        clang = self.compiler()
        text = "#warning beware\n" + FORTY_TWO
        first = self.answers(text, 42, WAVELOCK_CLANG=clang)
        self.assertEqual(self.calls(), ["-c", "link"])
        second = self.answers(text, 42, WAVELOCK_CLANG=clang)
        self.assertEqual(self.calls(), [])
        self.assertIn("program.cl:1:2: warning: beware", first.log)
        self.assertEqual(first.log, second.log)

    def test_changes(self):
        """Source, option and tool: each change compiles, and what was there is still known."""
        clang = self.compiler()
        self.answers(NUMBER, 1, "-DN=1", WAVELOCK_CLANG=clang)
        self.calls()
        for text, options, number in ((NUMBER, "-DN=2", 2), (NUMBER + "\n", "-DN=2", 2), (NUMBER, "-DN=1 -g", 1)):
            self.answers(text, number, options, WAVELOCK_CLANG=clang)
            self.assertEqual(self.calls()[:1], [] if "-g" in options else ["-c"])
        self.answers(NUMBER, 1, "-DN=1", WAVELOCK_CLANG=clang)
        self.assertEqual(self.calls(), [])
        self.compiler(body="# another one")
        self.answers(NUMBER, 1, "-DN=1", WAVELOCK_CLANG=clang)
        self.assertEqual(self.calls(), ["-c", "link"])

    def test_no_registers(self):
        """Where clang finds no register with -O2 or -O0, the build is one with -O1, and its log says so, also when the
        result is kept. Another error of its code generator is one of the build."""
        said = "fatal error: error in backend: no registers from class available to allocate"
        fails = 'case "$*" in *"-x ir"*{}*) echo "{}" >&2; exit 1;; esac'
        for options, level in (("", "-O2"), ("-cl-opt-disable", "-O0")):
            clang = self.compiler(name=f"clang{level}", body=fails.format(level, said))
            note = f"wavelock: note: clang's register allocation fails with {level} (no registers from class available"
            for calls in (["-c", "link", "link"], []):
                one = self.answers(FORTY_TWO, 42, options, WAVELOCK_CLANG=clang)
                self.assertEqual(self.calls(), calls)
                self.assertTrue(one.log.startswith(note) and "built with -O1\n" in one.log, one.log)
                self.assertNotIn("fatal error", one.log)
        clang = self.compiler(name="never", body=fails.format("", said))
        one = self.built(FORTY_TWO, "-DA", WAVELOCK_CLANG=clang)
        self.assertEqual((one.code, self.calls()), (BUILD_FAILURE, ["-c", "link", "link"]))
        self.assertIn(said, one.log)
        clang = self.compiler(name="other", body=fails.format("-O2", "fatal error: error in backend: other"))
        one = self.built(FORTY_TWO, "-DB", WAVELOCK_CLANG=clang)
        self.assertEqual((one.code, self.calls()), (BUILD_FAILURE, ["-c", "link"]))
        self.assertEqual(one.log, "fatal error: error in backend: other\n")

    def test_vendor_options(self):
        """Options of other vendors that say nothing of the results are left out, and the log says so of each."""
        note = "wavelock: note: the option {} is of another vendor; it has no meaning here and is left out\n"
        for options, names in (
            ("-cl-nv-verbose", ["-cl-nv-verbose"]),
            ("-cl-nv-maxrregcount=32 -DN=3", ["-cl-nv-maxrregcount"]),
            ("-cl-nv-opt-level 3 -DN=3 -cl-nv-verbose", ["-cl-nv-opt-level", "-cl-nv-verbose"]),
            ("-fno-bin-source -cl-intel-256-GRF-per-thread", ["-fno-bin-source", "-cl-intel-256-GRF-per-thread"]),
        ):
            for _ in range(2):
                one = self.answers("#ifndef N\n#define N 3\n#endif\n" + NUMBER, 3, options)
                self.assertEqual(one.log, "".join(note.format(name) for name in names))
        for options, why in (
            ("-cl-nv-maxrregcount", "the option -cl-nv-maxrregcount has no value"),
            ("-cl-nv-opt-level=", 'the option -cl-nv-opt-level: found "", expected a number'),
            ("-cl-nv-opt-level three", 'the option -cl-nv-opt-level: found "three", expected a number'),
            ("-cl-nv-verbose=1", 'the option "-cl-nv-verbose=1" is none of OpenCL 3.0 for compiling'),
            ("-cl-arm-non-uniform-work-group-size", "is none of OpenCL 3.0"),
        ):
            said, messages = self.run_program(self.write("source.cl", FORTY_TWO), options, WAVELOCK_VERBOSE="1")
            self.assertEqual(outcomes(said)[0].code, INVALID_OPTIONS)
            self.assertIn(why, messages)

    def test_includes(self):
        """A source that includes is preprocessed each time; a change in the header compiles, also one of its lines."""
        clang, text = self.compiler(), '#include "value.h"\n' + NUMBER
        expected = (("#define N 5\n", ["-E", "-c", "link"]), ("#define N 5\n", ["-E"]))
        expected += (("#define N 6\n", ["-E", "-c", "link"]), ("\n#define N 6\n", ["-E", "-c"]))
        for header, calls in expected:
            self.write("value.h", header)
            self.answers(text, int(header.split()[-1]), WAVELOCK_CLANG=clang)
            self.assertEqual(self.calls()[: len(calls)], calls)

    def test_import_and_time(self):
        """What the text alone does not say."""
        clang = self.compiler()
        self.write("value.h", "#define N 5\n")
        self.answers('#import "value.h"\n' + NUMBER, 5, WAVELOCK_CLANG=clang)
        self.write("value.h", "#define N 6\n")
        self.answers('#import "value.h"\n' + NUMBER, 6, WAVELOCK_CLANG=clang)
        self.calls()
        text = "constant char when[] = WHEN;\nkernel void answer(global int *o) { o[0] = sizeof(when); }\n"
        self.answers(text, 9, "-DWHEN=__TIME__", WAVELOCK_CLANG=clang)
        self.assertEqual(self.calls()[0], "-E")

    def test_own_name(self):
        """A source that includes a file of the name that it has in messages."""
        self.write("program.cl", "#define N 5\n")
        self.answers('#include "program.cl"\n' + NUMBER, 5)

    def test_names(self):
        """Logs name program.cl, and so does a report: its path leads to the text."""
        one = self.built("kernel void answer(global int *o) {\n  o[0] = nowhere;\n}\n")
        self.assertEqual(one.code, BUILD_FAILURE)
        self.assertIn("program.cl:2:10: error: use of undeclared identifier 'nowhere'", one.log)
        self.assertNotIn(self.cache, one.log)
        one = self.built("int nowhere(void);\nkernel void answer(global int *o) { o[0] = nowhere(); }\n")
        self.assertIn("undefined hidden symbol: nowhere\n>>> referenced by program.cl:2 (program.cl:2)\n", one.log)
        source = self.write("source.cl", FORTY_TWO)
        fault = "VGPR:0:0:0:5@100"
        variables = {"WAVELOCK_DEVICE": None, "WAVELOCK_INJECT": fault, "WAVELOCK_OUT": self.path("out")}
        _, said = self.run_program(source, code=1, **variables)
        (line,) = (line for line in said.splitlines() if "source of the last: " in line)
        path = line.split(": ")[1].rsplit(":", 1)[0]
        self.assertEqual(os.path.basename(path), "program.cl")
        self.assertEqual(os.path.dirname(os.path.dirname(path)), self.cache)
        with open(path, encoding="utf-8") as file:
            self.assertEqual(file.read(), FORTY_TWO)

    # ---- several processes, damage, ends --------------------------------------------------------

    def test_at_once(self):
        source = self.write("source.cl", NUMBER)
        words = [self.program, source, "-DN=7"]
        own = self.environment({})
        running = [subprocess.Popen(words, cwd=self.folder, env=own, stdout=subprocess.PIPE) for _ in range(3)]
        for process in running:
            (one,) = outcomes(process.communicate()[0])
            self.assertEqual((one.code, one.answer, process.returncode), (0, 7, 0), one.log)
        self.assertEqual(len(self.results()), 3)
        self.assertFalse([name for name in os.listdir(self.cache) if "work" in name])

    def test_damage(self):
        """Files that are not as they were kept are made again, and never used."""
        self.answers(FORTY_TWO, 42)
        good = {}
        for path in self.kept():
            with open(path, "rb") as file:
                good[path] = file.read()
        names = {os.path.basename(path) for path in good}
        self.assertEqual(names, {"program.cl", "program.bc", "program.co", "opencl.bc", "wavelock.log"})
        for name, damage in DAMAGES.items():
            with self.subTest(damage=name):
                for path, data in good.items():
                    with open(path, "wb") as file:
                        file.write(damage(data))
                self.answers(FORTY_TWO, 42)
                for path, data in good.items():
                    with open(path, "rb") as file:
                        self.assertEqual(file.read(), data, path)

    def test_missing(self):
        """The answer stays right without some files, with something else in their place, and without the folder."""
        self.answers(FORTY_TWO, 42)
        for path in self.kept():
            if os.path.basename(path) in ("program.cl", "program.co"):
                os.remove(path)
                self.answers(FORTY_TWO, 42)
        kept = list(self.kept())
        for paths in [kept, *([path] for path in kept)]:
            for path in filter(os.path.exists, paths):
                os.remove(path)
                os.mkdir(path)
                os.symlink("nowhere", os.path.join(path, "link"))
            for _ in range(2):
                self.answers(FORTY_TWO, 42)
            self.assertTrue(len(paths) == 1 or all(map(os.path.isfile, paths)), paths)
            for path in filter(os.path.isdir, paths):  # nothing asks for it while the rest is there
                shutil.rmtree(path)
        shutil.rmtree(self.cache)
        self.answers(FORTY_TWO, 42)
        folders = sorted({os.path.dirname(path) for path in self.kept()})
        for chosen in [folders, *([folder] for folder in folders)]:
            for damage in (lambda path: os.symlink("nowhere", path), lambda path: os.close(os.open(path, os.O_CREAT))):
                for folder in chosen:
                    # The folder of opencl.bc is still damaged: nothing asks for it while the rest is there.
                    if os.path.isdir(folder):
                        shutil.rmtree(folder)
                    else:
                        os.remove(folder)
                    damage(folder)
                for _ in range(2):
                    self.answers(FORTY_TWO, 42)
                self.assertTrue(len(chosen) == 1 or all(map(os.path.isdir, folders)), os.listdir(self.cache))
        shutil.rmtree(self.cache)
        self.answers(FORTY_TWO, 42)

    def test_killed(self):
        """A process that ends in the middle leaves a folder that does not matter, and goes."""
        body = '[ "$1" = --version ] || [ -e killed ] || { touch killed; kill -9 $PPID; exit 1; }'
        clang = self.compiler(body=body)
        source = self.write("source.cl", FORTY_TWO)
        self.run_program(source, code=-signal.SIGKILL, WAVELOCK_CLANG=clang)
        self.assertTrue([name for name in os.listdir(self.cache) if "work" in name])
        self.answers(FORTY_TWO, 42, WAVELOCK_CLANG=clang)
        self.age_lock()
        self.answers(FORTY_TWO, 42, WAVELOCK_CLANG=clang)
        self.assertFalse([name for name in os.listdir(self.cache) if "work" in name])

    # ---- the folder -----------------------------------------------------------------------------

    def test_folder(self):
        source = self.write("source.cl", FORTY_TWO)
        for folder in ("/dev/null/cache", self.path("a=b"), source):
            out, said = self.run_program(source, code=ERROR, WAVELOCK_CACHE=folder)
            self.assertEqual(out, b"")
            self.assertTrue(said.startswith(f"ERROR: WAVELOCK_CACHE: {folder}: "), said)
            self.assertEqual(len(said.splitlines()), 1)
        # From the root, whatever the folder of the program is.
        self.answers(FORTY_TWO, 42, WAVELOCK_CACHE="a folder")
        self.assertIn("lock", os.listdir(self.path("a folder")))

    def test_standard_folder(self):
        source = self.write("source.cl", "no program\n")
        home, temporary = self.path("home"), self.path("temporary")
        os.mkdir(temporary)
        none = {"WAVELOCK_CACHE": None, "TMPDIR": temporary}
        for variables, kept in (
            ({"HOME": home}, self.path("home", ".cache", "wavelock", "opencl")),
            ({"HOME": "/dev/null", "XDG_CACHE_HOME": self.path("xdg")}, self.path("xdg", "wavelock", "opencl")),
            (
                {"HOME": self.path("second"), "XDG_CACHE_HOME": "xdg"},
                self.path("second", ".cache", "wavelock", "opencl"),
            ),
        ):
            _, said = self.run_program(source, **none, **variables)
            self.assertNotIn("kept in", said)
            self.assertIn("lock", os.listdir(kept))
        instead = os.path.join(temporary, f"wavelock-opencl-{os.getuid()}")
        for variables, why in (({"HOME": "/dev/null"}, "/dev/null"), ({"HOME": None}, "HOME")):
            _, said = self.run_program(source, "-DA", "", **none, **variables)
            (line,) = (line for line in said.splitlines() if "kept in" in line)
            self.assertIn(f"compiled programs are kept in {instead}", line)
            self.assertIn(why, line)
        # One that others may write is not taken.
        os.chmod(instead, 0o777)
        out, said = self.run_program(source, HOME="/dev/null", **none)
        self.assertEqual(outcomes(out)[0].code, BUILD_FAILURE)
        self.assertIn("set WAVELOCK_CACHE", said)

    def test_full(self):
        """Nothing can be written any more: the build fails and says why; what was kept before is as it was."""

        def no_room():
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (100000, 100000))

        self.answers(FORTY_TWO, 42)
        before = self.results()
        source = self.write("source.cl", NUMBER + "//" + "." * 200000)
        out, _ = self.run_program(source, "-DN=3", before=no_room)
        (one,) = outcomes(out)
        self.assertEqual(one.code, BUILD_FAILURE)
        self.assertIn("File too large", one.log)
        self.assertFalse([name for name in os.listdir(self.cache) if "work" in name])
        self.assertLessEqual(set(before), set(self.results()))
        self.answers(NUMBER, 3, "-DN=3")

    # ---- the size -------------------------------------------------------------------------------

    def age_lock(self):
        """As if the size was looked at long ago."""
        then = time.time() - 2 * HOUR
        os.utime(os.path.join(self.cache, "lock"), (then, then))

    def test_size(self):
        """The results not used for longest go; sources stay as long as their code objects, other files always."""
        own = os.path.join(self.cache, "0" * 32, "mine")
        os.makedirs(os.path.dirname(own))
        shutil.copy(self.program, own)
        texts = [f"// {number}\n{NUMBER}" for number in range(4)]
        of = []
        for number, text in enumerate(texts):
            before = set(self.results())
            self.answers(text, number, f"-DN={number}")
            of.append(set(self.results()) - before)
        libraries = self.libraries()
        of[0] -= libraries
        now = time.time()
        for age, names in enumerate(of):
            for name in names:
                os.utime(os.path.join(self.cache, name, "wavelock.log"), (now - 1000 + age, now - 1000 + age))
        self.answers(texts[0], 0, "-DN=0")  # now the one that was used last
        sizes = {
            name: sum(os.stat(path).st_blocks * 512 for path in self.kept() if name in path) for name in self.results()
        }
        room = sum(sizes[name] for names in (of[0], of[3], libraries) for name in names)
        limit = f"{(room + 1023) // 1024}K"
        self.answers(texts[0], 0, "-DN=0", WAVELOCK_CACHE_SIZE=limit)
        self.assertEqual(len(self.results()), 10)  # it was looked at a moment ago
        self.age_lock()
        self.answers(texts[0], 0, "-DN=0", WAVELOCK_CACHE_SIZE="0")
        self.assertEqual(len(self.results()), 10)
        self.answers(texts[0], 0, "-DN=0", WAVELOCK_CACHE_SIZE=limit)
        self.assertEqual(set(self.results()), of[0] | of[3] | libraries | {"0" * 32})
        self.assertTrue(os.path.exists(own))
        self.answers(texts[1], 1, "-DN=1")

    def test_size_while_used(self):
        """Files that a process uses stay, if there is room or not."""
        source = self.write("source.cl", FORTY_TWO)
        words = [self.program, "--wait", source]
        with subprocess.Popen(
            words, env=self.environment({}), stdin=subprocess.PIPE, stdout=subprocess.PIPE
        ) as process:
            self.assertEqual(process.stdout.readline(), b"waits\n")
            before = self.results()
            self.age_lock()
            self.answers(NUMBER, 8, "-DN=8", WAVELOCK_CACHE_SIZE="1K")
            self.assertLess(set(before), set(self.results()))
            out, _ = process.communicate(b"\n")
        self.assertEqual(outcomes(out)[0].answer, 42)
        self.age_lock()
        self.answers(NUMBER, 8, "-DN=8", WAVELOCK_CACHE_SIZE="1K")
        self.assertEqual(set(before) & set(self.results()), self.libraries())

    def test_bad_sizes(self):
        source = self.write("source.cl", FORTY_TWO)
        for size in ("much", "-1", "1.5G", "10 M", "10MB", "10X", "G", "99999999999999T"):
            _, said = self.run_program(source, code=ERROR, WAVELOCK_CACHE_SIZE=size)
            self.assertTrue(said.startswith(f'ERROR: WAVELOCK_CACHE_SIZE: found "{size}", expected '), said)
        for size in ("1", "10K", "10KiB", "2G", "1T"):
            self.assertEqual(self.built(FORTY_TWO, "-unknown", WAVELOCK_CACHE_SIZE=size).code, INVALID_OPTIONS)

    # ---- tools ----------------------------------------------------------------------------------

    def test_tools_that_are_not_there(self):
        """A variable with a tool or a folder that is not there is an error that names it."""
        source = self.write("source.cl", 'kernel void answer(global int *o) { o[0] = 42; printf("%d\\n", o[0]); }\n')
        empty, text = self.path("empty"), self.write("text", "no program\n")
        os.mkdir(empty)
        cases = [("LLVM_BIN", empty), ("LLVM_BIN", text), ("DEVICE_LIBS", empty), ("DEVICE_LIBS", "/nowhere")]
        for name in ("CLANG", "LLVM_LINK", "LLVM_EXTRACT"):
            cases += [(name, value) for value in ("/nowhere/tool", "no-such-tool", text, empty)]
        cases.append(("CLANG", self.write("fails", "#!/bin/sh\nexit 3\n", 0o755)))
        for name, value in cases:
            with self.subTest(name=name, value=value):
                out, said = self.run_program(source, code=ERROR, **{f"WAVELOCK_{name}": value})
                self.assertIn(f"ERROR: WAVELOCK_{name}: ", said)
                self.assertIn(value, said)
        out, said = self.run_program(source, PATH="/nowhere")
        (one,) = outcomes(out)
        self.assertEqual(one.code, BUILD_FAILURE)
        self.assertIn("cannot run clang-16: No such file or directory: install it, or set WAVELOCK_CLANG", one.log)

    def test_compilers_that_fail(self):
        """A compiler that is killed, logs a megabyte or nothing or bytes that are no text, or leaves no code object."""
        only = '[ "$1" = --version ] || {'
        bodies = {
            "kill -SEGV $$": "clang was ended by signal 11 (Segmentation fault)",
            "exit 1": "clang failed: no message",
            "yes error: the same line | head -c 1000000; exit 1": "error: the same line\n" * 1000,
            "printf 'a\\000b\\377error: c\\n'; exit 1": "error",
            "exit 0": "made: No such file or directory",
            'while [ "$1" != -o ]; do shift; done; echo nothing >"$2"; exit 0': "llvm-link-16: error: ",
        }
        for body, why in bodies.items():
            with self.subTest(body=body):
                text = self.write("source.cl", FORTY_TWO)
                out, _ = self.run_program(text, WAVELOCK_CLANG=self.compiler(body=f"{only} {body}; }}"))
                code = int(out.split()[0])
                self.assertEqual(code, BUILD_FAILURE)
                self.assertIn(why.encode(), out)
        self.answers(FORTY_TWO, 42)

    # ---- binaries -------------------------------------------------------------------------------

    def test_binaries(self):
        """Code objects of clang are taken; code objects for other devices, old ones, and other files are refused."""
        target = ["clang-16", "-x", "cl", "-cl-std=CL1.2", "-target", "amdgcn-amd-amdhsa", "-nogpulib", "-mcpu=gfx900"]
        source = self.write("source.cl", FORTY_TWO)
        made = {
            "v4": ["-mcode-object-version=4"],
            "v3": ["-mcode-object-version=3"],
            "v2": ["-mcode-object-version=2"],
            "xnack": ["-mcpu=gfx900:xnack+"],
            "other": ["-mcpu=gfx906"],
            "part": ["-c"],
            "bitcode": ["-c", "-emit-llvm"],
        }
        for name, words in made.items():
            subprocess.run([*target, *words, "-o", self.path(name), source], check=True)
        with open(self.path("v4"), "rb") as file:
            data = file.read()
        for name, damage in {**DAMAGES, "start": lambda data: data[:20]}.items():
            with open(self.path(name), "wb") as file:
                file.write(damage(data))
        good = ("v4", "v3", "one byte")
        bad = ("v2", "xnack", "other", "part", "bitcode", "half", "start", "source.cl")
        found = outcomes(self.run_program("--binary", *(self.path(name) for name in (*good, *bad)))[0])
        for one, name in zip(found, (*good, *bad), strict=True):
            expected = (0, 42) if name in good else (INVALID_BINARY, -1)
            self.assertEqual((one.code, one.answer), expected, f"{name}\n{one.log}")

    def test_calls_by_pointers(self):
        """A code object whose private memory has no known size: OpenCL C has no such calls. Decisions: D-LAUNCH-14."""
        target = ["clang-16", "-x", "cl", "-cl-std=CL1.2", "-target", "amdgcn-amd-amdhsa", "-nogpulib", "-mcpu=gfx900"]
        source = self.write("source.cl", POINTERS)
        words = ["-O2", "-mcode-object-version=5", "-B/usr/lib/llvm-16/bin"]  # lld 14 does not know version 5
        subprocess.run([*target, *words, "-o", self.path("pointers"), source], check=True)
        (one,) = outcomes(self.run_program("--binary", self.path("pointers"))[0])
        self.assertEqual(one.code, BUILD_FAILURE)
        self.assertIn("kernel answer: it calls functions by pointers", one.log)

    # ---- options --------------------------------------------------------------------------------

    def test_options(self):
        """Words, quotes, blanks, and what is no option."""
        self.write("folder with blanks/value.h", "#define V 5\n")
        self.write("=/value.h", "#define V 6\n")
        self.write("@/value.h", "#define V 8\n")
        self.write("options", "-DV=9\n")
        text = (
            "#ifdef INCLUDES\n#include <value.h>\n#endif\n#ifndef V\n#define V 1\n#endif\n"
            '#ifndef X\n#define X ""\n#endif\n'
            "constant char text[] = X;\nkernel void answer(global int *o) { o[0] = 100 * sizeof(text) + V; }\n"
        )
        good = {
            " \t  \n ": 101,
            "\t-DV=2\t\t-DA   -DB\n -D 'X=\"a b\"'": 402,
            '-D\tV=(1+(2)) -DX=\\"ab\\"': 303,
            '-DV -D X=\\"a\\ b\\"': 401,
            "-DV=": None,
            '\'-DV=1 + 3\' -D "X=\\"a\'b\\""': 404,
            "-DV=1' '+\" \"3 -DW -UW": 104,
            "-DF(x)=x -D V=F(4)": 104,
            '-DINCLUDES -I "folder with blanks"': 105,
            "-DINCLUDES '-Ifolder with blanks'": 105,
            "-DINCLUDES -Ifolder\\ with\\ blanks": 105,
            "-DINCLUDES -I = -I -D": 106,
            "-DINCLUDES -I @": 108,
            "-cl-std=CL3.0 -cl-uniform-work-group-size -cl-no-subgroup-ifp": 101,
            "-cl-std=CL2.0": 101,
            "-I @options -I nowhere -Wall -Werror -cl-opt-disable -cl-std=CL1.1 -g": 101,
            "-DV=" + "1+" * 20000 + "1": 20001 + 100,
        }
        bad = (
            *("-D", "-DV=2 -D", "-I", "-U", "-I ''", "-D ''", "-D 1V", "-D=2", "-D-V", "V=2", "-", "--", "@options"),
            *("-DX='a", '-DX="a', "-unknown", "-cl-unknown", "-cl-std=CL2.1", "-cl-std=", "-O3", "-c", "-o /dev/null"),
            *("-Xclang -v", "-Wl,-v", "-Wp,-v", "-include options", "-fplugin=x", "-create-library"),
            *("-x", "-###", "-mllvm", "-v", "-d", "-dV=2", "/DV=2", "-cl-opt-disable=1", "-w1"),
        )
        found = self.builds(text, *good)
        for one, (options, number) in zip(found, good.items(), strict=True):
            expected = (0, number) if number else (BUILD_FAILURE, -1)
            self.assertEqual((one.code, one.answer), expected, f"{options[:100]}\n{one.log}")
        for one, options in zip(self.builds(text, *bad), bad, strict=True):
            self.assertEqual(one.code, INVALID_OPTIONS, options)


if __name__ == "__main__":
    unittest.main()
