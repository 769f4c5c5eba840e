# SPDX-License-Identifier: Apache-2.0
"""make install: programs outside the tree (examples/consumer) compile with what pkg-config says, and run."""
import json
import os
import shutil
import subprocess
import tempfile
import unittest

from wl import ROOT
from wl.runs import results


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

    @classmethod
    def make(cls, *words, code=0):
        done = subprocess.run(
            ["make", "--silent", "install", *words],
            cwd=ROOT,
            env=cls.environment,
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode != code:
            raise AssertionError(f"make install {words}: exit {done.returncode}\n{done.stdout}{done.stderr}")
        return done.stdout + done.stderr

    def call(self, *argv, code=0, **more):
        done = subprocess.run(
            argv, cwd=self.away, env=self.environment, capture_output=True, text=True, check=False, **more
        )
        self.assertEqual(done.returncode, code, f"{argv}\n{done.stdout}{done.stderr}")
        return done.stdout + done.stderr

    def compile(self, name, package):
        flags = self.call("pkg-config", "--cflags", "--libs", package).split()
        self.call("gcc", "-std=c11", "-Wall", "-Wextra", "-Werror", "-o", name, f"{name}.c", *flags)

    def test_the_model(self):
        self.compile("model", "wavelock")
        self.assertEqual(self.call("./model"), "3 instructions, v1 of lane 21 is 42\n")

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

    def test_headers(self):
        """Each compiles by itself, as C and as C++."""
        flags = self.call("pkg-config", "--cflags", "wavelock").split()
        for header in sorted(os.listdir(os.path.join(self.prefix, "include", "wavelock"))):
            for compiler in ("gcc", "g++"):
                self.call(
                    compiler,
                    "-Wall",
                    "-Werror",
                    "-fsyntax-only",
                    *flags,
                    "-x",
                    "c" if compiler == "gcc" else "c++",
                    "-",
                    input=f"#include <wavelock/{header}>\n",
                )

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
