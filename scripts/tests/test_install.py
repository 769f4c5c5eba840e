# SPDX-License-Identifier: Apache-2.0
"""make install: programs and a testbench outside the tree compile with what pkg-config says, and run.

They are examples/consumer, the two testbenches of examples/plain_bench, and examples/own_model.
"""
import ctypes
import json
import os
import re
import shutil
import signal
import subprocess
import tempfile
import unittest

from wl import ROOT
from wl.runs import results, unit_folder


UNIT = "examples/tiny_cu"
MAKE = ("MAKEFLAGS", "MAKELEVEL", "MFLAGS")  # this make is not below the one of make test


class Install(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.dir = folder.name
        cls.prefix = os.path.join(cls.dir, "prefix")
        cls.environment = {k: v for k, v in os.environ.items() if k not in MAKE}
        cls.environment["PKG_CONFIG_PATH"] = os.path.join(cls.prefix, "lib", "pkgconfig")
        cls.make(f"PREFIX={cls.prefix}")
        cls.away = os.path.join(cls.dir, "away")
        shutil.copytree(os.path.join(ROOT, "examples", "consumer"), cls.away)
        for name in ("plain_bench", "own_model", "tiny_cu"):
            shutil.copytree(os.path.join(ROOT, "examples", name), os.path.join(cls.away, "examples", name))
        with open(os.path.join(ROOT, "docs", "your-unit.md"), encoding="utf-8") as file:
            cls.page = file.read()
        # As Verilator's makefiles call it.
        cls.environment["OBJCACHE"] = shutil.which("ccache") or ""

    @classmethod
    def make(cls, *words, code=0):
        done = subprocess.run(
            ["make", "--silent", "install", "FAST=0", *words],
            cwd=ROOT,
            env=cls.environment,
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode != code:
            raise AssertionError(f"make install {words}: exit {done.returncode}\n{done.stdout}{done.stderr}")
        return done.stdout + done.stderr

    def call(self, *argv, code=0, cwd=None, **more):
        done = subprocess.run(
            argv, cwd=cwd or self.away, env=self.environment, capture_output=True, text=True, check=False, **more
        )
        self.assertEqual(done.returncode, code, f"{argv}\n{done.stdout}{done.stderr}")
        return done.stdout + done.stderr

    def compile(self, name, package):
        flags = self.call("pkg-config", "--cflags", "--libs", package).split()
        self.call("gcc", "-std=c11", "-Wall", "-Wextra", "-Werror", "-o", name, f"{name}.c", *flags)

    def test_the_model(self):
        self.compile("model", "wavelock")
        self.assertEqual(self.call("./model"), "3 instructions, v1 of lane 21 is 42\n")
        self.compile("steps", "wavelock")
        steps = self.call("./steps")
        self.assertTrue(steps.endswith("\nv1 of lane 1 of wave 1 is 130\n"), steps)
        self.assertIn(steps, self.page)

    def test_the_device_and_the_command(self):
        self.compile("device", "wavelock-device")
        command = [os.path.join(self.prefix, "bin", "wavelock"), os.path.join(ROOT, "vectors", "saxpy", "saxpy.cl")]
        home = {**self.environment, "HOME": self.dir, "XDG_CACHE_HOME": ""}
        done, result = results.of_run(command, cwd=self.away, env=home)
        self.assertTrue(result.passed, done.stdout + done.stderr)
        self.assertEqual(result["device"], "lockstep")
        code_object = result["object"]
        self.assertTrue(code_object.startswith(os.path.join(self.dir, ".cache", "wavelock")), code_object)
        self.assertFalse(os.path.exists(os.path.join(self.away, "build")))
        self.assertRegex(self.call("./device", code_object), r"^PASS: \d+ instructions, y\[100\] is 201\n$")
        self.assertIn("no.co", self.call("./device", "no.co", code=1))

    def test_the_opencl_driver(self):
        """An OpenCL program with the loader of the system, and the driver by the file that names it."""
        self.call("gcc", "-std=c11", "-Wall", "-Wextra", "-Werror", "-o", "opencl", "opencl.c", "-lOpenCL")
        vendors = os.path.join(self.prefix, "etc", "OpenCL", "vendors")
        used = {"OCL_ICD_VENDORS": vendors, "WAVELOCK_OUT": os.path.join(self.dir, "launches"), "HOME": self.dir}
        with open(os.path.join(vendors, "wavelock.icd"), encoding="utf-8") as file:
            self.assertEqual(file.read(), os.path.join(self.prefix, "lib", "libwavelock-opencl.so") + "\n")
        done = subprocess.run(
            ["./opencl"],
            cwd=self.away,
            env={**self.environment, **used},
            capture_output=True,
            text=True,
            check=False,
        )
        self.assertEqual((done.returncode, done.stdout), (0, "y[100] is 201\n"), done.stderr)
        with open(os.path.join(self.dir, "launches", "launch-1", "result.json"), encoding="utf-8") as file:
            result = json.load(file)
        self.assertEqual((result["device"], result["verdict"], result["kernel"]), ("lockstep", "PASS", "twice"))

    def headers(self):
        """The installed ones, as a program includes them."""
        include = os.path.join(self.prefix, "include")
        found = [os.path.join(folder, name) for folder, _, names in os.walk(include) for name in names]
        return sorted(os.path.relpath(path, include) for path in found if path.endswith(".h"))

    def test_headers(self):
        """Each compiles by itself, as C and as C++."""
        flags = self.call("pkg-config", "--cflags", "wavelock-check").split()
        self.assertIn("wavelock/probe.h", self.headers())
        for header in self.headers():
            for words in (("gcc", "-std=c11", "-x", "c"), ("g++", "-std=c++17", "-x", "c++")):
                strict = ("-Wall", "-Wextra", "-Wpedantic", "-Werror", "-fsyntax-only")
                self.call(*words, *strict, *flags, "-", input=f"#include <{header}>\n")

    def exported(self, *words):
        text = self.call("nm", "--format=posix", "--defined-only", *words)
        return {line.split()[0] for line in text.splitlines() if len(line.split()) > 2}

    def test_exported_names(self):
        """The libraries export the names of the installed headers, the checker's those of its own, and no more."""
        flags = self.call("pkg-config", "--cflags", "wavelock-check").split()
        text = "".join(f"#include <{header}>\n" for header in self.headers())
        self.call("gcc", *flags, "-fsyntax-only", "-aux-info", "declared", "-x", "c", "-", input=text)
        with open(os.path.join(self.away, "declared"), encoding="utf-8") as file:
            lines = [line for line in file if self.prefix in line and " extern " in line]
        declared = {re.search(r"\b(wl_\w+) \(", line).group(1) for line in lines}
        text = self.call("gcc", *flags, "-E", "-x", "c", "-", input=text)
        declared |= set(re.findall(r"^extern const \w+ (wl_\w+);", text, re.M))
        self.assertIn("wl_tb_cycle", declared)
        library = os.path.join(self.prefix, "lib", "libwavelock-bench.so")
        self.assertEqual(self.exported("--dynamic", library), declared)
        others = ("wl_device_", "wl_code_", "wl_bench_", "wl_tb_")
        declared = {name for name in declared if not name.startswith(others)}
        self.assertIn("wl_checker_new_sized", declared)
        library = os.path.join(self.prefix, "lib", "libwavelock-check")
        self.assertEqual(self.exported("--dynamic", library + ".so"), declared)
        self.assertEqual(self.exported("--extern-only", library + ".a"), declared)

    def built(self, package, harness, top, *more, flags=()):
        """Builds examples/plain_bench/<top>.sv around examples/tiny_cu with its C file. Returns the program's path."""
        include = self.call("pkg-config", "--cflags", package).split()
        link = self.call("pkg-config", "--libs", package).strip() + f" -Wl,-rpath,{self.prefix}/lib"
        share = self.call("pkg-config", "--variable=datadir", package).strip()
        compiled = ("-c", f"examples/plain_bench/{harness}.c", "-o", f"{harness}.o")
        self.call("gcc", "-std=c11", "-Wall", "-Wextra", "-Werror", *compiled, *include, *flags)
        self.call(
            *("verilator", "--binary", "--top-module", top, "--Mdir", f"bench-{top}", "-o", "plain_bench"),
            *("-MAKEFLAGS", "OPT_FAST=-O0", "-MAKEFLAGS", "OPT_SLOW=-O0", "-MAKEFLAGS", "OPT_GLOBAL=-O0"),
            *("-F", "examples/tiny_cu/files.f", f"{share}/wl_probe_pkg.sv", "examples/tiny_cu/tiny_probe.sv"),
            *(word.format(share=share) for word in more),
            *(f"examples/plain_bench/{top}.sv", os.path.join(self.away, f"{harness}.o"), "-LDFLAGS", link),
        )
        return os.path.join(self.away, f"bench-{top}", "plain_bench")

    def test_the_checker(self):
        """In a testbench in plain SystemVerilog, with the installed files alone."""
        bench = self.built("wavelock-check", "harness", "tb")
        good = self.call(bench)
        self.assertTrue(good.startswith("PASS: 68 cycles, 6 instructions, "), good)
        bad = self.call(bench, "+tiny_cu_bug", code=-signal.SIGABRT)
        what = "slot 0: v2 (physical VGPR 2) lane 0 is written with 0x12345677, expected 0x12355677"
        self.assertIn(f"MISMATCH: {what}", bad)
        self.assertIn("MISMATCH: 40 cycles, 4 instructions, ", bad)
        with open(os.path.join(ROOT, "examples", "plain_bench", "harness.c"), encoding="utf-8") as file:
            self.assertIn(file.read(), self.page)
        self.assertIn(good.splitlines()[0], self.page)
        self.assertIn(f"MISMATCH: {what}\n", self.page)

    def test_the_bench(self):
        """In plain SystemVerilog it runs a unit as the bench in SystemC does: cycles, events and reports are equal."""
        root = self.call("verilator", "--getenv", "VERILATOR_ROOT").strip()
        files = ("--vpi", "{share}/wl_bench_pkg.sv", "examples/tiny_cu/cu_top.sv")
        flags = ("-isystem", f"{root}/include/vltstd")
        bench = self.built("wavelock-bench", "shell", "shell", *files, flags=flags)
        test, knobs = "examples/saxpy_int", "latency=[1,60] vector.burst=7 scalar.busy=[4,9]"
        tool = os.path.join("build", unit_folder.name(UNIT), "wavelock")
        self.call("make", "--silent", tool, f"UNIT={UNIT}", cwd=ROOT)
        bug = ("+tiny_cu_bug", "--plus=+tiny_cu_bug")  # in the one, in the other
        runs = (
            (0, "PASS", ("--seed", "1"), ("", "")),
            (0, "PASS", ("--seed", "2", "--memory-knobs", knobs), ("", "")),
            (1, "MISMATCH", ("--seed", "3"), bug),
        )
        cycles = set()
        for code, verdict, options, more in runs:
            programs = ((bench, -signal.SIGABRT if code else 0), (tool, code))
            here, there = (
                self.report(self.call(program, test, *options, *filter(None, [word]), code=exits, cwd=ROOT))
                for (program, exits), word in zip(programs, more)
            )
            self.assertTrue(here[-1].startswith(f"{verdict} {test} seed "), here)
            self.assertEqual(here, there)
            cycles.add(here[-1].split(": ", 1)[1])
        self.assertEqual(len(cycles), len(runs))  # seed and knobs are heard
        self.refusals(bench, test)
        for name in ("shell.sv", "shell.c"):
            with open(os.path.join(ROOT, "examples", "plain_bench", name), encoding="utf-8") as file:
                self.assertIn(file.read(), self.page)

    def report(self, text):
        """What a run says, without speed, build, the line that repeats it, and what the simulator adds."""
        lines = [line for line in text.splitlines() if re.match(r"(PASS|MISMATCH|memory:|  )", line)]
        lines = [re.sub(r"\d+ \w+/s", "", line) for line in lines if not line.startswith("  build: ")]
        return sorted(lines, key=lambda line: line.startswith(("PASS examples/", "MISMATCH examples/")))

    def refusals(self, bench, test):
        self.assertTrue(self.call(bench, "--help").startswith("usage: wavelock [options] TEST\n"))
        for options, why in {
            ("--waves", os.path.join(self.dir, "no.fst")): "waveforms are the simulator's here",
            ("--plus=+a",): "plus arguments are the simulator's here",
            ("--state", os.path.join(self.dir, "no.json:5")): "this bench does not know where the unit's registers lie",
            ("--inject", "PC:0@100"): "the fault was not applied",
        }.items():
            said = self.call(bench, test, *options, code=-signal.SIGABRT, cwd=ROOT)
            self.assertIn(why, said)
            self.assertIn(f"reproduce: {bench} {test} {options[0]}", said)
        said = self.call(bench, test, "--exposed-hazards", "5=6", code=-signal.SIGABRT, cwd=ROOT)
        self.assertIn("ERROR: --exposed-hazards: this device has interlocks", said)

    def test_a_model_of_another_instruction_set(self):
        """Under the installed checker, with a unit of its own in plain SystemVerilog."""
        flags = self.call("pkg-config", "--cflags", "wavelock-check").split()
        link = self.call("pkg-config", "--libs", "wavelock-check").strip() + f" -Wl,-rpath,{self.prefix}/lib"
        share = self.call("pkg-config", "--variable=datadir", "wavelock-check").strip()
        objects = []
        for name in ("toy8", "harness"):
            objects.append(os.path.join(self.away, f"own_{name}.o"))
            source = ("-c", f"examples/own_model/{name}.c", "-o", objects[-1])
            self.call("gcc", "-std=c11", "-Wall", "-Wextra", "-Werror", *source, *flags)
        self.call(
            *("verilator", "--binary", "--top-module", "tb", "--Mdir", "own", "-o", "own_model"),
            *("-MAKEFLAGS", "OPT_FAST=-O0", "-MAKEFLAGS", "OPT_SLOW=-O0", "-MAKEFLAGS", "OPT_GLOBAL=-O0"),
            *(f"{share}/wl_probe_pkg.sv", "examples/own_model/toy.sv", "examples/own_model/tb.sv", *objects),
            *("-LDFLAGS", link),
        )
        good = self.call("own/own_model")
        self.assertTrue(good.startswith("PASS: 18 cycles, 9 instructions, "), good)
        bad = self.call("own/own_model", "+toy_bug", code=-signal.SIGABRT)
        what = "MISMATCH: slot 0: v3 lane 0 was never written by the instruction that is done\n"
        last = "           7  0x00000000100c  02030102           ADD 3, 1, 2\n"
        for text in (what, last):
            self.assertIn(text, bad)
            self.assertIn(text, self.page)
        self.assertIn(good.splitlines()[0], self.page)
        self.assertIn("\n  PRED ", bad)
        with open(os.path.join(ROOT, "examples", "own_model", "toy8.c"), encoding="utf-8") as file:
            self.assertIn(file.read(), self.page)

    def test_names_for_dpi(self):
        """A simulator that loads the harness alone finds what the packages import, in the library behind it."""
        for library, package, one in (("check", "probe", "wl_probe_issue"), ("bench", "bench", "wl_tb_cycle")):
            flags = self.call("pkg-config", "--cflags", "--libs", f"wavelock-{library}").split()
            source = ("-shared", "-fPIC", "examples/plain_bench/harness.c", "-o", f"{library}.so")
            self.call("gcc", *source, "-Wl,--no-as-needed", *flags, f"-Wl,-rpath,{self.prefix}/lib")
            path = os.path.join(self.prefix, "share", "wavelock", f"wl_{package}_pkg.sv")
            with open(path, encoding="utf-8") as file:
                imports = re.findall(r'import "DPI-C" (?:function \w+ )?(wl_\w+)', file.read())
            self.assertIn(one, imports)
            loaded = ctypes.CDLL(os.path.join(self.away, f"{library}.so"))
            self.assertEqual([name for name in imports if not hasattr(loaded, name)], [])
            self.assertFalse(hasattr(loaded, "diverge"))

    def test_the_static_checker(self):
        """In a program with a name of its own that the checker has inside, too."""
        text = """
            #include <stdio.h>
            #include <wavelock/checker.h>
            extern int diverge(void);
            int diverge(void) { return wl_checker_version() - WL_CHECKER_VERSION; }
            int main(void) {
              wl_error error;
              wl_unit *unit = wl_unit_new("");
              wl_checker *checker = wl_checker_new(&(wl_checker_options){.test = "static"}, wl_mem_new(), unit, &error);
              wl_checker_free(checker);
              printf("libwavelock-check.so.%d\\n", WL_CHECKER_VERSION);
              return !checker || diverge();
            }
        """
        library = os.path.join(self.prefix, "lib", "libwavelock-check")
        flags = self.call("pkg-config", "--cflags", "wavelock-check").split()
        more = self.call("pkg-config", "--libs", "--static", "wavelock-check").split()
        more.remove("-lwavelock-check")
        source = ("-Wall", "-Wextra", "-Werror", "-o", "static", "-x", "c", "-", "-x", "none")
        self.call("gcc", *flags, *source, library + ".a", *more, input=text)
        soname = os.readlink(library + ".so")
        self.assertEqual(self.call("./static"), soname + "\n")
        self.assertIn(f"Library soname: [{soname}]", self.call("readelf", "--dynamic", library + ".so"))

    def test_only_its_own_names(self):
        """The device's library exports names with its prefixes alone: a program may have others that begin alike."""
        text = self.call("nm", "--extern-only", "--defined-only", os.path.join(self.prefix, "lib/libwavelock-device.a"))
        names = {line.split()[2] for line in text.splitlines() if len(line.split()) == 3}
        self.assertIn("wl_device_launch", names)
        self.assertEqual({n for n in names if not n.startswith(("wl_device_", "wl_code_", "wl_verdict_"))}, set())

    def test_destination(self):
        """DESTDIR stands before PREFIX where files are written, and not in the pkg-config files."""
        stage = os.path.join(self.dir, "stage")
        self.make("PREFIX=/opt/wl", f"DESTDIR={stage}")
        with open(os.path.join(stage, "opt/wl/lib/pkgconfig/wavelock.pc"), encoding="utf-8") as file:
            self.assertIn("prefix=/opt/wl\n", file.read())
        self.assertTrue(os.access(os.path.join(stage, "opt/wl/bin/wavelock"), os.X_OK))
        with open(os.path.join(stage, "opt/wl/etc/OpenCL/vendors/wavelock.icd"), encoding="utf-8") as file:
            self.assertEqual(file.read(), "/opt/wl/lib/libwavelock-opencl.so\n")
        self.make("PREFIX=/usr", f"DESTDIR={stage}")
        with open(os.path.join(stage, "etc/OpenCL/vendors/wavelock.icd"), encoding="utf-8") as file:
            self.assertEqual(file.read(), "/usr/lib/libwavelock-opencl.so\n")
        self.assertIn("expected an absolute path", self.make("PREFIX=here", code=2))


if __name__ == "__main__":
    unittest.main()
